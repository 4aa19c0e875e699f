"""Broken files: what is handed in is no notebook, or has an odd name or place."""

from __future__ import annotations

import json
import os
from pathlib import Path

from perceptronlib.grading.files import safe_name

from .making import (
    FULL,
    HOW_MANY,
    IMPORTS,
    MISTAKES,
    NAME,
    NONE,
    UPDATE,
    Content,
    Scores,
    add,
    cell,
    written,
)

GOOD = written(IMPORTS, UPDATE, MISTAKES, HOW_MANY)


def broken(
    name: str,
    tries: str,
    content: Content,
    problem: str,
    scores: Scores | None = NONE,
    path: str = "",
) -> None:
    add("broken file", name, tries, content, scores, problem=problem, path=path)


NO_JSON, NO_CELLS = "it is not JSON", "it has no cells"
broken("file-empty", "is empty", b"", NO_JSON)
broken("file-no-json", "is a Python program", UPDATE.encode(), NO_JSON)
broken("file-cut-off", "was cut off", GOOD[:-40], NO_JSON)
broken(
    "file-invalid-utf-8",
    "has a byte that is no UTF-8, which costs what it breaks",
    GOOD.replace(b"y * x", b"y \xff x"),
    "",
    (0, 2, 1),
)
broken("file-utf-16", "is UTF-16, as Windows saves", GOOD.decode().encode("utf-16"), "", FULL)
broken("file-picture", "is a picture", b"\x89PNG\r\n\x1a\n" + bytes(500), NO_JSON)
broken("file-deep", "has 200 000 brackets", b"[" * 200_000, NO_JSON)
broken("file-deep-objects", "has 100 000 objects in each other", b'{"cells":' * 100_000, NO_JSON)
broken("file-list", "is a list", b"[1, 2]", NO_CELLS)
broken("file-number", "is a number with 100 000 digits", b"9" * 100_000, NO_CELLS)
broken("file-null", "is null", b"null", NO_CELLS)
broken("file-no-cells", "has no cells", b'{"nbformat": 4, "metadata": {}}', NO_CELLS)
broken("file-cells-null", "has null for its cells", b'{"cells": null}', NO_CELLS)
broken("file-cells-object", "has an object for its cells", b'{"cells": {"0": {}}}', NO_CELLS)
broken("file-65-megabytes", "has 65 million bytes", b" " * 65_000_000, "larger than 64 MB")
broken(
    "file-wrong-types",
    "has sources, metadata and cells of the wrong types",
    json.dumps(
        {
            "cells": [
                *(None, 5, [], "x", True, {"cell_type": 3, "source": "a"}),
                *({"cell_type": "code", "source": s} for s in (5, None, {}, [1, "a = 1", None])),
                {"cell_type": "code", "metadata": [], "source": "b = 2"},
                {"cell_type": "code", "metadata": {"nbgrader": 7}, "source": "c = 3"},
                {
                    "cell_type": "code",
                    "metadata": {"nbgrader": {"grade_id": [1]}},
                    "source": UPDATE,
                },
                {"cell_type": ["code"], "metadata": {}, "source": MISTAKES},
                {"cell_type": "code", "metadata": {}, "source": [IMPORTS, 7, None]},
                {"cell_type": "code", "metadata": {}, "source": HOW_MANY},
            ]
        }
    ).encode(),
    "",
    FULL,
)
broken(
    "file-half-letters",
    "has half letters in its code, its names and its argument",
    json.dumps(
        {
            "cells": [
                cell("a = '\ud800'"),
                cell("b = 1", name="\udfff"),
                cell("From \ud800 zero.", "markdown", "why_ties"),
                cell(HOW_MANY),
            ]
        }
    ).encode(),
    "",
    (0, 0, 1),
)
broken(
    "file-other-language",
    "is written in R",
    written(
        "update <- function(w, x, y) {\n  if (y * sum(w * x) <= 0) w + y * x else w\n}", "x = 1;;"
    ),
    "",
)
broken(
    "file-link-to-master",
    "is a link to the master",
    lambda path: path.symlink_to(Path(__file__).parent / "masters" / f"{NAME}.md"),
    "link to another place",
)
broken(
    "file-link-to-neighbour",
    "is a link to what somebody else handed in",
    lambda path: path.symlink_to("../plain-00/01_small.ipynb"),
    "link to another place",
)
broken(
    "file-link-to-nowhere",
    "is a link to nothing",
    lambda path: path.symlink_to("nowhere"),
    "link to another place",
)
broken(
    "file-link-to-zeros",
    "is a link to a device without end",
    lambda path: path.symlink_to("/dev/zero"),
    "link to another place",
)
broken("file-pipe", "is a pipe that nobody writes to", os.mkfifo, "not a regular file")
broken("file-folder", "is a folder", Path.mkdir, "Is a directory")
broken(
    "file-unknown",
    "belongs to no exercise",
    written("print('hello')"),
    "belongs to no exercise",
    None,
    "file-unknown/notes.ipynb",
)
broken(
    "file-unknown-broken",
    "cannot be read, and its name says nothing",
    b"{",
    NO_JSON,
    None,
    "file-unknown-broken/notes.ipynb",
)
broken(
    "file-first-of-two",
    "is the first of two by the same student",
    GOOD,
    "its name has the highest number",
    None,
    "file-two/01_small (1).ipynb",
)
broken(
    "file-last-of-two",
    "is the last of two by the same student",
    written(IMPORTS, MISTAKES),
    "",
    (0, 2, 0),
    "file-two/01_small (2).ipynb",
)
ODD_NAMES = {
    "newline": "a\nscore: 3.ipynb",
    "formula": "=1+1/01_small.ipynb",
    "quotes": '"it\'s; `x` $(y) & <b>"/01_small.ipynb',
    "unicode": "Zoë Ñandú 李/01_small.ipynb",
    "directions": "\u202edecived\u2066/01_small.ipynb",
    "dots": "x.../01_small.ipynb",
    "long": "𝒂" * 63 + "/01_small.ipynb",
    "spaces": "  two  /  01_small .ipynb",
    "flat": "grace_01_small.ipynb",
    "space": "a b/01_small.ipynb",
    "of-a-neighbour's-record": f"{safe_name('a b')}/01_small.ipynb",
    "colons": "C:\\x/01_small.ipynb",
    "no-utf-8": os.fsdecode(b"latin-\xe9/01_small.ipynb"),
    "escape-codes": "\x1b[31mred\x07/01_small.ipynb",
}
for name, path in ODD_NAMES.items():
    add(
        "broken file", f"name-{name}", "has a name that is odd, and is right", GOOD, FULL, path=path
    )
