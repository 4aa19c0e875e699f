"""Pictures in what a student wrote: taken out of the text, looked at from outside, kept as files.

A notebook holds pictures as attachments of a cell or, in base64, inside its text. Here each
becomes a short name, ``pictures/DIGEST.png``, and its bytes. What a picture claims to be does not
count: its first bytes say what it is and how large. It is never decoded here; browsers are made for
that.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote, unquote_to_bytes

from .files import printable, write_whole
from .submissions import Attachments

__all__ = ["FOLDER", "Pictures", "extent", "keep"]

FOLDER = "pictures"
"""Where pictures are kept, inside the folder of the results."""

GONE = f"{FOLDER}/not-shown"
"""Stands in a text where a picture was that cannot be shown."""

MOST_PIXELS = 120_000_000
"""Of one picture; the largest photo of a telephone has 108 million."""

MOST_IN_ALL = 400_000_000
"""Pixels of all pictures of one argument; a dozen photos have 150 million."""

MOST_SEGMENTS = 5_000
"""Of a JPEG file that are looked through for its size; a photo has some twenty."""

LONG = 100
"""Letters of an address that holds its own data; a shorter one holds nothing worth keeping."""

DATA = re.compile(
    r"data:(?P<kind>[\w.+-]*/?[\w.+-]*)(?P<more>(?:;[\w.=+-]*)*),"
    r"(?P<data>[^\s()\"'<>\[\]]*(?:\s+[A-Za-z0-9+/%=]{40,})*(?:\s+[A-Za-z0-9+/%=]+(?=\s*[\"')>]))?)",
    re.I,
)
ATTACHED = re.compile(r"attachment:(?P<rest>[^\"'<>\n]{1,300})")


@dataclass
class Pictures:
    """The pictures of one argument: those that can be shown, by name, and why others cannot.

    >>> found = Pictures()
    >>> found.taken_out("![a proof](data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=)", {})
    '![a proof](pictures/328e90a318268aea96180cc31666ae6d.gif)'
    >>> list(found.kept)
    ['328e90a318268aea96180cc31666ae6d.gif']
    """

    kept: dict[str, bytes] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    pixels: int = 0

    def taken_out(self, text: str, attached: Attachments) -> str:
        """The text with the name of a file in place of each picture."""
        text = DATA.sub(self._data, text)
        return ATTACHED.sub(lambda reference: self._attachment(reference, attached), text)

    def _data(self, address: re.Match[str]) -> str:
        if len(address.group()) < LONG and not address["kind"].lower().startswith("image"):
            return address.group()  # perhaps no address at all: "data: ..."
        raw = unquote_to_bytes(re.sub(r"\s+", "", address["data"]))
        if "base64" in address["more"].lower():
            return self._place(_decoded(raw), address["kind"] or "a file")
        return self._place(raw, address["kind"] or "a file")

    def _attachment(self, reference: re.Match[str], attached: Attachments) -> str:
        """The longest name of an attachment that stands here; it may hold spaces and brackets."""
        rest = reference["rest"]
        ends = [m.start() for m in re.finditer(r"[\s)\]]|$", rest)]
        for end in sorted(ends, reverse=True):
            for name in (rest[:end], unquote(rest[:end])):
                if name in attached:
                    return self._place(*_content(attached[name]), name) + rest[end:]
        self.lost.append(f"{_named(unquote(rest[: ends[0]]))} is not in the notebook")
        return GONE + rest[ends[0] :]

    def _place(self, data: bytes, *about: str) -> str:
        """The name of a picture's file, which is kept if it can be shown."""
        name = _named(" ".join(dict.fromkeys(about)))
        size = extent(data)
        if size is None:
            self.lost.append(f"{name} is {_what(data)}")
            return GONE
        kind, width, height = size
        if not 0 < width * height <= MOST_PIXELS:
            self.lost.append(f"{name} claims {width} x {height} pixels")
            return GONE
        stored = f"{hashlib.sha256(data).hexdigest()[:32]}.{kind}"
        if stored not in self.kept:
            if self.pixels + width * height > MOST_IN_ALL:
                self.lost.append(f"{name} is one picture too many")
                return GONE
            self.pixels += width * height
            self.kept[stored] = data
        return f"{FOLDER}/{stored}"


def keep(out: Path, pictures: Mapping[str, bytes]) -> None:
    """Write pictures to the folder of the results; their names tell what is in them.

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp())
    >>> keep(out, {"a.gif": b"GIF89a"})
    >>> (out / "pictures" / "a.gif").read_bytes()
    b'GIF89a'
    """
    for name, data in pictures.items():
        write_whole(out / FOLDER / name, data)


def extent(data: bytes) -> tuple[str, int, int] | None:
    """The kind, width and height of a picture that every browser shows; None for anything else.

    >>> extent(b"GIF89a" + bytes([7, 0, 5, 0])), extent(b"<svg onload='alert(1)'>")
    (('gif', 7, 5), None)
    """
    if data[:8] == b"\x89PNG\r\n\x1a\n" and data[12:16] == b"IHDR" and len(data) > 24:
        return "png", _big(data[16:20]), _big(data[20:24])
    if data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        return "gif", _little(data[6:8]), _little(data[8:10])
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= 30:
        return _webp(data)
    return _jpeg(data) if data[:3] == b"\xff\xd8\xff" else None


def _webp(data: bytes) -> tuple[str, int, int] | None:
    if data[12:16] == b"VP8X":
        return "webp", 1 + _little(data[24:27]), 1 + _little(data[27:30])
    if data[12:16] == b"VP8L" and data[20] == 0x2F:
        bits = _little(data[21:25])
        return "webp", 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if data[12:16] == b"VP8 " and data[23:26] == b"\x9d\x01\x2a":
        return "webp", _little(data[26:28]) & 0x3FFF, _little(data[28:30]) & 0x3FFF
    return None


def _jpeg(data: bytes) -> tuple[str, int, int] | None:
    """A JPEG file is a row of segments; the one that begins a frame holds height and width."""
    place = 2
    for _ in range(MOST_SEGMENTS):
        while data[place : place + 2] == b"\xff\xff":
            place += 1  # padding
        if len(data) < place + 9 or data[place] != 0xFF:
            return None
        mark = data[place + 1]
        if 0xC0 <= mark <= 0xCF and mark not in (0xC4, 0xC8, 0xCC):
            return "jpg", _big(data[place + 7 : place + 9]), _big(data[place + 5 : place + 7])
        alone = mark == 0x01 or 0xD0 <= mark <= 0xD8
        place += 2 if alone else 2 + _big(data[place + 2 : place + 4])
    return None


def _big(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _little(data: bytes) -> int:
    return int.from_bytes(data, "little")


def _decoded(text: bytes) -> bytes:
    """The bytes that base64 stands for, in either of its alphabets; none if it is not base64."""
    plain = text.translate(bytes.maketrans(b"-_", b"+/"), b" \t\r\n=")
    try:
        return base64.b64decode(plain + b"=" * (-len(plain) % 4))
    except binascii.Error:
        return b""


def _content(by_kind: Mapping[str, str]) -> tuple[bytes, str]:
    """The picture of an attachment (the first that can be shown, if there are several forms)."""
    forms = [(_decoded(text.encode()), kind) for kind, text in by_kind.items()]
    shown = [form for form in forms if extent(form[0])]
    return next(iter(shown or forms), (b"", "nothing"))


def _what(data: bytes) -> str:
    """What a file is that is no picture for a browser."""
    start = data[:300].lstrip().lower()
    if data[4:8] == b"ftyp":
        return "a photo in a format that browsers do not show (HEIC or the like)"
    if start.startswith(b"%pdf"):
        return "a PDF file"
    if b"<svg" in start or start.startswith(b"<?xml"):
        return "a drawing in SVG, which could hold programs"
    return "no picture that browsers show" if data else "empty or damaged"


def _named(name: str) -> str:
    return repr(printable(name[:80]))
