"""Make the notebooks: execute each lecture's text and write it down with its outputs.

    python .ci/pages.py [NAME ...]      # NAME such as 01_perceptron; without one, all
    python .ci/pages.py --check PATH    # judge the prose of a page's text, without running it

One direction only, from lectures/NAME.md to lectures/NAME.ipynb. What is written depends on the
text and the library alone, to the byte: no times, no versions, no random names. `complaints`
names what is wrong with a page that nbval would not see.
"""

from __future__ import annotations

import ast
import hashlib
import html
import importlib
import os
import re
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jupytext
import nbformat
import prose
import reading
from nbclient import NotebookClient
from references import PLACE

LECTURES = Path(__file__).resolve().parent.parent / "lectures"
METADATA = {
    "jupytext": {"default_lexer": "ipython3"},
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"},
}
VIEW = "application/vnd.jupyter.widget-view+json"
NEW_RULES = (
    "00_start_here",
    "01_perceptron",
    "02_variants",
    "03_mistake_bounds",
    "04_non_separable",
    "05_kernels_and_xor",
    "06_winnow",
    "07_experts",
    "errata",
)
"""Pages written for their student (CONTRIBUTING, "A lecture"); the others follow one by one."""


@dataclass(frozen=True)
class Kind:
    """What the rules of style leave open, because it depends on what a page is for.

    A lecture shows most of its pictures in one call, so its usual cell is short. A page of
    counterexamples is made of small programs and the checks behind them.
    """

    usual_lines: int


LECTURE, COUNTEREXAMPLES = Kind(usual_lines=4), Kind(usual_lines=8)
KINDS = {"errata": COUNTEREXAMPLES}
"""The pages that are no lectures."""


def names() -> list[str]:
    """The pages there are, in order: the lectures, then notation."""
    return sorted(path.stem for path in LECTURES.glob("*.md") if path.stem != "README")


def read_text(name: str) -> Any:
    """The lecture's text as a notebook without outputs; a cell's id is a digest of what it says."""
    cells = jupytext.read(LECTURES / f"{name}.md", fmt="md:myst").cells
    for cell in cells:
        tags = cell.metadata.get("tags", [])
        folded = "quiz" in tags or ("claim" in tags and name in NEW_RULES)
        code = cell.cell_type == "code"
        hidden = {"jupyter": {"source_hidden": True}} if folded and code else {}
        cell.metadata = nbformat.from_dict({**hidden, **({"tags": tags} if tags else {})})
    return notebook_of(cells)


def notebook_of(cells: list[Any]) -> Any:
    """A notebook of these cells, with our metadata and the cells' ids."""
    seen: dict[str, int] = {}
    for cell in cells:
        digest = hashlib.sha256(f"{cell.cell_type}\n{cell.source}".encode()).hexdigest()[:12]
        seen[digest] = seen.get(digest, 0) + 1
        cell.id = digest if seen[digest] == 1 else f"{digest}-{seen[digest]}"
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=METADATA)
    notebook.nbformat_minor = 5
    return notebook


def execute(notebook: Any) -> Any:
    """Run all cells in a fresh kernel, in the folder of the lectures, and keep what they show."""
    os.environ.update(PYTHONHASHSEED="0", OPENBLAS_NUM_THREADS="1", PYTHONWARNINGS="default")
    os.environ["PERCEPTRONLIB_STRICT"] = "1"  # a check that fails ends the build
    NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        record_timing=False,
        store_widget_state=False,
        coalesce_streams=True,
        extra_arguments=["--log-level=ERROR"],
        resources={"metadata": {"path": str(LECTURES)}},
    ).execute()
    notebook.metadata = nbformat.from_dict(METADATA)
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            output.get("data", {}).pop(VIEW, None)  # a stored notebook has no live widgets
    return notebook


def written(notebook: Any) -> str:
    """The notebook as the text of its file."""
    return str(nbformat.writes(notebook)) + "\n"


def build(name: str) -> str:
    """Make one page; what happened, in a few words."""
    target = LECTURES / f"{name}.ipynb"
    before = target.read_text() if target.exists() else ""
    after = written(execute(read_text(name)))
    target.write_text(after)
    said = [f"{name}: {'unchanged' if after == before else 'written'}"]
    return "\n  ".join(said + complaints(nbformat.reads(after, as_version=4), name))


# -- what nbval does not see -------------------------------------------------------------------

FORBIDDEN = {
    "a path of this machine": re.compile(r"(?<![\w.:/])/(?:home|root|tmp|Users|work|usr)/"),
    "a memory address": re.compile(r"0x[0-9a-f]{6,}"),
    "a number with nine or more decimals": re.compile(r"\d\.\d{9,}"),
    "live output that nbval cannot compare": re.compile(r"\binteract(?:ive)?\(|\bOutput\("),
}


def complaints(notebook: Any, name: str) -> list[str]:
    """What is wrong with a page, apart from its numbers, which nbval compares."""
    found = []
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    source = [(c.cell_type, c.source, c.metadata, c.id) for c in read_text(name).cells]
    if source != [(c.cell_type, c.source, c.metadata, c.id) for c in notebook.cells]:
        found.append("text and notebook disagree: run make build")
    if [cell.execution_count for cell in code] != list(range(1, len(code) + 1)):
        found.append("cells were not executed once, in order")
    if "widgets" in notebook.metadata or VIEW in str(code):
        found.append("it holds widget state")
    for cell in code:
        found += [f"{c}: {cell.source[:50]!r}" for c in _about_outputs(cell)]
    for what, pattern in FORBIDDEN.items():
        found += [
            f"{what}: {m.group()}" for cell in code for m in pattern.finditer(_all_text(cell))
        ]
    found += _about_style(notebook, KINDS.get(name, LECTURE))
    if name in NEW_RULES:
        return found + _about_teaching(notebook, name) + prose.complaints(notebook.cells, name)
    return found + _about_numbers(notebook.cells)


def texts(cell: Any) -> str:
    """All that a cell shows as text."""
    shown = []
    for output in cell.get("outputs", ()):
        shown += [str(output.get("text", "")), str(output.get("data", {}).get("text/plain", ""))]
        shown.append(str(output.get("data", {}).get("text/html", "")))
    return "\n".join(shown)


def _all_text(cell: Any) -> str:
    return f"{cell.source}\n{texts(cell)}"


def _about_outputs(cell: Any) -> list[str]:
    found = []
    if cell.outputs and _sentences(cell) != _captions(cell):
        found.append("a picture whose sentence is not to be seen")
    body = ast.parse(cell.source).body
    speaks = body and isinstance(body[-1], ast.Expr) and not cell.source.rstrip().endswith(";")
    if speaks and not cell.outputs:
        found.append("a cell that shows something has no output")
    for output in cell.outputs:
        if output.output_type == "error" or output.get("name") == "stderr":
            found.append("an error or a warning")
        data, metadata = output.get("data", {}), output.get("metadata", {})
        if "image/png" in data:
            sentence = metadata.get("image/png", {}).get("alt", "")
            if not sentence.endswith(".") or sentence not in data.get("text/plain", ""):
                found.append("a picture without its sentence")
    return found


def _sentences(cell: Any) -> list[str]:
    """What the pictures of a cell show, in words."""
    shapes = [output.get("metadata", {}).get("image/png", {}) for output in cell.outputs]
    return [shape["alt"] for shape in shapes if "alt" in shape]


def _captions(cell: Any) -> list[str]:
    """The lines that follow the pictures of a cell, for eyes."""
    lines = [str(output.get("data", {}).get("text/html", "")) for output in cell.outputs]
    below = [line for before, line in zip(cell.outputs, lines[1:], strict=False)
             if "image/png" in before.get("data", {})]  # fmt: skip
    return [html.unescape(re.sub(r"<[^>]*>", "", line)) for line in below]


def _about_style(notebook: Any, kind: Kind) -> list[str]:
    found = []
    prose = [c.source for c in notebook.cells if c.cell_type == "markdown"]
    lines = [len(c.source.splitlines()) for c in notebook.cells if c.cell_type == "code"]
    levels = [len(m) for text in prose for m in re.findall(r"^(#+) ", text, re.MULTILINE)]
    if levels.count(1) != 1 or levels[0] != 1:
        found.append("a page has one title, and begins with it")
    if any(b > a + 1 for a, b in zip(levels, levels[1:], strict=False)):
        found.append("a heading skips a level")
    for target in re.findall(r"\]\(([\w./]+\.ipynb)\)", "\n".join(prose)):
        path = LECTURES / target
        if not (path if target.startswith("../") else path.with_suffix(".md")).exists():
            found.append(f"a link leads nowhere: {target}")
    words = statistics.median(len(text.split()) for text in prose)
    if not 30 <= words <= 80:
        found.append(f"prose cells have {words} words in the median, not 30 to 80")
    if statistics.median(lines) > kind.usual_lines or max(lines) > 20:
        found.append(f"code cells are long: median {statistics.median(lines)}, most {max(lines)}")
    return found


NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w]|\.\d)")
NAME = re.compile(  # numbers that name something
    r"`[^`]*`|\]\([^)]*\)|https?://\S+|\b0\d\b|\b[A-Z]{2,}[ -]\d+|\*\*Minutes:\*\* \d+|"
    + PLACE.pattern
)


def _about_numbers(cells: list[Any]) -> list[str]:
    """Numbers in the prose of these cells (years apart, and those of one digit) that none knows."""
    known = set()
    for cell in cells:
        if cell.cell_type == "code":
            plain = re.sub(r"(?<=\d)[,_](?=\d{3})", "", _all_text(cell))
            known |= set(re.findall(r"\d+(?:\.\d+)?", plain))
    found = []
    for cell in cells:
        if cell.cell_type != "markdown":
            continue
        prose = re.sub(r"(?<=\d)(?:,|\{,\}|\\,)(?=\d{3})", "", NAME.sub(" ", cell.source))
        for number in NUMBER.findall(prose):
            year = re.fullmatch(r"1[89]\d\d|20[0-2]\d", number)
            if len(number) > 1 and not year and number not in known:
                found.append(f"{number} stands in the prose, but no cell computes or asserts it")
    return found


# -- pages written for their student -----------------------------------------------------------

MOST_WORDS, MOST_LINES = 3500, 12
ALIVE = "comes alive"
"""What the first cell says of the page, and how that is done."""


def _tagged(cell: Any, tag: str) -> bool:
    return tag in cell.metadata.get("tags", ())


def sections(notebook: Any) -> list[list[Any]]:
    """The cells of the page, section by section (a heading ## begins one)."""
    parts: list[list[Any]] = [[]]
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and cell.source.startswith("## "):
            parts.append([])
        parts[-1].append(cell)
    return parts


def _about_teaching(notebook: Any, name: str) -> list[str]:
    found = [complaint for part in sections(notebook) for complaint in _about_numbers(part)]
    if ALIVE not in notebook.cells[0].source:
        found.append(f"the first cell does not say how the page {ALIVE}")
    words = reading.unfolded_words(notebook.cells)
    if words > MOST_WORDS:
        found.append(f"{words} unfolded words, which is more than {MOST_WORDS}")
    if not any("**Minutes:**" in cell.source for cell in notebook.cells):
        found.append(
            f"it does not say how many minutes it takes: {reading.minutes(notebook.cells)}"
        )
    for cell in notebook.cells:
        if cell.cell_type == "code":
            found += [f"{c}: {cell.source[:50]!r}" for c in _about_visible_code(cell, name)]
    return found


def _about_visible_code(cell: Any, name: str) -> list[str]:
    found = []
    folded = cell.metadata.get("jupyter", {}).get("source_hidden", False)
    if not folded and re.search(r"^\s*assert\b", cell.source, re.MULTILINE):
        found.append("a check in plain sight")
    if not folded and len(cell.source.splitlines()) > MOST_LINES:
        found.append(f"a visible cell with more than {MOST_LINES} lines")
    if folded and _tagged(cell, "claim") and not cell.source.startswith("# "):
        found.append("JupyterLab shows the first line of a folded cell: begin with a comment")
    if _tagged(cell, "claim") and not cell.outputs:
        found.append("a check that does not say what it has shown")
    if _tagged(cell, "predict") and not re.fullmatch(r"demo\.\w+\(\)", cell.source):
        found.append("a prediction is one call, so that its answer is not on the page")
    if _tagged(cell, "your-turn") and cell.source not in stubs(name):
        found.append("a task that differs from its stub in demos")
    return found


def stubs(name: str) -> list[str]:
    """The cells that the tasks of a page ask for: the stub, and the line that checks it."""
    tasks = importlib.import_module(f"perceptronlib.demos.lecture{name[:2]}.tasks")
    return [f"{turn.stub.rstrip()}\n\n\ndemo.check({turn.name})" for turn in tasks.TASKS]


def main(arguments: list[str]) -> int:
    if arguments[:1] == ["--check"]:
        return prose.main(arguments[1:])
    wanted = arguments or names()
    unknown = set(wanted) - set(names())
    if unknown:
        print(f"There is no lecture {', '.join(sorted(unknown))}; there are {', '.join(names())}.")
        return 1
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        said = list(pool.map(build, wanted))
    print("\n".join(said))
    return 1 if any("\n" in one for one in said) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
