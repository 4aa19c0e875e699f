"""Judges: is this answer right for this case, and if not, what is wrong with it, in words?

A judge looks at plain values only (see `plain`), so the same judge serves the instant check in a
student's notebook and the official grade. Most tasks need `equal`. The steps of a proof are judged
by `at_least` and `at_most`: what a step claims is compared with what really happened in that round.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

__all__ = ["JUDGES", "Finding", "chosen_letter", "opened", "same", "shown"]

CLOSE = 1e-9
"""Relative, and absolute: the same sum in another order still counts as the same."""

AROUND_LETTERS = " \t\r\n()[]{}.,:;'\"*`"
"""What people write around the letter of a choice."""

LONGEST_SHOWN = 400
"""Letters of a value that people are shown."""


@dataclass(frozen=True)
class Finding:
    """What a judge says of one answer: the share of it that is right (0 to 1), and why not more.

    A `telling` finding is shown before the others: a refutation says more than a doubt.

    >>> JUDGES["equal"](3, 4, None)
    Finding(share=0.0, says='it gave 3, and 4 is right', telling=False)
    """

    share: float
    says: str = ""
    telling: bool = False


def same(given: Any, right: Any, close: float = CLOSE) -> bool:
    """Whether two plain values are the same answer; a list, a tuple and an array may be equal.

    >>> same([1, 2.0], {"array": [1, 2], "type": "int"}), same(1, "1"), same(0.1 + 0.2, 0.3)
    (True, False, True)
    """
    given, right = opened(given), opened(right)
    if isinstance(right, list):
        alike = isinstance(given, list) and len(given) == len(right)
        return alike and all(same(g, r, close) for g, r in zip(given, right, strict=True))
    if isinstance(right, dict):
        alike = isinstance(given, dict) and given.keys() == right.keys()
        return alike and all(same(given[k], right[k], close) for k in right)
    if _number(given) and _number(right):
        return given == right or math.isclose(given, right, rel_tol=close, abs_tol=close)
    return type(given) is type(right) and bool(given == right)


def opened(value: Any) -> Any:
    """A plain value without its marks: arrays and tuples as lists, keys as texts.

    >>> opened({"tuple": [1, 2]}), opened(3)
    ([1, 2], 3)
    """
    if isinstance(value, dict):
        if "array" in value:
            return value["array"]
        if "tuple" in value:
            return value["tuple"]
        if "dict" in value:
            return {str(opened(k)): v for k, v in value["dict"]}
        if "float" in value:
            return ("float", value["float"])  # nan or inf: equal to no number, and to no text
    return value


def shown(value: Any) -> str:
    """A plain value for people to read.

    >>> shown({"array": [[1.0, 0.123456]], "type": "float"}), shown({"tuple": [1, None]})
    ('[[1, 0.1235]]', '(1, None)')
    """
    text = _shown(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def _shown(value: Any) -> str:
    if isinstance(value, dict) and "tuple" in value:
        return f"({', '.join(_shown(v) for v in value['tuple'])})"
    if isinstance(value, dict) and ("code" in value or "float" in value):
        return str(value.get("code", value.get("float")))
    value = opened(value)
    if isinstance(value, list):
        inside = [_shown(v) for v in value[:12]]
        return f"[{', '.join(inside + ['...'] * (len(value) > 12))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{k}: {_shown(v)}' for k, v in value.items())}}}"
    if isinstance(value, float):
        return f"{value:z.4g}"
    return repr(value)


def chosen_letter(given: Any) -> Any:
    """The letter of a choice without what people write around it; what is no text stays as it is.

    >>> chosen_letter(" (B)."), chosen_letter("[b]:"), chosen_letter(2)
    ('b', 'b', 2)
    """
    return given.strip(AROUND_LETTERS).lower() if isinstance(given, str) else given


def equal(given: Any, right: Any, _truth: Any) -> Finding:
    """The answer is the right one, up to rounding."""
    if same(given, right):
        return Finding(1.0)
    return Finding(0.0, _difference(given, right))


def letter(given: Any, right: Any, _truth: Any) -> Finding:
    """A choice: its letter, in any case, with or without a bracket."""
    choice = chosen_letter(given)
    return Finding(1.0) if choice == right else Finding(0.0, f"({str(choice)[:60]}) is not right")


def at_least(given: Any, right: Any, truth: Any) -> Finding:
    """A step of a proof that claims: the true quantity is at least this much."""
    return _claim(given, right, truth, below=True)


def at_most(given: Any, right: Any, truth: Any) -> Finding:
    """A step of a proof that claims: the true quantity is at most this much."""
    return _claim(given, right, truth, below=False)


def winnow_stream(given: Any, right: Any, truth: Any) -> Finding:
    """A stream (X, y) for Winnow with doubling: its mistakes, as a share of the exact worst case.

    `truth` is (d, r): the labels must be those of a disjunction of at most r of d features.
    """
    d, r = opened(truth)
    rows = _stream(given, d)
    if isinstance(rows, str):
        return Finding(0.0, rows)
    if not any(
        all((label == 1) == any(x[i] for i in chosen) for x, label in rows)
        for size in range(r + 1)
        for chosen in combinations(range(d), size)
    ):
        says = f"no disjunction of r = {r} features or fewer gives these labels"
        return Finding(0.0, says + ": feature 0 on means +1, off means -1" * (r == 1))
    made, advice = _winnow_mistakes(rows, d)
    says = f"Winnow's mistakes on it: {made}; a worse stream has {right}"
    if advice:
        says += f". {advice}"
    return Finding(min(1.0, made / right), "" if made >= right else says)


Judge = Callable[[Any, Any, Any], Finding]

JUDGES: dict[str, Judge] = {
    judge.__name__: judge for judge in (equal, letter, at_least, at_most, winnow_stream)
}
"""By name, as tasks refer to them."""


# -- the parts ---------------------------------------------------------------------------------


def _number(value: Any) -> bool:
    return isinstance(value, bool | int | float)


def _difference(given: Any, right: Any) -> str:
    if given is None:
        return f"it gave None, and {shown(right)} is right: is a return missing?"
    one, two = opened(given), opened(right)
    if isinstance(two, list) and not isinstance(one, list):
        return f"it gave {shown(given)}, and {shown(right)} is right: several numbers, not one"
    if isinstance(one, list) and isinstance(two, list) and len(one) != len(two):
        return (
            f"it gave {shown(given)}, of length {len(one)}; "
            f"{shown(right)}, of length {len(two)}, is right"
        )
    if shown(given) == shown(right) and same(given, right, 0.01):
        return f"it gave {shown(given)}: right to the digits shown, and no further; do not round"
    if shown(given) == shown(right):
        return f"it gave {shown(given)}, which begins like the right answer and goes on otherwise"
    return f"it gave {shown(given)}, and {shown(right)} is right"


def _claim(given: Any, right: Any, truth: Any, below: bool) -> Finding:
    if not _number(given):
        return Finding(0.0, f"a step claims a number; got {shown(given)}")
    sign, words = (1, "at least") if below else (-1, "at most")
    slack = CLOSE * max(1.0, abs(truth), abs(right))
    if sign * (given - truth) > slack:
        says = f"your step claims {words} {given:.4g}, but the quantity is {truth:.4g} there"
        return Finding(0.0, f"{says}: this refutes it", telling=True)
    if sign * (right - given) > slack:
        says = f"true here, but weaker than the proof: it claims {words} {given:.4g}"
        return Finding(0.0, f"{says}, and the proof gives {right:.4g}")
    if sign * (given - right) > slack:
        says = f"it claims {words} {given:.4g}: no round here refutes that, but the proof gives"
        return Finding(0.0, f"{says} {right:.4g}")
    return Finding(1.0)


def _stream(given: Any, d: int) -> list[tuple[list[int], int]] | str:
    """The rows and labels of a stream, or what is wrong with it."""
    pair = opened(given)
    if not (isinstance(pair, list) and len(pair) == 2):
        return "a stream is a pair (X, y): the rows, and their labels"
    X, y = (opened(part) for part in pair)
    if not (isinstance(X, list) and isinstance(y, list) and len(X) == len(y) <= 2000):
        return "X and y must be lists of the same length (2000 at most)"
    rows = [opened(x) for x in X]
    if not all(isinstance(x, list) and len(x) == d and all(v in (0, 1) for v in x) for x in rows):
        return f"each row must be {d} numbers, each 0 or 1"
    if not all(label in (-1, 1) for label in y):
        return "each label must be -1 or +1"
    return [(x, int(label)) for x, label in zip(rows, y, strict=True)]


def _winnow_mistakes(rows: list[tuple[list[int], int]], d: int) -> tuple[int, str]:
    """Winnow with doubling and threshold d, in exact fractions: a score of d counts as +1.

    Gives how many mistakes it makes, and what to look at: the first row that is no mistake, else a
    demotion that came late, else the first row whose score could have been nearer to d. The last
    two are about feature 0 as the only relevant one.
    """
    alone = all((label == 1) == (x[0] == 1) for x, label in rows)
    w, made, right, late, far = [Fraction(1)] * d, 0, "", "", ""
    for number, (x, label) in enumerate(rows):
        score, row = sum(v for v, on in zip(w, x, strict=True) if on), f"Row {number} (from 0)"
        if (score >= d) == (label == 1):
            right = right or f"{row} is no mistake: label {label:+d}, score {float(score):.4g}"
            continue
        made += 1
        if alone and label == 1 and not late and sum(w[1:]) >= d:
            late = f"{row} promotes where a demotion was possible: demote as soon as you can, "
            late += "because heavy features no longer fit into a promotion"
        if alone and not far and (best := _nearest(w, d, label)) != score:
            far = f"{row} has a score of {float(score):.4g}; {float(best):.4g} is nearer to d"
        w = [v * Fraction(2) ** label if on else v for v, on in zip(w, x, strict=True)]
    return made, right or late or far


def _nearest(w: list[Fraction], d: int, label: int) -> Fraction:
    """The score nearest to d of a mistake with this label, if feature 0 alone is relevant."""
    sums = {w[0] if label == 1 else Fraction(0)}
    for v in w[1:]:
        sums |= {v + other for other in sums}
    return max(s for s in sums if s < d) if label == 1 else min(s for s in sums if s >= d)
