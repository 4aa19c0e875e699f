"""The slides of a lecture, made from the cells of its page; nothing is written twice.

`words` shortens prose by rule, `parts` shows single things (a picture, a box, code, a quiz), and
`deck` puts them onto slides, as the cells' tags say. CONTRIBUTING says how a cell gets on a slide.
"""
