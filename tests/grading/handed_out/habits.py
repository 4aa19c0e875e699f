"""Habits that leave a notebook in another state than each of its answers was tried in.

Names are used twice, stubs stay below what was written, cells become text by a slip of a key,
functions carry decorators and types of packages that only their author has. None of it makes a
right answer wrong: at home each check passed where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .solved import Cell

Edit = Callable[[list[Cell]], list[Cell]]


def code(source: str) -> Cell:
    return Cell("code", source)


def each(cells: list[Cell], change: Callable[[Cell], list[Cell]]) -> list[Cell]:
    """Every cell replaced by some."""
    return [made for cell in cells for made in change(cell)]


def each_function(cells: list[Cell], change: Callable[[Cell], list[Cell]]) -> list[Cell]:
    return each(cells, lambda cell: change(cell) if cell.is_function else [cell])


def each_question(cells: list[Cell], change: Callable[[Cell], list[Cell]]) -> list[Cell]:
    def is_question(cell: Cell) -> bool:
        return cell.is_answer and not cell.is_function

    return each(cells, lambda cell: change(cell) if is_question(cell) else [cell])


def value_of(cell: Cell) -> str:
    """What a question is answered with; the last assignment counts, and remarks do not."""
    found = re.findall(rf"^{cell.name} = ([^#\n]+)", cell.source, re.M)
    return str(found[-1]).strip()


def functions(cells: list[Cell]) -> list[str]:
    return [cell.name for cell in cells if cell.is_function]


def behind_a_helper(cell: Cell) -> Cell:
    """The function as one that calls a helper with its work."""
    renamed = re.sub(rf"\bdef {cell.name}\(", f"def help_{cell.name}(", cell.source)
    return cell.but(f"{renamed}\n\n\ndef {cell.name}(*given):\n    return help_{cell.name}(*given)")


def helpers_reused(cells: list[Cell]) -> list[Cell]:
    """Further below helpers of the same names do something else."""
    again = "\n\n\n".join(f"def help_{name}():\n    return 'else'" for name in functions(cells))
    return [*each_function(cells, lambda cell: [behind_a_helper(cell)]), code(again)]


def helpers_deleted(cells: list[Cell]) -> list[Cell]:
    """Somebody tidies up at the end."""
    names = ", ".join(f"help_{name}" for name in functions(cells))
    return [*each_function(cells, lambda cell: [behind_a_helper(cell)]), code(f"del {names}")]


def helpers_between(cells: list[Cell]) -> list[Cell]:
    """A helper stands below the function that needs it, and its name is used again at the end."""

    def turned_round(cell: Cell) -> list[Cell]:
        helper, rest = behind_a_helper(cell).source.split(f"\n\n\ndef {cell.name}(*given)")
        return [cell.but(f"def {cell.name}(*given){rest}"), code(helper)]

    again = "\n".join(f"help_{name} = 'else'" for name in functions(cells))
    return [*each_function(cells, turned_round), code(again)]


def settings_changed(cells: list[Cell]) -> list[Cell]:
    """A number that all functions read has another value at the end, and so have common names."""

    def reading(cell: Cell) -> list[Cell]:
        body = behind_a_helper(cell).source.replace(
            f"return help_{cell.name}(*given)", f"return [help_{cell.name}][rate - 1](*given)"
        )
        return [cell.but(body)]

    last = "rate = 4\nsum = 0\nnp = 'numpy'\nmax, len, range = 1, 2, 3"
    return [code("rate = 1"), *each_function(cells, reading), code(last)]


def names_for_results(cells: list[Cell]) -> list[Cell]:
    """What a function gives is called like the function; the next one is a loop's variable."""
    names = functions(cells)
    results = "\n".join(f"{name} = [1, 2]" for name in names[::2])
    loops = "\n".join(f"for {name} in range(3): pass" for name in names[1::2])
    return [*cells, code(f"{results}\n{loops}")]


def stubs_below(cells: list[Cell]) -> list[Cell]:
    """The answer was written above the cell for it, which was changed a little and stayed empty."""

    def function(cell: Cell) -> list[Cell]:
        stub = f"def {cell.name}(*given):\n    'See above.'\n    raise NotImplementedError('done')"
        return [code(cell.source), cell.but(stub)]

    def question(cell: Cell) -> list[Cell]:
        return [code(f"{cell.name} = {value_of(cell)}"), cell.but(f"{cell.name} = None  # above")]

    return each_question(each_function(cells, function), question)


def empty_below(cells: list[Cell]) -> list[Cell]:
    """Of a plan only the names and `pass` were written, below what was there already."""
    plan = "\n\n\n".join(f"def {name}(*given):\n    pass" for name in functions(cells))
    return [*cells, code(plan)]


def turned_into_text(cells: list[Cell]) -> list[Cell]:
    """M makes text of a cell, and R a raw cell, after it has run."""

    def kind(cell: Cell) -> list[Cell]:
        return [cell.but(cell.source, kind=("markdown", "raw")[len(cell.name) % 2])]

    return each(cells, lambda cell: kind(cell) if cell.is_answer else [cell])


def compiled_at_home(cells: list[Cell]) -> list[Cell]:
    """Decorators of packages that the grader does not have."""

    def decorated(cell: Cell) -> list[Cell]:
        own = re.sub(rf"(?m)^(?=def {cell.name}\()", "@njit\n@typeguard.typechecked\n", cell.source)
        return [cell.but(own)]

    return [code("from numba import njit\nimport typeguard"), *each_function(cells, decorated)]


def types_of_packages(cells: list[Cell]) -> list[Cell]:
    """Annotations, and values by default, from packages that the grader does not have."""

    def typed(cell: Cell) -> list[Cell]:
        more = r"\1, verbose: pd.Timestamp = pd.NaT) -> pd.DataFrame:"
        return [cell.but(re.sub(rf"(?m)^(def {cell.name}\(.*)\):$", more, cell.source))]

    return [code("import pandas as pd"), *each_function(cells, typed)]


def written_to_files(cells: list[Cell]) -> list[Cell]:
    """Functions that their author keeps in files, made by the notebook itself."""

    def kept(cell: Cell) -> list[Cell]:
        return [
            code(f"%%writefile {cell.name}.py\n{cell.source}"),
            cell.but(f"%run {cell.name}.py"),
        ]

    return each_function(cells, kept)


def last_output(cells: list[Cell]) -> list[Cell]:
    """A question answered by what the cell above has shown."""

    def shown(cell: Cell) -> list[Cell]:
        return [code(value_of(cell)), cell.but(f"{cell.name} = _")]

    return each_question(cells, shown)


def in_blocks(cells: list[Cell]) -> list[Cell]:
    """Answers within a block that first imports what the grader does not have."""

    def within(cell: Cell) -> list[Cell]:
        lines = "import pandas as pd", f"{cell.name} = {value_of(cell)}", "print(pd.NA)"
        return [cell.but("if __name__ == '__main__':\n    " + "\n    ".join(lines))]

    return each_question(cells, within)


def begun_in_the_background(cells: list[Cell]) -> list[Cell]:
    """A task that the loop of events of a notebook runs, awaited further below."""

    def awaited(cell: Cell) -> list[Cell]:
        begun = (
            f"async def think():\n    return {value_of(cell)}\n\njob = asyncio.create_task(think())"
        )
        return [code(f"import asyncio\n{begun}"), cell.but(f"{cell.name} = await job")]

    return each_question(cells, awaited)


HABITS: dict[str, Edit] = {
    edit.__name__.replace("_", "-"): edit
    for edit in (
        *(helpers_reused, helpers_deleted, helpers_between, settings_changed, names_for_results),
        *(stubs_below, empty_below, turned_into_text, compiled_at_home, types_of_packages),
        *(written_to_files, last_output, in_blocks, begun_in_the_background),
    )
}
