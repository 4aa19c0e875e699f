"""A server extension for quick sliders: small messages are sent at once.

A kernel answers a slider with several small messages. By default TCP holds a small message back
until the one before it is acknowledged, and the other side waits up to 40 ms before it does so
(Nagle's algorithm meeting delayed acknowledgements). This switches the holding back off for the
connection between browser and kernel. Installing the package enables it
(``etc/jupyter/jupyter_server_config.d``); no lecture speaks of it.
"""

from __future__ import annotations

from typing import Any

__all__: list[str] = []


def _jupyter_server_extension_points() -> list[dict[str, str]]:
    return [{"module": "perceptronlib.notebook.server"}]


def _load_jupyter_server_extension(app: Any) -> None:
    settings = app.web_app.settings
    base = settings["kernel_websocket_connection_class"]

    async def connect(self: Any) -> Any:
        self.websocket_handler.set_nodelay(True)
        return await base.connect(self)

    settings["kernel_websocket_connection_class"] = type("AtOnce", (base,), {"connect": connect})
