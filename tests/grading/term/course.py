"""The small course of the term: seven exercises that take no time, and what a student hands in.

Each has one task of four points, half of them for negative numbers, and an argument of six.
"""

from __future__ import annotations

import json
from pathlib import Path

from perceptronlib.grading.marked_cells import HIDDEN, SOLUTION
from perceptronlib.grading.masters import Master

TASK_POINTS, ARGUMENT_POINTS = 4, 6

MASTER = '''\
---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3 (ipykernel)
  language: python
  name: python3
---

# Exercise {number}

```{{code-cell}}
from perceptronlib.checks import check
```

**Task.** Write `times{number}(x)`: the number, {number} times.

```{{code-cell}}
:nbgrader: {{grade: false, grade_id: times{number}, locked: false, schema_version: 3, solution: true, task: false}}
def times{number}(x):
    """So often x."""
    ### BEGIN SOLUTION
    return {number} * x
    ### END SOLUTION
```

```{{code-cell}}
:nbgrader: {{grade: true, grade_id: times{number}-test, locked: true, points: {points}, schema_version: 3, solution: false, task: false}}
check("times{number}")
### BEGIN HIDDEN TESTS
from perceptronlib.checks.author import case, task, wrong
task(
    "times{number}", times{number}, points={points}, title="So often",
    oracle=lambda x: sum([x] * {number}),
    parts={{"positive": {half}, "negative": {half}}},
    visible=[case(3), case(-3, part="negative")],
    hidden=lambda random: [case(int(random.integers(4, 99))) for _ in range(3)]
    + [case(-int(random.integers(4, 99)), part="negative")],
    wrong=[
        wrong("Mind the sign.", {{"* x": "* abs(x)"}}),
        wrong("You add.", {{"* x": "+ x"}}),
        wrong("Once too often.", {{"return ": "return x + "}}),
    ],
)
### END HIDDEN TESTS
```

**Argument.** Why?

+++ {{"nbgrader": {{"grade": true, "grade_id": "why", "locked": false, "points": 6, "schema_version": 3, "solution": true, "task": false}}}}

### BEGIN SOLUTION
**Model answer.** Because.

**Rubric.** Six points.
### END SOLUTION
'''  # noqa: E501


def name(number: int) -> str:
    """How an exercise is called."""
    return f"{number:02d}_times"


def write_master(folder: Path, number: int, points: int = TASK_POINTS) -> None:
    """Write the master of an exercise; its task can be given more points later."""
    folder.mkdir(parents=True, exist_ok=True)
    text = MASTER.format(number=number, points=points, half=points // 2)
    (folder / f"{name(number)}.md").write_text(text)


def solved(folder: Path, number: int, is_right: bool, argument: str) -> bytes:
    """A notebook with a right or half right task, and an argument (or none)."""
    master = Master(folder / f"{name(number)}.md")
    cells = []
    for released, given in zip(master.released(), master.cells, strict=True):
        source = released.source
        if given.metadata.get("nbgrader", {}).get("solution"):
            source = argument or source
            if given.cell_type == "code":
                source = HIDDEN.sub("", SOLUTION.sub(r"\2", given.source + "\n"))
                source = source if is_right else source.replace("* x", "* abs(x)")
        cells.append(
            {
                "cell_type": released.cell_type,
                "metadata": dict(released.metadata),
                "source": source,
            }
        )
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()
