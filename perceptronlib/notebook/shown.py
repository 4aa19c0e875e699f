"""What is shown live as widgets and kept as a picture and a text; works without widgets too.

A notebook asks for both forms at once and keeps the second. Where ipywidgets is not installed,
the second is all there is. The base of what `explore`, `predict` and `quiz` make; no lecture speaks
of it.
"""

from __future__ import annotations

import html
from importlib.util import find_spec
from typing import Any

from .stage import Picture, width_on_page

__all__ = ["Shown", "ShownPicture"]

VIEW = "application/vnd.jupyter.widget-view+json"
NO_VIEW = {"model_id": "", "version_major": 2, "version_minor": 0}
"""What JupyterLab takes for a widget that was closed, and hides."""


class Shown:
    """Something that a notebook shows: as fresh widgets where it can, and as a text.

    >>> class Greeting(Shown):
    ...     def __repr__(self):
    ...         return "Good morning."
    ...
    ...     def widget(self):
    ...         import ipywidgets
    ...         return ipywidgets.HTML("<b>Good morning.</b>")
    >>> data, metadata = Greeting()._repr_mimebundle_()
    >>> list(data), metadata
    (['text/plain', 'application/vnd.jupyter.widget-view+json'], {})
    """

    def widget(self) -> Any:
        """Fresh widgets."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it shows")

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        data: dict[str, Any] = {"text/plain": repr(self)}
        if find_spec("ipywidgets"):
            data[VIEW] = self.widget()._repr_mimebundle_()[VIEW]
        return data, {}


class ShownPicture(Shown):
    """A picture that a notebook shows live, and keeps with its sentence.

    ``start`` is the picture that a reader begins with, ``kept`` the one that is stored, and
    ``caption`` names the latter's setting.

    >>> from perceptronlib import pictures, show
    >>> data, metadata = show(pictures.figure()[0], "An empty pair of axes.")._repr_mimebundle_()
    >>> metadata["image/png"]["alt"]
    'An empty pair of axes.'
    """

    start: Picture
    kept: Picture
    caption: str

    def __repr__(self) -> str:
        return f"{self.caption} {self.kept.sentence}".strip()

    def _repr_mimebundle_(self, **_: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        png = self.kept.small
        data, _metadata = super()._repr_mimebundle_()
        shape = {"width": width_on_page(png), "alt": self.kept.sentence}
        return {"image/png": png, **data}, {"image/png": shape}

    def _sentence_below(self) -> dict[str, Any]:
        """The stored picture's sentence, as an output of its own that a live page hides.

        Of the forms of one output, JupyterLab, nbconvert and GitHub show one only: widgets, else
        HTML, else the picture, and none of them shows alt texts. A <figure> with the picture in
        its address would show both, but sites may strip such addresses. Two outputs, a picture and
        a line of plain HTML, are shown by all. Where widgets live, theirs is the sentence that
        follows the slider, and this one is hidden.
        """
        line = f"<p><em>{html.escape(self.kept.sentence)}</em></p>"
        hidden = {VIEW: NO_VIEW} if find_spec("ipywidgets") else {}
        return {"text/plain": self.kept.sentence, "text/html": line, **hidden}

    def _ipython_display_(self) -> None:
        from IPython import display

        publish: Any = display.display  # IPython ships no type for it
        data, metadata = self._repr_mimebundle_()
        publish(data, metadata=metadata, raw=True)
        publish(self._sentence_below(), raw=True)
