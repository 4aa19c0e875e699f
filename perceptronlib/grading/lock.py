"""One grader at a time in a folder of results, and nothing left there of one that was killed.

The form for marks has a lock of its own, held for moments: people mark while a grader is at work.
"""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["Busy", "alone", "with_the_form"]


class Busy(RuntimeError):
    """Another grader is at work on the same results.

    >>> raise Busy("results are being written by another grader")
    Traceback (most recent call last):
    ...
    perceptronlib.grading.lock.Busy: results are being written by another grader
    """


@contextmanager
def alone(out: Path) -> Iterator[Path]:
    """A place for temporary files in a folder of results that is locked meanwhile.

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp())
    >>> with alone(out) as work:
    ...     work.name, work.is_dir()
    ('.work', True)
    """
    out.mkdir(parents=True, exist_ok=True)
    with (out / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Busy(
                f"another grader is writing to {out}: wait for it, or name another"
            ) from None
        try:
            yield _cleared(out)
        finally:
            shutil.rmtree(out / ".work", ignore_errors=True)


@contextmanager
def with_the_form(out: Path) -> Iterator[None]:
    """Nobody else reads or writes the form for marks meanwhile; waits until that is so.

    >>> import tempfile
    >>> with with_the_form(Path(tempfile.mkdtemp())):
    ...     pass
    """
    out.mkdir(parents=True, exist_ok=True)
    with (out / ".marks.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _cleared(out: Path) -> Path:
    """An empty place for temporary files, after what a grader left that was killed is gone."""
    work = out / ".work"
    shutil.rmtree(work, ignore_errors=True)
    with with_the_form(out):  # what is unfinished there belongs to somebody who lives
        for unfinished in out.rglob(".*.part"):
            unfinished.unlink(missing_ok=True)
    work.mkdir()
    return work
