"""Whatever is handed in gets exactly what it deserves, and nothing of it leaves the sandbox."""

import contextlib
import fcntl
import hashlib
import json
import os
import select
import shutil
import socket
import sys
import sysconfig
import time
from pathlib import Path

import numpy as np
import pytest

from perceptronlib.grading.batch import Batch, grade_folder
from perceptronlib.grading.masters import read_masters
from perceptronlib.grading.sandbox import Limits, sandbox_available
from perceptronlib.grading.sandbox.box import FIRST_UID
from perceptronlib.grading.sandbox.inside import runner
from tests.grading.corpus import ENTRIES, FULL, NAME

WHY = f"THE SANDBOX IS NOT TESTED: {sandbox_available()}"
pytestmark = [
    pytest.mark.once,
    pytest.mark.xdist_group("hostile"),
    pytest.mark.skipif(bool(sandbox_available()), reason=WHY),
]

ROOT = Path(__file__).resolve().parents[2]
MASTERS = Path(__file__).parent / "masters"
SITE = sysconfig.get_path("purelib")
CANARY = f"canary-{os.getpid()}"
WORKERS, STEP = 4, 1.5
TWICE = [
    "plain-00",
    "forged-markers",
    "error-with-a-page",
    "endless-call",
    "magics",
    "value-wide-answer",
]
"""Graded a second time, to compare."""


@pytest.fixture(scope="session")
def seen(tmp_path_factory):
    """The whole corpus, graded as one batch: its records, and all that was observed meanwhile.

    Several processes of pytest-xdist share one batch: the first makes it, the others wait for it.
    """
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    with open(folder / "hostile.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        told = folder / "hostile.json"
        if not told.exists():
            told.write_text(json.dumps(observed(folder / "hostile")))
        return json.loads(told.read_text())


def observed(folder):
    submissions, out = folder / "submissions", folder / "results"
    with listening(folder) as ears:
        words = words_for(folder, out, ears) | {"nearly": f"{0.8 * STEP:.2f}"}
        for entry in ENTRIES:
            entry.put(submissions, words)
        (submissions / "linked-folder").symlink_to(submissions / "plain-00")
        before, start = fingerprints(), time.monotonic()
        batch = Batch(submissions, out, read_masters(MASTERS), workers=WORKERS)
        batch.limits = Limits.of(STEP)
        records = [json.loads(record.to_json()) for record in grade_folder(batch).all()]
        took = time.monotonic() - start
        left = processes_left(out)
        calls = [ear.getsockname() for ear in select.select(ears, [], [], 0)[0]]
    return {
        "records": records,
        "sizes": [path.stat().st_size for path in (out / "records").rglob("*.json")],
        "problems": [*batch.problems, *batch.choices],
        "took": took,
        "left": left,
        "calls": [str(call) for call in calls],
        "escaped": [str(path) for place in PLACES for path in escaped_to(place, words["canary"])],
        "changed": [path for path, digest in fingerprints().items() if digest != before[path]],
        "beside": sorted(p.name for p in out.iterdir()),
        "folder": str(folder),
    }


def words_for(folder, out, ears):
    return {
        "port": str(ears[0].getsockname()[1]),
        "socket": str(folder / "friend"),
        "abstract": CANARY,
        "canary": CANARY,
        "root": str(ROOT),
        "home": str(Path.home()),
        "masters": str(MASTERS),
        "out": str(out),
        "site": SITE,
    }


@contextlib.contextmanager
def listening(folder):
    """Friends of the attackers: on loopback, on a socket in a folder, on one without a name."""
    folder.mkdir()
    with contextlib.ExitStack() as stack:
        ears = [
            stack.enter_context(socket.socket(f)) for f in (socket.AF_INET, *[socket.AF_UNIX] * 2)
        ]
        places = (("127.0.0.1", 0), str(folder / "friend"), f"\0{CANARY}")
        for ear, place in zip(ears, places, strict=True):
            ear.bind(place)
            ear.listen()
        (folder / "friend").chmod(0o777)
        yield ears


PLACES = [
    *(
        "/",
        "/tmp",
        "/etc",
        "/usr",
        "/usr/lib",
        "/dev",
        "/dev/shm",
        "/var/tmp",
        "/run",
        "/root",
        "/home",
    ),
    *(
        Path.home(),
        Path.cwd(),
        ROOT,
        MASTERS,
        SITE,
        Path(np.__file__).parent,
        Path(os.__file__).parent,
    ),
]
FILES = [runner.__file__, np.__file__, os.__file__, sys.executable, str(MASTERS / f"{NAME}.md")]


def escaped_to(place, canary):
    """Files that attackers made there: by their name, or by the user who can only be theirs."""
    for path in Path(place).glob("*"):
        with contextlib.suppress(OSError):
            if canary in path.name or FIRST_UID <= path.lstat().st_uid < FIRST_UID + WORKERS:
                yield path


def fingerprints():
    return {path: hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in FILES}


def processes_left(out, seconds=5):
    """Processes that still have our folder mounted, after some time to go."""
    end, left = time.monotonic() + seconds, ["not looked"]
    while left and time.monotonic() < end:
        left = []
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if f"{out}/.work/" in (process / "mountinfo").read_text():
                    left.append((process / "cmdline").read_text().replace("\0", " "))
        time.sleep(0.05)
    return left


@pytest.fixture(scope="session")
def records(seen):
    return {(record["student"], record["exercise"]): record for record in seen["records"]}


graded_entries = pytest.mark.parametrize(
    "entry", [pytest.param(e, id=e.name) for e in ENTRIES if e.scores is not None]
)


@graded_entries
def test_it_gets_exactly_what_it_deserves(records, entry):
    tasks = records[entry.student, NAME]["tasks"]
    assert tuple(task["score"] for task in tasks) == entry.scores, entry.tries


def test_the_problem_of_a_broken_file_is_told(seen, records):
    for entry in ENTRIES:
        if entry.scores is None:
            shown = entry.place.split("/")[-1]
            assert any(shown in p and entry.problem in p for p in seen["problems"]), entry
        elif entry.problem:
            assert entry.problem in records[entry.student, NAME]["problem"]
        else:
            assert records[entry.student, NAME]["problem"] == ""


def test_every_submission_has_a_record_or_a_sentence_and_no_other_has(seen, records):
    expected = {(entry.student, NAME) for entry in ENTRIES if entry.scores is not None}
    assert set(records) == expected
    sentences = [p for p in seen["problems"] if "linked-folder: a link to another folder" not in p]
    assert len(sentences) == len(seen["problems"]) - 1
    assert len(sentences) == sum(entry.scores is None for entry in ENTRIES)


def test_sentences_fit_on_one_line_and_can_be_printed(seen):
    assert all(problem.isprintable() for problem in seen["problems"])
    assert all(record["student"].isprintable() for record in seen["records"])


def test_honest_submissions_between_hostile_ones_get_full_marks(records):
    honest = [e for e in ENTRIES if e.name.startswith("plain-")]
    assert len(honest) > 3
    for entry in honest:
        record = records[entry.student, NAME]
        assert tuple(task["score"] for task in record["tasks"]) == FULL
        assert not record["cells"] and not any(
            p["says"] for t in record["tasks"] for p in t["parts"]
        )


def test_no_process_is_left(seen):
    assert seen["left"] == []


def test_nobody_was_called(seen):
    assert seen["calls"] == []


def test_no_file_was_made_or_changed_outside_the_results(seen):
    assert seen["escaped"] == []
    assert seen["changed"] == []
    assert seen["beside"] == [".lock", ".marks.lock", "records", "run.json"]


def test_no_record_holds_a_hidden_input_or_a_hidden_answer(seen):
    told = json.dumps(seen["records"])
    secrets = set()
    for task in read_masters(MASTERS)[0].tasks():
        for case in task.cases:
            if not case.visible:
                secrets |= {f"{abs(v):.4g}" for v in numbers([case.args, case.right]) if v % 1}
    assert len(secrets) > 50
    assert [secret for secret in secrets if secret in told] == []


def numbers(value):
    """All numbers in a plain value."""
    if isinstance(value, list | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from numbers(part)
    elif isinstance(value, float):
        yield value


def test_what_is_said_about_a_visible_case_is_quoted_so_that_a_leak_would_show(records):
    quoted = json.dumps(records["error-with-a-page", NAME])
    assert "alert(2)" in quoted


def test_records_stay_small(seen):
    assert max(seen["sizes"]) < 10_000


def test_a_second_time_the_records_are_the_same_to_the_byte(seen, tmp_path):
    first = Path(seen["folder"])
    for name in TWICE:
        (tmp_path / "submissions" / name).mkdir(parents=True)
        file = Path(name) / f"{NAME}.ipynb"
        shutil.copy2(first / "submissions" / file, tmp_path / "submissions" / file)
    batch = Batch(tmp_path / "submissions", tmp_path / "out", read_masters(MASTERS), workers=2)
    batch.limits = Limits.of(STEP)
    grade_folder(batch)
    for name in TWICE:
        file = Path("records") / NAME / f"{name}.json"
        assert (tmp_path / "out" / file).read_bytes() == (first / "results" / file).read_bytes()


def test_the_corpus_is_large_and_tells_its_entries_apart():
    assert len({entry.name for entry in ENTRIES}) == len(ENTRIES) >= 75
    assert len({entry.place for entry in ENTRIES}) == len(ENTRIES)
    assert {entry.kind for entry in ENTRIES} == {
        *("forgery", "snooping", "escape", "exhaustion", "crash", "odd values", "broken file"),
        "honest but odd",
    }
