"""The stage of a moving picture: what stands still is drawn once, what moves is drawn again.

Drawing a whole figure takes some 70 ms, most of it for ticks and labels; the artists that move
take a millisecond, and writing the picture as a PNG file the rest (measured). And nothing is drawn
before someone looks. Used by the sliders of all lectures; none speaks of it.
"""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.figure import Figure

__all__ = ["Picture", "Stage", "encode", "smaller", "width_on_page"]


class Stage:
    """A figure whose still part is drawn once; after that, only the artists that move.

    Those are the artists with ``animated=True``, as all moving ones of `pictures` are. They appear
    in front of everything that stands still.

    >>> from perceptronlib import pictures
    >>> fig, ax = pictures.figure()
    >>> Stage(fig).pixels().shape
    (540, 1080, 4)
    """

    def __init__(self, figure: Figure) -> None:
        self.figure, self.canvas = figure, figure.canvas
        self._still: Any = None
        self.moving: list[Artist] = []

    def _draw_what_stands_still(self) -> None:
        self.canvas.draw()
        self.figure.set_layout_engine("none")  # the axes stay where they are now
        self._still = self.canvas.copy_from_bbox(self.figure.bbox)  # type: ignore[attr-defined]
        animated = self.figure.findobj(lambda artist: artist.get_animated())
        self.moving = sorted(animated, key=lambda artist: artist.get_zorder())

    def settle(self) -> None:
        """See to it that axes have their places and ``moving`` is known."""
        if self._still is None:
            self._draw_what_stands_still()

    def pixels(self) -> Any:
        """The figure as it is now, in RGBA; to be used at once, the next call writes over it."""
        self.settle()
        self.canvas.restore_region(self._still)  # type: ignore[attr-defined]
        for artist in self.moving:
            (artist.axes or self.figure).draw_artist(artist)
        return np.asarray(self.canvas.buffer_rgba())  # type: ignore[attr-defined]


class Picture:
    """A picture, drawn when it is first looked at, and the sentence that says what is on it.

    ``draw`` gives its pixels, on ``stage`` if there is one; ``place`` only puts the artists where
    this picture has them, for whoever draws them in another way. ``png`` is a file that is quick to
    write, ``small`` one that is good to keep; each is made when it is first needed, and neither for
    the sentence alone.

    >>> white = Picture(lambda: np.full((9, 9, 4), 255, dtype=np.uint8), "Nothing but white.")
    >>> white, white.png[:4]
    (Nothing but white., b'\\x89PNG')
    """

    def __init__(
        self,
        draw: Callable[[], Any],
        sentence: str,
        stage: Stage | None = None,
        place: Callable[[], None] = lambda: None,
    ) -> None:
        self.draw, self.sentence, self.stage, self.place = draw, sentence, stage, place

    @cached_property
    def png(self) -> bytes:
        """The picture as a PNG file, without loss."""
        return encode(self.draw())

    @cached_property
    def small(self) -> bytes:
        """The picture as a PNG file of a third of the size, alike to the eye."""
        return smaller(self.draw())

    def __repr__(self) -> str:
        return self.sentence


def width_on_page(png: bytes) -> int:
    """How wide a PNG file is shown, in the browser's pixels: at two thirds of its dots.

    >>> width_on_page(encode(np.zeros((2, 300, 4), dtype=np.uint8)))
    200
    """
    return int.from_bytes(png[16:20], "big") * 2 // 3


def encode(pixels: Any) -> bytes:
    """A table of RGBA pixels as a PNG file, without loss.

    Written for speed: each row is stored as its difference from the row above (filter 2, "up"),
    which numpy computes for the whole picture at once, and zlib runs at its quickest. Pillow
    takes some three times as long (measured). Source: the PNG specification (ISO/IEC 15948).

    >>> file = encode(np.zeros((2, 3, 4), dtype=np.uint8))
    >>> int.from_bytes(file[16:20]), int.from_bytes(file[20:24])
    (3, 2)
    """
    height, width, _ = pixels.shape
    flat = pixels.reshape(height, 4 * width)
    rows = np.empty((height, 4 * width + 1), dtype=np.uint8)
    rows[:, 0] = 2
    rows[0, 1:] = flat[0]
    np.subtract(flat[1:], flat[:-1], out=rows[1:, 1:])
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.data, 1)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in parts
    )


def smaller(pixels: Any) -> bytes:
    """The same in 256 colours, for pages kept or sent in numbers: alike to the eye.

    A third of the size; no colour is off by more than some 15 of 255 (measured on a typical page).

    >>> smaller(np.full((9, 9, 4), 255, dtype=np.uint8))[25]  # colour type 3: a palette
    3
    """
    from PIL import Image

    file = io.BytesIO()
    picture = Image.fromarray(pixels).convert("RGB")
    method, dither = Image.Quantize.FASTOCTREE, Image.Dither.NONE
    picture.quantize(256, method=method, dither=dither).save(file, "png")
    return file.getvalue()
