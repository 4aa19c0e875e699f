"""Honest but odd: submissions that deserve their points however they look."""

from __future__ import annotations

import json
import platform

from .files import GOOD
from .making import (
    ENTRIES,
    FULL,
    HOW_MANY,
    IMPORTS,
    KIT,
    MISTAKES,
    NONE,
    REST,
    STUB,
    UPDATE,
    add,
    cell,
    honest,
)

for k in range(6):
    honest(f"plain-{k:02d}", "does everything right", IMPORTS, UPDATE, MISTAKES, HOW_MANY)
honest(
    "the-kit-works",
    "is right once an attempt succeeds, as any in this corpus would be",
    *(IMPORTS, KIT, "attempt(lambda: open('/tmp/own', 'w'))", MISTAKES, HOW_MANY),
)
honest(
    "duplicated-cell",
    "has the answer twice, and once more without a name",
    *(IMPORTS, UPDATE, UPDATE, cell(UPDATE), MISTAKES, MISTAKES, HOW_MANY, HOW_MANY),
)
honest(
    "renamed-cells",
    "has cells with the wrong names",
    *(
        IMPORTS,
        cell(UPDATE, name="mistakes"),
        cell(MISTAKES, name="x"),
        cell(HOW_MANY, name="update"),
    ),
)
add(
    "honest but odd",
    "no-metadata",
    "has cells without metadata, outputs and counts",
    json.dumps(
        {
            "cells": [
                {"cell_type": "code", "source": s} for s in (IMPORTS, UPDATE, MISTAKES, HOW_MANY)
            ]
        }
    ).encode(),
    FULL,
)
honest("reordered", "has its cells in another order", HOW_MANY, MISTAKES, UPDATE, IMPORTS)
honest(
    "reordered-with-use",
    "uses its functions before the cells that define them",
    *("made = mistakes(np.eye(2), [1, 1])\nhow_many = made", IMPORTS, UPDATE, MISTAKES),
)
honest("one-cell", "has everything in one cell", "\n".join([IMPORTS, UPDATE, MISTAKES, HOW_MANY]))
honest(
    "extra-cells",
    "has other cells between, some empty",
    *(
        "",
        IMPORTS,
        "  \n",
        "1 + 1",
        cell("# Notes", "markdown"),
        UPDATE,
        "update",
        cell("raw", "raw"),
    ),
    *("help(update)", MISTAKES, "del np", "import numpy as np", HOW_MANY, "how_many"),
)
honest(
    "magics",
    "uses what only a notebook understands",
    *("%matplotlib inline\n" + IMPORTS, "%%time\n" + UPDATE, "!ls -la\nfiles = !ls\n" + MISTAKES),
    *("%%capture out\n" + HOW_MANY, "np.dot?", "?np.dot", "%%bash\nrm -rf /", "%timeit -n1 update"),
)
honest(
    "shell-objects",
    "asks for the notebook's shell, and imports what is always there",
    *("from IPython.display import display, Markdown\n" + IMPORTS, "import IPython\n" + UPDATE),
    "get_ipython().run_line_magic('matplotlib', 'inline')\ndisplay(1)\n" + MISTAKES,
    "from IPython.core.interactiveshell import InteractiveShell\n"
    "InteractiveShell.ast_node_interactivity = 'all'\n" + HOW_MANY,
)
honest(
    "prints",
    "prints while it works",
    *(
        IMPORTS,
        UPDATE.replace("\n", "\n    print('update', w, x, y, flush=True)\n"),
        MISTAKES,
        HOW_MANY,
    ),
)
honest(
    "plots",
    "draws pictures before it answers",
    *(IMPORTS + "\nimport matplotlib.pyplot as plt", UPDATE),
    "fig, ax = plt.subplots()\nax.plot([1, 2], [3, 4])\nax.set_title('x')\nplt.show()\n" + MISTAKES,
    "fig.savefig('picture.png')\nfig\n" + HOW_MANY,
)
honest(
    "warnings",
    "causes warnings",
    IMPORTS + "\nimport warnings\nwarnings.simplefilter('error')",
    UPDATE.replace(
        "\n", "\n    np.array([1.0]) / 0\n    import warnings; warnings.warn('careful')\n"
    ),
    *("np.arange(3) / 0", MISTAKES, HOW_MANY),
)
add(
    "honest but odd",
    "nbformat-3",
    "was stored as notebooks were until 2014",
    json.dumps(
        {
            "nbformat": 3,
            "metadata": {"name": ""},
            "worksheets": [
                {
                    "cells": [
                        {"cell_type": "code", "input": source, "language": "python", "outputs": []}
                        for source in (IMPORTS, UPDATE, MISTAKES, HOW_MANY)
                    ]
                }
            ],
        }
    ).encode(),
    FULL,
)
add("honest but odd", "byte-order-mark", "begins with a mark", b"\xef\xbb\xbf" + GOOD, FULL)
add(
    "honest but odd",
    "windows-lines",
    "has Windows' ends of lines",
    GOOD.replace(b"\\n", b"\\r\\n"),
    FULL,
)
honest(
    "lines-in-lists",
    "has sources that are lists of lines",
    *(
        {**cell(source), "source": source.splitlines(keepends=True)}
        for source in (IMPORTS, UPDATE, MISTAKES, HOW_MANY)
    ),
)
honest(
    "stub-left-behind",
    "left the untouched stub below the right answer",
    *(IMPORTS, UPDATE, STUB, MISTAKES, HOW_MANY, "how_many = None  # a whole number"),
)
honest(
    "error-elsewhere",
    "has errors in other cells, and after an answer",
    *(IMPORTS, "1 / 0", UPDATE + "\nassert False", "x = = 1", MISTAKES, "undefined_name", HOW_MANY),
)
honest(
    "input-elsewhere",
    "asks the reader",
    IMPORTS,
    "name = input('Who?')",
    UPDATE,
    MISTAKES,
    HOW_MANY,
)
honest(
    "deadly-cell-elsewhere",
    "has a cell that ends the process, and one that never ends",
    *(IMPORTS, UPDATE, "import os\nos._exit(1)", MISTAKES, "while True: pass", HOW_MANY),
)
honest(
    "slow-but-right",
    "takes its time",
    *(IMPORTS, "import time", UPDATE.replace("\n", "\n    time.sleep(0.02)\n"), MISTAKES, HOW_MANY),
)
honest(
    "matrix-inside",
    "computes with matrices, and answers with an array",
    IMPORTS,
    "def update(w, x, y):\n    score = (np.asmatrix(w) * np.asmatrix(x).T)[0, 0]\n"
    "    return np.asarray(np.asmatrix(w) + (y * np.asmatrix(x) if y * score <= 0 else 0)).ravel()",
    *(MISTAKES, HOW_MANY),
)
honest(
    "a-class-instead",
    "answers with objects that can be called",
    IMPORTS,
    "class Update:\n    def __call__(self, w, x, y):\n        return w + y * x if y * (w @ x) <= 0 else w\n"
    "update = Update()",
    "from functools import partial\ndef count(start, X, y):\n    w, made = np.full(len(X[0]), start), 0\n"
    "    for x, label in zip(X, y):\n        if label * (w @ x) <= 0:\n"
    "            w, made = w + label * x, made + 1\n    return made\nmistakes = partial(count, 0.0)",
    "how_many = int('2')",
)
honest(
    "state-between-calls",
    "counts its calls",
    IMPORTS + "\ncalls = 0",
    "def update(w, x, y):\n    global calls\n    calls += 1\n"
    "    return w + y * x if y * (w @ x) <= 0 else w",
    *(MISTAKES, HOW_MANY),
)
honest(
    "annotations",
    "says which types it takes, as dataclasses need them",
    IMPORTS + "\nfrom dataclasses import dataclass\n\n@dataclass\nclass Pair:\n    one: int = 1",
    UPDATE.replace("w, x, y)", "w: np.ndarray, x: np.ndarray, y: int) -> np.ndarray", 1),
    "assert update.__annotations__['y'] is int\n" + MISTAKES,
    HOW_MANY,
)
honest("main-module", "runs its code as a script does", IMPORTS, f"if __name__ == '__main__':\n    {HOW_MANY}",
       UPDATE, MISTAKES)  # fmt: skip
honest("nothing-done", "hands in what was handed out", IMPORTS, STUB, scores=NONE)
honest("no-cells-at-all", "hands in a notebook without cells", scores=NONE)
honest("only-mistakes", "has done one task", IMPORTS, MISTAKES, scores=(0, 2, 0))
honest(
    "wrong-by-a-sign",
    "adds what it should subtract",
    *(IMPORTS, UPDATE.replace("w + y * x", "w + x"), MISTAKES, HOW_MANY),
    scores=REST,
)

if (
    platform.system() != "Linux"
):  # some names cannot be made elsewhere; the sandbox is not there either
    ENTRIES.clear()
