"""The command line: ``python -m perceptronlib grade submissions --out results``.

Grades every notebook below the folder and writes scores, feedback pages and a summary. Stopped and
started again it goes on where it was.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from ..checks.author import SEED
from ..checks.limits import LIMITS, Limits
from .marking.command import add_command

__all__ = ["add_commands", "make_autograder", "run"]

Number = TypeVar("Number", int, float)


def run(options: argparse.Namespace) -> int:
    """Grade a class as the options of the command line say; 0 if all went well.

    >>> run(argparse.Namespace(submissions=Path("nowhere"), out=Path("results"), canvas=None))
    There is no folder nowhere.
    2
    """
    if problem := _unusable(options):
        print(problem)
        return 2
    signal.signal(signal.SIGTERM, _interrupted)
    try:
        return _grade(options)
    except KeyboardInterrupt:
        print("\nStopped. What is graded is kept: run the same command again to go on.", flush=True)
        os._exit(130)  # without waiting: what still runs in the sandbox ends with us


def _unusable(options: argparse.Namespace) -> str:
    """What is wrong with the paths, before any work is done; empty if nothing is."""
    if options.submissions.is_file():
        return f"{options.submissions} is a file: name the folder that holds the submissions."
    if not options.submissions.is_dir():
        return f"There is no folder {options.submissions}."
    if options.out.exists() and not options.out.is_dir():
        return f"{options.out} is a file: name a folder for the results."
    if options.canvas and not options.canvas.is_file():
        expected = "--canvas names the gradebook that Canvas exported"
        return f"There is no file {options.canvas} ({expected})."
    if options.roster and not options.roster.is_file():
        return f"There is no file {options.roster} (--roster names the class list)."
    if options.out.resolve() == options.submissions.resolve():
        return "Results cannot go into the folder of the submissions: name another for --out."
    return ""


def _natural(text: str) -> int:
    """For argparse: a whole number, 0 or more."""
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise argparse.ArgumentTypeError(f"a whole number, 0 or more, is needed; got {text!r}")
    return int(text)


def _positive(kind: type[Number]) -> Callable[[str], Number]:
    """For argparse: a number above 0, of this kind."""

    def number(text: str) -> Number:
        with suppress(ValueError):
            if 0 < (value := kind(text)) < 1e6:
                return value
        needed = f"a {'whole ' * (kind is int)}number above 0"
        raise argparse.ArgumentTypeError(f"{needed} is needed; got {text!r}")

    return number


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``grade``, ``mark`` and ``autograder``, with their options, to a command line's commands.

    >>> parser = argparse.ArgumentParser()
    >>> add_commands(parser.add_subparsers())
    >>> parser.parse_args(["grade", "handed-in", "--out", "results"]).seconds
    4.0
    """
    grade = commands.add_parser(
        "grade",
        help="grade a folder of submissions (on Linux)",
        description="Grades every notebook below a folder, each in a sandbox of its own, and "
        "writes scores, feedback and a summary. Stopped, and called again, it goes on.",
        epilog="For example: python -m perceptronlib grade submissions --out results --seed 7",
    )
    add = grade.add_argument
    add("submissions", type=Path, help="folder: STUDENT/any.ipynb or STUDENT.ipynb, nested or not")
    add("--out", type=Path, required=True, help="folder for the results; used again to go on")
    add("--masters", type=Path, default=None, help="folder of the masters (default: solutions)")
    first = f"draws the hidden cases (default: that of the first run, which takes {SEED})"
    add("--seed", type=_natural, default=None, help=first)
    add("--change-seed", action="store_true", help="grade all again with another --seed")
    add("--workers", type=_positive(int), default=os.cpu_count() or 1, help="submissions at a time")
    add("--scheduler", default="", metavar="ADDRESS", help="grade on this Dask cluster instead")
    add("--canvas", type=Path, metavar="CSV", help="gradebook exported by Canvas, to merge into")
    add("--roster", type=Path, metavar="CSV", help="class list; Canvas's and Moodle's exports do")
    add("--similarity", action="store_true", help="also report near-copies (a reason to look)")
    add(
        "--seconds",
        type=_positive(float),
        default=LIMITS.step,
        help=f"for one cell or one call (default: {LIMITS.step:g})",
    )
    add("--unsafe", action="store_true", help="no sandbox: only if you trust every submission")
    add_command(commands)
    _add_autograder(commands)


def _add_autograder(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    autograder = commands.add_parser(
        "autograder",
        help="make a zip with which Gradescope grades an exercise",
        description="Writes a zip file to upload to Gradescope as an autograder: the library, one "
        "exercise's master, and the two scripts that Gradescope runs.",
        epilog="For example: python -m perceptronlib autograder 01_perceptron --out autograder.zip",
    )
    add = autograder.add_argument
    add("exercise", help="its name, such as 01_perceptron")
    add("--out", type=Path, required=True, help="where the zip is written")
    add("--masters", type=Path, default=None, help="folder of the masters (default: solutions)")
    add("--seed", type=_natural, default=SEED, help=f"draws the hidden cases (default: {SEED})")
    seconds = f"for one cell or one call (default: {LIMITS.step:g})"
    add("--seconds", type=_positive(float), default=LIMITS.step, help=seconds)
    unsafe = "grade also where Gradescope offers no sandbox: submissions can then read the answers"
    add("--unsafe", action="store_true", help=unsafe)


def make_autograder(options: argparse.Namespace) -> int:
    """Write the zip for Gradescope as the options say; 0 if all went well.

    >>> asked = dict(exercise="00_none", masters=None, out=Path("a.zip"))
    >>> make_autograder(argparse.Namespace(**asked))  # doctest: +ELLIPSIS
    There is no exercise '00_none'; there are 01_perceptron, ...
    2
    """
    from .autograder import Settings, write_zip

    folder = options.masters or _solutions()
    masters = {path.stem: path for path in sorted(folder.glob("[0-9]*.md"))}
    if options.exercise not in masters:
        print(f"There is no exercise {options.exercise!r}; there are {', '.join(masters)}.")
        return 2
    settings = Settings(options.exercise, options.seed, options.seconds, options.unsafe)
    try:
        write_zip(options.out, masters[options.exercise], settings)
    except OSError as error:
        print(f"{options.out} could not be written: {error}")
        return 2
    print(f"{options.out} is ready to be uploaded to Gradescope. It holds the answers: keep it.")
    if options.unsafe:
        print("UNSAFE: where there is no sandbox, submissions can read the answers.")
    return 0


def _grade(options: argparse.Namespace) -> int:
    # imported here: help and complaints come at once, also where there is no fcntl (on Windows)
    from .batch import Batch, grade_folder
    from .lock import Busy, alone
    from .masters import MasterError, read_masters
    from .reports import overrides, results
    from .reports.term import Term, TermError
    from .run import OtherResults, agreed_seed
    from .sandbox import SandboxError, adopt
    from .showing import missing

    if problem := missing():
        print(problem)
        return 2
    adopt()
    try:
        masters = read_masters(options.masters or _solutions())
        rules = Term.read(options.out, [master.name for master in masters])
        rules = replace(
            rules, canvas=options.canvas or rules.canvas, roster=options.roster or rules.roster
        )
        batch = Batch(
            options.submissions,
            options.out,
            masters,
            wishes=overrides.Overrides.read(options.out / overrides.FORM).wishes(),
            seed=agreed_seed(options.out, options.seed, SEED, options.change_seed),
            workers=options.workers,
            limits=Limits.of(options.seconds),
            unsafe=options.unsafe,
            scheduler=options.scheduler,
        )
        if options.unsafe:
            print("UNSAFE: no sandbox. Submissions can read your files and the solutions.")
        with alone(options.out) as work:
            records = grade_folder(batch, _Bar(), work)
            sentences = results.write(batch, records, rules, options.similarity)
        print("\n".join(sentences))
    except (MasterError, SandboxError, Busy, TermError, OtherResults) as problem:
        print(problem)
        return 2
    except OSError as error:
        print(
            f"Stopped: {error}. What is graded is kept: mend this and run the same command again."
        )
        return 2
    return 0


def _solutions() -> Path:
    """The masters: in this folder, else beside the library, as in a checkout."""
    here = Path("solutions")
    return here if here.is_dir() else Path(__file__).resolve().parents[2] / "solutions"


def _interrupted(*_: object) -> None:
    raise KeyboardInterrupt


class _Bar:
    """A bar that fills up as submissions are graded; quiet where nobody watches a terminal."""

    def __init__(self) -> None:
        self.start = time.monotonic()

    def __call__(self, done: int, of: int) -> None:
        if not sys.stderr.isatty() or not of:
            return
        passed = time.monotonic() - self.start
        remaining = f"{passed / done * (of - done):.0f} s left" if done else "starting"
        full = round(30 * done / of)
        bar = f"grading [{'#' * full}{'.' * (30 - full)}] {done}/{of}, {remaining}"
        print(f"\r{bar:<70}", end="\n" if done == of else "", file=sys.stderr, flush=True)
