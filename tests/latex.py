"""The value of a formula as it is printed: a small reader of LaTeX.

It knows fractions, powers, roots, logarithms, sums, binomials, minima, absolute values, inner
products of vectors, and chains of relations: what the theorems of the course are written with. An
environment says what the letters are; a name that is more than a letter, such as
``\\mathbb{E}[M_T]`` or ``w_k``, is looked up as it is written, without spaces; its value may be a
function of the environment, such as the term of a sum.

>>> value(r"\\frac{R^2|v|^2}{g^2}", {"R": 3, "g": 2, "v": Vector([3, 4])})
56.25
>>> truth(r"k g \\le v\\cdot w_k \\le |v||w_k|", {"k": 1, "g": 2, "v": Vector([1, 1]),
...       "w_k": Vector([1, 2])})
True
"""

from __future__ import annotations

import math
import re

SPACES = re.compile(r"\\[,;:! ]|\\q?quad|\\[bB]igg?[lr]?(?![a-zA-Z])|\\(?:left|right)(?![a-zA-Z])")
TOKEN = re.compile(r"@\d+@|\\[a-zA-Z]+|\d+(?:\.\d+)?|[a-zA-Z]'*|\S")
RELATIONS = {
    "=": "=",
    "<": "<",
    ">": ">",
    r"\le": "<=",
    r"\leq": "<=",
    r"\ge": ">=",
    r"\geq": ">=",
    r"\lt": "<",
    r"\gt": ">",
    r"\ne": "!=",
}
NEAR = 1e-9


class Vector(tuple):
    """A vector of numbers."""

    def __new__(cls, numbers):
        return super().__new__(cls, (float(a) for a in numbers))

    def __add__(self, other):
        return Vector(a + b for a, b in zip(self, other, strict=True))

    def __sub__(self, other):
        return self + -1.0 * other

    def __rmul__(self, factor):
        return Vector(factor * a for a in self)

    def __mul__(self, other):
        if isinstance(other, Vector):
            return sum(a * b for a, b in zip(self, other, strict=True))
        return other * self

    def __abs__(self):
        return math.sqrt(self * self)


class Reader:
    """Reads one formula; every part becomes a function of the environment."""

    def __init__(self, latex, names):
        text = re.sub(r"\s+", " ", SPACES.sub(" ", latex))
        text = re.sub(r"(?<![a-zA-Z]) | (?![a-zA-Z])", "", text)
        self.names = sorted((n for n in names if not re.fullmatch(r"\\?[a-zA-Z]+", n)), key=len)
        for number, name in reversed(list(enumerate(self.names))):
            text = text.replace(name, f"@{number}@")
        self.tokens, self.at, self.inside = TOKEN.findall(text), 0, 0

    @property
    def next(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, expected=None):
        token, self.at = self.next, self.at + 1
        if expected is not None and token != expected:
            raise SyntaxError(f"{expected} expected, not {token!r} in {''.join(self.tokens)}")
        return token

    def chain(self):
        """Sides, and the relations between them."""
        sides, relations = [self.sum()], []
        while self.next in RELATIONS:
            relations.append(RELATIONS[self.take()])
            sides.append(self.sum())
        if self.next:
            raise SyntaxError(f"{self.next!r} is not understood in {''.join(self.tokens)}")
        return sides, relations

    def sum(self):
        sign = self.take() if self.next in ("-", "+") else "+"
        total = self.product()
        if sign == "-":
            total = _apply(lambda a: -1 * a, total)
        while self.next in ("+", "-"):
            plus = self.take() == "+"
            total = _apply(
                (lambda a, b: a + b) if plus else (lambda a, b: a - b), total, self.product()
            )
        return total

    def product(self):
        result = self.power()
        while True:
            if self.next == "/":
                self.take()
                result = _apply(lambda a, b: a / b, result, self.power())
            elif self.next == r"\cdot":
                self.take()
                result = _apply(lambda a, b: a * b, result, self.power())
            elif self.begins_a_factor():
                result = _apply(lambda a, b: a * b, result, self.power())
            else:
                return result

    def begins_a_factor(self):
        token = self.next
        if not token or token in RELATIONS or token in ")]}+-,/^_":
            return False
        return token != "|" or not self.inside

    def power(self):
        base = self.atom()
        if self.next == "^":
            self.take()
            return _apply(_raised, base, self.argument())
        return base

    def argument(self):
        """What stands in braces, or the next token alone."""
        if self.next == "{":
            return self.within("{", "}")
        return self.atom()

    def within(self, opening, closing):
        depth, self.inside = self.inside, 0
        self.take(opening)
        value = self.sum()
        self.take(closing)
        self.inside = depth
        return value

    def atom(self):
        token = self.next
        if token == "(":
            return self.within("(", ")")
        if token == "|":
            self.take()
            self.inside += 1
            value = self.sum()
            self.inside -= 1
            self.take("|")
            return _apply(abs, value)
        self.take()
        if token in COMMANDS:
            return COMMANDS[token](self)
        if re.fullmatch(r"[\d.]+", token):
            return lambda env: float(token)
        if token.startswith("@"):
            name = self.names[int(token.strip("@"))]
            return lambda env: env[name](env) if callable(env[name]) else env[name]
        if not re.fullmatch(r"\\?[a-zA-Z]+'*", token):
            raise SyntaxError(f"{token!r} is not understood in {''.join(self.tokens)}")
        if self.next == "_":
            self.take()
            index = self.argument()
            return lambda env: env[token][round(index(env))]
        return lambda env: env[token]

    def function(self, of):
        """ln, or another function of the next factor."""
        argument = self.power()
        return _apply(of, argument)

    def logarithm(self):
        """The logarithm to base 2, the only one that is written with its base."""
        self.take("_")
        self.take("2")
        return self.function(math.log2)

    def summed(self):
        self.take("_")
        self.take("{")
        letter = self.take()
        self.take("=")
        first = self.sum()
        self.take("}")
        self.take("^")
        last, term = self.argument(), self.product()

        def total(env):
            steps = range(round(first(env)), round(last(env)) + 1)
            return sum(term({**env, letter: i}) for i in steps)

        return total

    def least(self):
        depth, self.inside = self.inside, 0
        self.take("(")
        one = self.sum()
        self.take(",")
        other = self.sum()
        self.take(")")
        self.inside = depth
        return _apply(min, one, other)


def _apply(function, *parts):
    return lambda env: function(*(part(env) for part in parts))


def _raised(base, exponent):
    return base * base if exponent == 2 else base**exponent


def _two(reader, function):
    one = reader.argument()
    return _apply(function, one, reader.argument())


COMMANDS = {
    r"\frac": lambda r: _two(r, lambda a, b: a / b),
    r"\tfrac": lambda r: _two(r, lambda a, b: a / b),
    r"\dfrac": lambda r: _two(r, lambda a, b: a / b),
    r"\binom": lambda r: _two(r, lambda m, k: math.comb(round(m), round(k))),
    r"\sqrt": lambda r: _apply(math.sqrt, r.argument()),
    r"\ln": lambda r: r.function(math.log),
    r"\log": Reader.logarithm,
    r"\sum": Reader.summed,
    r"\min": Reader.least,
}


def chain(latex, env):
    """The values of all sides, and the relations between them."""
    sides, relations = Reader(latex, env).chain()
    return [side(env) for side in sides], relations


def value(latex, env):
    """The value of a formula without relations."""
    (side,), _ = chain(latex, env)
    return side


def truth(latex, env):
    """Are all relations of the chain true?"""
    values, relations = chain(latex, env)
    pairs = zip(values, relations, values[1:], strict=False)
    return all(holds(a, relation, b) for a, relation, b in pairs)


def holds(a, relation, b):
    """One relation; numbers that differ by rounding only are equal."""
    gap = b - a
    if isinstance(gap, Vector):
        return (abs(gap) <= NEAR) == (relation == "=")
    near = abs(gap) <= NEAR * (1 + abs(a) + abs(b))
    wanted = {"=": near, "!=": not near, "<=": near or gap > 0, ">=": near or gap < 0}
    return wanted.get(relation, not near and (gap > 0) == (relation == "<"))
