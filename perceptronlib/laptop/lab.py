"""JupyterLab, opened on a student's copy of the course."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .. import INSTALL
from .copies import RECORD, course_files, lay_out
from .doctor import missing

__all__ = ["FOLDER", "open_lab", "place"]

FOLDER = "perceptron-course"
"""Where the course goes if the student names no folder."""

FIRST = "lectures/00_start_here.ipynb"


def place(named: Path | None) -> Path:
    """The folder that was named; else this one, if it holds the course; else one below it.

    >>> place(Path("mine")).name
    'mine'
    """
    if named is not None:
        return named
    here = Path()
    return here if (here / RECORD).exists() else here / FOLDER


def open_lab(folder: Path, page: str, only_copy: bool, more: list[str]) -> int:
    """Lay out the course and open JupyterLab on it; how the program ends.

    >>> open_lab(Path(__file__), FIRST, only_copy=True, more=[])
    /...lab.py is a file: name a folder for the course.
    2
    """
    if folder.exists() and not folder.is_dir():
        print(f"{folder} is a file: name a folder for the course.")
        return 2
    if not only_copy and (absent := missing()):
        print(f"The course needs what is not installed here: {', '.join(absent)}.")
        print(f"To install it: {INSTALL}")
        return 2
    try:
        laid = lay_out(folder)
    except OSError as error:
        print(f"The course could not be copied to {folder}: {error}. Name another folder.")
        return 2
    print(laid.words(folder.resolve()))
    if only_copy:
        return 0
    if not (folder / page).exists():
        print(f"There is no {page} in it. The pages are: {', '.join(course_files())}.")
        return 2
    print("JupyterLab opens in your browser; Ctrl-C twice in this window ends it.", flush=True)
    try:
        return subprocess.run(command(folder, page, more), check=False).returncode
    except KeyboardInterrupt:
        return 0


def command(folder: Path, page: str, more: list[str]) -> list[str]:
    """JupyterLab's command line: offline, in this folder, on this page.

    >>> command(Path("course"), "lectures/01.ipynb", ["--no-browser"])[-1]
    '--no-browser'
    """
    root = [f"--ServerApp.root_dir={folder.resolve()}", f"--LabApp.default_url=/lab/tree/{page}"]
    quiet = ["--LabApp.news_url=None"]
    quiet += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    rest = ["--allow-root"] if is_root else []
    return [sys.executable, "-m", "jupyterlab", *root, *quiet, *rest, *more]
