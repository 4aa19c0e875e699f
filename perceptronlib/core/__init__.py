"""The library itself: how a rule meets examples, and what its mistakes tell.

Read it in this order: `rules` (when a learner errs, and how it learns), `play` (the loop of the
slide), `runs` (what the log of mistakes tells), `predict` (last, averaged, voted), `kernels`,
`support` and `dual` (runs without weights), and `fast` and `blocks` (the loops, compiled). Knows
nothing of the rest but how input is checked, and the features of a polynomial kernel.
"""
