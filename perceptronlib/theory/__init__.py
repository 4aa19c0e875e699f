"""What can be proved: margins and losses, the best comparators, and the theorems of the course.

`margins` measures a sample, `comparators` finds what a bound should be compared with, `theorems`
checks every assumption and every proof step on a run. Knows `core`, not the learners.
"""
