"""What learners meet: samples with known properties, worst cases, and features made from others.

`data` draws samples and offers the real ones (`real` in the package, `mnist` fetched), each a
`Sample`; `adversaries` constructs the worst ones, `winnow_game` plays the exact game against
Winnow, `features` folds, doubles and normalises. Knows only how input is checked.
"""
