"""More pictures of `01_perceptron`: zero, the rate, descent, the bias, and logic gates."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ..core.play import play
from ..core.rules import Rule
from ..notebook import pictures
from ..notebook.explore import Exploration, Flipbook, choice, explore, flipbook, slider
from ..samples import adversaries
from ..samples.features import fold_bias, unit_rows
from ..theory import margins

__all__ = [
    "descent",
    "fold_and_normalise",
    "gates",
    "kink",
    "learning_rate",
    "price_of_folding",
    "ties",
]

TABLE = (
    np.array([[4, -1], [3, 3], [-2, -5], [-1, 0], [-4, -5], [-5, 2], [3, 5], [4, -2]], dtype=float),
    np.array([1, 1, 1, -1, -1, -1, -1, 1], dtype=float),
)
"""Eight examples with whole numbers, and their labels: the sample of this lecture."""

CLASSES = ((1.0, pictures.POSITIVE, "o"), (-1.0, pictures.NEGATIVE, "s"))
"""How examples with y = +1 and y = -1 look."""


def plural(n: int, word: str) -> str:
    """The number and the word.

    >>> plural(1, "mistake"), plural(2, "mistake")
    ('1 mistake', '2 mistakes')
    """
    return f"{n} {word}{'' if n == 1 else 's'}"


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
    drawn = [(sign, pictures.Curve(left, c, m, ms=8)) for sign, c, m in CLASSES]
    right.set(xlim=(0, 28), ylim=(0, 12), xlabel="rounds", ylabel="mistakes so far")
    curve = pictures.Curve(right, drawstyle="steps-post")

    def at(rule: str, sample: str) -> tuple[Any, ...]:
        run = runs[rule, sample]
        return rule, sample, run, np.searchsorted(run.mistakes, np.arange(run.rounds + 1))

    def move(rule: str, sample: str, run: Any, counts: Any) -> None:
        w = run.last_weights
        line.move(w)
        arrow.move(2.0 * w / max(float(np.hypot(*w)), 1e-9))
        for sign, dots in drawn:
            dots.move(*run.X[run.y == sign].T)
        curve.move(np.arange(run.rounds + 1), counts)

    def describe(rule: str, sample: str, run: Any, counts: Any) -> str:
        good = int((run.y * run.scores(run.X) > 0).sum())
        told = f"{plural(run.M, 'mistake')} in {run.rounds} rounds"
        moved = f"{good} of {len(run.y)} examples are on their side at the end"
        moved = "every example is right at the end" if good == len(run.y) else moved
        ending = moved if run.M else "w is still 0: there is no line"
        return f"Rule {rule}, sample {sample}: {told}, and {ending}."

    controls = {"rule": choice("tie rule", *rules), "sample": choice("sample", *samples)}
    return explore(fig, data=at, move=move, describe=describe, **controls)


# -- the learning rate -------------------------------------------------------------------------


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
        told = plural(len(path) - 1, "mistake")
        return f"From w = {start} with r = {tenth / 10:.1f}, in {numbers}: {told}."

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


# -- descent -----------------------------------------------------------------------------------


def kink() -> Exploration:
    """The loss max(0, -y w.x): its slope, and the choice one has at the kink.

    >>> kink().at(score=-1.0, part=0.3).sentence
    'At y w.x = -1.0 the loss is 1.0 and the step is 1.0 times y x; at the kink it would be 0.3.'
    >>> kink().at(score=0.0, part=0.0).sentence
    'At the kink, y w.x = 0, any part of y x is a fair step; with part 0.0 w stays where it is.'
    """
    fig, (left, right) = pictures.figure(columns=2)
    s = np.array([-2.0, 0.0, 2.0])
    left.plot(s, np.maximum(0, -s), color=pictures.WEIGHTS, label="loss")
    left.set(xlim=(-2, 2), ylim=(-0.8, 2.1), xlabel="y w.x", ylabel="loss max(0, -y w.x)")
    right.plot([-2, 0, 0, 2], [1, 1, 0, 0], color=pictures.WEIGHTS)
    right.set(xlim=(-2, 2), ylim=(-0.1, 1.2), xlabel="y w.x", ylabel="step, in units of y x")
    tangent = pictures.Curve(left, pictures.BOUND, "--", label="a line below it")
    pictures.legend(left, "upper right")
    taken = pictures.Curve(right, pictures.BOUND, "o", ms=13, mfc="none", mew=2)
    spots = [pictures.Curve(ax, pictures.MISTAKE, "o", ms=9) for ax in (left, right)]

    def at(score: float, part: float) -> tuple[Any, ...]:
        score = round(score, 1)
        x = np.array([1.0])
        slope = margins.perceptron_subgradient(np.array([score]), x, 1.0, at_kink=part)
        return score, part, max(0.0, -score), -float(slope[0])

    def move(score: float, part: float, loss: float, step: float) -> None:
        tangent.move([-2, 2], [2 * part, -2 * part])
        taken.move([0], [part])
        spots[0].move([score], [loss])
        spots[1].move([score], [step])

    def describe(score: float, part: float, loss: float, step: float) -> str:
        if score == 0:
            fair = "At the kink, y w.x = 0, any part of y x is a fair step"
            stays = "w stays where it is" if step == 0 else f"w moves by {step:.1f} times y x"
            return f"{fair}; with part {part:.1f} {stays}."
        place = f"At y w.x = {score:.1f} the loss is {loss:.1f}"
        chosen = f"at the kink it would be {part:.1f}"
        return f"{place} and the step is {step:z.1f} times y x; {chosen}."

    return explore(
        fig,
        data=at,
        move=move,
        describe=describe,
        score=slider("y w.x", -2.0, 2.0, 0.1, start=0.0),
        part=slider("part of y x taken at the kink", 0.0, 1.0, 0.1, start=0.5),
    )


def descent() -> Flipbook:
    """The loss F over the plane of weights, and the path of the perceptron from w = 0.

    >>> descent().pages[0].sentence
    'After 0 updates w = (0, 0), and the loss F(w) is 0.00.'
    """
    X, y = TABLE
    run = play(Rule(), X, y, epochs=None)
    path = run.path
    losses = [margins.perceptron_loss(w, X, y) for w in path]
    fig, (left, right) = pictures.figure(columns=2)
    grid = np.linspace(-13, 13, 131)
    W = np.stack(np.meshgrid(grid, grid), axis=-1)
    scores = y * (W @ X.T)
    F = np.maximum(0, -scores).mean(axis=-1)
    pictures.plane(left, reach=13.0)
    left.contourf(
        grid, grid, scores.min(axis=-1), levels=[0, 99], colors=[pictures.BOUND], alpha=0.4
    )
    left.contour(grid, grid, F, levels=range(2, 40, 4), colors=pictures.QUIET, linewidths=0.8)
    left.set(xlabel="$w_1$", ylabel="$w_2$")
    trail, tip = pictures.Curve(left, style="o-", ms=4), pictures.Marks(left)
    right.set(xlim=(0, run.M), ylim=(-0.2, 7), xlabel="updates", ylabel="loss F(w)")
    curve = pictures.Curve(right, style="o-")

    def at(k: int) -> tuple[Any, ...]:
        return k, path[: k + 1], losses[: k + 1]

    def move(k: int, so_far: Any, loss: Any) -> None:
        trail.move(*so_far.T)
        tip.move(so_far[-1])
        curve.move(range(k + 1), loss)

    def describe(k: int, so_far: Any, loss: Any) -> str:
        w = f"w = ({so_far[-1][0]:g}, {so_far[-1][1]:g})"
        return f"After {plural(k, 'update')} {w}, and the loss F(w) is {loss[-1]:.2f}."

    how: dict[str, Any] = {"label": "updates", "steps": range(run.M + 1), "start": 0}
    return flipbook(fig, data=at, move=move, describe=describe, **how)


# -- the bias ----------------------------------------------------------------------------------


def price_of_folding() -> Exploration:
    """Two points c - 1 and c + 1 on a line, with a constant folded in: mistakes as c grows.

    >>> price_of_folding().at(c=5).sentence
    'With c = 5 the folded points are 4.6 degrees apart as seen from 0: 47 mistakes.'
    """
    every = range(21)
    runs = [play(Rule(), *adversaries.folded_pair(c)[:2], epochs=None) for c in every]
    made = [run.M for run in runs]
    fig, (left, right) = pictures.figure(columns=2, width_ratios=[1.5, 1])
    left.set(xlim=(-2, 22), ylim=(-4, 6), xlabel="x", ylabel="constant feature", yticks=[0, 1])
    left.set_aspect("equal")
    left.axhline(1, color="#DDDDDD", lw=1)
    line = pictures.Boundary(left)
    rays = pictures.Curve(left, pictures.QUIET, "-", lw=1)
    low = pictures.Curve(left, pictures.NEGATIVE, "s", ms=8)
    high = pictures.Curve(left, pictures.POSITIVE, "o", ms=8)
    allowed = [(1 + c**2) * ((c + 1) ** 2 + 1) for c in every]
    roof = pictures.Curve(right, pictures.BOUND, "--", label="allowed")
    so_far = pictures.Curve(right, pictures.WEIGHTS, label="made")
    right.axhline(2, color=pictures.QUIET, ls=":", label="made, origin at c")
    right.set(yscale="log", ylim=(1, 1e8), xlim=(0, 20.5), xlabel="c", ylabel="mistakes")
    pictures.legend(right, "upper left")
    here = pictures.Curve(right, pictures.MISTAKE, "o", ms=9)

    def at(c: int) -> tuple[Any, ...]:
        turn = np.rad2deg(np.arctan2(1, c - 1) - np.arctan2(1, c + 1))
        return c, made[c], float(turn)

    def move(c: int, M: int, turn: float) -> None:
        line.move(runs[c].last_weights)
        rays.move([c - 1, 0, c + 1], [1, 0, 1])
        low.move([c - 1], [1])
        high.move([c + 1], [1])
        for curve, values in ((roof, allowed), (so_far, made)):
            curve.move(every[: c + 1], values[: c + 1])
        here.move([c], [M])

    def describe(c: int, M: int, turn: float) -> str:
        apart = f"the folded points are {turn:.1f} degrees apart as seen from 0"
        return f"With c = {c} {apart}: {plural(M, 'mistake')}."

    control = slider("c, the middle of the two points", 0, 20, 1, start=2)
    return explore(fig, data=at, move=move, describe=describe, c=control)


def fold_and_normalise() -> Exploration:
    """The points 1 and z of a line: fold, then normalise; or the other way round.

    >>> fold_and_normalise().at(first="normalise").sentence
    'Normalise first: 1 and 3.0 both become (1, 1). One point, two labels: no line can help.'
    """
    fig, ax = pictures.figure(5.6, 2.9)
    ax.set(xlim=(-0.3, 5.3), ylim=(-0.3, 2.2), xlabel="x", ylabel="constant feature")
    ax.set_aspect("equal")
    ax.plot([-0.3, 5.3], [1, 1], color="#DDDDDD", lw=1, zorder=0)
    turn = np.linspace(-0.3, 2, 60)
    ax.plot(np.cos(turn), np.sin(turn), color="#DDDDDD", lw=1, zorder=0)
    line, rays = pictures.Boundary(ax), pictures.Curve(ax, pictures.QUIET, ":", lw=1)
    ghosts = pictures.Curve(ax, pictures.QUIET, "o", ms=8, mfc="none")
    plus = pictures.Curve(ax, pictures.POSITIVE, "o", ms=12)
    minus = pictures.Curve(ax, pictures.NEGATIVE, "s", ms=7)

    def at(z: float, first: str) -> tuple[Any, ...]:
        X, y = np.array([[1.0], [round(z, 1)]]), np.array([1.0, -1.0])
        if first == "normalise":
            return first, z, fold_bias(X), fold_bias(unit_rows(X)), np.zeros(2)
        folded = unit_rows(fold_bias(X))
        return first, z, fold_bias(X), folded, margins.max_margin(folded, y).v

    def move(first: str, z: float, folded: Any, final: Any, v: Any) -> None:
        line.move(v)
        ghosts.move(*folded.T)
        rays.move([folded[0, 0], 0, folded[1, 0]], [1, 0, 1])
        plus.move(*final[:1].T)
        minus.move(*final[1:].T)

    def describe(first: str, z: float, folded: Any, final: Any, v: Any) -> str:
        if first == "normalise":
            same = f"Normalise first: 1 and {z:.1f} both become (1, 1)"
            return f"{same}. One point, two labels: no line can help."
        places = " and ".join(f"({x:.2f}, {one:.2f})" for x, one in final)
        return f"Fold first: 1 and {z:.1f} become {places}. A line separates them."

    return explore(
        fig,
        data=at,
        move=move,
        describe=describe,
        z=slider("the point with y = -1", 1.5, 5.0, 0.5, start=3.0),
        first=choice("do first", "fold", "normalise"),
    )


# -- logic -----------------------------------------------------------------------------------------


def gates() -> Exploration:
    """Logic gates as four labelled corners: where does the perceptron find a line, where not?

    >>> gates().at(gate="XOR", rounds=48).sentence
    'XOR: 48 mistakes in 48 rounds; there is no line, and 0 of 4 corners are right.'
    """
    corners = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    labels = {"AND": (-1, -1, -1, 1), "OR": (-1, 1, 1, 1), "NAND": (1, 1, 1, -1)}
    labels["XOR"] = (-1, 1, 1, -1)
    truth = {gate: np.array(signs) for gate, signs in labels.items()}
    runs = {gate: play(Rule(), fold_bias(corners), y, epochs=12) for gate, y in truth.items()}
    fig, (left, right) = pictures.figure(columns=2)
    left.set(xlim=(-0.6, 1.6), ylim=(-0.6, 1.6), xlabel="$x_1$", ylabel="$x_2$", aspect="equal")
    left.set(xticks=[0, 1], yticks=[0, 1])
    line = pictures.Boundary(left)
    drawn = [(sign, pictures.Curve(left, c, m, ms=10)) for sign, c, m in CLASSES]
    right.set(xlim=(0, 48), ylim=(0, 50), xlabel="rounds", ylabel="mistakes so far")
    right.set_xticks(range(0, 49, 12))
    right.plot([0, 48], [0, 48], ":", color=pictures.QUIET, label="always wrong")
    pictures.legend(right, "upper left")
    curve = pictures.Curve(right, drawstyle="steps-post")

    def at(gate: str, rounds: int) -> tuple[Any, ...]:
        w = runs[gate].weights(rounds)
        good = int((truth[gate] * (fold_bias(corners) @ w) > 0).sum())
        return gate, w, good, np.searchsorted(runs[gate].mistakes, np.arange(rounds + 1))

    def move(gate: str, w: Any, good: int, counts: Any) -> None:
        line.move(w[:2], threshold=-w[2])
        for sign, curve_of_class in drawn:
            curve_of_class.move(*corners[truth[gate] == sign].T)
        curve.move(np.arange(len(counts)), counts)

    def describe(gate: str, w: Any, good: int, counts: Any) -> str:
        told = f"{plural(counts[-1], 'mistake')} in {plural(len(counts) - 1, 'round')}"
        drawn_line = "the line puts" if w[:2].any() else "there is no line, and"
        verdict = f"{good} of 4 corners " + ("on their side" if w[:2].any() else "are right")
        return f"{gate}: {told}; {drawn_line} {verdict}."

    return explore(
        fig,
        data=at,
        move=move,
        describe=describe,
        gate=choice("gate", *labels),
        rounds=slider("rounds", 0, 48, 1, start=36),
    )
