"""A picture of the results, or a word on why there is none."""

from __future__ import annotations

import re

from ..files import printable
from ..pictures import FOLDER, GONE
from .building import Builder

__all__ = ["STORED", "picture"]

STORED = re.compile(r"[0-9a-f]{32}\.(?:png|jpg|gif|webp)")
"""The names of files in the folder of the pictures."""

LONGEST = 150
"""Letters of an address, or of a picture's name, that are shown."""


def picture(made: Builder, address: str, name: str) -> None:
    """Put a picture, which opens alone when it is followed.

    >>> made = Builder()
    >>> picture(made, "https://example.org/a.png", "mine")
    >>> print(made.html())
    <span class="missing">[a picture at https://example.org/a.png, which is not loaded: mine]</span>
    """
    name = " ".join(name.split())[:LONGEST]
    about = f": {name}" if name else ""
    stored = address.removeprefix(f"{FOLDER}/")
    if STORED.fullmatch(stored) and address != stored:
        made.open("a", class_="picture", href=address, target="_blank", rel="noopener noreferrer")
        made.void("img", src=address, alt=name or "a picture in the answer", loading="lazy")
        made.close("a")
    elif address == GONE:
        made.element("span", f"[a picture that cannot be shown{about}]", class_="missing")
    else:
        where = printable(address[:LONGEST]) or "no address"
        text = f"[a picture at {where}, which is not loaded{about}]"
        made.element("span", text, class_="missing")
