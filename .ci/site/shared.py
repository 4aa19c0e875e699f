"""The picture that stands for a page where somebody shares a link to it: 1200 by 630 dots."""

from __future__ import annotations

import io
from pathlib import Path

from matplotlib import get_data_path
from PIL import Image, ImageDraw, ImageFont

SIZE = (1200, 630)
BAND = 104
"""How high the title stands above the picture."""

PAPER, INK, BAR = "#ffffff", "#1b1b1f", "#005a8f"
COLOURS = 64


def shared(picture: Path, title: str) -> bytes:
    """A picture of the course, on white, below a title."""
    whole = Image.new("RGB", SIZE, PAPER)
    drawn = Image.open(picture).convert("RGB")
    room = (SIZE[0] - 80, SIZE[1] - BAND - 16)
    scale = min(room[0] / drawn.width, room[1] / drawn.height)
    drawn = drawn.resize(
        (round(drawn.width * scale), round(drawn.height * scale)), Image.Resampling.LANCZOS
    )
    whole.paste(drawn, ((SIZE[0] - drawn.width) // 2, BAND))
    font = ImageFont.truetype(str(Path(get_data_path(), "fonts", "ttf", "DejaVuSerif.ttf")), 44)
    pen = ImageDraw.Draw(whole)
    pen.rectangle((0, 0, SIZE[0], 8), BAR)
    pen.text((SIZE[0] // 2, 8 + (BAND - 8) // 2), title, INK, font, anchor="mm")
    file = io.BytesIO()
    whole.quantize(COLOURS, dither=Image.Dither.NONE).save(file, "png", optimize=True)
    return file.getvalue()
