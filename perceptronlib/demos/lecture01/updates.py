"""One update, in four pages; what a score of zero does, and what the learning rate does."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.compound import Examples, Staircase
from ...notebook.explore import Exploration, Flipbook, choice, explore, flipbook, slider
from ...notebook.words import plural, vector
from .runs import mistakes_so_far

__all__ = ["learning_rate", "one_update", "ties"]


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
    _, colour, shape = pictures.CLASSES[0 if label > 0 else 1]
    example = pictures.Curve(left, colour, shape, ms=8)
    arrow, added = pictures.Arrow(left), pictures.Arrow(left, pictures.MISTAKE)
    leap = _Leap(right, score, size)
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
        leap.move(k)

    def describe(k: int) -> str:
        sentences = (
            f"Before: w = {vector(w)}, and the shaded side is answered +1.",
            f"The example {vector(x)} has y = {label:+d}, but w.x = {label * score}: a mistake.",
            f"The update adds y x = {vector(step)} to w, which adds |x|^2 = {size} to y w.x.",
            f"Now w = {vector(w + step)}, and y w.x = {score} + {size} = {score + size}: "
            "this example is answered correctly.",
        )
        return sentences[k]

    return flipbook(
        fig, data=at, move=move, describe=describe, label="the update", steps=pages, start=pages[1]
    )


class _Leap:
    """The score y w.x of an example on a number line, and how far an update moves it."""

    def __init__(self, ax: Any, score: int, size: int) -> None:
        ax.set(xlim=(-6, 6), ylim=(-6, 6), yticks=[], xlabel="y w.x of this example")
        ax.set_aspect("equal")
        ax.spines["left"].set_visible(False)
        ax.axvspan(-6, 0, color=pictures.MISTAKE, alpha=0.08, lw=0)
        for place, word in ((-3, "a mistake"), (3, "correct")):
            ax.text(place, 4.8, word, ha="center")
        self.score, self.size = score, size
        self.dot, self.arrow = (
            pictures.Curve(ax, style="o", ms=10),
            pictures.Arrow(ax, pictures.MISTAKE),
        )
        self.note = pictures.Note(ax, 0.38, 0.46, pictures.MISTAKE, ha="center")

    def move(self, page: int) -> None:
        """Nothing, then the score, then the way it goes, then where it arrives."""
        arrived, leaping = page == 3, page == 2
        self.dot.move([self.score + self.size * arrived] if page else [], [0] if page else [])
        self.arrow.move([self.score + self.size * leaping, 0], [self.score, 0])
        self.note.move(f"+ |x|$^2$ = {self.size}" if leaping else "")


def ties() -> Exploration:
    """Four readings of a score of zero, on two tiny samples.

    >>> ties().at(rule="plus", sample="three").sentence
    'Rule plus, sample three: 11 mistakes in 27 rounds, and every example is right at the end.'
    """
    samples = {
        "two": (np.array([[-2, -1], [2, 0]]), np.array([1, 1])),
        "three": (np.array([[-2, -1], [-1, 2], [2, 0]]), np.array([-1, 1, -1])),
    }
    rules = ("le", "plus", "minus", "strict")
    runs = {
        (rule, name): play(Rule(ties=rule), X, y, epochs=9 if len(y) == 3 else 13)
        for rule in rules
        for name, (X, y) in samples.items()
    }
    fig, (left, right) = pictures.figure(columns=2)
    pictures.plane(left, reach=3.0)
    line, arrow = pictures.Boundary(left), pictures.Arrow(left)
    examples = Examples(left, size=8)
    right.set(xlim=(0, 28), ylim=(0, 12), xlabel="rounds", ylabel="mistakes so far")
    staircase = Staircase(right)

    def at(rule: str, sample: str) -> tuple[Any, ...]:
        run = runs[rule, sample]
        return rule, sample, run, mistakes_so_far(run, run.rounds)

    def move(rule: str, sample: str, run: Any, counts: Any) -> None:
        w = run.last_weights
        line.move(w)
        arrow.move(2.0 * w / max(float(np.hypot(*w)), 1e-9))
        examples.move(run.X, run.y)
        staircase.move(counts)

    def describe(rule: str, sample: str, run: Any, counts: Any) -> str:
        good = int((run.y * run.scores(run.X) > 0).sum())
        ending = f"{good} of {len(run.y)} examples are on their side at the end"
        if good == len(run.y):
            ending = "every example is right at the end"
        if not run.M:
            ending = "w is still 0: there is no line"
        count = f"{plural(run.M, 'mistake')} in {run.rounds} rounds"
        return f"Rule {rule}, sample {sample}: {count}, and {ending}."

    controls = {"rule": choice("tie rule", *rules), "sample": choice("sample", *samples)}
    return explore(fig, data=at, move=move, describe=describe, **controls)


def learning_rate() -> Exploration:
    """The rate r: the path of w, and the mistakes, from zero or not, in floats or in fractions.

    >>> learning_rate().at(rate=0.1, numbers="fractions").sentence
    'From w = 0 with r = 0.1, in fractions: 5 mistakes.'
    >>> learning_rate().at(rate=0.1).sentence
    'From w = 0 with r = 0.1, in floats: 3 mistakes.'
    """
    starts = {"0": (0, 0), "(-2, 1)": (-2, 1)}
    kinds: dict[str, Any] = {"floats": lambda k: k / 10, "fractions": lambda k: Fraction(k, 10)}
    tenths = range(1, 21)
    paths = {
        (s, n, k): _path(starts[s], number(k))
        for s in starts
        for n, number in kinds.items()
        for k in tenths
    }
    fig, (left, right) = pictures.figure(columns=2)
    pictures.plane(left, reach=8.0)
    left.set(xlabel="$w_1$", ylabel="$w_2$", xlim=(-3, 11), ylim=(-7, 7))
    trail, tip = pictures.Curve(left, style="o-", ms=4, lw=1.5), pictures.Arrow(left)
    right.set(xlim=(0, 2.1), ylim=(0, 27), xlabel="rate r", ylabel="mistakes")
    counts = pictures.Curve(right, pictures.QUIET, "o", ms=5)
    here = pictures.Curve(right, pictures.MISTAKE, "o", ms=9)

    def at(rate: float, start: str, numbers: str) -> tuple[Any, ...]:
        tenth = round(10 * rate)
        every = [len(paths[start, numbers, k]) - 1 for k in tenths]
        return tenth, start, numbers, paths[start, numbers, tenth], every

    def move(tenth: int, start: str, numbers: str, path: Any, every: Any) -> None:
        trail.move(*path.T)
        tip.move(path[-1])
        counts.move(np.array(tenths[tenth - 1 :]) / 10, every[tenth - 1 :])
        here.move([tenth / 10], [len(path) - 1])

    def describe(tenth: int, start: str, numbers: str, path: Any, every: Any) -> str:
        count = plural(len(path) - 1, "mistake")
        return f"From w = {start} with r = {tenth / 10:.1f}, in {numbers}: {count}."

    return explore(
        fig,
        data=at,
        move=move,
        describe=describe,
        rate=slider("rate r", 0.1, 2.0, 0.1, start=2.0),
        start=choice("first w", *starts),
        numbers=choice("numbers", *kinds),
    )


def _path(start: Any, r: Any) -> Any:
    """All w on y x = (1, -3), (1, 2) until both are right, in the arithmetic of r.

    The library's learners count in floats only. This loop also takes fractions, where no tie is
    decided by rounding; and in plain Python a float sum is the same on every machine.
    """
    w, path, clean = [0 * r + start[0], 0 * r + start[1]], [], 0
    path.append([float(value) for value in w])
    while clean < 2:
        for a, b in ((1, -3), (1, 2)):
            clean += 1
            if w[0] * a + w[1] * b <= 0:
                w, clean = [w[0] + r * a, w[1] + r * b], 0
                path.append([float(value) for value in w])
    return np.array(path)
