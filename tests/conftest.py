"""Settings for all tests."""

import gc
import os
import sys
import warnings
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import settings

os.environ.setdefault("SCIPY_ARRAY_API", "1")  # else one of scikit-learn's checks is skipped

ROOT = Path(__file__).resolve().parents[1]
WITHOUT_NUMBA = bool(os.environ.get("PERCEPTRONLIB_WITHOUT_NUMBA"))
if WITHOUT_NUMBA:
    sys.modules["numba"] = None  # type: ignore[assignment]  # importing it now fails
    collect_ignore = ["test_compiled.py"]

TWICE = {
    *("test_adversaries", "test_bad_input", "test_experiments", "test_importance"),
    *("test_mnist_experiment", "test_real_data", "test_runs", "test_sparse", "test_streams"),
    *("test_data", "test_gordan", "test_kernel_names", "test_margins"),
    *("test_certificates", "test_certificates_identities", "test_certificates_lies"),
    *("test_certificates_winnow", "test_errata_perceptron", "test_errata_winnow"),
    *("test_theorems_compression", "test_theorems_identities", "test_theorems_nonseparable"),
    *("test_theorems_perceptron", "test_theorems_sampling", "test_theorems_winnow"),
}
"""Tests of what a loop computes: they run with numba and again without it, unless marked `long`."""

ROOMS = {"samples", "core", "kernels", "learners", "theory"}
"""The same for examples in docstrings; those of other rooms play no large games."""

UNTRACED = {
    *("test_lectures", "test_prose", "test_student", "test_exercises"),  # they run pages, masters
    *("test_steps", "test_functions", "test_beside_the_theorems"),  # solvers at work
}
"""Coverage does not look at these: tracing doubles their time, and others reach the same lines."""

TRACED = 25
"""Of a test with many cases coverage looks at the first so many, then at every fourth."""

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


def runs_once(item):
    """Has a test nothing to do with who plays: compiled loops, or plain ones?"""
    path = item.path.relative_to(ROOT)
    if path.stem.startswith("test_"):
        return path.stem not in TWICE and not item.get_closest_marker("long")
    return ROOMS.isdisjoint(path.parts)


class Untraced:
    """Tests that coverage does not look at. (pytest-cov's `no_cover` has no effect under xdist.)"""

    def __init__(self):
        self.cases = Counter()

    def is_traced(self, item):
        """Does coverage look at this case? Tracing takes as long as all else that a test does."""
        if item.path.stem in UNTRACED or "demos" in item.path.parts:
            return False
        test = item.nodeid.split("[")[0]
        self.cases[test] += 1
        return self.cases[test] <= TRACED or self.cases[test] % 4 == 0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item):
        """Trace nothing meanwhile."""
        if self.is_traced(item):
            return (yield)
        tracer = sys.gettrace()
        sys.settrace(None)
        try:
            return (yield)
        finally:
            sys.settrace(tracer)


def pytest_configure(config):
    """As a plugin of its own it is asked about examples in docstrings, too."""
    config.pluginmanager.register(Untraced())
    if config.pluginmanager.hasplugin("nbval"):
        start_kernels_again()


def start_kernels_again():
    """Let nbval start a kernel once more if it ended before it answered.

    A kernel is told ports that are free, and uses them a second later. Meanwhile a browser or
    another kernel may have taken one; it then ends, which says nothing about its page.
    """
    from nbval import kernel

    start = kernel.start_new_kernel

    def start_or_again(**settings):
        kernel.logger.disabled = True  # what is logged is kept, and its open sockets with it
        try:
            return start(**settings)
        except RuntimeError:
            pass
        finally:
            kernel.logger.disabled = False
        with warnings.catch_warnings(action="ignore", category=ResourceWarning):
            gc.collect()
        return start(**settings)

    kernel.start_new_kernel = start_or_again


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items):
    """Say where each test runs; then let tests of one `xdist_group` run in one process.

    xdist 3.8 tells them apart by a suffix to their names, written where pytest 9.2 no longer looks:
    without this, tests about one page would run anywhere, and each process would run every page.
    """
    for item in items:
        if ROOT in item.path.parents and runs_once(item):
            item.add_marker("once")
        if item.get_closest_marker("once") and item.get_closest_marker("long"):
            raise pytest.UsageError(f"{item.nodeid} is marked once and long: it would run nowhere")
    yield
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
