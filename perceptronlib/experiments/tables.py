"""What the experiments share: tables that say where they come from, standard errors, and plots.

A table is kept as JSON in the folder ``tables`` beside this module, a line for each row, with the
date, the versions and the command that made it, so that a reader can tell how old a figure is and
can make it again.
"""

from __future__ import annotations

import json
import math
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from .. import __version__

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Record", "draw", "load", "save", "save_picture", "summary"]

FOLDER = Path(__file__).parent / "tables"
"""Where tables and plots are kept."""

Row: TypeAlias = dict[str, Any]
"""One line of a table: numbers, words and summaries, by name."""


@dataclass(frozen=True)
class Record:
    """A table and where it comes from: the day it was made, with which versions, by which command.

    >>> record = load("simulation")
    >>> record.command, sorted(record.versions)
    ('make simulation', ['numpy', 'perceptronlib', 'python'])
    """

    date: str
    versions: dict[str, str]
    command: str
    rows: list[Row]

    def row(self, **wanted: float | str) -> Row:
        """The one row that has these values.

        >>> load("simulation").row(k=2, N=100)["rounds"]
        800
        """
        found = [row for row in self.rows if all(row[name] == wanted[name] for name in wanted)]
        if len(found) != 1:
            named = ", ".join(f"{name}={value!r}" for name, value in wanted.items())
            raise ValueError(
                f"{len(found)} rows have {named}; expected exactly one. "
                f"The columns are {', '.join(self.rows[0])}."
            )
        return found[0]


def save(name: str, rows: Iterable[Row], command: str, folder: Path = FOLDER) -> Path:
    """Keep a table under this name, with today's date, the versions and the command; its file.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = save("squares", [{"x": 2, "square": 4}], "make squares", Path(folder))
    ...     path.name, load("squares", Path(folder)).rows
    ('squares.json', [{'x': 2, 'square': 4}])
    """
    about = {"date": date.today().isoformat(), "versions": versions(), "command": command}
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in about.items()]
    kept = ",\n".join(json.dumps(row, allow_nan=False) for row in rows)
    path = folder / f"{name}.json"
    path.write_text("{" + ",\n".join(lines) + ',\n"rows": [\n' + kept + "\n]}\n", encoding="utf-8")
    return path


def load(name: str, folder: Path = FOLDER) -> Record:
    """The table of this name, as it was saved.

    >>> load("simulation").rows[0]["N"]
    100
    """
    path = folder / f"{name}.json"
    if not path.exists():
        kept = ", ".join(sorted(repr(file.stem) for file in folder.glob("*.json"))) or "none"
        raise FileNotFoundError(f"there is no table {name!r}; those kept are: {kept}")
    return Record(**json.loads(path.read_text(encoding="utf-8")))


def versions() -> dict[str, str]:
    """The versions that a figure may depend on."""
    return {
        "perceptronlib": __version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
    }


def summary(runs: Iterable[float]) -> Row:
    """The mean of some runs, the standard error of that mean, and the runs themselves.

    The standard error is s/sqrt(n), with s^2 = sum (value - mean)^2 / (n - 1); one run has none
    (NaN), as nothing says how far another would be off. Both are rounded to three places.

    >>> summary([20, 24, 22])
    {'mean': 22.0, 'error': 1.155, 'runs': [20, 24, 22]}
    """
    runs = list(runs)
    if not runs:
        raise ValueError("there are no runs to summarise; expected at least one seed")
    n = len(runs)
    error = math.nan if n == 1 else float(np.std(runs, ddof=1)) / math.sqrt(n)
    return {"mean": round(float(np.mean(runs)), 3), "error": round(error, 3), "runs": runs}


def draw(
    ax: Axes, x: Sequence[float], summaries: Iterable[Row], look: str, scale: float = 1.0,
    **more: Any,
) -> None:  # fmt: skip
    """Draw means, times ``scale``, as a curve, with bars of one standard error either way.

    ``look`` is matplotlib's format, such as "o-"; ``more`` goes to the curve. Light lines across
    help to read it off.

    >>> from perceptronlib.course.style import figure
    >>> fig, ax = figure()
    >>> draw(ax, [1, 2], [summary([3, 5]), summary([4, 6])], "o-", color="black")
    >>> ax.lines[0].get_ydata()
    array([4., 5.])
    """
    summaries = list(summaries)
    means = scale * np.array([each["mean"] for each in summaries])
    errors = scale * np.nan_to_num([each["error"] for each in summaries])
    (line,) = ax.plot(x, means, look, **{"ms": 6, "mec": "white", **more})
    ax.errorbar(x, means, errors, fmt="none", ecolor=line.get_color(), elinewidth=1)
    ax.grid(axis="y", color="#E8E8E8", lw=0.8)
    ax.set_axisbelow(True)


def save_picture(name: str, fig: Figure, folder: Path = FOLDER) -> Path:
    """Keep a figure as a PNG under this name; the same figure gives the same bytes.

    >>> from tempfile import TemporaryDirectory
    >>> from perceptronlib.course.style import figure
    >>> with TemporaryDirectory() as folder:
    ...     save_picture("empty", figure()[0], Path(folder)).name
    'empty.png'
    """
    path = folder / f"{name}.png"
    fig.savefig(path, metadata={"Software": None})  # else the file names matplotlib's version
    return path
