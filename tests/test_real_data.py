"""Real data: what each sample holds, that nothing was lost on the way, and who is to be thanked."""

import copy
import pickle
import subprocess
import sys
import types
import zipfile
from pathlib import Path

import numpy as np
import pytest
import real_data
from sklearn import datasets

from perceptronlib import Perceptron, data
from perceptronlib.grading.sandbox.library import fill
from perceptronlib.samples.real import FILES
from perceptronlib.theory.margins import NotSeparable, max_margin, radius

SAMPLES = {
    "mail": data.mail,
    "digits": data.digits,
    "cells": data.cells,
    "iris": data.iris,
    "words": data.languages,
}
COPIES = {
    "digits": datasets.load_digits,
    "cells": datasets.load_breast_cancer,
    "iris": datasets.load_iris,
}
"""scikit-learn's, an independent answer."""


@pytest.mark.parametrize(
    ("name", "shape", "counts", "classes"),
    [
        ("mail", (4601, 54), {-1: 2788, 1: 1813}, ("mail", "spam")),
        ("cells", (569, 30), {-1: 357, 1: 212}, ("benign", "malignant")),
        ("iris", (150, 4), {0: 50, 1: 50, 2: 50}, ("setosa", "versicolor", "virginica")),
        ("digits", (1797, 64), dict(enumerate([178, 182, 177, 183, 181, 182, 181, 179, 174, 180])),
         tuple("0123456789")),
    ],
)  # fmt: skip
def test_a_real_sample_has_its_shape_its_classes_and_a_name_for_each_column(
    name, shape, counts, classes
):
    X, y = sample = SAMPLES[name]()
    assert isinstance(sample, data.Sample) and sample.target is None
    assert X.shape == shape and X.dtype == np.float64 and X.flags.c_contiguous
    assert y.dtype == (np.float64 if min(counts) < 0 else np.int64)
    assert dict(zip(*np.unique(y, return_counts=True), strict=True)) == counts
    assert sample.classes == classes
    assert len({*sample.features}) == shape[1] and all(type(f) is str for f in sample.features)


@pytest.mark.parametrize("name", COPIES)
def test_numbers_and_names_are_those_of_scikit_learn_to_the_last_bit(name):
    X, y = sample = SAMPLES[name]()
    bunch = COPIES[name]()
    assert X.tobytes() == np.ascontiguousarray(bunch.data).tobytes()
    assert sample.features == tuple(map(str, bunch.feature_names))
    here = np.array(sample.classes)[np.searchsorted(np.unique(y), y)]
    assert np.array_equal(here, bunch.target_names.astype(str)[bunch.target])


@pytest.mark.parametrize("name", COPIES)
def test_the_script_makes_the_files_as_they_are(name):
    made = getattr(real_data, name)()
    with np.load(FILES / f"{name}.npz", allow_pickle=False) as stored:
        assert {*stored} == {*made}
        for key in stored:
            assert stored[key].dtype == made[key].dtype and np.array_equal(stored[key], made[key])


def test_the_script_reads_of_each_frequency_whether_it_is_above_zero(monkeypatch):
    pandas = pytest.importorskip("pandas")
    names = [*(["make", "num3d", *map(str, range(46))]), *real_data.PLAIN]
    numbers = np.zeros((3, 54))
    numbers[0, 1], numbers[2, 53] = 0.01, 7.5
    frame = pandas.DataFrame(numbers, columns=names).assign(
        capitalAve=1.0, capitalLong=2, capitalTotal=3, type=["spam", "nonspam", "spam"]
    )
    monkeypatch.setitem(
        sys.modules, "rdata", types.SimpleNamespace(read_rda=lambda path: {"spam": frame})
    )
    made = real_data.mail("spam.rda")
    assert np.argwhere(made["whole"]).tolist() == [[0, 1], [2, 53]]
    assert made["codes"].tolist() == [1, 0, 1] and made["classes"].tolist() == ["mail", "spam"]
    assert made["features"][[0, 1, 48, 53]].tolist() == ["make", "3d", ";", "#"]


def test_the_script_refuses_what_it_could_not_give_back():
    with pytest.raises(ValueError, match="not decimal numbers"):
        real_data.decimals(np.array([1 / 3]))


def test_the_script_takes_the_different_words_of_a_page(tmp_path, monkeypatch):
    monkeypatch.setattr(real_data, "DECLARATIONS", ("deu_1996",))
    page = "<title>no</title><body><p>Jeder &amp; <b>jede</b>: a 3 Scho\u0308ne, JEDER</p></body>"
    (tmp_path / "deu_1996.html").write_text(page, encoding="utf-8")
    (made,) = real_data.words(tmp_path).items()
    assert made[0] == "deu" and bytes(made[1]).decode() == "jede jeder sch\u00f6ne"


def test_mail_says_which_words_occur():
    X, y = sample = data.mail()
    assert {*np.unique(X)} == {0.0, 1.0}
    assert X.sum(axis=1).mean() == pytest.approx(9.9, abs=0.05)
    assert sample.features[:3] == ("make", "address", "all") and sample.features[-1] == "#"
    spam = {}
    for word in ("free", "money", "remove", "george", "hp", "$"):
        rows = X[:, sample.features.index(word)] == 1
        spam[word] = (int(rows.sum()), int((y[rows] > 0).sum()))
    assert spam == {
        "free": (1241, 989), "money": (735, 681), "remove": (807, 764),
        "george": (780, 8), "hp": (1090, 50), "$": (1400, 1109),
    }  # fmt: skip


def test_mails_with_the_same_words_make_48_mistakes_unavoidable():
    X, y = data.mail()
    _, row = np.unique(X, axis=0, return_inverse=True)
    spam, other = np.bincount(row[y > 0], minlength=row.max() + 1), np.bincount(row[y < 0])
    other = np.pad(other, (0, len(spam) - len(other)))
    assert ((spam > 0) & (other > 0)).sum() == 26
    assert np.minimum(spam, other).sum() == 48


def test_all_spam_comes_first():
    y = data.mail().y
    assert (y[:1813] == 1).all() and (y[1813:] == -1).all()


def test_perceptrons_judge_fresh_mail_as_well_as_the_donors_say():
    """They report about 7 % errors; it takes a bias, as some mails have none of the words."""
    X, y = data.mail()
    order = np.random.default_rng(0).permutation(len(X))
    learn, test = order[:3600], order[3600:]
    errors = {}
    for bias in (True, False):
        model = Perceptron(epochs=5, predict_with="averaged", bias=bias).fit(X[learn], y[learn])
        errors[bias] = (model.predict(X[test]) != y[test]).mean(), model.run_.M
    assert errors[True] == (pytest.approx(0.071, abs=0.002), 2132)
    assert errors[False] == (pytest.approx(0.106, abs=0.002), 2677)


def separable(X, y, bias=False):
    try:
        max_margin(np.column_stack([X, np.ones(len(X))]) if bias else X, y)
    except NotSeparable:
        return False
    return True


def test_digits_are_whole_and_all_but_8_and_9_are_separable_with_a_bias():
    X, y = data.digits()
    assert np.array_equal(X, np.rint(X)) and X.min() == 0 and X.max() == 16
    one = [separable(X, np.where(y == digit, 1.0, -1.0), bias=True) for digit in range(10)]
    assert one == [True] * 8 + [False] * 2
    assert not separable(X, np.where(y % 2 == 0, 1.0, -1.0), bias=True)


def test_cells_are_separable_by_a_hair_and_once_centred_only_with_a_bias():
    X, y = data.cells()
    assert radius(X) / max_margin(X, y).margin == pytest.approx(1.229e8, rel=1e-3)
    scaled = (X - X.mean(axis=0)) / X.std(axis=0)
    assert not separable(scaled, y)
    biased = np.column_stack([scaled, np.ones(len(X))])
    assert radius(biased) / max_margin(biased, y).margin == pytest.approx(1.477e4, rel=1e-3)


def test_of_the_irises_setosa_alone_is_separable():
    X, y = data.iris()
    assert max_margin(X, np.where(y == 0, 1.0, -1.0)).margin == pytest.approx(0.743137, abs=1e-6)
    for kind in (1, 2):
        assert not separable(X, np.where(y == kind, 1.0, -1.0), bias=True)
    assert not separable(X[y > 0], np.where(y[y > 0] == 1, 1.0, -1.0), bias=True)


@pytest.mark.parametrize(
    ("first", "second", "shape", "of_first"),
    [("eng", "deu", (1097, 484), 497), ("spa", "ita", (1077, 375), 523)],
)
def test_words_of_languages_are_their_pairs_of_letters(first, second, shape, of_first):
    X, y = sample = data.languages(first, second)
    assert X.shape == shape and (y > 0).sum() == of_first and {*y} == {-1.0, 1.0}
    assert sample.classes == (second, first) and list(sample.rows) == sorted({*sample.rows})
    for x, word in zip(X, sample.rows, strict=True):
        pairs = {f"_{word}_"[i : i + 2] for i in range(len(word) + 1)}
        assert {sample.features[j] for j in np.flatnonzero(x)} == pairs
    back = data.languages(second, first)
    assert np.array_equal(back.X, X) and np.array_equal(back.y, -y)


def test_finnish_is_separable_from_english_and_german_is_not():
    assert separable(*data.languages("eng", "fin"))
    assert not separable(*data.languages("eng", "deu"), bias=True)


def test_other_languages_are_refused():
    with pytest.raises(
        ValueError, match="'eng' and 'lat'; expected two of 'deu', 'eng', 'fin', 'f"
    ):
        data.languages("eng", "lat")
    with pytest.raises(ValueError, match="'eng' and 'eng'; expected two of"):
        data.languages("eng", "eng")


@pytest.mark.parametrize("name", SAMPLES)
def test_who_is_to_be_thanked_is_told_on_the_sample_and_beside_the_files(name):
    sample = SAMPLES[name]()
    told = " ".join((FILES / "LICENCES").read_text().split())
    entry = told.split(f"{name}.npz ")[1].split(".npz")[0]
    assert sample.source in entry and f"Licence: {sample.licence}" in entry
    assert sample.source.endswith(".")


def test_the_files_are_small_and_hold_no_pickles():
    files = sorted(path.name for path in FILES.iterdir())
    assert files == ["LICENCES", *sorted(f"{name}.npz" for name in SAMPLES)]
    assert sum(path.stat().st_size for path in FILES.iterdir()) < 150_000
    for path in FILES.glob("*.npz"):
        with np.load(path, allow_pickle=False) as arrays:
            assert all(array.dtype.kind in "iuU" for array in arrays.values())


@pytest.mark.once
def test_the_files_are_in_the_wheel(tmp_path):
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path]
    subprocess.run(command, cwd=Path(__file__).parents[1], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    inside = {*zipfile.ZipFile(wheel).namelist()}
    assert {f"perceptronlib/samples/files/{path.name}" for path in FILES.iterdir()} <= inside


def test_scikit_learn_is_not_needed():
    code = (
        "import sys; sys.modules['sklearn'] = None; from perceptronlib import data;"
        "print(len(data.mail().X), len(data.digits().X), len(data.cells().X), len(data.iris().X))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["4601", "1797", "569", "150"]


@pytest.mark.once
def test_an_exercise_that_offers_data_offers_real_data_too(tmp_path):
    """The sandbox holds a part of the library only: here it runs without the rest."""
    fill(tmp_path, ["data"])
    code = "import perceptronlib as pl; print(pl.__file__, pl.data.mail())"
    command = [
        sys.executable,
        "-P",
        "-c",
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {code}",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    where = tmp_path / "perceptronlib" / "__init__.py"
    assert done.stdout.strip() == f"{where} <Sample: 4601 examples of 54 features; mail, spam>"


@pytest.mark.parametrize("name", SAMPLES)
def test_what_a_caller_changes_no_other_caller_sees(name):
    X, y = SAMPLES[name]()
    before = X.copy(), y.copy()
    X[:], y[:] = 99, 99
    again = SAMPLES[name]()
    assert np.array_equal(again.X, before[0]) and np.array_equal(again.y, before[1])


ATTRIBUTES = ("target", "features", "classes", "rows", "source", "licence")


@pytest.mark.parametrize("through", [lambda s: pickle.loads(pickle.dumps(s)), copy.deepcopy])
@pytest.mark.parametrize("make", [data.iris, data.languages, data.separable])
def test_a_copied_sample_keeps_what_hangs_on_it(make, through):
    sample = make()
    again = through(sample)
    assert type(again) is data.Sample and repr(again) == repr(sample)
    assert np.array_equal(again.X, sample.X) and np.array_equal(again.y, sample.y)
    for name in ATTRIBUTES:
        assert np.array_equal(getattr(again, name), getattr(sample, name))


def test_a_generated_sample_has_a_target_and_no_source():
    sample = data.separable(5, 3)
    assert [getattr(sample, name) for name in ATTRIBUTES[1:]] == [None] * 5
    assert sample.target.shape == (3,) and repr(sample) == "<Sample: 5 examples of 3 features>"


def test_a_sample_is_a_pair_of_whatever_it_is_given():
    X, y = sample = data.Sample(np.arange(3.0), np.ones(3))
    assert X is sample.X and y is sample.y and repr(sample) == "<Sample: 3 examples>"
