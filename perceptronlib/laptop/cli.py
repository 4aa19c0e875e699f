"""The command line: ``python -m perceptronlib lab``, ``check-setup``, ``grade`` and more."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from .. import __version__
from ..grading import cli as grading
from ..grading.marking import command as marking
from . import doctor, lab

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Run a command of the command line; 0 if all went well.

    >>> main(["grade", "nowhere", "--out", "results"])
    There is no folder nowhere.
    2
    """
    given = sys.argv[1:] if arguments is None else arguments
    end = given.index("--") if "--" in given else len(given)
    parser = _parser()
    options = parser.parse_args(given[:end])
    if options.command == "lab":
        folder = lab.place(options.folder)
        return lab.open_lab(folder, options.page, options.only_copy, given[end + 1 :])
    if options.command == "grade":
        return grading.run(options)
    if options.command == "mark":
        return marking.run(options)
    if options.command == "autograder":
        return grading.make_autograder(options)
    if options.command == "check-setup":
        words, is_enough = doctor.report()
        print(words)
        return 0 if is_enough else 1
    parser.print_help()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m perceptronlib",
        description="Mistake-driven learning: a course that runs, and the library under it.",
        epilog="Each command tells more: python -m perceptronlib lab --help",
    )
    parser.add_argument("--version", action="version", version=f"perceptronlib {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    course = commands.add_parser(
        "lab",
        help="copy the course into a folder and open JupyterLab on it",
        description="Copies lectures and exercises into a folder of yours and opens JupyterLab "
        "there. Called again, it brings them up to date; what you changed stays as it is.",
        epilog="For example: python -m perceptronlib lab my-course "
        "--page lectures/01_perceptron.ipynb. What follows -- is for JupyterLab: "
        "python -m perceptronlib lab my-course -- --no-browser --port=8899",
    )
    add = course.add_argument
    help_folder = f"for your copy (default: this folder if it holds one, else {lab.FOLDER})"
    add("folder", type=Path, nargs="?", help=help_folder)
    add("--page", default=lab.FIRST, help=f"what is opened first (default: {lab.FIRST})")
    add("--only-copy", action="store_true", help="copy, and open nothing")
    commands.add_parser(
        "check-setup",
        help="say what is installed, and what is missing",
        description="Lists what the course needs, with versions, and how to install what is "
        "missing. Ends with 0 if everything is there, else with 1.",
        epilog="For example: python -m perceptronlib check-setup",
    )
    grading.add_commands(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
