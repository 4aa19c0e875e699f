"""Submissions to the small exercise, as students hand them in: right, wrong, half, untouched."""

import json
from pathlib import Path

from perceptronlib.grading.marked_cells import HIDDEN
from perceptronlib.grading.masters import Master

MASTER = Master(Path(__file__).parent / "masters" / "01_small.md")


def as_file(cells):
    """The bytes of a notebook with these cells."""
    plain = [
        {"cell_type": c.cell_type, "metadata": dict(c.metadata), "source": c.source} for c in cells
    ]
    return json.dumps({"cells": plain, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def solved(change=lambda text: text):
    """The right answers, in what students get, each put through a change."""
    cells = MASTER.released()
    for cell, master in zip(cells, MASTER.cells, strict=True):
        if cell.metadata.get("nbgrader", {}).get("solution"):
            cell.source = change(HIDDEN.sub("", master.source))
    return as_file(cells)


RIGHT = solved()
WRONG = solved(lambda text: text.replace("<= 0", "< 0"))
CRASHING = solved(lambda text: text.replace("    return made", "    import os; os._exit(0)"))
STUB = as_file(MASTER.released())
KINDS = [RIGHT, WRONG, STUB, CRASHING]
