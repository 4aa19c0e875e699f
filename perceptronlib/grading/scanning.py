"""Looking into JSON without building it: where the parts of a value begin and end.

A notebook of twenty megabytes made of brackets becomes gigabytes when it is read as a whole. Here
nothing is built but what is asked for, and each byte is looked at once. What is passed over is
checked for brackets and quotes only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice

__all__ = [
    "NotJson",
    "elements",
    "end_of",
    "has_more",
    "kind_of",
    "members",
    "start_of",
    "text_at",
    "text_of",
]

STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\Z)', re.S)
TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\Z)|[\[\]{}]', re.S)
SPACE = re.compile(rb"[ \t\r\n]*")
PRIMITIVE = re.compile(rb"true|false|null|NaN|-?Infinity|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
LONGEST_KEY = 200
"""Bytes; of a longer one the beginning tells enough."""


class NotJson(ValueError):
    """What stands there is no JSON.

    >>> end_of(b"[1, 2", 0)
    Traceback (most recent call last):
    ...
    perceptronlib.grading.scanning.NotJson: it ends too early
    """


def has_more(data: bytes, brackets: int) -> bool:
    """Whether there are more opening brackets than that; those inside of texts do not count.

    >>> has_more(b'["[[["]', 1), has_more(b"[[]]", 1)
    (False, True)
    """
    if data.count(b"[") + data.count(b"{") <= brackets:
        return False
    opening = (token for token in TOKEN.finditer(data) if data[token.start()] in b"[{")
    return next(islice(opening, brackets, None), None) is not None


def start_of(data: bytes, place: int) -> int:
    """Where the next thing begins that is no space.

    >>> start_of(b"  7", 0)
    2
    """
    found = SPACE.match(data, place)
    return found.end() if found else place


def kind_of(data: bytes, place: int) -> str:
    """The first sign of the value there: ``{``, ``[``, ``"``, or that of a number or a word.

    >>> kind_of(b'{"a": 1}', 0)
    '{'
    """
    return data[place : place + 1].decode("latin-1")


def end_of(data: bytes, place: int) -> int:
    """Where the value ends that begins there.

    >>> end_of(b'[{"a": "]"}] ', 0)
    12
    """
    if kind_of(data, place) not in ("[", "{"):
        pattern = STRING if kind_of(data, place) == '"' else PRIMITIVE
        found = pattern.match(data, place)
        if found is None:
            raise NotJson("no value begins there")
        return found.end()
    depth = 0
    for token in TOKEN.finditer(data, place):
        sign = data[token.start()]
        if sign in b"[{":
            depth += 1
        elif sign in b"]}":
            depth -= 1
            if not depth:
                return token.end()
    raise NotJson("it ends too early")


def elements(data: bytes, place: int) -> Iterator[int]:
    """Where each element begins of the list that begins there.

    >>> list(elements(b"[7, [8, 9]]", 0))
    [1, 4]
    """
    place = start_of(data, place + 1)
    while kind_of(data, place) != "]":
        yield place
        place = start_of(data, end_of(data, place))
        place = _after_comma(data, place, "]")


def members(data: bytes, place: int) -> Iterator[tuple[str, int]]:
    """The name of each member of the object that begins there, and where its value begins.

    >>> list(members(b'{"a": 1, "b": {"c": 2}}', 0))
    [('a', 6), ('b', 14)]
    """
    place = start_of(data, place + 1)
    while kind_of(data, place) != "}":
        if kind_of(data, place) != '"':
            raise NotJson("no name stands there")
        end = end_of(data, place)
        name = text_at(data, place) if end - place < LONGEST_KEY else ""
        place = start_of(data, end)
        if kind_of(data, place) != ":":
            raise NotJson("no colon stands there")
        value = start_of(data, place + 1)
        yield name, value
        place = start_of(data, end_of(data, value))
        place = _after_comma(data, place, "}")


def text_at(data: bytes, place: int) -> str:
    """The text that begins there.

    >>> text_at(b'"caf\\\\u00e9"', 0)
    'café'
    """
    return text_of(data[place : end_of(data, place)])


def text_of(quoted: bytes) -> str:
    """A text from its bytes as JSON has them.

    >>> text_of(b'"a"')
    'a'
    """
    try:
        text = json.loads(quoted.decode("utf-8", "replace"), strict=False)
    except ValueError:
        raise NotJson("a text has no end") from None
    return text if isinstance(text, str) else ""


def _after_comma(data: bytes, place: int, closing: str) -> int:
    """Where the next part begins, or the closing bracket stands."""
    if kind_of(data, place) == closing:
        return place
    following = start_of(data, place + 1)
    if kind_of(data, place) != "," or kind_of(data, following) == closing:
        raise NotJson("neither a comma nor the end stands there")
    return following
