"""What can be proved: margins and losses, the best comparators, and the theorems of the course.

`margins` measures a sample, `comparators` finds what a bound should be compared with, `theorems`
checks every assumption and every proof step on a run, in the arithmetic of `exact`; `gordan` proves
that nothing separates. Knows `core`, not the learners.
"""
