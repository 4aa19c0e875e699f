"""The moving picture at the top of README: a slider of the course, drawn by the library itself.

    python .ci/package/moving.py        # writes .ci/package/squeeze.png

An animated PNG, which browsers show wherever they show a PNG. Readers who asked their system for
less motion see it too, so it is slow, and it ends on what there is to see.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from matplotlib import get_data_path
from PIL import Image, ImageDraw, ImageFont

from perceptronlib.demos import lecture03
from perceptronlib.notebook import pictures
from perceptronlib.notebook.explore import Flipbook

FILE = Path(__file__).resolve().parent / "squeeze.png"
WIDTH, BAR = 780, 46
TRACK = (190, 560)
COLOURS = 40
STEP, END = 450, 3000
"""How long a step is shown, and the last one, in milliseconds."""


def pages() -> Flipbook:
    """The proof of lecture 03, mistake by mistake."""
    book = lecture03.squeeze().then
    assert isinstance(book, Flipbook)
    return book


def frame(book: Flipbook, at: int) -> Image.Image:
    """The picture at a step, and the slider below it."""
    drawn = Image.fromarray(book.pages[at].draw()).convert("RGB")
    drawn = drawn.resize((WIDTH, round(drawn.height * WIDTH / drawn.width)), Image.Resampling.BOX)
    whole = Image.new("RGB", (WIDTH, drawn.height + BAR), "white")
    whole.paste(drawn)
    _slider(ImageDraw.Draw(whole), drawn.height + BAR // 2 - 4, book, at)
    return whole


def _slider(pen: Any, y: int, book: Flipbook, at: int) -> None:
    """Label, track, knob and value, as JupyterLab shows them."""
    font = ImageFont.truetype(str(Path(get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")), 16)
    left, right = TRACK
    x = left + (right - left) * at / (len(book.pages) - 1)
    pen.text((left - 18, y), book.label, "#333333", font, anchor="rm")
    pen.rounded_rectangle((left, y - 2, right, y + 2), 2, fill="#c8c8c8")
    pen.rounded_rectangle((left, y - 2, x, y + 2), 2, fill=pictures.BOUND)
    pen.ellipse((x - 9, y - 9, x + 9, y + 9), fill="white", outline=pictures.BOUND, width=3)
    pen.text((right + 18, y), str(book.steps[at]), "#333333", font, anchor="lm")


def moving() -> bytes:
    """All steps, one after the other, as a file."""
    book = pages()
    frames = [frame(book, at) for at in range(len(book.pages))]
    palette = frames[9].quantize(COLOURS, Image.Quantize.MAXCOVERAGE)
    first, *others = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in frames]
    file = io.BytesIO()
    durations = [STEP] * len(others) + [END]
    first.save(
        file, "png", save_all=True, append_images=others, duration=durations, loop=0, optimize=True
    )
    return file.getvalue()


if __name__ == "__main__":
    FILE.write_bytes(moving())
    print(f"{FILE.name}: {FILE.stat().st_size / 1000:.0f} kB")
