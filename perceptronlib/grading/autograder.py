"""The grader inside Gradescope: a zip file to upload there, and what runs when a student hands in.

Gradescope unpacks the zip into ``/autograder/source``, runs ``setup.sh`` once, and for each
submission puts ``run_autograder`` into ``/autograder``, the student's files into
``/autograder/submission``, and reads ``/autograder/results/results.json``.
"""

from __future__ import annotations

import importlib.metadata
import io
import json
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ..checks.limits import Limits
from .files import write_whole
from .grade import Plan, grade, in_common, is_begun, which
from .handed_in import Submission, is_notebook, walked
from .masters import Master, read_masters
from .record import Record
from .reports.grades import Desk, grades
from .reports.gradescope import as_result
from .rivals import Choice, Rival, choose
from .sandbox import Box, SandboxError, adopt
from .submissions import Notebook, Unreadable, contents, read

__all__ = ["Settings", "main", "write_zip"]

LIBRARY = Path(__file__).resolve().parents[1]
NEEDED = ("numpy", "scipy", "matplotlib", "jupytext")
"""What is needed there, in the versions of the machine that made the zip."""

RUN = """\
#!/usr/bin/env bash
# Grades one submission; what went wrong is said here, and shown to instructors only.
cd "$(dirname "$0")" || exit 1
python=source/.venv/bin/python
[ -x "$python" ] || python=python3
export PYTHONPATH=source PYTHONDONTWRITEBYTECODE=1
exec "$python" -m perceptronlib.grading.autograder "$PWD"
"""
SETUP = """\
#!/usr/bin/env bash
# Runs once, when Gradescope builds the image: a sandbox, and a Python beside the library.
set -euo pipefail
cd "$(dirname "$0")"
apt-get update
apt-get install -y --no-install-recommends bubblewrap python3 python3-venv python3-pip
if python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
  python3 -m venv .venv
else  # an older image: uv brings a newer Python along
  python3 -m pip install uv
  python3 -m uv venv --seed --python 3.12 .venv
fi
.venv/bin/python -m pip install -r requirements.txt
"""


@dataclass(frozen=True)
class Settings:
    """What the zip remembers of how it was made.

    >>> Settings.from_json(Settings("01_perceptron", 7).to_json()).seed
    7
    """

    exercise: str
    seed: int
    seconds: float = 4.0
    unsafe: bool = False

    def to_json(self) -> str:
        """The settings as the text of a file."""
        return json.dumps(self.__dict__, indent=1) + "\n"

    @staticmethod
    def from_json(text: str) -> Settings:
        """The settings again."""
        return Settings(**json.loads(text))


def write_zip(path: Path, master: Path, settings: Settings) -> None:
    """Write the zip for one exercise: the library, this exercise's master, and two scripts.

    >>> import tempfile
    >>> path, master = Path(tempfile.mkdtemp()) / "a.zip", Path(tempfile.mkdtemp()) / "01.md"
    >>> _ = master.write_text("# An exercise")
    >>> write_zip(path, master, Settings("01", 0))
    >>> {"setup.sh", "run_autograder", "masters/01.md"} <= {*zipfile.ZipFile(path).namelist()}
    True
    """
    versions = [f"{name}=={importlib.metadata.version(name)}" for name in NEEDED]
    texts = {
        "run_autograder": RUN.encode(),
        "setup.sh": SETUP.encode(),
        "requirements.txt": ("\n".join(versions) + "\n").encode(),
        "settings.json": settings.to_json().encode(),
        f"masters/{master.name}": master.read_bytes(),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in [*texts.items(), *_library()]:
            about = zipfile.ZipInfo(name)
            is_program = name in ("run_autograder", "setup.sh")
            about.external_attr = (0o755 if is_program else 0o644) << 16
            about.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(about, data)
    write_whole(path, packed.getvalue())


def _library() -> Iterator[tuple[str, bytes]]:
    """The files of the library, as they are to lie in the zip."""
    for path in sorted(LIBRARY.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield f"{LIBRARY.name}/{path.relative_to(LIBRARY).as_posix()}", path.read_bytes()


def main(root: Path) -> int:
    """Grade the submission below ``root``, which is Gradescope's ``/autograder``; 0 if it could be.

    >>> main(Path("nowhere"))
    There is no folder nowhere/submission: is this not Gradescope?
    1
    """
    handed_in = root / "submission"
    if not handed_in.is_dir():
        print(f"There is no folder {handed_in}: is this not Gradescope?")
        return 1
    adopt()
    source = root / "source"
    settings = Settings.from_json((source / "settings.json").read_text(encoding="utf-8"))
    (master,) = read_masters(source / "masters")
    try:
        record = _graded(handed_in, master, settings)
    except SandboxError as problem:
        print(f"{problem}\n\nMake the zip with --unsafe only after reading what that means.")
        return 1
    (found,) = grades([record], Desk())
    write_whole(root / "results" / "results.json", as_result(found))
    return 0


def _graded(handed_in: Path, master: Master, settings: Settings) -> Record:
    """The record of the notebook that counts, among the files that were handed in."""
    choice = _chosen(handed_in, master)
    if choice is None:
        problem = "No notebook was found among your files: hand in the one that ends in .ipynb."
        return Record("", master.name, problem=problem, student="student")
    plan, limits = Plan.of(master, settings.seed), Limits.of(settings.seconds)
    try:
        data = contents(choice.taken.submission.path)
    except Unreadable:
        data = b""
    with Box(plan.modules, settings.unsafe) as box:
        record = grade(plan, data, box, limits)
    return replace(record, student="student", chosen=choice.in_words)


def _chosen(handed_in: Path, master: Master) -> Choice | None:
    """Which notebook counts; those of the exercise come before others."""
    rivals, others = list[Rival](), list[Rival]()
    for path in walked(handed_in).files:
        if not is_notebook(path):
            continue
        submission = Submission("student", path, own=path.relative_to(handed_in))
        try:
            notebook, is_readable = read(contents(path)), True
        except Unreadable:
            notebook, is_readable = Notebook(()), False
        is_it = which(notebook, path.name, [master]) is not None
        about = in_common(notebook, master) > 0, is_begun(notebook, master)
        (rivals if is_it else others).append(Rival(submission, is_readable, *about))
    found = rivals or others
    return choose(found) if found else None


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
