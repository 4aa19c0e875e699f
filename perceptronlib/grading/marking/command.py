"""``python -m perceptronlib mark results``: the marking page, until Ctrl-C."""

from __future__ import annotations

import argparse
import contextlib
import threading
import webbrowser
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .server import Server

__all__ = ["add_command", "run"]


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``mark`` to the commands of a command line.

    >>> parser = argparse.ArgumentParser()
    >>> add_command(parser.add_subparsers())
    >>> parser.parse_args(["mark", "results", "--by", "Xenia"]).by
    'Xenia'
    """
    mark = commands.add_parser(
        "mark",
        help="mark the arguments, each beside its rubric, in a browser",
        description="Opens a page on this machine that shows each argument with its formulas and "
        "pictures beside the rubric. Every key stroke is saved in marks.csv, also while a grader "
        "is at work. Ctrl-C ends it; called again, it opens at the first unmarked answer.",
        epilog="For example: python -m perceptronlib mark results --by Xenia",
    )
    add = mark.add_argument
    add("results", type=Path, help="the folder that `grade` wrote its results to")
    add("--by", default="", metavar="NAME", help="who marks: goes into the column 'by'")
    add("--port", type=int, default=0, help="of the page (default: any that is free)")
    add("--no-browser", action="store_true", help="only say the address, and open nothing")


def run(options: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C; 0 if all went well.

    >>> run(argparse.Namespace(results=Path("nowhere")))
    There is no folder nowhere: name the one that `grade --out` wrote to.
    2
    """
    out: Path = options.results
    if not out.is_dir():
        print(f"There is no folder {out}: name the one that `grade --out` wrote to.")
        return 2
    if find_spec("fcntl") is None:
        print("The marking page, like the grader, works on Linux and macOS alone.")
        return 2
    # imported here: help and complaints come at once
    from ..showing import missing
    from .desk import Desk
    from .server import Server

    if problem := missing():
        print(problem)
        return 2
    desk = Desk(out)
    if not desk.pile.answers:
        print(f"There is nothing to mark in {out}: grade the submissions first, with --out {out}.")
        return 2
    try:
        server = Server(desk, options.port, options.by)
    except (OSError, OverflowError) as error:
        print(f"Port {options.port} cannot be used ({error}): name another, or leave --port away.")
        return 2
    with server:
        _serve(server, not options.no_browser)
    done, of = desk.progress()
    print(f"\n{done} of {of} answers are done, and all of it is saved in {out / 'marks.csv'}.")
    print(f"Grade once more with --out {out}, and the marks are in all tables.")
    return 0


def _serve(server: Server, opens: bool) -> None:
    done, of = server.desk.progress()
    print(f"{done} of {of} answers are done. The marking page, for this machine alone:")
    print(f"\n    {server.address}\n")
    print("Everything is saved as you type. Ctrl-C ends it.", flush=True)
    if opens:
        threading.Thread(target=webbrowser.open, args=(server.address,), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()
