"""README with links to the project's public home, once there is one, and as an index shows it.

    python .ci/package/readme.py     # writes the line of links into README.md and CITATION.cff

The home stands in one place, `[project.urls]` of pyproject.toml: `Source` for the repository and
`Course` for the published pages. Until they are there nothing that needs them is shown. Hatchling
calls `Readme` when it makes a package: an index shows the text alone, without the files beside it.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parents[2]
BEGIN, END = "<!-- links, written by `make readme` -->", "<!-- end of links -->"
WORKFLOW = ".github/workflows/course.yml"
FIRST = "lectures/00_start_here.ipynb"


class Home(NamedTuple):
    """Where the project and its published course can be found; "" where they cannot."""

    source: str = ""
    course: str = ""


def home(project: dict[str, Any] | None = None) -> Home:
    """The project's home, as pyproject.toml names it."""
    if project is None:
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    urls = project.get("urls", {})
    return Home(urls.get("Source", "").rstrip("/"), urls.get("Course", "").rstrip("/"))


def links(home: Home) -> str:
    """What README shows of the home: the course, the course live, and whether its tests pass."""
    shown = []
    if home.course:
        shown.append(f"**[Read the course]({home.course}/)**")
    if home.source:
        tests = f"{home.source}/actions/workflows/{Path(WORKFLOW).name}"
        shown.append(f"[![The state of its tests]({tests}/badge.svg)]({tests})")
    if home.source.startswith("https://github.com/"):
        where = home.source.removeprefix("https://github.com/")
        binder = f"https://mybinder.org/v2/gh/{where}/HEAD?urlpath=lab/tree/{FIRST}"
        shown.append(f"[![Open it live on Binder](https://mybinder.org/badge_logo.svg)]({binder})")
    return " ".join(shown)


def with_links(text: str, home: Home) -> str:
    """README with the line of links that this home has."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return "\n".join(filter(None, [before + BEGIN, links(home), END + after]))


LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?![a-z]+:|#)([^)\s]+)\)")
CAPTIONED = re.compile(r"^!\[[^\n]*\n\n\*(?!\*).*?\*\n\n", re.M | re.S)


def for_an_index(text: str, home: Home) -> str:
    """README as it can be read away from its files: links lead to the home, or are plain words."""

    def elsewhere(link: re.Match[str]) -> str:
        picture, words, place = link.groups()
        if home.source:
            return f"{picture}[{words}]({home.source}/{'raw' if picture else 'blob'}/HEAD/{place})"
        return words

    return LINK.sub(elsewhere, text if home.source else CAPTIONED.sub("", text))


class Readme(MetadataHookInterface):
    """Tells hatchling what an index is to show."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Called for every package and every installation."""
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        shown = for_an_index(text, home(metadata))
        metadata["readme"] = {"content-type": "text/markdown", "text": shown}


def cited(text: str, home: Home) -> str:
    """CITATION.cff with the home that it names, if there is one."""
    text = re.sub(r"^(repository-code|url): .*\n", "", text, flags=re.M)
    named = {"repository-code": home.source, "url": home.course}
    return text + "".join(f'{key}: "{place}"\n' for key, place in named.items() if place)


def main() -> None:
    for name, written in (("README.md", with_links), ("CITATION.cff", cited)):
        path = ROOT / name
        path.write_text(written(path.read_text(encoding="utf-8"), home()), encoding="utf-8")


if __name__ == "__main__":
    main()
