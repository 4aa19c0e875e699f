"""Pictures: what is drawn, apart from when. Colours, figures, and artists that can be moved.

The colours differ for every kind of colour vision and on a grey printer, and marker shapes say the
same again: +1 is a blue circle, -1 a vermilion square, weights are black, what the theory allows is
green, and what just went wrong is ringed in purple. Used in all lectures.

There are two sorts of artists. *Static* ones are drawn once. *Moving* ones (`Boundary`, `Arrow`,
`Curve`, `Marks`, `Bars`, `Note`) are made once, and each has a ``move`` that says where it is now;
a slider (`perceptronlib.explore`) redraws only these, so it answers in milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from ..course.style import (
    ANSWERS,
    BOUND,
    DPI,
    MISTAKE,
    NEGATIVE,
    POSITIVE,
    QUIET,
    STYLE,
    THIRD,
    WEIGHTS,
    figure,
)
from ..validate import Array
from .words import grouped

__all__ = [
    "ANSWERS",
    "BOUND",
    "DPI",
    "MISTAKE",
    "NEGATIVE",
    "POSITIVE",
    "QUIET",
    "STYLE",
    "THIRD",
    "WEIGHTS",
    "Arrow",
    "Bars",
    "Boundary",
    "Curve",
    "Marks",
    "Note",
    "angle",
    "figure",
    "legend",
    "plane",
    "points",
    "ticks",
]

CLASSES = ((1, POSITIVE, "o"), (-1, NEGATIVE, "s"))
"""How examples look: the sign of the label, colour and marker."""

SIGNED = LinearSegmentedColormap.from_list("signed", [NEGATIVE, "white", POSITIVE])
"""A colour map for tables of numbers: vermilion below 0, blue above."""


def legend(ax: Axes, place: str, **more: Any) -> None:
    """Say what is what, in small print and without a frame; ``place`` is matplotlib's ``loc``.

    >>> fig, ax = figure()
    >>> _ = ax.plot([0, 1], label="a line")
    >>> legend(ax, "upper left")
    >>> ax.get_legend().get_frame_on()
    False
    """
    ax.legend(**{"loc": place, "fontsize": 9, "frameon": False, **more})


def ticks(axis: Axis, values: Iterable[float]) -> None:
    """Ticks at these values, with plain numbers: easier to read than powers, and quicker to draw.

    >>> fig, ax = figure()
    >>> ticks(ax.yaxis, [0.1, 1, 10_000])
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['0.1', '1', '10,000']
    """
    values = list(values)
    axis.set_ticks(values, [grouped(value) for value in values])


def points(ax: Axes, X: Any, y: Any, size: float = 6.0, labels: bool = True) -> None:
    """Draw the examples: blue circles for +1, vermilion squares for -1.

    >>> fig, ax = figure()
    >>> points(ax, [[1, 2], [0, 1]], [1, -1])
    >>> [line.get_marker() for line in ax.lines]
    ['o', 's']
    """
    X, y = np.asarray(X, dtype=float), np.asarray(y)
    for sign, colour, marker in CLASSES:
        label = f"y = {sign:+d}" if labels else None
        ax.plot(*X[y == sign].T, marker, color=colour, ms=size, label=label, mec="white")


def plane(ax: Axes, X: Any = None, y: Any = None, reach: float | None = None) -> None:
    """Prepare axes as the plane of two features, equal units both ways, and draw the examples.

    ``reach`` is how far it extends from the origin; without it, a bit farther than the examples.

    >>> fig, ax = figure()
    >>> plane(ax, [[1, 2], [0, 1]], [1, -1])
    >>> bool(ax.get_xlim()[1] == ax.get_ylim()[1] == 2.4)
    True
    """
    if reach is None:
        reach = float(1.2 * np.abs(np.asarray(X, dtype=float)).max())
    for line in (ax.axhline, ax.axvline):
        line(0, color="#DDDDDD", lw=1, zorder=0)
    if X is not None:
        points(ax, X, y)
    ax.set(xlim=(-reach, reach), ylim=(-reach, reach), xlabel="$x_1$", ylabel="$x_2$")
    ax.set_aspect("equal")


class Boundary:
    """The line w.x = threshold in the plane, with its positive side shaded; nothing where w = 0.

    >>> fig, ax = figure()
    >>> plane(ax, reach=2.0)
    >>> line = Boundary(ax)
    >>> line.move([0.0, 1.0])
    >>> line.line.get_ydata()
    array([0., 0.])
    """

    def __init__(
        self, ax: Axes, colour: str = WEIGHTS, style: str = "-", label: str | None = None,
        shade: bool = True,
    ) -> None:  # fmt: skip
        self.far = 4.0 * max(map(abs, (*ax.get_xlim(), *ax.get_ylim())))
        self.side = Polygon(np.zeros((4, 2)), color=POSITIVE, alpha=0.12 if shade else 0.0, lw=0)
        self.side.set_animated(True)
        ax.add_patch(self.side)
        (self.line,) = ax.plot([], [], style, color=colour, label=label, animated=True)

    def move(self, w: Any, threshold: float = 0.0) -> None:
        """Draw it for these weights."""
        w = np.asarray(w, dtype=float)
        size = float(np.hypot(*w))
        self.line.set_visible(size > 0)
        self.side.set_visible(size > 0)
        if size > 0:
            normal, along = w / size, np.array([-w[1], w[0]]) / size
            foot = normal * (threshold / size)
            ends = np.array([foot - self.far * along, foot + self.far * along])
            self.line.set_data(ends[:, 0], ends[:, 1])
            self.side.set_xy(np.vstack([ends, ends[::-1] + self.far * normal]))


class Arrow:
    """An arrow in the plane from ``start`` to ``end``; nothing where the two are the same.

    >>> fig, ax = figure()
    >>> plane(ax, reach=2.0)
    >>> arrow = Arrow(ax)
    >>> arrow.move([1.0, 0.0])
    >>> arrow.shape.get_xy()[3]
    array([1., 0.])
    """

    def __init__(
        self, ax: Axes, colour: str = WEIGHTS, label: str | None = None, alpha: float = 1.0
    ) -> None:
        self.width = 0.012 * (ax.get_xlim()[1] - ax.get_xlim()[0])
        self.shape = Polygon(np.zeros((7, 2)), color=colour, label=label, zorder=3, alpha=alpha)
        self.shape.set_animated(True)
        ax.add_patch(self.shape)

    def move(self, end: Any, start: Any = (0.0, 0.0)) -> None:
        """Draw it to ``end``."""
        start = np.asarray(start, dtype=float)
        step = np.asarray(end, dtype=float) - start
        size = float(np.hypot(*step))
        self.shape.set_visible(size > 0)
        if size > 0:
            along, across = step / size, np.array([-step[1], step[0]]) / size
            head = min(4.0 * self.width, size)
            shaft = max(size - head, 0.0)
            half, wing = 0.35 * self.width, 1.6 * self.width
            outline = [(0, half), (shaft, half), (shaft, wing), (size, 0)]
            outline += [(along_by, -across_by) for along_by, across_by in outline[2::-1]]
            self.shape.set_xy([start + a * along + b * across for a, b in outline])


class Curve:
    """A line through points that move; ``style`` as in matplotlib ('-', '--', 'o', ...).

    >>> fig, ax = figure()
    >>> curve = Curve(ax)
    >>> curve.move([0, 1], [2, 3])
    >>> curve.line.get_ydata()
    [2, 3]
    """

    def __init__(
        self, ax: Axes, colour: str = WEIGHTS, style: str = "-", label: str | None = None,
        **more: Any,
    ) -> None:  # fmt: skip
        self.line: Line2D
        (self.line,) = ax.plot([], [], style, color=colour, label=label, animated=True, **more)

    def move(self, x: Any, y: Any) -> None:
        """Draw it through these points."""
        self.line.set_data(x, y)


class Marks(Curve):
    """Rings around examples: what just went wrong, or what matters now.

    >>> fig, ax = figure()
    >>> marks = Marks(ax)
    >>> marks.move(np.array([[1.0, 2.0]]))
    >>> marks.line.get_xdata()
    array([1.])
    """

    def __init__(self, ax: Axes, colour: str = MISTAKE, label: str | None = None) -> None:
        ring = {"ms": 13, "mfc": "none", "mew": 2, "zorder": 4}
        super().__init__(ax, colour, "o", label, **ring)

    def move(self, X: Any, y: Any = None) -> None:
        """Ring these points (a table with two columns)."""
        X = np.asarray(X, dtype=float).reshape(-1, 2)
        self.line.set_data(X[:, 0], X[:, 1])


class Bars:
    """Bars whose heights move.

    >>> fig, ax = figure()
    >>> bars = Bars(ax, 3)
    >>> bars.move([1, 2, 3])
    >>> [bar.get_height() for bar in bars.bars]
    [1, 2, 3]
    """

    def __init__(self, ax: Axes, count: int, colour: Any = WEIGHTS, label: Any = None) -> None:
        self.bars = ax.bar(np.arange(1, count + 1), np.zeros(count), color=colour, label=label)
        for bar in self.bars:
            bar.set_animated(True)

    def move(self, heights: Any) -> None:
        """Draw them this high."""
        for bar, height in zip(self.bars, heights, strict=True):
            bar.set_height(height)


class Note:
    """A few words at a place in the axes (0, 0 is their lower left corner, 1, 1 the upper right).

    >>> fig, ax = figure()
    >>> note = Note(ax)
    >>> note.move("round 3")
    >>> note.text.get_text()
    'round 3'
    """

    def __init__(
        self, ax: Axes, x: float = 0.02, y: float = 0.98, colour: str = WEIGHTS, **more: Any
    ) -> None:
        how = {"transform": ax.transAxes, "va": "top", "animated": True, **more}
        self.text = ax.text(x, y, "", color=colour, **how)

    def move(self, words: str) -> None:
        """Say this."""
        self.text.set_text(words)


def angle(degrees: float, length: float = 1.0) -> npt.NDArray[np.float64]:
    """The vector of this length at this angle from the first axis, counterclockwise.

    >>> angle(90.0).round(6)
    array([0., 1.])
    """
    turn: Array = np.deg2rad(degrees) * np.ones(1)
    return length * np.array([np.cos(turn[0]), np.sin(turn[0])])
