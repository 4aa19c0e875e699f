"""The marking page and whoever else writes to marks.csv: nothing that anybody saved is lost."""

import csv
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptronlib.grading.lock import alone
from perceptronlib.grading.marking.form import Form
from perceptronlib.grading.reports.marks import Marks, write_form
from tests.grading.class_to_mark import STUDENTS, WEEK, WHY, graded, marks_of, record, rows, stroke

pytestmark = pytest.mark.once


@pytest.fixture
def out(tmp_path):
    graded(tmp_path, dict.fromkeys(STUDENTS, "Because $x<1$."))
    return tmp_path


# -- several at once ---------------------------------------------------------------------------


def test_strokes_of_two_markers_at_once_are_all_kept(out):
    """Each in a program of their own, so that nothing but the lock keeps them apart."""
    forms = {"Xenia": Form(out), "Yusuf": Form(out)}

    def mark_all(by):
        for student in STUDENTS:
            for mark in ("1", "2", "3"):
                forms[by].give(stroke(student, mark, by, comment=f"{by} says {mark}"))

    threads = [threading.Thread(target=mark_all, args=(by,)) for by in forms]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    for student in STUDENTS:
        assert sorted(marks_of(out, student)) == [("Xenia", "3"), ("Yusuf", "3")]
    marks = Marks.read(out / "marks.csv")
    assert marks.of("ada", WEEK, WHY, 3) == 3
    assert sorted(marks.comment("ada", WEEK, WHY).split("\n")) == ["Xenia says 3", "Yusuf says 3"]


def test_strokes_and_a_grader_that_writes_the_form_again_and_again_lose_nothing(out):
    found, form, goes_on = [record(s, "Because $x<1$.") for s in STUDENTS], Form(out), True

    def grade():
        while goes_on:
            with alone(out):  # which takes away what other graders left unfinished
                write_form(out, found)

    thread = threading.Thread(target=grade)
    thread.start()
    try:
        for mark in ("0", "1", "2", "3") * 5:
            for student in STUDENTS:
                form.give(stroke(student, mark))
                assert marks_of(out, student) == [("", mark)]
    finally:
        goes_on = False
        thread.join()


def test_a_comment_alone_does_not_make_a_mark_fit_another_answer(out):
    """The grader has not said yet that the answer has changed."""
    Form(out).give(stroke("ada", "2"))
    Form(out).give(stroke("ada", comment="Good.", text="Now I know."))
    write_form(out, [record("ada", "Now I know.")])
    assert Marks.read(out / "marks.csv").of("ada", WEEK, WHY, 3) is None


# -- who else writes to the form ---------------------------------------------------------------


def edited(out, change):
    """Do as a spreadsheet does: read all, change some, and write all."""
    found = rows(out)
    head = list(found[0])
    found = change(found) or found
    for row in found:
        head += [name for name in row if name not in head]
    with open(out / "marks.csv", "w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, head, restval="", delimiter=";")
        writer.writeheader()
        writer.writerows(found)


def mark_by_hand(student, **cells):
    def change(found):
        for row in found:
            if row["student"] == student:
                row.update(cells)

    return change


def test_what_a_spreadsheet_changed_meanwhile_is_taken_over(out):
    form = Form(out)
    form.give(stroke("ada", "1", comment="One."))
    edited(out, mark_by_hand("ada", mark="2", comment="Two.", room="4"))
    edited(out, mark_by_hand("bob", mark="3", room="5"))
    sheet = form.give(stroke("eve", "0"))
    assert [marks_of(out, s) for s in STUDENTS] == [
        [("", "2")],
        [("", "3")],
        [("", "0")],
        [("", "")],
    ]
    assert [row["room"] for row in rows(out)] == ["4", "5", "", ""]
    assert sheet.marks.comment("ada", WEEK, WHY) == "Two."
    assert form.news == ["marks.csv was edited elsewhere: 2 cells taken over."]


def test_an_older_copy_that_is_saved_takes_no_mark_away(out):
    form = Form(out)
    form.give(stroke("ada", "1", "Xenia"))
    older = (out / "marks.csv").read_bytes()
    form.give(stroke("ada", "2", "Xenia"))
    form.give(stroke("bob", "3", "Yusuf", comment="Good."))
    for _ in range(2):  # and once more, when the spreadsheet is closed
        (out / "marks.csv").write_bytes(older)
        edited(out, mark_by_hand("eve", mark="1,5"))
        form.read()
        assert marks_of(out, "ada") == [("Xenia", "2")] and marks_of(out, "bob") == [("Yusuf", "3")]
        assert marks_of(out, "eve") == [("", "1,5")]
        assert form.news[-1].startswith("An older copy of marks.csv was saved over it: 3 cells")


def test_a_mark_that_was_taken_away_by_hand_stays_away(out):
    form = Form(out)
    for student in STUDENTS:
        form.give(stroke(student, "1"))
    edited(out, mark_by_hand("ada", mark=""))
    form.read()
    assert marks_of(out, "ada") == [("", "")] and marks_of(out, "bob") == [("", "1")]


def test_what_was_changed_here_and_there_at_once_is_kept_twice(out):
    form = Form(out)
    for student in STUDENTS[1:]:
        form.give(stroke(student, "1"))
    older = (out / "marks.csv").read_bytes()
    for student in ("ada", "bob", "eve"):
        form.give(stroke(student, "3", comment="Here."))
    (out / "marks.csv").write_bytes(older)
    edited(out, mark_by_hand("bob", mark="2", comment="There."))
    sheet = form.read()
    assert marks_of(out, "ada") == [("", "3")] and marks_of(out, "eve") == [("", "3")]
    assert sorted(marks_of(out, "bob")) == [("", "2"), ("", "3")]
    assert sheet.marks.of("bob", WEEK, WHY, 3) is None
    assert {"There.", "Here."} <= set(sheet.marks.comment("bob", WEEK, WHY).split("\n"))


def test_a_form_that_is_gone_comes_back_with_all_its_marks(out):
    form = Form(out)
    form.give(stroke("ada", "2", "Xenia", comment="Good."))
    (out / "marks.csv").unlink()
    assert form.read().marks.of("ada", WEEK, WHY, 3) == 2
    write_form(out, [record(s, "Because $x<1$.") for s in STUDENTS])
    assert marks_of(out, "ada") == [("Xenia", "2")]


def test_a_mark_that_comes_back_is_still_for_the_answer_that_was_read(out):
    form = Form(out)
    form.give(stroke("ada", "2"))
    (out / "marks.csv").unlink()
    form.read()
    write_form(out, [record("ada", "Now I know.")])
    assert Marks.read(out / "marks.csv").is_changed("ada", WEEK, WHY)


def test_a_spreadsheet_may_write_numbers_in_its_own_way(out):
    form = Form(out)
    form.give(stroke("ada", "2.5"))
    form.give(stroke("bob", "1"))
    edited(out, mark_by_hand("ada", mark="2,50"))
    form.give(stroke("bob", "2"))
    assert form.read().marks.of("ada", WEEK, WHY, 3) == 2.5 and form.news == []


def test_a_comment_written_to_an_older_one_stands_below_the_newer(out):
    form = Form(out)
    form.give(stroke("ada", comment="One."))
    edited(out, mark_by_hand("ada", comment="Two."))
    form.give(stroke("ada", comment="One. And one more.", before="One."))
    assert rows_of_comment(out) == "Two.\nOne. And one more."


def rows_of_comment(out):
    return Marks.read(out / "marks.csv").rows[0].comment


MARKS = st.sampled_from(["", "0", "1", "2", "3"])
WHO = st.sampled_from(["", "Xenia"])
DOES = st.one_of(
    st.tuples(st.just("page"), st.sampled_from(STUDENTS[:3]), WHO, MARKS),
    st.tuples(st.just("open")),
    st.tuples(st.just("save"), st.sampled_from(STUDENTS[:3]), st.text("ab\n=;", max_size=3)),
)


@settings(max_examples=40)
@given(st.lists(DOES, max_size=12))
def test_a_spreadsheet_that_only_writes_beside_the_marks_never_undoes_one(tmp_path_factory, steps):
    """It is opened and saved at any time; all it changes is a column of its own."""
    out = tmp_path_factory.mktemp("out")
    graded(out, dict.fromkeys(STUDENTS, "Because $x<1$."))
    form, now = Form(out), {}
    spreadsheet, notes = rows(out), {}
    for what, *about in steps:
        if what == "page":
            student, by, mark = about
            form.give(stroke(student, mark, by))
            now[student, by] = mark
        elif what == "open":
            spreadsheet = rows(out)
        elif not [v for v in now.values() if v == ""]:  # an emptied mark looks like an older copy
            student, note = about
            for row in spreadsheet:
                if row["student"] == student:
                    row["note"] = notes[student] = note
            edited(out, lambda _: [dict(row) for row in spreadsheet])  # noqa: B023
            form.read()
        found = form.read().marks
        for (student, by), mark in now.items():
            own = [row.mark for row in found.rows if row.key[0] == student and row.mark]
            assert not mark or mark in own, (student, by, mark, own)
