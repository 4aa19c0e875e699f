"""Is everything there that the course needs? `python -m perceptronlib check-setup` says so."""

from __future__ import annotations

import platform
import sys
from dataclasses import dataclass
from importlib import metadata, util

from .. import INSTALL, __version__

__all__ = ["NEEDED", "Finding", "findings", "missing", "report"]

NEEDED = {
    "numpy": "the arrays everything is made of",
    "scipy": "the largest margin and other optima",
    "matplotlib": "pictures",
    "pillow": "small files for pictures",
    "ipywidgets": "sliders",
    "jupyterlab": "where lectures are read",
}
"""What the lectures need; `pip install "perceptronlib[course]"` brings all of it."""

MODULES = {"pillow": "PIL"}
"""Where a package is imported by another name than it is installed by."""

WELCOME = {"numba": "large runs are slower without it"}
"""What is used where it is present."""


@dataclass(frozen=True)
class Finding:
    """A package, its version ("" where it is missing), what it is for, and whether it must be.

    >>> Finding("numpy", "2.0", "arrays", needed=True).version
    '2.0'
    """

    name: str
    version: str
    purpose: str
    needed: bool

    @property
    def line(self) -> str:
        """
        >>> Finding("numpy", "2.0", "arrays", needed=True).line
        'ok       numpy 2.0'
        >>> Finding("numba", "", "slower without it", needed=False).line
        'absent   numba (slower without it)'
        """
        if self.version:
            return f"ok       {self.name} {self.version}"
        state = "missing " if self.needed else "absent  "
        return f"{state} {self.name} ({self.purpose})"


def findings() -> list[Finding]:
    """What is installed of all that the course uses.

    >>> [finding.name for finding in findings()][:2]
    ['numpy', 'scipy']
    """
    return [
        Finding(name, _version(name), purpose, needed=name in NEEDED)
        for name, purpose in {**NEEDED, **WELCOME}.items()
    ]


def missing() -> list[str]:
    """What the course cannot do without, and is not installed.

    >>> missing()
    []
    """
    return [finding.name for finding in findings() if finding.needed and not finding.version]


def report() -> tuple[str, bool]:
    """What is installed, in lines for a terminal; and whether that is enough.

    >>> report()[0].split(",")[0] == f"perceptronlib {__version__}"
    True
    """
    system = f"{platform.system() or 'an unknown system'} {platform.release()}".strip()
    lines = [f"perceptronlib {__version__}, Python {platform.python_version()}, {system}"]
    lines += [finding.line for finding in findings()]
    absent = missing()
    if absent:
        lines.append(f"To install what is missing: {INSTALL}")
    else:
        lines.append("Everything is there: python -m perceptronlib lab opens the course.")
    if sys.platform != "linux":
        lines.append(
            "The official grade (python -m perceptronlib grade) needs Linux; all else works here."
        )
    return "\n".join(lines), not absent


def _version(name: str) -> str:
    """The version of a package, "" if it cannot be found."""
    try:
        return metadata.version(name) if util.find_spec(MODULES.get(name, name)) else ""
    except (metadata.PackageNotFoundError, ValueError):
        return ""
