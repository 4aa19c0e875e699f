"""Promises about the package as a whole: quick silent import, documentation, no numba needed."""

import ast
import doctest
import importlib
import inspect
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import perceptronlib as pl
from perceptronlib.core import fast

pytestmark = pytest.mark.long  # without numba a module less would be looked at
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
    with pl.core.fast.using("compiled"): pass
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
        if info.name != "perceptronlib.core.fast" or fast.compiled():
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


ROOMS = (
    "validate", "course", "samples", "core", "kernels", "learners", "theory",
    "experiments", "notebook", "checks", "demos", "grading", "laptop", "__main__",
)  # fmt: skip
"""The rooms of the house, in the order in which data flows."""

INSIDE = {
    "validate": ("kinds", "numbers", "fitted", "tables", "labels", "importance"),
    "core": (
        *("sums", "rules", "links", "scanning", "learning", "loops", "fast"),
        *("runs", "player", "passes", "play", "predict"),
    ),
    "kernels": ("functions", "support", "blocks", "dual"),
    "samples": (
        *(
            "sample",
            "real",
            "mnist",
            "data",
            "winnow_game",
            "adversaries",
            "features",
            "rows",
            "entries",
        ),
    ),
    "theory": ("exact", "fixed", "powers", "gordan", "margins", "comparators", "theorems"),
    "experiments": ("tables", "simulation", "noise", "progress", "mnist"),
    "notebook": (
        *("words", "examples", "pictures", "compound", "stage", "controls", "widgets", "shown"),
        *(
            "explore",
            "svg",
            "films",
            "predict",
            "live",
            "quiz",
            "checked",
            "changed",
            "server",
            "browser",
        ),
    ),
    "course": (
        "conventions",
        "sources",
        "boxes",
        "errata",
        "formulas",
        "glossary",
        "notation",
        "style",
        "syllabus",
    ),
    "grading": (
        *("files", "lock", "record", "records", "times", "whose", "gradescope_export"),
        "handed_in",
        *("rivals", "scanning", "submissions", "pictures", "marked_cells", "layout", "arguments"),
        *("showing", "masters", "sandbox", "grade", "jobs", "cluster", "run", "batch", "reports"),
        *("marking", "autograder", "cli"),
    ),
    "laptop": ("copies", "doctor", "lab", "cli"),
    "grading.showing": (
        *("building", "brackets", "formulas", "program", "pictures", "typed", "markdown", "style"),
    ),
    "grading.marking": (
        *("pseudonyms", "pile", "history", "sheet", "form", "desk", "server", "command"),
    ),
    "grading.sandbox": (
        *("syscalls", "inside", "library", "groups", "box", "usage", "calls", "ending", "play"),
        "supervise",
    ),
    "grading.sandbox.inside": (
        *("shell", "imports", "cells", "names", "history", "running", "runner"),
    ),
    "grading.reports": (
        *("pages", "tables", "marks", "overrides", "term", "people", "late", "questions"),
        *(
            "grades",
            "asked",
            "answers",
            "feedback",
            "annotated",
            "scores",
            "gradescope",
            "canvas",
            "moodle",
        ),
        "returning",
        *("summary", "class_table", "similarity", "results"),
    ),
}
"""The order within a room, or within a part of it, where modules of a room know each other."""


def imports_of(module):
    """The modules of the package that a module imports, by their dotted names below it."""
    folders = module.__name__.split(".")[1:]
    if not hasattr(module, "__path__"):
        folders = folders[:-1]
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = [*folders[: len(folders) + 1 - node.level], *(node.module or "").split(".")]
            base = [part for part in base if part]
            yield from (base or [alias.name] for alias in node.names)


@pytest.mark.parametrize("module", modules()[1:], ids=lambda module: module.__name__)
def test_a_module_knows_only_what_is_left_of_it(module):
    """Data flows one way; an import against the stream is a back door."""
    here = module.__name__.split(".")[1:]
    for there in imports_of(module):
        if there[0] not in ROOMS:
            assert hasattr(pl, there[0]), f"{module.__name__} imports {there}"
        elif there[0] != here[0]:
            assert ROOMS.index(there[0]) < ROOMS.index(here[0]), f"{here} imports {there}"
        else:
            shared = len(os.path.commonprefix([here, there]))
            order = INSIDE.get(".".join(here[:shared]))
            if order and shared < len(here) and shared < len(there):
                mine, other = order.index(here[shared]), order.index(there[shared])
                assert other < mine, f"{here} imports {there}"


def test_pictures_of_one_lecture_do_not_know_those_of_another():
    """What two lectures share lives in `notebook`."""
    for module in modules():
        room, *lecture = module.__name__.split(".")[1:3] or [""]
        if room == "demos" and lecture:
            there = [path[1] for path in imports_of(module) if path[0] == "demos"]
            assert {*there} <= {*lecture}, module.__name__


def test_the_house_has_about_ten_rooms():
    top = {path.stem for path in Path(pl.__file__).parent.iterdir()} - {"__pycache__"}
    assert top == {*ROOMS, "__init__", "py", "README"}  # py.typed, and the guide for users


def test_the_map_of_the_house_is_the_house():
    """CONTRIBUTING lists the rooms in their order, and every place it names exists."""
    root = Path(pl.__file__).parent
    text = (root.parent / "CONTRIBUTING.md").read_text().split("## Where things go")[1]
    rooms, belongs = text.split("A line about ...")
    listed = re.findall(r"^\| `(\w+)` \|", rooms, flags=re.M)
    assert tuple(listed) == ROOMS[:-1]
    answers = [line.split("|")[2] for line in belongs.splitlines() if line.startswith("| ")][1:]
    assert len(answers) >= 20
    for place in re.findall(r"`([\w./]+)`", " ".join(answers)):
        name = place.replace("lectureNN", "lecture00")
        assert (root / name).exists() or (root.parent / name).exists(), place


def test_the_core_is_small():
    """The library that the lectures stand on can be read in an evening; its heart in a minute."""
    core = Path(pl.__file__).parent / "core"
    lengths = {file.stem: len(file.read_text().splitlines()) for file in core.glob("*.py")}
    assert sum(lengths.values()) <= 2000
    assert lengths["rules"] + lengths["play"] <= 350


def test_the_surface_is_about_thirty_names():
    assert len(pl.__all__) <= 30 and sorted(pl.__all__) == dir(pl)


def test_the_examples_of_the_readme_run():
    readme = Path(__file__).parents[1] / "README.md"
    text = readme.read_text().replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", str(readme), 0)
    assert len(test.examples) >= 5
    assert doctest.DocTestRunner().run(test).failed == 0
