"""What notebooks offer beyond Python: it is there, and does nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

__all__ = ["NOTHING", "offer_ipython"]


class Nothing:
    """Stands for IPython: whatever is asked of it, it does nothing.

    >>> shell = Nothing()
    >>> shell.run_line_magic("matplotlib", "inline") is shell, list(shell), bool(shell)
    (True, [], False)
    """

    version_info = (9, 0)  # matplotlib looks at it
    __spec__ = None  # and `import` at this

    def __getattr__(self, name: str) -> Nothing:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *_: object, **__: object) -> Nothing:
        return self

    def __iter__(self) -> Iterator[object]:
        return iter(())

    def __bool__(self) -> bool:
        return False  # else matplotlib takes it for a shell


NOTHING = Nothing()
PARTS = (
    *("", ".display", ".core", ".core.debugger", ".core.display", ".core.interactiveshell"),
    ".core.magic",
)


def offer_ipython(folder: str) -> None:
    """Put stand-ins where IPython would be; the folder holds those files of it that are real.

    >>> offer_ipython.__name__
    'offer_ipython'
    """
    modules: dict[str, Any] = sys.modules
    for part in PARTS:
        modules[f"IPython{part}"] = NOTHING
    core, utils = Nothing(), type(sys)("IPython.utils")
    for part, package in (("core", core), ("utils", utils)):
        package.__dict__["__path__"] = [f"{folder}/IPython/{part}"]
        modules[f"IPython.{part}"] = package
