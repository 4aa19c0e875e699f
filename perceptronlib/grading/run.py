"""What a results folder remembers of the grader that made it: the seed, and what it depended on.

It is written before the first submission is graded, so that a grader that was stopped at any
moment goes on with the seed that it had.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from .. import __version__
from .files import write_whole
from .grade import FORM

__all__ = ["NAME", "OtherResults", "agreed_seed", "remember"]

NAME = "run.json"


class OtherResults(ValueError):
    """A folder that holds other results than those that were asked for; the message says which.

    >>> raise OtherResults("results was graded with seed 7")
    Traceback (most recent call last):
    ...
    perceptronlib.grading.run.OtherResults: results was graded with seed 7
    """


def agreed_seed(out: Path, asked: int | None, usual: int, is_sure: bool = False) -> int:
    """The seed of the folder's first run; another is taken only if that is what is wanted.

    >>> agreed_seed(Path("nowhere"), None, 0), agreed_seed(Path("nowhere"), 7, 0)
    (0, 7)
    """
    first = _seed(out)
    if first is None:
        return usual if asked is None else asked
    if asked is None or asked == first:
        return first
    if is_sure:
        return asked
    raise OtherResults(
        f"{out} was graded with seed {first}. With seed {asked} the hidden cases are others, and "
        f"scores may change: leave --seed away to go on with {first}; or add --change-seed to "
        f"grade everything again with {asked}."
    )


def remember(out: Path, seed: int, digests: Mapping[str, str]) -> None:
    """Write down what the grades depend on beside the submissions, so that it can be found out.

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp())
    >>> remember(out, 7, {})
    >>> agreed_seed(out, None, 0)
    7
    """
    versions = {"perceptronlib": __version__, "numpy": np.__version__}
    about = {"form": FORM, "seed": seed, "masters": dict(digests), "versions": versions}
    write_whole(out / NAME, json.dumps(about, indent=1) + "\n")


def _seed(out: Path) -> int | None:
    """The seed of the results in a folder; None if there are none.

    What an older grader left is read: it had no form, or a smaller one. Without a word about the
    run (it was stopped in its first minute) a record tells.
    """
    try:
        about = json.loads((out / NAME).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return _of_a_record(out)
    except (OSError, ValueError):
        about = None
    seed = about.get("seed") if isinstance(about, dict) else None
    form = about.get("form", 0) if isinstance(about, dict) else 0
    if type(seed) is not int or type(form) is not int:
        raise OtherResults(
            f"{out / NAME} is damaged, and so it is not known with which seed {out} was graded: "
            "put it back from a copy, or name another folder for the results."
        )
    if form > FORM:
        raise OtherResults(
            f"{out} was graded by a newer perceptronlib, whose results this one cannot read: "
            "install the newer one, or name another folder for the results."
        )
    return seed


def _of_a_record(out: Path) -> int | None:
    for path in sorted((out / "records").glob("*/*.json")):
        try:
            seed = json.loads(path.read_text(encoding="utf-8"))["seed"]
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if type(seed) is int:
            return seed
    return None
