"""The page, served to one machine and to those who know its address.

Only 127.0.0.1 is listened to. The address holds a token; without it, with a foreign name for this
machine (which a page elsewhere could have made for it), or from a foreign page, nothing is told.
"""

from __future__ import annotations

import json
import secrets
import sys
from collections.abc import Callable
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qs, urlsplit

from ..pictures import FOLDER
from ..showing.pictures import STORED
from ..showing.style import STYLE
from .desk import Desk, Refused

__all__ = ["Server"]

LARGEST = 100_000
"""Bytes that a page may send; a comment has some hundreds."""

HOSTS = {"127.0.0.1", "localhost"}
KINDS = {
    **{"html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8"},
    **{"js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"},
    **{"png": "image/png", "jpg": "image/jpeg", "gif": "image/gif", "webp": "image/webp"},
}
SCRIPTS = ("page.js", "keys.js", "paint.js", "state.js", "strokes.js")
PARTS = ("page.html", "page.css", "icon.svg", *SCRIPTS)
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-DNS-Prefetch-Control": "off",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
ELSEWHERE = "Open the address that the terminal shows: it has a word in it that lets you in."


class Server(ThreadingHTTPServer):
    """The marking page of a results folder; port 0 is any that is free.

    >>> import tempfile
    >>> from pathlib import Path
    >>> with Server(Desk(Path(tempfile.mkdtemp()))) as server:
    ...     server.address.startswith("http://127.0.0.1:")
    True
    """

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, desk: Desk, port: int = 0, by: str = "") -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.desk, self.by = desk, by
        self.token = secrets.token_urlsafe(24)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A window that was closed while it was answered is nothing to tell; the rest is."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    @property
    def address(self) -> str:
        """What is opened in a browser."""
        return f"http://127.0.0.1:{self.server_port}/{self.token}/"


class _Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: Server
    server_version, sys_version = "perceptronlib", ""
    protocol_version = "HTTP/1.1"
    timeout = 60

    def do_GET(self) -> None:
        asked = self._asked()
        if asked is None:
            return
        url = urlsplit(asked)
        desk, place = self.server.desk, url.path
        about = {name: values[-1] for name, values in parse_qs(url.query).items()}
        if place == "questions":
            self._try(lambda: {"questions": desk.questions(), "by": self.server.by})
        elif place == "state":
            self._try(lambda: desk.state(about.get("by", ""), about.get("known", "")))
        elif place == "names":
            self._try(desk.names)
        elif place.startswith("answer/"):
            self._try(lambda: desk.answer(place.removeprefix("answer/")))
        elif place.startswith(f"{FOLDER}/"):
            self._picture(place.removeprefix(f"{FOLDER}/"))
        elif (name := place or "page.html") in PARTS:
            self._send(200, _part(name), KINDS[name.rpartition(".")[2]])
        else:
            self._refuse(404, "There is nothing here.")

    def do_POST(self) -> None:
        asked = self._asked()
        if asked is None:
            return
        wish = self._wish()
        if wish is None:
            return
        if asked == "give":
            self._try(lambda: self.server.desk.give(wish))
        else:
            self._refuse(404, "There is nothing here.")

    def _asked(self) -> str | None:
        """What is asked for, below the token; None if it has been refused."""
        host = self.headers.get("Host", "")
        token, _, rest = self.path.removeprefix("/").partition("/")
        knows = secrets.compare_digest(token.encode(), self.server.token.encode())
        if not knows or host.partition(":")[0] not in HOSTS:
            self._refuse(403, ELSEWHERE)
        elif self.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
            self._refuse(403, "Another page asked for this.")
        elif self.command == "POST" and self.headers.get("Origin") != f"http://{host}":
            self._refuse(403, "Another page sent this.")
        else:
            return rest
        return None

    def _wish(self) -> dict[str, Any] | None:
        """What was sent; None if it has been refused."""
        length = self.headers.get("Content-Length", "")
        if self.headers.get_content_type() != "application/json" or not length.isdecimal():
            self._refuse(400, "JSON with its length is expected.")
        elif int(length) > LARGEST:
            self._refuse(413, "NOT SAVED: that is too long.")
        else:
            try:
                wish = json.loads(self.rfile.read(int(length)))
                if isinstance(wish, dict):
                    return wish
            except (ValueError, RecursionError):
                pass
            self._refuse(400, "A JSON object is expected.")
        return None

    def _try(self, work: Callable[[], Any]) -> None:
        try:
            data = json.dumps(work()).encode()
        except Refused as why:
            self._refuse(409, str(why))
        except (
            Exception
        ) as error:  # a fault of ours costs one stroke, and is told where it happened
            self._refuse(500, f"NOT SAVED: this page failed ({error!r}); please report it.")
        else:
            self._send(200, data, "application/json")

    def _picture(self, name: str) -> None:
        try:
            if not STORED.fullmatch(name):
                raise FileNotFoundError
            data = (self.server.desk.out / FOLDER / name).read_bytes()
        except OSError:
            self._refuse(404, "There is no such picture.")
        else:
            self._send(200, data, KINDS[name.rpartition(".")[2]])

    def _refuse(self, status: int, why: str) -> None:
        self.close_connection = True  # what else was sent is not read
        self._send(status, why.encode(), "text/plain; charset=utf-8")

    def _send(self, status: int, data: bytes, kind: str) -> None:
        self.send_response(status)
        for name, value in (*HEADERS.items(), ("Content-Type", kind)):
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """The terminal is for people."""


@cache
def _part(name: str) -> bytes:
    """A file of the page."""
    data = (files(__package__) / "page" / name).read_bytes()
    return data + STYLE.encode() if name == "page.css" else data
