"""Settings for all tests."""

import os
import sys

os.environ.setdefault("SCIPY_ARRAY_API", "1")  # else one of scikit-learn's checks is skipped

if os.environ.get("PERCEPTRONLIB_WITHOUT_NUMBA"):
    sys.modules["numba"] = None  # type: ignore[assignment]  # importing it now fails

import pytest
from hypothesis import settings

settings.register_profile("course", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("course")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """In CI nothing may be skipped: a skip there is a failure."""
    outcome = yield
    report = outcome.get_result()
    if report.skipped and os.environ.get("CI") and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and in CI nothing may be: {report.longrepr}"


@pytest.fixture(params=["plain", "compiled"])
def mode(request):
    """Run a test with plain Python loops and with compiled ones (if numba is there)."""
    from perceptronlib import engine

    if request.param == "compiled" and not engine.compiled():
        if not os.environ.get("PERCEPTRONLIB_WITHOUT_NUMBA"):
            pytest.fail("numba cannot be imported, so the compiled loops are not tested")
        yield "plain"  # asked to do without numba: the same test, plain
        return
    with engine.using(request.param):
        yield request.param
