"""Promises about the grader's reports: no mark is lost, no formula runs, nobody is wronged."""

import csv
import io
import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptronlib.checks.wording import with_code
from perceptronlib.grading.files import safe_name
from perceptronlib.grading.record import FailedCell, ManualAnswer, PartResult, Record, TaskResult
from perceptronlib.grading.reports import similarity
from perceptronlib.grading.reports.answers import write_answers
from perceptronlib.grading.reports.asked import Asked
from perceptronlib.grading.reports.canvas import write_canvas
from perceptronlib.grading.reports.class_table import Class, write_class
from perceptronlib.grading.reports.feedback import feedback, write_feedback
from perceptronlib.grading.reports.grades import Desk, grades
from perceptronlib.grading.reports.gradescope import write_gradescope
from perceptronlib.grading.reports.marks import Marks, write_form
from perceptronlib.grading.reports.pages import page
from perceptronlib.grading.reports.people import Roster
from perceptronlib.grading.reports.questions import questions
from perceptronlib.grading.reports.scores import write_scores
from perceptronlib.grading.reports.similarity import write_similarity
from perceptronlib.grading.reports.summary import _Tally, in_words, write_summary
from perceptronlib.grading.reports.tables import (
    harmless,
    read_table,
    restored,
    write_table,
)

pytestmark = pytest.mark.once
EVIL = '=HYPERLINK("http://x","<script>alert(1)</script>")'
HINT = "A tie is a mistake too: test `<= 0`."


def part(name="", share=1.0, says=""):
    return PartResult(name, share, 1, says)


def task(name="update", points=3, score=3.0, parts=None, hint=""):
    amiss = [part(share=score / points, says="" if score == points else "not right")]
    about = (name, f"About {name}", "function", points, score, hint)
    return TaskResult(*about, parts=tuple(parts or amiss))


def manual(name="why", points=4, answer="Because."):
    return ManualAnswer(name, name, points, answer)


def record(student="ada", exercise="01_perceptron", tasks=(), asked=(), problem="", cells=()):
    failed = tuple(FailedCell(int(number), how) for number, how in dict(cells).items())
    file = f"{student}/{exercise}.ipynb"
    return Record("k", exercise, 0, problem, tuple(tasks), tuple(asked), failed, student, file)


def asked(rubric):
    return Asked("01_perceptron", "why", "", rubric, "Why")


def page_of(record, marks=None):
    (grade,) = grades([record], Desk(marks or Marks()))
    return feedback(grade)


def rows(path):
    """A CSV file as any other program reads it."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def fill(out, **marks):
    """Do as an instructor does: write marks and comments into the form."""
    head, *body = rows(out / "marks.csv")
    for row in body:
        if row[0] in marks:
            row[4:6] = marks[row[0]]
    with open(out / "marks.csv", "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([head, *body])


def files(out):
    return {p.relative_to(out): p.read_bytes() for p in out.rglob("*") if p.is_file()}


CLASS = [
    record("ada", tasks=[task()], asked=[manual()]),
    record("bob", tasks=[task(score=1.5, hint=HINT)], asked=[manual(answer=EVIL)]),
    record(EVIL, tasks=[task(score=0.0, hint=HINT)], asked=[manual(answer="")], cells={"4": EVIL}),
    record("ada", "02_geometry", tasks=[task("angle", 2, 2.0)]),
    record("zoë", "02_geometry", tasks=[task("angle", 2, 0.0)], problem="the file is empty"),
]


def write_everything(out, records=CLASS):
    said = write_form(out, iter(records))
    marks = Marks.read(out / "marks.csv")
    write_answers(out, iter(records), [asked("One point a step.")])
    found = grades(records, Desk(marks))
    write_scores(out, iter(found))
    write_gradescope(out, iter(found))
    write_feedback(out, iter(found))
    write_class(out, Class(found, Desk(marks), ["01_perceptron", "02_geometry"]))
    write_summary(out, iter(found), ["x.ipynb: it belongs to no exercise"])
    return said


# -- marks -------------------------------------------------------------------------------------


def test_the_form_has_one_empty_row_for_each_answer_question_by_question(tmp_path):
    asked = [manual("why", 4), manual("how", 2)]
    write_form(tmp_path, [record("bob", asked=asked), record("ada", asked=asked)])
    assert [row[:6] for row in rows(tmp_path / "marks.csv")[1:]] == [
        ["ada", "01_perceptron", "why", "4", "", ""],
        ["bob", "01_perceptron", "why", "4", "", ""],
        ["ada", "01_perceptron", "how", "2", "", ""],
        ["bob", "01_perceptron", "how", "2", "", ""],
    ]
    assert (tmp_path / "marks.csv").read_bytes()[:3] == b"\xef\xbb\xbf"  # or Excel breaks umlauts


@pytest.mark.parametrize("comment", ["=x", "'=x", "''-x", "'x", "-x", "@", "+", "\tx", "\rx", "\n"])
def test_comments_that_look_like_formulas_are_kept_to_the_letter(tmp_path, comment):
    write_form(tmp_path, CLASS[:1])
    head, row = rows(tmp_path / "marks.csv")
    write_table(tmp_path / "marks.csv", [head, [*row[:4], "1", harmless(comment)]])
    for _ in range(2):
        write_form(tmp_path, CLASS[:1])
        assert Marks.read(tmp_path / "marks.csv").rows[0].comment == comment
        assert not re.match(r"[=+\-@\t\r]", rows(tmp_path / "marks.csv")[1][5])


def test_a_question_without_a_mark_is_pending_and_one_marked_zero_is_not(tmp_path):
    write_form(tmp_path, CLASS)
    fill(tmp_path, bob=("0", "No."))
    marks = Marks.read(tmp_path / "marks.csv")
    assert marks.of("ada", "01_perceptron", "why", 4) is None
    assert marks.of("bob", "01_perceptron", "why", 4) == 0
    assert [q.status for q in questions(CLASS[0], marks)] == ["right", "pending"]
    assert [q.status for q in questions(CLASS[1], marks)] == ["partly", "wrong"]


TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
NAMES = st.text(st.characters(), min_size=1, max_size=12)
FILLED = st.tuples(st.one_of(st.integers(0, 4).map(str), TEXTS), TEXTS)


@given(st.dictionaries(NAMES, FILLED, max_size=5), st.sets(NAMES, max_size=4))
def test_no_mark_and_no_comment_is_ever_lost(tmp_path_factory, filled, others):
    """Whatever is in the cells, and whoever comes and goes between two runs."""
    out = tmp_path_factory.mktemp("out")
    write_form(out, [record(student, asked=[manual()]) for student in filled])
    before = Marks.read(out / "marks.csv")
    keys = {row.key[0]: student for row, student in zip(before.rows, sorted(filled), strict=True)}
    given = [[*key, "4", *filled[keys[key[0]]]] for key in (row.key for row in before.rows)]
    write_table(out / "marks.csv", [before.head, *([harmless(c) for c in row] for row in given)])
    for students in (others, [*filled, *others], []):
        write_form(out, [record(student, asked=[manual()]) for student in students])
        now = Marks.read(out / "marks.csv")
        kept = {(row.key, row.mark, row.comment) for row in now.rows}
        for student, exercise, question, _, mark, comment in given:
            if mark.strip() or comment.strip():
                assert ((student, exercise, question), mark, comment) in kept


def test_a_filled_row_whose_submission_is_gone_stays_at_the_end_and_comes_back(tmp_path):
    write_form(tmp_path, CLASS)
    fill(tmp_path, ada=("3", "Good."), bob=("2", "Short."))
    said = write_form(tmp_path, CLASS[1:3])
    assert rows(tmp_path / "marks.csv")[-1][:6] == [
        "ada",
        "01_perceptron",
        "why",
        "4",
        "3",
        "Good.",
    ]
    assert said == ["marks.csv, line 4: there is no submission of 01_perceptron by 'ada'"]
    assert write_form(tmp_path, CLASS) == []
    assert Marks.read(tmp_path / "marks.csv").of("ada", "01_perceptron", "why", 4) == 3


@pytest.mark.parametrize("mark", ["good", "-1", "4.5", "nan", "1e1", "=1+1", "٣", "2/4"])
def test_a_mark_that_cannot_be_is_told_with_its_line_not_applied_and_not_lost(tmp_path, mark):
    write_form(tmp_path, CLASS[:2])
    fill(tmp_path, bob=(mark, "Hm."))
    said = write_form(tmp_path, CLASS[:2])
    assert said == [
        f"marks.csv, line 3: the mark of 'bob' must be a number from 0 to 4; got {mark!r}"
    ]
    marks = Marks.read(tmp_path / "marks.csv")
    assert marks.of("bob", "01_perceptron", "why", 4) is None
    assert marks.rows[1].mark == mark
    assert marks.problems(CLASS[:2]) == said


def test_marks_for_unknown_questions_and_two_different_marks_are_told(tmp_path):
    write_form(tmp_path, CLASS[:1])
    extra = (
        "ada,01_perceptron,where,4,1,\r\nada,01_perceptron,why,4,1,\r\nada,01_perceptron,why,4,2,"
    )
    with open(tmp_path / "marks.csv", "a", encoding="utf-8", newline="") as file:
        file.write(extra)
    said = write_form(tmp_path, CLASS[:1])
    assert said == [
        "marks.csv, line 2: 'ada' has two different marks for 'why'",
        "marks.csv, line 3: 'ada' has two different marks for 'why'",
        "marks.csv, line 4: 01_perceptron has no question 'where' to be marked",
    ]
    assert Marks.read(tmp_path / "marks.csv").of("ada", "01_perceptron", "why", 4) is None


@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("comma", [",", ";", "\t"])
def test_the_form_may_come_back_from_any_spreadsheet(tmp_path, code, comma):
    """With other separators and encodings, columns in another order, one more, a decimal comma."""
    head = ["mark", "Student", "exercise", "question", "by", "points", "comment"]
    text = io.StringIO()
    writer = csv.writer(text, delimiter=comma)
    writer.writerows([head, ["2,5", "zoë", "01_perceptron", "why", "ülo", "4", "a\nb"]])
    (tmp_path / "marks.csv").write_bytes(text.getvalue().encode(code))
    assert write_form(tmp_path, [record("zoë", asked=[manual()])]) == []
    marks = Marks.read(tmp_path / "marks.csv")
    assert marks.of("zoë", "01_perceptron", "why", 4) == 2.5
    assert marks.comment("zoë", "01_perceptron", "why") == "a\nb"
    assert marks.head[-1] == "by" and marks.rows[0].more == ("ülo",)
    assert marks.comma == comma


@pytest.mark.parametrize("broken", ['student,mark\n"ada,3\n', "who,what\nada,3\n"])
def test_a_form_that_cannot_be_read_is_left_alone(tmp_path, broken):
    (tmp_path / "marks.csv").write_text(broken)
    (said,) = write_form(tmp_path, CLASS)
    assert "no mark of it counts" in said
    assert (tmp_path / "marks.csv").read_text() == broken
    write_answers(tmp_path, CLASS, [])
    assert "no mark of it counts" in (tmp_path / "to_mark.html").read_text("utf-8")


def test_all_answers_stand_beside_their_rubric_with_the_rows_that_are_empty(tmp_path):
    write_form(tmp_path, CLASS)
    fill(tmp_path, ada=("3", ""))
    write_answers(tmp_path, CLASS, [asked("One point < a step.")])
    text = (tmp_path / "to_mark.html").read_text("utf-8")
    assert "One point &lt; a step." in text and "3 points" in text
    assert "nothing found in its cell" in text and "line 2" in text
    (line,) = (k for k, row in enumerate(rows(tmp_path / "marks.csv"), 1) if row[0] == "bob")
    assert f"Still empty in marks.csv: line {line}." in text  # EVIL wrote nothing, which is 0
    assert "nothing was written: 0 points, unless you give some" in text
    assert "<script" not in text
    two = [manual("why", 4), manual("how", 2)]
    write_answers(tmp_path, [record("bob", asked=two), record("ada", asked=two)], [])
    text = (tmp_path / "to_mark.html").read_text("utf-8")
    heads = re.findall(r"<h[23]>([^<]+)</h[23]>", text)
    assert heads == [
        "01_perceptron: why", "Rubric", "ada", "bob", "01_perceptron: how", "Rubric", "ada", "bob"
    ]  # fmt: skip


# -- tables ------------------------------------------------------------------------------------


@given(
    st.lists(st.lists(st.text(st.characters(codec="utf-8")), min_size=2, max_size=4), min_size=1)
)
def test_tables_come_back_as_they_were_written(tmp_path_factory, table):
    path = tmp_path_factory.mktemp("out") / "table.csv"
    table = [["student", *row] for row in table]
    write_table(path, table)
    assert [row for _, row in read_table(path)[0]] == table


@given(st.one_of(st.text(st.characters(codec="utf-8")), st.text(";,|\t\r\n\"'=+-@a01e ")))
def test_no_text_is_a_formula_whatever_separates_cells_and_it_comes_back(text):
    written = harmless(text)
    assert not re.match(r"[=+\-@\t\r]", written)
    for separator in ",;|\t\n\r":
        assert not [cell for cell in written.split(separator) if re.match(r"[=+\-@]", cell)]
    assert restored(written) == text


@pytest.mark.parametrize(
    "text",
    ["007", "1e5", "2E3", "3.10", "1-2", "10/11", "10:30", "MAR1", "1 May", "true", "1" * 16],
)
def test_a_name_that_a_spreadsheet_would_change_begins_with_an_apostrophe(text):
    assert harmless(text) == f"'{text}" and restored(f"'{text}") == text


@pytest.mark.parametrize("text", ["ada", "12", "0", "01_perceptron", "Marie", "May", "ada@x.org"])
def test_a_name_that_no_spreadsheet_changes_stays_as_it_is(text):
    assert harmless(text) == text


def test_scores_are_those_of_the_questions_and_pending_points_are_not_zero(tmp_path):
    write_form(tmp_path, CLASS)
    fill(tmp_path, bob=("2,5", ""))
    write_everything(tmp_path)
    found = {(row[0], row[1]): [*row[2:5], row[-1]] for row in rows(tmp_path / "scores.csv")}
    assert found["student", "exercise"] == ["score", "out_of", "pending", "problem"]
    assert found["ada", "01_perceptron"] == ["3", "7", "4", ""]
    assert found["bob", "01_perceptron"] == ["4", "7", "0", ""]
    assert found["zoë", "02_geometry"] == ["0", "2", "0", "the file is empty"]
    single = {tuple(row[:3]): row[3:] for row in rows(tmp_path / "questions.csv")}
    assert single["ada", "01_perceptron", "why"] == ["", "4", "pending", "", "", ""]
    assert single["bob", "01_perceptron", "update"] == ["1.5", "3", "partly", "1.5", HINT, ""]
    assert single["bob", "01_perceptron", "why"] == ["2.5", "4", "partly", "2.5", "", ""]
    nobody = single[f"'{EVIL}", "01_perceptron", "why"]
    assert nobody == ["0", "4", "no answer", "0", "", ""]


@pytest.mark.parametrize(
    "parts, score, status",
    [
        ([part("a"), part("b")], 3.0, "right"),
        ([part("a"), part("b", 0.0, "not right")], 1.5, "partly"),
        ([part("a", 0.0, "it stopped with KeyError"), part("b")], 0.0, "wrong"),
        ([part("a", 0.0, "no answer: its cell is as it was handed out")], 0.0, "no answer"),
        ([part("a", 0.0, "not written yet (a tie)")], 0.0, "no answer"),
    ],
)
def test_the_status_of_a_question(parts, score, status):
    (found,) = questions(record(tasks=[task(score=score, parts=parts)]), Marks())
    assert found.status == status


def test_no_table_holds_a_formula(tmp_path):
    write_everything(tmp_path)
    for name in ("scores.csv", "questions.csv", "marks.csv", "class.csv"):
        cells = [cell for row in rows(tmp_path / name) for cell in row]
        assert f"'{EVIL}" in cells
        assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


def test_gradescope_gets_each_question_and_no_score_for_what_is_pending(tmp_path):
    write_everything(tmp_path)
    path = tmp_path / "gradescope" / "bob" / "01_perceptron" / "results.json"
    result = json.loads(path.read_text())
    assert result["score"] == 1.5 and result["output"] == "4 points are still to be marked."
    tried, asked = result["tests"]
    assert tried == {
        "name": "About update", "number": "1", "visibility": "visible", "score": 1.5,
        "max_score": 3, "status": "failed", "output": f"{HINT}\nnot right",
    }  # fmt: skip
    assert asked == {
        "name": "why",
        "number": "2",
        "visibility": "visible",
        "output": "to be marked",
    }
    assert (tmp_path / "gradescope" / safe_name(EVIL) / "01_perceptron").is_dir()


FIXED = "Student,ID,SIS User ID,SIS Login ID,Section"
ROSTER = f"""{FIXED},Notes,Exercise 1: the perceptron (77),Final Score
,,,,,,Manual Posting,
    Points Possible,,,,,,3.00,(read only)
"Lovelace, Ada",11,S1,ada,"A, 1",=note,1,50
"O'Neil ""Bob"", Jr.",12,S2,BOB@example.org,A,,,
"Müller, Zoë",13,S3,zm1,A,,,
"Müller, Zoë",14,S4,zm2,A,,,
=evil,15,S5,evil,A,,2,
"Student, Test",16,,test,A,,,
"""
TITLE = {"01_perceptron": "Exercise 1: the perceptron"}


def canvas(out, records, roster=ROSTER, title=TITLE):
    (out / "roster.csv").write_text(roster, encoding="utf-8")
    write_form(out, records)
    found = grades(records, Desk(Marks.read(out / "marks.csv")))
    said = write_canvas(out, out / "roster.csv", iter(found), title)
    return said, rows(out / "canvas.csv") if (out / "canvas.csv").exists() else []


def test_scores_go_into_the_column_that_canvas_has_and_all_else_stays(tmp_path):
    said, table = canvas(tmp_path, [record("ada", tasks=[task()])])
    expected = list(csv.reader(io.StringIO(ROSTER)))
    expected[3][6], expected[7][0] = "3", "'=evil"
    assert table == expected
    assert [line for line in said if "ada" in line or "Test" in line] == []
    assert any('O\'Neil "Bob", Jr. (line 5)' in s and "handed in nothing" in s for s in said)


@pytest.mark.parametrize(
    "student", ["ada", "ADA", "S1", "11", "Lovelace, Ada", "Ada Lovelace", "ada  lovelace"]
)
def test_students_are_known_by_login_number_or_name(tmp_path, student):
    _, table = canvas(tmp_path, [record(student, tasks=[task(score=1.5)])])
    assert table[3][6] == "1.5"


def test_two_students_of_one_name_are_told_apart_by_login_only(tmp_path):
    said, table = canvas(tmp_path, [record("Mu\u0308ller, Zoe\u0308", tasks=[task()])])
    assert table[5][6] == table[6][6] == ""
    assert "could be lines 6 and 7 of roster.csv: name the submission by login" in said[0]
    _, table = canvas(tmp_path, [record("zm2", tasks=[task()])])
    assert (table[5][6], table[6][6]) == ("", "3")


def test_who_is_not_in_the_gradebook_and_who_is_there_twice_is_told(tmp_path):
    three = [record(s, tasks=[task(score=s == "S1" and 1.0)]) for s in ("eve", "ada", "S1")]
    said, table = canvas(tmp_path, three)
    assert "roster.csv has no student 'eve'" in said
    assert any("'S1' and 'ada' are both line 4 of roster.csv" in line for line in said)
    assert table[3][6] == "1"


def test_an_exercise_that_is_pending_is_left_as_it_is_and_a_marked_one_is_whole(tmp_path):
    records = [record("bob@example.org", tasks=[task()], asked=[manual()])]
    said, table = canvas(tmp_path, records)
    assert table[4][6] == ""
    assert "Exercise 1: the perceptron (77) has 3.00 points in Canvas; 01_perceptron has 7" in said
    fill(tmp_path, **{"bob@example.org": ("4", "")})
    assert canvas(tmp_path, records)[1][4][6] == "7"


def test_an_exercise_that_canvas_does_not_know_gets_a_column_and_its_points(tmp_path):
    said, table = canvas(tmp_path, [record("ada", tasks=[task()])], title={})
    assert [row[8] for row in table] == ["01_perceptron", "", "3", "3", "", "", "", "", ""]
    two = ROSTER.replace("Notes", "Exercise 1: the perceptron (78)")
    said, table = canvas(tmp_path, [record("ada", tasks=[task()])], two)
    assert "it has a column of its own" in said[0] and table[0][8] == "01_perceptron"
    other = ROSTER.replace("Notes", "01_perceptron_bonus (79)").replace("Final", "01_perceptron")
    _, table = canvas(tmp_path, [record("ada", tasks=[task()])], other, title={})
    assert table[3][5:] == ["=note", "1", "50", "3"]
    longer = ROSTER.replace("Notes", "01_perceptron: at home (79)")
    _, table = canvas(tmp_path, [record("ada", tasks=[task()])], longer, title={})
    assert table[3][5:] == ["3", "1", "50"]


def test_the_beginning_of_a_title_names_a_column_if_nothing_fits_better(tmp_path):
    brief = ROSTER.replace("Exercise 1: the perceptron (77)", "Exercise 1 (77)")
    _, table = canvas(tmp_path, [record("ada", tasks=[task()])], brief)
    assert len(table[0]) == 8 and table[3][6] == "3"
    both = ROSTER.replace("Notes", "Exercise 1 (79)").replace("Final Score", "Exercise 10 (80)")
    _, table = canvas(tmp_path, [record("ada", tasks=[task()])], both)
    assert len(table[0]) == 8 and table[3][5:7] == ["=note", "3"]


def test_a_student_whom_only_the_class_list_knows_is_found_in_the_gradebook(tmp_path):
    people = [(1, ["login", "email"]), (2, ["ada", "countess@example.org"])]
    (tmp_path / "roster.csv").write_text(ROSTER, encoding="utf-8")
    desk = Desk(roster=Roster.of("class.csv", people))
    found = grades([record("countess@example.org", tasks=[task()])], desk)
    write_canvas(tmp_path, tmp_path / "roster.csv", found, TITLE)
    assert rows(tmp_path / "canvas.csv")[3][6] == "3"


@pytest.mark.parametrize("roster", ["", "a,b\n1,2\n", 'Student,ID\n"x,1\n'])
def test_what_is_no_gradebook_is_told_and_nothing_is_written(tmp_path, roster):
    said, table = canvas(tmp_path, [record("ada", tasks=[task()])], roster)
    assert len(said) == 1 and "roster.csv" in said[0] and table == []


# -- pages -------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """The tags of a page, with their attributes, and its text."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.text, self.open = [], "", []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@given(st.text(st.characters()), st.text(st.characters()))
def test_nothing_that_a_student_wrote_becomes_a_tag(name, text):
    """The page of a student who writes this has the same tags as one who writes nothing special."""

    def made(name, text):
        parts = [part("ties", 0.0, text)]
        tried = task(score=0.0, parts=parts)
        return page_of(record(name, tasks=[tried], cells={"4": text}, problem=text))

    plain = [tag for tag, _ in Tags(made("ada", "x")).tags]
    tags = [tag for tag, _ in Tags(made(name, text or "x")).tags]
    assert [tag for tag in tags if tag != "code"] == plain


def test_feedback_says_what_is_not_right_and_what_to_do(tmp_path):
    parts = [part("mistakes"), part("ties", 0.0, "the answer to a hidden case is not right")]
    tried = task(score=2.0, parts=parts, hint=HINT)
    asked = [manual("why"), manual("how")]
    failed = {"4": "NameError", "9": "too slow", "10": "ended"}
    some = record(tasks=[tried], asked=asked, cells=failed)
    write_form(tmp_path, [some])
    text = (tmp_path / "marks.csv").read_text("utf-8-sig").replace("why,4,,", "why,4,3,Well <put>")
    (tmp_path / "marks.csv").write_text(text)
    text = Tags(page_of(some, Marks.read(tmp_path / "marks.csv"))).text
    for said in (
        "5 of 11 points.", "4 points are still to be marked", "About update", "2 of 3 points",
        "A tie is a mistake too: test <= 0.", "mistakes: right", "Well <put>", "3 of 4 points",
        "ties: the answer to a hidden case is not right", "cell 5 stopped with NameError",
        "cell 10 took too long",
        "cell 11 ended the program",
    ):  # fmt: skip
        assert said in text


def test_code_is_set_as_code_only_where_its_quotes_come_in_pairs():
    assert with_code("`a < b` and `c`") == "<code>a &lt; b</code> and <code>c</code>"
    assert with_code("a ` b") == "a ` b"


def luminance(colour):
    channels = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_every_text_stands_out_by_4_5_to_1_on_light_and_dark_screens():
    """The contrast that WCAG 2.2 asks for (success criterion 1.4.3)."""
    schemes = page("", "").split("prefers-color-scheme")
    assert len(schemes) == 2
    for scheme in schemes:
        found = re.findall(r"--(\w+): (#\w+)", scheme)
        colours = {
            name: c if len(c) == 7 else "#" + "".join(x * 2 for x in c[1:]) for name, c in found
        }
        grounds = [luminance(colours.pop(name)) for name in ("paper", "card", "code")]
        for name, colour in colours.items():
            for ground in grounds:
                low, high = sorted([luminance(colour), ground])
                assert (high + 0.05) / (low + 0.05) >= 4.5, name


def test_pages_have_a_language_a_title_an_alternative_for_each_picture_and_load_nothing(tmp_path):
    write_everything(tmp_path)
    write_similarity(tmp_path, {"01": [similarity.Pair("a", "<b>", 0.9, "<script>")], "02": []})
    pages = sorted(tmp_path.rglob("*.html"))
    assert len(pages) == len(CLASS) + 4
    for path in pages:
        text = path.read_text("utf-8")
        found = Tags(text)
        assert found.open == [] and ("html", {"lang": "en"}) in found.tags
        assert re.search(r"<title>[^<]+</title>", text)
        assert all(about.get("alt") for tag, about in found.tags if tag == "img")
        assert not {"script", "link", "iframe", "a"} & {tag for tag, _ in found.tags}
        sources = [about["src"] for _, about in found.tags if "src" in about]
        assert all(source.startswith("data:image/png") for source in sources)


def test_everything_is_the_same_to_the_byte_when_it_is_written_again(tmp_path):
    write_everything(tmp_path / "a")
    once = files(tmp_path / "a")
    write_everything(tmp_path / "a")
    write_everything(tmp_path / "b", CLASS[::-1])
    assert once == files(tmp_path / "a") == files(tmp_path / "b")
    assert {"marks.csv", "scores.csv", "questions.csv", "histograms.png"} <= set(map(str, once))


def test_half_a_surrogate_breaks_no_report(tmp_path):
    """JSON can hold one, UTF-8 cannot."""
    write_everything(tmp_path, [record("\ud800", tasks=[task()], asked=[manual(answer="\udfff")])])
    fill(tmp_path, **{"\\ud800": ("4", "")})
    assert Marks.read(tmp_path / "marks.csv").of("\ud800", "01_perceptron", "why", 4) == 4


# -- summary -----------------------------------------------------------------------------------


def test_the_summary_counts_what_happened_and_what_was_misunderstood(tmp_path):
    write_everything(tmp_path)
    text = Tags((tmp_path / "summary.html").read_text("utf-8")).text
    assert "5 submissions by 4 students, 2 answers to be marked." in text
    assert "2 × A tie is a mistake too" in text
    assert "x.ipynb: it belongs to no exercise" in text
    assert "zoë/02_geometry.ipynb: the file is empty" in text
    assert (tmp_path / "histograms.png").read_bytes()[:4] == b"\x89PNG"


def test_bars_tell_nothing_and_everything_from_what_is_between():
    assert _Tally("", [0, 0.1, 0.25, 0.5, 0.6, 0.75, 0.99, 1, 1]).bars() == [1, 2, 1, 2, 1, 2]


def test_the_terminal_is_told_the_same_in_a_few_lines():
    assert in_words(grades(CLASS, Desk()), ["x.ipynb: it belongs to no exercise"]) == [
        "5 submissions by 4 students, 2 answers to be marked.",
        f"01_perceptron: 3 submissions, 50% of the points that are marked. Most often (2): {HINT}",
        "02_geometry: 2 submissions, 50% of the points that are marked.",
        "2 problems: see summary.html.",
    ]
