"""The embedding behind the bound of Freund and Schapire: T4 of the course."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.play import play
from ...core.runs import WeightRun
from ...validate import Array, positive
from .certificate import TOLERANCE, Assumption, Certificate, Step, about_weights, whole_numbers
from .nonseparable import assumed, chosen
from .perceptron import refused

__all__ = ["embedding"]

WHOLE_RUN = np.array([-1])


class Embedded:
    """The run's rounds with one more coordinate per example, which only that example uses.

    x' = (x, 0, .., delta, .., 0) and v' = (v, y_1 d_1/delta, ..., y_m d_m/delta)/Z with
    Z^2 = 1 + D^2/delta^2; the new coordinate makes up for what v lacks on its example.
    """

    def __init__(self, run: WeightRun, v: Array, rho: float, delta: float | None) -> None:
        m, order = len(run.y), run.order
        d = np.maximum(0.0, rho - run.y * (run.X @ v))
        self.R = float(np.linalg.norm(run.X, axis=1).max())
        self.D = float(np.linalg.norm(d))
        best = np.sqrt(self.R * self.D)  # 0 is only approached, so then take something small
        self.delta = float(best or (self.R + self.D) / 1000) if delta is None else delta
        self.Z2 = 1 + (self.D / self.delta) ** 2
        self.y = run.y[order]
        self.X = np.hstack([run.X, self.delta * np.eye(m)])[order]
        self.v = np.append(v, run.y * d / self.delta) / np.sqrt(self.Z2)
        self.run = play(run.rule, self.X, self.y)
        self.novikoff_bound = (self.R**2 + self.delta**2) * self.Z2 / rho**2

    def same_mistakes(self, run: WeightRun) -> Step:
        """In which rounds the run and its embedded copy err.

        A sum of decimals that should be 0 may be 1e-17 in one space and -1e-17 in the other. Where
        the copies part at such a tie the comparison ends, for from there on they are two runs.
        """
        t = np.arange(run.rounds, dtype=np.int64)
        here, there = (np.isin(t, r.mistakes).astype(np.int64) for r in (run, self.run))
        apart = np.flatnonzero(here != there)[:1]
        if len(apart) and whole_numbers(run.X, run.path)[1].dtype.kind == "f":
            score = run.X[run.order[apart[0]]] @ run.weights(int(apart[0]))
            if abs(score) <= TOLERANCE * run.rule.rate * self.R**2:
                t = t[: apart[0]]
        text = "a mistake in the big space exactly where there was one"
        return Step(text, here[: len(t)], there[: len(t)], t, equal=True)


@about_weights
def embedding(
    run: WeightRun, v: Any = None, rho: float | None = None, delta: float | None = None
) -> Certificate:
    """Freund and Schapire's embedding (T4): in a larger space the same run is separable.

    Round t gets a coordinate of its own: x'_t = (x_t, 0, .., delta, .., 0). There
    v' = (v, y_t d_t/delta)/Z, Z^2 = 1 + D^2/delta^2, has length 1 and margin rho/Z, and
    |x'|^2 <= R^2 + delta^2. Rows share no new coordinate, so scores and mistakes are those of the
    original run (which is really played again), and Novikoff gives
    M <= (R^2 + delta^2)(1 + D^2/delta^2)/rho^2. That is never below ((R + D)/rho)^2, and equal to
    it at delta = sqrt(R D), the default (if R D = 0, a thousandth of R + D).

    Assumes w_0 = 0, |v| = 1, rho > 0, and one pass, in any order: when a row returns, its new
    coordinate remembers it, the copy converges, and its bound says nothing about the original.
    (Two passes written out as one, each round with a coordinate of its own, are fine.)
    Needs rounds^2 numbers. Source: Freund and Schapire (1999); Mohri. Taught in lecture 04.

    >>> from perceptronlib import Rule, play
    >>> once, twice = (play(Rule(), [[1], [1]], [1, -1], epochs=epochs) for epochs in (1, 2))
    >>> embedding(once, v=[1], rho=1).verdict
    'holds: 2 mistakes, bound 9'
    >>> broken = embedding(twice, v=[1], rho=1)
    >>> broken.holds, str(broken.first_failure)
    (None, '"a mistake in the big space exactly where there was one" fails in round 2')
    """
    name, statement = "Embedding", "M <= (R^2 + delta^2)(1 + D^2/delta^2)/rho^2"
    delta = None if delta is None else positive("delta", delta)
    v, rho = chosen(run, v, rho, "deviations")
    once = run.rounds == len(run.y)
    told = "" if once else f"{run.rounds} rounds over {len(run.y)} examples"
    assumptions = [
        *assumed(run, v, rho, unit=True),
        Assumption("one pass: every round has a row of its own", once, told),
    ]
    if rho <= 0:
        return refused(name, statement, run, assumptions)
    e = Embedded(run, v, rho, delta)
    t, each = np.arange(run.rounds), np.ones(run.rounds)
    sizes, margins = (e.X * e.X).sum(axis=1), e.y * (e.X @ e.v)
    direct, bound = ((e.R + e.D) / rho) ** 2, e.novikoff_bound
    steps = [
        Step("|v'| = 1", np.array([np.linalg.norm(e.v)]), np.ones(1), WHOLE_RUN, equal=True),
        Step("rho/Z <= y v'.x'", each * rho / np.sqrt(e.Z2), margins, t, size=np.sqrt(sizes)),
        Step("|x'|^2 <= R^2 + delta^2", sizes, each * (e.R**2 + e.delta**2), t),
        e.same_mistakes(run),
        Step("((R + D)/rho)^2 <= ours", np.array([direct]), np.array([bound]), WHOLE_RUN),
    ]
    if e.R * e.D > 0:
        least = (e.R**2 + e.R * e.D) * (1 + e.D / e.R) / rho**2
        text = "equal to ours at delta = sqrt(R D)"
        steps.append(Step(text, np.array([direct]), np.array([least]), WHOLE_RUN, equal=True))
    return Certificate(name, statement, run.M, float(bound), tuple(assumptions), tuple(steps))
