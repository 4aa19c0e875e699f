"""The library itself: how a rule meets examples, and what its mistakes tell.

Read it in this order: `rules` (when a learner errs, and how it learns) and `play` (the loop of the
slide), its heart; `runs` (what the log of mistakes tells) and `predict` (last, averaged, voted);
then what stands behind them: `sums` (weights that multiply, kept in range), `player` (a rule at
work), `passes` and `fast` (the loop, compiled), with what is compiled: `loops`, `scanning`,
`learning` and `links`. Knows samples, and how input is checked.
"""
