"""Quizzes: choose an answer, and read why it is right or wrong.

The choosing and the explaining happen in the browser, with no kernel; a stored notebook keeps the
question, the choices and the explanations as text. Used in all lectures.
"""

from __future__ import annotations

import html
from typing import Any

import ipywidgets as widgets

__all__ = ["Quiz", "quiz"]


class Quiz:
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
        for letter, (text, why) in zip(letters, self.choices.items(), strict=False):
            lines.append(f"  {letter}) {self._verdict(text)} {why}")
        return "\n".join(lines)

    def _verdict(self, text: str) -> str:
        return "Yes." if text == self.right else "No."

    def widget(self) -> Any:
        """The question, buttons, and the explanation of what is chosen."""
        ask = widgets.HTML(f"<p style='margin: 0'><b>{html.escape(self.question)}</b></p>")
        buttons = widgets.RadioButtons(
            options=[*self.choices], value=None, layout=widgets.Layout(width="auto")
        )
        answers = widgets.Stack(
            [
                widgets.HTML(
                    f'<p role="status"><b>{self._verdict(text)}</b> {html.escape(why)}</p>'
                )
                for text, why in self.choices.items()
            ],
            selected_index=None,
        )
        shown = widgets.VBox([ask, buttons, answers])
        shown.links = [widgets.jslink((buttons, "index"), (answers, "selected_index"))]
        return shown

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        kind = "application/vnd.jupyter.widget-view+json"
        return {"text/plain": repr(self), kind: self.widget()._repr_mimebundle_()[kind]}


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
