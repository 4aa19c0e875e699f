"""Theorems as they stand on a page: what is assumed, what is claimed, and the steps of the proof.

The words and formulas of a theorem exist once, here and in the modules ``stated_...``. A lecture
prints them, and `.ci/prose.py` compares; the bound stands beside its formula as a function, and
tests compare the two with each other and with the certificate's bound; each step names the
`Statement`\\ s that the certificate checks on a run and that ``tests/proofs`` prove for every run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .certificate import Statement

__all__ = ["Bound", "Stated", "Told"]


@dataclass(frozen=True)
class Bound:
    """What a theorem says of a number: a chain of forms in LaTeX, and their value as a function.

    ``latex`` begins with what is counted and a relation; all forms after it have the value that
    ``value`` gives for a record of the letters' numbers (`rho` for ``\\\\rho``, ``v_length`` for
    ``|v|``).

    >>> from types import SimpleNamespace
    >>> bound = Bound(r"M\\le\\frac{R^2}{\\rho^2}", lambda q: q.R**2 / q.rho**2)
    >>> bound.value(SimpleNamespace(R=3, rho=1))
    9.0
    """

    latex: str
    value: Callable[[Any], Any]


@dataclass(frozen=True)
class Told:
    """One step of a proof in words, and what settles it.

    ``by`` pairs formulas of the text with the `Statement`\\ s that they are; ``how`` says what else
    settles the step: "enumerated", "by convexity", "borrowed: ...", or what it follows from.

    >>> Told("*Squeeze.* By Cauchy-Schwarz $kg\\\\le|v||w_k|$.", how="steps 1 and 2").how
    'steps 1 and 2'
    """

    text: str
    by: tuple[tuple[str, Statement], ...] = ()
    how: str = ""


@dataclass(frozen=True)
class Stated:
    """A theorem: its name and title, in words, what it assumes and states, and its proof.

    ``says`` are short forms that a lecture may use anywhere, without a cell that computes them:
    the theorem itself stands behind them.

    >>> from perceptronlib.theory.theorems.stated_all import STATED
    >>> STATED["T1"].title
    "Novikoff's theorem"
    >>> print(STATED["xor"].markdown().splitlines()[0])
    > **Theorem (XOR has no line).** **Assume** any weights $w=(w_1,w_2)$ and any bias $b$.
    """

    name: str
    title: str
    words: str
    assumptions: str
    statement: str
    steps: tuple[Told, ...]
    bounds: tuple[Bound, ...] = ()
    says: tuple[str, ...] = ()
    certificate: str = ""
    kind: str = "Theorem"

    @property
    def parts(self) -> tuple[str, ...]:
        """What a page that shows the theorem has to contain, in this order."""
        numbered = (f"{k}. {step.text}" for k, step in enumerate(self.steps, 1))
        return (self.assumptions, self.statement, *numbered)

    @property
    def claims(self) -> tuple[str, ...]:
        """The first of the `parts`: what is assumed and what is stated, without the proof."""
        return self.parts[:2]

    def markdown(self) -> str:
        """The theorem as a cell of a lecture, to be copied."""
        assumptions, statement, *steps = self.parts
        lines = [f"> **{self.kind} ({self.title}).** {assumptions}", ">", f"> {statement}", ""]
        return "\n".join([*lines, "**Proof.**", "", *steps])
