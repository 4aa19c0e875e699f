"""A mistake tree: what an adversary shows next, whatever the learner answers."""

from __future__ import annotations

from typing import Any

from ...notebook import pictures
from ...notebook.explore import Still, show

__all__ = ["mistake_tree"]

NODES = {"": (0.0, "1100", (1, 2, 3, 4)), "+": (-2.0, "1000", (1, 2)), "-": (2.0, "0010", (3, 4))}
"""By the labels so far: where the node stands, the input it shows, and who is still possible."""

SIDES = (("+", -1, pictures.POSITIVE), ("-", 1, pictures.NEGATIVE))


def mistake_tree() -> Still:
    """The tree of all questions for four candidates: each way down leaves one that agrees.

    >>> mistake_tree()
    Whatever the labels, 2 inputs are shown, and each of the 4 ways down agrees with one ...
    """
    fig, ax = pictures.figure(7.2, 3.0)
    ax.set(xlim=(-4.2, 4.2), ylim=(-2.4, 0.5))
    ax.axis("off")
    centre: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 9.5}
    box = {"boxstyle": "round,pad=0.35", "fc": "white", "ec": pictures.QUIET}
    for labels, (x, shown, possible) in NODES.items():
        y, reach = -len(labels), 1.0 if labels else 2.0
        for sign, side, colour in SIDES:
            below = x + side * reach
            ax.plot([x, below], [y, y - 1], color=colour, lw=2, zorder=1)
            place = x + side * (0.5 * reach + 0.5)
            ax.text(place, y - 0.5, f"$y={sign}1$", color=colour, **centre)
            if labels:
                left = possible[0 if sign == "+" else 1]
                full = {**box, "fc": pictures.BOUND, "ec": pictures.BOUND}
                ax.text(below, -2, f"$x_{left}$ is left", bbox=full, color="white", **centre)
        names = ", ".join(f"$x_{i}$" for i in possible)
        ax.text(x, y, f"input {shown}\npossible: {names}", bbox=box, **centre)
    sentence = (
        "Whatever the labels, 2 inputs are shown, and each of the 4 ways down agrees with one"
    )
    return show(fig, f"{sentence} candidate: a mistake tree of depth 2.")
