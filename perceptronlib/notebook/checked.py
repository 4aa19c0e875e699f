"""One line that says what a folded cell has checked.

The cell itself asserts it; its source is folded away, since it is there for the doubter and for the
tests, and not for the reader. Used in all lectures.
"""

from __future__ import annotations

import html

__all__ = ["Checked", "checked"]

TICK = '<span aria-hidden="true">\u2713</span> <b>Checked'


class Checked:
    """A claim that has been checked; made by `checked`.

    >>> Checked("2 + 2 = 4.")._repr_html_()
    '<p><span aria-hidden="true">\u2713</span> <b>Checked:</b> 2 + 2 = 4.</p>'
    """

    def __init__(self, claim: str, answer: bool = False) -> None:
        self.claim, self.answer = claim, answer

    def __repr__(self) -> str:
        return f"Checked: {self.claim}"

    def _repr_html_(self) -> str:
        said = html.escape(self.claim)
        if self.answer:
            return f"<details><summary>{TICK}</b> (the answer)</summary><p>{said}</p></details>"
        return f"<p>{TICK}:</b> {said}</p>"


def checked(claim: str, *, answer: bool = False) -> Checked:
    """Say what the assertions above this line have shown.

    With ``answer=True`` the claim is the answer to a prediction; then it is folded, so that nobody
    reads it before the prediction is made.

    >>> assert sum(range(5)) == 10
    >>> checked("The numbers below 5 add up to 10.")
    Checked: The numbers below 5 add up to 10.
    """
    if not claim.rstrip().endswith("."):
        raise ValueError(f"checked needs a sentence, with its full stop; got {claim!r}")
    return Checked(claim, answer)
