"""The site as `make site` left it, on a plain server for static files."""

from pathlib import Path

import pytest

from tests import browser

from .as_a_student import served

SITE = Path(__file__).resolve().parents[2] / "build" / "site"
collect_ignore = ["hub_of_two.py"]  # JupyterHub reads it
NEIGHBOURS = ("live", "slides", "pyodide")
"""What other commands put beside the pages; they have tests of their own."""

HTML = [
    path
    for path in sorted(SITE.rglob("*.html"))
    if path.relative_to(SITE).parts[0] not in NEIGHBOURS
]
"""The site's own pages."""

BELOW = pytest.mark.parametrize("address", ["below/some/path"], ids=["below"], indirect=True)
"""For tests that need not be run twice: at a path below a host's root, which is the harder case."""


def pytest_collection_modifyitems(items):
    """Without a site there is nothing to test; without Chromium, only its files."""
    why = "NOT TESTED IN A REAL BROWSER: there is no Chromium (Debian: apt install chromium)"
    for item in items:
        if Path(__file__).parent in item.path.parents:
            if not SITE.exists():
                item.add_marker(pytest.mark.skip(reason="there is no site: run `make site` first"))
            elif "window" in item.fixturenames:
                item.add_marker(pytest.mark.skipif(not browser.CHROMIUM, reason=why))


@pytest.fixture(scope="session", params=["", "below/some/path"], ids=["at the root", "below"])
def address(request, tmp_path_factory):
    """Where the site is served: at the root of a host, and below a path."""
    root = SITE
    if request.param:
        root = tmp_path_factory.mktemp("host")
        (root / request.param).parent.mkdir(parents=True)
        (root / request.param).symlink_to(SITE)
    with served(root) as host:
        yield f"{host}/{request.param}".rstrip("/")


@pytest.fixture(scope="session")
def chromium():
    with browser.browser() as opened:
        yield opened


@pytest.fixture
def window(chromium, address):
    """A new window; it tells what was asked of other hosts, and what went wrong."""
    context = chromium.new_context(viewport={"width": 1300, "height": 900})
    page = context.new_page()
    page.troubles = []
    page.on("console", lambda m: page.troubles.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: page.troubles.append(str(error)))

    def judge(route):
        if route.request.url.startswith(address):
            return route.continue_()
        page.troubles.append(f"asked for {route.request.url}")
        return route.abort()

    page.route("**/*", judge)
    yield page
    context.close()
