"""What a page shows: pictures, sliders that answer in milliseconds, and quizzes.

`pictures` holds the look and the parts that move, `stage` the canvas they are drawn on, `explore`
the sliders, `quiz` the questions, `server` the extension that makes JupyterLab answer at once.
Knows nothing of learning.
"""
