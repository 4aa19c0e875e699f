"""A term as an instructor has it, twice: once undisturbed, once with a grader that is killed."""

import csv
import hashlib
import json
import random
import signal
import subprocess
import sys
import time
import zipfile

import pytest

from perceptronlib.grading.reports.gradescope import gradescope_folder
from perceptronlib.grading.sandbox import sandbox_available

from . import course
from .school import School

pytestmark = [
    pytest.mark.once,
    pytest.mark.xdist_group("term"),
    pytest.mark.skipif(bool(sandbox_available()), reason=f"NOT TESTED: {sandbox_available()}"),
]


class Grader:
    """Runs the command as an instructor does; with kills left, it is killed before it may end."""

    def __init__(self, school, kills=0, seed=7):
        self.school, self.kills, self.killed = school, kills, 0
        self.moments, self.first_seed = random.Random(1), seed

    def __call__(self):
        command = [
            *(sys.executable, "-m", "perceptronlib", "grade", str(self.school.submissions)),
            *("--out", str(self.school.out), "--masters", str(self.school.masters)),
            *("--workers", "2"),
        ]
        if not (self.school.out / "run.json").exists():
            command += ["--seed", str(self.first_seed)]  # later it is remembered
        for _ in range(min(2, self.kills)):
            self._kill(command)
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def _kill(self, command):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        seen = self._written()
        for _ in range(self.moments.randint(1, 4)):  # so often it has written something new
            while process.poll() is None and self._written() == seen:
                time.sleep(0.005)
            seen = self._written()
        process.send_signal(signal.SIGKILL)
        self.killed += process.wait() == -signal.SIGKILL
        self.kills -= 1

    def _written(self):
        """What tells that the grader is at work: its files, and when they were written."""
        return {path: path.stat().st_mtime_ns for path in self.school.out.glob("[!.]*")} | {
            "records": len(list(self.school.out.glob("records/*/*")))
        }


def whole_term(school, grade):
    """Every week an exercise: handed in, marked, handed in again; later a task changes."""
    said = []
    for week in range(1, school.exercises + 1):
        school.hand_in(week)
        said.append(grade())
        school.mark(week)
        school.hand_in_again(week)
        said.append(grade())  # what was marked and has changed asks for a new look
        school.mark(week)
        school.decide(week)
        if week == school.exercises // 2:
            school.change_task(1)
    school.change_task(school.exercises)
    said.append(grade())
    return said


def rows(path):
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def digests(out):
    return {
        str(path.relative_to(out)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }


def everyone_has_what_they_deserve(school):
    deserved = school.deserved()
    found = {row["student"].removeprefix("'"): row for row in rows(school.out / "class.csv")}
    assert sorted(found) == sorted(student.login for student in school.people)
    names = [course.name(k) for k in range(1, school.exercises + 1)]
    for login, row in found.items():
        scores = {name: float(row[name]) for name in names if row[name]}
        assert scores == pytest.approx(deserved.get(login, {}), abs=0.006), login
        assert row["pending"] == "0" and row["look_again"] == ""
        missing = [name for name in row["missing"].split(", ") if name]
        assert sorted([*scores, *missing]) == names


def exports_are_whole(school):
    """Canvas, Moodle and Gradescope get the scores of their exercises, and all feedback."""
    out, deserved = school.out, school.deserved()
    for number in range(1, school.exercises + 1):
        week, platform = course.name(number), school.platform(number)
        of_week = {s.login: deserved.get(s.login, {}).get(week) for s in school.people}
        handed_in = sum(score is not None for score in of_week.values())
        if platform == "canvas":
            table = {row["SIS Login ID"]: row[week] for row in rows(out / "canvas.csv")}
        elif platform == "moodle":
            by_id = {f"Participant {s.platform_id}": s.login for s in school.people}
            sheet = rows(out / "moodle" / f"{week}.csv")
            table = {by_id[row["Identifier"]]: row["Grade"] for row in sheet}
        else:
            paths = {s.login: gradescope_folder(out, s.email, week) for s in school.people}
            found = {login: path / "results.json" for login, path in paths.items()}
            table = {
                login: json.loads(path.read_text())["score"] if path.exists() else ""
                for login, path in found.items()
            }
        for login, score in of_week.items():
            told = table[login]
            assert (told == "") == (score is None), (week, login)
            assert score is None or float(told) == pytest.approx(score, abs=0.006), (week, login)
        if platform != "gradescope":
            with zipfile.ZipFile(out / "return" / platform / f"{week}.zip") as file:
                assert len(file.namelist()) == 2 * handed_in


def no_mark_is_lost(school):
    marks = {(row["student"], row["exercise"]): row for row in rows(school.out / "marks.csv")}
    for (who, number), work in school.works.items():
        name = school.people[who].known_as(school.platform(number))
        row = marks.get((name, course.name(number))) or marks[f"'{name}", course.name(number)]
        if work.argument:
            assert row["mark"] == str(work.mark) and row["comment"] == f"Seen, {work.version}."
            assert row["by"] == ("Xenia", "Yusuf")[who % 2]


def a_term_survives(tmp_path, students, exercises, kills):
    """The same term twice; the second time the grader is killed so often."""
    for name in ("quiet", "killed"):
        (tmp_path / name).mkdir()
    quiet = School(tmp_path / "quiet", students, exercises)
    said = whole_term(quiet, Grader(quiet))
    everyone_has_what_they_deserve(quiet)
    exports_are_whole(quiet)
    no_mark_is_lost(quiet)
    assert any("has changed since it was marked" in text for text in said)
    assert "look again" not in said[-1]
    killed = School(tmp_path / "killed", students, exercises)
    grader = Grader(killed, kills)
    whole_term(killed, grader)
    assert grader.kills == 0 and grader.killed >= 0.7 * kills, "it was over before it was killed"
    assert digests(killed.out) == digests(quiet.out)


def test_a_small_term_survives_two_kills(tmp_path):
    a_term_survives(tmp_path, students=9, exercises=2, kills=2)
