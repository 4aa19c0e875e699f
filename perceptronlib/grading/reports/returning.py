"""Feedback on its way back: zip files laid out as Moodle and Canvas take them.

Both know whose a file is by the name under which they let it be downloaded, so that name stays:
Moodle's folder of the student, Canvas's beginning of the file. What came in another way is in
`feedback/`, and in no zip. Feedback goes back once nothing of it is pending.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Literal

from ..files import write_whole
from ..whose import CANVAS, MOODLE
from .annotated import notebook_path
from .feedback import feedback_path
from .grades import Grade

__all__ = ["place", "write_zips"]

Platform = Literal["canvas", "moodle"]


def place(file: str) -> tuple[Platform, str] | None:
    """Whose file it was, and what stands before a name that goes back; None: neither's.

    >>> place("Ada_11_assignsubmission_file_/x.ipynb")
    ('moodle', 'Ada_11_assignsubmission_file_/')
    >>> place("adalovelace_LATE_11_505_x-1.ipynb"), place("ada/x.ipynb")
    (('canvas', 'adalovelace_LATE_11_505_'), None)
    """
    parts = PurePosixPath(file).parts
    for part in parts:
        is_folder = part != parts[-1]
        if found := MOODLE.fullmatch(part):
            if is_folder:
                return "moodle", f"{part}/"
            kind = "onlinetext" if "_assignsubmission_onlinetext" in part else "file"
            return "moodle", f"{found['who']}_{found['id']}_assignsubmission_{kind}_"
        if (found := CANVAS.fullmatch(part)) and not is_folder:
            return "canvas", part[: found.end("upload") + 1]
    return None


def write_zips(out: Path, grades: Iterable[Grade]) -> list[str]:
    """Write return/canvas/EXERCISE.zip and return/moodle/EXERCISE.zip; gives what is left out.

    >>> write_zips(Path("results"), [])
    []
    """
    zips: dict[tuple[str, str], list[tuple[Grade, str]]] = {}
    waiting: dict[tuple[str, str], int] = {}
    for grade in grades:
        found = place(grade.record.file)
        if found is None:
            continue
        key = found[0], grade.exercise
        zips.setdefault(key, [])
        if grade.pending:
            waiting[key] = waiting.get(key, 0) + 1
        else:
            zips[key].append((grade, found[1]))
    for (platform, exercise), content in sorted(zips.items()):
        write_whole(_zip_path(out, platform, exercise), _packed(out, content))
    return [
        f"return/{platform}/{exercise}.zip: {count} left out until the arguments are marked"
        for (platform, exercise), count in sorted(waiting.items())
    ]


def _zip_path(out: Path, platform: str, exercise: str) -> Path:
    return out / "return" / platform / f"{exercise}.zip"


def _packed(out: Path, content: Iterable[tuple[Grade, str]]) -> bytes:
    """The bytes of a zip; the same for the same content, since it holds no times."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for grade, before in sorted(content, key=lambda item: item[1]):
            who = grade.student, grade.exercise
            own = PurePosixPath(grade.record.file).name
            name = own.removeprefix(before)  # Canvas wants its whole name back
            for path, to in (
                (feedback_path(out, *who), f"{before}{grade.exercise}_feedback.html"),
                (notebook_path(out, *who), f"{before}{name}"),
            ):
                if path.is_file():
                    about = zipfile.ZipInfo(to)
                    about.compress_type, about.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
                    file.writestr(about, path.read_bytes())
    return packed.getvalue()
