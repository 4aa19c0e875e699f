"""What a page shows: pictures, sliders that answer in milliseconds, predictions and quizzes.

`pictures` holds the look and the parts that move, `compound` parts that several pictures make of
them, `words` and `examples` what their sentences and tables share. `stage` is the canvas they are
drawn on, `explore` puts `controls` beside them, `predict` asks before it shows them, `quiz` asks
afterwards, and `checked` says what a folded cell has shown; `shown` and `widgets` bring them into a
live notebook, and only `widgets` needs ipywidgets. `server` is the extension that makes JupyterLab
answer at once. Knows nothing of learning.
"""
