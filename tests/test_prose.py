"""What is printed is what is checked: a changed word, number or formula of a page is noticed."""

import contextlib
import doctest
import io
import random
import re
import shutil
from functools import cache
from pathlib import Path

import claims
import jupytext
import nbformat
import numpy as np
import pages
import passages
import prose
import pytest
import quotes

from perceptronlib import Rule, play
from perceptronlib.course.boxes import BOXES
from perceptronlib.course.sources import SOURCES
from perceptronlib.theory.theorems.stated_all import STATED

pytestmark = pytest.mark.once

SMALL = "98_small_page"
UNDER_THE_RULE = [name for name in pages.NEW_RULES if prose.plain_list(name).exists()]


def shown(cells):
    """Run the cells here, and keep what they print."""
    space = {}
    for cell in cells:
        if cell.cell_type == "code":
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                exec(cell.source, space)
            text = said.getvalue()
            cell.outputs = [nbformat.v4.new_output("stream", text=text)] if text else []
    return cells


CODE = re.compile(r"^```\{code-cell\}.*?^```$\n", re.M | re.S)


@cache
def read(text):
    """The cells of a page, or of the prose between two of its cells with code."""
    return jupytext.reads(text, fmt="md:myst").cells


def cells_of(text):
    """The cells of a page; what stands between two cells with code is read once.

    One change leaves all but one of these parts as they are, and to read them takes long.
    """
    prose_parts, code_parts = CODE.split(text), CODE.findall(text)
    cells = [*read(prose_parts[0])]
    for code, words in zip(code_parts, prose_parts[1:], strict=True):
        cells += [*read(code), *(read(words) if words.strip() else [])]
    return cells


class Page:
    """A page whose text can be changed and judged."""

    def __init__(self, path, name):
        self.text, self.name = path.read_text(), name
        self.cells = None

    def complaints(self, text=None):
        cells = cells_of(self.text if text is None else text)
        code = [cell for cell in cells if cell.cell_type == "code"]
        for cell, outputs in zip(code, self.outputs(), strict=True):
            cell["outputs"] = outputs
        return prose.about_prose(cells, self.name)

    def outputs(self):
        if self.cells is None:
            self.cells = self.executed()
        return [cell.outputs for cell in self.cells if cell.cell_type == "code"]

    def executed(self):
        if self.name != SMALL:
            return nbformat.read(pages.LECTURES / f"{self.name}.ipynb", as_version=4).cells
        return shown(jupytext.reads(self.text, fmt="md:myst").cells)

    def prose_spans(self):
        """Where the Markdown stands in the text: outside the head and the cells with code."""
        head = self.text.index("---", 4) + 3
        code = [m.span() for m in re.finditer(r"^```.*?^```$", self.text, re.M | re.S)]
        tags = [m.span() for m in re.finditer(r"^\+\+\+.*$", self.text, re.M)]
        edges = sorted([(0, head), *code, *tags])
        return [
            (a[1], b[0]) for a, b in zip(edges, [*edges[1:], (len(self.text),) * 2], strict=True)
        ]

    def find(self, pattern):
        """All matches in the prose, apart from where links lead and the line with the minutes.

        Lectures and notes are references: of these it is known only whether there is such a one.
        """
        apart = re.finditer(
            r"\]\([^)]*\)|\*\*After this.*|\*\*Minutes.*|ecture \d\d|UIC-\d\d", self.text
        )
        apart = [match.span() for match in apart]
        for start, end in self.prose_spans():
            for match in re.finditer(pattern, self.text[start:end]):
                at = (start + match.start(), start + match.end())
                if not any(a <= at[0] < b for a, b in apart):
                    yield at

    def changed(self, place, new):
        return self.text[: place[0]] + new + self.text[place[1] :]

    def but(self, old, new):
        """The complaints where the first such words of the prose are others."""
        return self.complaints(self.changed(next(iter(self.find(re.escape(old)))), new))

    def notices(self, place, new):
        return bool(self.complaints(self.changed(place, new)))


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """The small page, in a folder of its own, where the command finds it as it finds a lecture."""
    folder = tmp_path_factory.mktemp("lectures")
    (folder / "plain").mkdir()
    here = Path(__file__).parent / "prose"
    shutil.copy(here / f"{SMALL}.md", folder)
    shutil.copy(here / f"{SMALL}.txt", folder / "plain")
    lectures, prose.LECTURES = prose.LECTURES, folder
    page = Page(folder / f"{SMALL}.md", SMALL)
    notebook = nbformat.v4.new_notebook(cells=page.executed())
    nbformat.write(notebook, folder / f"{SMALL}.ipynb")
    yield page
    prose.LECTURES = lectures


@pytest.fixture(params=[SMALL, *UNDER_THE_RULE])
def page(request, monkeypatch):
    if request.param == SMALL:
        return request.getfixturevalue("small")
    monkeypatch.setattr(prose, "LECTURES", pages.LECTURES)  # the small page has a folder of its own
    return Page(pages.LECTURES / f"{request.param}.md", request.param)


# ---------------------------------------------------------------- what is true passes


def test_a_page_that_is_read_in_parts_has_the_same_cells(page):
    parts, whole = cells_of(page.text), jupytext.reads(page.text, fmt="md:myst").cells
    assert [(c.cell_type, c.source, c.metadata) for c in parts] == [
        (c.cell_type, c.source, c.metadata) for c in whole
    ]


def test_nothing_to_complain_about_on_a_true_page(page):
    assert page.complaints() == []


HARMLESS = [
    ("Machines err, and this one learns from it.", "Machines do err, and this one learns from it."),
    ("How so?", "How is that?"),
    ("Which of the 40 examples will be a mistake?", "Which of the 40 will be mistakes?"),
    ("Move the slider to 12 and look.", "Move the slider to 12 and have a look."),
    ("Of 40 examples **only five** were mistakes", "Of 40  examples only *five*\nwere mistakes"),
    ("# A small page", "# A little page"),
    ("as UIC-15 tells", "as Mohri tells"),
]


@pytest.mark.parametrize(("old", "new"), HARMLESS)
def test_harmless_changes_are_accepted(small, old, new):
    assert small.text.count(old) == 1
    assert small.complaints(small.text.replace(old, new)) == []


# ---------------------------------------------------------------- hand-chosen changes


THEOREMS = {
    "a relation turned": [
        (r"|x|\le R", r"|x|\ge R"),
        (r"y\,(v\cdot x)\ge g\gt 0", r"y\,(v\cdot x)\le g\gt 0"),
        (r"M\le\frac{R^2|v|^2}{g^2}", r"M\ge\frac{R^2|v|^2}{g^2}"),
        (r"v\cdot w_k\ge kg$:", r"v\cdot w_k\le kg$:"),
        (r"k\le R^2|v|^2/g^2", r"k\ge R^2|v|^2/g^2"),
        (r"|w_k|^2\le kR^2", r"|w_k|^2\lt kR^2"),
    ],
    "an exponent": [
        (r"\frac{R^2}{\rho^2}$$ mistakes: in", r"\frac{R^2}{\rho}$$ mistakes: in"),
        (r"|w_k|^2\le kR^2", r"|w_k|^2\le kR^3"),
        (r"1/\gamma^2", r"1/\gamma"),
        (r"\frac{4^N-1}{3}", r"\frac{4^{N+1}-1}{3}"),
        (r"(v\cdot w_k)^2", r"(v\cdot w_k)"),
    ],
    "a sign": [
        (r"\frac{4^N-1}{3}", r"\frac{4^N+1}{3}"),
        (r"|w|^2+2y\,(w\cdot x)+|x|^2", r"|w|^2-2y\,(w\cdot x)+|x|^2"),
        (r"entries $-1$", r"entries $+1$"),
        ("$-1$ or $+1$", "$+1$ or $+1$"),
    ],
    "a number": [
        (r"g\gt 0", r"g\gt 1"),
        (r"\frac{4^N-1}{3}", r"\frac{3^N-1}{3}"),
        ("$w$ starts at 0, that every", "$w$ starts at 1, that every"),
        (r"1/\sqrt n", r"2/\sqrt n"),
        (r"2^{N-1})", r"2^{N})"),
        (r"+2y\,(w\cdot x)+", r"+3y\,(w\cdot x)+"),
    ],
    "at least and at most": [
        ("makes at most $$", "makes at least $$"),
        ("makes exactly $$", "makes about $$"),
        ("makes exactly $$", "makes at most $$"),
    ],
    "a quantifier": [
        ("that every example has", "that some example has"),
        ("that some vector", "that every vector"),
        ("in every order, over any", "in some order, over any"),
        ("under every tie rule", "under most tie rules"),
        ("any deterministic learner", "some deterministic learner"),
        ("on every example, $|v|^2=n$", "on some example, $|v|^2=n$"),
    ],
    "an assumption dropped": [
        ("that $w$ starts at 0, that every", "that every"),
        (r" Its margin is $\rho=g/|v|$.", ""),
        (", and a score of 0 is a mistake", ""),
        ("any deterministic learner", "any learner"),
        (r"If $|x|\le 1$ and $|v|\le 1$, then", "Always"),
    ],
    "steps swapped or lost": [
        ("1. *Progress.*", "2. *Progress.*"),
        ("3. *Squeeze.*", "4. *Squeeze.*"),
        ("*Progress.* A mistake adds", "*Length.* A mistake adds"),
        ("So $kg", "Hence $kg"),
    ],
    "a negation": [
        ("It was a mistake", "It was no mistake"),
        ("So no deterministic learner has", "So some learner has"),
        ("Every answer is a mistake", "Every answer is not a mistake"),
    ],
    "a letter": [
        (r"$v\cdot w$ grows", r"$w\cdot w$ grows"),
        (r"\rho=g/|v|", r"\rho=g/|w|"),
        (r"divide by $g\sqrt k$", r"divide by $k\sqrt g$"),
    ],
    "a name or a fact": [
        ("By Cauchy-Schwarz", "By Markov"),
        ("unit vectors", "vectors"),
        ("the bound is attained", "the bound is exceeded"),
        ("adds $y\\,x$ to $w$", "subtracts $y\\,x$ from $w$"),
    ],
}


@pytest.mark.parametrize("kind", THEOREMS)
def test_a_changed_theorem_is_noticed(small, kind):
    for old, new in THEOREMS[kind]:
        assert small.but(old, new), (old, new)


def test_there_are_many_kinds_of_changes():
    assert len(THEOREMS) >= 10 and sum(map(len, THEOREMS.values())) >= 40


def test_every_word_of_a_theorem_counts(small):
    """Any single word or formula left out of a statement, an assumption or a step is noticed."""
    cells, tried = jupytext.reads(small.text, fmt="md:myst").cells, 0
    assert prose.about_objects(cells) == []
    for name in ("T1", "T2", "T13"):
        (shown_in,) = [
            cell for cell in cells if {"theorem", name} <= {*cell.metadata.get("tags", ())}
        ]
        true = shown_in.source
        for part in STATED[name].parts if name != "T2" else STATED[name].claims:
            assert part in true
            for match in re.finditer(r"\S+", part):
                without = part[: match.start()] + part[match.end() :]
                shown_in.source = true.replace(part, without)
                assert prose.about_objects(cells), match.group()
                tried += 1
        shown_in.source = true
    assert tried > 250


def test_a_lecture_that_is_none_is_noticed(small):
    assert small.complaints(small.text.replace("Lecture 03 has", "Lecture 13 has"))


def test_swapped_steps_are_noticed(small):
    first, second = (STATED["T1"].steps[k].text for k in (0, 1))
    text = small.text.replace(first, "@").replace(second, first).replace("@", second)
    assert any("T1 is not what it should be" in complaint for complaint in small.complaints(text))


PROSE = {
    "a number": [("Of 40 examples", "Of 41 examples"), ("120 rounds in 3", "120 rounds in 2")],
    "a number in words": [("only five", "only six"), ("only five", "only fifty")],
    "a share": [("12.5% of them", "13.5% of them"), ("12.5% of them", "12.5 of them")],
    "thousands": [("20,005", "20,006"), ("20,005", "2,005")],
    "at least": [("at most 12.5%", "at least 12.5%"), ("at most 12.5%", "about 12.5%")],
    "exactly": [("It is exactly", "It is about"), ("It is exactly", "It is never")],
    "only": [("**only five** were", "at least five were"), ("is more than", "is less than")],
    "a negation": [("not one of the 120", "each one of the 120"), ("without any", "without all")],
    "a row of a table": [("| perceptron | 5 |", "| perceptron | 6 |"), ("| 5 |", "| 5.5 |")],
    "a question": [("Which of the 40 examples", "Which of the 50 examples")],
    "an order": [("Move the slider to 12", "Move the slider to 13")],
    "code in a line": [("`rounds // 40`", "`rounds // 50`")],
    "a convention": [("a label $y", "no label $y"), ("-1,+1", "-1,+2")],
    "a box": [("Compute the score", "Guess the score"), ("has the sign", "has not the sign")],
    "a short form": [(r"most $R^2/\rho^2$ m", r"most $R^3/\rho^2$ m"), ("short: at m", "short: m")],
    "a plain sentence": [("has no number", "has one number"), ("matters most", "matters least")],
    "a year": [("Novikoff (1962)", "Novikoff (1963)"), ("in 1969", "in 1968")],
    "a name": [("Novikoff (1962)", "Novikov (1962)"), ("and Schapire", "and Shapire")],
    "another name": [("Block (1962)", "Papert (1962)"), ("Rosenblatt's idea", "Rosenblum's idea")],
    "a lecture": [("[03 Mist", "[04 Mist")],
    "a place in the notes": [("It was Ros", "See theorem 9.9. It was Ros")],
    "an erratum": [("# A small page", "# E1. A margin that is large")],
    "a new claim": [("It was Ros", "All machines do. It was Ros"), ("How so?", "It never dies.")],
    "moved from another section": [("It was", "Of 40 examples only five were mistakes. It was")],
}  # fmt: skip


@pytest.mark.parametrize("kind", PROSE)
def test_a_changed_sentence_is_noticed(small, kind):
    for old, new in PROSE[kind]:
        assert small.but(old, new), (old, new)


# ---------------------------------------------------------------- all numbers, all little words


A_PAGE = 20
"""How many places of each kind are changed on a lecture; on the small page, all."""


def noticed(page, pattern, change):
    """Which of the matches in the prose are noticed when they are changed, and which are not."""
    seen, missed, places = [], [], list(page.find(pattern))
    if page.name != SMALL and len(places) > A_PAGE:
        places = random.Random(0).sample(places, A_PAGE)
    for place in places:
        old = page.text[slice(*place)]
        for new in change(old):
            good = page.notices(place, new)
            (seen if good else missed).append(page.text[place[0] - 20 : place[1] + 9])
    return seen, missed


def up_and_down(number):
    whole = int(number.replace(",", ""))
    width = len(number)
    return [f"{whole + 1:0{width}}", f"{whole - 1:0{width}}"] if whole else ["1"]


def test_numbers_with_two_digits_or_more_cannot_be_changed(page):
    seen, missed = noticed(page, r"(?<![\d.,`])\d[\d,]*\d(?!\d)", up_and_down)
    assert len(seen) >= 20 and len(missed) <= 0.05 * len(seen), missed


def test_hardly_any_digit_can_be_changed(page):
    seen, missed = noticed(page, r"(?<![\d.,L])\d(?![\d.,])", up_and_down)  # L8 is a name
    assert len(seen) >= 20 and len(missed) <= 0.1 * len(seen), missed


WORDS = {
    "at most": "at least", "at least": "at most", "every": "some", "exactly": "about",
    "only": "also", "any": "no", "never": "often", "more than": "less than", "all": "some",
}  # fmt: skip


def test_little_words_cannot_be_changed(page):
    pattern = rf"\b(?:{'|'.join(WORDS)})\b"
    seen, missed = noticed(page, pattern, lambda word: [WORDS[word]])
    assert len(missed) <= 0.1 * len(seen), missed


def test_relations_cannot_be_turned(page):
    turned = {r"\le": r"\ge", r"\ge": r"\le", r"\gt": r"\lt", r"\lt": r"\gt"}
    seen, missed = noticed(page, r"\\[lg][et](?![a-z])", lambda sign: [turned[sign]])
    assert missed == []


# ---------------------------------------------------------------- what stands behind a quote


def cell(source, *tags, said=""):
    made = nbformat.v4.new_code_cell(source, metadata={"tags": list(tags)})
    made.outputs = [nbformat.v4.new_output("stream", text=said)] if said else []
    return made


def judged(text, *cells):
    return prose.about_prose([nbformat.v4.new_markdown_cell(text), *cells], "no page")


def test_a_quote_has_to_be_on_the_page_word_for_word():
    assert judged("There are 7 mistakes here.", cell('assert 7  # "There are 7 mistakes"')) == []
    assert judged("There were 7 mistakes here.", cell('assert 7  # "There are 7 mistakes"'))


def test_a_cell_has_to_know_the_numbers_it_quotes():
    told = judged("There are seven mistakes.", cell('assert M == 8  # "There are seven mistakes"'))
    assert told[0].endswith(
        "the cell does not know seven, though it quotes: There are seven mistakes"
    )
    assert (
        judged("There are seven mistakes.", cell('assert M == 7  # "There are seven mistakes"'))
        == []
    )


def test_a_string_or_what_it_prints_does_not_make_a_number_known():
    words = "There are 7 mistakes."
    assert judged(words, cell(f'print("{words}")', "claim", said=words))
    assert judged(words, cell(f'print("{words}")', said=words))
    assert judged(words, cell('print(f"There are {M} mistakes.")', said=words)) == []
    assert judged(words, cell(f'assert M == 7, "{words}"', "claim")) == []


def test_a_quote_needs_a_cell_that_asserts_or_shows_something():
    assert judged("There are 7 mistakes.", cell('M = 7  # "There are 7 mistakes"'))


def test_a_quote_of_another_section_does_not_count():
    text = "Nine lives.\n\n## Next\n\nThere are 7 mistakes."
    first = cell('assert 7  # "There are 7 mistakes"')
    parts = [nbformat.v4.new_markdown_cell(t) for t in text.split("\n\n", 1)]
    assert any(
        "does not say" in c for c in prose.about_prose([parts[0], first, parts[1]], "no page")
    )


def test_a_number_alone_is_no_quote():
    assert judged("There are 7 mistakes.", cell('assert 7  # "7"'))


def test_a_theorem_without_an_object_is_noticed():
    made = nbformat.v4.new_markdown_cell("Anything goes", metadata={"tags": ["theorem", "T99"]})
    assert "names none of" in prose.about_prose([made], "no page")[0]


def test_lists_of_plain_sentences_are_kept_short(small, monkeypatch):
    entries = ["no such words here", "no number", "of 99 examples and more"]
    monkeypatch.setattr(prose, "plain_entries", lambda name: entries)
    told = "\n".join(prose.about_plain(small.executed(), SMALL))
    assert "does not say: no such words here" in told and "fewer than three words" in told
    assert "vouches for 99" in told


# ---------------------------------------------------------------- the command


def test_the_command_judges_a_copy_by_the_notebook(small, tmp_path, capsys):
    copy = tmp_path / f"{SMALL}.md"
    copy.write_text(small.text)
    assert pages.main(["--check", str(copy)]) == 0 and capsys.readouterr().out == ""
    copy.write_text(small.text.replace("Of 40 examples **", "Of 41 examples **"))
    assert pages.main(["--check", str(copy)]) == 1
    said = capsys.readouterr().out
    assert "A run: nothing stands behind" in said and "41" in said and "What to do" in said
    copy.write_text(small.text.replace("run.M == 5", "run.M == 6"))
    assert pages.main(["--check", str(copy)]) == 1
    assert "run make build" in capsys.readouterr().out


def test_the_command_prints_theorems_and_boxes(capsys):
    assert prose.main(["T1"]) == 0 and capsys.readouterr().out == STATED["T1"].markdown() + "\n"
    assert prose.main(["perceptron"]) == 0 and "Compute the score" in capsys.readouterr().out
    assert prose.main(["T99"]) == 1 and "neither a page nor" in capsys.readouterr().out


# ---------------------------------------------------------------- what the lists say


PERCEPTRONS = [box for box in BOXES.values() if box.name.endswith("perceptron")]
"""Those that multiply are tried where their theorems are, in tests/test_stated_shares.py."""


@pytest.mark.parametrize("box", PERCEPTRONS, ids=lambda box: box.name)
def test_a_box_is_what_the_library_does(box):
    rng = np.random.default_rng(0)
    for _ in range(20):
        X, y = rng.integers(-3, 4, (6, 3)).astype(float), rng.choice([-1.0, 1.0], 6)
        X = (X > 0).astype(float) if box.name == "winnow" else X
        settings = {"eta": 1.5, "gamma": 0.25, "r": 0.5, "rng": np.random.default_rng(3)}
        assert set(box.given) <= set(settings)
        space = {"np": np, "X": X, "y": y, "passes": 2, **{s: settings[s] for s in box.given}}
        exec(box.plain, space)
        margin, slope = 1.5 * ("eta" in box.given), 0.125 * ("gamma" in box.given)
        rule = Rule(margin=margin, slope=slope, rate=0.5 if "r" in box.given else 1.0)
        if box.name == "winnow":
            rule = Rule("multiply", rate=2.0, threshold=3.0, ties="plus")
        run = play(rule, X, y, epochs=2, shuffle="rng" in box.given, seed=3)
        expected = run.weight_sum if box.name == "averaged-perceptron" else run.last_weights
        np.testing.assert_array_equal(space["w"], expected)


@pytest.mark.parametrize("name", ["margin-perceptron", "large-margin-perceptron"])
def test_a_box_that_asks_for_more_speaks_of_updates(name):
    """Its last pass is free of updates; one that is only free of mistakes is not its last."""
    box = BOXES[name]
    assert "mistake" not in " ".join(box.parts) and "free of updates" in box.after
    X, y = np.array([[1.0], [2.0]]), np.ones(2)
    space = {"np": np, "X": X, "y": y, "eta": 4.5, "gamma": 2.5}
    exec(box.plain, {**space, "passes": 1}, once := {})
    exec(box.plain, {**space, "passes": 2}, twice := {})
    assert (y * (X @ once["w"]) > 0).all() and twice["w"] > once["w"]


def test_sources_are_listed_once():
    assert len({(w.authors, w.year, w.title) for w in SOURCES}) == len(SOURCES)


def test_numbers_in_words_and_digits():
    said = dict(claims.numbers("twenty-one, three hundred, 1{,}000 and $w_1$ of 5%"))
    assert said == {"twenty-one": (21,), "three hundred": (300,), "1,000": (1000,), "5%": (5, 0.05)}


def test_sentences_are_told_apart():
    text = "It errs, e.g. here. $M$ counts. F. Rosenblatt knew (in part.) See?"
    passage = passages.passage(text, "text", ())
    assert [passage.text[slice(*s)].strip() for s in passage.sentences()] == [
        "It errs, e.g. here.", "$M$ counts.", "F. Rosenblatt knew (in part.)", "See?",
    ]  # fmt: skip


@pytest.mark.parametrize("module", [claims, passages, quotes], ids=lambda module: module.__name__)
def test_the_examples_in_docstrings_are_true(module):
    result = doctest.testmod(module)
    assert result.attempted and not result.failed


@pytest.mark.parametrize("name", UNDER_THE_RULE)
def test_minutes_and_links_that_say_another_number_are_noticed(name):
    text = (pages.LECTURES / f"{name}.md").read_text()
    minutes = re.search(r"\*\*Minutes:\*\* \d+", text)[0]
    link = re.search(r"\[\d\d\b[^\]]*\]\(\d\d_", text)[0]
    for old, new, said in (
        (minutes, "**Minutes:** 7", "not 7"),
        (link, f"[08{link[3:]}", "a link says 08"),
        (link, f"[2{link[3:]}", "a link says 2"),
    ):
        cells = jupytext.reads(text.replace(old, new, 1), fmt="md:myst").cells
        assert any(said in each for each in prose.about_numbers_of_the_page(cells)), (old, new)
