"""Rules of a term: what is late, what it costs, what the instructor sets; nothing in silence."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from perceptronlib.grading.record import ManualAnswer, PartResult, Record, TaskResult
from perceptronlib.grading.reports.class_table import Class, write_class
from perceptronlib.grading.reports.grades import Desk, grades
from perceptronlib.grading.reports.marks import Marks, write_form
from perceptronlib.grading.reports.moodle import times, write_moodle
from perceptronlib.grading.reports.overrides import Overrides, make_form
from perceptronlib.grading.reports.people import Roster
from perceptronlib.grading.reports.tables import read_table, write_table
from perceptronlib.grading.reports.term import Term, TermError, make_template
from perceptronlib.grading.run import OtherResults, agreed_seed, remember

pytestmark = pytest.mark.once
HOUR = timedelta(hours=1)
NAMES = ["01_a", "02_b"]
NOW = datetime(2026, 11, 1, tzinfo=UTC)
KNOWN = {"01_a": {"twice": 4.0, "why": 6.0}, "02_b": {"twice": 4.0, "why": 6.0}}


def handed_in(student="ada", exercise="01_a", at="", score=4.0, answer="Because.", **more):
    parts = (PartResult("", score / 4, 1),)
    tasks = (TaskResult("twice", "Twice", "function", 4, score, parts=parts),)
    asked = (ManualAnswer("why", "Why", 6, answer),)
    more = {"by_platform": bool(at), "file": f"{student}/x.ipynb", **more}
    return Record("k", exercise, tasks=tasks, manual=asked, student=student, time=at, **more)


def rules(tmp_path, text):
    (tmp_path / "term.toml").write_text(text, encoding="utf-8")
    return Term.read(tmp_path, NAMES)


def table(tmp_path, *rows):
    head = ["student", "exercise", "what", "value", "comment"]
    write_table(tmp_path / "overrides.csv", [head, *rows])
    return Overrides.read(tmp_path / "overrides.csv")


DUE = """
timezone = "UTC"
[deadlines]
01_a = "2026-10-12 12:00"
02_b = 2026-10-19
[late]
grace_minutes = 15
percent_per_day = 10
most_percent = 25
days_accepted = 4
"""


# -- lateness ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "at, days, percent",
    [
        ("2026-10-12T11:59:59+00:00", 0, 0),
        ("2026-10-12T12:15:00+00:00", 0, 0),  # the grace, to the second
        ("2026-10-12T14:15:00+02:00", 0, 0),  # the same moment, told in another zone
        ("2026-10-12T12:15:01+00:00", 1, 10),
        ("2026-10-13T12:00:00+00:00", 1, 10),
        ("2026-10-13T12:00:01+00:00", 2, 20),
        ("2026-10-15T12:00:00+00:00", 3, 25),  # never more than most_percent
        ("2026-10-16T12:00:01+00:00", 5, 100),  # later than days_accepted
    ],
)
def test_what_lateness_costs(tmp_path, at, days, percent):
    (grade,) = grades([handed_in(at=at)], Desk(term=rules(tmp_path, DUE)))
    assert (grade.lateness.days, grade.lateness.percent) == (days, percent)
    assert (grade.raw, grade.score) == (4, round(4 * (1 - percent / 100), 2))


def test_a_day_alone_is_due_at_its_end(tmp_path):
    term = rules(tmp_path, DUE)
    assert term.deadline("ada", "02_b") == datetime(2026, 10, 19, 23, 59, 59, tzinfo=UTC)


def test_a_deadline_is_in_its_timezone_also_when_the_clock_changes(tmp_path):
    term = rules(tmp_path, 'timezone = "Europe/Berlin"\n[deadlines]\n01_a = "2026-10-25 12:00"')
    assert term.deadline("ada", "01_a") == datetime(2026, 10, 25, 11, 0, tzinfo=UTC)


def test_free_days_are_spent_deadline_by_deadline(tmp_path):
    term = rules(tmp_path, DUE.replace("[late]", "[late]\nfree_days = 3"))
    late = [
        handed_in(exercise="02_b", at="2026-10-21T12:00:00+00:00"),
        handed_in(exercise="01_a", at="2026-10-14T11:00:00+00:00"),
    ]
    found = {grade.exercise: grade.lateness for grade in grades(late, Desk(term=term))}
    assert (found["01_a"].days, found["01_a"].free, found["01_a"].percent) == (2, 2, 0)
    assert (found["02_b"].days, found["02_b"].free, found["02_b"].percent) == (2, 1, 10)
    assert found["01_a"].in_words == "2 days late, all of it free"


@pytest.mark.parametrize("code, comma", [("utf-8-sig", ";"), ("utf-8", ","), ("utf-8-sig", "\t")])
def test_moodles_worksheet_goes_back_in_the_form_in_which_it_came(tmp_path, code, comma):
    path = tmp_path / "Grades.csv"
    lines = [comma.join(line) for line in (["Identifier", "Grade"], ["Participant 11", ""])]
    path.write_text("\r\n".join(lines) + "\r\n", encoding=code, newline="")
    write_moodle(tmp_path, {"01_a": path}, grades([handed_in("Ada_11", answer="")], Desk()))
    expected = path.read_bytes().replace(f"11{comma}".encode(), f"11{comma}4".encode())
    assert (tmp_path / "moodle" / "01_a.csv").read_bytes() == expected


def test_extensions_are_for_one_exercise_or_for_every_one_and_never_shorten(tmp_path):
    text = '\n[extensions.01_a]\nada = "2026-10-14 12:00"\n[extensions.every]\nada = 1\nbob = 2.5\n'
    term = rules(tmp_path, DUE + text)
    assert term.deadline("ada", "01_a") == datetime(2026, 10, 14, 12, tzinfo=UTC)
    assert term.deadline("ada", "02_b") == datetime(2026, 10, 20, 23, 59, 59, tzinfo=UTC)
    assert term.deadline("bob", "01_a") == datetime(2026, 10, 15, 0, tzinfo=UTC)
    assert term.deadline("eve", "01_a") == datetime(2026, 10, 12, 12, tzinfo=UTC)


def test_an_extension_counts_under_any_name_that_the_class_list_knows(tmp_path):
    term = rules(tmp_path, DUE + '[extensions.01_a]\n"Lovelace, Ada" = 2\n')
    roster = Roster.of("class.csv", [(1, ["Name", "Login"]), (2, ["Ada Lovelace", "ada"])])
    late = handed_in(at="2026-10-14T11:00:00+00:00")
    (grade,) = grades([late], Desk(term=term, roster=roster))
    assert grade.lateness.days == 0


def test_nobody_is_late_by_the_time_of_a_file_unless_that_is_wanted(tmp_path):
    late = handed_in(at="2026-10-14T11:00:00+00:00", by_platform=False)
    (grade,) = grades([late], Desk(term=rules(tmp_path, DUE)))
    assert grade.lateness.unknown == "handed in at an unknown time" and grade.score == 4
    assert grade.time == ""
    term = rules(tmp_path, DUE + "file_times = true")
    (grade,) = grades([late], Desk(term=term))
    assert grade.lateness.days == 2 and grade.time == late.time


def test_canvas_says_who_is_late_and_the_instructor_by_how_much(tmp_path):
    term = rules(tmp_path, DUE)
    late = handed_in("bob_7", file="bob_LATE_7_8_x.ipynb")
    soon = handed_in("ada_6", file="ada_6_9_x.ipynb")
    found = {g.student: g.lateness for g in grades([late, soon], Desk(term=term))}
    assert found["bob_7"].unknown == "late, says Canvas, but not by how much"
    assert not found["ada_6"].in_words
    days = table(tmp_path, ["bob_7", "01_a", "late days", "2", ""])
    found = {g.student: g for g in grades([late, soon], Desk(term=term, overrides=days))}
    assert found["bob_7"].lateness.days == 2 and found["bob_7"].score == 3.2


@pytest.mark.parametrize(
    "text, said",
    [
        ("[deadlines]\n01 = 2026-10-12", "there is no exercise '01'; there are 01_a, 02_b"),
        ("[deadlines]\n01_a = 'soon'", 'deadline of 01_a must look like "2026-10-12 23:59"'),
        ("[deadlines]\n01_a = 12", 'deadline of 01_a must look like "2026-10-12 23:59"'),
        ("[late]\ngrace = 15", r"\[late\] grace is not known; there are grace_minutes"),
        ("[late]\nfree_days = 1.5", "free_days must be a whole number from 0; got 1.5"),
        ("[late]\npercent_per_day = 200", "percent_per_day must be a number from 0 to 100"),
        ("[late]\nfile_times = 1", "file_times must be true or false; got 1"),
        ("deadline = 1", "deadline is not known; there are roster"),
        ("late = 3", "late must be a table"),
        ("timezone = 'Moon/North'", "there is no timezone 'Moon/North'"),
        ("roster = 'none.csv'", "roster: there is no file"),
        ("bonus = ['03']", "bonus: there is no exercise '03'"),
        ("[extensions.01_a]\nada = -1", "must be a number of days, 0 or more"),
        ("[extensions.every]\nada = '2026-10-12'", "must be a number of days"),
        ("[late", "cannot be read"),
        ("free_days = 1\nfree_days = 2", "cannot be read"),
    ],
)
def test_rules_that_cannot_be_understood_stop_the_grader_with_a_sentence(tmp_path, text, said):
    with pytest.raises(TermError, match=said):
        rules(tmp_path, text)


def test_the_template_has_no_effect_and_every_line_of_it_works(tmp_path):
    make_template(tmp_path)
    assert Term.read(tmp_path, NAMES) == Term()
    text = (tmp_path / "term.toml").read_text()
    for name in ("class.csv", "gradebook.csv", "Grades-Exercise 1.csv"):
        (tmp_path / name).touch()
    lines = re.findall(r"^# ((?:\[|[\w\"]+[\w \".]* = ).*)$", text, re.M)
    (tmp_path / "term.toml").write_text("\n".join(lines))
    used = ["01_perceptron", "02_variants", "07_experts"]
    term = Term.read(tmp_path, used)
    assert term.free_days == 3 and len(term.deadlines) == 2 and len(term.extensions) == 3
    assert term.roster and term.canvas and term.moodle and term.bonus and term.file_times


ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_rules_in_the_instructors_guide_are_as_it_says(tmp_path):
    (text,) = re.findall(r"^```toml\n(.*?)^```", README, re.M | re.S)
    (tmp_path / "class.csv").touch()
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "term.toml").write_text(text)
    term = Term.read(tmp_path / "results", ["01_perceptron", "02_variants"])
    assert term.grace == timedelta(minutes=15) and (term.free_days, term.days_accepted) == (3, 7)
    assert (term.percent_per_day, term.most_percent, term.file_times) == (10, 50, False)
    hours = {
        (who, exercise): (term.deadline(who, exercise) - term.deadlines[exercise]) / HOUR
        for who in ("ada", "Dee Dee", "byron", "eve")
        for exercise in term.deadlines
    }
    assert hours["ada", "01_perceptron"] == 72 and hours["eve", "01_perceptron"] == 0
    assert hours["byron", "01_perceptron"] == hours["byron", "02_variants"] == 48
    assert 192 <= hours["Dee Dee", "01_perceptron"] < 192.1 and hours["ada", "02_variants"] == 0


def points_of(exercise):
    """The points of each question of an exercise, by its master."""
    cells = json.loads((ROOT / "solutions" / f"{exercise}.ipynb").read_text("utf-8"))["cells"]
    about = [cell["metadata"].get("nbgrader", {}) for cell in cells]
    return {a["grade_id"].removesuffix("-test"): a["points"] for a in about if a.get("grade")}


def test_the_decisions_in_the_instructors_guide_count(tmp_path):
    (text,) = re.findall(r"^\| student \| exercise.*?\n\|(?:---\|)+\n(.*?)^\n", README, re.M | re.S)
    rows = [[cell.strip() for cell in line[1:-2].split("|")] for line in text.splitlines()]
    found = table(tmp_path, *rows)
    known = {name: points_of(name) for name in ("01_perceptron", "02_variants")}
    records = [Record("k", row[1], student=row[0]) for row in rows]
    assert len(found.rows) == 6 and found.problems(records, known) == []
    assert found.wishes() == {("byron", "01_perceptron"): "old/01_perceptron.ipynb"}
    assert found.points("ada", "01_perceptron", "update") == 1.5
    assert found.points("byron", "01_perceptron", "late days") == 0
    assert found.comment("zoe", "02_variants") == "See me after class."


# -- overrides ---------------------------------------------------------------------------------


@pytest.mark.parametrize("comma", [",", ";"])
def test_a_comment_may_be_typed_without_quotation_marks(tmp_path, comma):
    head = comma.join(["student", "exercise", "what", "value", "comment"])
    row = comma.join(
        ["ada", "01_a", "twice", "3", f"Well done{comma} but see line 3{comma} please"]
    )
    (tmp_path / "overrides.csv").write_text(f"{head}\n{row}\n")
    said = Overrides.read(tmp_path / "overrides.csv").comment("ada", "01_a", "twice")
    assert said == f"Well done{comma} but see line 3{comma} please"


def test_an_override_replaces_points_and_the_raw_score_stays_beside(tmp_path):
    rows = [
        ["ada", "01_a", "twice", "2,5", "Half of it."],
        ["ada", "01_a", "why", "6", ""],
        ["ada", "01_a", "bonus", "1", "For the erratum."],
        ["ada", "01_a", "", "", "Well done."],
        ["bob", "01_a", "total", "7", "Shown in class."],
        ["eve", "01_a", "total", "9", "On paper."],
        ["eve", "02_b", "bonus", "-1", ""],
    ]
    records = [handed_in(), handed_in("bob")]
    desk = Desk(overrides=table(tmp_path, *rows))
    found = {(grade.student, grade.exercise): grade for grade in grades(records, desk)}
    ada, bob, eve = (found[who, "01_a"] for who in ("ada", "bob", "eve"))
    assert (ada.raw, ada.bonus, ada.score, ada.pending) == (8.5, 1, 9.5, 0)
    assert [q.graded for q in ada.questions] == [4, None] and ada.comment == "Well done."
    assert ada.questions[0].comment == "Half of it."
    assert (bob.raw, bob.pending) == (7, 0) and [q.score for q in bob.questions] == [4, None]
    assert (eve.score, eve.out_of) == (9, 10) and found["eve", "02_b"].score == 0
    assert desk.overrides.problems(records, KNOWN) == []


@pytest.mark.parametrize(
    "row, said",
    [
        (["ada", "01_a", "twise", "1"], "01_a has no question 'twise'; it has twice, why, total"),
        (["ada", "01", "twice", "1"], "there is no exercise '01'; there are 01_a, 02_b"),
        (["eve", "01_a", "twice", "1"], "there is no submission of 01_a by 'eve'"),
        (
            ["ada", "01_a", "twice", "5"],
            "'twice' has 4 points; for more than that there is 'bonus'",
        ),
        (["ada", "01_a", "twice", "-1"], "twice must be a number; got '-1'"),
        (["ada", "01_a", "twice", "all"], "twice must be a number; got 'all'"),
        (["ada", "01_a", "late days", "1.5"], "late days are whole; got '1.5'"),
        (["ada", "01_a", "", "3"], "the column 'what' does not say of which question"),
    ],
)
def test_an_override_that_cannot_be_is_told_with_its_line_and_changes_nothing(tmp_path, row, said):
    found = table(tmp_path, [*row, ""])
    (problem,) = found.problems([handed_in()], KNOWN)
    assert problem.startswith("overrides.csv, line 2: ") and said in problem
    (grade,) = grades([handed_in()], Desk(overrides=found.valid([handed_in()], KNOWN)))
    assert grade.score == 4


def test_two_different_overrides_of_one_thing_are_told_and_neither_counts(tmp_path):
    found = table(tmp_path, ["ada", "01_a", "twice", "1", ""], ["ada", "01_a", "twice", "2", ""])
    said = found.problems([handed_in()], KNOWN)
    assert len(said) == 2 and "'twice' of 'ada' is set in two ways" in said[0]
    assert grades([handed_in()], Desk(overrides=found))[0].score == 4


def test_the_grader_never_writes_to_overrides_that_are_there(tmp_path):
    make_form(tmp_path)
    (tmp_path / "overrides.csv").write_text("mine")
    make_form(tmp_path)
    assert (tmp_path / "overrides.csv").read_text() == "mine"
    assert "no column 'student'" in Overrides.read(tmp_path / "overrides.csv").unread


def test_a_new_submission_after_an_override_asks_for_a_new_look(tmp_path):
    rows = [["ada", "01_a", "twice", "2", "Half."], ["ada", "01_a", "bonus", "1", ""]]
    old, new = handed_in(digest="a"), handed_in(digest="b")
    assert table(tmp_path, *rows).outdated(tmp_path, [old]) == {}
    for _ in range(2):  # it does not go away by itself
        (row,) = table(tmp_path, *rows).outdated(tmp_path, [new])["ada", "01_a"]
        assert row.what == "twice"
    rows[0][4] = "Half, seen again."
    assert table(tmp_path, *rows).outdated(tmp_path, [new]) == {}


# -- a changed answer ---------------------------------------------------------------------------


def mark(out, points, keep=True):
    """Fill in a mark; with `keep` everything else stays as the grader wrote it."""
    rows = [cells for _, cells in read_table(out / "marks.csv").rows]
    rows[1][4] = points
    if not keep:
        rows[1][rows[0].index("look_again")] = ""
    write_table(out / "marks.csv", rows)


def of(out, record):
    said = write_form(out, [record])
    (grade,) = grades([record], Desk(Marks.read(out / "marks.csv")))
    return said, grade


def test_an_answer_that_changed_after_marking_waits_until_somebody_looked(tmp_path):
    of(tmp_path, handed_in())
    mark(tmp_path, "5")
    said, grade = of(tmp_path, handed_in())
    assert said == [] and grade.score == 9
    said, grade = of(tmp_path, handed_in(answer="Because not."))
    assert "the answer of 'ada' to 'why' has changed since it was marked" in said[0]
    assert grade.score == 4 and grade.pending == 6 and grade.look_again == ["why"]
    for same in ("5", "5.0", "5,00"):  # as a spreadsheet may save it
        mark(tmp_path, same)
        assert of(tmp_path, handed_in(answer="Because not."))[1].pending == 6
    mark(tmp_path, "3")
    said, grade = of(tmp_path, handed_in(answer="Because not."))
    assert said == [] and grade.score == 7 and grade.look_again == []
    of(tmp_path, handed_in(answer="Or so."))
    mark(tmp_path, "3", keep=False)  # the mark holds for the new answer, too
    said, grade = of(tmp_path, handed_in(answer="Or so."))
    assert said == [] and grade.score == 7 and grade.look_again == []


def test_a_mark_that_was_given_to_an_earlier_answer_is_never_taken_for_the_new_one(tmp_path):
    """A marker works on a copy of the form while the student hands in again."""
    of(tmp_path, handed_in())
    copy = (tmp_path / "marks.csv").read_bytes()
    of(tmp_path, handed_in(answer="Because not."))
    (tmp_path / "marks.csv").write_bytes(copy)
    mark(tmp_path, "5")
    said, grade = of(tmp_path, handed_in(answer="Because not."))
    assert len(said) == 1 and grade.pending == 6


def test_other_spaces_are_no_change_and_another_picture_is(tmp_path):
    of(tmp_path, handed_in(answer="A\n\nB"))
    mark(tmp_path, "5")
    assert of(tmp_path, handed_in(answer="A \n B\n"))[1].score == 9


def test_a_form_of_an_older_grader_is_read_and_its_marks_count(tmp_path):
    (tmp_path / "marks.csv").write_text(
        "student,exercise,question,points,mark,comment\nada,01_a,why,6,5,Good.\n"
    )
    said, grade = of(tmp_path, handed_in())
    assert said == [] and grade.score == 9
    assert of(tmp_path, handed_in(answer="Else."))[1].pending == 6


def test_an_argument_that_was_not_written_is_0_and_never_waits(tmp_path):
    _, grade = of(tmp_path, handed_in(answer=""))
    assert grade.pending == 0 and grade.score == 4
    assert grade.questions[1].status == "no answer"
    mark(tmp_path, "2")
    assert of(tmp_path, handed_in(answer=""))[1].score == 6


# -- the class ---------------------------------------------------------------------------------

CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section
    Points Possible,,,,
"Lovelace, Ada",11,S1,ada,A
"Byron, George",12,S2,byron,A
"Student, Test",13,,test,A
"""
MOODLE = """First name,Last name,ID number,Email address,Groups
Ada,Lovelace,0011,ada@example.org,
George,Byron,0012,byron@example.org,
"""
COLUMNS = (
    "Identifier,Full name,Email address,Status,Grade,Maximum grade,Last modified (submission),"
    "Last modified (grade),Feedback comments\n"
)
WORKSHEET = f"""{COLUMNS}\
Participant 11,Ada Lovelace,ada@example.org,Submitted,,10.00,"Monday, 12 October 2026, 12:16 PM",-,
Participant 12,George Byron,byron@example.org,Submitted,,10.00,"Monday, October 12, 2026, 11:00",-,
Participant 13,Eve Adams,eve@example.org,No submission,,10.00,-,-,
"""
PLAIN = "student;name\nada;Ada Lovelace\nbyron;George Byron\n"
ALONE = "ada\nbyron\n"
GERMAN = "sep=;\nNachname;Vorname;Matrikelnummer\nLovelace;Ada;0011\nByron;George;0012\n"


@pytest.mark.parametrize(
    "text, names",
    [
        (CANVAS, ["ada", "S1", "lovelaceada_11", "Lovelace, Ada", "Ada Lovelace", "ADA"]),
        (MOODLE, ["0011", "ada@example.org", "ada", "Ada Lovelace", "Ada Lovelace_999"]),
        (MOODLE, ["lovelaceada_1001"]),  # as Canvas puts it into the names of files
        (GERMAN, ["0011", "Ada Lovelace", "Lovelace, Ada"]),
        (WORKSHEET, ["Ada Lovelace_11", "Participant_11", "ada@example.org", "ada"]),
        (PLAIN, ["ada", "Ada Lovelace", "Lovelace, Ada"]),
        (ALONE, ["ada"]),
    ],
)
def test_class_lists_of_any_kind_are_understood(tmp_path, text, names):
    (tmp_path / "class.csv").write_text(text)
    roster = Roster.read(tmp_path / "class.csv")
    assert len(roster.people) == 2 + (text == WORKSHEET)
    assert {roster.person(name) for name in names} == {roster.people[0]}
    assert roster.person("nobody") is None


def test_two_students_of_one_name_are_never_taken_for_each_other(tmp_path):
    (tmp_path / "class.csv").write_text("Name,Login\nAda Lovelace,ada1\nAda Lovelace,ada2\n")
    roster = Roster.read(tmp_path / "class.csv")
    assert roster.person("Ada Lovelace") is None and roster.person("ada2").known_as == "ada2"


def test_the_table_shows_totals_gaps_and_lateness_of_everyone_on_the_list(tmp_path):
    (tmp_path / "class.csv").write_text("student,name\n007,=Ada\nbob,Bob\nzed,Zed\n")
    term = rules(tmp_path, DUE + "[moodle]")
    records = [
        handed_in("007", at="2026-10-13T12:00:01+00:00"),
        handed_in("007", "02_b", answer=""),
        handed_in("bob", "02_b", score=2.0),
        handed_in("eve", "02_b"),
    ]
    desk = Desk(term=term, roster=Roster.read(tmp_path / "class.csv"))
    the_class = Class(grades(records, desk), desk, NAMES, NOW)
    write_class(tmp_path, the_class)
    found = [row for _, row in read_table(tmp_path / "class.csv").rows]
    assert found == [
        [*("student", "name", *NAMES), *("total", "out_of", "pending", "missing"), "days_late",
         "look_again"],
        ["'007", "'=Ada", "3.2", "4", "7.2", "20", "6", "", "2", ""],
        ["bob", "Bob", "", "2", "2", "20", "6", "01_a", "0", ""],
        ["zed", "Zed", "", "", "0", "20", "0", "01_a, 02_b", "0", ""],
        ["eve", "eve", "", "4", "4", "20", "6", "01_a", "0", ""],
    ]  # fmt: skip
    assert (tmp_path / "class.csv").read_bytes()[:3] == b"\xef\xbb\xbf"
    assert the_class.in_words() == [
        "01_a: 1 of 4 handed in, 1 late; missing: Bob, Zed, eve.",
        "02_b: 3 of 4 handed in, 3 handed in at an unknown time (007, bob, eve); missing: Zed.",
        "Not in the class list: eve.",
    ]
    page = (tmp_path / "class.html").read_text("utf-8")
    assert "2 days late, −20 %" in page and "raw 4" in page
    assert "6 to be marked" in page and "(not in the class list)" in page


def test_whoever_was_given_points_without_a_submission_did_not_hand_in(tmp_path):
    given = table(tmp_path, ["zed", "01_a", "total", "7", "Shown on paper."])
    desk = Desk(overrides=given, term=rules(tmp_path, DUE))
    said = Class(grades([handed_in("ada", at="2026-10-12T10:00:00+00:00")], desk), desk, NAMES, NOW)
    assert said.in_words()[0] == "01_a: 1 of 2 handed in; points without it: zed."


def test_what_is_not_due_yet_is_missing_from_nobody(tmp_path):
    desk = Desk(term=rules(tmp_path, DUE))
    records = [handed_in("ada", at="2026-10-12T10:00:00+00:00")]
    before = Class(grades(records, desk), desk, NAMES, datetime(2026, 10, 13, tzinfo=UTC))
    assert before.exercises == ["01_a"] and before.missing(before.rows[0]) == []
    after = Class(grades(records, desk), desk, NAMES, NOW)
    assert after.exercises == NAMES and after.missing(after.rows[0]) == ["02_b"]


def test_names_beyond_the_first_few_are_counted(tmp_path):
    (tmp_path / "class.csv").write_text("login\nada\n")
    desk = Desk(roster=Roster.read(tmp_path / "class.csv"))
    records = [handed_in(f"s{k:02d}") for k in range(11)]
    notes = Class(grades(records, desk), desk, NAMES, NOW).notes
    assert notes == ["Not in the class list: s00, s01, s02, s03, s04, s05, s06, s07 and 3 more."]


def test_a_bonus_exercise_adds_to_the_total_and_is_never_missing(tmp_path):
    desk = Desk(term=rules(tmp_path, 'bonus = ["02_b"]'))
    records = [handed_in("ada", answer=""), handed_in("ada", "02_b", answer=""), handed_in("bob")]
    the_class = Class(grades(records, desk), desk, NAMES, NOW)
    write_class(tmp_path, the_class)
    ada, bob = [row for _, row in read_table(tmp_path / "class.csv").rows][1:]
    assert ada[4:6] == ["8", "10"] and bob[7] == ""


# -- Moodle ------------------------------------------------------------------------------------


def test_moodles_worksheet_tells_when_and_gets_the_scores_and_nothing_else_changes(tmp_path):
    path = tmp_path / "Grades.csv"
    path.write_text(WORKSHEET)
    records = [
        handed_in("Ada Lovelace_11", answer=""),
        handed_in("George Byron_12"),
        handed_in("Zed_99", answer=""),
    ]
    term = rules(tmp_path, DUE + '[moodle]\n01_a = "Grades.csv"\n')
    told, amiss = times(term.moodle, [r.handed_in for r in records], term.zone)
    assert amiss == [] and told["Ada Lovelace_11", "01_a"] == "2026-10-12T12:16:00+00:00"
    said = write_moodle(tmp_path, term.moodle, grades(records, Desk(term=term, times=told)))
    assert said == [
        "Grades.csv: not in it: 'Zed_99'",
        "Grades.csv: 1 left out until the arguments are marked",
    ]
    before, after = (
        [row for _, row in read_table(p).rows] for p in (path, tmp_path / "moodle" / "01_a.csv")
    )
    assert after[1][4] == "3.6"  # one day late
    after[1][4] = ""
    assert after == before


def test_what_is_no_worksheet_is_told(tmp_path):
    (tmp_path / "Grades.csv").write_text("a,b\n1,2\n")
    sheets = {"01_a": tmp_path / "Grades.csv"}
    assert "no columns Identifier and Grade" in times(sheets, [], None)[1][0]
    assert "moodle/01_a.csv was not written" in write_moodle(tmp_path, sheets, [])[0]


# -- the seed ----------------------------------------------------------------------------------


def test_the_first_seed_is_kept_and_another_is_refused_unless_one_insists(tmp_path):
    assert agreed_seed(tmp_path, None, 0) == 0 and agreed_seed(tmp_path, 7, 0) == 7
    remember(tmp_path, 7, {})
    assert agreed_seed(tmp_path, None, 0) == agreed_seed(tmp_path, 7, 0) == 7
    with pytest.raises(OtherResults, match="was graded with seed 7. With seed 8 the hidden cases"):
        agreed_seed(tmp_path, 8, 0)
    assert agreed_seed(tmp_path, 8, 0, is_sure=True) == 8


def test_the_seed_of_an_older_or_unfinished_run_is_found_and_a_newer_one_is_refused(tmp_path):
    (tmp_path / "records" / "01_a").mkdir(parents=True)
    (tmp_path / "records" / "01_a" / "ada.json").write_text('{"seed": 5}')
    assert agreed_seed(tmp_path, None, 0) == 5
    (tmp_path / "run.json").write_text('{"seed": 6, "masters": {}}')  # before there was a form
    assert agreed_seed(tmp_path, None, 0) == 6
    (tmp_path / "run.json").write_text('{"seed": 6, "form": 999}')
    with pytest.raises(OtherResults, match="graded by a newer perceptronlib"):
        agreed_seed(tmp_path, None, 0)
    for damaged in ("{", "[]", '{"seed": "7"}'):
        (tmp_path / "run.json").write_text(damaged)
        with pytest.raises(OtherResults, match="is damaged"):
            agreed_seed(tmp_path, None, 0)
