"""The compiled loop is the plain loop: at the edges of floats, near ties, in any order."""

import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

import perceptronlib as pl
import tests.textbook as textbook
from perceptronlib.core import fast
from perceptronlib.core.player import Player
from perceptronlib.core.rules import TIES

pytestmark = pytest.mark.long
ROOT = Path(pl.__file__).parents[1]


def both(learner, X, y):
    """The run played by plain Python, and by the compiled loop."""
    runs = []
    for mode in ("plain", "compiled"):
        with fast.using(mode):
            runs.append(learner.run(X, y))
    return runs


def assert_equal(learner, X, y):
    """The same mistakes, weights and totals, to the last bit; the plain run."""
    plain, compiled = both(learner, X, y)
    assert compiled.mistakes.tolist() == plain.mistakes.tolist()
    np.testing.assert_array_equal(compiled.last_weights, plain.last_weights)
    np.testing.assert_array_equal(compiled.order, plain.order)
    if plain.late is not None:
        np.testing.assert_array_equal(compiled.late, plain.late)
    return plain


def labels(rng, X):
    y = np.where(X @ rng.normal(size=X.shape[1]) > 0, 1, -1)
    flipped = rng.random(len(y)) < 0.2
    y = np.where(flipped, -y, y)
    y[:2] = 1, -1
    return y


def sized(rng, m, d, low, high):
    """Rows whose lengths lie between 10^low and 10^high, evenly in the logarithm."""
    return rng.normal(size=(m, d)) * 10.0 ** rng.uniform(low, high, size=(m, 1))


SCALES = {
    "squares underflow": (-170, -150),
    "down to the smallest floats": (-323, -300),
    "all that is small": (-320, -140),
    "a factor of 1e12": (-6, 6),
    "a factor of 1e300": (-150, 150),
}


@pytest.mark.parametrize("d", [1, 2, 7, 300])
@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("seed", range(3))
def test_rows_of_very_different_sizes(scale, d, seed):
    rng = np.random.default_rng([seed, d])
    X = sized(rng, 200, d, *SCALES[scale])
    y = labels(rng, X / np.abs(X).max())
    order = np.tile(np.arange(200), 2)
    run = assert_equal(pl.Perceptron(epochs=2), X, y)
    log, w = textbook.perceptron(X, y, order)
    assert run.mistakes.tolist() == log
    np.testing.assert_array_equal(run.last_weights, w)
    assert_equal(pl.LargeMarginPerceptron(0.3, epochs=2), X, y)
    assert_equal(pl.Perceptron(predict_with="averaged", rate=0.1, margin=1e-300, epochs=2), X, y)


@pytest.mark.parametrize("threshold", [0.0, 1e6, -1e6, 0.3, -7.7e5])
@pytest.mark.parametrize("margin", [0.0, 1e6, 0.1, 7.7e5])
def test_thresholds_and_margins_that_cancel(threshold, margin):
    """What is subtracted from a score may be much larger than the score, and decide by rounding."""
    for seed in range(20):
        rng = np.random.default_rng([seed, int(abs(threshold)), int(margin)])
        X = rng.integers(-20, 21, size=(60, 3)) / (10.0 if seed % 2 else 1.0)
        X[::3] = rng.integers(-3, 4, size=(20, 3)) * 1e-10
        y = np.where(rng.random(60) < 0.5, 1.0, -1.0)
        rule = pl.Rule(threshold=threshold, margin=margin)
        start = (abs(threshold) + margin) * rng.integers(-2, 3, size=3) / 10.0
        runs = []
        for mode in ("plain", "compiled"):
            with fast.using(mode):
                runs.append(pl.play(rule, X, y, epochs=3, start=start))
        assert runs[0].mistakes.tolist() == runs[1].mistakes.tolist()
        np.testing.assert_array_equal(runs[0].last_weights, runs[1].last_weights)


def test_one_huge_entry_does_not_decide_ties_elsewhere():
    """The bound on the weights may overflow; rounds that rounding decides are numpy's even then."""
    rng = np.random.default_rng(7)
    for _ in range(300):
        m, d = int(rng.integers(2, 60)), int(rng.integers(1, 9))
        X = rng.integers(-4, 5, size=(m, d)) * 10.0 ** rng.integers(-100, 0)
        X[rng.integers(m), rng.integers(d)] = 1e308
        y = np.where(rng.random(m) < 0.5, 1.0, -1.0)
        told = []
        for mode in ("plain", "compiled"):
            with fast.using(mode):
                try:
                    told.append(pl.play(pl.Rule(), X, y, epochs=4).mistakes.tolist())
                except ValueError as error:
                    told.append([str(error)])
        assert told[0] == told[1]


def test_scores_that_overflow_are_an_error_in_either_loop():
    """Whatever the pass: the rows are measured in the first only, and the weights grow."""
    X = np.array([[1e154, 0.0], [-1e154, 1e154], [1e150, 1e154], [-1e154, -1e154]])
    for scale, fails in ((1.0, False), (1e4, True), (1e150, True)):
        for mode in ("plain", "compiled"):
            with fast.using(mode):
                learner = pl.Perceptron(rate=scale, epochs=20)
                if fails:
                    with pytest.raises(ValueError, match="overflows"):
                        learner.run(X, [1, 1, -1, -1])
                else:
                    assert np.isfinite(learner.run(X / 1e4, [1, 1, -1, -1]).last_weights).all()


@pytest.mark.parametrize("d", [2, 3, 40])
@pytest.mark.parametrize("size", [-162, -160, -155, -150])
def test_a_margin_in_units_of_a_tiny_w(d, size):
    """|w|^2 is too small for a float, while examples are of size 1: the margin has few digits.

    The second example has its margin within a thousandth of what is asked for.
    """
    for seed in range(40):
        rng = np.random.default_rng([seed, d])
        first = rng.normal(size=d) * 10.0**size
        rest = rng.normal(size=(30, d))
        unit = first / np.abs(first).max()
        unit = unit / np.sqrt(unit @ unit)
        along = rest @ unit
        rest += (0.15 * (1 + rng.uniform(-1e-3, 1e-3, size=30)) - along)[:, None] * unit
        X = np.vstack([first, rest])
        plain, compiled = both(pl.LargeMarginPerceptron(0.3), X, [1] * 30 + [-1])
        assert compiled.mistakes.tolist() == plain.mistakes.tolist()
        log, w = textbook.large_margin(X, plain.y, range(31), 0.3)
        assert compiled.mistakes.tolist() == log
        np.testing.assert_array_equal(compiled.last_weights, w)


def near_ties(rng, m, d):
    """Decimal rows, half of them made so that their score under the weights so far is about 0.

    The weights are those of a perceptron that learns from each row; the last entry of a row is
    chosen so that the sum of its terms vanishes up to some units in the last place.
    """
    X, w = np.empty((m, d)), np.zeros(d)
    y = np.where(rng.random(m) < 0.5, 1, -1)
    for i in range(m):
        x = np.round(rng.normal(size=d), 1)
        if i % 2 and w[-1]:
            x[-1] = -(x[:-1] @ w[:-1]) / w[-1]
            x[-1] += rng.integers(-2, 3) * np.spacing(x[-1])
        X[i] = x
        if y[i] * x.dot(w) <= 0:
            w = w + y[i] * x
    return X, y


@pytest.mark.parametrize("d", [2, 5, 33, 300])
@pytest.mark.parametrize("ties", TIES)
def test_near_ties_on_purpose(d, ties):
    for seed in range(5):
        X, y = near_ties(np.random.default_rng([seed, d]), 150, d)
        y[:2] = 1, -1
        for predict_with in ("last", "averaged"):
            run = assert_equal(pl.Perceptron(ties=ties, predict_with=predict_with), X, y)
        if ties in ("le", "plus"):
            assert run.mistakes.tolist() == textbook.perceptron(X, y, range(150), ties)[0]
        scores = np.array([X[t].dot(run.weights(t)) for t in range(0, 150, 7)])
        assert ties == "strict" or (np.abs(scores) < 1e-12).any()


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("d", [1, 4, 256, 257])
@pytest.mark.parametrize("kind", ["whole", "tenths"])
def test_every_tie_rule_margin_and_order(ties, d, kind):
    rng = np.random.default_rng(d)
    X = rng.integers(-3, 4, size=(90, d)) / (1 if kind == "whole" else 10)
    y = labels(rng, X)
    for margin in (0.0, 0.1, 1.0):
        for rate in (1.0, 0.1, 3.0):
            how = {"margin": margin, "rate": rate, "ties": ties, "predict_with": "averaged"}
            assert_equal(pl.Perceptron(epochs=2, **how), X, y)
            run = assert_equal(pl.Perceptron(epochs=3, shuffle=True, seed=d, **how), X, y)
            if ties in ("le", "plus"):
                log, w = textbook.perceptron(X, y, run.order, ties, rate, margin)
                assert run.mistakes.tolist() == log
                np.testing.assert_array_equal(run.last_weights, w)
    assert_equal(pl.PNormPerceptron(p=4.0, ties=ties, shuffle=True, seed=1, epochs=2), X, y)
    for learner in (pl.ExponentialWinnow, pl.BalancedWinnow):
        how = {"ties": ties, "predict_with": "averaged", "shuffle": True, "seed": 1, "epochs": 2}
        assert_equal(learner(eta=0.3, **how), X, y)
        assert_equal(learner(eta=400.0, **how), X, y)  # weights leave the range of floats
    binary = (X > 0).astype(float)
    for beta in (1.0, 0.3):
        assert_equal(
            pl.Winnow(beta, predict_with="averaged", epochs=3, shuffle=True, seed=2), binary, y
        )


def test_the_averaged_total_is_the_textbooks():
    """On whole numbers, where no addition is rounded, to the last bit; over several passes."""
    rng = np.random.default_rng(0)
    for d in (3, 300):
        X = rng.integers(-3, 4, size=(100, d)).astype(float)
        y = labels(rng, X)
        run = assert_equal(
            pl.Perceptron(predict_with="averaged", epochs=3, shuffle=True, seed=0), X, y
        )
        np.testing.assert_array_equal(run.weight_sum, textbook.averaged(X, y, run.order))


BY_SUMS = {
    "balanced": lambda **how: pl.BalancedWinnow(eta=0.3, **how),
    "balanced, slowly": lambda **how: pl.BalancedWinnow(eta=1e-3, **how),
    "balanced, far apart": lambda **how: pl.BalancedWinnow(eta=40.0, **how),
    "2-norm": lambda **how: pl.PNormPerceptron(p=2.0, **how),
    "4-norm": lambda **how: pl.PNormPerceptron(p=4.0, **how),
    "23-norm": lambda **how: pl.PNormPerceptron(p=23.03, **how),
    "99-norm with bias": lambda **how: pl.PNormPerceptron(p=99.0, bias=True, **how),
    "200-norm": lambda **how: pl.PNormPerceptron(p=200.0, **how),
}
"""Rules whose weights the loop computes from their sums."""


def of_kind(kind, rng, m, d):
    """A table of numbers that are whole, have one decimal, are of any or of very odd size."""
    if kind == "whole":
        return rng.integers(-3, 4, size=(m, d)).astype(float)
    if kind in SCALES:
        return sized(rng, m, d, *SCALES[kind])
    X = rng.normal(size=(m, d)) * {"tiny": 1e-120, "huge": 1e120}.get(kind, 1.0)
    return np.round(X, 1) if kind == "tenths" else X


@pytest.mark.parametrize("d", [1, 3, 33, 300])
@pytest.mark.parametrize("kind", ["whole", "tenths", "normal", "tiny", "huge", *SCALES])
@pytest.mark.parametrize("learner", BY_SUMS)
def test_weights_from_sums_are_numpys_to_the_last_bit(learner, kind, d):
    rng = np.random.default_rng(d)
    X = of_kind(kind, rng, 120, d)
    y = labels(rng, X / np.abs(X).max())
    for ties in TIES:
        assert_equal(BY_SUMS[learner](ties=ties, epochs=2, shuffle=True, seed=0), X, y)
    assert_equal(BY_SUMS[learner](epochs=3), X, y)


@pytest.mark.parametrize("learner", BY_SUMS)
def test_weights_from_sums_of_other_tables(learner):
    """Single precision, sparse, with importances, and averaged."""
    rng = np.random.default_rng(0)
    X = np.round(rng.normal(size=(300, 20)), 1) * (rng.random((300, 20)) < 0.3)
    y = labels(rng, X)
    make = BY_SUMS[learner]
    assert_equal(make(epochs=2), X.astype(np.float32), y)
    assert_equal(make(epochs=2), sparse.csr_array(X), y)
    assert_equal(make(epochs=2, predict_with="averaged"), X, y)
    fitted = []
    for mode in ("plain", "compiled"):
        with fast.using(mode):
            importance = np.linspace(0.1, 3, 300)
            fitted.append(make(epochs=2).fit(X, y, sample_weight=importance))
    assert fitted[0].run_.mistakes.tolist() == fitted[1].run_.mistakes.tolist()
    np.testing.assert_array_equal(fitted[0].coef_, fitted[1].coef_)


def ties_by_sums(rule, rng, m, d):
    """`near_ties` of a rule whose weights are a function of sums."""
    X, w = np.empty((m, d)), np.zeros(d)
    theta, y = rule.sums(w), np.where(rng.random(m) < 0.5, 1, -1)
    for i in range(m):
        x = np.round(rng.normal(size=d), 1)
        if i % 2 and abs(w[-1]) > 1e-12 * np.abs(w).max():
            x[-1] = -(x[:-1] @ w[:-1]) / w[-1]
            x[-1] *= 1 + rng.integers(-3, 4) * 10.0 ** -rng.integers(10, 17)
        X[i] = x
        if rule.errs(w, x, y[i], theta):
            rule.learn(theta, w, x, y[i])
    return X, y


@pytest.mark.parametrize("d", [2, 5, 33, 300])
@pytest.mark.parametrize("learner", BY_SUMS)
def test_near_ties_of_weights_from_sums(learner, d):
    """Some nearer than polynomials can tell: numpy decides, as in the plain loop."""
    for seed in range(5):
        made = BY_SUMS[learner]()
        X, y = ties_by_sums(made._rule(d), np.random.default_rng([seed, d]), 150, d)
        y[:2] = 1, -1
        for ties in TIES:
            assert_equal(BY_SUMS[learner](ties=ties), X, y)


@settings(max_examples=150)
@given(st.data())
def test_weights_from_sums_whatever_the_data(draw):
    d, m = draw.draw(st.integers(1, 5)), draw.draw(st.integers(2, 40))
    entry = st.one_of(
        st.integers(-3, 3).map(float),
        st.integers(-30, 30).map(lambda k: k / 10),
        st.floats(-1e200, 1e200),
    )
    X = np.array(draw.draw(st.lists(entry, min_size=m * d, max_size=m * d))).reshape(m, d)
    y = [1, -1, *draw.draw(st.lists(st.sampled_from([-1, 1]), min_size=m - 2, max_size=m - 2))]
    if draw.draw(st.booleans()):
        learner = pl.BalancedWinnow(eta=draw.draw(st.floats(1e-12, 1e12)), epochs=3)
    else:
        bias = draw.draw(st.booleans())
        learner = pl.PNormPerceptron(p=draw.draw(st.floats(2, 120)), bias=bias, epochs=3)
    try:
        with fast.using("plain"):
            plain = learner.run(X, y)
    except ValueError as error:
        with fast.using("compiled"), pytest.raises(type(error)):
            learner.run(X, y)
    else:
        with fast.using("compiled"):
            compiled = learner.run(X, y)
        assert compiled.mistakes.tolist() == plain.mistakes.tolist()
        np.testing.assert_array_equal(compiled.last_weights, plain.last_weights)


@pytest.mark.parametrize("learner", ["balanced", "23-norm", "99-norm with bias"])
def test_the_loop_learns_by_sums_itself(learner, monkeypatch):
    """On data without near ties numpy is asked for nothing but the weights at the end."""
    asked, learn = [], Player.learn
    monkeypatch.setattr(Player, "learn", lambda *of: (asked.append(of), learn(*of)))
    rng = np.random.default_rng(0)
    X = rng.normal(size=(400, 1500))
    y = labels(rng, X)
    with fast.using("compiled"):
        assert BY_SUMS[learner](epochs=2).run(X, y).M > 100
    assert not asked


LARGE_FIT = """
import sys
import numpy as np
import perceptronlib as pl
from perceptronlib.core import fast
assert pl.__file__.startswith(sys.argv[1]), pl.__file__
X = np.random.default_rng(0).normal(size=(50_000, 5))
y = np.where(X[:, 0] > 0.1, 1, -1)
auto = pl.Perceptron(bias=True, epochs=2).fit(X, y).run_
assert fast.loop(50_000) is not None
with fast.using("plain"):
    assert pl.Perceptron(bias=True, epochs=2).run(X, y).mistakes.tolist() == auto.mistakes.tolist()
print(auto.M)
"""


NOWHERE = "/proc/nowhere"  # a folder that nobody can make

NO_LOCATOR = "from numba.core.caching import CacheImpl; CacheImpl._locator_classes = []"
"""What numba finds where it cannot write; said outright, because root can write anywhere."""


@pytest.fixture
def read_only():
    """A copy of the package that cannot be written to, in a folder that all can read."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "copy"
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "perceptronlib", place / "perceptronlib", ignore=ignore)
        paths = [*place.rglob("*"), place, Path(folder)]
        for path in paths:
            path.chmod(0o555 if path.is_dir() else 0o444)
        yield place
        for path in reversed(paths):
            path.chmod(0o755)


def somebody_else(environment):
    """The beginning of a command that runs as a user whom modes stop, if that can be had."""
    if os.getuid() != 0:
        return []
    as_nobody = ["setpriv", "--reuid", "65534", "--clear-groups"]
    try:
        subprocess.run(
            [*as_nobody, sys.executable, "-c", "import numba"], env=environment, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return as_nobody


def test_large_fits_need_no_folder_to_write_to(read_only):
    """The package read-only, no home, and a cache that cannot be made: compiled all the same."""
    places = dict.fromkeys(["NUMBA_CACHE_DIR", "HOME", "XDG_CACHE_HOME"], NOWHERE)
    environment = {**os.environ, **places, "PYTHONPATH": str(read_only)}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    who = somebody_else(environment)
    code = LARGE_FIT if who is not None else f"{NO_LOCATOR}\n{LARGE_FIT}"
    command = [*(who or []), sys.executable, "-c", code, str(read_only)]
    done = subprocess.run(command, env=environment, cwd=read_only, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0
    assert not list(read_only.rglob("*.nb[ic]"))


def test_what_was_compiled_is_kept_until_any_of_its_files_changes(tmp_path):
    """numba itself looks at one file only, and would go on with the loop that it has kept."""
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "perceptronlib", tmp_path / "perceptronlib", ignore=ignore)
    environment = {k: v for k, v in os.environ.items() if k != "NUMBA_CACHE_DIR"}
    environment["PYTHONPATH"] = str(tmp_path)
    code = f"{LARGE_FIT}\nprint(sum(fast.compiled().stats.cache_hits.values()))"

    def hits():
        command = [sys.executable, "-c", code, str(tmp_path)]
        return int(subprocess.check_output(command, env=environment, cwd=tmp_path).split()[-1])

    assert (hits(), hits()) == (0, 1)
    with (tmp_path / "perceptronlib" / "core" / "scanning.py").open("a") as file:
        file.write("# changed\n")
    assert hits() == 0


def test_the_loops_let_other_threads_run():
    """While one thread fits, another one counts; were the GIL held, it would have to wait."""
    assert fast.compiled().targetoptions["nogil"]
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(1000, 20)), rng.choice([-1, 1], size=1000)
    alone = pl.Perceptron(epochs=20).run(X, y)
    runs = [None] * 4

    def fit(k):
        runs[k] = pl.Perceptron(epochs=20).run(X, y)

    with fast.using("compiled"):
        threads = [threading.Thread(target=fit, args=(k,)) for k in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert all(run.mistakes.tolist() == alone.mistakes.tolist() for run in runs)


def test_sparse_rows_whose_places_are_wide_integers():
    """SciPy numbers columns with int64 when a table is made from rows, columns and values."""
    rng = np.random.default_rng(0)
    dense = np.where(rng.random((60, 40)) < 0.2, rng.integers(1, 4, size=(60, 40)), 0).astype(float)
    y = labels(rng, dense)
    i, j = np.nonzero(dense)
    wide = sparse.csr_array((dense[i, j], (i, j)), shape=dense.shape)
    assert wide.indices.dtype == np.int64
    for learner in (pl.Perceptron(epochs=5), pl.Perceptron(epochs=5, bias=True)):
        run = assert_equal(learner, wide, y)
        assert run.mistakes.tolist() == learner.run(dense, y).mistakes.tolist()


@pytest.mark.parametrize("together", [1, 100, 2**16])
@pytest.mark.parametrize("kind", ["clean", "noise", "ties", "out of range"])
def test_passes_played_together_are_passes_one_by_one(together, kind, monkeypatch):
    """However many passes one call of the compiled loop makes, it is the run of the plain loop."""
    monkeypatch.setattr(fast, "TOGETHER", together)
    rng = np.random.default_rng(3)
    X = rng.integers(-3, 4, size=(50, 4)) / (10.0 if kind == "ties" else 1.0)
    y = np.where(X @ [3.0, -2.0, 1.0, 0.5] > 0, 1, -1)
    if kind != "clean":
        y[rng.random(50) < 0.2] *= -1
    for predict_with in ("last", "averaged"):
        learner = pl.Perceptron(epochs=7, predict_with=predict_with, bias=kind == "noise")
        if kind != "out of range":
            run = assert_equal(learner, X, y)
            assert run.converged == (kind == "clean") and run.rounds == 350
            continue
        messages = []
        for mode in ("plain", "compiled"):  # weights grow until they overflow in a later pass
            grown = np.vstack([X, [[9e307, 0, 0, 0]], [[-9e307, 0, 0, 0]]])
            with fast.using(mode), pytest.raises(ValueError, match="NaN or infinity") as problem:
                learner.run(grown, np.append(y, [1, 1]))
            messages.append(str(problem.value))
        assert messages[0] == messages[1]
