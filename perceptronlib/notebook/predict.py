"""Predictions: a reader says what will happen, and only then sees the picture and a reply.

The question stands in the page's text; what can be said, and why it is right or wrong, stands
beside the picture in `demos`, so that no page and no stored notebook gives it away. Used in all
lectures.
"""

from __future__ import annotations

import html
from typing import Any

from .explore import Exploration, Flipbook, Still
from .shown import ShownPicture

__all__ = ["Prediction", "predict"]

SHOW_ME = "Just show me"
"""What a reader can say who does not want to predict."""


class Prediction(ShownPicture):
    """A picture behind a question; made by `predict`.

    ``then`` is the picture. What the picture knows (``at``, ``settings``, ``controls``, ``pages``,
    ...), the prediction knows too.

    >>> from perceptronlib.demos.lecture00 import by_hand
    >>> by_hand().controls is not None, type(by_hand().then).__name__
    (True, 'Exploration')
    """

    def __init__(
        self, choices: dict[str, str], right: str, then: Exploration | Flipbook | Still
    ) -> None:
        self.choices, self.right, self.then = choices, right, then
        self.start, self.kept, self.caption = then.start, then.kept, then.caption

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name == "then":  # not yet there, as in a copy
            raise AttributeError(f"a prediction has no {name!r}")
        return getattr(self.then, name)

    def reply(self, said: str) -> str:
        """What a reader hears who said this, as HTML.

        >>> from perceptronlib import pictures, show
        >>> picture = show(pictures.figure()[0], "An empty pair of axes.")
        >>> nine = predict({"yes": "3 divides it.", "no": "It is 3 times 3."}, "no", picture)
        >>> nine.reply("yes")
        '<b>Not quite.</b> 3 divides it. Answer: <b>no</b>. It is 3 times 3.'
        """
        if said == SHOW_ME:
            return "Here it is. Look for the answer yourself."
        why = html.escape(self.choices[said])
        if said == self.right:
            return f"<b>Right.</b> {why}"
        answer = f"Answer: <b>{html.escape(self.right)}</b>. "
        return f"<b>Not quite.</b> {why} {answer}{html.escape(self.choices[self.right])}"

    def widget(self) -> Any:
        """A row of buttons; the picture opens once one of them is pressed."""
        from . import widgets

        replies = {said: self.reply(said) for said in (*self.choices, SHOW_ME)}
        return widgets.unfolded_by_an_answer(replies, self.then.widget)


def predict(
    choices: dict[str, str], right: str, then: Exploration | Flipbook | Still
) -> Prediction:
    """Let the reader say what will happen before the picture opens.

    The keys of ``choices`` are what can be said, the values why that is right or wrong, in one or
    two sentences; ``right`` is the key that is right, ``then`` the picture. A stored notebook holds
    the picture and its sentence only.

    >>> from perceptronlib import pictures, show
    >>> picture = show(pictures.figure()[0], "An empty pair of axes.")
    >>> predict({"yes": "3 divides it.", "no": "It is 3 times 3."}, right="no", then=picture)
    An empty pair of axes.
    """
    if right not in choices:
        raise ValueError(f"right must be one of the choices {list(choices)}; got {right!r}")
    if len(choices) < 2:
        raise ValueError(f"a prediction needs two choices or more; got {list(choices)}")
    return Prediction(choices, right, then)
