"""Curved regions of the plane, drawn where a score is positive."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from ...notebook import pictures
from ...notebook.compound import Examples

__all__ = ["CurvedPlane", "Errors", "Region", "grid", "outline"]


GRID = 80
"""Points along each side of the grid on which scores are shown: even, so that none lies on 0."""


def grid(reach: float) -> Any:
    """A grid of the plane a bit farther than ``reach``: a table whose rows are its points.

    >>> grid(1.0).shape
    (6400, 2)
    """
    along = np.linspace(-1.1 * reach, 1.1 * reach, GRID)
    return np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2)


def outline(scores: Any, reach: float) -> Path:
    """The outline of where the scores, given on `grid`, are positive.

    >>> outline(grid(1.0)[:, 0] - 9.0, 1.0).vertices.shape
    (0, 2)
    """
    along = np.linspace(-1.1 * reach, 1.1 * reach, GRID)
    values = np.reshape(scores, (GRID, GRID)) / (np.abs(scores).max() or 1.0)
    drawn = _scratch().contourf(along, along, values, [0, 2])
    positive: Path = drawn.get_paths()[0]
    drawn.remove()
    return positive


@cache
def _scratch() -> Any:
    """Axes that nobody sees, for matplotlib's contours: making them anew would take 10 ms."""
    return Figure().subplots()


class Region:
    """Where a curved score is positive: shaded, and its edge drawn; moved to an `outline`.

    >>> fig, ax = pictures.figure()
    >>> region = Region(ax)
    >>> region.move(outline(grid(1.0)[:, 0], 1.0))
    >>> bool(region.patch.get_path().vertices[:, 0].min() < 1e-9)
    True
    """

    def __init__(self, ax: Any) -> None:
        shade = (pictures.POSITIVE, 0.12)
        self.patch = PathPatch(Path(np.zeros((0, 2))), fc=shade, ec=pictures.WEIGHTS, lw=2)
        self.patch.set_animated(True)
        self.patch.set_zorder(1)
        ax.add_patch(self.patch)

    def move(self, where: Path) -> None:
        """Draw it there."""
        self.patch.set_path(where)


class CurvedPlane:
    """Examples that change, the support vectors among them, and where the score is positive.

    >>> fig, ax = pictures.figure()
    >>> plane = CurvedPlane(ax, reach=1.0)
    >>> X, y = np.array([[0.5, 0.0], [-0.5, 0.0]]), np.array([1, -1])
    >>> plane.move(X, y, support=X[:1], where=outline(grid(1.0)[:, 0], 1.0))
    >>> plane.support.line.get_xdata()
    array([0.5])
    """

    def __init__(self, ax: Any, reach: float) -> None:
        pictures.plane(ax, reach=reach)
        self.region = Region(ax)
        self.examples = Examples(ax, size=5, mec="white")
        ring: dict[str, Any] = {"mfc": "none", "mew": 1.2, "ms": 9}
        self.support = pictures.Curve(ax, pictures.WEIGHTS, "D", **ring)
        ax.set_title("diamonds: support vectors")

    def move(self, X: Any, y: Any, support: Any, where: Any) -> None:
        """Draw all of it."""
        self.region.move(where)
        self.examples.move(X, y)
        self.support.move(*support.T)


class Errors:
    """Errors on the examples and on fresh ones, along a parameter, with the present one marked.

    >>> fig, ax = pictures.figure()
    >>> errors = Errors(ax)
    >>> errors.move([1, 2, 3], own=[30, 20, 10], new=[40, 30, 35], k=1)
    >>> errors.dot.line.get_data()
    ([2], [30])
    """

    def __init__(self, ax: Any) -> None:
        self.own = pictures.Curve(ax, pictures.QUIET, "o--", "on the examples", ms=4, lw=1.5)
        self.new = pictures.Curve(ax, pictures.WEIGHTS, "o-", "on fresh ones", ms=4, lw=1.5)
        self.dot = pictures.Curve(ax, pictures.WEIGHTS, "o", ms=9)
        pictures.legend(ax, "upper center")

    def move(self, along: Any, own: Any, new: Any, k: int) -> None:
        """Draw them, and mark number k."""
        self.own.move(along, own)
        self.new.move(along, new)
        self.dot.move(along[k : k + 1], new[k : k + 1])
