"""Quizzes: choose an answer, and read why it is right or wrong.

The choosing and the explaining happen in the browser, with no kernel; a stored notebook keeps the
question, the choices and, folded away, the explanations. Used in all lectures.
"""

from __future__ import annotations

import html
from typing import Any

from .shown import Shown

__all__ = ["Quiz", "quiz"]

LETTERS = "abcdefgh"


class Quiz(Shown):
    """A question with choices, each with its explanation; made by `quiz`.

    >>> quiz("Is 9 prime?", {"yes": "3 divides it.", "no": "It is 3 times 3."}, "no").right
    'no'
    """

    def __init__(self, question: str, choices: dict[str, str], right: str) -> None:
        self.question, self.choices, self.right = question, choices, right

    def __repr__(self) -> str:
        lines = zip(LETTERS, self.choices, strict=False)
        return "\n".join([self.question, *(f"  {letter}) {text}" for letter, text in lines)])

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """With the answers in a fold, for pages without a kernel."""
        data, metadata = super()._repr_mimebundle_()
        return {**data, "text/html": self._page()}, metadata

    def _page(self) -> str:
        texts = "".join(f"<li>{html.escape(text)}</li>" for text in self.choices)
        whys = "".join(
            f"<li><b>{verdict}</b> {html.escape(why)}</li>"
            for verdict, why in self.answers().values()
        )
        return (
            f"<p><b>{html.escape(self.question)}</b></p><ol type='a'>{texts}</ol>"
            f"<details><summary>Answers</summary><ol type='a'>{whys}</ol></details>"
        )

    def answers(self) -> dict[str, tuple[str, str]]:
        """Each choice with its verdict and its explanation."""
        return {
            text: ("Yes." if text == self.right else "No.", why)
            for text, why in self.choices.items()
        }

    def widget(self) -> Any:
        """The question, buttons, and the explanation of what is chosen."""
        from . import widgets

        return widgets.question(self.question, self.answers())


def quiz(question: str, choices: dict[str, str], right: str) -> Quiz:
    """A quiz: each choice with its explanation, and which of the choices is right.

    >>> quiz("Is 7 prime?", {"yes": "Nothing between divides it.", "no": "Try to."}, right="yes")
    Is 7 prime?
      a) yes
      b) no
    """
    if right not in choices:
        raise ValueError(f"right must be one of the choices {list(choices)}; got {right!r}")
    return Quiz(question, choices, right)
