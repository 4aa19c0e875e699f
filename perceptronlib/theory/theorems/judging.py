"""What every theorem asks before it judges a run: is there a run, and is it still the same?

A run is its log of mistakes. A certificate takes the logged mistakes and does the rest in exact
arithmetic, so two things have to be known first. Is the log that of this rule on these rows? The
float run is played again for that, round by round (`doubt_about`). And was every logged round a
mistake in exact arithmetic too? If not, rounding decided it (`rounding_doubt`), and a theorem about
real numbers says nothing about the run: no claim, rather than a false one.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from typing import Any, ParamSpec

import numpy as np

from ...core.rules import TIES
from ...core.runs import Run, WeightRun, sums_of
from ...core.sums import SMALL
from ...kernels.dual import KernelRun
from ...validate import Array, Indices
from ..exact import equal, precision
from ..gordan import balance
from ..margins import NotSeparable, max_margin
from .certificate import Assumption, Certificate, Step

__all__ = [
    "about_weights",
    "comparator",
    "doubt_about",
    "errs_at_the_end",
    "is_log",
    "nothing_separates",
    "plain_perceptron",
    "refused",
    "rounding_doubt",
    "sharpened",
    "starts_at_zero",
]

CHUNK = 50_000
"""Rounds that are played again at once: more would only need more memory."""

DIGITS = (30, 60, 400, 1000)
"""With so many digits a proof is tried, one after the other: most need few, and few are fast."""

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
            advice = (
                "Play the kernel's features instead (kernel.features, where they are finite)."
                if isinstance(run, KernelRun)
                else "Fit the learner and give its run_, or what play returned."
            )
            raise TypeError(
                f"{theorem.__name__} looks at a run with a weight vector; got a "
                f"{type(run).__name__}. {advice}"
            )
        try:
            return theorem(*args, **kwargs)
        except ArithmeticError as problem:
            raise ValueError(
                f"{theorem.__name__} cannot judge numbers of this size ({problem}). "
                f"Scale the rows, or give another v or rho."
            ) from problem

    return checked


def refused(
    name: str,
    statement: str,
    run: Any,
    assumptions: list[Assumption],
    doubt: str = "",
    counts: str = "mistakes",
) -> Certificate:
    """A certificate that makes no claim: an assumption fails, or there is a doubt.

    >>> from perceptronlib import Rule, play
    >>> refused("Novikoff", "M <= R^2/rho^2", play(Rule(), [[1]], [1]), [], "of a doubt").verdict
    'no claim, because of a doubt; 1 mistake'
    """
    return Certificate(name, statement, run.M, None, tuple(assumptions), (), counts, doubt)


def comparator(run: WeightRun, v: Any) -> Array | None:
    """v as an array; without v the maximum-margin separator; None if none is found.

    The search is done in floats, and gives up on margins below 1e-12 of R. Whether v separates is
    for the theorem to check, exactly. Where the search gives up, but the run did not, its own last
    weights are taken.

    >>> from perceptronlib import Rule, play
    >>> comparator(play(Rule(), [[0, 2]], [1]), None)
    array([0., 1.])
    """
    if v is not None:
        given = np.asarray(v, dtype=np.float64)
        shape = run.first_weights.shape
        if given.shape != shape or not given.any() or not np.isfinite(given).all():
            raise ValueError(
                f"v must be a non-zero vector of {shape[0]} numbers, one a feature, all finite; "
                f"got {v!r}"
            )
        return given
    try:
        return max_margin(run.X, run.y).v
    except NotSeparable:
        with np.errstate(all="ignore"):
            separates = bool((run.y * (run.X @ run.last_weights) > 0).all())
        return run.last_weights if separates else None


def nothing_separates(run: WeightRun) -> Assumption:
    """The assumption that fails where `comparator` found nothing: is there a proof, or not?

    >>> from perceptronlib import Rule, play
    >>> print(nothing_separates(play(Rule(), [[1], [1]], [1, -1])))
    [fails] some v separates the data: none does
    >>> print(nothing_separates(play(Rule(), [[1, 1e-20], [-1, 1e-20]], [1, 1])))
    [fails] a v that separates the data is known: none was found; a margin below 1e-12 R ...
    """
    if balance(run.X, run.y) is not None:
        return Assumption("some v separates the data", False, "none does")
    detail = "none was found; a margin below 1e-12 R is out of reach, so give v if you know one"
    return Assumption("a v that separates the data is known", False, detail)


def plain_perceptron(run: WeightRun, *, margin: bool = False, slope: bool = False) -> Assumption:
    """The assumption that the run is a perceptron's (with or without a margin).

    >>> from perceptronlib import Rule, play
    >>> run = play(Rule(margin=1.0), [[1]], [1])
    >>> plain_perceptron(run).holds, plain_perceptron(run, margin=True).holds
    (False, True)
    """
    rule = run.rule
    text = "the run is a perceptron's" + (", with a margin" if margin or slope else "")
    good = rule.update == "add" and rule.threshold == 0 and 0 < rule.rate < np.inf
    good = good and (0 <= rule.margin < np.inf if margin else rule.margin == 0)
    good = good and (0 <= rule.slope < np.inf if slope else rule.slope == 0)
    return Assumption(text, good, "" if good else f"its rule is {rule}")


def starts_at_zero(run: WeightRun) -> Assumption:
    """The assumption that w starts at 0.

    >>> from perceptronlib import Rule, play
    >>> print(starts_at_zero(play(Rule(), [[1]], [1], start=[-10])))
    [fails] w starts at 0: it starts at [-10.]
    """
    zero = not run.first_weights.any()
    return Assumption("w starts at 0", zero, "" if zero else f"it starts at {run.first_weights}")


def doubt_about(run: WeightRun) -> str:
    """Why this is not the run that the rule made on these rows; empty if it is.

    The log has to name rounds in order, its updates have to lead bit for bit to the last weights,
    and playing the rounds again has to give the same mistakes. So it is noticed when rows or labels
    were changed after the run, or when the log was; except where that makes no difference to any
    mistake, and so none to a theorem about them.

    >>> from perceptronlib import Rule, play
    >>> X = np.array([[1.0, 2.0], [2.0, 1.0]])
    >>> run = play(Rule(), X, [1, -1])
    >>> doubt_about(run)
    ''
    >>> X[0, 0] = 3.0
    >>> doubt_about(run)
    'the rows have changed since the run (its updates lead to other weights)'
    """
    if not is_log(run):
        return "the log of mistakes is not a list of rounds in order"
    if run.importance is not None:
        return "its examples have weights: the theorem counts every mistake once"
    again = replace(run)  # without what the run has already derived, perhaps from other rows
    changed = "the rows have changed since the run"
    if not np.isfinite(again.X).all() or not np.isin(again.y, (-1.0, 1.0)).all():
        return f"{changed} (not all of them are finite numbers with labels -1 and +1)"
    with np.errstate(all="ignore"):
        if not np.array_equal(again.path[-1], run.last_weights):
            return f"{changed} (its updates lead to other weights)"
        other = first_difference(again)
    if other is None:
        return ""
    is_logged = bool(np.isin(other, run.mistakes))
    what = "is logged as a mistake but is none" if is_logged else "is a mistake that is not logged"
    return f"{changed} (round {other} {what})"


def rounding_doubt(mistake: Step, run: WeightRun | None = None) -> str:
    """Why the logged mistakes cannot be judged, if exact arithmetic calls one of them correct.

    ``mistake`` is the step that says that every logged round is a mistake; the run must have passed
    `doubt_about`, so that in floats each of them is. With the run its tie rule is respected too:
    where both sides are equal, and that is no mistake for the rule, rounding decided as well.

    >>> rounding_doubt(Step("y w.x <= 0", (-1, 1), (0, 0), np.array([3, 7]), (True, False)))
    'round 7 was decided by rounding'
    """
    for i, (t, good) in enumerate(zip(mistake.rounds, mistake.good, strict=True)):
        tie = run is not None and equal(mistake.left[i], mistake.right[i])
        if good is False or (tie and run and not TIES[run.rule.ties][int(run.y[_met(run, t)] > 0)]):
            return f"round {t} was decided by rounding"
    return ""


def sharpened(prove: Callable[[], Certificate]) -> Certificate:
    """The certificate, with as many digits in its intervals as it takes to decide every step.

    A proof that cannot even begin with so few digits divides by what may be 0.

    >>> from fractions import Fraction
    >>> from perceptronlib.theory.exact import at_most, enclosed
    >>> def prove():  # e^(1e-40) > 1 takes more than 30 digits
    ...     good = at_most(1, enclosed(Fraction(1, 10**40)).exp())
    ...     step = Step("1 <= e^x", (1,), (1,), np.array([-1]), (good,))
    ...     return Certificate("", "", 0, None, (), (step,))
    >>> sharpened(prove).holds
    True
    """
    certificate: Certificate | None = None
    for digits in DIGITS:
        with precision(digits), suppress(ZeroDivisionError):
            certificate = prove()
            if certificate.doubt or all(step.holds is not None for step in certificate.steps):
                break
    if certificate is None:
        raise ArithmeticError(f"{DIGITS[-1]} digits are too few")
    return certificate


def is_log(run: Run) -> bool:
    """Does the log name rounds of the run in increasing order, and the order rows of the table?

    >>> from perceptronlib import Rule, play
    >>> run = play(Rule(), [[1], [1]], [1, -1])
    >>> is_log(run), is_log(replace(run, mistakes=np.array([1, 1])))
    (True, False)
    """
    t = np.asarray(run.mistakes)
    if t.ndim != 1 or (len(t) and t.dtype.kind not in "iu"):
        return False
    if run.orders:
        order = run.order
        rows = len(order) == run.rounds and np.isin(order, np.arange(len(run.y))).all()
        if not rows:
            return False
    return bool((np.diff(t) > 0).all() and (not len(t) or (t[0] >= 0 and t[-1] < run.rounds)))


def first_difference(run: WeightRun) -> int | None:
    """The first round in which the log and the run, played again in floats, do not agree.

    Rounds in which no sum of products could come out on the other side of its threshold are
    compared at once; the others are settled by the rule itself, as they were in the run. Passes
    after the first clean one are not looked at, for nothing moves in them.
    """
    last = int(run.mistakes[-1]) if run.M else 0
    passes = all(len(order) == len(run.y) for order in run.orders)
    end = min(run.rounds, last + 2 * len(run.y)) if passes else run.rounds
    for start in range(0, end, CHUNK):
        t = np.arange(start, min(end, start + CHUNK))
        logged = np.isin(t, run.mistakes)
        gap, doubtful = _gaps(run, t)
        wrong = logged != (gap < 0)
        for i in np.flatnonzero(doubtful):
            x, y = run.X[_met(run, t[i])], float(run.y[_met(run, t[i])])
            w = run.path[np.searchsorted(run.mistakes, t[i])]
            theta = _sums_before(run, int(t[i])) if run.rule.is_scale_free else None
            wrong[i] = logged[i] != run.rule.errs(w, x, y, theta)
        if wrong.any():
            return int(t[np.argmax(wrong)])
    return None


def errs_at_the_end(run: WeightRun, x: Array, y: float) -> bool:
    """Do the weights after the last round err on this example?

    >>> from perceptronlib import Rule, play
    >>> errs_at_the_end(play(Rule(), [[1, 2]], [1]), np.array([-1.0, 0.0]), 1.0)
    True
    """
    theta = _sums_before(run, run.rounds) if run.rule.is_scale_free else None
    return run.rule.errs(run.last_weights, x, y, theta)


def _sums_before(run: WeightRun, t: int) -> Array:
    """The sums behind the weights of round t."""
    learned = run.examples[: np.searchsorted(run.mistakes, t)]
    return sums_of(run.rule, run.first_weights, run.X[learned], run.y[learned])


def _met(run: Run, t: Any) -> Any:
    """Which examples the rounds t meet; without all others, for a run may have very many rounds."""
    return run.order[t] if run.orders else t % len(run.y)


def _gaps(run: WeightRun, t: Indices) -> tuple[Array, Any]:
    """How far the rounds are from being right, and where rounding might turn the sign."""
    rule, example = run.rule, _met(run, t)
    w, x, y = run.path[np.searchsorted(run.mistakes, t)], run.X[example], run.y[example]
    score, reach = (w * x).sum(axis=1), np.abs(w * x).sum(axis=1)
    required = rule.margin + rule.slope * np.sqrt((w * w).sum(axis=1))
    gap = y * (score - rule.threshold) - required
    # two sums of d products, added up in any order, differ by less than this
    error = (x.shape[1] + 8) * 2.0**-51 * (reach + abs(rule.threshold) + abs(required))
    least = SMALL if rule.is_scale_free else np.finfo(float).tiny  # below, sums may have decided
    return gap, ~(np.abs(gap) > error + least)
