"""Exercise 1 as a student does it: in a real JupyterLab, with wrong answers first."""

import shutil

import pytest
import setup

import exercises
from perceptronlib.grading.masters import Master

from .conftest import SETTINGS
from .looking import barriers, faint, in_both_themes, photograph

pytestmark = pytest.mark.xdist_group("exercise")
NAME = "01_perceptron"
ANSWER = """async ([name, text]) => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    const id = cell => cell.model.sharedModel.getMetadata('nbgrader')?.grade_id;
    const place = wanted => notebook.widgets.findIndex(cell => id(cell) === wanted);
    const run = async k => {
        notebook.activeCellIndex = k;
        await window.jupyterapp.commands.execute('notebook:run-cell');
    };
    notebook.widgets[place(name)].model.sharedModel.setSource(text);
    await run(place(name));
    await run(place(name + '-test'));
    const test = notebook.widgets[place(name + '-test')];
    test.node.scrollIntoView({block: 'center'});
    return test.node.querySelector('.jp-OutputArea').innerText;
}"""


@pytest.fixture(scope="module")
def desk(window, course):
    """The student's notebook alone in a folder, open in JupyterLab, its first cells run."""
    folder = course / "desk"
    folder.mkdir()
    shutil.copy(exercises.EXERCISES / f"{NAME}.ipynb", folder)
    window.open_next(f"desk/{NAME}")
    window.run_all()
    return window, folder


@pytest.fixture(scope="module")
def master():
    master = Master(exercises.SOLUTIONS / f"{NAME}.md")
    drafts, _ = master.drafts()
    return master, drafts


def test_a_student_with_wrong_answers_first_hears_hints_and_gets_there(desk, master):
    """Some of the wrong answers; that each has its hint is proved without a browser."""
    (window, folder), (text, drafts) = desk, master
    functions = [draft for draft in drafts if draft.kind == "function"]
    for done, draft in enumerate(functions, start=1):
        for k, wrong in enumerate(draft.wrong[::3]):
            mistaken = text.with_misconception(draft.name, wrong)
            said = window.page.evaluate(ANSWER, [draft.name, mistaken])
            assert "not yet" in said and wrong.hint.replace("`", "") in " ".join(said.split())
            photograph(window.page, f"exercise_{draft.name}_{k}")
        _, right = text.answer_cell(draft.name)
        said = window.page.evaluate(ANSWER, [draft.name, right])
        assert "fine so far" in said and "Hidden tests remain" in said
        assert f"{done} of {len(drafts)} tasks so far" in said
        photograph(window.page, f"exercise_{draft.name}_right")
    assert (folder / ".progress.json").exists()
    assert not window.errors


def test_the_notebook_of_a_student_who_did_nothing_names_what_is_to_be_done(desk, master):
    window, _ = desk
    for draft in master[1]:
        if draft.kind != "function":
            said = window.page.evaluate(ANSWER, [draft.name, f"{draft.name} = None"])
            assert f"{draft.name} has no answer yet" in said.replace("`", "")


def test_what_the_checks_say_has_no_barriers(desk):
    page, said = desk[0].page, "[role=status]"
    assert page.locator(f".jp-OutputArea-output {said}").count() > 5
    assert barriers(page, inside=said) == []
    for theme in in_both_themes(page):
        assert faint(page, inside=said) == [], theme


def test_jupyterlab_leaves_the_settings_of_the_environment_as_they_are(desk, settings_before):
    """`make` repairs an environment whose files have changed, which takes half a minute."""
    assert setup.inventory(SETTINGS) == settings_before
