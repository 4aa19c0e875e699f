"""What a page shows: pictures, sliders that answer in milliseconds, and quizzes.

`pictures` holds the look and the parts that move, `compound` parts that several pictures make of
them, `words` and `examples` what their sentences and tables share. `stage` is the canvas they are
drawn on, `explore` puts `controls` beside them, `quiz` asks questions; `shown` and `widgets` bring
both into a live notebook, and only `widgets` needs ipywidgets. `server` is the extension that makes
JupyterLab answer at once. Knows nothing of learning.
"""
