"""HTML piece by piece: whatever is opened gets closed, and every letter is escaped."""

from __future__ import annotations

import html

__all__ = ["Builder", "TooMuch"]

LONGEST = 1_000_000
"""Letters of HTML; an argument of twenty pages has a hundred thousand."""

DEEPEST = 40
"""Elements within elements; browsers stop at some hundreds."""


class TooMuch(ValueError):
    """A text that would become an endless page.

    >>> raise TooMuch
    Traceback (most recent call last):
    ...
    perceptronlib.grading.showing.building.TooMuch
    """


class Builder:
    """A piece of HTML. Tags that a student typed never close what Markdown opened.

    >>> made = Builder()
    >>> made.open("p")
    >>> made.open_typed("b")
    >>> made.text("1 < 2")
    >>> made.close("p")
    >>> made.html()
    '<p><b>1 &lt; 2</b></p>'
    """

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._length = 0

    def put(self, piece: str) -> None:
        """A piece of HTML that is known to be harmless and whole."""
        self._length += len(piece)
        if self._length > LONGEST:
            raise TooMuch
        self._pieces.append(piece)

    def text(self, text: str) -> None:
        """A text, escaped."""
        self.put(html.escape(text))

    def element(self, tag: str, text: str, **attributes: str) -> None:
        """A whole element with a text in it; `class_` is its class."""
        self.open(tag, **attributes)
        self.text(text)
        self.close(tag)

    def open(self, tag: str, **attributes: str) -> None:
        """Open an element, for Markdown."""
        if len(self._open) >= DEEPEST:
            raise TooMuch
        self._open.append((tag, False))
        self.put(_start(tag, attributes))

    def open_typed(self, tag: str, **attributes: str) -> None:
        """Open an element that a student typed; too deep a one is left out."""
        if len(self._open) < DEEPEST // 2:
            self._open.append((tag, True))
            self.put(_start(tag, attributes))

    def void(self, tag: str, **attributes: str) -> None:
        """An element that has no end, such as a line break."""
        self.put(_start(tag, attributes))

    def close(self, tag: str) -> None:
        """Close an element that Markdown opened, and what was left open inside."""
        while self._open:
            last, typed = self._open.pop()
            self.put(f"</{last}>")
            if last == tag and not typed:
                return

    def close_typed(self, tag: str) -> None:
        """Close an element that a student opened, if it is open here."""
        for place in range(len(self._open) - 1, -1, -1):
            last, typed = self._open[place]
            if not typed:
                return
            if last == tag:
                while len(self._open) > place:
                    self.put(f"</{self._open.pop()[0]}>")
                return

    def html(self) -> str:
        """All of it; what is still open is closed."""
        while self._open:
            self._pieces.append(f"</{self._open.pop()[0]}>")
        return "".join(self._pieces)


def _start(tag: str, attributes: dict[str, str]) -> str:
    inside = "".join(
        f' {name.rstrip("_")}="{html.escape(value)}"' for name, value in attributes.items()
    )
    return f"<{tag}{inside}>"
