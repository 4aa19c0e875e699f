"""Patience with a student's code: a loop that does not end is ended."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

__all__ = ["TooSlow", "patience"]


class TooSlow(BaseException):
    """Not an Exception, so that a student's `except Exception` does not swallow it.

    >>> issubclass(TooSlow, Exception)
    False
    """


def patience(seconds: float) -> AbstractContextManager[None]:
    """End a loop that does not end: by an alarm, or, where there are none, by a look at the clock.

    Windows has no alarms, nor has the browser; nor do threads other than the first get any.

    >>> with patience(10):
    ...     print("soon done")
    soon done
    """
    first = threading.current_thread() is threading.main_thread()
    return _alarm(seconds) if first and hasattr(signal, "setitimer") else _clock(seconds)


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    def ring(*_: Any) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _clock(seconds: float) -> Iterator[None]:
    """Look at the clock before every line that runs: slow, but it works everywhere."""
    end = time.monotonic() + seconds

    def look(*_: Any) -> Any:
        if time.monotonic() > end:
            raise TooSlow
        return look

    before = sys.gettrace()
    sys.settrace(look)
    try:
        yield
    finally:
        sys.settrace(before)
