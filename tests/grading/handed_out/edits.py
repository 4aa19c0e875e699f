"""What students do to a notebook before they hand it in; none of it makes a right answer wrong."""

from __future__ import annotations

import re
from collections.abc import Callable

from .solved import Cell

Edit = Callable[[list[Cell]], list[Cell]]
PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhg"
    "GAWjR9awAAAABJRU5ErkJggg=="
)
"""A picture of one pixel."""


def code(source: str) -> Cell:
    return Cell("code", source)


def as_handed_out(cells: list[Cell]) -> list[Cell]:
    return cells


def each(cells: list[Cell], change: Callable[[Cell], list[Cell]]) -> list[Cell]:
    """Every cell replaced by some."""
    return [made for cell in cells for made in change(cell)]


def split_cells(cells: list[Cell]) -> list[Cell]:
    """Split Cell copies the metadata to both halves."""

    def halves(cell: Cell) -> list[Cell]:
        if cell.is_argument:
            first, rest = cell.source.split(": ", 1)
            return [cell.but(f"{first}:"), cell.but(rest)]
        return [cell.but("# mine"), cell] if cell.is_answer else [cell]

    return each(cells, halves)


def abandoned_above(cells: list[Cell]) -> list[Cell]:
    """A first attempt that never worked was left above the answer."""

    def attempt(cell: Cell) -> list[Cell]:
        wrong = f"def {cell.name}(*given):\n    return None\n\nfirst_try = not_yet_defined + 1"
        return [code(wrong), cell] if cell.is_function else [cell]

    return each(cells, attempt)


def half_done_above(cells: list[Cell]) -> list[Cell]:
    """An older version that calls what comes later, tried at once, then the answer."""

    def older(cell: Cell) -> list[Cell]:
        wrong = f"def {cell.name}(*given):\n    return helper_of_{cell.name}(*given)\n\n"
        trial = f"try_{cell.name} = {cell.name}(1)"
        helper = code(f"def helper_of_{cell.name}(*given):\n    return 17")
        return [code(wrong + trial), cell, helper] if cell.is_function else [cell]

    return each(cells, older)


def answers_below(cells: list[Cell]) -> list[Cell]:
    """The cell to fill in stayed as it was; the answer stands in a cell of its own below."""

    def moved(cell: Cell) -> list[Cell]:
        if not cell.is_function:
            return [cell]
        stub = f'def {cell.name}(*given):\n    raise NotImplementedError("{cell.name}: your turn")'
        return [cell.but(stub), code(cell.source)]

    return each(cells, moved)


def copied_to_the_end(cells: list[Cell]) -> list[Cell]:
    return [*cells, *(cell for cell in cells if cell.is_answer or cell.is_argument)]


def one_cell(cells: list[Cell]) -> list[Cell]:
    """All code in one cell at the end; what is prose stays."""
    prose = [cell for cell in cells if cell.kind != "code"]
    return [*prose, code("\n\n\n".join(cell.source for cell in cells if cell.kind == "code"))]


def tests_deleted(cells: list[Cell]) -> list[Cell]:
    """The cells that call `check` were deleted."""
    return [c for c in cells if c.kind != "code" or not c.source.lstrip().startswith("check(")]


def no_metadata(cells: list[Cell]) -> list[Cell]:
    return [Cell(cell.kind, cell.source) for cell in cells]


def extra_imports(cells: list[Cell]) -> list[Cell]:
    """Habits: what is imported first is not used, and is not there while it is graded."""
    first = "import pandas as pd\nimport scipy.stats as st, numpy as np\nimport ipywidgets\n"
    return [code(first + "import seaborn as sns; sns.set()\nimport numpy as np")] + cells


def imports_in_theirs(cells: list[Cell]) -> list[Cell]:
    """The same habit, in the cell that imports what is needed."""

    def habit(cell: Cell) -> list[Cell]:
        if "from perceptronlib.checks import check" not in cell.source:
            return [cell]
        before = "import pandas as pd\nfrom tqdm import tqdm\n"
        return [cell.but(f"{before}{cell.source}\nprint(pl.__version__)")]

    return each(cells, habit)


def magics(cells: list[Cell]) -> list[Cell]:
    first = "%matplotlib inline\n%load_ext autoreload\n%autoreload 2\n!pip install \\\n    numpy"

    def timed(cell: Cell) -> list[Cell]:
        if cell.is_function:
            return [cell.but(f"%%time\n{cell.source}"), code(f"{cell.name}?")]
        if cell.is_answer and re.fullmatch(r"(?s)\w+ = [^\n]*", cell.source.strip()):
            return [cell.but(f"%time {cell.source.strip()}")]
        return [cell]

    return [code(first), *each(cells, timed)]


def scratch(cells: list[Cell]) -> list[Cell]:
    """Trials between the answers, most of which fail."""

    def trials(cell: Cell) -> list[Cell]:
        failing = [code(f"{cell.name}(1, 2, 3, 4, 5, 6)"), code("1 / 0"), code("for x in")]
        return [cell, *failing, code(f"help({cell.name})")] if cell.is_function else [cell]

    return each(cells, trials)


def lambdas(cells: list[Cell]) -> list[Cell]:
    """Every function once more behind another name, as `partial` and `lambda` make them."""

    def behind(cell: Cell) -> list[Cell]:
        if not cell.is_function:
            return [cell]
        renamed = re.sub(rf"\bdef {cell.name}\(", f"def my_{cell.name}(", cell.source)
        return [cell.but(f"{renamed}\n\n\n{cell.name} = lambda *given: my_{cell.name}(*given)")]

    return each(cells, behind)


def types_and_prints(cells: list[Cell]) -> list[Cell]:
    """Annotations, and prints to see what happens."""

    def talking(cell: Cell) -> list[Cell]:
        if not cell.is_function:
            return [cell]
        source = re.sub(
            r"(?m)^(def \w+\(.*\)):$", r"\1 -> object:\n    print('called')", cell.source
        )
        return [cell.but(f"from __future__ import annotations\n{source}")]

    return each(cells, talking)


def windows(cells: list[Cell]) -> list[Cell]:
    """Lines that end as on Windows, and blanks that nobody sees."""
    return [c.but(c.source.replace("\n", " \r\n") if c.is_answer else c.source) for c in cells]


def helpers_last(cells: list[Cell]) -> list[Cell]:
    """What the answers need stands at the very end: in Jupyter it was run first."""
    needed = [c for c in cells if c.kind == "code" and "import numpy" in c.source]
    return [*(c for c in cells if c not in needed), *needed]


def backwards(cells: list[Cell]) -> list[Cell]:
    """The tasks in another order."""
    prose = [cell for cell in cells if cell.kind != "code"]
    return [*prose, *reversed([cell for cell in cells if cell.kind == "code"])]


def arguments_as_code(cells: list[Cell]) -> list[Cell]:
    """Y turns a cell into code, and so it stayed."""
    return [c.but(c.source, kind="code") if c.is_argument else c for c in cells]


def arguments_below(cells: list[Cell]) -> list[Cell]:
    """The line to replace is still there, and the argument in a cell below."""

    def below(cell: Cell) -> list[Cell]:
        if not cell.is_argument:
            return [cell]
        kept = cell.but("*Write your argument in this cell, in place of this line.*")
        return [kept, Cell("markdown", cell.source)]

    return each(cells, below)


def arguments_above(cells: list[Cell]) -> list[Cell]:
    """The argument was written into a cell above the one that is for it."""

    def above(cell: Cell) -> list[Cell]:
        if not cell.is_argument:
            return [cell]
        kept = cell.but("*Write your argument in this cell, in place of this line.*")
        return [Cell("markdown", cell.source), kept]

    return each(cells, above)


def with_photos(cells: list[Cell]) -> list[Cell]:
    """A photo of what was written by hand, dragged into the cell."""

    def photo(cell: Cell) -> list[Cell]:
        if not cell.is_argument:
            return [cell]
        source = f"{cell.source}\n\n![page 1](attachment:page.png)"
        made = cell.but(source)
        made.attachments = {"page.png": {"image/png": PIXEL}}
        return [made]

    return each(cells, photo)


def long_arguments(cells: list[Cell]) -> list[Cell]:
    """Somebody thinks aloud first, for 30,000 letters."""
    aloud = "Let me see what this means in an example. " * 750
    return [c.but(f"{aloud}\n\n{c.source}") if c.is_argument else c for c in cells]


def awaited(cells: list[Cell]) -> list[Cell]:
    """Notebooks allow `await` outside of functions."""
    waiting = "import asyncio\nawait asyncio.sleep(0)\nready = True"
    return [code(waiting), *cells]


def guarded(cells: list[Cell]) -> list[Cell]:
    """Trials as in a program, and folders that are there at home."""
    trial = 'if __name__ == "__main__":\n    print("ready")'
    home = "import sys, os\nsys.path.append('..')\nos.chdir('/drives/ada/course')"
    return [code(home), *cells, code(trial)]


def emptied(cells: list[Cell]) -> list[Cell]:
    """Empty cells, headings, notes and raw cells between the others."""
    between = [
        code(""),
        Cell("markdown", "## Notes to myself"),
        Cell("raw", "later"),
        code("# todo"),
    ]
    return [made for cell in cells for made in ((cell, *between) if cell.is_function else (cell,))]


def in_a_class(cells: list[Cell]) -> list[Cell]:
    """Names that shadow what comes with Python, as people use them for themselves."""
    own = (
        "list_ = [1, 2]\nsum_ = sum(list_)\nmax_ = max\nx = y = w = X = 3\nnp_ = None\ni, j = 1, 2"
    )
    return [*cells, code(own)]


EDITS: dict[str, Edit] = {
    edit.__name__.replace("_", "-"): edit
    for edit in (
        *(as_handed_out, split_cells, abandoned_above, half_done_above, answers_below),
        *(copied_to_the_end, one_cell, tests_deleted, no_metadata, extra_imports),
        *(imports_in_theirs, magics, scratch, lambdas, types_and_prints, windows, helpers_last),
        *(backwards, arguments_as_code, arguments_below, arguments_above, with_photos),
        *(long_arguments, awaited, guarded, emptied, in_a_class),
    )
}
