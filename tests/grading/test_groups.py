"""Facts about control groups: what a submission uses in all is bounded by the kernel itself."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pytest

from perceptronlib.checks.tasks import Case, Task
from perceptronlib.grading.sandbox import Box, Limits, attempt, sandbox_available
from perceptronlib.grading.sandbox.groups import PREFIX, SPARE, Group


def why_none():
    """Why no group can be made here; empty if one can."""
    group = Group.made()
    if group is None:
        return "this system lets the tests make no control group"
    group.remove()
    return ""


WHY = f"NOT TESTED: {why_none() or sandbox_available()}"
pytestmark = [
    pytest.mark.once,
    pytest.mark.xdist_group("groups"),
    pytest.mark.skipif(bool(why_none() or sandbox_available()), reason=WHY),
]
LITTLE = replace(Limits(), memory=32)
ANSWER = Task("answer", "value", 1, {"": 1}, [Case([], 1)])


@pytest.fixture
def group():
    made = Group.made()
    made.allow(LITTLE)
    yield made
    made.remove()


def ran(group, program, *given):
    """What a program says that runs in a group, and how it ended."""
    command = [*group.entry(), sys.executable, "-c", program, *given]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout.strip(), done.returncode


def test_who_takes_less_than_there_is_notices_nothing(group):
    assert ran(group, "print(len(bytearray(64 * 2**20)))") == (str(64 * 2**20), 0)
    assert not group.is_overrun()


def test_bounds_can_be_raised_and_lowered_again(group):
    plenty = f"print(len(bytearray({(LITTLE.memory + SPARE + 40) * 2**20})))"
    group.allow(Limits())
    assert ran(group, plenty)[1] == 0 and not group.is_overrun()
    group.allow(LITTLE)
    assert ran(group, plenty)[1] != 0 and group.is_overrun()


TOO_MUCH = {
    "memory of its own": f"b = bytearray({(LITTLE.memory + SPARE + 40) * 2**20})",
    "of several processes, each of which keeps to the limit": (
        "import os\nkids = [os.fork() for _ in range(2)]\n"
        "b = bytearray(60 * 2**20)\n"
        "import time; time.sleep(2)"
    ),
    "files that are kept in memory": (
        "import sys\nfor k in range(16):\n"
        "    open(f'{sys.argv[1]}/{k}', 'wb').write(bytes(20 * 2**20))"
    ),
}


@pytest.mark.parametrize("what", TOO_MUCH)
def test_who_takes_more_is_ended_and_it_is_known_why(group, what):
    with tempfile.TemporaryDirectory(dir="/dev/shm") as place:
        ran(group, TOO_MUCH[what], place)
    assert group.is_overrun()
    group.allow(LITTLE)
    assert not group.is_overrun()  # a new submission begins with a clean record
    assert ran(group, "print(1)") == ("1", 0)


def test_the_next_one_comes_when_those_before_have_gone(group):
    forks = "import os, time\nfor _ in range(8):\n    if not os.fork(): break\ntime.sleep(60)"
    before = subprocess.Popen([*group.entry(), sys.executable, "-c", forks], start_new_session=True)
    while len(inside(group)) < 9:
        time.sleep(0.01)
    os.killpg(before.pid, signal.SIGKILL)
    before.wait()
    group.allow(LITTLE)
    assert inside(group) == []


def inside(group):
    return (group.folder / "cgroup.procs").read_text().split()


def test_a_group_goes_when_its_processes_have_gone():
    group = Group.made()
    sleeper = subprocess.Popen([*group.entry(), "sleep", "60"])
    while not inside(group):
        time.sleep(0.01)
    sleeper.kill()
    group.remove()
    sleeper.wait()
    assert not group.folder.exists()


def test_groups_of_killed_graders_are_cleared_away_and_no_others(monkeypatch):
    program = (
        "import os, time\nfrom perceptronlib.grading.sandbox.groups import Group\n"
        "import subprocess\ngroup = Group.made()\n"
        "stray = subprocess.Popen([*group.entry(), 'sleep', '60'])\n"
        "print(group.folder, stray.pid, flush=True)\ntime.sleep(60)"
    )
    grader = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    folder, stray = grader.stdout.readline().split()
    while stray not in (Path(folder) / "cgroup.procs").read_text().split():
        time.sleep(0.01)
    monkeypatch.setattr("perceptronlib.grading.sandbox.groups.YOUNG", -1.0)
    other = Group.made()
    assert os.path.isdir(folder)  # its grader lives
    grader.send_signal(signal.SIGKILL)
    grader.wait()
    grader.stdout.close()
    Group.made().remove()
    assert not os.path.exists(folder) and other.folder.is_dir()
    other.remove()


def most_used(group):
    """The most megabytes that were in use in a group at any time."""
    names = "memory.peak", "memory.max_usage_in_bytes"
    (path,) = (group.folder / name for name in names if (group.folder / name).exists())
    return int(path.read_text()) / 2**20


def test_a_submission_lives_in_the_group_of_its_slot_and_leaves_none_behind():
    with Box() as box:
        attempt(box, [(0, "answer = 1")], [ANSWER], Limits(), slot=3)
        ((slot, group),) = box.groups.items()
        assert slot == 3 and most_used(group) > 10 and not box.is_measured
        mine, place = group.folder.name, group.folder.parent
    assert mine not in {path.name for path in place.glob(f"{PREFIX}*")}


def test_what_all_processes_of_a_submission_take_together_never_exceeds_the_bound():
    """Three processes that take 450 MB each, faster than anybody could measure."""
    cell = (
        "import os, time\nfor _ in range(3):\n    if not os.fork():\n"
        "        b = b'x' * (450 * 2**20)\n        time.sleep(60)\n        os._exit(0)\n"
        "time.sleep(60)\nanswer = 1"
    )
    with Box() as box:
        tried = attempt(box, [(0, cell)], [ANSWER], Limits(step=60.0, total=60.0))
        most = most_used(box.groups[0])
    assert tried.cells == {0: "too large"} and most <= Limits().memory + SPARE
