"""The experiment on MNIST, on a sample that takes a second: what it counts; that it survives."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import perceptronlib as pl
from perceptronlib import kernels
from perceptronlib.core import predict
from perceptronlib.core.play import Passes
from perceptronlib.experiments import mnist, tables
from perceptronlib.experiments.progress import Progress
from perceptronlib.kernels.dual import KernelPlayer, KernelRule, play_dual

EPOCHS = (0.1, 1, 2.5)


def digits():
    X, y = pl.data.digits()
    X = (X / 16).astype(np.float32)
    return (X[:300], y[:300]), (X[300:500], y[300:500])


def test_errors_are_those_of_the_ten_runs(tmp_path):
    """Against runs of each class that end where the epochs end, and the course's predictors."""
    train, (queries, answers) = digits()
    (X, y), kernel = train, kernels.polynomial(3)
    rows = mnist.experiment(train, (queries, answers), tmp_path, degrees=[3], epochs=EPOCHS)
    signs = np.where(y == np.arange(10)[:, None], 1.0, -1.0)
    order = np.tile(np.arange(300), 3)
    for row, rounds in zip(rows, (30, 300, 750), strict=True):
        met = order[:rounds]  # a pass over examples that are met again: the same rows, repeated
        runs = play_dual(KernelRule(kernel), X[met], signs[:, met], Passes(1))
        assert row["mistakes"] == sum(run.M for run in runs)
        assert row["support"] == len(np.unique(np.concatenate([met[run.examples] for run in runs])))
        for way, scores in [("vote", predict.voted), ("average", predict.averaged)]:
            best = np.argmax([scores(run, queries) for run in runs], axis=0)
            assert row[way] == pytest.approx(100 * np.mean(best != answers), abs=0.51)
        last = np.argmax([run.scores(queries) for run in runs], axis=0)
        assert row["last"] == pytest.approx(100 * np.mean(last != answers))


def test_random_vectors_are_those_of_a_round_drawn_at_random(tmp_path):
    train, (queries, answers) = digits()
    (X, y), kernel = train, kernels.polynomial(2)
    [row] = mnist.experiment(train, (queries, answers), tmp_path, degrees=[2], epochs=[1])
    signs = np.where(y == np.arange(10)[:, None], 1.0, -1.0)
    runs = play_dual(KernelRule(kernel), X, signs, Passes(1))
    errors = [
        np.mean(np.argmax([run.scores(queries, t + 1) for run in runs], axis=0) != answers)
        for t in range(300)
    ]
    assert row["random"] == pytest.approx(100 * np.mean(errors), abs=0.01)


CHILD = """
import sys
from pathlib import Path
from perceptronlib.experiments import mnist
from tests.test_mnist_experiment import digits
mnist.experiment(*digits(), Path(sys.argv[1]), degrees=(2, 3), epochs=(1, 12), workers=2)
"""


def child(work):
    command = [sys.executable, "-c", CHILD, str(work)]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=os.getcwd())


def killed_after(work, changes):
    """Start the experiment, and kill it once its files have changed so many times."""
    process, seen = child(work), set()
    while len(seen) < changes and process.poll() is None:
        seen |= {(path.name, path.stat().st_mtime_ns) for path in list_of(work)}
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    process.wait()


def list_of(work):
    """Its complete files; one that vanishes while it is looked at was no such."""
    names = [f"degree-{degree}.{end}" for degree in (2, 3) for end in ("npz", "json")]
    return [work / name for name in names if (work / name).exists()]


def test_killed_three_times_it_ends_with_the_same_table(tmp_path):
    calm, stormy = tmp_path / "calm", tmp_path / "stormy"
    assert child(calm).wait() == 0
    for changes in (1, 4, 3):
        killed_after(stormy, changes)
        assert not (stormy / "degree-2.json").exists() or not (stormy / "degree-3.json").exists()
    assert child(stormy).wait() == 0
    for degree in (2, 3):
        name = f"degree-{degree}.json"
        assert (stormy / name).read_bytes() == (calm / name).read_bytes()
        assert len(json.loads((calm / name).read_text())) == 2


def test_a_pass_that_was_saved_is_not_played_again(tmp_path, monkeypatch):
    train, test = digits()
    mnist.experiment(train, test, tmp_path, degrees=[2], epochs=[2])
    (tmp_path / "degree-2.json").unlink()

    def play(player):
        raise AssertionError("played again")

    monkeypatch.setattr(KernelPlayer, "play", play)
    mnist.experiment(train, test, tmp_path, degrees=[2], epochs=[2])


def test_progress_says_how_far_and_how_long(capsys):
    progress = Progress(4)
    progress.found(2)
    progress.step("pass 3")
    progress.step("pass 4")
    lines = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"\[#{22}-{8}\]  75 %, pass 3; about 0 s left", lines[0])
    assert lines[1].startswith("[" + 30 * "#" + "] 100 %")
    assert Progress(10).line(1, 60.0, "x").endswith("about 9 min left")


def test_the_table_is_that_of_freund_and_schapire():
    """At most 0.3 points from what a prototype found, and the vote gains what they say it gains."""
    record = tables.load("mnist")
    assert record.command == "make mnist" and record.versions.keys() >= {"numpy", "python"}
    assert len(record.rows) == 36
    found = {(row["degree"], row["epochs"]): row for row in record.rows}
    for degree, epochs, way, percent in [
        (1, 1, "vote", 8.3),
        (2, 1, "vote", 2.8),
        (3, 1, "vote", 2.4),
        (4, 1, "vote", 2.2),
        (4, 10, "vote", 1.64),
        (4, 10, "average", 1.59),
    ]:
        assert found[degree, epochs][way] == pytest.approx(percent, abs=0.3)
    for row in record.rows:
        assert row["vote"] < row["random"] and row["support"] <= row["mistakes"]
        if row["epochs"] <= 1:
            assert row["vote"] < row["last"]
    lines = mnist.table("vote").splitlines()
    assert len(lines) == 7 and re.findall(r"T = ([\d.]+)", lines[0]) == [
        "0.1",
        "1",
        "2",
        "3",
        "4",
        "10",
    ]
    with pytest.raises(
        ValueError, match="way must be one of vote, average, last, random, .* got 'x'"
    ):
        mnist.table("x")
    assert "201,724" in mnist.table("mistakes")
    assert (tables.FOLDER / "mnist.png").stat().st_size > 10_000
