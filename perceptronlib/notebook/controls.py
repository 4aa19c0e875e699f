"""What a reader can turn: sliders for numbers, and choices between a few options.

Only what they are called, where they begin and where they end; how they look in a notebook is for
`widgets` to say. Lectures get them from `perceptronlib.explore`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

__all__ = ["Choice", "Control", "Slider", "Value", "choice", "slider"]

Value = float | str
"""What a control can be set to: a number, or the name of an option."""

MOST_DIGITS = 6
"""Digits after the point that a reader is shown at most."""


@dataclass(frozen=True)
class Slider:
    """A number that the reader chooses, from ``low`` to ``high``; made by `slider`.

    >>> slider("x", 0, 10, 5, start=5).stops()
    [0, 5, 10]
    """

    label: str
    low: float
    high: float
    step: float
    start: float
    kept: float | None = field(default=None, repr=False)

    @property
    def stored(self) -> float:
        """Where it stands in a stored notebook."""
        return self.start if self.kept is None else self.kept

    @property
    def whole(self) -> bool:
        """Whether it moves over whole numbers only."""
        return all(isinstance(v, int) for v in (self.low, self.high, self.step, self.start))

    @property
    def digits(self) -> int:
        """How many digits after the point tell all of its values apart.

        >>> slider("x", 0, 1, 0.25).digits, slider("x", -1, 1, 0.1).digits
        (2, 1)
        """
        return max(map(_decimals, (self.low, self.high, self.step, self.start)))

    def exact(self, value: float) -> float:
        """The value as it is written: 0.3, not 0.30000000000000004, and 0, not -0.

        >>> slider("x", -1, 1, 0.1).exact(0.1 * 3), slider("x", -1, 1, 0.1).exact(-1e-17)
        (0.3, 0.0)
        """
        if self.whole or self.digits > MOST_DIGITS:
            return value
        return round(value, self.digits) + 0.0

    def values(self) -> list[float]:
        """All that it can be set to, from low to high.

        >>> slider("x", 0, 1, 0.25).values()
        [0.0, 0.25, 0.5, 0.75, 1.0]
        """
        last = round((self.high - self.low) / self.step)
        return [self.exact(min(self.low + k * self.step, self.high)) for k in range(last + 1)]

    def stops(self, count: int = 7) -> list[float]:
        """Lowest, highest, start, and some between: where a test should look."""
        last = round((self.high - self.low) / self.step)
        between = {round(k * last / (count - 1)) for k in range(count)}
        values = {self.low + k * self.step for k in between}
        values |= {self.start, self.stored, self.low, self.high}
        return sorted({self.exact(min(value, self.high)) for value in values})


@dataclass(frozen=True)
class Choice:
    """One of a few options; made by `choice`.

    >>> choice("tie rule", "le", "plus").stops()
    ['le', 'plus']
    """

    label: str
    options: tuple[Value, ...]
    start: Value
    kept: Value | None = field(default=None, repr=False)

    @property
    def stored(self) -> Value:
        """Which one a stored notebook shows."""
        return self.start if self.kept is None else self.kept

    def values(self) -> list[Value]:
        """All of them."""
        return list(self.options)

    stops = values


Control = Slider | Choice


def _decimals(value: float) -> int:
    """How many digits after the point a number has as it is written; 0.25 has two."""
    exponent = Decimal(repr(float(value))).normalize().as_tuple().exponent
    return max(0, -int(exponent))


def slider(
    label: str,
    low: float,
    high: float,
    step: float = 1,
    *,
    start: float | None = None,
    kept: float | None = None,
) -> Slider:
    """A slider for `explore`: whole numbers if all of its numbers are.

    ``start`` is where the reader finds it, ``kept`` where it stands in a stored notebook (without
    it, at the start): choose what tells most.

    >>> slider("noise (%)", 0, 40, 5, start=10)
    Slider(label='noise (%)', low=0, high=40, step=5, start=10)
    """
    start = low if start is None else start
    if not (low <= start <= high and low < high and step > 0):
        raise ValueError(f"slider {label!r} needs low <= start <= high; got {low}, {start}, {high}")
    if kept is not None and not low <= kept <= high:
        raise ValueError(f"slider {label!r} keeps {kept}, which is not from {low} to {high}")
    return Slider(label, low, high, step, start, kept)


def choice(
    label: str, *options: Value, start: Value | None = None, kept: Value | None = None
) -> Choice:
    """A choice for `explore` between a few options; the first one is the start.

    ``kept`` is the one in a stored notebook (without it, the start).

    >>> choice("tie rule", "le", "plus").start
    'le'
    """
    return Choice(label, options, options[0] if start is None else start, kept)
