"""Promises about the package as a whole: quick silent import, documentation, no numba needed."""

import doctest
import importlib
import inspect
import pkgutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import perceptronlib as pl
from perceptronlib import engine

HEAVY = ("numba", "scipy", "sklearn", "matplotlib", "ipywidgets", "IPython", "pandas")


def python(code: str) -> str:
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.strip()


def test_import_is_silent_and_loads_nothing_heavy():
    code = f"import sys, perceptronlib; print([m for m in {HEAVY} if m in sys.modules])"
    assert python(code) == "[]"


def test_import_is_quick():
    """Under 0.3 s of CPU above numpy, best of three."""
    code = (
        "import time, numpy, numpy.random; start = time.process_time(); import perceptronlib; "
        "print(time.process_time() - start)"
    )
    assert min(float(python(code)) for _ in range(3)) < 0.3


def test_small_runs_never_load_numba():
    code = (
        "import sys, perceptronlib as pl; pl.Perceptron(epochs=100).fit([[1, 2], [2, 1]], [0, 1]);"
        "print('numba' in sys.modules)"
    )
    assert python(code) == "False"


def test_large_runs_load_numba_by_themselves():
    code = (
        "import sys, numpy as np, perceptronlib as pl; X = np.ones((30_000, 2));"
        "pl.play(pl.Rule(), X, X[:, 0]); print('numba' in sys.modules)"
    )
    assert python(code) == "True"


def test_without_numba_large_runs_are_plain_and_the_same():
    code = """
import sys
sys.modules["numba"] = None
import numpy as np, perceptronlib as pl
rng = np.random.default_rng(0)
X = rng.normal(size=(30_000, 3)); y = np.where(X[:, 0] > 0, 1, -1)
print(pl.Perceptron().fit(X, y).run_.mistakes.tolist())
try:
    with pl.engine.using("compiled"): pass
except ImportError as error:
    print(error)
"""
    lines = python(code).splitlines()
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30_000, 3))
    here = pl.Perceptron().fit(X, np.where(X[:, 0] > 0, 1, -1)).run_.mistakes.tolist()
    assert lines == [str(here), "compiled loops need numba, which cannot be imported here"]


def modules():
    found = [pl]
    for info in pkgutil.walk_packages(pl.__path__, "perceptronlib."):
        if info.name != "perceptronlib.compiled" or engine.compiled():
            found.append(importlib.import_module(info.name))
    return found


def public_names():
    for module in modules():
        for name in getattr(module, "__all__", []):
            thing = getattr(module, name)
            if (inspect.isclass(thing) or inspect.isfunction(thing)) and (
                thing.__module__ == module.__name__
            ):
                yield pytest.param(thing, id=f"{module.__name__}.{name}")


@pytest.mark.parametrize("thing", list(public_names()))
def test_every_public_name_is_documented_with_an_example(thing):
    assert thing.__doc__, "no docstring"
    if not (inspect.isclass(thing) and issubclass(thing, Warning)):
        assert doctest.DocTestParser().get_examples(thing.__doc__), "no doctest"


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.__name__)
def test_every_module_says_what_it_is_for_and_lists_what_it_offers(module):
    assert module.__doc__ and len(module.__doc__) > 40
    for name in getattr(module, "__all__", []):
        assert hasattr(module, name)


def test_a_module_knows_only_what_is_left_of_it():
    """Data flows one way; an import against the stream is a back door."""
    stream = [
        "typing", "formulas", "errata", "syllabus",
        "validate", "loops", "compiled", "engine", "rules", "runs", "playing", "kernels",
        "features", "kernel_runs", "predictors", "margins", "comparators", "data",
        "winnow_game", "adversaries", "learners", "theorems", "pictures", "stage",
        "explore", "quizzes", "nodelay", "demos", "checks", "grading", "__main__",
    ]  # fmt: skip
    place = {name: k for k, name in enumerate(stream)}
    for module in modules()[1:]:
        here = module.__name__.split(".")[1]
        assert here in place, f"{here} has no place in the stream"
        for line in inspect.getsource(module).splitlines():
            words = line.split()
            if words[:1] != ["from"] or not words[1].startswith("."):
                continue
            dotted = words[1].lstrip(".").split(".")[0]
            in_folder = module.__name__.count(".") > 1 or hasattr(module, "__path__")
            inside = in_folder and not words[1].startswith("..")
            there = here if inside else dotted
            if there and there != here:
                assert place[there] < place[here], f"{here} imports {there}: {line.strip()}"


def test_the_examples_of_the_readme_run():
    readme = Path(__file__).parents[1] / "README.md"
    text = readme.read_text().replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", str(readme), 0)
    assert len(test.examples) >= 5
    assert doctest.DocTestRunner().run(test).failed == 0
