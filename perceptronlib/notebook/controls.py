"""What a reader can turn: sliders for numbers, and choices between a few options.

Only what they are called, where they begin and where they end; how they look in a notebook is for
`widgets` to say. Lectures get them from `perceptronlib.explore`.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Choice", "Control", "Slider", "Value", "choice", "slider"]

Value = float | str
"""What a control can be set to: a number, or the name of an option."""


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

    @property
    def whole(self) -> bool:
        """Whether it moves over whole numbers only."""
        return all(isinstance(v, int) for v in (self.low, self.high, self.step, self.start))

    def stops(self, count: int = 7) -> list[float]:
        """Lowest, highest, start, and some between: where a test should look."""
        last = round((self.high - self.low) / self.step)
        between = {round(k * last / (count - 1)) for k in range(count)}
        values = {self.low + k * self.step for k in between} | {self.start, self.low, self.high}
        return sorted(min(value, self.high) for value in values)


@dataclass(frozen=True)
class Choice:
    """One of a few options; made by `choice`.

    >>> choice("tie rule", "le", "plus").stops()
    ['le', 'plus']
    """

    label: str
    options: tuple[Value, ...]
    start: Value

    def stops(self) -> list[Value]:
        """All of them."""
        return list(self.options)


Control = Slider | Choice


def slider(
    label: str, low: float, high: float, step: float = 1, *, start: float | None = None
) -> Slider:
    """A slider for `explore`: whole numbers if all of its numbers are.

    >>> slider("noise (%)", 0, 40, 5, start=10)
    Slider(label='noise (%)', low=0, high=40, step=5, start=10)
    """
    start = low if start is None else start
    if not (low <= start <= high and low < high and step > 0):
        raise ValueError(f"slider {label!r} needs low <= start <= high; got {low}, {start}, {high}")
    return Slider(label, low, high, step, start)


def choice(label: str, *options: Value, start: Value | None = None) -> Choice:
    """A choice for `explore` between a few options; the first one is the start.

    >>> choice("tie rule", "le", "plus").start
    'le'
    """
    return Choice(label, options, options[0] if start is None else start)
