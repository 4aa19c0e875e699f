"""Every step of every theorem, as its certificate checks it on a run, is proved for all inputs.

A step that the library gets and this folder does not know of fails
`test_every_step_is_proved_or_has_a_reason`: prove it in the module of its theorem, or say there
why it cannot be (`BEYOND`).
"""

import ast
import importlib
import inspect
import pkgutil

import pytest

from perceptronlib.theory import theorems
from perceptronlib.theory.theorems.certificate import Statement

from . import (
    alternatives,
    ball,
    compression,
    dual,
    elementary,
    embedding,
    entropy,
    identities,
    large_margin,
    littlestone,
    majority,
    nobody,
    nonseparable,
    norms,
    perceptron,
    regrets,
    sampling,
    winnow,
)
from .solver import claim, decision, proves, q, refutes

pytestmark = pytest.mark.once

MODULES = (
    perceptron,
    large_margin,
    nonseparable,
    embedding,
    winnow,
    littlestone,
    entropy,
    norms,
    majority,
    identities,
    sampling,
    nobody,
    compression,
    elementary,
    alternatives,
    ball,
    regrets,
    dual,
)
PROOFS = {
    f"{theorem}: {proof.step.text} [{number}]": proof
    for module in MODULES
    for theorem, proofs in module.PROOFS.items()
    for number, proof in enumerate(proofs, 1)
}
FROM_OTHERS = {name: proof for name, proof in PROOFS.items() if proof.given}
DECIDED = {name: proof for name, proof in PROOFS.items() if proof.step.decide and proof.about is q}
ALSO = {name: fact for module in MODULES for name, fact in module.ALSO.items()}
FALSE = {
    f"{theorem}: {name}": variant
    for module in MODULES
    for theorem, variants in module.FALSE.items()
    for name, variant in variants.items()
}
BEYOND = {id(step) for module in MODULES for step, _ in module.BEYOND}


def statements(value):
    """The steps in a module's constant, if there are any."""
    if isinstance(value, Statement):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from statements(item)
    elif isinstance(value, dict):
        yield from statements(list(value.values()))


LIBRARY = {
    info.name: importlib.import_module(f"{theorems.__name__}.{info.name}")
    for info in pkgutil.iter_modules(theorems.__path__)
}


def steps_of_the_library():
    """Every step of every theorem, with the constant that holds it."""
    for module, content in LIBRARY.items():
        for name, value in vars(content).items():
            yield from ((f"{module}.{name}: {step.text}", step) for step in statements(value))


def test_every_step_is_proved_or_has_a_reason():
    steps = list(steps_of_the_library())
    proved = {id(proof.step) for proof in PROOFS.values()}
    assert steps
    assert not [name for name, step in steps if id(step) not in proved | BEYOND]
    assert not [name for name, step in steps if id(step) in proved & BEYOND]
    assert proved | BEYOND <= {id(step) for _, step in steps}


def test_no_step_is_hidden_in_a_function():
    """There the test above would not see it. Two functions make steps, for constants only."""
    makers = {"Statement", "floats", "replay"}
    hidden = [
        f"{module}.{function.name}"
        for module, content in LIBRARY.items()
        for function in ast.walk(ast.parse(inspect.getsource(content)))
        if isinstance(function, ast.FunctionDef)
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and getattr(call.func, "id", None) in makers
    ]
    assert hidden == ["rounded.floats", "rounded.replay"]


@pytest.mark.parametrize("name", PROOFS)
def test_a_step_follows_from_those_before_it(name):
    proof = PROOFS[name]
    proves([*proof.numbers, *proof.given], claim(proof.step, proof.about))


@pytest.mark.parametrize("name", FROM_OTHERS)
def test_a_step_needs_those_before_it(name):
    """Else its proof would show nothing about them."""
    proof = FROM_OTHERS[name]
    refutes(proof.numbers, claim(proof.step, proof.about))


@pytest.mark.parametrize("name", DECIDED)
def test_what_decides_a_step_without_roots_says_the_same(name):
    """Under no more than what the numbers are, and both ways."""
    proof = DECIDED[name]
    with_roots, without = claim(proof.step, proof.about), decision(proof.step, proof.about)
    proves(proof.numbers, with_roots == without)
    if proof.given:
        refutes(proof.numbers, without)


@pytest.mark.parametrize("name", ALSO)
def test_lemmas_and_bounds(name):
    """What the steps use, and what follows from them: hypotheses and conclusion."""
    proves(*ALSO[name])


def test_every_theorem_has_a_false_variant():
    for module in MODULES:
        assert set(module.FALSE) == set(module.PROOFS)
        assert all(module.FALSE.values())


@pytest.mark.parametrize("name", FALSE)
def test_a_false_variant_has_a_counterexample(name):
    assert refutes(*FALSE[name])
