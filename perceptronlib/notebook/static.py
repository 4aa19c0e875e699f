"""A page without a kernel: what JupyterLab folds is folded there, too, and pictures have words.

nbconvert shows the source of every cell, and its pictures have no alternative text. `readable`
looks for cells whose source is folded in JupyterLab (``jupyter.source_hidden``) and puts it into a
fold of which the first line can be read; it gives pictures the sentence that is stored with them;
and it opens all folds when the page is printed. Installing the package enables it
(``etc/jupyter``), for the command ``jupyter nbconvert --to html`` and for JupyterLab's menu; no
lecture speaks of it.
"""

from __future__ import annotations

import html
from typing import Any

__all__ = ["readable"]

FOLD = """<details><summary><code>{first}</code></summary>

```python
{source}
```

</details>"""

IN_PRINT = """<script>
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(fold => {
    fold.open = true;
}));
</script>"""
"""On paper nothing can be unfolded."""


def readable(notebook: Any, resources: Any) -> tuple[Any, Any]:
    """The notebook as a page is to show it; a preprocessor for nbconvert, which gives it a copy.

    >>> import nbformat.v4 as v4
    >>> hidden = {"jupyter": {"source_hidden": True}}
    >>> check = v4.new_code_cell("# Counting.\\nassert 2 + 2 == 4", metadata=hidden, id="check")
    >>> page, _ = readable(v4.new_notebook(cells=[check]), {})
    >>> [cell.cell_type for cell in page.cells]
    ['markdown', 'code', 'markdown']
    >>> print(page.cells[0].source.splitlines()[0])
    <details><summary><code># Counting.</code></summary>
    """
    cells = []
    for cell in notebook.cells:
        if cell.metadata.get("jupyter", {}).get("source_hidden", False):
            cells += _folded(cell)
        for output in cell.get("outputs", ()):
            _give_words(output)
        cells.append(cell)
    notebook.cells = [*cells, _markdown(IN_PRINT, "in-print")]
    return notebook, resources


def _folded(cell: Any) -> list[Any]:
    """The cell's source in a fold; the cell keeps its output.

    There is no fold for a single line, such as a quiz: its output says all there is to say.
    """
    cell.metadata["transient"] = {"remove_source": True}  # as nbconvert's own tags do it
    first, *rest = cell.source.split("\n")
    fold = FOLD.format(first=html.escape(first), source=cell.source)
    return [_markdown(fold, f"{cell.id}-source")] if rest else []


def _give_words(output: Any) -> None:
    """Write a picture that has a sentence as HTML: nbconvert's own form leaves the sentence out."""
    shape = output.get("metadata", {}).get("image/png", {})
    if "alt" in shape and "image/png" in output.get("data", {}):
        address = "data:image/png;base64," + "".join(output.data.pop("image/png").split())
        alt, width = html.escape(shape["alt"]), int(shape["width"])
        output.data["text/html"] = f'<img src="{address}" width="{width}" alt="{alt}">'


def _markdown(source: str, name: str) -> Any:
    from nbformat.v4 import new_markdown_cell

    make: Any = new_markdown_cell  # nbformat ships no type for it
    return make(source, id=name)
