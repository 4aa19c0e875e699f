"""Facts about the report on near-copies: it finds copies, and accuses nobody of writing alike."""

import ast
import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptronlib.grading.reports import similarity
from perceptronlib.grading.reports.similarity import near_copies, write_similarity

pytestmark = pytest.mark.once

LOOP = '''
def perceptron(X, y, epochs):
    """The weights after some passes."""
    w = np.zeros(X.shape[1])
    mistakes = 0
    for epoch in range(epochs):
        for t in range(len(X)):
            if y[t] * np.dot(w, X[t]) <= 0:  # a tie counts
                w = w + y[t] * X[t]
                mistakes += 1
    return w, mistakes


def accuracy(w, X, y):
    guesses = np.where(X @ w > 0, 1, -1)
    return float(np.mean(guesses == y))
'''
WHILE = """
def perceptron(X, y, epochs):
    weights, count, left = [0.0] * len(X[0]), 0, epochs
    while left > 0:
        left -= 1
        clean = True
        for features, label in zip(X, y):
            score = sum(a * b for a, b in zip(weights, features))
            if label * score > 0:
                continue
            weights = [a + label * b for a, b in zip(weights, features)]
            count, clean = count + 1, False
        if clean:
            break
    return np.array(weights), count


def accuracy(w, X, y):
    right = 0
    for features, label in zip(X, y):
        right += (np.dot(w, features) > 0) == (label > 0)
    return right / len(y)
"""
DUAL = """
class Dual:
    def __init__(self, X, y):
        self.gram, self.y, self.alpha = X @ X.T, y, np.zeros(len(y), dtype=int)

    def step(self, i):
        wrong = self.y[i] * (self.alpha * self.y @ self.gram[i]) <= 0
        self.alpha[i] += wrong
        return int(wrong)


def perceptron(X, y, epochs):
    dual = Dual(X, y)
    count = sum(dual.step(i) for _ in range(epochs) for i in range(len(y)))
    return (dual.alpha * y) @ X, count


accuracy = lambda w, X, y: np.count_nonzero(np.sign(X @ w) == y) / y.size
"""
COPY = """
%matplotlib inline
def perzeptron(daten, marken, runden: int) -> tuple:
    gewicht = np.zeros(daten.shape[1])
    fehler = 0
    for r in range( runden ):
        for k in range( len(daten) ):
            # my own comment
            if marken[k] * np.dot(gewicht, daten[k]) <= 0:

                gewicht = (gewicht
                           + marken[k] * daten[k])
                fehler += 1
    return (gewicht, fehler)
def guete(g, daten, marken):
    "another docstring"
    raten = np.where(daten @ g > 0, 1, -1)
    return float(np.mean(raten == marken))
"""


def test_a_renamed_and_reformatted_copy_is_found_with_a_passage():
    (pair,) = near_copies({"ada": [LOOP], "bob": [WHILE], "eve": [COPY], "zoe": [DUAL]}, set())
    assert (pair.one, pair.other) == ("ada", "eve") and pair.share > 0.9
    assert pair.example and all(line in LOOP for line in pair.example.splitlines())


def test_a_copy_with_a_task_of_its_own_added_is_found():
    (pair,) = near_copies({"ada": [LOOP], "eve": [DUAL, COPY]}, set())
    assert pair.share > 0.9


def test_a_leak_to_half_of_a_large_class_is_one_card():
    own = {f"own{k}": [WHILE.replace("count", f"count{k}"), f"extra = {k}"] for k in range(1)}
    leaked = {f"leak{k}": [LOOP if k % 2 else COPY] for k in range(6)}
    alone = {f"alone{k}": [f"x{k} = {k}"] for k in range(6)}
    (pair,) = near_copies({**own, **leaked, **alone}, set())
    assert pair.one == "leak0" and pair.other == "leak1, leak2, leak3, leak4, leak5"
    assert pair.share == 1 and pair.example


def test_a_group_is_one_card_whatever_its_students_are_called():
    names = ["Byron, Lord", "Lovelace, Ada", "Zed"]
    (pair,) = near_copies(dict.fromkeys(names, [LOOP]), set())
    assert (pair.one, pair.other) == ("Byron, Lord", "Lovelace, Ada, Zed")


def test_three_perceptrons_written_independently_accuse_nobody():
    for one, other in combinations((LOOP, WHILE, DUAL), 2):
        assert near_copies({"ada": [one], "bob": [other]}, set(), least=0.3) == []


def test_what_was_handed_out_is_no_copy_even_if_a_line_was_added_to_it():
    edited = LOOP + "\nprint(perceptron)\n"
    assert near_copies({"ada": [LOOP], "bob": [LOOP]}, {LOOP}) == []
    assert near_copies({"ada": [edited], "bob": [edited]}, {LOOP}) == []


def test_short_answers_accuse_nobody():
    short = "def update(w, x, y):\n    return w + y * x if y * (w @ x) <= 0 else w"
    assert near_copies({"ada": [short], "bob": [short], "eve": [short]}, set()) == []


def synthetic(seed, lines=40):
    """A program that nobody else would write."""
    rng = random.Random(seed)
    forms = (
        "{a} = {b} + {c} * {n}", "for {a} in range({b}):\n    {c} += {a}[{n}]",
        "if {a} > {b}:\n    {c} = {a}.sum() - {n}", "{a} = np.dot({b}, {c}) / len({a})",
        "def {a}({b}, {c}):\n    return {b} @ {c} <= {n}", "{a}[{n}], {b} = {c}, not {a}",
    )  # fmt: skip
    names = [f"v{k}" for k in range(9)]
    made = []
    for _ in range(lines):
        a, b, c = rng.sample(names, 3)
        made.append(rng.choice(forms).format(a=a, b=b, c=c, n=rng.randrange(99)))
    return "\n".join(made)


def test_what_a_third_of_the_class_wrote_counts_as_obvious():
    """All share one long answer; only two share another."""
    everyone = {f"s{k:02}": [LOOP, synthetic(k)] for k in range(12)}
    everyone["s11"] = [LOOP, everyone["s03"][1].replace("v", "w")]
    assert [(p.one, p.other, p.share) for p in near_copies(everyone, set())] == [
        ("s03", "s11", 1.0)
    ]


def test_only_submissions_with_something_unusual_in_common_are_ever_compared():
    """300 of them make 44 850 pairs; nearly none of those is looked at."""
    notebooks = {f"s{k:03}": [LOOP, synthetic(k, 15)] for k in range(300)}
    notebooks["s299"] = [LOOP, synthetic(0, 15)]
    compared = []

    def counting(found, real=similarity._in_common):
        compared.append(real(found))
        return compared[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(similarity, "_in_common", counting)
        (pair,) = near_copies(notebooks, set())
    assert (pair.one, pair.other) == ("s000", "s299")
    assert len(compared[0]) < 1000


HOSTILE = {
    "parentheses": "(" * 20_000,
    "signs": "-" * 40_000 + "1",
    "a long sum": "+".join("1" * 24_000),
    "attributes": "a" + ".b" * 20_000,
    "brackets": "[" * 5000 + "]" * 5000,
    "a huge number": "x = 0x" + "f" * 40_000,
    "a longer number": "9" * 40_000,
    "an odd escape": r"'\d'" + "\nx = 1" * 50,
    "nul": "a\0b" * 20,
    "half a surrogate": "a = '\ud800' + \udfff" * 20,
    "a long cell": "x = y + 1\n" * 20_000,
    "odd line ends": "x = y + 1\r\x0b\x0c\u2028" * 50,
    "no Python": "my answer is that w' = w, isn't it? " * 20,
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE.keys())
def test_sources_that_break_parsers_break_nothing_here(source):
    found = similarity._prints([source])
    assert len(found) <= len(source)
    assert similarity._passage([source], set(found)).count("\n") < 8
    near_copies({"ada": [source, LOOP], "bob": [COPY, source]}, set())


def test_cells_that_do_not_parse_are_compared_by_their_words():
    one = LOOP.replace("return w, mistakes", "return w, mistakes)")
    other = one.replace("mistakes", "m").replace("epoch", "e").replace("X", "data")
    with pytest.raises(SyntaxError):
        ast.parse(one)
    (pair,) = near_copies({"ada": [one], "eve": [other]}, set())
    assert pair.share > 0.9


def test_at_least_one_passage_in_every_window_is_kept():
    """The promise of winnowing, and that it keeps about 2 in 9."""
    rng = random.Random(1)
    words = [rng.choice(["~a", "~b", "+", "=", "for", "1"]) for _ in range(2000)]
    grams = similarity._digests(words)
    places = similarity._winnowed(grams)
    gaps = [b - a for a, b in zip(places, places[1:], strict=False)]
    assert places[0] < similarity.WINDOW and max(gaps) <= similarity.WINDOW
    assert len(places) < 0.3 * len(grams)


@given(st.lists(st.sampled_from(["~a", "~b", "~c", "+", "("]), min_size=24, max_size=60))
def test_passages_are_alike_exactly_when_numbering_names_by_first_appearance_makes_them_so(words):
    def numbered(k):
        seen = {}
        passage = words[k : k + similarity.PASSAGE]
        return tuple(seen.setdefault(w, len(seen)) if w[0] == "~" else w for w in passage)

    grams = similarity._digests(words)
    for one, other in combinations(range(len(grams)), 2):
        assert (grams[one] == grams[other]) == (numbered(one) == numbered(other))


def test_the_page_on_similarity_warns_and_escapes(tmp_path):
    write_similarity(
        tmp_path, {"01": [similarity.Pair("<i>", "bob", 0.934, "if a < b:")], "02": []}
    )
    text = (tmp_path / "similarity.html").read_text("utf-8")
    assert "a reason to look at both, not proof" in text and "An unusual passage" in text
    assert "&lt;i&gt; and bob" in text and "if a &lt; b:" in text and "93%" in text
    assert "No two submissions are near-copies." in text
