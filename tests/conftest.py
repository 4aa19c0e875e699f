"""Settings for all tests."""

import gc
import os
import sys

import pytest
from hypothesis import settings

os.environ.setdefault("SCIPY_ARRAY_API", "1")  # else one of scikit-learn's checks is skipped

WITHOUT_NUMBA = bool(os.environ.get("PERCEPTRONLIB_WITHOUT_NUMBA"))
if WITHOUT_NUMBA:
    sys.modules["numba"] = None  # type: ignore[assignment]  # importing it now fails
    collect_ignore = ["test_compiled.py"]

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


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items):
    """Let tests of one `xdist_group` run in one process.

    xdist 3.8 tells them apart by a suffix to their names, written where pytest 9.2 no longer looks:
    without this, tests about one page would run anywhere, and each process would run every page.
    """
    for item in items:
        renamed = getattr(item, "_nodeid", item.nodeid)
        if renamed != item.nodeid:
            item._id = type(item._id).parse(renamed)


def pytest_collection_finish():
    """What has been loaded by now stays: looking for rubbish in it, again and again, takes long."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Distribute tests as `tests/scheduling.py` says, where groups are asked for."""
    if config.getoption("dist") == "loadgroup":
        from tests.scheduling import Scheduler

        return Scheduler(config, log)
    return None


@pytest.fixture(params=["plain"] if WITHOUT_NUMBA else ["plain", "compiled"])
def mode(request):
    """Run a test with plain Python loops, and again with compiled ones."""
    from perceptronlib.core import fast

    with fast.using(request.param):
        yield request.param
