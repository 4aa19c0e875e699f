"""What Python does otherwise in a browser, so that notebooks run and say there what they do here.

In a browser, in JupyterLite or in a worker of a page, Python is Pyodide. That fetches a package
when it sees the import of it in a cell; but no cell imports scipy, by far the heaviest (14 MB):
the library does, inside the few functions that need it. So there it is the first such import
that fetches it. A browser's worker can wait for a download, a page cannot; so this needs a worker,
which is where both run Python.

And Pyodide counts with 32 bits where other machines do with 64, so numpy remarks on every array
with 64 that it has them. What is the custom elsewhere is left unsaid here, too.
"""

from __future__ import annotations

import hashlib
import importlib
import re
import sys
import sysconfig
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["as_elsewhere", "fetch_scipy_when_needed", "show_arrays_as_elsewhere"]


def fetch_scipy_when_needed() -> None:
    """Let the first `import scipy` that finds none fetch it; called where Python is Pyodide.

    >>> before = [*sys.meta_path]
    >>> fetch_scipy_when_needed()
    >>> (asked,) = [finder for finder in sys.meta_path if finder not in before]
    >>> asked.find_spec("numpy", None) is None  # it knows of scipy alone
    True
    >>> sys.meta_path.remove(asked)  # no browser, nothing to fetch
    """
    sys.meta_path.insert(sys.meta_path.index(PathFinder) + 1, _Fetching())


def show_arrays_as_elsewhere() -> None:
    """Let cells show arrays as other machines do; called where Python is Pyodide.

    numpy's own setting would be forgotten from cell to cell.

    >>> show_arrays_as_elsewhere()  # no notebook, nothing to show
    """
    try:
        from IPython import get_ipython
    except ImportError:  # the worker of a page: it draws, and shows no arrays
        return
    shell: Any = get_ipython()
    if shell is not None:
        shell.display_formatter.formatters["text/plain"].for_type(np.ndarray, _pretty)


def _pretty(array: npt.NDArray[Any], printer: Any, cycle: bool) -> None:
    """Lines of an array that stands in a list or a pair are indented, as IPython does it."""
    with printer.group():
        for k, line in enumerate(as_elsewhere(array).splitlines()):
            if k:
                printer.break_()
            printer.text(line)


def as_elsewhere(array: npt.NDArray[Any]) -> str:
    """An array as a machine with 64 bits shows it.

    >>> as_elsewhere(np.array([2, 3])), as_elsewhere(np.array([2, 3], dtype=np.uint8))
    ('array([2, 3])', 'array([2, 3], dtype=uint8)')
    """
    return re.sub(r",\s+dtype=int64\)$", ")", np.array_repr(array))


class _Fetching(MetaPathFinder):
    """Asked for modules that are not there; it knows how to get one of them."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != "scipy":
            return None
        sys.meta_path.remove(self)  # once: if that was in vain, the import fails as it would have
        _fetch(name)
        importlib.invalidate_caches()
        return PathFinder.find_spec(name)


def _fetch(name: str) -> None:
    """Download a package of Pyodide's list and unpack it, while everything else waits."""
    import js
    import pyodide_js

    known: Any = getattr(pyodide_js.lockfile.packages, name)
    request = js.XMLHttpRequest.new()
    request.open("GET", js.URL.new(known.file_name, pyodide_js.lockfileBaseUrl).href, False)
    request.responseType = "arraybuffer"
    request.send()
    if request.status != 200 or _sum(request.response) != known.sha256:
        raise ImportError(
            f"{name}, which this needs, could not be fetched: look whether the browser is online, "
            "and run the cell again",
            name=name,
        )
    here = sysconfig.get_path("purelib")  # and not in the folder of the notebook
    pyodide_js.unpackArchive(request.response, "whl", extractDir=here)


def _sum(buffer: Any) -> str:
    return hashlib.sha256(buffer.to_memoryview()).hexdigest()
