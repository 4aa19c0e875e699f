"""Certificates: a theorem, checked on one run, assumption by assumption and step by step.

A theorem's function looks at a run and returns a `Certificate`. It says whether the assumptions
hold, checks every inequality of the proof at every update, and compares the number of mistakes
with the bound. Where an assumption fails the theorem says nothing about the run, and neither does
the certificate: ``holds`` is then None.

Whole numbers are compared exactly, as Python integers if need be. Everything else is compared up
to rounding: ``left <= right`` may fail by a relative 1e-9 of the larger side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from typing import Any, ParamSpec

import numpy as np

from ...core.runs import WeightRun
from ...course.formulas import typeset
from ...validate import Indices

__all__ = ["Assumption", "Certificate", "Failure", "Step", "about_weights", "whole_numbers"]

TOLERANCE = 1e-9
ROUNDING = 1e-13


@dataclass(frozen=True)
class Assumption:
    """Something the theorem takes for granted, and whether this run grants it.

    >>> print(Assumption("w starts at 0", False, "it starts at [-10.]"))
    [fails] w starts at 0: it starts at [-10.]
    """

    text: str
    holds: bool
    detail: str = ""

    def __str__(self) -> str:
        mark = "ok" if self.holds else "fails"
        return f"[{mark}] {self.text}" + (f": {self.detail}" if self.detail else "")


@dataclass(frozen=True)
class Step:
    """One inequality of a proof, left <= right, with one entry for every place it is used.

    ``rounds`` says in which round of the run each entry arises (-1: about the whole run).
    ``equal`` asks for equality instead. ``size`` is how large the terms are that a side is the sum
    of, where that is more than the side itself: rounding errors are judged against it.

    >>> step = Step("k <= k^2", np.array([1, 2]), np.array([1, 4]), np.array([0, 5]))
    >>> step.holds, step.slack
    (True, array([0, 2]))
    """

    text: str
    left: Any
    right: Any
    rounds: Indices
    equal: bool = False
    size: Any = 0.0

    @property
    def slack(self) -> Any:
        """right - left at every entry (minus the distance, where equality is asked for)."""
        difference = self.right - self.left
        return 0 - abs(difference) if self.equal else difference

    @property
    def good(self) -> Any:
        """At which entries the inequality holds."""
        slack = self.slack
        if not len(slack):
            return np.zeros(0, dtype=bool)
        if slack.dtype.kind in "iuO":
            return np.array([value >= 0 for value in slack.tolist()])
        scale = np.maximum(np.maximum(np.abs(self.left), np.abs(self.right)), self.size)
        return slack >= -TOLERANCE * np.maximum(scale, np.max(scale) * TOLERANCE)

    @property
    def holds(self) -> bool:
        """Does it hold everywhere?"""
        return bool(np.all(self.good))

    @property
    def least_slack(self) -> float:
        """How near the inequality comes to failing; what is within rounding error counts as 0."""
        least = min(map(float, self.slack.tolist()), default=float("inf"))
        sides = (np.max(np.abs(side), initial=0) for side in (self.left, self.right))
        return 0.0 if self.holds and abs(least) <= ROUNDING * float(max(sides)) else least


@dataclass(frozen=True)
class Failure:
    """The first place where a step of the proof fails.

    >>> print(Failure("v.w >= k g", 7))
    "v.w >= k g" fails in round 7
    """

    step: str
    round: int

    def __str__(self) -> str:
        where = f"in round {self.round}" if self.round >= 0 else "for the run as a whole"
        return f'"{self.step}" fails {where}'


@dataclass(frozen=True)
class Certificate:
    """A theorem about one run: what it assumes, each step of its proof, and its bound.

    ``holds`` is True if everything was confirmed, False if the theorem is refuted, and None if
    an assumption fails, so that the theorem makes no claim.

    >>> Certificate("Novikoff", "M <= R^2/rho^2", 3, 4.0, (), ()).holds
    True
    """

    theorem: str
    statement: str
    mistakes: int | Fraction
    bound: float
    assumptions: tuple[Assumption, ...]
    steps: tuple[Step, ...]

    @property
    def applies(self) -> bool:
        """Do all assumptions hold?"""
        return all(assumption.holds for assumption in self.assumptions)

    @property
    def within_bound(self) -> bool:
        """Is the number of mistakes within the bound (up to rounding of the bound)?"""
        return self.mistakes <= self.bound * (1 + TOLERANCE)

    @property
    def holds(self) -> bool | None:
        """Confirmed, refuted, or (None) no claim because an assumption fails."""
        if not self.applies:
            return None
        return self.within_bound and all(step.holds for step in self.steps)

    @property
    def first_failure(self) -> Failure | None:
        """The first round in which a step of the proof fails, if one does."""
        failures = [
            Failure(step.text, int(step.rounds[bad]))
            for step in self.steps
            for bad in np.flatnonzero(~step.good)[:1]
        ]
        return min(failures, key=lambda failure: failure.round % 2**62, default=None)

    @property
    def verdict(self) -> str:
        """One sentence on the outcome."""
        count = f"{self.mistakes} mistake{'' if self.mistakes == 1 else 's'}"
        compared = f"{count}, bound {self.bound:.6g}"
        if self.holds is None:
            failing = next(a for a in self.assumptions if not a.holds)
            return f"no claim, because an assumption fails ({failing.text}); {compared}"
        if self.holds:
            return f"holds: {compared}"
        return f"REFUTED: {compared}" + (f"; {self.first_failure}" if self.first_failure else "")

    def __str__(self) -> str:
        lines = [f"{self.theorem}: {self.statement}", f"  {self.verdict}"]
        lines += [f"  {assumption}" for assumption in self.assumptions]
        for text, checked, slack, mark in self._rows():
            lines.append(f"  {mark:>5}  {text}  (checked {checked}, least slack {slack})")
        return "\n".join(lines)

    __repr__ = __str__

    def _rows(self) -> list[tuple[str, str, str, str]]:
        return [
            (
                step.text,
                f"{len(step.rounds)}x",
                f"{step.least_slack:.4g}",
                "ok" if step.holds else "FAILS",
            )
            for step in self.steps
        ]

    def _repr_html_(self) -> str:
        """The certificate as a compact table, for notebooks."""
        left = "style='text-align: left'"
        rows = [
            f"<tr><td {left}>{typeset(a.text)}</td>"
            f"<td {left} colspan='2'>assumed{': ' if a.detail else ''}{typeset(a.detail)}</td>"
            f"<td {left}>{'ok' if a.holds else '<b>fails</b>'}</td></tr>"
            for a in self.assumptions
        ]
        rows += [
            f"<tr><td {left}>{typeset(text)}</td><td>{checked}</td><td>{slack}</td>"
            f"<td {left}>{'ok' if mark == 'ok' else '<b>FAILS</b>'}</td></tr>"
            for text, checked, slack, mark in self._rows()
        ]
        heads = "".join(f"<th {left}>{h}</th>" for h in ("step", "checked", "least slack", "holds"))
        return (
            f"<table><caption {left}><b>{typeset(self.theorem)}</b>: {typeset(self.statement)}"
            f"<br>{typeset(self.verdict)}</caption><thead><tr>{heads}</tr></thead>"
            f"<tbody>{''.join(rows)}</tbody></table>"
        )


P = ParamSpec("P")


def about_weights(theorem: Callable[P, Certificate]) -> Callable[P, Certificate]:
    """A theorem about runs with a weight vector: anything else gets a sentence.

    >>> from perceptronlib import Perceptron, theorems
    >>> theorems.novikoff(Perceptron())
    Traceback (most recent call last):
        ...
    TypeError: novikoff looks at a run with a weight vector; got a Perceptron. Fit the learner ...
    """

    @wraps(theorem)
    def checked(*args: P.args, **kwargs: P.kwargs) -> Certificate:
        run = args[0] if args else kwargs.get("run")
        if not isinstance(run, WeightRun):
            kernel = type(run).__name__ == "KernelRun"
            advice = (
                "Play the kernel's features instead (kernel.features, where they are finite)."
                if kernel
                else "Fit the learner and give its run_, or what play returned."
            )
            raise TypeError(
                f"{theorem.__name__} looks at a run with a weight vector; got a "
                f"{type(run).__name__}. {advice}"
            )
        return theorem(*args, **kwargs)

    return checked


def whole_numbers(*arrays: Any, most: float = np.inf) -> tuple[Any, ...]:
    """The arrays as integers if every number in all of them is whole, else unchanged.

    ``most`` bounds whatever will be computed from them. If that fits into 64 bits they are
    int64; otherwise they are Python's integers, which are slower but have no size limit. Either
    way sums and squares of them are exact.

    >>> whole_numbers(np.array([1.0, 2.0]), np.array([3.0]))
    (array([1, 2], dtype=object), array([3], dtype=object))
    >>> whole_numbers(np.array([1.0, 2.0]), most=5.0)
    (array([1, 2]),)
    >>> whole_numbers(np.array([0.5]))
    (array([0.5]),)
    """
    if not all(np.all(np.isfinite(a)) and np.all(a == np.rint(a)) for a in arrays):
        return arrays
    if most < 2.0**62:
        return tuple(np.asarray(a).astype(np.int64) for a in arrays)
    return tuple(
        np.array([int(value) for value in a.ravel().tolist()], dtype=object).reshape(a.shape)
        for a in map(np.asarray, arrays)
    )
