"""Where it goes on: weak learners made strong, and networks of one layer and of two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...notebook import pictures
from ...notebook.explore import Exploration, Flipbook, choice, explore, flipbook
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...validate import Array
from .shares import ballots

__all__ = ["boost", "boosting", "networks", "two_layers"]


@dataclass(frozen=True)
class Boosted:
    """After so many rounds: shares of the examples, votes of the features, edges, errors."""

    rounds: int
    shares: Array
    votes: Array
    edges: tuple[float, ...]
    errors: int


def boost(X: Array, y: Array, rounds: int) -> Boosted:
    """AdaBoost with single features: shares on the examples, a vote for the feature that is best.

    >>> X, y = ballots()
    >>> [boost(X, y, k).errors for k in range(4)]
    [200, 44, 50, 0]
    """
    table, votes = y[:, None] * X, np.zeros(X.shape[1])
    edges: list[float] = []
    for _ in range(rounds):
        shares = np.exp(-table @ votes)
        gains = shares @ table / shares.sum()
        j = int(gains.argmax())
        edges.append(float(gains[j]))
        votes[j] += np.arctanh(gains[j])
    shares = np.exp(-table @ votes)
    wrong = int((table @ votes <= 0).sum())
    return Boosted(rounds, shares / shares.sum(), votes, tuple(edges), wrong)


def boosting() -> Prediction:
    """Features that are right on about four in five examples: how many rounds until none errs?

    >>> boosting().pages[3].sentence
    'After 3 rounds the vote errs on 0 of 200 examples; the last edge was 0.794.'
    """
    return predict(
        {
            "3": "One round for each of the three features that decide, because the shares turn "
            "to the examples that are still wrong.",
            "about 13": "Features that say nothing about the label are never chosen.",
            "about 96": "So many rounds are always enough. Here far fewer do.",
        },
        right="3",
        then=_boosting(),
    )


def _boosting() -> Flipbook:
    X, y = ballots()
    fig, (left, right) = pictures.figure(7.8, 3.6, columns=2, width_ratios=[1.5, 1])
    left.set(xlim=(0, 201), ylim=(0, 0.0138), xlabel="example", title="shares of the examples")
    wrong = pictures.Curve(left, pictures.MISTAKE, "x", label="the vote is wrong", mew=1.5, ms=5)
    right_now = pictures.Curve(left, pictures.WEIGHTS, "o", label="the vote is right", ms=3)
    pictures.legend(left, "upper center", ncol=2)
    right.set(xlim=(0.4, 13.6), ylim=(0, 1.2), xlabel="feature", title="weight of its vote")
    right.set_xticks(range(1, 14, 2))
    bars = pictures.Bars(right, 13)
    along = np.arange(1, 201)

    def boosted(rounds: int) -> Boosted:
        return boost(X, y, rounds)

    def move(now: Boosted) -> None:
        good = y * (X @ now.votes) > 0
        wrong.move(along[~good], now.shares[~good])
        right_now.move(along[good], now.shares[good])
        bars.move(now.votes)

    def describe(now: Boosted) -> str:
        if now.rounds == 0:
            return "Before the first round every example has the share 1/200, and nobody votes."
        after = f"After {plural(now.rounds, 'round')} the vote errs on {now.errors} of 200 examples"
        return f"{after}; the last edge was {now.edges[-1]:.3f}."

    return flipbook(
        fig, data=boosted, move=move, describe=describe, label="rounds", steps=range(4), start=1,
        kept=2,
    )  # fmt: skip


CORNERS = ("0, 0", "0, 1", "1, 0", "1, 1")


@dataclass(frozen=True)
class Fired:
    """Two inputs, and what every unit of both networks says."""

    x: tuple[int, int]
    single: int
    hidden: tuple[int, int]
    top: int


def two_layers(x_1: int, x_2: int) -> Fired:
    """One unit that computes OR; and XOR from two units, OR and NAND, with AND on top.

    >>> [two_layers(a, b).top for a in (0, 1) for b in (0, 1)]
    [0, 1, 1, 0]
    """
    some, not_both = int(x_1 + x_2 >= 1), int(-x_1 - x_2 >= -1)
    return Fired((x_1, x_2), some, (some, not_both), int(some + not_both >= 2))


def networks() -> Exploration:
    """A network of one layer, and one of two: which units say 1?

    >>> networks().at(corner="1, 1").sentence
    'For x = (1, 1) the single unit says 1. With two layers OR says 1, NAND says 0, and AND says 0.'
    """
    fig, (left, right) = pictures.figure(7.8, 3.4, columns=2, width_ratios=[1, 1.45])
    one, two = _Net(left, 3.0), _Net(right, 4.4)
    left.set_title("one layer: OR")
    right.set_title("two layers: XOR")
    for end in ((0.4, 2.2), (0.4, 0.8)):
        one.wire(end, (2.4, 1.5), "1")
    two.wire((0.4, 2.2), (2.0, 2.2), "1")
    two.wire((0.4, 0.8), (2.0, 2.2), "1", 0.22)
    two.wire((0.4, 2.2), (2.0, 0.8), "−1", 0.22)
    two.wire((0.4, 0.8), (2.0, 0.8), "−1")
    two.wire((2.0, 2.2), (3.7, 1.5), "1")
    two.wire((2.0, 0.8), (3.7, 1.5), "1")
    places = (((0.4, 2.2), "$x_1$"), ((0.4, 0.8), "$x_2$"))
    inputs = [net.unit(place, name) for net in (one, two) for place, name in places]
    single = one.unit((2.4, 1.5), "OR: sum ≥ 1")
    hidden = [
        two.unit((2.0, 2.2), "OR: sum ≥ 1", aside=0.15),
        two.unit((2.0, 0.8), "NAND: sum ≥ −1"),
    ]
    top = two.unit((3.7, 1.5), "AND: sum ≥ 2")

    def fired(corner: str) -> Fired:
        x_1, x_2 = map(int, corner.split(", "))
        return two_layers(x_1, x_2)

    def move(now: Fired) -> None:
        for unit, value in zip(inputs, now.x * 2, strict=True):
            unit.move(value)
        single.move(now.single)
        for unit, value in zip(hidden, now.hidden, strict=True):
            unit.move(value)
        top.move(now.top)

    def describe(now: Fired) -> str:
        first = f"For x = ({now.x[0]}, {now.x[1]}) the single unit says {now.single}"
        below = f"OR says {now.hidden[0]}, NAND says {now.hidden[1]}"
        return f"{first}. With two layers {below}, and AND says {now.top}."

    corner = choice("input x", *CORNERS, kept="1, 1")
    return explore(fig, data=fired, move=move, describe=describe, corner=corner)


class _Net:
    """An empty place for a network, in which wires and units are drawn."""

    def __init__(self, ax: Any, width: float) -> None:
        self.ax = ax
        ax.set(xlim=(0, width), ylim=(0.2, 2.9))
        ax.axis("off")

    def wire(
        self, start: tuple[float, float], end: tuple[float, float], weight: str, part: float = 0.5
    ) -> None:
        """A line with its weight, written at this part of the way."""
        self.ax.plot(*zip(start, end, strict=True), color=pictures.QUIET, lw=1.3, zorder=1)
        x, y = (a + part * (b - a) for a, b in zip(start, end, strict=True))
        box = {"boxstyle": "round,pad=0.12", "fc": "white", "ec": "none"}
        self.ax.text(x, y, weight, ha="center", va="center", fontsize=10, bbox=box, zorder=2)

    def unit(self, place: tuple[float, float], name: str, aside: float = 0.0) -> _Unit:
        """A circle that is filled when its unit says 1; its name may stand a little aside."""
        self.ax.text(place[0] + aside, place[1] - 0.42, name, ha="center", va="top", fontsize=10)
        return _Unit(self.ax, place)


class _Unit:
    """A unit of a network: a circle and its value; blue for 1, white for 0."""

    def __init__(self, ax: Any, place: tuple[float, float]) -> None:
        self.place = place
        look: dict[str, Any] = {"ms": 30, "mew": 1.8}
        self.off = pictures.Curve(ax, pictures.POSITIVE, "o", mfc="white", **look)
        self.on = pictures.Curve(ax, pictures.POSITIVE, "o", **look)
        how = {"ha": "center", "va": "center", "fontsize": 13, "animated": True, "zorder": 5}
        self.text = ax.text(*place, "", **how)

    def move(self, value: int) -> None:
        """Say this."""
        here = [[self.place[0]], [self.place[1]]]
        nowhere: list[list[float]] = [[], []]
        self.on.move(*(here if value else nowhere))
        self.off.move(*(nowhere if value else here))
        self.text.set_text(str(value))
        self.text.set_color("white" if value else pictures.POSITIVE)
