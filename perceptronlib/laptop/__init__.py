"""The course on somebody's own laptop: laying it out, opening it, and the command line.

`copies` puts lectures and exercises where a student wants them and keeps what the student wrote,
`doctor` looks at what is installed, `lab` opens JupyterLab, `cli` has the commands. Works on
Windows, macOS and Linux. May import every other room.
"""
