"""What a proof by machine needs: symbols, statements about them, and a solver's verdict.

A step of a proof is an inequality between a few numbers (k, g, v.w, |w|^2, ...). The certificates
evaluate it with the numbers of a run; here the same formula meets symbols that stand for any real
numbers. z3 is asked for numbers that satisfy the hypotheses and violate the step. If it knows that
there are none, the step is proved, for every dimension and every kernel; if it finds some, they are
a counterexample. Hypotheses that nothing satisfies would prove anything, so that is asked as well.
"""

from dataclasses import dataclass, field
from typing import Any

import z3

from perceptronlib.theory.theorems.certificate import Statement

EFFORT = 10_000_000
"""How many of its own steps z3 takes before it gives up: unlike seconds, the same everywhere.
The hardest question here takes it half a million."""


class Numbers:
    """A record of symbols: every name that is asked for stands for some real number.

    >>> q = Numbers()
    >>> q.k * q.g <= q.along
    k*g <= along
    >>> before = q.but(k=q.k - 1)
    >>> before.k * before.g <= before.along
    (k - 1)*g <= along
    """

    def __init__(self, **given):
        for name, value in given.items():
            self.__dict__[name] = value if z3.is_expr(value) else z3.RealVal(value)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return z3.Real(name)

    def but(self, **given):
        """The same numbers, except for these."""
        return Numbers(**(vars(self) | given))


q = Numbers()
"""Any numbers: what a step of a proof is about."""


@dataclass(frozen=True)
class Proof:
    """How a step of a theorem is proved.

    ``numbers`` says what kind of numbers the step is about (k >= 1, root_k is the root of k, what
    the theorem assumes), ``given`` what earlier steps and the update say of them. An induction is
    two proofs: one ``about`` the numbers before the first update, one from update to update.
    """

    step: Statement
    numbers: list[Any]
    given: list[Any] = field(default_factory=list)
    about: Any = q


def claim(statement, q):
    """What a step of a theorem says of these numbers."""
    left, right = statement.left(q), statement.right(q)
    return left == right if statement.equal else left <= right


def decision(statement, q):
    """What is compared in place of it on a run, where the step has a root in it."""
    left, right = statement.decide(q)
    return left == right if statement.equal else left <= right


def whole(a, b):
    """What is known of two whole numbers: none lies between b and b + 1."""
    return z3.Or(a <= b, a >= b + 1)


def ask(*formulas):
    """Numbers that satisfy all formulas, or None if there are none."""
    solver = z3.SolverFor("QF_NRA")
    solver.set("rlimit", EFFORT)
    solver.add(*formulas)
    answer = solver.check()
    assert answer != z3.unknown, f"z3 gave up ({solver.reason_unknown()}) on\n{listed(formulas)}"
    return solver.model() if answer == z3.sat else None


def proves(hypotheses, goal):
    """Assert that the goal follows from the hypotheses, and that these can be true at all."""
    hypotheses = [z3.And(*hypotheses)] if hypotheses else []
    counterexample = ask(*hypotheses, z3.Not(goal))
    assert counterexample is None, (
        f"{goal}\ndoes not follow from\n{listed(hypotheses)}\nfor it is false at\n"
        f"{values(counterexample)}"
    )
    assert ask(*hypotheses) is not None, f"nothing satisfies all of\n{listed(hypotheses)}"


def refutes(hypotheses, goal):
    """A counterexample to the goal; assert that there is one."""
    counterexample = ask(*hypotheses, z3.Not(goal))
    assert counterexample is not None, f"{goal}\nfollows from\n{listed(hypotheses)}"
    return values(counterexample)


def listed(formulas):
    """Formulas, one a line."""
    parts = [part for f in formulas for part in (f.children() if z3.is_and(f) else [f])]
    return "\n".join(f"  {part}" for part in parts)


def values(model):
    """The numbers of a model, by name.

    >>> x = z3.Real("x")
    >>> print(values(ask(2 * x == 1)))
      x = 1/2
    """
    names = [name for name in model.decls() if name.arity() == 0]  # not how it divides by 0
    return "\n".join(sorted(f"  {name} = {model[name]}" for name in names))
