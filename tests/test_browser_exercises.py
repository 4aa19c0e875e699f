"""Exercise 1 as a student does it: in a real JupyterLab, with wrong answers first."""

import os
import shutil
import sys
from pathlib import Path

import pytest
import setup

import exercises
from perceptronlib.grading.masters import Master
from tests import browser
from tests.test_browser import change_theme, violations

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("exercise")]
SCREENSHOTS = os.environ.get("SCREENSHOTS")
NAME = "01_perceptron"
SETTINGS = str(Path(sys.prefix) / "etc" / "jupyter")
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
def desk(tmp_path_factory):
    """The student's notebook alone in a folder, open in JupyterLab, its first cells run."""
    if not browser.CHROMIUM:
        pytest.skip("NOT TESTED: no Chromium on this machine (Debian: apt install chromium)")
    folder = tmp_path_factory.mktemp("desk")
    shutil.copy(exercises.EXERCISES / f"{NAME}.ipynb", folder)
    scratch = tmp_path_factory.mktemp("lab")
    before = setup.inventory(SETTINGS)
    with (
        browser.lab(folder, scratch) as address,
        browser.browser() as chromium,
        browser.notebook(chromium, address, NAME) as window,
    ):
        window.run_all()
        yield window, folder, before


@pytest.fixture(scope="module")
def master():
    master = Master(exercises.SOLUTIONS / f"{NAME}.md")
    drafts, _ = master.drafts()
    return master, drafts


def photograph(window, name):
    if SCREENSHOTS:
        window.page.screenshot(path=Path(SCREENSHOTS) / f"exercise_{name}.png")


def test_a_student_with_wrong_answers_first_hears_each_hint_and_gets_there(desk, master):
    (window, folder, _), (text, drafts) = desk, master
    functions = [draft for draft in drafts if draft.kind == "function"]
    for done, draft in enumerate(functions, start=1):
        for k, wrong in enumerate(draft.wrong):
            mistaken = text.with_misconception(draft.name, wrong)
            said = window.page.evaluate(ANSWER, [draft.name, mistaken])
            assert "not yet" in said and wrong.hint.replace("`", "") in " ".join(said.split())
            photograph(window, f"{draft.name}_{k}")
        _, right = text.answer_cell(draft.name)
        said = window.page.evaluate(ANSWER, [draft.name, right])
        assert "fine so far" in said and "Hidden tests remain" in said
        assert f"{done} of {len(drafts)} tasks so far" in said
        photograph(window, f"{draft.name}_right")
    assert (folder / ".progress.json").exists()
    assert not window.errors


def test_the_notebook_of_a_student_who_did_nothing_names_what_is_to_be_done(desk, master):
    window, _, _ = desk
    for draft in master[1]:
        if draft.kind != "function":
            said = window.page.evaluate(ANSWER, [draft.name, f"{draft.name} = None"])
            assert f"{draft.name} has no answer yet" in said.replace("`", "")


@pytest.mark.parametrize("theme", ["Dark", "Light"])
def test_what_the_checks_say_has_no_barriers(desk, theme):
    page = desk[0].page
    change_theme(page, theme)
    assert page.locator(".jp-OutputArea-output [role=status]").count() > 5
    assert violations(page, inside="[role=status]") == []


def test_jupyterlab_leaves_the_settings_of_the_environment_as_they_are(desk):
    """`make` repairs an environment whose files have changed, which takes half a minute."""
    assert setup.inventory(SETTINGS) == desk[2]
