"""How five tools write a notebook: the same cells, and whatever each of them keeps beside them."""

from __future__ import annotations

import json
from typing import Any

from .solved import Cell

Json = dict[str, Any]
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
TEXT = "The check says what is not right yet.\n"


def lines(source: str) -> list[str]:
    """A text as Jupyter's own tools write it."""
    return source.splitlines(keepends=True)


def stream() -> Json:
    return {"name": "stdout", "output_type": "stream", "text": [TEXT]}


def with_attachments(cell: Cell, made: Json) -> Json:
    return {**made, "attachments": cell.attachments} if cell.attachments else made


def jupyterlab(cells: list[Cell]) -> bytes:
    """JupyterLab 4: identities of cells, lines, one blank of indentation."""
    made = []
    for number, cell in enumerate(cells):
        one = {
            "cell_type": cell.kind,
            "id": f"{number:08x}-aaaa",
            "metadata": {**cell.metadata, "editable": True, "slideshow": {"slide_type": ""}},
            "source": lines(cell.source),
        }
        if cell.kind == "code":
            one |= {"execution_count": number + 1, "outputs": [stream()]}
        made.append(with_attachments(cell, one))
    about = {
        "kernelspec": KERNEL,
        "language_info": {
            "codemirror_mode": {"name": "ipython", "version": 3},
            "file_extension": ".py",
            "mimetype": "text/x-python",
            "name": "python",
            "nbconvert_exporter": "python",
            "pygments_lexer": "ipython3",
            "version": "3.11.9",
        },
        "widgets": {"application/vnd.jupyter.widget-state+json": {"state": {}, "version_major": 2}},
    }
    whole = {"cells": made, "metadata": about, "nbformat": 4, "nbformat_minor": 5}
    return (json.dumps(whole, indent=1, ensure_ascii=False) + "\n").encode()


def vs_code(cells: list[Cell]) -> bytes:
    """VS Code: no identities, a language for each cell, times of execution, no final newline."""
    made = []
    for cell in cells:
        one = {
            "cell_type": cell.kind,
            "metadata": dict(cell.metadata),
            "source": lines(cell.source),
        }
        if cell.kind == "code":
            one["metadata"]["vscode"] = {"languageId": "python"}
            one |= {"execution_count": None, "outputs": []}
        made.append(with_attachments(cell, one))
    about = {
        "kernelspec": {**KERNEL, "display_name": ".venv (3.11.9)"},
        "language_info": {"name": "python", "version": "3.11.9"},
        "orig_nbformat": 4,
    }
    whole = {"cells": made, "metadata": about, "nbformat": 4, "nbformat_minor": 2}
    return json.dumps(whole, indent=1).encode()


def colab(cells: list[Cell]) -> bytes:
    """Colab: identities in the metadata, its own marks, and nothing of what others kept there."""
    made = []
    for number, cell in enumerate(cells):
        beside: Json = {"id": f"cb{number:010d}"}
        one = {"cell_type": cell.kind, "metadata": beside, "source": lines(cell.source)}
        if cell.kind == "code":
            beside |= {"colab": {"base_uri": "https://localhost:8080/"}, "outputId": f"o{number}"}
            one |= {"execution_count": number, "outputs": [stream()]}
        made.append(with_attachments(cell, one))
    about = {
        "colab": {"provenance": [], "collapsed_sections": []},
        "kernelspec": {"name": "python3", "display_name": "Python 3"},
        "language_info": {"name": "python"},
    }
    whole = {"nbformat": 4, "nbformat_minor": 0, "metadata": about, "cells": made}
    return json.dumps(whole, indent=2, ensure_ascii=False).encode()


KAGGLE = """\
# This Python 3 environment comes with many helpful analytics libraries installed
import numpy as np # linear algebra
import pandas as pd # data processing, CSV file I/O (e.g. pd.read_csv)

# Input data files are available in the read-only "../input/" directory
import os
for dirname, _, filenames in os.walk('/kaggle/input'):
    for filename in filenames:
        print(os.path.join(dirname, filename))"""


def kaggle(cells: list[Cell]) -> bytes:
    """Kaggle: a first cell of its own, texts in one piece, times of execution, all on one line."""
    made = []
    first = Cell("code", KAGGLE, {"_uuid": "8f2839f25d086af736a60e9eeb907d3b93b6e0e5"})
    for cell in [first, *cells]:
        beside = {**cell.metadata, "trusted": True}
        one = {"cell_type": cell.kind, "metadata": beside, "source": cell.source}
        if cell.kind == "code":
            beside["execution"] = {"iopub.status.busy": "2026-10-01T10:00:00.000000Z"}
            one |= {"execution_count": None, "outputs": []}
        made.append(with_attachments(cell, one))
    about = {
        "kernelspec": {"language": "python", "display_name": "Python 3", "name": "python3"},
        "language_info": {"name": "python", "version": "3.11.13", "mimetype": "text/x-python"},
        "kaggle": {"accelerator": "none", "dataSources": [], "isInternetEnabled": True},
    }
    whole = {"metadata": about, "nbformat_minor": 4, "nbformat": 4, "cells": made}
    return json.dumps(whole).encode()


def notebook_5(cells: list[Cell]) -> bytes:
    """The classic notebook of 2017: no identities, `collapsed`, and a newline at the end."""
    made = []
    for number, cell in enumerate(cells):
        one = {
            "cell_type": cell.kind,
            "metadata": dict(cell.metadata),
            "source": lines(cell.source),
        }
        if cell.kind == "code":
            one["metadata"]["collapsed"] = False
            one |= {"execution_count": number + 1, "outputs": [stream()]}
        made.append(with_attachments(cell, one))
    about = {"kernelspec": {**KERNEL, "display_name": "Python 3"}, "toc": {"toc_cell": False}}
    whole = {"cells": made, "metadata": about, "nbformat": 4, "nbformat_minor": 2}
    return (json.dumps(whole, indent=1) + "\n").encode()


SAVERS = {
    "jupyterlab": jupyterlab,
    "vs-code": vs_code,
    "colab": colab,
    "kaggle": kaggle,
    "notebook-5": notebook_5,
}
