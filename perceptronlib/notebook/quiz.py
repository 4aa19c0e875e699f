"""Quizzes: choose an answer, and read why it is right or wrong.

The choosing and the explaining happen in the browser, with no kernel; a stored notebook keeps the
question, the choices and the explanations as text. Used in all lectures.
"""

from __future__ import annotations

from typing import Any

from .shown import Shown

__all__ = ["Quiz", "quiz"]


class Quiz(Shown):
    """A question with choices, each with its explanation; made by `quiz`.

    >>> quiz("Is 9 prime?", {"yes": "3 divides it.", "no": "It is 3 times 3."}, "no").right
    'no'
    """

    def __init__(self, question: str, choices: dict[str, str], right: str) -> None:
        self.question, self.choices, self.right = question, choices, right

    def __repr__(self) -> str:
        letters = "abcdefgh"
        lines = [self.question]
        lines += [f"  {a}) {text}" for a, text in zip(letters, self.choices, strict=False)]
        lines.append("Answers:")
        for letter, (verdict, why) in zip(letters, self._answers().values(), strict=False):
            lines.append(f"  {letter}) {verdict} {why}")
        return "\n".join(lines)

    def _answers(self) -> dict[str, tuple[str, str]]:
        """Each choice with its verdict and its explanation."""
        return {
            text: ("Yes." if text == self.right else "No.", why)
            for text, why in self.choices.items()
        }

    def widget(self) -> Any:
        """The question, buttons, and the explanation of what is chosen."""
        from . import widgets

        return widgets.question(self.question, self._answers())


def quiz(question: str, choices: dict[str, str], right: str) -> Quiz:
    """A quiz: each choice with its explanation, and which of the choices is right.

    >>> quiz("Is 7 prime?", {"yes": "Nothing between divides it.", "no": "Try to."}, right="yes")
    Is 7 prime?
      a) yes
      b) no
    Answers:
      a) Yes. Nothing between divides it.
      b) No. Try to.
    """
    if right not in choices:
        raise ValueError(f"right must be one of the choices {list(choices)}; got {right!r}")
    return Quiz(question, choices, right)
