"""A class and its instructors: what they do week by week, and what each student deserves for it.

Exercises come as Canvas, Moodle and Gradescope let them be downloaded, in turn. Everything is drawn
from a seed, so that two terms with one seed differ in nothing but in what befalls the grader. What
students deserve is computed here a second time, from what they did, and never from a report.
"""

from __future__ import annotations

import csv
import os
import random
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path

from . import course

ODD = ("=SUM(A1)", "1e5 Smith", "Müller, Zoë", "O'Neil, Bob", "-ada", "@home", "007", "MAR1 Jones")
PLATFORMS = ("gradescope", "canvas", "moodle")
DAY = 24 * 60
FREE_DAYS = 2
PERCENT = 10


@dataclass
class Student:
    """Who it is, by all the names that platforms have for one student."""

    number: int
    name: str

    @property
    def login(self) -> str:
        """The name that the class list is kept by; some look like numbers."""
        return {1: "007", 2: "1e5"}.get(self.number, f"login{self.number:02d}")

    @property
    def email(self) -> str:
        """The address, by which Gradescope knows them."""
        return f"{self.login}@example.org"

    @property
    def platform_id(self) -> int:
        """Canvas's and Moodle's number."""
        return 1000 + self.number

    def known_as(self, platform: str) -> str:
        """How the grader calls the student, from what the platform calls the file."""
        return {
            "canvas": f"student{self.number}_{self.platform_id}",
            "moodle": f"{self.name}_{self.platform_id}",
            "gradescope": self.email,
        }[platform]


@dataclass
class Work:
    """What a student handed in: how good it is, and by how many minutes it was late."""

    is_right: bool
    argument: str
    late: int
    version: int = 1
    mark: int | None = None


@dataclass
class School:
    """The class, its folder, and what everybody did so far."""

    base: Path
    students: int
    exercises: int
    seed: int = 0
    works: dict[tuple[int, int], Work] = field(default_factory=dict)
    overrides: list[list[str]] = field(default_factory=list)
    set_to: dict[tuple[int, int], float] = field(default_factory=dict)
    bonus: dict[tuple[int, int], float] = field(default_factory=dict)
    extra: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        names = [*ODD, *(f"Given{k} Family{k}" for k in range(self.students))][: self.students]
        self.people = [Student(k, name) for k, name in enumerate(names)]
        self.points = {k: course.TASK_POINTS for k in range(1, self.exercises + 1)}
        self.masters, self.submissions = self.base / "masters", self.base / "submissions"
        self.out = self.base / "results"
        for k in range(1, self.exercises + 1):
            course.write_master(self.masters, k)
        self.submissions.mkdir()
        self._class_list()
        self._rules()

    # -- what is on the instructor's desk

    def _class_list(self) -> None:
        with (self.base / "gradebook.csv").open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow(["Student", "ID", "SIS User ID", "SIS Login ID", "Section"])
            for s in self.people:
                rows.writerow([s.name, s.platform_id, f"S{s.number}", s.login, "A"])
        with (self.base / "class.csv").open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow(["name", "login", "id", "email"])
            rows.writerows([s.name, s.login, s.platform_id, s.email] for s in self.people)

    def _rules(self) -> None:
        self.extra = {self.people[0].number: 3, self.people[-1].number: 5}
        moodle = [k for k in self._numbers() if self.platform(k) == "moodle"]
        lines = [
            'roster = "../class.csv"\ncanvas = "../gradebook.csv"\ntimezone = "UTC"\n[deadlines]',
            *(f'{course.name(k)} = "{self._moment(k, 0)}"' for k in self._numbers()),
            f"[late]\ngrace_minutes = 30\nfree_days = {FREE_DAYS}\npercent_per_day = {PERCENT}",
            "[extensions.every]",
            *(f'"{self.people[n].login}" = {days}' for n, days in self.extra.items()),
            "[moodle]",
            *(f'{course.name(k)} = "../worksheet{k}.csv"' for k in moodle),
        ]
        self.out.mkdir()
        (self.out / "term.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
        for k in moodle:
            self._worksheet(k)

    def _numbers(self) -> range:
        return range(1, self.exercises + 1)

    def platform(self, number: int) -> str:
        """Where an exercise is handed in."""
        return PLATFORMS[number % 3]

    def _moment(self, number: int, minutes: int) -> str:
        """So many minutes after the deadline of an exercise; one exercise is due each week."""
        day, rest = divmod(12 * 60 + minutes, DAY)
        return f"2026-10-{1 + 3 * (number - 1) + day:02d} {rest // 60:02d}:{rest % 60:02d}"

    def _worksheet(self, number: int) -> None:
        """Moodle's table of an exercise, as it is at the moment."""
        head = ["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum grade"]
        head += ["Last modified (submission)", "Last modified (grade)", "Feedback comments"]
        path = self.base / f"worksheet{number}.csv"
        with path.open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow(head)
            for s in self.people:
                time, work = "-", self.works.get((s.number, number))
                if work:
                    day, clock = self._moment(number, work.late).split()
                    hour, minute = map(int, clock.split(":"))
                    half = "PM" if hour >= 12 else "AM"
                    time = f"{int(day[-2:])} October 2026, {hour % 12 or 12}:{minute:02d} {half}"
                who = [f"Participant {s.platform_id}", s.name, s.email, "", ""]
                most = self.points[number] + course.ARGUMENT_POINTS
                rows.writerow([*who, f"{most:.2f}", time, "-", ""])

    # -- what students do

    def hand_in(self, number: int) -> None:
        """Most of the class hand in; a few earn less, or come late, or wrote nothing."""
        draw = self.random
        for student in self.people:
            if draw.random() < 0.08 and student.number:
                continue
            late = draw.choice([-300, -60, -1, 20, 45, 200, DAY + 90, 2 * DAY + 1])
            argument = "" if draw.random() < 0.1 else f"Because of {student.name}, {number}."
            self.works[student.number, number] = Work(draw.random() < 0.7, argument, late)
            self._file(student, number)
        self._told(number)

    def hand_in_again(self, number: int, share: float = 0.2) -> None:
        """Some hand in a second version, with another argument, and right this time."""
        for student in self.people:
            work = self.works.get((student.number, number))
            if work and self.random.random() < share:
                work.version, work.is_right = work.version + 1, True
                work.argument = f"Now I know, says {student.name} ({work.version})."
                self._file(student, number)
        self._told(number)

    def _file(self, student: Student, number: int) -> None:
        work, week = self.works[student.number, number], course.name(number)
        data = course.solved(self.masters, number, work.is_right, work.argument)
        if self.platform(number) == "canvas":
            late = "LATE_" * (self._days(student, number) > 0)
            upload = 50_000 + 1000 * number + 10 * student.number + work.version
            who = f"student{student.number}_{late}{student.platform_id}"
            path = f"{who}_{upload}_{week}-{work.version}.ipynb"
        elif self.platform(number) == "moodle":
            who = f"{student.name}_{student.platform_id}_assignsubmission_file_"
            second = f" ({work.version - 1})" * (work.version > 1)
            path = f"{who}/{week}{second}.ipynb"
        else:
            path = f"assignment_{number}_export/submission_{student.platform_id}/{week}.ipynb"
        place = self.submissions / week / path
        if self.platform(number) == "gradescope":
            place = self.submissions / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)
        os.utime(place, (1.79e9 + work.version, 1.79e9 + work.version))

    def _told(self, number: int) -> None:
        """What the platform tells of an exercise beside the files."""
        if self.platform(number) == "moodle":
            self._worksheet(number)
        if self.platform(number) == "gradescope":
            lines = []
            for (who, of), work in sorted(self.works.items()):
                if of == number:
                    s, time = self.people[who], self._moment(number, work.late)
                    lines += [f"submission_{s.platform_id}:", "  :submitters:"]
                    lines += [f"  - :name: Student {who}", f"    :email: {s.email}"]
                    lines += [f"  :created_at: {time}:00.000 Z"]
            folder = self.submissions / f"assignment_{number}_export"
            (folder / "submission_metadata.yml").write_text("\n".join(lines) + "\n")

    # -- what instructors do

    def mark(self, number: int, markers: tuple[str, str] = ("Xenia", "Yusuf")) -> None:
        """Two markers share the answers, fill in the form, and look again at what has changed."""
        path = self.out / "marks.csv"
        with path.open(encoding="utf-8-sig", newline="") as file:
            head, *rows = csv.reader(file)
        if "by" not in head:
            head.append("by")
        at = {title: head.index(title) for title in head}
        by_name = {s.known_as(self.platform(number)): s for s in self.people}
        for row in rows:
            row += [""] * (len(head) - len(row))
            if row[at["exercise"]] != course.name(number):
                continue
            student = by_name[row[at["student"]].removeprefix("'")]
            work = self.works[student.number, number]
            if not work.argument:
                continue
            if not row[at["mark"]] or row[at["look_again"]]:
                work.mark = (student.number + number + work.version) % 7
                row[at["mark"]] = str(work.mark)
                row[at["comment"]] = f"Seen, {work.version}."
                row[at["look_again"]] = ""
                row[at["by"]] = markers[student.number % 2]
        with path.open("w", encoding="utf-8-sig", newline="") as file:
            csv.writer(file).writerows([head, *rows])

    def decide(self, number: int) -> None:
        """Overrides: points for a task, a bonus, a total, and days where Canvas only says LATE."""
        platform, week = self.platform(number), course.name(number)
        for place, student in enumerate(self.people):
            key, who = (student.number, number), student.known_as(platform)
            if key not in self.works:
                continue
            if platform == "canvas" and (days := self._days(student, number)):
                self.overrides.append([who, week, "late days", str(days), ""])
            if place % 9 == number:
                self.overrides.append([who, week, f"times{number}", "3", "As we said."])
                self.set_to[key] = 3
            if place % 11 == number:
                self.overrides.append([who, week, "bonus", "1,5", "For the question."])
                self.bonus[key] = 1.5
        with (self.out / "overrides.csv").open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(["student", "exercise", "what", "value", "comment"])
            rows.writerows([_typed(cell) for cell in row] for row in self.overrides)

    def change_task(self, number: int) -> None:
        """A task is worth twice as much, so all of that exercise is graded again."""
        self.points[number] = 2 * course.TASK_POINTS
        course.write_master(self.masters, number, self.points[number])
        self._told(number)

    # -- what they deserve

    def _days(self, student: Student, number: int) -> int:
        """The days that a work is late: begun ones after the deadline, beyond half an hour."""
        work = self.works.get((student.number, number))
        if work is None:
            return 0
        after = work.late - DAY * self.extra.get(student.number, 0)
        return ceil(after / DAY) if after > 30 else 0

    def deserved(self) -> dict[str, dict[str, float]]:
        """By login and exercise, the points of everybody."""
        found: dict[str, dict[str, float]] = {}
        for student in self.people:
            left = FREE_DAYS
            for number in self._numbers():
                key = student.number, number
                if key not in self.works:
                    continue
                work, days = self.works[key], self._days(student, number)
                left, costly = max(0, left - days), max(0, days - left)
                earned = self.points[number] * (1.0 if work.is_right else 0.5)
                raw = self.set_to.get(key, earned) + (work.mark or 0) * bool(work.argument)
                score = raw * (100 - PERCENT * costly) / 100 + self.bonus.get(key, 0)
                found.setdefault(student.login, {})[course.name(number)] = round(score, 2)
        return found


def _typed(cell: str) -> str:
    """As one types it in a spreadsheet, where a formula needs an apostrophe."""
    return f"'{cell}" if cell[:1] in "=-@" else cell
