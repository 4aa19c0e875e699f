"""What is shown live as widgets and kept as a picture and a text; works without widgets too.

A notebook asks for both forms at once and keeps the second. Where ipywidgets is not installed,
the second is all there is. The base of what `explore` and `quiz` make; no lecture speaks of it.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

__all__ = ["Shown"]

VIEW = "application/vnd.jupyter.widget-view+json"


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
