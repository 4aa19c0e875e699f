"""A lecture's cells, run in this process, so that tests get hold of what they show."""

from __future__ import annotations

import ast
from functools import cache
from typing import Any

import pages
import pytest

from perceptronlib.notebook.explore import Exploration, Flipbook
from perceptronlib.notebook.predict import Prediction
from perceptronlib.notebook.quiz import Quiz


def each(names: list[str]) -> Any:
    """One case a page; all about one page run in one process, which executes it only once."""
    cases = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in names]
    return pytest.mark.parametrize("name", cases)


def shown(name: str) -> list[tuple[Any, Any]]:
    """Run the page's code cells; each cell with the value of its last expression."""
    space: dict[str, Any] = {}
    results = []
    for cell in pages.read_text(name).cells:
        if cell.cell_type == "code":
            results.append((cell, _run(cell.source, space)))
    return results


def _run(source: str, space: dict[str, Any]) -> Any:
    body = ast.parse(source)
    last = body.body.pop() if body.body and isinstance(body.body[-1], ast.Expr) else None
    exec(compile(body, "<cell>", "exec"), space)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), space)


@cache
def executed(name: str) -> list[tuple[Any, Any]]:
    """The same, run once; what it holds is not to be changed."""
    return shown(name)


def picture_of(value: Any) -> Any:
    """What is shown once a prediction has been made; anything else as it is."""
    return value.then if isinstance(value, Prediction) else value


@cache
def shown_by_kind(name: str) -> dict[str, list[Any]]:
    """What the page shows, by kind; a picture behind a prediction is a picture, too."""
    values = [value for _, value in executed(name)]
    pictures = [picture_of(value) for value in values]
    return {
        "explorations": [v for v in pictures if isinstance(v, Exploration)],
        "flipbooks": [v for v in pictures if isinstance(v, Flipbook)],
        "predictions": [v for v in values if isinstance(v, Prediction)],
        "quizzes": [v for v in values if isinstance(v, Quiz)],
        "certificates": [v for v in values if type(v).__name__ == "Certificate"],
    }
