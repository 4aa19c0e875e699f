"""What a student does on a page: predicts, answers a quiz, writes a few lines, and unfolds."""

import copy
import importlib
import pkgutil
import re

import nbformat
import pages
import pytest
import reading

from perceptronlib import adversaries, demos, pictures, theorems
from perceptronlib.checks.author import case, wrong
from perceptronlib.checks.tasks import verdict
from perceptronlib.checks.turns import Turn, answered
from perceptronlib.learners import Perceptron, Winnow
from perceptronlib.notebook.checked import checked
from perceptronlib.notebook.explore import explore, show, slider
from perceptronlib.notebook.predict import SHOW_ME, predict
from perceptronlib.notebook.quiz import quiz
from tests.lecture_cells import each, shown_by_kind

pytestmark = pytest.mark.once

VIEW = "application/vnd.jupyter.widget-view+json"
NAME = "00_start_here"
NEW = each(pages.NEW_RULES)


def stored(name):
    return nbformat.read(pages.LECTURES / f"{name}.ipynb", as_version=4)


def all_tasks():
    for info in pkgutil.iter_modules(demos.__path__):
        lecture = importlib.import_module(f"{demos.__name__}.{info.name}")
        if any(part.name == "tasks" for part in pkgutil.iter_modules(lecture.__path__)):
            tasks = importlib.import_module(f"{lecture.__name__}.tasks")
            yield from (pytest.param(lecture, turn, id=turn.name) for turn in tasks.TASKS)


# ---------------------------------------------------------------- predictions


def squares():
    fig, _ = pictures.figure(3, 2)
    how = {"data": lambda x: x, "move": lambda x: None, "describe": lambda x: f"It is {x * x}."}
    return explore(fig, x=slider("x", 0, 8, start=3), **how)


CHOICES = {"six": "That is 3 + 3.", "nine": "3 & 3 times.", "ten": "One too many."}


def asked():
    return predict(CHOICES, right="nine", then=squares())


def test_before_an_answer_there_are_buttons_and_nothing_else():
    row, reply = asked().widget().children
    assert [button.description for button in row.children] == [*CHOICES, SHOW_ME]
    assert type(row.children[0]).__name__ == "Button"
    assert reply.layout.display == "none" and reply.value == ""


@pytest.mark.parametrize(
    ("press", "said"),
    [
        (0, "<b>Not quite.</b> That is 3 + 3. Answer: <b>nine</b>. 3 &amp; 3 times."),
        (1, "<b>Right.</b> 3 &amp; 3 times."),
        (3, "Here it is. Look for the answer yourself."),
    ],
)
def test_an_answer_opens_a_reply_and_the_picture(press, said):
    box = asked().widget()
    buttons = box.children[0].children
    buttons[press].click()
    _, reply, picture = box.children
    assert f">{said}</p>" in reply.value and 'role="status"' in reply.value
    assert reply.layout.display is None
    assert [button.icon for button in buttons].index("circle") == press
    assert "It is 9." in picture.children[2].value


def test_a_second_thought_changes_the_reply_and_keeps_the_picture():
    box = asked().widget()
    for k in (0, 2):
        box.children[0].children[k].click()
    assert len(box.children) == 3 and "One too many." in box.children[1].value
    assert [button.icon for button in box.children[0].children] == ["", "", "circle", ""]


def test_a_stored_prediction_is_its_picture_and_gives_nothing_away():
    data, metadata = asked()._repr_mimebundle_()
    assert data["text/plain"] == "x = 3. It is 9." and metadata["image/png"]["alt"] == "It is 9."
    assert "nine" not in str({**data, "image/png": ""}) and VIEW in data


def test_a_prediction_knows_what_its_picture_knows():
    prediction = asked()
    assert prediction.at(x=2).sentence == "It is 4." and list(prediction.controls) == ["x"]
    assert len(list(prediction.settings())) > 5
    still = predict(CHOICES, "nine", show(pictures.figure(3, 2)[0], "Nothing."))
    with pytest.raises(AttributeError):
        _ = still.controls


def test_a_prediction_can_be_copied():
    assert copy.copy(asked()).right == "nine"


@NEW
def test_every_prediction_replies_to_everything_that_can_be_said(name):
    for prediction in shown_by_kind(name)["predictions"]:
        assert len(prediction.choices) >= 2 and prediction.right in prediction.choices
        for why in prediction.choices.values():
            assert why.endswith((".", "?")) and len(re.findall(r"[.?!](?: |$)", why)) <= 2, why


@NEW
def test_a_question_stands_before_every_picture_that_moves(name):
    asked = ""
    for cell in stored(name).cells:
        if cell.cell_type == "markdown":
            asked += re.sub(r"<details>.*?</details>", "", cell.source, flags=re.DOTALL)
            continue
        if "explore" in cell.metadata.get("tags", ()):
            assert "?" in asked, cell.source
        asked = ""


@NEW
def test_every_prediction_is_asked_before_and_explained_after_in_a_fold(name):
    cells = stored(name).cells
    for k, cell in enumerate(cells):
        if "predict" in cell.metadata.get("tags", ()):
            assert "explore" in cell.metadata["tags"]
            assert "**Predict.**" in cells[k - 1].source
            fold = cells[k + 1].source
            assert fold.startswith("<details><summary>What you should see, and why</summary>\n\n")
            assert "\n\n</details>" in fold


@NEW
def test_no_answer_to_a_prediction_stands_on_the_page(name):
    text = pages.written(stored(name))
    for prediction in shown_by_kind(name)["predictions"]:
        for said in ("<b>Right.", "Not quite", *prediction.choices.values()):
            assert said not in text


# ---------------------------------------------------------------- quizzes


def test_a_quiz_explains_the_choice_that_was_made_and_something_is_always_chosen():
    sum_of_twos = quiz("2 + 2?", {"4": "Count.", "5": "One too many."}, right="4")
    question, buttons, answers = sum_of_twos.widget().children
    assert buttons.index == answers.selected_index == 0
    assert answers.children[0].value == "" and len(answers.children) == len(buttons.options) == 3
    assert "<b>Yes.</b> Count." in answers.children[1].value
    assert "<b>No.</b> One too many." in answers.children[2].value


def test_a_stored_quiz_has_its_answers_in_a_fold():
    data, _ = quiz("2 < 3?", {"yes": "Count.", "no": "Look."}, right="yes")._repr_mimebundle_()
    assert data["text/plain"] == "2 < 3?\n  a) yes\n  b) no" and VIEW in data
    before, folded = data["text/html"].split("<details>")
    assert "2 &lt; 3?" in before and "Yes." not in before and "<b>Yes.</b> Count." in folded


@NEW
def test_no_quiz_has_its_answer_in_the_cell(name):
    quizzes = [cell for cell in stored(name).cells if "quiz" in cell.metadata.get("tags", ())]
    assert quizzes or name in pages.KINDS  # a page that is no lecture may do without
    assert all(re.fullmatch(r"demo\.quiz_\w+\(\)", cell.source) for cell in quizzes)


# ---------------------------------------------------------------- your turn

each_task = pytest.mark.parametrize(("lecture", "turn"), [*all_tasks()])


@each_task
def test_the_stub_is_not_begun_and_the_solution_right(lecture, turn):
    assert lecture.check(turn.made(turn.stub)).word == "not begun"
    report = lecture.check(turn.made(turn.solution))
    assert report.word == "right" and report.passed


@each_task
def test_every_wrong_answer_gets_its_own_hint(lecture, turn):
    assert len(turn.wrong) >= 3
    for one in turn.wrong:
        report = lecture.check(turn.made(turn.with_misconception(one)))
        assert report.word == "not yet" and report.says[0] == one.hint
    assert len({one.hint for one in turn.wrong}) == len(turn.wrong)


@each_task
def test_an_answer_that_ignores_its_input_is_not_right(lecture, turn):
    for constant in (0, None, turn.task.cases[0].right):
        assert not verdict(turn.task, [{"value": constant}] * len(turn.task.cases)).passed


@each_task
def test_every_task_stands_on_its_page(lecture, turn):
    number = lecture.__name__[-2:]
    (name,) = (page for page in pages.names() if page.startswith(number))
    cells = [c.source for c in stored(name).cells if "your-turn" in c.metadata.get("tags", ())]
    assert sum(source.startswith(turn.stub.rstrip()) for source in cells) == 1
    assert set(cells) == set(pages.stubs(name))


def test_an_unknown_wrong_answer_is_shown_the_first_case_that_differs():
    stub = "def twice(n):\n    ..."
    turn = Turn("twice", stub, "", lambda n: 2 * n, [case(1), case(3)], [])

    def twice(n):
        return n + 1

    assert str(answered([turn], twice)).endswith("For `twice(3)`: it gave 4, and 6 is right.")


def test_an_answer_that_returns_nothing_or_stops_is_told_so():
    turn = Turn("twice", "def twice(n):\n    ...", "", lambda n: 2 * n, [case(1)], [])

    def twice(n):
        n *= 2

    assert "is a return missing?" in str(answered([turn], twice))
    twice = type("Twice", (), {"__call__": lambda self, n: n / 0})()
    twice.__name__ = "twice"
    assert "ZeroDivisionError" in str(answered([turn], twice))


def test_check_wants_the_function_itself():
    with pytest.raises(ValueError, match="the function itself"):
        answered([], 3)
    with pytest.raises(ValueError, match="asks for no function len"):
        answered([], len)


def test_an_author_hears_of_a_wrong_answer_that_does_not_fit():
    turn = Turn("one", "", "def one():\n    return 1", lambda: 1, [case()], [])
    with pytest.raises(ValueError, match="the solution of one has no '2'"):
        turn.with_misconception(wrong("Two.", {"2": "3"}))
    assert turn.with_misconception(wrong("Two.", "def one(): return 2")) == "def one(): return 2"


# ---------------------------------------------------------------- checks out of sight


def test_a_claim_is_one_line_and_an_answer_is_folded():
    assert repr(checked("1 < 2.")) == "Checked: 1 < 2."
    assert "1 &lt; 2." in checked("1 < 2.")._repr_html_()
    folded = checked("1 < 2.", answer=True)._repr_html_()
    assert folded.startswith("<details><summary>") and "1 &lt;" not in folded.split("</summary>")[0]


@NEW
def test_claims_are_folded_and_say_what_holds(name):
    claims = [cell for cell in stored(name).cells if "claim" in cell.metadata.get("tags", ())]
    assert claims
    for cell in claims:
        assert cell.metadata["jupyter"]["source_hidden"]
        assert re.search(r"^\s*assert ", cell.source, re.MULTILINE), cell.source
        assert pages.texts(cell).lstrip().startswith("Checked: "), cell.source


@NEW
def test_a_claim_that_answers_a_prediction_does_not_give_it_away(name):
    cells = stored(name).cells
    for k, cell in enumerate(cells):
        if "predict" in cell.metadata.get("tags", ()) and k + 2 < len(cells):
            html = [o.get("data", {}).get("text/html", "") for o in cells[k + 2].get("outputs", ())]
            assert all(text.startswith("<details>") for text in html)


def test_a_certificate_is_one_line_and_unfolds():
    run = Perceptron(epochs=None).run([[2, 1], [1, 3], [-1, 2], [-2, -1]], [1, 1, -1, -1])
    line, table = theorems.novikoff(run)._repr_html_().split("<details>")
    assert "It holds here: 4 mistakes; the theorem allows 10." in line and "<table" not in line
    assert "<table>" in table and table.count("<tr>") > 4
    silent = theorems.novikoff(Perceptron(epochs=2).run([[1, 1], [1, 1]], [1, -1]))
    line, _ = silent._repr_html_().split("<details>")
    assert "No claim, because an assumption fails (some v separates the data)." in line


def test_a_strict_bound_allows_the_largest_whole_number_below_it():
    game = adversaries.winnow_worst(8, 2)
    certificate = theorems.winnow_disjunction(Winnow().run(game.X, game.y), relevant=[0, 1])
    assert certificate.bound == 16 and certificate.strict
    assert "14 mistakes; the theorem allows 15." in certificate._repr_html_()
    assert "beta" not in str(certificate.steps)  # the factor is 2, and the steps say so


# ---------------------------------------------------------------- the rules, tested


@pytest.fixture
def page():
    return stored(NAME)


def test_minutes_follow_a_rule():
    cell, code = nbformat.v4.new_markdown_cell, nbformat.v4.new_code_cell
    words = cell("word " * 650 + "<details>" + "word " * 650 + "</details>")
    tags = [["explore"], ["explore", "predict"], ["your-turn"], ["quiz"]]
    cells = [code("", metadata={"tags": list(t)}) for t in tags]
    assert reading.unfolded_words([words]) == 650
    assert reading.minutes([words]) == 5
    assert reading.minutes([words, *cells]) == 15  # 12.5


def first_code(page, tag):
    return next(
        c for c in page.cells if c.cell_type == "code" and tag in c.metadata.get("tags", ())
    )


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda p: p.cells[0].update(source="# Start here"), "does not say how the page comes"),
        (
            lambda p: p.cells[0].update(source="**Minutes:** 7 comes alive"),
            "takes 25 minutes, not 7",
        ),
        (lambda p: p.cells[0].update(source=p.cells[0].source + " word" * 3500), "unfolded words"),
        (lambda p: first_code(p, "claim").metadata.pop("jupyter"), "a check in plain sight"),
        (lambda p: p.cells[1].update(source="x = 1\n" * 13), "more than 12 lines"),
        (lambda p: first_code(p, "claim").update(outputs=[]), "does not say what it has shown"),
        (lambda p: first_code(p, "claim").update(source="assert 1"), "the first line of a folded"),
        (lambda p: first_code(p, "predict").update(source="x = demo.by_hand()"), "is one call"),
        (lambda p: first_code(p, "your-turn").update(source="1"), "differs from its stub"),
        (lambda p: first_code(p, "explore").outputs.pop(), "sentence is not to be seen"),
        (lambda p: p.cells[-1].update(source="731 mistakes"), "731 stands in the prose"),
    ],
)
def test_what_breaks_a_rule_is_noticed(page, spoil, complaint):
    spoil(page)
    assert any(complaint in said for said in pages.complaints(page, NAME))


def test_the_first_page_is_short(page):
    assert reading.unfolded_words(page.cells) <= 1500 and reading.minutes(page.cells) <= 25
    tags = {tag for cell in page.cells for tag in cell.metadata.get("tags", ())}
    assert {"explore", "predict", "your-turn", "algorithm", "quiz", "real-data", "claim"} <= tags
