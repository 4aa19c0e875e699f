"""Certificates: a theorem, checked on one run, assumption by assumption and step by step.

A theorem's function looks at a run and returns a `Certificate`. It says whether the assumptions
hold, checks every step of the proof at every update, and compares what it counts with the bound.
There are three verdicts, and a false one would be the worst mistake this library could make:

- *holds*: everything was confirmed, in exact arithmetic;
- *no claim*: an assumption fails, or something stands in the way of judging (a round of the run
  was decided by rounding, an interval contains equality), and the certificate says which;
- *REFUTED*: a step of the proof, or the bound, is false for these mistakes.

The steps themselves are `Statement`\\ s: formulas in a few numbers, which the certificate evaluates
with whole numbers and fractions, and which the proofs of the test suite evaluate with symbols. What
is printed is what is checked on the run, and what is proved for every run.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ...course.formulas import typeset
from ...validate import Array, Indices
from ..exact import Number, at_most, equal, nearest_float

__all__ = ["Assumption", "Certificate", "Failure", "Statement", "Step"]

NEGLIGIBLE = 1e-13
"""A slack below this fraction of what is compared is shown as 0 (and still judged exactly)."""

WHOLE_RUN = -1
"""The round of a step that is about the run as a whole."""


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
class Statement:
    """One step of a proof: ``left <= right`` (or ``equal``), a formula in a few named numbers.

    ``left`` and ``right`` take a record of numbers, such as `SimpleNamespace(k=3, g=2)`, and only
    add, multiply and divide what is in it; so they work on fractions and on symbols alike. Where a
    side holds a root, which can only be enclosed, ``decide`` gives two sides without roots whose
    comparison says the same, so that equality can be decided too.

    >>> from types import SimpleNamespace
    >>> growth = Statement("|w'|^2 <= |w|^2 + |x|^2", lambda q: q.after, lambda q: q.before + q.x2)
    >>> growth.at([SimpleNamespace(after=5, before=4, x2=2)], rounds=[7]).least_slack
    1.0
    """

    text: str
    left: Callable[[Any], Any]
    right: Callable[[Any], Any]
    equal: bool = False
    decide: Callable[[Any], tuple[Any, Any]] | None = None

    def at(self, records: Iterable[Any], rounds: Iterable[int]) -> Step:
        """The step at each of these records; each arose in one round of the run."""
        each = list(records)
        left, right = [self.left(q) for q in each], [self.right(q) for q in each]
        sides = zip(left, right, strict=True) if self.decide is None else map(self.decide, each)
        compare = equal if self.equal else at_most
        good = tuple(compare(a, b) for a, b in sides)
        return Step(self.text, tuple(left), tuple(right), np.array(list(rounds)), good, self.equal)

    def once(self, record: Any) -> Step:
        """The step about the run as a whole."""
        return self.at([record], [WHOLE_RUN])


@dataclass(frozen=True)
class Step:
    """A step of a proof as it was checked: both sides at every place where it is used.

    ``rounds`` says in which round of the run each entry arises (-1: about the whole run), ``good``
    whether it is true there (None: the sides are enclosed too loosely to tell).

    >>> step = Step("k <= k^2", (1, 2), (1, 4), np.array([0, 5]), (True, True))
    >>> step.holds, step.slack
    (True, array([0., 2.]))
    """

    text: str
    left: tuple[Number, ...]
    right: tuple[Number, ...]
    rounds: Indices
    good: tuple[bool | None, ...]
    equal: bool = False

    @property
    def slack(self) -> Array:
        """right - left at every entry (minus the distance, where equality is asked for)."""
        gaps = [b - a for a, b in zip(self.left, self.right, strict=True)]
        # an interval around 0, where the step is known to be true, is equality
        tight = [
            at_most(gap, 0) is None and good for gap, good in zip(gaps, self.good, strict=True)
        ]
        floats = [0.0 if zero else nearest_float(g) for g, zero in zip(gaps, tight, strict=True)]
        values = np.array(floats, dtype=np.float64)
        return -np.abs(values) if self.equal else values

    @property
    def holds(self) -> bool | None:
        """Does it hold everywhere? None if it fails nowhere but cannot be told somewhere."""
        if False in self.good:
            return False
        return None if None in self.good else True

    @property
    def least_slack(self) -> float:
        """How near the inequality comes to failing; what floats could not tell from 0 is 0."""
        least = float(np.min(self.slack, initial=np.inf))
        size = max(map(abs, map(nearest_float, (*self.left, *self.right))), default=0.0)
        return 0.0 if self.holds and abs(least) <= NEGLIGIBLE * size else least


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

    ``mistakes`` is what the theorem bounds, ``counts`` says what that is, ``bound`` is None where
    a theorem bounds nothing; with ``equality`` it says that the two are equal, with ``strict`` that
    a whole number is *below* the bound. ``doubt`` says why no verdict can be given, if none can.
    ``holds`` is True if everything was confirmed, False if the theorem is refuted, None for no
    claim.

    >>> Certificate("Novikoff", "M <= R^2/rho^2", 3, 4.0, (), ()).verdict
    'holds: 3 mistakes, bound 4'
    """

    theorem: str
    statement: str
    mistakes: int | Fraction
    bound: float | None
    assumptions: tuple[Assumption, ...]
    steps: tuple[Step, ...]
    counts: str = "mistakes"
    doubt: str = ""
    equality: bool = False
    strict: bool = False

    @property
    def applies(self) -> bool:
        """Do all assumptions hold?"""
        return all(assumption.holds for assumption in self.assumptions)

    @property
    def within_bound(self) -> bool:
        """Is what is counted within the bound?"""
        return self.bound is None or self.mistakes <= self.bound

    @property
    def holds(self) -> bool | None:
        """Confirmed, refuted, or (None) no claim."""
        if not self.applies or self.doubt:
            return None
        answers = {step.holds for step in self.steps} | {self.within_bound}
        if False in answers:
            return False
        return None if None in answers else True

    @property
    def first_failure(self) -> Failure | None:
        """The first round in which a step of the proof fails, if one does."""
        failures = [
            Failure(step.text, int(step.rounds[step.good.index(False)]))
            for step in self.steps
            if False in step.good
        ]
        # a step about the whole run (round -1) comes after all rounds
        return min(failures, key=lambda failure: failure.round % 2**62, default=None)

    @property
    def why_not(self) -> str:
        """Why there is no claim; empty if there is one."""
        if self.holds is not None:
            return ""
        for assumption in self.assumptions:
            if not assumption.holds:
                return f"because an assumption fails ({assumption.text})"
        if self.doubt:
            return f"because {self.doubt}"
        near = next(step for step in self.steps if step.holds is None)
        return f'because "{near.text}" is too near to equality to be told'

    @property
    def verdict(self) -> str:
        """One sentence on the outcome."""
        compared = f"{self.mistakes} {_of(self.counts, self.mistakes)}"
        if self.bound is not None:
            compared += f", bound {self.bound:.6g}"
        if self.holds is None:
            return f"no claim, {self.why_not}; {compared}"
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
        marks = {True: "ok", False: "FAILS", None: "open"}
        return [
            (step.text, f"{len(step.rounds)}x", f"{step.least_slack:.4g}", marks[step.holds])
            for step in self.steps
        ]

    def _in_words(self) -> str:
        """The verdict as a sentence, for a line of HTML."""
        if self.holds is None:
            return f"No claim, {typeset(self.why_not)}."
        counted = f"{self.mistakes} {_of(self.counts, self.mistakes)}"
        if self.bound is None:
            compared = counted
        elif self.bound == float("inf"):
            compared = f"{counted}; the theorem allows any number"
        elif self.equality and self.holds:
            compared = f"{counted}, exactly as the theorem says"
        else:
            most = math.ceil(self.bound) - 1 if self.strict else self.bound
            compared = f"{counted}; the theorem allows {_rounded(most)}"
        if self.holds:
            return f"It holds here: {typeset(compared)}."
        where = f" {typeset(str(self.first_failure))}." if self.first_failure else ""
        return f"<b>REFUTED</b>: {typeset(compared)}.{where}"

    def _repr_html_(self) -> str:
        """One line with the verdict, and a table of all that was checked, which unfolds."""
        left = "style='text-align: left'"
        rows = [
            f"<tr><td {left}>{typeset(a.text)}</td>"
            f"<td {left} colspan='2'>assumed{': ' if a.detail else ''}{typeset(a.detail)}</td>"
            f"<td {left}>{'ok' if a.holds else '<b>fails</b>'}</td></tr>"
            for a in self.assumptions
        ]
        rows += [
            f"<tr><td {left}>{typeset(text)}</td><td>{checked}</td><td>{slack}</td>"
            f"<td {left}>{'ok' if mark == 'ok' else f'<b>{mark}</b>'}</td></tr>"
            for text, checked, slack, mark in self._rows()
        ]
        heads = "".join(f"<th {left}>{h}</th>" for h in ("step", "checked", "least slack", "holds"))
        sign = {True: "\u2713", False: "\u2717", None: "\u25cb"}[self.holds]
        return (
            f'<p><span aria-hidden="true">{sign}</span> <b>{typeset(self.theorem)}</b>, '
            f"{typeset(self.statement)}. {self._in_words()}</p>"
            f"<details><summary>What was checked, step by step</summary>"
            f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></details>"
        )


def _rounded(bound: float) -> str:
    """A bound for people: rounded down, to a whole number from ten on; three digits if huge.

    >>> _rounded(60.73), _rounded(16.0), _rounded(0.984375), _rounded(4.5), _rounded(1.5e16)
    ('60', '16', '0.984', '4.5', '1.5e+16')
    """
    if bound >= 1e7:
        return f"{bound:.3g}"
    return f"{int(bound):,}" if bound >= 10 else f"{int(bound * 1000) / 1000:g}"


def _of(counts: str, number: int | Fraction) -> str:
    """What is counted, in the singular where there is one of it."""
    return counts[:-1] if number == 1 and counts.endswith("s") else counts
