"""The pictures of `01_perceptron`: a line, its margin, one mistake, and a whole run.

Those about zero, the rate, descent, the bias and logic gates are in `lecture01_more`.
"""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
from matplotlib.colors import LinearSegmentedColormap

from ..core.play import play
from ..core.rules import Rule
from ..notebook import pictures
from ..notebook.explore import Exploration, Flipbook, Still, choice, explore, flipbook, show, slider
from ..samples import data
from ..theory import margins
from .lecture01_more import (
    CLASSES,
    TABLE,
    descent,
    fold_and_normalise,
    gates,
    kink,
    learning_rate,
    plural,
    price_of_folding,
    ties,
)

__all__ = [
    "descent",
    "fold_and_normalise",
    "gates",
    "in_one_picture",
    "kink",
    "learning_rate",
    "left_or_right",
    "margin_by_hand",
    "one_update",
    "price_of_folding",
    "three_modes",
    "threshold_unit",
    "ties",
    "whole_run",
]


def cards(m: int = 50, seed: int = 1958) -> data.Sample:
    """Cards of 8 by 8 pixels with a square on the right (+1) or on the left (-1), and specks.

    >>> X, y = cards(3)
    >>> X.shape, y.tolist()
    ((3, 64), [1.0, -1.0, 1.0])
    """
    rng = np.random.default_rng(seed)
    y = rng.choice([-1.0, 1.0], size=m)
    X = np.zeros((m, 8, 8))
    for card, label in zip(X, y, strict=True):
        card[tuple(rng.integers(0, 8, (2, 3)))] = 1.0
        row, column = rng.integers(0, 6), rng.integers(0, 2) + (4 if label > 0 else 0)
        card[row : row + 3, column : column + 3] = 1.0
    return data.Sample(X.reshape(m, 64), y)


def left_or_right() -> Flipbook:
    """Fifty cards, shown one after another: the card, the weights as a picture, the mistakes.

    >>> left_or_right().pages[-1].sentence
    'After 50 cards, the last one answered correctly, there have been 6 mistakes.'
    """
    X, y = cards()
    run = play(Rule(), X, y)
    fig, (left, middle, right) = pictures.figure(8.0, 3.0, columns=3)
    shades = LinearSegmentedColormap.from_list(
        "signed", [pictures.NEGATIVE, "white", pictures.POSITIVE]
    )
    card = left.imshow(np.zeros((8, 8)), cmap="Greys", vmin=0, vmax=1.4, animated=True)
    weights = middle.imshow(np.zeros((8, 8)), cmap=shades, vmin=-4, vmax=4, animated=True)
    for ax, title in ((left, "the card"), (middle, "the weights w")):
        ax.set(xticks=[], yticks=[], title=title)
        ax.axvline(3.5, color=pictures.QUIET, lw=1, animated=True)
        ax.spines[:].set_visible(True)
    right.set(xlim=(0, 50), ylim=(0, 32), xlabel="cards seen", title="mistakes so far")
    curve = pictures.Curve(right, drawstyle="steps-post")

    def at(t: int) -> tuple[Any, ...]:
        counts = np.searchsorted(run.mistakes, np.arange(t + 1))
        return t, X[max(t - 1, 0)] * (t > 0), run.weights(t), counts

    def move(t: int, x: Any, w: Any, counts: Any) -> None:
        card.set_data(x.reshape(8, 8))
        weights.set_data(w.reshape(8, 8))
        curve.move(np.arange(t + 1), counts)

    def describe(t: int, x: Any, w: Any, counts: Any) -> str:
        if t == 0:
            return "Before the first card all weights are 0."
        verb = "there has been" if counts[-1] == 1 else "there have been"
        how = "answered wrongly" if t - 1 in run.mistakes else "answered correctly"
        seen = f"After {plural(t, 'card')}, the last one {how}"
        return f"{seen}, {verb} {plural(counts[-1], 'mistake')}."

    steps = sorted({*range(0, 51, 2), *(run.mistakes + 1).tolist()})
    how: dict[str, Any] = {"label": "cards seen", "steps": steps, "start": 2}
    return flipbook(fig, data=at, move=move, describe=describe, **how)


def threshold_unit() -> Exploration:
    """Turn w, shift the line by b, stretch both: what changes the answers, and what does not?

    >>> threshold_unit().at(degrees=65, b=-0.5).sentence
    'With w at 65 degrees, |w| = 0.8 and b = -0.40, the line errs on 0 of 40 examples.'
    """
    X, y = sample = data.separable(40, 2, margin=0.15, seed=6)
    v = sample.target
    X = X + 0.5 * np.asarray(v)
    fig, ax = pictures.figure(4.4, 4.0)
    pictures.plane(ax, X, y, reach=1.6)
    line, arrow, rings = pictures.Boundary(ax), pictures.Arrow(ax), pictures.Marks(ax)

    def at(degrees: float, b: float, stretch: float) -> tuple[Any, ...]:
        w, shift = pictures.angle(degrees, stretch), stretch * b
        return degrees, w, shift, stretch, X[y * (X @ w + shift) <= 0]

    def move(degrees: float, w: Any, b: float, size: float, wrong: Any) -> None:
        line.move(w, threshold=-b)
        arrow.move(w)
        rings.move(wrong)

    def describe(degrees: float, w: Any, b: float, size: float, wrong: Any) -> str:
        unit = f"With w at {degrees} degrees, |w| = {size:.1f} and b = {b:z.2f}"
        return f"{unit}, the line errs on {len(wrong)} of {len(X)} examples."

    return explore(
        fig,
        data=at,
        move=move,
        describe=describe,
        degrees=slider("angle of w (degrees)", 0, 355, 5, start=110),
        b=slider("b (for a w of length 1)", -1.0, 1.0, 0.05, start=0.0),
        stretch=slider("stretch w and b by", 0.2, 1.4, 0.1, start=0.8),
    )


def margin_by_hand() -> Exploration:
    """Turn w and watch every example's distance; the smallest one is the sample's margin.

    >>> margin_by_hand().at(degrees=65).sentence
    'At 65 degrees the margin of the sample is 0.278: all 12 examples are on their right side.'
    """
    X, y = data.separable(12, 2, margin=0.2, seed=6)
    turns = range(361)
    rhos = [margins.sample_margin(pictures.angle(turn), X, y) for turn in turns]
    fig, (left, right) = pictures.figure(columns=2)
    pictures.plane(left, X, y, reach=1.15)
    line, nearest = pictures.Boundary(left), pictures.Marks(left)
    feet = pictures.Curve(left, pictures.QUIET, "-", lw=1)
    so_far = pictures.Curve(right, pictures.WEIGHTS)
    right.axhline(0, color=pictures.QUIET, lw=1)
    best = margins.max_margin(X, y).margin
    right.axhline(best, color=pictures.BOUND, ls="--", label="the best there is")
    right.set(xlim=(0, 360), ylim=(-1.1, 0.6), xlabel="angle of w (degrees)")
    right.set(ylabel="margin of the sample", xticks=range(0, 361, 90))
    pictures.legend(right, "upper right")
    here = pictures.Curve(right, pictures.MISTAKE, "o", ms=9)

    def at(degrees: float) -> tuple[Any, ...]:
        w = pictures.angle(degrees)
        each = margins.point_margins(w, X, y)
        ends = np.stack([X, X - (y * each)[:, None] * w, np.full_like(X, np.nan)], axis=1)
        return degrees, w, each, ends.reshape(-1, 2)

    def move(degrees: float, w: Any, each: Any, ends: Any) -> None:
        line.move(w)
        feet.move(*ends.T)
        nearest.move(X[np.argmin(each)])
        so_far.move(turns[: int(degrees) + 1], rhos[: int(degrees) + 1])
        here.move([degrees], [each.min()])

    def describe(degrees: float, w: Any, each: Any, ends: Any) -> str:
        wrong = int((each <= 0).sum())
        verdict = f"{wrong} of {len(X)} examples are on the wrong side"
        if wrong < 2:
            one = f"1 of {len(X)} examples is on the wrong side"
            verdict = one if wrong else f"all {len(X)} examples are on their right side"
        return f"At {degrees} degrees the margin of the sample is {each.min():z.3f}: {verdict}."

    control = slider("angle of w (degrees)", 0, 355, 5, start=40)
    return explore(fig, data=at, move=move, describe=describe, degrees=control)


def one_update(label: int = 1) -> Flipbook:
    """One mistake in four pages: w, the example it errs on, the step y x, and the new w.

    >>> one_update(+1)
    the update = a mistake. The example (-1, 2) has y = +1, but w.x = -4: a mistake.
    >>> one_update(+1).pages[-1].sentence
    'Now w = (1, 1), and y w.x = -4 + 5 = 1: this example is answered correctly.'
    """
    w, x = (np.array([2, -1]), np.array([-1, 2])) if label > 0 else (np.array([2, 1]), [1, 2])
    step = label * np.asarray(x)
    score, size = int(step @ w), int(step @ step)
    fig, (left, right) = pictures.figure(columns=2, width_ratios=[1.15, 1])
    pictures.plane(left, reach=3.2)
    old = pictures.Boundary(left, pictures.QUIET, "--", shade=False)
    line, ring = pictures.Boundary(left), pictures.Marks(left)
    colour, shape = CLASSES[0 if label > 0 else 1][1:]
    example = pictures.Curve(left, colour, shape, ms=8)
    arrow, added = pictures.Arrow(left), pictures.Arrow(left, pictures.MISTAKE)
    right.set(xlim=(-6, 6), ylim=(-6, 6), yticks=[], xlabel="y w.x of this example")
    right.set_aspect("equal")
    right.spines["left"].set_visible(False)
    right.axvspan(-6, 0, color=pictures.MISTAKE, alpha=0.08, lw=0)
    for place, word in ((-3, "a mistake"), (3, "correct")):
        right.text(place, 4.8, word, ha="center")
    dot, leap = pictures.Curve(right, style="o", ms=10), pictures.Arrow(right, pictures.MISTAKE)
    note = pictures.Note(right, 0.38, 0.46, pictures.MISTAKE, ha="center")
    past = pictures.Arrow(left, pictures.QUIET)
    inks = (pictures.WEIGHTS, pictures.WEIGHTS, pictures.MISTAKE)
    names = [pictures.Note(left, 0, 0, ink, transform=left.transData) for ink in inks]
    pages = ["w", "a mistake", "add y x", "the new w"]

    def at(page: str) -> tuple[Any, ...]:
        return (pages.index(page),)

    def move(k: int) -> None:
        after = w + step if k == 3 else w
        old.move(w if k == 3 else 0 * w)
        line.move(after)
        arrow.move(after)
        example.move(*np.reshape(x, (2, 1)) if k else ([], []))
        ring.move(np.array([x] if k in (1, 2) else []))
        past.move(w if k == 3 else 0 * w)
        added.move(w + step if k == 2 else w, w)
        places, words = (after, w + step, w + step / 2), ("w", "w + y x", "y x")
        for name, place, word in zip(names, places, words, strict=True):
            name.text.set_position(place + np.array([0.25, 0.15]))
            name.move(word if word == "w" or k == 2 else "")
        dot.move([score + size * (k == 3)] if k else [], [0] if k else [])
        leap.move([score + size * (k == 2), 0], [score, 0])
        note.move(f"+ |x|$^2$ = {size}" if k == 2 else "")

    def describe(k: int) -> str:
        told = (
            f"Before: w = {_pair(w)}, and the shaded side is answered +1.",
            f"The example {_pair(x)} has y = {label:+d}, but w.x = {label * score}: a mistake.",
            f"The update adds y x = {_pair(step)} to w, which adds |x|^2 = {size} to y w.x.",
            f"Now w = {_pair(w + step)}, and y w.x = {score} + {size} = {score + size}: "
            "this example is answered correctly.",
        )
        return told[k]

    how: dict[str, Any] = {"label": "the update", "steps": pages, "start": "a mistake"}
    return flipbook(fig, data=at, move=move, describe=describe, **how)


_INKS = (pictures.WEIGHTS, pictures.MISTAKE)


def _pair(w: Any) -> str:
    return f"({w[0]:g}, {w[1]:g})"


def whole_run() -> Flipbook:
    """All rounds until a pass is clean: the line, the example of the round, the mistakes so far.

    >>> whole_run().pages[0].sentence
    'Round 0 shows (4, -1) with y = +1: a mistake, ... Now 2 of 8 are on the wrong side.'
    """
    X, y = TABLE
    run = play(Rule(), X, y, epochs=None)
    fig, (left, right) = pictures.figure(columns=2)
    pictures.plane(left, X, y)
    old = pictures.Boundary(left, pictures.QUIET, "--", shade=False)
    line, arrow = pictures.Boundary(left), pictures.Arrow(left)
    ring = pictures.Marks(left)
    right.set(xlim=(0, run.rounds + 0.5), ylim=(0, 10), xlabel="rounds", ylabel="mistakes so far")
    right.set_xticks(range(0, run.rounds + 1, len(y)))
    right.grid(axis="x", color="#DDDDDD")
    curve = pictures.Curve(right, drawstyle="steps-post")
    now = pictures.Curve(right, pictures.MISTAKE, "o")

    def at(t: int) -> tuple[Any, ...]:
        counts = np.searchsorted(run.mistakes, np.arange(t + 2))
        return t, int(run.order[t]), run.weights(t), run.weights(t + 1), counts

    def move(t: int, i: int, before: Any, after: Any, counts: Any) -> None:
        erred = counts[-1] > counts[-2]
        old.move(before if erred else 0 * before)
        line.move(after)
        arrow.move(3.5 * after / np.linalg.norm(after))
        ring.line.set_color(_INKS[int(erred)])
        ring.move(X[i])
        curve.move(np.arange(t + 2), counts)
        now.move([t + 1], counts[-1:])

    def describe(t: int, i: int, before: Any, after: Any, counts: Any) -> str:
        shown = f"Round {t} shows {_pair(X[i])} with y = {y[i]:+.0f}"
        kept = f"correct, and w stays {_pair(after)}"
        became = f"a mistake, and w becomes {_pair(after)}"
        verdict = became if counts[-1] > counts[-2] else kept
        wrong = int((y * (X @ after) <= 0).sum())
        now = f"Now {wrong} of {len(y)} {'is' if wrong == 1 else 'are'} on the wrong side"
        return f"{shown}: {verdict}. So far: {plural(counts[-1], 'mistake')}. {now}."

    steps = range(run.rounds)
    how: dict[str, Any] = {"label": "round", "steps": steps, "start": 22}
    return flipbook(fig, data=at, move=move, describe=describe, **how)


def three_modes() -> Exploration:
    """The same learner in three worlds: passes over a sample, a stream, and an adversary.

    >>> three_modes().at(world="adversary", rounds=60).sentence
    'An adversary who contradicts every answer: 60 mistakes in 60 rounds.'
    """
    worlds = _worlds(60)
    fig, (left, right) = pictures.figure(columns=2)
    pictures.plane(left, reach=1.15)
    line, ring = pictures.Boundary(left), pictures.Marks(left)
    seen = [(sign, pictures.Curve(left, c, m, ms=6, mec="white")) for sign, c, m in CLASSES]
    right.set(xlim=(0, 60), ylim=(0, 62), xlabel="rounds", ylabel="mistakes so far")
    right.plot([0, 60], [0, 60], ":", color=pictures.QUIET, label="always wrong")
    pictures.legend(right, "upper left")
    curve = pictures.Curve(right, drawstyle="steps-post")

    def at(world: str, rounds: int) -> tuple[Any, ...]:
        run = worlds[world]
        counts = np.searchsorted(run.mistakes, np.arange(rounds + 1))
        return world, rounds, run.X[run.order[:rounds]], run.y[run.order[:rounds]], counts

    def move(world: str, rounds: int, X: Any, y: Any, counts: Any) -> None:
        line.move(worlds[world].path[counts[-1]])
        ring.line.set_color(_INKS[int(np.diff(counts)[-1:].any())])
        ring.move(X[-1:])
        for sign, drawn in seen:
            drawn.move(*X[y == sign].T)
        curve.move(np.arange(rounds + 1), counts)

    def describe(world: str, rounds: int, X: Any, y: Any, counts: Any) -> str:
        told = plural(counts[-1], "mistake") + " in " + plural(rounds, "round")
        return f"{_WORLDS[world]}: {told}."

    return explore(
        fig,
        data=at,
        move=move,
        describe=describe,
        world=choice("world", *_WORLDS),
        rounds=slider("rounds", 0, 60, 1, start=40),
    )


_WORLDS = {
    "passes": "Passes over 20 examples, in order, again and again",
    "stream": "An endless stream, drawn at random from the 20 examples",
    "adversary": "An adversary who contradicts every answer",
}


def _worlds(rounds: int) -> dict[str, Any]:
    """A run of so many rounds in each of the three worlds."""
    X, y = data.separable(20, 2, margin=0.04, seed=0)
    drawn, labels = zip(*islice(data.stream((X, y), seed=0), rounds), strict=True)
    w, contrary = np.zeros(2), []
    against = data.separable(rounds, 2, margin=0.0, seed=1).X
    for x in against:
        contrary.append(1.0 if w @ x <= 0 else -1.0)
        w = w + contrary[-1] * x
    return {
        "passes": play(Rule(), X, y, epochs=rounds // len(y)),
        "stream": play(Rule(), drawn, labels),
        "adversary": play(Rule(), against, contrary),
    }


def in_one_picture() -> Still:
    """The lecture on one slide: a line and its margin, one update, and how mistakes run out.

    >>> repr(in_one_picture())[:53]
    'Left: a line errs on no example, with margin 0.31; mi'
    """
    run = play(Rule(), *TABLE, epochs=None)
    X, y = data.separable(12, 2, margin=0.2, seed=6)
    best = margins.max_margin(X, y)
    fig, axes = pictures.figure(9.6, 3.4, columns=3)
    pictures.plane(axes[0], X, y)
    pictures.plane(axes[1], reach=3.2)
    _still(pictures.Boundary(axes[0]), best.v)
    for side in (-best.margin, best.margin):
        _still(pictures.Boundary(axes[0], pictures.BOUND, "--", shade=False), best.v, side)
    before, x = np.array([2, -1]), np.array([-1, 2])
    _still(pictures.Boundary(axes[1], pictures.QUIET, "--", shade=False), before)
    _still(pictures.Boundary(axes[1]), before + x)
    axes[1].plot(*x, "o", color=pictures.POSITIVE, ms=8)
    for end, start, colour in (
        (before, (0, 0), pictures.QUIET),
        (before + x, before, pictures.MISTAKE),
        (before + x, (0, 0), pictures.WEIGHTS),
    ):
        _still(pictures.Arrow(axes[1], colour), end, start)
    counts = np.searchsorted(run.mistakes, np.arange(run.rounds + 1))
    axes[2].step(np.arange(run.rounds + 1), counts, color=pictures.WEIGHTS, where="post")
    axes[2].set(xlabel="rounds", xlim=(0, run.rounds), ylim=(0, 10))
    for ax, title in zip(axes, ("a line, and its margin", "one mistake: add y x", "mistakes so far"), strict=True):  # fmt: skip  # noqa: E501
        ax.set_title(title)
    told = f"Left: a line errs on no example, with margin {best.margin:.2f}; middle: a mistake"
    ended = f"right: {run.M} mistakes in {run.rounds} rounds, none in the last {len(run.y)}"
    return show(fig, f"{told} adds y x to w and turns the line; {ended}.")


def _still(artist: Any, *where: Any) -> None:
    """Put a moving artist where it belongs, for good."""
    artist.move(*where)
    for part in ("line", "side", "shape"):
        if hasattr(artist, part):
            getattr(artist, part).set_animated(False)
