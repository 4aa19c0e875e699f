"""Where growing curves will go, in pale: for pictures whose question is how two curves compare."""

from __future__ import annotations

from typing import Any

from matplotlib.axes import Axes

from ...notebook.compound import Growing

__all__ = ["ahead"]


def ahead(ax: Axes, growing: Growing) -> None:
    """Draw these curves in pale, from end to end.

    >>> from perceptronlib.notebook import pictures
    >>> fig, ax = pictures.figure()
    >>> ahead(ax, Growing([1, 2, 3], (pictures.Curve(ax), [1, 4, 9])))
    >>> len(ax.lines)
    2
    """
    for curve, values in growing.curves:
        line = curve.line
        style: dict[str, Any] = {"ls": line.get_linestyle(), "marker": line.get_marker()}
        ax.plot(growing.along, values, color=line.get_color(), lw=1, ms=3, alpha=0.3, **style)
