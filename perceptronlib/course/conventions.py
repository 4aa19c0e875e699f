"""What the course agrees on, once: sentences that any page may use without proving them.

A page prints them word for word; `.ci/prose.py` compares. A convention that is changed on a page
is no convention any more, and has to be vouched for like any other claim.
"""

from __future__ import annotations

__all__ = ["CONVENTIONS", "NOTATION"]

CONVENTIONS = (
    r"An example is a vector $x\in\mathbb{R}^d$ with a label $y\in\lbrace -1,+1\rbrace$.",
    "In each round the machine meets one example.",
    r"A round is a mistake when $y\,(w\cdot x)\le 0$: a score of exactly zero counts as a mistake, "
    "too.",
    "$M$ is the number of mistakes in a run.",
    "$R$ is the length of the longest example.",
    r"The margin $\rho$ of a line is its distance from the nearest example, if all examples are on "
    "the correct side.",
    "Weights start at $w=0$.",
    "Rounds are counted from 0.",
    r"A comparator $v$ has functional margin $g=\min y\,(v\cdot x)$ and geometric margin "
    r"$\rho=g/|v|$.",
    "Every number in the text is computed or asserted by a cell on the same page.",
)
"""Whole sentences, or the part of one that is agreed on.

>>> CONVENTIONS[1]
'In each round the machine meets one example.'
"""

NOTATION = (
    *("$w=0$", "$w_0$", "$w_1$", "$w_2$", "$h_0$", "$x_1$", "$x_2$", "$x_1x_2$", "$R^2$"),
    *("$|x|^2$", "$|w|^2$", "$|v|^2$", "$|w_k|^2$", r"$\rho^2$", "$|w'|^2$"),
)
"""Formulas with a digit that only name something.

>>> "$R^2$" in NOTATION
True
"""
