"""A batch can be stopped and started again, on one machine or on a cluster, and nothing is lost."""

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from perceptronlib.grading import batch as batch_module
from perceptronlib.grading.batch import Batch, grade_folder
from perceptronlib.grading.lock import Busy, alone
from perceptronlib.grading.masters import Master, read_masters
from perceptronlib.grading.reports import results
from perceptronlib.grading.sandbox import Limits, sandbox_available
from perceptronlib.laptop.cli import main
from tests.grading import small

pytestmark = [
    pytest.mark.once,
    pytest.mark.xdist_group("batch"),
    pytest.mark.skipif(bool(sandbox_available()), reason=f"NOT TESTED: {sandbox_available()}"),
]

MASTERS = Path(small.__file__).parent / "masters"


def fill(folder, count=12):
    """Students with right, wrong and missing answers, one file that is no notebook, one link."""
    for k in range(count):
        place = folder / f"student{k:02d}"
        place.mkdir(parents=True)
        (place / "01_small.ipynb").write_bytes(small.KINDS[k % len(small.KINDS)])
    (folder / "broken_01_small.ipynb").write_text("{")
    return folder


def command(folder, out, *more):
    return [
        *(sys.executable, "-m", "perceptronlib", "grade", str(folder), "--out", str(out)),
        *("--masters", str(MASTERS), "--workers", "2", *more),
    ]


def digests(out):
    """All files of the results, with a digest of what is in them."""
    return {
        str(path.relative_to(out)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A batch that nobody disturbed: its submissions and its results."""
    folder = tmp_path_factory.mktemp("whole")
    submissions, out = fill(folder / "submissions"), folder / "results"
    subprocess.run(command(submissions, out), check=True, capture_output=True)
    return submissions, out


def count_records(out):
    return len(list((out / "records").rglob("*.json")))


def killed(process, how, out, records, delay):
    """Wait until there are so many records, and some moments more; then send the signal.

    One that can be caught waits for a grader that is at work: on a busy machine Python takes long
    to begin, and until it listens such a signal just ends it.
    """
    at_once = how == signal.SIGKILL
    while process.poll() is None and (
        count_records(out) < records or not (at_once or (out / ".lock").exists())
    ):
        time.sleep(0.005)
    time.sleep(delay)
    process.send_signal(how)
    return process.wait()


def test_killed_at_random_moments_and_started_again_the_results_are_the_same(whole, tmp_path):
    submissions, undisturbed = whole
    out, moments = tmp_path / "results", random.Random(0)
    ends, kept = [], []
    for how, records in (
        (signal.SIGKILL, 0),
        (signal.SIGTERM, 1),
        (signal.SIGINT, 4),
        (signal.SIGKILL, 7),
        (signal.SIGTERM, 10),
        (signal.SIGKILL, count_records(undisturbed)),  # while reports are written
    ):
        (out / ".lock").unlink(missing_ok=True)
        process = subprocess.Popen(
            command(submissions, out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        ends.append(killed(process, how, out, records, moments.uniform(0, 0.1)))
        kept.append(count_records(out))
    assert set(ends) <= {0, 130, -signal.SIGKILL}
    assert ends.count(0) <= 2, "most batches were over before they could be stopped"
    assert kept == sorted(kept) and kept[0] < kept[3] <= kept[-1]
    subprocess.run(command(submissions, out), check=True, capture_output=True)
    assert digests(out) == digests(undisturbed)


def test_finished_submissions_are_not_graded_again_and_changed_ones_are(tmp_path):
    folder, told = fill(tmp_path / "submissions", 4), []
    batch = lambda: Batch(folder, tmp_path / "results", read_masters(MASTERS))  # noqa: E731
    grade_folder(batch())
    grade_folder(batch(), lambda done, of: told.append(of))
    assert told == [0]
    (folder / "student01" / "01_small.ipynb").write_bytes(small.RIGHT)
    records = list(grade_folder(batch(), lambda done, of: told.append(of)).all())
    assert told == [0, 1, 1]
    scores = {r.student: sum(task.score for task in r.tasks) for r in records}
    assert scores["student01"] == 6


def test_another_seed_draws_other_cases_and_grades_again(tmp_path):
    folder = fill(tmp_path / "submissions", 2)
    told = []
    for seed in (0, 7):
        batch = Batch(folder, tmp_path / "results", read_masters(MASTERS), seed=seed)
        records = grade_folder(batch, lambda done, of: told.append((done, of)))
    assert told.count((0, 3)) == 2
    assert {record.seed for record in records.all()} == {7}


def test_other_limits_grade_again(tmp_path):
    folder = fill(tmp_path / "submissions", 1)
    for step in (4.0, 5.0):
        told, batch = [], Batch(folder, tmp_path / "results", read_masters(MASTERS))
        batch.limits = Limits(step=step)
        grade_folder(batch, lambda done, of, told=told: told.append(of))
        assert told[0] == 2


def test_what_is_no_longer_handed_in_is_in_no_report_and_comes_back(tmp_path):
    folder, out = fill(tmp_path / "submissions", 3), tmp_path / "results"
    assert main(command(folder, out)[3:]) == 0
    before = digests(out)
    (folder / "student01").rename(tmp_path / "away")
    assert main(command(folder, out)[3:]) == 0
    assert "student01" not in (out / "scores.csv").read_text()
    assert not (out / "feedback" / "student01" / "01_small.html").exists()
    assert not (out / "gradescope" / "student01" / "01_small").exists()
    (tmp_path / "away").rename(folder / "student01")
    assert main(command(folder, out)[3:]) == 0
    assert digests(out) == before


def test_a_folder_of_students_that_looks_like_one_student_is_told(tmp_path, capsys):
    fill(tmp_path / "submissions" / "section A", 5)
    asked = command(tmp_path / "submissions", tmp_path / "results")[3:]
    assert main(asked) == 0
    assert "'section A' has 6 notebooks of 01_small" in capsys.readouterr().out


def test_a_fault_of_the_grader_costs_one_record_and_is_tried_again(tmp_path, monkeypatch):
    folder, out = fill(tmp_path / "submissions", 2), tmp_path / "results"
    real = batch_module.grade

    def faulty(plan, data, *more):
        if data == small.RIGHT:
            raise ZeroDivisionError
        return real(plan, data, *more)

    monkeypatch.setattr(batch_module, "grade", faulty)
    masters = read_masters(MASTERS)
    records = {r.student: r for r in grade_folder(Batch(folder, out, masters)).all()}
    assert "the grader failed on it (ZeroDivisionError)" in records["student00"].problem
    assert sum(task.score for task in records["student01"].tasks) > 0
    monkeypatch.setattr(batch_module, "grade", real)
    records = {r.student: r for r in grade_folder(Batch(folder, out, masters)).all()}
    assert sum(task.score for task in records["student00"].tasks) == 6


def test_only_one_grader_writes_to_a_folder_at_a_time(tmp_path):
    folder = fill(tmp_path / "submissions", 1)
    batch = Batch(folder, tmp_path / "results", read_masters(MASTERS))

    def meanwhile(done, of):
        with pytest.raises(Busy, match="another grader"):
            grade_folder(batch)

    grade_folder(batch, meanwhile)


def test_the_lock_covers_the_reports_too(whole, tmp_path, monkeypatch):
    """While reports are written, nobody else may begin to write to the same folder."""
    submissions, _ = whole
    out, seen = tmp_path / "results", []
    real = results.write

    def looking(*given):
        with pytest.raises(Busy, match="another grader"), alone(out):
            pass
        seen.append(given)
        return real(*given)

    monkeypatch.setattr(results, "write", looking)
    asked = ["grade", str(submissions), "--out", str(out), "--masters", str(MASTERS)]
    assert main(asked) == 0 and len(seen) == 1
    with alone(out):
        pass


def test_what_a_killed_grader_left_behind_is_cleaned_away(whole, tmp_path):
    submissions, undisturbed = whole
    out = tmp_path / "results"
    for name in (
        "records/01_small/.x.json.7.part",
        "feedback/.y.html.7.part",
        ".scores.csv.7.part",
    ):
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text("half of")
    (out / ".work" / "box-of-a-killed-one" / "inside").mkdir(parents=True)
    subprocess.run(command(submissions, out), check=True, capture_output=True)
    assert not [*out.rglob("*.part")] and not (out / ".work").exists()
    assert digests(out) == digests(undisturbed)


def test_masters_are_executed_once_a_batch(tmp_path, monkeypatch):
    folder = fill(tmp_path / "submissions", 9)
    real, executed = Master.drafts, []

    def counted(master):
        executed.append(master.name)
        return real(master)

    monkeypatch.setattr(Master, "drafts", counted)
    for _ in range(2):
        grade_folder(Batch(folder, tmp_path / "results", read_masters(MASTERS)))
        assert executed == ["01_small"]
        executed.clear()


def test_the_number_of_workers_changes_nothing(whole, tmp_path):
    submissions, undisturbed = whole
    run = command(submissions, tmp_path / "results")
    run[run.index("--workers") + 1] = "5"
    subprocess.run(run, check=True, capture_output=True)
    assert digests(tmp_path / "results") == digests(undisturbed)


def test_nothing_but_results_is_left_behind(whole):
    _, out = whole
    assert not (out / ".work").exists()
    assert not list(out.rglob("*.part"))
    assert {"records", "feedback", "gradescope"} <= {path.name for path in out.iterdir()}
    assert json.loads((out / "run.json").read_text())["seed"] == 0


def test_the_command_line_says_what_is_wrong(tmp_path, capsys):
    assert main(["grade", str(tmp_path / "none"), "--out", str(tmp_path / "out")]) == 2
    assert "There is no folder" in capsys.readouterr().out
    (tmp_path / "empty").mkdir()
    masters = ["--masters", str(tmp_path / "empty")]
    assert main(["grade", str(tmp_path), "--out", str(tmp_path / "out"), *masters]) == 2
    assert "there are no masters" in capsys.readouterr().out
    (tmp_path / "file").touch()
    assert main(["grade", str(tmp_path / "file"), "--out", str(tmp_path / "out")]) == 2
    assert "name the folder that holds the submissions" in capsys.readouterr().out
    assert main(["grade", str(tmp_path), "--out", str(tmp_path / "file")]) == 2
    assert "name a folder for the results" in capsys.readouterr().out
    out = ["--out", str(tmp_path / "out")]
    assert main(["grade", str(tmp_path), *out, "--canvas", str(tmp_path / "none.csv")]) == 2
    assert "the gradebook that Canvas exported" in capsys.readouterr().out


def test_without_a_sandbox_the_official_grade_is_refused_unless_one_insists(
    tmp_path, capsys, monkeypatch
):
    folder = fill(tmp_path / "submissions", 2)
    monkeypatch.setenv("PATH", str(tmp_path))  # where there is no bwrap
    asked = ["grade", str(folder), "--out", str(tmp_path / "out"), "--masters", str(MASTERS)]
    assert main(asked) == 2
    assert "bubblewrap is not installed" in capsys.readouterr().out
    assert main([*asked, "--unsafe"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("UNSAFE")
    record = json.loads((tmp_path / "out" / "records" / "01_small" / "student00.json").read_text())
    assert sum(task["score"] for task in record["tasks"]) == 6


# -- on a cluster ------------------------------------------------------------------------------


def test_a_cluster_gives_the_same_results_though_a_worker_is_killed(whole, tmp_path):
    submissions, undisturbed = whole
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as cluster:
        victim = next(iter(cluster.workers.values()))
        process = subprocess.Popen(
            command(submissions, tmp_path / "results", "--scheduler", cluster.scheduler_address),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        records, deadline = tmp_path / "results" / "records", time.monotonic() + 60
        while len(list(records.rglob("*.json"))) < 2 and time.monotonic() < deadline:
            time.sleep(0.02)
        os.kill(victim.process.process.pid, signal.SIGKILL)  # a worker of our own
        said, _ = process.communicate(timeout=120)
        assert process.returncode == 0, said.decode()
    assert digests(tmp_path / "results") == digests(undisturbed)
