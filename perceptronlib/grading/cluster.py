"""The same grading on a Dask cluster: ``grade ... --scheduler tcp://host:8786``.

Each worker needs perceptronlib and bubblewrap; it gets the plan of the exercise and the bytes of a
notebook, and gives back a record. A worker that is lost costs nothing but the time: its submissions
are graded by the others. Right answers travel to the workers, so these must be the instructor's.
"""

from __future__ import annotations

import atexit
import functools
import importlib
import os
import threading
from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any, TypeVar

from .grade import Plan, grade
from .record import Record
from .sandbox import Box, Limits

__all__ = ["graded"]

AT_ONCE = 64
"""Submissions that are under way at the same time; the rest waits here, not on the cluster."""

Job = TypeVar("Job")


def graded(
    address: str, jobs: Iterable[tuple[Job, Plan, bytes]], limits: Limits, unsafe: bool = False
) -> Iterator[tuple[Job, Record]]:
    """Grade the jobs on the cluster at an address; each with its record, as they are finished.

    >>> list(graded("", [], Limits()))
    []
    """
    waiting = list(jobs)
    if not waiting:
        return
    try:
        distributed: Any = importlib.import_module("distributed")  # it ships no types
    except ImportError:
        install = 'python -m pip install "perceptronlib[cluster]"'
        raise SystemExit(f"--scheduler needs Dask, which is not installed: {install}") from None
    with distributed.Client(address, timeout="30s") as client:
        owner: dict[str, Job] = {}
        plans: dict[str, Any] = {}

        def submit() -> Any:
            job, plan, data = waiting.pop()
            if plan.exercise not in plans:
                plans[plan.exercise] = client.scatter(plan, broadcast=True)
            future = client.submit(
                grade_there, plans[plan.exercise], data, limits, unsafe, pure=False, retries=3
            )
            owner[future.key] = job
            return future

        first = [submit() for _ in range(min(AT_ONCE, len(waiting)))]
        running = distributed.as_completed(first)
        for future in running:
            yield owner.pop(future.key), future.result()
            if waiting:
                running.add(submit())


def grade_there(plan: Plan, data: bytes, limits: Limits, unsafe: bool) -> Record:
    """On the worker: grade one submission, in a sandbox that stays for the next."""
    return grade(plan, data, _box(plan.modules, unsafe), limits, slot=_slot(threading.get_ident()))


@functools.cache
def _slot(thread: int) -> int:
    """A slot for a thread of this worker; those of other workers hardly ever have the same."""
    return (os.getpid() + 1009 * next(_THREADS)) % 4000


_THREADS = count()


@functools.cache
def _box(modules: tuple[str, ...], unsafe: bool) -> Box:
    box = Box(modules, unsafe)
    atexit.register(box.__exit__)
    return box
