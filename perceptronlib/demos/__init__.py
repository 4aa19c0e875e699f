"""The slider pictures of the lectures, one module a lecture: in a lecture, each is one call.

A picture takes its author some ten to twenty lines: make a figure and the artists that move, a
pure function ``data`` from the sliders' values to what is shown, a function ``move`` that moves
the artists, and a function ``describe`` that says it in a sentence.
"""
