"""The experiments in small, and the tables they left: what is told of them is what they say."""

import math
import statistics
import subprocess
import sys
from datetime import date

import numpy as np
import pytest
from matplotlib.image import imread

import perceptronlib as pl
from perceptronlib.course import style
from perceptronlib.experiments import noise, simulation, tables

RELEVANT = (2, 5, 10)
BOTH = ("simulation", "noise")


def whole_stream(k, N, seed=0):
    """All rows of a stream as one table, without the constant feature, and the labels."""
    blocks = list(simulation.stream(k, N, seed))
    X, y = (np.concatenate(parts) for parts in zip(*blocks, strict=True))
    return X[:, :-1], y


# -- the streams of the simulation -------------------------------------------------------------


@pytest.mark.parametrize("k", RELEVANT)
def test_a_stream_is_a_disjunction_of_its_first_features(k):
    X, y = whole_stream(k, 100)
    assert X.shape == (800, 100) and {*X.ravel()} == {0.0, 1.0}
    assert ((X[:, :k].any(axis=1)) == (y > 0)).all()


def test_coins_and_patterns_of_a_stream_are_fair():
    """Each share is within four standard deviations of what it should be."""
    X, y = whole_stream(2, 600)
    assert abs((y > 0).mean() - 1 / 2) < 4 * math.sqrt(1 / 4 / len(y))
    assert abs(X[:, 2:].mean() - 1 / 2) < 4 * math.sqrt(1 / 4 / X[:, 2:].size)
    patterns = X[y > 0, :2] @ [1, 2]
    for pattern in (1, 2, 3):
        share = (patterns == pattern).mean()
        assert abs(share - 1 / 3) < 4 * math.sqrt(2 / 9 / len(patterns))


def test_another_seed_is_another_stream_and_the_same_seed_the_same():
    (X, y), (same, labels), (other, _) = (whole_stream(2, 60, seed) for seed in (1, 1, 2))
    assert (X == same).all() and (y == labels).all() and (X != other).any()


@pytest.mark.parametrize(("k", "N"), [(2, 100), (10, 64), (5, 700)])
def test_mistakes_are_those_of_the_learners(k, N):
    """Played in blocks without a trace, or fitted to the whole stream: the same mistakes."""
    X, y = whole_stream(k, N)
    runs = pl.Perceptron(bias=True).run(X, y), pl.Winnow().run(X, y)
    late = [int((run.mistakes >= 7 * N).sum()) for run in runs]
    assert simulation.play(k, N) == (runs[0].M, runs[1].M, *late)


@pytest.mark.parametrize("k", RELEVANT)
def test_both_theorems_hold_on_a_stream(k):
    X, y = whole_stream(k, 50)
    winnow, perceptron = pl.Winnow().run(X, y), pl.Perceptron(bias=True).run(X, y)
    certificates = (
        pl.theorems.sparse_disjunction(perceptron, relevant=range(k)),
        pl.theorems.winnow_disjunction(winnow, relevant=range(k)),
    )
    assert all(certificate.holds for certificate in certificates)
    for certificate, bound in zip(certificates, simulation.bounds(k, 50), strict=True):
        assert certificate.bound <= bound


# -- the simulation in small -------------------------------------------------------------------


@pytest.fixture(scope="module", params=RELEVANT)
def small(request):
    return simulation.live(k=request.param, sizes=(100, 400))


def test_every_run_stays_below_its_bound(small):
    for row in small:
        for name in ("perceptron", "winnow"):
            assert max(row[name]["runs"]) <= row[f"{name}_bound"]


def test_four_times_the_features_cost_the_perceptron_nearly_four_times_the_mistakes(small):
    """At least 3.5 times as many."""
    few, many = (row["perceptron"]["mean"] for row in small)
    assert many >= 3.5 * few


def test_four_times_the_features_cost_winnow_what_its_bound_adds_at_most(small):
    """The bound, 2 + 3 k log2 N, grows by 6 k."""
    few, many = (row["winnow"]["mean"] for row in small)
    assert few < many <= few + 6 * small[0]["k"]


def test_with_few_features_the_perceptron_may_win():
    """Ten relevant features of twelve: on this stream it does, though on most Winnow wins."""
    runs = [simulation.play(10, 12, seed) for seed in range(12)]
    assert runs[6].perceptron < runs[6].winnow
    assert sum(run.winnow < run.perceptron for run in runs) > 6


# -- what the committed tables say -------------------------------------------------------------


@pytest.mark.parametrize("name", BOTH)
def test_a_table_says_when_with_what_and_how_it_was_made(name):
    record = tables.load(name)
    assert date.fromisoformat(record.date) <= date.today()
    assert {*record.versions} == {"perceptronlib", "python", "numpy"}
    assert record.command == "make simulation"


@pytest.mark.parametrize("k", RELEVANT)
def test_the_table_of_the_simulation_is_what_the_code_makes(k):
    assert simulation.cell(k, 100) == tables.load("simulation").row(k=k, N=100)


def test_the_table_of_the_simulation_is_complete():
    rows = tables.load("simulation").rows
    assert [(row["k"], row["N"]) for row in rows] == [
        (k, N) for k in simulation.RELEVANT for N in simulation.SIZES
    ]
    assert {len(row["winnow"]["runs"]) for row in rows} == {20}


@pytest.mark.parametrize("k", RELEVANT)
def test_when_the_features_double_the_perceptron_pays_double_and_winnow_a_little_more(k):
    rows = [row for row in tables.load("simulation").rows if row["k"] == k]
    for row, double in zip(rows, rows[1:], strict=False):
        assert 1.9 < double["perceptron"]["mean"] / row["perceptron"]["mean"] < 2.1
        assert 0 < double["winnow"]["mean"] - row["winnow"]["mean"] <= 3 * k
        assert max(row["winnow"]["runs"]) < row["winnow_bound"]


def test_at_the_end_of_the_table_it_is_thousands_against_dozens():
    last = tables.load("simulation").row(k=2, N=12_800)
    assert (round(last["perceptron"]["mean"]), round(last["winnow"]["mean"])) == (19_697, 48)


def test_at_the_end_winnow_has_settled_and_the_perceptron_has_not():
    for row in tables.load("simulation").rows:
        assert row["winnow_late"]["mean"] < 2
        assert 0.04 < row["perceptron_late"]["mean"] / row["N"] < 0.11


def test_the_table_of_the_noise_is_what_the_code_makes():
    """Exactly where all numbers are whole; elsewhere rounding may turn a mail or two."""
    row = tables.load("noise").row(noise=30, passes=1)
    for name, count in noise.wrong(noise=30, passes=1, split=3).items():
        whole = name in ("perceptron", "averaged perceptron")
        assert row[name]["runs"][3] == pytest.approx(count, abs=0 if whole else 2), name


def per_cent(passes, name):
    rows = [row for row in tables.load("noise").rows if row["passes"] == passes]
    return {row["noise"]: 100 * row[name]["mean"] / row["tested"] for row in rows}


@pytest.mark.parametrize("passes", noise.PASSES)
def test_the_averages_go_together_until_the_noise_is_large_and_then_winnow_wins(passes):
    adding = per_cent(passes, "averaged perceptron")
    multiplying = per_cent(passes, "averaged balanced Winnow")
    for count in (0, 30, 100, 300):
        assert abs(adding[count] - multiplying[count]) < 0.7
    for count in (1000, 3000, 10_000):
        assert multiplying[count] < adding[count] - 1
    assert multiplying[10_000] < adding[10_000] - 7


def test_five_passes_end_at_the_figures_that_are_told():
    averages = [per_cent(5, f"averaged {name}") for name in ("perceptron", "balanced Winnow")]
    assert [(round(each[0]), round(each[10_000])) for each in averages] == [(7, 18), (7, 11)]


@pytest.mark.parametrize("passes", noise.PASSES)
def test_up_to_three_hundred_noise_features_averaging_matters_more_than_the_learner(passes):
    for count in (0, 30, 100, 300):
        averaged = max(
            per_cent(passes, name)[count]
            for name in ("averaged perceptron", "averaged balanced Winnow")
        )
        last = min(per_cent(passes, name)[count] for name in ("perceptron", "balanced Winnow"))
        assert averaged < last


def test_the_rate_decides_what_balanced_winnow_gains():
    ends = [round(per_cent(5, name)[10_000]) for name in noise.BAND]
    assert ends == [16, 10] and ends[0] < round(per_cent(5, "averaged perceptron")[10_000])


def test_winnow_with_positive_weights_only_wins_nowhere():
    for row in tables.load("noise").rows:
        best = min(noise.learners(), key=lambda name: row[name]["mean"])
        assert not best.startswith("Winnow")


# -- what the experiments share ----------------------------------------------------------------


def test_the_standard_error_is_that_of_the_textbook():
    runs = [3, 5, 8, 13]
    expected = statistics.stdev(runs) / math.sqrt(4)
    assert tables.summary(runs)["error"] == pytest.approx(expected, abs=5e-4)
    assert math.isnan(tables.summary([3])["error"])


COLOURS = {
    "simulation": (style.QUIET, style.WEIGHTS, style.BOUND),
    "noise": (style.POSITIVE, style.NEGATIVE),
}


@pytest.mark.parametrize("name", BOTH)
def test_a_plot_is_a_picture_in_the_colours_of_the_house(name):
    path = tables.FOLDER / f"{name}.png"
    assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    pixels = (imread(path)[..., :3] * 255).round().astype(int)
    assert pixels.shape[1] > 1000 and (pixels == 255).all(axis=2).mean() > 0.5
    for colour in COLOURS[name]:
        wanted = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
        assert (pixels == wanted).all(axis=2).sum() > 500


def test_the_same_figure_is_the_same_file(tmp_path):
    rows = tables.load("noise").rows
    files = [tables.save_picture(name, noise.picture(rows), tmp_path) for name in "ab"]
    assert files[0].read_bytes() == files[1].read_bytes()


def test_noise_is_as_dense_as_mail_and_says_nothing():
    X, y = noise.mails(noise=200, split=1)
    words, extra = X[:, :54], X[:, 54:]
    assert extra.mean() == pytest.approx(words.mean(), abs=0.002)
    assert extra[y > 0].mean() == pytest.approx(extra[y < 0].mean(), abs=0.005)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda: next(simulation.stream(k=5, N=4)), "k is 5 with N = 4; expected 1 <= k <= N"),
        (lambda: noise.mails(noise=-1), "noise is -1 .* expected a number of features >= 0"),
        (lambda: tables.summary([]), "no runs to summarise; expected at least one seed"),
        (lambda: tables.load("simulation").row(k=2), "8 rows have k=2; expected exactly one"),
        (lambda: tables.load("dice"), "no table 'dice'; those kept are: .*'noise'"),
    ],
)
def test_errors_say_what_was_given_and_what_was_expected(ask, words):
    with pytest.raises((ValueError, FileNotFoundError), match=words):
        ask()


def test_pictures_alone_load_matplotlib():
    code = (
        "import sys; from perceptronlib.experiments import noise, simulation; "
        "simulation.live(sizes=[50]); print('matplotlib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
