"""The grader works for root and for an ordinary user, and says what to do where it cannot."""

import os
import subprocess
import sys
import sysconfig
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from perceptronlib.grading import cluster
from perceptronlib.grading.sandbox import Box, sandbox_available
from perceptronlib.grading.sandbox.box import PREFIX, _open_folders
from tests.grading import small

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(bool(sandbox_available()), reason=f"NOT TESTED: {sandbox_available()}"),
]
ROOT = Path(__file__).resolve().parents[2]
NOBODY = 65534
NEEDED = {ROOT, Path(sys.base_prefix), Path(sys.prefix), Path(sysconfig.get_path("purelib"))}


def open_to_everyone():
    """A command before another, which then sees this machine with the course and Python readable.

    A checkout in root's home is for root alone; an ordinary user has one in a home of their own.
    """
    command = ["bwrap", "--dev-bind", "/", "/"]
    folders = {place for path in NEEDED for place in path.parents if not place.stat().st_mode & 1}
    closed = sorted(place for place in folders if not {*place.parents} & folders)
    for place in closed:
        command += ["--perms", "0755", "--tmpfs", str(place)]
        for path in sorted(path for path in NEEDED if path.is_relative_to(place)):
            command += [*_open_folders(path), "--ro-bind", str(path), str(path)]
    return command


@pytest.fixture
def places():
    """A folder of submissions and one for results, where everyone may look and write."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name)
        (folder / "submissions" / "ada").mkdir(parents=True)
        (folder / "submissions" / "ada" / "01_small.ipynb").write_bytes(small.RIGHT)
        (folder / "results").mkdir()
        for place in (folder, *folder.rglob("*")):
            place.chmod(0o777 if place.is_dir() else 0o644)
        yield folder


def graded(folder, *before):
    """What the command line says, started behind another command, and the scores it wrote."""
    masters = ROOT / "tests" / "grading" / "masters"
    command = [*before, sys.executable, "-m", "perceptronlib", "grade", folder / "submissions"]
    run = subprocess.run(
        [*map(str, command), "--out", str(folder / "results"), "--masters", str(masters)],
        capture_output=True,
        text=True,
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": str(folder)},
    )
    scores = folder / "results" / "scores.csv"
    return run.stdout, scores.read_text() if scores.exists() else ""


def as_ordinary_user():
    """A command that gives up root's rights; whoever has none needs no such command."""
    if os.getuid():
        return []
    drop = ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--inh-caps=-all"]
    return [*open_to_everyone(), *map(str, drop), "--bounding-set=-all"]


def test_an_ordinary_user_can_grade(places):
    said, scores = graded(places, *as_ordinary_user())
    assert "ada,01_small,6," in scores, said


def test_without_user_namespaces_it_says_what_to_do(places):
    """As in a container that does not allow them: the kernel itself refuses."""
    shut = ["--unshare-user", "--disable-userns", "--uid", str(NOBODY), "--gid", str(NOBODY)]
    said, scores = graded(places, *open_to_everyone(), *shut)
    assert not scores
    assert "bwrap says" in said and "--cap-add SYS_ADMIN" in said and "sysctl" in said
    assert said.count("\n") == 1


def test_folders_of_killed_graders_are_cleared_away_and_no_others(tmp_path, monkeypatch):
    killed = (
        "import os\nfrom perceptronlib.grading.sandbox import Box\n"
        "print(Box(unsafe=True).folder, flush=True)\nos.kill(os.getpid(), 9)"
    )
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    run = subprocess.run([sys.executable, "-c", killed], capture_output=True, text=True, cwd=ROOT)
    left = Path(run.stdout.strip())
    assert left.is_dir() and left.name.startswith(PREFIX)
    with Box(unsafe=True) as one, Box(unsafe=True) as other:
        assert sorted(tmp_path.iterdir()) == sorted([one.folder, other.folder])
    assert not [*tmp_path.iterdir()]


def test_no_process_is_left_to_others_to_bury():
    """As in a container whose first process buries nobody."""
    program = (
        "import os\nfrom perceptronlib.grading.sandbox import adopt\nadopt()\n"
        "from perceptronlib.checks.tasks import Case, Task\n"
        "from perceptronlib.grading.sandbox import Box, Limits, attempt\n"
        "task = Task('answer', 'value', 1, {'': 1}, [Case([], 1)])\n"
        "forks = 'import os, time\\nfor _ in range(3):\\n    if not os.fork(): break\\n'\n"
        "ends = 'answer = 1', 'time.sleep(60)', 'os._exit(1)'\n"
        "with Box() as box:\n"
        "    for end in ends:\n"
        "        attempt(box, [(0, forks + end)], [task], Limits.of(0.3))\n"
        "try:\n    print(os.waitpid(-1, os.WNOHANG))\n"
        "except ChildProcessError:\n    print('none')\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT)
    assert run.stdout == "none\n", run.stderr


def test_threads_that_grade_on_a_cluster_never_share_a_slot():
    together = threading.Barrier(8)

    def slot(_):
        together.wait()
        return cluster._slot(threading.get_ident())

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(slot, range(8)))) == 8
