"""The guide for library users says what is true: its examples run, its tables and links hold."""

import ast
import doctest
import inspect
import re
import tomllib
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.linear_model import Perceptron, SGDClassifier
from sklearn.svm import SVC

import perceptronlib as pl
from perceptronlib.learners import Learner

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[1]
GUIDE = ROOT / "perceptronlib" / "README.md"
TEXT = GUIDE.read_text()
BLOCKS = re.compile(r"^```python\n(.*?)^```", flags=re.M | re.S)
PROSE = re.sub(r"^```.*?^```", "", TEXT, flags=re.M | re.S)

LEARNERS = [
    thing
    for thing in vars(pl).values()
    if inspect.isclass(thing) and issubclass(thing, Learner) and thing.__name__ in pl.__all__
]
THEIRS = {"SGDClassifier": SGDClassifier, "SVC": SVC}


def code(cell):
    """What stands in a cell as code."""
    return re.findall(r"`([^`]+)`", cell)


def table(first_line):
    """The rows of the table that begins with this line, as lists of cells."""
    lines = TEXT.split(first_line + "\n")[1].splitlines()[1:]
    rows = []
    for line in lines:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    assert len(rows) > 3
    return rows


def names_in(cell):
    """The names in a cell of the first column, and the class of scikit-learn they belong to."""
    found = re.fullmatch(r"(.*?)(?: \(`(\w+)`\))?", cell)
    assert found
    return code(found[1]), THEIRS.get(found[2], Perceptron)


def test_the_examples_of_the_guide_run():
    """All in one session, in order; prose becomes empty lines, so that line numbers are right."""
    lines, inside = [], False
    for line in TEXT.splitlines():
        inside = line == "```python" or (inside and line != "```")
        lines.append(line if inside and line != "```python" else "")
    text = "\n".join(lines) + "\n"
    test = doctest.DocTestParser().get_doctest(text, {}, GUIDE.name, str(GUIDE), 0)
    assert len(test.examples) > 100
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    told = []
    doctest.DocTestRunner(optionflags=flags).run(test, out=told.append)
    assert not told, "".join(told)


def test_blocks_are_short():
    for block in BLOCKS.findall(TEXT):
        sources = [example.source for example in doctest.DocTestParser().get_examples(block)]
        assert 1 <= len("".join(sources).splitlines()) <= 9, block


def test_every_number_in_the_prose_is_one_that_a_block_shows():
    text = re.sub(r"^\|.*$|\]\([^)]*\)|`[^`]*`", "", PROSE, flags=re.M)
    shown = " ".join(BLOCKS.findall(TEXT))
    for number in re.findall(r"(?<![\w.])\d\d[\d.]*\d?\b", text):
        assert re.search(rf"(?<!\d){re.escape(number)}(?!\d)", shown), number


def test_what_is_installed_is_what_the_project_asks_for():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    install = TEXT.split("## Install")[1].split("## ")[0]
    lines = [*project["dependencies"], *project["optional-dependencies"]["fast"]]
    needed = {re.match(r"[\w-]+", each)[0] for each in lines}
    named = {*code(install.replace("```", ""))}
    assert {each for each in named if "[" not in each} == needed
    assert '"perceptronlib[fast]"' in install
    assert project["requires-python"] == ">=" + re.search(r"Python ([\d.]+\d)", install)[1]


# -- the tables ------------------------------------------------------------------------------------

NAMES = table("| scikit-learn | its default | here | our default |")
ATTRIBUTES = table("| scikit-learn | here |")
PARAMETERS = table("| learner | its own parameters | takes |")


@pytest.mark.parametrize("row", NAMES, ids=lambda row: row[0])
def test_a_name_of_scikit_learn_is_ours_or_leads_to_ours(row):
    first, their_defaults, here, our_default = row
    names, kind = names_in(first)
    known = kind().get_params()
    if their_defaults:
        assert [repr(known[name]) for name in names] == code(their_defaults)
    ours = pl.KernelPerceptron if kind is SVC else pl.Perceptron
    if our_default:
        assert repr(ours().get_params()[code(here)[0]]) == code(our_default)[0]
    for name in names:
        if name in ours().get_params():
            assert code(here) == [name]
            continue
        with pytest.raises(TypeError, match=f"no parameter '{name}'; here it is ") as caught:
            ours(**{name: known[name]})
        said = str(caught.value).split("here it is ")[1].split(". It has")[0]
        assert said.startswith("nothing: ") == here.startswith("nothing: ")
        if not here.startswith("nothing: "):
            wanted = code(here)[0] if code(here) else "learner"
            assert wanted in said


@pytest.mark.parametrize("kind", [Perceptron, SGDClassifier, SVC])
def test_no_parameter_of_theirs_is_missing(kind):
    listed = {name for row in NAMES for name in names_in(row[0])[0]}
    assert {*kind().get_params()} <= listed
    for learner in LEARNERS:
        for name in {*kind().get_params()} - {*learner._names()}:
            with pytest.raises(TypeError, match=rf"{learner.__name__} has no parameter '{name}'"):
                learner(**{name: None})


def test_an_error_never_names_a_parameter_as_ours_that_the_learner_lacks():
    """Where a name is ours in some learners only, the sentence says in which."""
    with pytest.raises(TypeError, match="constant column"):
        pl.Winnow(fit_intercept=True)
    with pytest.raises(TypeError, match="here it is a constant column, features.fold_bias"):
        pl.BalancedWinnow(bias=True)
    with pytest.raises(TypeError, match="beta of Winnow"):
        pl.Winnow(eta0=1.0)


@pytest.mark.parametrize("row", ATTRIBUTES, ids=lambda row: row[0])
def test_what_a_fitted_model_tells(row):
    X, y = pl.data.iris()
    frame, label = pd.DataFrame(X, columns=list("abcd")), y > 0
    theirs = [Perceptron(), SGDClassifier(loss="log_loss", random_state=0), SVC()]
    theirs = [model.fit(frame, label) for model in theirs]
    linear, kernel = pl.Perceptron().fit(frame, label), pl.KernelPerceptron("rbf").fit(frame, label)
    first, here = row
    for name in names_in(first)[0]:
        assert any(hasattr(model, name) for model in theirs), name
        assert here.startswith(("the same", "not "))
        ours = hasattr(linear, name) or hasattr(kernel, name)
        assert ours == here.startswith("the same"), name
    for each in code(here):
        if each.startswith("X["):
            assert len(X[kernel.support_]) == len(kernel.dual_coef_) > 0
        if each == "run_.rounds":
            assert linear.run_.rounds == len(y)
        if each == "CalibratedClassifierCV":
            model = CalibratedClassifierCV(pl.Perceptron(epochs=5)).fit(X, y)
            np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1.0)


def test_the_parameters_of_each_learner_are_listed():
    sentence = re.search(r"All learners have these parameters: (.*?)\. Beside", PROSE, flags=re.S)
    shared = {*code(sentence[1])}
    assert shared == {*Learner._names()}
    told = {}
    for first, own, _ in PARAMETERS:
        told |= {name: {*code(own)} for name in code(first)}
    assert told == {kind.__name__: {*kind._names()} - shared for kind in LEARNERS}
    biased = [name for name, own in told.items() if "bias" in own]
    assert biased == list(told)[:3]  # "Only the first three have a bias."


@pytest.mark.parametrize("row", PARAMETERS, ids=lambda row: row[0])
def test_what_each_learner_takes(row):
    real, zeros, experts = [[0.5, -2.0], [-1.0, 3.0]], [[1, 0], [0, 1]], [[1, -1], [-1, 1]]
    allowed = {"any numbers": real, "zeros and ones": zeros, "the answers of experts": experts}
    (good,) = [rows for words, rows in allowed.items() if row[2].startswith(words)]
    for name in code(row[0]):
        getattr(pl, name)().fit(good, ["yes", "no"])
        if good is not real:
            with pytest.raises(ValueError, match=f"{name} takes"):
                getattr(pl, name)().fit(real, ["yes", "no"])


# -- names and links -------------------------------------------------------------------------------


def test_every_setting_that_is_named_exists():
    """`name=value` in the prose is a parameter of a learner, or of one of its methods."""
    known = {name for kind in LEARNERS for name in kind._names()}
    for method in (Learner.fit, Learner.partial_fit):
        known |= {*inspect.signature(method).parameters}
    named = {name for each in code(PROSE) for name in re.findall(r"(\w+)=", each)}
    assert named <= known and len(named) > 8


def test_every_name_of_ours_exists():
    for each in {*re.findall(r"\bpl((?:\.\w+)+)", TEXT)}:
        thing = pl
        for name in each[1:].split("."):
            thing = getattr(thing, name)


@pytest.mark.parametrize("page", [GUIDE, ROOT / "README.md"], ids=["guide", "README"])
def test_links_lead_somewhere(page):
    text = page.read_text()
    links = re.findall(r"\]\(([^)\s]+)\)", text)
    assert links
    for link in links:
        file, _, anchor = link.partition("#")
        target = (page.parent / file) if file else page
        assert target.exists(), link
        if anchor:
            titles = re.findall(r"^#+ (.*)$", target.read_text(), flags=re.M)
            plain = [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles]
            assert anchor in plain, link


def test_the_first_page_leads_to_the_guide():
    assert "](perceptronlib/README.md)" in (ROOT / "README.md").read_text()


def test_every_block_is_python():
    for block in BLOCKS.findall(TEXT):
        for example in doctest.DocTestParser().get_examples(block):
            ast.parse(example.source)
