"""Pages made from the repository's texts: exercises, instructors, library users, licences."""

from __future__ import annotations

import re
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import nbformat
from sources import ROOT

LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")


def section(text: str, heading: str) -> str:
    """What a Markdown text says below a heading, up to the next one of its kind."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    if found is None:
        raise ValueError(f"README.md has no section {heading!r}, which the site shows")
    return found[1].strip()


def led(text: str, places: dict[str, str]) -> str:
    """The text with links that lead to the site's pages; other files' names lose their links."""

    def lead(link: re.Match[str]) -> str:
        words, address = link[1], link[2]
        if address in places:
            return f"[{words}]({places[address]})"
        return link[0] if re.match(r"https?:|#", address) else words

    return LINK.sub(lead, text)


# -- exercises ---------------------------------------------------------------------------------


AT_HOME = (
    "ownload the notebook and open it in JupyterLab with the course's package installed (`python "
    "-m perceptronlib lab` opens the course, this notebook included)."
)
HERE_OR_AT_HOME = {
    False: f"D{AT_HOME}",
    True: "*Open live* runs the notebook here, in your browser, with nothing to install. Or "
    f"d{AT_HOME}",
}
"""How to work on an exercise, without and with the live course beside the pages."""


def handed_out(file: Path, folder: str, *, live: bool = False) -> str:
    """The page of an exercise: what it is about, its tasks, and the notebook to download.

    ``live`` says whether it can be worked on in the browser, too.
    """
    cells = nbformat.read(file, as_version=4).cells
    title, _, about = cells[0].source.partition("\n")
    about = re.sub(r"\]\(\.\./lectures/(\w+)\.ipynb\)", r"](../lectures/\1.ipynb)", about.strip())
    facts = re.findall(r"\*\*(Minutes|Points):\*\* (\d+)\.", about)
    about = re.sub(r" ?\*\*(Minutes|Points):\*\* \d+\.", "", about)
    button = f"<a class='button' download href='../_static/{folder}/{file.name}'>Download</a>"
    told = "".join(f"<span><b>{number}</b> {what.lower()}</span>" for what, number in facts)
    tasks = "\n".join(f"- {words}" for words in tasks_of(cells))
    return "\n\n".join(
        [
            title,
            f"<div class='handout'>{button}{told}</div>",
            about,
            f"## What you do\n\n{tasks}",
            f"## How to work on it\n\n{HERE_OR_AT_HOME[live]} Cells named `check` answer at "
            "once, in words; how often you ask does not count.",
        ]
    )


def tasks_of(cells: list[Any]) -> list[str]:
    """The headings of an exercise's parts."""
    prose = [cell.source for cell in cells if cell.cell_type == "markdown"]
    return re.findall(r"^## (.*)$", "\n".join(prose), re.M)


# -- instructors, library users ----------------------------------------------------------------


LED = re.compile(r"^\*\*([A-Z][^*\n]*)\*\*", re.M)
"""The words in bold with which a paragraph says what it is about."""


def with_headings(text: str) -> str:
    """The text with what leads its paragraphs as headings, below those that it has.

    >>> print(with_headings("**Teach** it.\\n\\n### A term\\n\\n**Scores go out** at once."))
    ### Teach
    <BLANKLINE>
    Teach it.
    <BLANKLINE>
    ### A term
    <BLANKLINE>
    #### Scores go out
    <BLANKLINE>
    Scores go out at once.
    """
    parts = re.split(r"(?=^### )", text, flags=re.M)
    return "".join(
        LED.sub(rf"{'####' if part.startswith('### ') else '###'} \1\n\n\1", part) for part in parts
    )


def for_instructors(more: str) -> str:
    """The README's section for instructors, with headings; ``more`` says what else there is."""
    text = section((ROOT / "README.md").read_text(encoding="utf-8"), "For instructors")
    text = with_headings(text)
    places = {"exercises/": "exercises/index.md", "exercises": "exercises/index.md"}
    places |= {"lectures": "lectures/00_start_here.ipynb", ".ci/hub/README.md": "hub.md"}
    return f"# For instructors\n\n{more}\n\n{led(text, places)}\n"


def files_of_a_hub() -> list[Path]:
    """What somebody who sets up a hub copies from its page."""
    return [ROOT / ".ci" / "hub" / n for n in ("jupyterhub_config.py", "Dockerfile", "values.yaml")]


def for_a_hub() -> str:
    """The hub's own README; its files can be downloaded from the page."""
    text = (ROOT / ".ci" / "hub" / "README.md").read_text(encoding="utf-8")
    return led(text, {file.name: f"hub/{file.name}" for file in files_of_a_hub()})


def for_library_users() -> str:
    """The library's own README."""
    guide = (ROOT / "perceptronlib" / "README.md").read_text(encoding="utf-8")
    places = {f"../lectures/{p.name}": f"lectures/{p.name}" for p in (ROOT / "lectures").iterdir()}
    return led(guide, places)


def exercises(files: list[Path]) -> str:
    """A list of the exercises."""
    rows = []
    for file in files:
        first = nbformat.read(file, as_version=4).cells[0].source
        title, about = re.match(r"# (.*)\n+(.*)", first).groups()  # type: ignore[union-attr]
        minutes = re.search(r"\*\*Minutes:\*\* (\d+)", first)
        assert minutes is not None, f"{file.name} does not say how long it takes"
        rows.append(f"### [{title}]({file.stem}.md)\n\n{about} *{minutes[1]} minutes.*")
    intro = (
        "Each lecture has an exercise, a notebook of 45 to 90 minutes. You build what the lecture "
        "spoke of, and prove a part of it: `check` tells you at once, in words, what is not right "
        "yet, and knows the mistakes that others made before you."
    )
    pages = "\n".join(file.stem for file in files)
    toctree = f"```{{toctree}}\n:hidden:\n\n{pages}\n```"
    return "\n\n".join(["# Exercises", intro, *rows, toctree])


# -- licences ----------------------------------------------------------------------------------


def licences(npm: dict[str, Path], rest: str) -> str:
    """Whose work the site carries, and under which licences. ``npm`` are folders of packages."""
    course = (ROOT / "LICENSE").read_text(encoding="utf-8")
    data = (ROOT / "perceptronlib" / "samples" / "files" / "LICENCES").read_text(encoding="utf-8")
    parts = [
        "# Licences\n\nThe course is free, and so is everything it is made with.",
        _folded("The course: code under the MIT License, text and figures under CC BY 4.0", course),
        _folded("The real data", data),
        "## What these pages carry\n\nThe look of the pages is furo's, Sphinx has made them and "
        "wrote their search, MathJax has set the formulas and lends its fonts, and the letters are "
        "those of Source Serif and Source Sans.",
    ]
    for name, file in (
        ("furo", "licenses/LICENSE"),
        ("sphinx", "licenses/LICENSE.rst"),
        ("sphinx-basic-ng", "LICENSE"),
        ("pygments", "licenses/LICENSE"),
    ):
        package = distribution(name)
        found = next(f for f in package.files or () if str(f).endswith(f"dist-info/{file}"))
        parts.append(_folded(f"{name} {package.version}", found.read_text()))
    for name, folder in npm.items():
        parts.append(_folded(name, (folder / "LICENSE").read_text(encoding="utf-8")))
    return "\n\n".join([*parts, rest])


def _folded(title: str, text: str) -> str:
    return f"<details><summary>{title}</summary>\n\n```text\n{text.strip()}\n```\n\n</details>"
