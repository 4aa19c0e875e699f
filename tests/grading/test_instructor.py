"""The command line as an instructor uses it: seeds, settings, folders within folders."""

import csv
import json
import os

import pytest

from perceptronlib.laptop.cli import main
from tests.grading import small
from tests.grading.test_batch import MASTERS, digests

pytestmark = pytest.mark.once


def hand_in(folder, *names, data=small.RIGHT):
    for minute, name in enumerate(names):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, (1.7e9 + 60 * minute, 1.7e9 + 60 * minute))


@pytest.fixture
def grade(tmp_path, capsys):
    """Runs the command; gives how it ended and what it said."""

    def run(*more, folder=tmp_path / "in", out=tmp_path / "out"):
        asked = ["grade", str(folder), "--out", str(out), "--masters", str(MASTERS), "--unsafe"]
        return main([*asked, *more]), capsys.readouterr().out

    return run


def rows(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_the_seed_of_the_first_run_is_taken_again_and_another_must_be_asked_for(tmp_path, grade):
    hand_in(tmp_path / "in", "ada/x.ipynb")
    seed = lambda: json.loads((tmp_path / "out" / "run.json").read_text())["seed"]  # noqa: E731
    assert grade("--seed", "7")[0] == 0 and grade()[0] == 0 and seed() == 7
    before = digests(tmp_path / "out")
    end, said = grade("--seed", "8")
    assert end == 2 and "was graded with seed 7" in said and "--change-seed" in said
    assert digests(tmp_path / "out") == before
    assert grade("--seed", "8", "--change-seed")[0] == 0 and seed() == 8


def test_results_of_an_older_grader_are_read_graded_again_and_no_mark_is_lost(tmp_path, grade):
    """As version 0.3 left them: other fields, no form, marks without the grader's own columns."""
    hand_in(tmp_path / "in", "ada/x.ipynb")
    out = tmp_path / "out"
    record = {"key": "old", "exercise": "01_small", "seed": 5, "problem": "", "tasks": []}
    record |= {"manual": [], "cells": {}, "student": "ada", "file": "ada/x.ipynb"}
    (out / "records" / "01_small").mkdir(parents=True)
    (out / "records" / "01_small" / "ada.json").write_text(json.dumps(record))
    (out / "run.json").write_text('{"seed": 5, "masters": {}, "versions": {}}')
    head = "student,exercise,question,points,mark,comment"
    (out / "marks.csv").write_text(f"{head}\nada,01_small,why_ties,2,1,Short.\n")
    end, _ = grade()
    assert end == 0 and json.loads((out / "run.json").read_text())["seed"] == 5
    (ada,) = rows(out / "scores.csv")
    assert (ada["score"], ada["pending"]) == ("7", "0")  # six for the tasks, and the mark
    assert rows(out / "marks.csv")[0]["comment"] == "Short."


def test_results_among_the_submissions_are_never_taken_for_submissions(tmp_path, grade):
    hand_in(tmp_path / "in", "ada/x.ipynb")
    for _ in range(2):
        end, said = grade(out=tmp_path / "in" / "results")
        assert end == 0 and "\n1 submission by 1 student," in said and "problem" not in said
    end, said = grade(out=tmp_path / "out")  # there the others' results are worth a word
    assert end == 0 and "\n1 submission by 1 student," in said
    assert "results of a grader, so nothing in it was graded" in (
        tmp_path / "out" / "summary.html"
    ).read_text("utf-8")
    end, said = grade(out=tmp_path / "in")
    assert end == 2 and "Results cannot go into the folder of the submissions" in said


def test_a_folder_behind_a_link_can_be_graded_and_links_in_it_are_told(tmp_path, grade):
    hand_in(tmp_path / "real", "ada/x.ipynb")
    hand_in(tmp_path / "elsewhere", "x.ipynb")
    (tmp_path / "real" / "bob").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    (tmp_path / "link").symlink_to(tmp_path / "real", target_is_directory=True)
    end, said = grade(folder=tmp_path / "link")
    assert end == 0 and "\n1 submission by 1 student," in said
    page = (tmp_path / "out" / "summary.html").read_text("utf-8")
    assert "bob: a link to another folder; it is not followed" in page


@pytest.mark.parametrize(
    "option, given, needed",
    [
        ("--workers", "0", "a whole number above 0"),
        ("--workers", "2.5", "a whole number above 0"),
        ("--seed", "-1", "a whole number, 0 or more,"),
        ("--seconds", "-3", "a number above 0"),
        ("--seconds", "0", "a number above 0"),
        ("--seconds", "nan", "a number above 0"),
    ],
)
def test_a_number_that_is_none_is_told_with_what_is_needed(option, given, needed, capsys):
    with pytest.raises(SystemExit):
        main(["grade", "in", "--out", "out", option, given])
    assert f"argument {option}: {needed} is needed; got {given!r}" in capsys.readouterr().err


def test_before_the_term_an_empty_folder_gives_the_files_to_write_the_rules_in(tmp_path, grade):
    (tmp_path / "in").mkdir()
    end, said = grade()
    assert end == 0 and "0 submissions by 0 students." in said
    assert "[deadlines]" in (tmp_path / "out" / "term.toml").read_text()
    assert rows(tmp_path / "out" / "overrides.csv") == []


def test_the_file_that_counts_can_be_turned_round_and_back(tmp_path, grade):
    hand_in(tmp_path / "in", "ada/x.ipynb")
    hand_in(tmp_path / "in", "ada/x (1).ipynb", data=small.WRONG)
    out = tmp_path / "out"
    _, said = grade()
    assert "ada, 01_small: graded is ada/x (1).ipynb (its name has the highest number)" in said
    assert rows(out / "scores.csv")[0]["score"] == "3"
    table = out / "overrides.csv"
    table.write_text("student,exercise,what,value,comment\nada,01_small,file,x.ipynb,Sorry.\n")
    _, said = grade()
    assert "graded is ada/x.ipynb (your instructor chose it)" in said
    assert rows(out / "scores.csv")[0]["score"] == "6"
    assert "your instructor chose it" in rows(out / "scores.csv")[0]["chosen"]
    table.write_text("student,exercise,what,value,comment\n")
    grade()
    assert rows(out / "scores.csv")[0]["score"] == "3"


def test_rules_that_cannot_be_understood_stop_the_grader_before_it_writes(tmp_path, grade):
    hand_in(tmp_path / "in", "ada/x.ipynb")
    grade()
    (tmp_path / "out" / "term.toml").write_text("[deadlines]\n01 = 2026-10-12\n")
    before = digests(tmp_path / "out")
    end, said = grade()
    assert end == 2 and "there is no exercise '01'; there are 01_small" in said
    assert digests(tmp_path / "out") == before


def test_who_is_missing_is_said_where_there_is_a_class_list(tmp_path, grade):
    hand_in(tmp_path / "in", "ada/x.ipynb")
    (tmp_path / "class.csv").write_text("ada\nbob\n")
    _, said = grade("--roster", str(tmp_path / "class.csv"))
    assert "01_small: 1 of 2 handed in; missing: bob." in said
    (tmp_path / "out" / "term.toml").write_text(
        'roster = "../class.csv"\n[extensions.every]\neve = 2\n'
    )
    _, said = grade()
    assert "missing: bob." in said
    assert "term.toml: an extension is for 'eve', whom nothing else mentions" in said
    assert grade("--roster", str(tmp_path / "none.csv"))[0] == 2


def test_many_choices_between_files_do_not_bury_what_else_is_said(tmp_path, grade):
    names = [f"s{k:02d}/{name}.ipynb" for k in range(14) for name in ("x", "x (1)")]
    hand_in(tmp_path / "in", *names, data=b"{")
    for name in names:
        path = tmp_path / "in" / name
        path.rename(path.with_name(path.name.replace("x", "01_small")))
    _, said = grade()
    assert said.count("its name has the highest number") == 12
    assert "... and 2 more such choices: scores.csv has all" in said
    assert all(row["chosen"] for row in rows(tmp_path / "out" / "scores.csv"))
