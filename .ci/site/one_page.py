"""Make one page of the site with its films, and note what it was made from.

    python .ci/site/one_page.py 03_mistake_bounds

A page is made in a process of its own, whose modules are then known: of the library, those that
its pictures load and no others. Their sources and the data beside them are noted, and as long as
they stay what they are, so does the page. (What else could come to be loaded, a changed source
would have to name.)
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
KEPT = ROOT / "build" / "cache" / "pages"


def digest(*paths: Path) -> str:
    """One number for all that these files and folders say."""
    total = hashlib.sha256()
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                total.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    return total.hexdigest()


def always(name: str) -> list[Path]:
    """What a page is made from, whatever its pictures load."""
    ours = [HERE / "one_page.py", HERE / "sources.py", ROOT / "requirements.lock"]
    return [*ours, ROOT / "lectures" / f"{name}.ipynb"]


def ingredients(modules: list[str]) -> list[Path]:
    """The sources of these modules, and in the folders of those that are packages the data."""
    files = [ROOT / module for module in modules]
    for package in (file.parent for file in list(files) if file.name == "__init__.py"):
        files += _data(package)
    return sorted(files)


def _data(folder: Path) -> list[Path]:
    """Files of a package that are no modules; packages within it stand for themselves."""
    found = []
    for path in folder.iterdir():
        if path.is_dir() and path.name != "__pycache__" and not (path / "__init__.py").exists():
            found += [file for file in path.rglob("*") if file.is_file()]
        elif path.is_file() and path.suffix not in (".py", ".md"):
            found.append(path)
    return found


def key(name: str, modules: list[str]) -> str:
    """One number for all that a page is made from; another one if a module is gone."""
    files = ingredients(modules)
    return digest(*always(name), *(file for file in files if file.exists()))


def unchanged(name: str) -> bool:
    """Whether the page that was made is the one that would be made now."""
    note = KEPT / name / "made-from.json"
    if not note.exists():
        return False
    known = json.loads(note.read_text(encoding="utf-8"))
    return bool(known["key"] == key(name, known["modules"]))


def make(name: str) -> None:
    """Make a page and its films, here and now."""
    import sources

    kept = KEPT / name
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir(parents=True)
    page = sources.lecture(name)
    (kept / "page.ipynb").write_text(page.notebook, encoding="utf-8")
    for file, content in page.films.items():
        (kept / file).write_bytes(content)
    (kept / "places").write_text(json.dumps(page.places))
    modules = loaded()
    note = {"key": key(name, modules), "modules": modules}
    (kept / "made-from.json").write_text(json.dumps(note, indent=1), encoding="utf-8")


def loaded() -> list[str]:
    """The library's modules that this process has, by their files."""
    files = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    library = ROOT / "perceptronlib"
    paths = {Path(file).resolve() for file in files if file}
    return sorted(str(path.relative_to(ROOT)) for path in paths if library in path.parents)


def made(name: str) -> str:
    """Make a page, unless it is in the cache; says which."""
    if unchanged(name):
        return f"{name}: unchanged"
    subprocess.run([sys.executable, str(HERE / "one_page.py"), name], check=True)
    return f"{name}: made"


if __name__ == "__main__":
    make(sys.argv[1])
