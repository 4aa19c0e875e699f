"""How long a page takes its student, by a rule that its author cannot bend."""

from __future__ import annotations

import math
import re
from typing import Any

WORDS_A_MINUTE = 130
MINUTES = {"explore": 1.0, "predict": 0.5, "your-turn": 4.0, "quiz": 1.0}
"""What each cell with such a tag takes, besides the reading; a prediction has its picture, too."""


def unfolded_words(cells: list[Any]) -> int:
    """How many words of prose there are to read, without what is folded."""
    prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    return len(re.sub(r"<details>.*?</details>", " ", prose, flags=re.DOTALL).split())


def minutes(cells: list[Any]) -> int:
    """How long a student takes, by rule: reading, and what each kind of cell asks; in fives."""
    code = [cell.metadata.get("tags", ()) for cell in cells if cell.cell_type == "code"]
    doing = sum(each * sum(tag in tags for tags in code) for tag, each in MINUTES.items())
    return 5 * math.ceil((unfolded_words(cells) / WORDS_A_MINUTE + doing) / 5)


def about_minutes(cells: list[Any]) -> list[str]:
    """What the page says of its minutes, if that is not so."""
    said = re.findall(r"\*\*Minutes:\*\* (\S+?)\.?\s", "\n".join(cell.source for cell in cells))
    honest = str(minutes(cells))
    wrong = [other for other in said if other != honest]
    return [f"by the rule it takes {honest} minutes, not {other}" for other in wrong]
