"""How pictures look: the course's colours, its style, and an empty figure in it.

The colours differ for every kind of colour vision and on a grey printer. matplotlib is loaded with
the first figure. Used in all lectures, through `perceptronlib.pictures`.
"""

from __future__ import annotations

from typing import Any

__all__ = ["figure"]

POSITIVE, NEGATIVE = "#0072B2", "#D55E00"
WEIGHTS, BOUND, MISTAKE, QUIET = "#000000", "#117733", "#AA3377", "#767676"
THIRD = "#8B7355"
"""A neutral for a third learner, beside black and grey.

Each colour has a contrast of at least 3:1 on white, so that thin lines can be seen by everyone.
"""

ANSWERS = {"last": (QUIET, "o--"), "averaged": (WEIGHTS, "s-"), "voted": (WEIGHTS, "D:")}
"""Colour and style of a run's three answers: the same on every picture."""

STYLE: dict[str, Any] = {
    "font.size": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": QUIET,
    "axes.grid": False,
    "lines.linewidth": 2,
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
}

DPI = 150
"""Dots per inch in the file; a picture is shown at two thirds of that, crisp on fine screens."""


def figure(width: float = 7.2, height: float = 3.6, columns: int = 1, **grid: Any) -> Any:
    """A new figure (in inches) and its axes, in the course's style; several columns share it.

    It does not belong to pyplot, so nothing is shown until `explore.show` or a slider asks for it.

    >>> fig, axes = figure(columns=2)
    >>> len(axes), fig.get_size_inches()
    (2, array([7.2, 3.6]))
    """
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE):  # type: ignore[arg-type]
        fig = Figure(figsize=(width, height), dpi=DPI, layout="constrained")
        FigureCanvasAgg(fig)
        axes = fig.subplots(1, columns, **grid)
    return fig, axes
