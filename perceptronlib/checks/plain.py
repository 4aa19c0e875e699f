"""Plain values: what passes between a student's function and whoever looks at its answers.

Numbers, texts, lists and arrays become JSON and come back, and so does what stands for one of them:
a named tuple, a fraction, a generator. Anything else is refused, in words. A plain value has no
methods, so it cannot pretend to be equal to something. This file needs numpy and nothing else of
the library: the sandbox of the grader holds a copy of it.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Iterator, KeysView, Mapping, Sequence, ValuesView
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np

__all__ = ["Code", "NotPlain", "from_plain", "is_plain", "to_plain"]

MOST_NUMBERS = 200_000
"""More than any task asks for; a student's loop that never stops appending ends here."""

DEEPEST, MOST_KEYS = 8, 1000
"""Keys can be chosen so that looking them up takes long: only few are accepted."""

LONGEST_TEXT = 10_000
LARGEST = 10**300
TYPES = {"b": "bool", "i": "int", "u": "uint", "f": "float"}
LEAVES: dict[str, Any] = {"bool": bool, "int": int, "uint": int, "float": float}
LIMITS = {
    "bool": (False, True),
    "int": (-(2**63), 2**63 - 1),
    "uint": (0, 2**64 - 1),
    "float": (-sys.float_info.max, sys.float_info.max),
}
USUAL = {bool, int, float, str, list, tuple, dict, type(None)}
HALF_LETTERS = re.compile("[\ud800-\udfff]")
"""Halves of surrogate pairs: Python has texts with them, and no file can hold them."""


class NotPlain(TypeError):
    """A value that is neither a number, a text, nor lists and arrays of these.

    >>> to_plain(len)
    Traceback (most recent call last):
    ...
    perceptronlib.checks.plain.NotPlain: a builtin_function_or_method, not a number, a text, a ...
    """


class Code(str):
    """An argument that is itself a function, given as its text.

    >>> from_plain(to_plain(Code("lambda u, v: u * v")))(2, 3)
    6
    """


def to_plain(value: Any) -> Any:
    """The value as something JSON can hold; arrays, tuples and dictionaries are marked as such.

    >>> to_plain((1, np.array([2.0, 3.0])))
    {'tuple': [1, {'array': [2.0, 3.0], 'type': 'float'}]}
    >>> to_plain(map(abs, [-1, Fraction(-1, 2)]))
    [1, 0.5]
    """
    return _Writer().write(value, 0)


def from_plain(value: Any) -> Any:
    """The value again. Arrays cannot be written to: a task gets its own, and must not change it.

    >>> from_plain({"array": [1, 2], "type": "int"}).flags.writeable
    False
    """
    if isinstance(value, list):
        return [from_plain(v) for v in value]
    if not isinstance(value, dict):
        return value
    if "array" in value:
        array = np.array(value["array"], dtype=value["type"])
        if not array.size:
            array = array.reshape(value["shape"])
        array.flags.writeable = False
        return array
    if "tuple" in value:
        return tuple(from_plain(v) for v in value["tuple"])
    if "dict" in value:
        return {from_plain(k): from_plain(v) for k, v in value["dict"]}
    if "code" in value:
        return eval(value["code"], {"np": np})  # ours: an argument of a task, never an answer
    return float(value["float"])


def is_plain(value: Any) -> bool:
    """Whether this, read from JSON that anyone may have written, is what `to_plain` could write.

    >>> is_plain({"tuple": [1, 2.5]}), is_plain({"array": "no"}), is_plain(float("nan"))
    (True, False, False)
    """
    return _Reader().accepts(value, 0)


class _Reader:
    """Accepts what a `_Writer` could have written: the same forms, within the same limits."""

    def __init__(self) -> None:
        self.numbers = 0

    def accepts(self, value: Any, depth: int) -> bool:
        self.numbers += 1
        if depth > DEEPEST or self.numbers > MOST_NUMBERS:
            return False
        if value is None or isinstance(value, bool):
            return True
        if isinstance(value, str):
            return _is_text(value)
        if isinstance(value, int):
            return abs(value) <= LARGEST
        if isinstance(value, float):
            return math.isfinite(value)
        if isinstance(value, list):
            return all(self.accepts(v, depth + 1) for v in value)
        match value:
            case {"float": "nan" | "inf" | "-inf", **more}:
                return not more
            case {"tuple": list(inside), **more}:
                return not more and all(self.accepts(v, depth + 1) for v in inside)
            case {"dict": list(pairs), **more}:
                return not more and self.accepts_pairs(pairs, depth)
            case {"array": list(inside), "type": str(kind), **more} if kind in LEAVES:
                return self.accepts_array(inside, kind, more, depth)
        return False

    def accepts_pairs(self, pairs: list[Any], depth: int) -> bool:
        if len(pairs) > MOST_KEYS or not all(isinstance(p, list) and len(p) == 2 for p in pairs):
            return False
        if not all(self.accepts(v, depth + 1) for pair in pairs for v in pair):
            return False
        try:
            return len({from_plain(key) for key, _ in pairs}) == len(pairs)
        except TypeError:  # a list cannot be a key
            return False

    def accepts_array(self, inside: Any, kind: str, more: dict[Any, Any], depth: int) -> bool:
        shape = _shape(inside)
        if 0 in shape:
            shape = more.pop("shape", [])
            if not isinstance(shape, list) or 0 not in shape:
                return False
            if not all(type(n) is int and n >= 0 for n in shape):
                return False
        self.numbers += _amount(shape)
        if more or depth + len(shape) > DEEPEST or self.numbers > MOST_NUMBERS:
            return False
        return _fits(inside, shape, kind)


def _shape(inside: Any) -> list[int]:
    """The lengths of nested lists, along the first of each."""
    shape = []
    while isinstance(inside, list):
        shape.append(len(inside))
        inside = inside[0] if inside else None
    return shape


def _fits(inside: Any, shape: list[int], kind: str) -> bool:
    """Whether nested lists have this shape, with numbers of this kind in them."""
    if shape:
        alike = isinstance(inside, list) and len(inside) == shape[0]
        return alike and all(_fits(v, shape[1:], kind) for v in inside)
    if type(inside) is not LEAVES[kind]:
        return False
    least, most = LIMITS[kind]
    return bool(least <= inside <= most)


def _amount(shape: Iterable[int]) -> int:
    """How much there is to write: numbers, or empty lists."""
    return math.prod(n or 1 for n in shape)


def _is_text(value: str) -> bool:
    return len(value) <= LONGEST_TEXT and not HALF_LETTERS.search(value)


def _usual(value: Any) -> Any:
    """What stands for a number, a list, a tuple or a dictionary, as one; all else as it is."""
    if isinstance(value, np.complexfloating) or _is_array_of(value, "c"):
        value = value.real if not np.any(value.imag) else value  # a root may come as 2 + 0j
    if type(value) in USUAL or isinstance(value, np.ndarray | np.generic):
        return value
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else _as_float(value)
    if isinstance(value, Decimal):
        return _as_float(value)
    if isinstance(value, complex) and not value.imag:
        return float(value.real)
    if isinstance(value, str):
        return str.__str__(value)  # of a member of an enumeration `str` gives its name
    kinds: tuple[type, ...] = (int, float, tuple)
    for usual in kinds:  # a class of their own, such as a named tuple
        if isinstance(value, usual):
            return usual(value)
    if isinstance(value, Mapping):
        return dict(value)
    listed = isinstance(value, Sequence | Iterator | ValuesView | KeysView)
    if listed and not isinstance(value, bytes | bytearray | memoryview):
        return list(islice(value, MOST_NUMBERS + 1))  # it may be endless
    return value


def _as_float(value: Fraction | Decimal) -> float:
    try:
        return float(value)
    except (OverflowError, ValueError):
        raise NotPlain("a number too large to compare, or none") from None


def _is_array_of(value: Any, kind: str) -> bool:
    return isinstance(value, np.ndarray) and value.dtype.kind == kind


class _Writer:
    """Counts what it has written, so that an endless answer is refused."""

    def __init__(self) -> None:
        self.numbers = 0

    def write(self, value: Any, depth: int) -> Any:
        if depth > DEEPEST:
            raise NotPlain(f"lists within lists, more than {DEEPEST} deep")
        self.count(1)
        if type(value) is Code:
            return {"code": str(value)}
        value = _usual(value)
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is str:
            if not _is_text(value):
                raise NotPlain(f"a text of more than {LONGEST_TEXT} letters, or with half letters")
            return value
        if kind is int:
            if abs(value) > LARGEST:
                raise NotPlain("a whole number of more than 300 digits")
            return value
        if kind is float:
            return value if math.isfinite(value) else {"float": str(value)}
        if isinstance(value, np.generic):
            plain = float(value) if isinstance(value, np.floating) else value.item()
            return self.write(plain, depth + 1)
        if isinstance(value, np.ndarray):
            return self.array(value, depth)
        if kind is list or kind is tuple:
            inside = [self.write(v, depth + 1) for v in value]
            return inside if kind is list else {"tuple": inside}
        if kind is dict:
            if len(value) > MOST_KEYS:
                raise NotPlain(f"a dictionary with more than {MOST_KEYS} keys")
            pairs = [[self.write(k, depth + 1), self.write(v, depth + 1)] for k, v in value.items()]
            return {"dict": pairs}
        no_order = ", which has no order" if isinstance(value, set | frozenset) else ""
        raise NotPlain(
            f"a {kind.__name__}{no_order}, not a number, a text, a list, a tuple, a dictionary or "
            "an array"
        )

    def array(self, value: Any, depth: int) -> Any:
        if value.dtype.kind == "O":
            return self.write(value.tolist(), depth)
        if value.dtype.kind not in TYPES:
            real = "numbers" if value.dtype.kind != "c" else "real numbers"
            raise NotPlain(f"an array of {value.dtype}, not of {real}")
        if depth + value.ndim > DEEPEST:
            raise NotPlain(f"an array of {value.ndim} dimensions")
        self.count(_amount(value.shape))
        value = np.asarray(value, dtype=float if value.dtype.kind == "f" else value.dtype)
        if value.ndim == 0:
            return self.write(value.item(), depth + 1)
        if not np.isfinite(value).all():
            return self.write(value.tolist(), depth + 1)
        written = {"array": value.tolist(), "type": TYPES[value.dtype.kind]}
        return written if value.size else {**written, "shape": list(value.shape)}

    def count(self, more: int) -> None:
        self.numbers += more
        if self.numbers > MOST_NUMBERS:
            raise NotPlain(f"more than {MOST_NUMBERS} numbers")
