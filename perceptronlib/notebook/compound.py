"""Artists made of several artists, which move together: what many pictures of the course need.

Examples of two classes, curves that grow with the slider, a staircase of mistakes, segments between
points, and the street of a margin. Used in all lectures.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from . import pictures

__all__ = ["Examples", "Growing", "Segments", "Staircase", "Street"]


class Examples:
    """Examples that move: blue circles for +1, vermilion squares for -1, as `pictures.points`.

    ``labels`` name the two classes in a legend; other options are matplotlib's.

    >>> fig, ax = pictures.figure()
    >>> examples = Examples(ax, size=8)
    >>> examples.move(np.array([[1, 2], [0, 1], [3, 4]]), np.array([1, -1, 1]))
    >>> [curve.line.get_xdata().tolist() for _, curve in examples.classes]
    [[1, 3], [0]]
    """

    def __init__(
        self, ax: Axes, size: float = 6.0, labels: tuple[str, str] | None = None, **options: Any
    ) -> None:
        self.classes = [
            (sign, pictures.Curve(ax, colour, marker, label, ms=size, **options))
            for (sign, colour, marker), label in zip(
                pictures.CLASSES, labels or (None, None), strict=True
            )
        ]

    def move(self, X: Any, y: Any) -> None:
        """Draw the rows of X, each in the look of its label."""
        for sign, curve in self.classes:
            curve.move(*X[y == sign].T)


class Growing:
    """Curves over the same ``along``, of which the reader sees as much as the slider has reached.

    What lies ahead is not given away: that is for the reader to find.

    >>> fig, ax = pictures.figure()
    >>> squares = pictures.Curve(ax)
    >>> growing = Growing([1, 2, 3], (squares, [1, 4, 9]))
    >>> growing.move(2)
    >>> squares.line.get_ydata()
    array([1, 4])
    """

    def __init__(self, along: Any, *curves: tuple[pictures.Curve, Any]) -> None:
        self.along = np.asarray(along)
        self.curves = [(curve, np.asarray(values)) for curve, values in curves]

    def move(self, part: Any) -> None:
        """Draw the first so many points, or those of a slice or of a mask."""
        part = slice(part) if isinstance(part, int | np.integer) else part
        for curve, values in self.curves:
            curve.move(self.along[part], values[part])


class Staircase:
    """How often something has happened so far: a step up each time.

    >>> fig, ax = pictures.figure()
    >>> staircase = Staircase(ax)
    >>> staircase.move([0, 1, 1, 2])
    >>> staircase.curve.line.get_xdata()
    array([0, 1, 2, 3])
    """

    def __init__(self, ax: Axes) -> None:
        self.curve = pictures.Curve(ax, drawstyle="steps-post")

    def move(self, counts: Any) -> None:
        """Draw these counts after 0, 1, 2, ... rounds."""
        self.curve.move(np.arange(len(counts)), counts)


class Segments:
    """Straight lines between pairs of points: from each row of one table to that of another.

    >>> fig, ax = pictures.figure()
    >>> segments = Segments(ax)
    >>> segments.move(np.array([[0.0, 0.0], [1.0, 1.0]]), np.array([[0.0, 2.0], [1.0, 3.0]]))
    >>> segments.curve.line.get_ydata()
    array([ 0.,  2., nan,  1.,  3., nan])
    """

    def __init__(self, ax: Axes, colour: str = pictures.WEIGHTS, **options: Any) -> None:
        self.curve = pictures.Curve(ax, colour, "-", **options)

    def move(self, starts: Any, ends: Any) -> None:
        """Draw them from here to there."""
        gaps = np.full_like(starts, np.nan)  # else each would be joined to the next
        self.curve.move(*np.stack([starts, ends, gaps], axis=1).reshape(-1, 2).T)


class Street:
    """The line w.x = 0, its positive side shaded, and both edges w.x = +-width.

    >>> fig, ax = pictures.figure()
    >>> pictures.plane(ax, reach=2.0)
    >>> street = Street(ax)
    >>> street.move([0.0, 1.0], 0.5)
    >>> [edge.line.get_ydata()[0].item() for edge in street.edges]
    [0.5, -0.5]
    """

    def __init__(self, ax: Axes, colour: str = pictures.BOUND, edges: str = pictures.BOUND) -> None:
        self.line = pictures.Boundary(ax, colour)
        self.edges = [pictures.Boundary(ax, edges, "--", shade=False) for _ in (1, -1)]

    def move(self, w: Any, width: float) -> None:
        """Draw it for these weights; without a width above 0 only the line is left."""
        w = np.asarray(w, dtype=float)
        self.line.move(w)
        for edge, sign in zip(self.edges, (1, -1), strict=True):
            edge.move(w if width > 0 else 0 * w, sign * width)
