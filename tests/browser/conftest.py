"""One JupyterLab and one window for all pages that a process reads: loading takes longer."""

import shutil
import sys
from pathlib import Path

import pytest
import setup

from tests import browser

SETTINGS = str(Path(sys.prefix) / "etc" / "jupyter")


def pytest_collection_modifyitems(items):
    """Without Chromium tests here are skipped, loudly; in continuous integration they fail."""
    why = "NOT TESTED IN A REAL BROWSER: there is no Chromium (Debian: apt install chromium)"
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.skipif(not browser.CHROMIUM, reason=why))


@pytest.fixture(scope="session")
def settings_before():
    """The environment's settings, before JupyterLab was started here."""
    return setup.inventory(SETTINGS)


@pytest.fixture(scope="session")
def course(tmp_path_factory):
    """A copy of what students get, to read and write in."""
    copy = tmp_path_factory.mktemp("course")
    for name in ("lectures", "exercises"):
        shutil.copytree(browser.ROOT / name, copy / name, ignore=shutil.ignore_patterns(".*"))
    return copy


@pytest.fixture(scope="session")
def chromium():
    """A browser, for all that a process looks at: there can be only one."""
    with browser.browser() as started:
        yield started


@pytest.fixture(scope="session")
def window(course, settings_before, tmp_path_factory, chromium):
    """The course, open in a browser."""
    scratch = tmp_path_factory.mktemp("lab")
    with browser.lab(course, scratch) as address:
        log = (scratch / "lab.log").read_text()
        assert "perceptronlib.notebook.server | extension was successfully loaded" in log
        with browser.notebook(chromium, address, "lectures/notation") as opened:
            yield opened
