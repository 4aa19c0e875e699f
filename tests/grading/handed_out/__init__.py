"""Right answers as students hand them in: edited as people edit, saved as their tools save.

`solved` writes the right answers into what students get, `edits` are what people do to a notebook
before they hand it in, `savers` how five tools write it. All of them deserve every point.
"""
