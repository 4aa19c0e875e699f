"""Theorems as they are printed: formulas against functions, statements, certificates and runs."""

import importlib
import math
import re
from contextlib import suppress
from fractions import Fraction
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from perceptronlib import LargeMarginPerceptron, Perceptron, Rule, adversaries, play, theorems
from perceptronlib.core import fast
from perceptronlib.theory.theorems import (
    alternatives,
    ball,
    elementary,
    entropy,
    majority,
    multiplicative,
    nobody,
    nonseparable,
    norms,
    perceptron,
    regrets,
    sampling,
    winnow,
)
from perceptronlib.theory.theorems.stated_all import STATED
from tests import stated_disjunctions, stated_nonseparable, stated_shares
from tests.latex import RELATIONS, Vector, chain, holds, truth, value

pytestmark = pytest.mark.once

(
    large_margin,
    identities,
    compressed,
    embedded,
    littlestone,
) = (  # the package has functions of these names
    importlib.import_module(f"perceptronlib.theory.theorems.{name}")
    for name in ("large_margin", "identities", "compression", "embedding", "littlestone")
)

STEPS = [
    pytest.param(one, step, id=f"{one.name}, step {k}")
    for one in STATED.values()
    for k, step in enumerate(one.steps, 1)
]
BOUNDS = [pytest.param(b, id=f"{t.name}: {b.latex}") for t in STATED.values() for b in t.bounds]
FORMULA = re.compile(r"\$\$?(.+?)\$?\$", re.DOTALL)


@pytest.fixture(autouse=True, scope="module")
def plain_loops():
    with fast.using("plain"):
        yield


def is_relation(latex):
    return "$" not in latex and any(r in re.findall(r"\\[a-z]+|.", latex) for r in RELATIONS)


# ---------------------------------------------------------------- each step has something behind it


@pytest.mark.parametrize(("theorem", "step"), STEPS)
def test_a_step_names_what_settles_it(theorem, step):
    assert step.by or step.how
    for words, _ in step.by:
        assert words in step.text
    assert step.text.endswith(r"$\square$") == (step is theorem.steps[-1])


def test_what_a_step_names_is_proved_for_all_inputs():
    from tests.proofs.test_steps import BEYOND, PROOFS

    proved = {id(proof.step) for proof in PROOFS.values()} | BEYOND
    assert {id(s) for t in STATED.values() for step in t.steps for _, s in step.by} <= proved


def test_every_step_of_the_certificates_is_told():
    """What a certificate checks, the page says: nothing of the proof is left out."""
    checked = [*perceptron.NOVIKOFF, *perceptron.MARGIN, *perceptron.EXPONENTIAL]
    checked += [perceptron.MARGIN_AT_THE_END, *large_margin.LARGE_MARGIN]
    for name in ("SHORT", "LONG", "CLOCK", "BEST_CONSTANT", "AT_THE_END"):
        checked.append(getattr(large_margin, name))
    checked += [identities.SURVIVAL, identities.LAZY]
    modules = (
        sampling,
        nobody,
        compressed,
        elementary,
        alternatives,
        ball,
        regrets,
        littlestone,
        winnow,
    )
    checked += [*nonseparable.DEVIATIONS, *nonseparable.HINGE, *embedded.EMBEDDING]
    for module in modules:
        constants = vars(module).values()
        checked += [s for s in constants if isinstance(s, type(nobody.GAIN))]
    checked += elementary.RATE
    checked += [*majority.MAJORITY, *norms.P_NORM, multiplicative.SOFTMAX, multiplicative.SHARES]
    checked += [s for s in vars(entropy).values() if isinstance(s, type(nobody.GAIN))]
    told = {id(s) for t in STATED.values() for step in t.steps for _, s in step.by}
    assert [s.text for s in checked if id(s) not in told] == []


@pytest.mark.parametrize("theorem", STATED.values(), ids=lambda t: t.name)
def test_a_theorem_has_its_certificate(theorem):
    assert not theorem.certificate or hasattr(theorems, theorem.certificate)
    for part in theorem.parts:
        assert part.count("$") % 2 == 0 and not re.search(r"\s\s|\n", part)
    for bound in theorem.bounds:
        assert bound.latex in " ".join(theorem.parts)


# ---------------------------------------------------------------- formulas and statements


def situation(rng):
    """An update of small whole numbers, which need not come from any run: letters, and a record."""
    v, w, x = (rng.integers(-2, 3, 2) for _ in range(3))
    v = (v if v.any() else np.array([1, 2])) * float(rng.choice([0.25, 1]))
    w, x = w * float(rng.choice([0.25, 1])), x * 1.0
    y, k, g, R, eta = (int(rng.choice(c)) for c in ([-1, 1], [1, 2, 3], [1, 2], [1, 2], [0, 1, 2]))
    gamma = float(rng.choice([0.25, 0.5, 1.0]))
    after, length = w + y * x, float(np.sqrt(v @ v))
    q = SimpleNamespace(
        k=k, g=g, R2=R**2, v2=v @ v, eta=eta, score=y * (w @ x), along=v @ after,
        square=after @ after, before=w @ w, size=x @ x, v_length=length, gamma=gamma,
        w_length=math.sqrt(after @ after), w_before=math.sqrt(w @ w), reached=gamma, least=0,
        reached2=gamma**2, rate=R, after=y * ((w + R * y * x) @ x), w1=w[0], w2=w[1], b=k,
    )  # fmt: skip
    letters = {
        "v": Vector(v), "w": Vector(w), "x": Vector(x), "w_k": Vector(after), "y": y, "k": k,
        "g": g, "R": R, r"\eta": eta, r"\rho": g / length, r"\gamma": gamma, "r": R,
        "w_1": w[0], "w_2": w[1], "b": k, "w'": Vector(after),
    }  # fmt: skip
    return letters, q


def unit(letters, q):
    """The same where v has length 1 and no example is longer than 1, as T7 has it."""
    v = 1 / q.v_length * letters["v"]
    return {**letters, "v": v}, SimpleNamespace(**{**vars(q), "R2": 1})


def rates(letters, q):
    """An update with rate r, beside one with rate 1; now and then u is not w/r."""
    w, x = Vector(letters["w"][:1]), Vector(letters["x"][:1])
    r, y = letters["r"], letters["y"]
    u = 1 / r * w if q.k > 1 else w
    q = SimpleNamespace(rate=r, score=y * (u * x), scaled=y * (w * x))
    q.w_after, q.u_after = (w + r * y * x)[0], (u + y * x)[0]
    return {**letters, "w": w, "x": x, "u": u}, q


def powers(letters, q):
    """The numbers of T2."""
    i, w, N, M = q.k, letters["w_1"] + 2, 1 + q.k, q.g * 5 + 16 * (q.eta == 2)
    v = Vector(2**j for j in range(N))
    record = SimpleNamespace(most_above=w - 2 ** (i - 1), weight=w, power_of_two=2 ** (i - 1), M=M)
    record.count = (4**N - 1) // 3
    return {"i": i, "w_i": w, "N": N, "M": M, "v": v, "w": v}, record


def labels(letters, q):
    """The numbers of T13."""
    v, n, M = letters["v"], q.k, q.k + (q.eta == 1)
    gain = letters["y"] * (v * letters["x"])
    record = SimpleNamespace(gain=gain, v2=v * v, n=n, M=M, R2=q.R2, g=q.g)
    return {**letters, "n": n, "M": M}, record


def lengths(letters, q):
    """The numbers of T7's clock: the number of updates is s/gamma^2, and w any length."""
    s, gamma = 0.7 * q.k + 0.5 * q.eta, letters[r"\gamma"]
    size = q.w_before + 0.3
    record = SimpleNamespace(gamma=gamma, reached=gamma, R2=1, w_length=size, k=s / gamma**2)
    record.ln_length, record.ln_count = math.log(1 + gamma * size), math.log(1 + s)
    return {r"\ell": gamma * size, "s": s, r"\gamma": gamma, "M": s / gamma**2}, record


def stepped(letters, q):
    """An update with rate r."""
    letters["w'"] = letters["w"] + letters["r"] * letters["y"] * letters["x"]
    return letters, q


KINDS = {
    "update": stepped,
    "T2": powers,
    "T7": unit,
    "T7-constant": lengths,
    "T13": labels,
    "rate": rates,
    **stated_nonseparable.KINDS,
    **stated_disjunctions.KINDS,
    **stated_shares.KINDS,
}
SAYS = [
    pytest.param(t.name, latex, statement, id=f"{t.name}: {latex}")
    for t in STATED.values()
    for step in t.steps
    for latex, statement in step.by
    if is_relation(latex)
]
IDENTITIES = {id(elementary.ONE_UPDATE), id(elementary.XOR)}
IDENTITIES |= {id(perceptron.CAUCHY_SCHWARZ), id(large_margin.CAUCHY_SCHWARZ)}
IDENTITIES |= stated_nonseparable.IDENTITIES
"""They are true of all numbers, so that nothing tells them from other truths."""


def agree(name, latex, statement, count=400):
    """Is the formula true exactly where the statement is? And is each of them sometimes false?"""
    rng, answers = np.random.default_rng(7), set()
    kind = KINDS.get(name, lambda letters, q: (letters, q))
    for _ in range(count):
        letters, q = kind(*situation(rng))
        relation = "=" if statement.equal else "<="
        said = truth(latex, letters)
        if said != holds(float(statement.left(q)), relation, float(statement.right(q))):
            return None
        answers.add(said)
    return answers


@pytest.mark.parametrize(("name", "latex", "statement"), SAYS)
def test_a_formula_of_a_proof_says_what_its_statement_says(name, latex, statement):
    assert agree(name, latex, statement) == (
        {True} if id(statement) in IDENTITIES else {True, False}
    )


CHANGES = [
    *((r"\le", r"\ge"), (r"\ge", r"\le"), ("^2", "^3"), ("^2", ""), ("+", "-"), ("/", "")),
    *(("2", "3"), ("=", r"\le"), ("k", "2k"), ("-1", ""), ("1+", "2+")),
]


def changes(latex):
    """The formula with one exponent, digit, sign or relation changed."""
    for old, new in CHANGES:
        for match in re.finditer(re.escape(old) + r"(?![a-z])", latex):
            yield latex[: match.start()] + new + latex[match.end() :]


def test_a_changed_formula_of_a_proof_does_not():
    """Of all small changes to all formulas, those left over say the same in other words."""
    unnoticed, tried = [], 0
    for case in SAYS:
        name, latex, statement = case.values
        for changed in changes(latex):
            tried += 1
            try:
                if agree(name, changed, statement, 120) is not None:
                    unnoticed.append(f"{latex} -> {changed}")
            except (
                ArithmeticError,
                AttributeError,
                LookupError,
                SyntaxError,
                TypeError,
                ValueError,
            ):
                pass
    assert tried > 100 and len(unnoticed) <= 0.05 * tried, (tried, unnoticed)


EXPRESSIONS = {
    id(perceptron.MARGIN_AT_THE_END): lambda s, q: s.left(q),
    id(large_margin.AT_THE_END): lambda s, q: s.left(q) * q.w_before,
    id(sampling.VOTE): lambda s, q: s.right(q),
    id(sampling.SURVIVAL_VOTE): lambda s, q: s.right(q),
    id(compressed.TAIL): lambda s, q: s.right(q) / q.sets,
}
"""Where a step has one side of its statement only."""


@pytest.mark.parametrize(
    ("latex", "statement"),
    [
        pytest.param(latex.strip("$"), s, id=latex)
        for t in STATED.values()
        for step in t.steps
        for latex, s in step.by
        if id(s) in EXPRESSIONS
    ],
)
def test_an_expression_of_a_proof_is_a_side_of_its_statement(latex, statement):
    rng = np.random.default_rng(3)
    for _ in range(50):
        letters, q = situation(rng)
        q.m, q.all, q.first, q.delta = 7, 5 * rng.random(), rng.random(), rng.random()
        k, q.sets = q.k, math.comb(7, q.k)
        letters |= {"m": 7, "k": k, r"\delta": q.delta, r"\mathbb{E}[M_{m+1}]": q.all}
        letters |= {r"\mathbb{E}[Z]": q.all, r"\mathrm{err}(h_0)": q.first}
        assert value(latex, letters) == pytest.approx(EXPRESSIONS[id(statement)](statement, q))


# ---------------------------------------------------------------- bounds


def numbers(rng):
    """Letters of all bounds, related as the theorems say."""
    q = SimpleNamespace(R=1 + rng.random(), g=rng.random() + 0.1, v_length=1 + rng.random())
    q.rho, q.gamma, q.eta, q.r = (
        q.g / q.v_length,
        rng.random() + 0.1,
        rng.random(),
        rng.random() + 0.5,
    )
    q.N, q.m, q.k, q.delta, q.C = (
        int(rng.integers(1, 6)),
        9,
        int(rng.integers(0, 9)),
        0.1,
        2.5128624,
    )
    q.expected, q.ln, q.comb, q.n = 4 * rng.random(), math.log, math.comb, (q.R / q.rho) ** 2
    letters = {"|v|": q.v_length, r"\mathbb{E}[M_{m+1}]": q.expected, r"\varepsilon_k": 0, "M": 0}
    letters |= {r"P(\text{the vote errs})": 0, "a": 0, "w": 0, "u": 0, "T": 0}
    letters |= {letter: getattr(q, letter) for letter in ("R", "g", "r", "N", "m", "k", "C", "n")}
    letters |= {f"\\{name}": getattr(q, name) for name in ("rho", "gamma", "eta", "delta")}
    letters |= stated_shares.letters_of_bounds(q, rng)
    stated_disjunctions.more_numbers(rng, q, letters)
    return stated_nonseparable.numbers(rng, letters, q)


@pytest.mark.parametrize("bound", BOUNDS)
def test_a_printed_bound_is_the_function_beside_it(bound):
    rng = np.random.default_rng(1)
    for _ in range(50):
        letters, q = numbers(rng)
        values, relations = chain(bound.latex, letters)
        forms = values[1:] if relations else values
        assert forms == pytest.approx([bound.value(q)] * len(forms))
        assert set(relations[1:]) <= {"="} and relations[:1] in ([], ["<="], ["<"], ["="])
        assert relations[:1] != ["="] or bound.latex.startswith(("M=", r"\varepsilon"))


@pytest.mark.parametrize("bound", BOUNDS)
def test_a_changed_bound_is_another_number(bound):
    letters, q = numbers(np.random.default_rng(1))
    head = re.match(r"[^\\]*?(?:\\le|\\lt|=)|.*?\)\\le|\\varepsilon_k=", bound.latex)
    forms = bound.latex[head.end() :] if head else bound.latex
    noticed = 0
    for old, new in [
        ("^2", "^3"),
        ("^2", ""),
        ("+", "-"),
        ("8", "9"),
        ("2", "1"),
        ("-", "+"),
        ("1", "2"),
    ]:
        for match in re.finditer(re.escape(old), forms):
            changed = forms[: match.start()] + new + forms[match.end() :]
            noticed += 1
            with suppress(SyntaxError):
                values = chain(changed, letters)[0]
                assert values != pytest.approx([bound.value(q)] * len(values)), changed
    assert noticed or forms == r"n=\frac{R^2}{\rho^2}"


def separable(rng, most=3):
    X = rng.integers(-most, most + 1, (6, 2)).astype(float)
    v = rng.integers(-3, 4, 2).astype(float)
    keep = X @ v != 0
    return (X[keep], np.sign(X @ v)[keep], v) if keep.any() else separable(rng)


def test_the_functions_are_the_bounds_of_the_certificates():
    rng, T1, T8 = np.random.default_rng(0), STATED["T1"], STATED["T8"]
    for _ in range(60):
        X, y, v = separable(rng)
        q = SimpleNamespace(R=np.linalg.norm(X, axis=1).max(), v_length=np.linalg.norm(v))
        q.g = (y * (X @ v)).min()
        q.rho, q.eta, q.r = q.g / q.v_length, float(rng.integers(0, 3)), float(rng.choice([1, 2]))
        run = play(Rule(), X, y, epochs=2)
        assert theorems.novikoff(run, v).bound == pytest.approx(T1.bounds[0].value(q))
        unit_run, unit_v = play(Rule(), X / q.R, y), v / q.v_length
        q.gamma = q.rho / q.R
        assert theorems.novikoff(unit_run, unit_v).bound == pytest.approx(T1.bounds[1].value(q))
        rule = Rule(margin=q.eta, rate=q.r)
        certificate = theorems.margin(play(rule, X, y, epochs=None), v)
        assert certificate.bound == pytest.approx(T8.bounds[0].value(q))
        least = [s for s in certificate.steps if "clean pass" in s.text]
        assert float(least[0].left[0]) == pytest.approx(T8.bounds[1].value(q))


def test_the_other_functions_are_the_bounds_of_the_certificates():
    for N in range(1, 6):
        run = Perceptron(epochs=None).fit(*adversaries.exponential(N)).run_ if N > 1 else None
        run = run or play(Rule(), *adversaries.exponential(N), epochs=None)
        q = SimpleNamespace(N=N)
        assert theorems.exponential(run).bound == STATED["T2"].bounds[0].value(q)
        made = theorems.nobody_better(Perceptron(), N)
        assert made.mistakes == made.bound == STATED["T13"].bounds[0].value(SimpleNamespace(n=N))
    X, y = [[0.6, 0.8], [0.8, -0.6], [-1.0, 0.0]], [1, 1, -1]
    for gamma in (0.1, 0.25, 0.4):
        run, q = (
            LargeMarginPerceptron(gamma=gamma, epochs=None).fit(X, y).run_,
            SimpleNamespace(gamma=gamma),
        )
        assert theorems.large_margin(run).bound == pytest.approx(STATED["T7"].bounds[0].value(q))
    C = adversaries.large_margin_constant()
    printed = re.search(r"C=([\d.]+)\\dots", STATED["T7-constant"].statement).group(1)
    assert f"{C:.12f}".startswith(printed) and truth("s=2\\ln(1+s)", {"s": C})


def test_short_forms_have_the_value_of_the_bound():
    """T1's squeeze and the lazy average are tried on runs, below."""
    rng, tried = np.random.default_rng(6), 0
    for theorem in STATED.values():
        for say in theorem.says:
            for latex in FORMULA.findall(say):
                letters, q = numbers(rng)
                values, relations = chain(latex, letters) if "cdot" not in latex else ([], [])
                if "/" in latex and values:
                    bounds = [bound.value(q) for bound in theorem.bounds]
                    assert any(values[-1] == pytest.approx(b) for b in bounds), latex
                    assert relations in ([], ["<="]), latex
                    tried += 1
    assert tried >= 7


# ---------------------------------------------------------------- expectations, enumerated


POINTS, SIGNS = [[2, 1], [1, -1], [-1, 2], [-2, -1]], [1, 1, -1, -1]
CHANCES = [Fraction(k, 10) for k in (4, 3, 2, 1)]


def expected(m, what):
    """The expectation of a number over all samples of m draws."""
    return sum(
        math.prod((CHANCES[i] for i in s), start=Fraction(1)) * what(list(s))
        for s in product(range(4), repeat=m)
    )


def risk(sample, epochs=None):
    w = np.zeros(2)
    if sample:
        w = play(
            Rule(), np.array(POINTS)[sample], np.array(SIGNS)[sample], epochs=epochs
        ).last_weights
    return sum(p for p, x, y in zip(CHANCES, POINTS, SIGNS, strict=True) if y * (w @ x) <= 0)


def mistakes(sample, epochs=None):
    return play(Rule(), np.array(POINTS)[sample], np.array(SIGNS)[sample], epochs=epochs).M


def displays(name):
    return re.findall(r"\$\$(.+?)\.?\$\$", STATED[name].statement)


def test_the_expectations_of_leave_one_out_hold_as_printed():
    q = np.array(POINTS) * np.array(SIGNS)[:, None]
    v = np.array([3, 0.5])
    bound = Fraction(5) / Fraction(float((q @ v).min() ** 2 / (v @ v)))
    counts, expectation = displays("T3")
    (unbiased,) = displays("T3-unbiased")
    for m in (2, 3):
        after = expected(m, risk)
        right = expected(m + 1, lambda s: Fraction(min(mistakes(s), bound)) / (len(s)))
        loo = expected(m + 1, lambda s: Fraction(sum(
            risk_on(s[:i] + s[i + 1 :], s[i]) for i in range(len(s))), len(s)))  # fmt: skip
        letters = {r"\mathbb{E}_{S\sim D^m}[\mathrm{err}(h_S)]": after, "m": m}
        letters[r"\mathbb{E}_{S\sim D^{m+1}}[\frac{\min(M(S),R^2/\rho^2)}{m+1}]"] = right
        assert truth(expectation, letters)
        letters = {r"\mathbb{E}_{S\sim D^m}[\mathrm{err_{loo}}]": loo}
        letters[r"\mathbb{E}_{S\sim D^{m-1}}[\mathrm{err}(h_S)]"] = after
        assert truth(unbiased, letters)
    letters = {r"\#\text{leave-one-out errors}": 2, r"\#\text{support vectors}": 3, "M(S)": 4}
    assert truth(counts, letters)
    letters["M(S)"] = 2
    assert not truth(counts, letters)


def risk_on(sample, point):
    w = play(Rule(), np.array(POINTS)[sample], np.array(SIGNS)[sample], epochs=None).last_weights
    return int(SIGNS[point] * (w @ POINTS[point]) <= 0)


def test_online_to_batch_holds_as_printed():
    sums, vote = displays("T11")
    risks = [expected(t, lambda s: risk(s, 1)) for t in range(4)]
    for T in (1, 2, 3):
        letters = {"T": T, r"\mathbb{E}[\mathrm{err}(h_t)]": lambda env: float(risks[env["t"]])}
        letters[r"\mathbb{E}[M_T]"] = float(expected(T, lambda s: mistakes(s, 1)))
        assert truth(sums, letters)
        assert not truth(sums.replace("T-1", "T"), letters)
    m, certificate = 3, theorems.online_to_batch(POINTS, SIGNS, CHANCES, m=3)
    all_mistakes = expected(m + 1, lambda s: mistakes(s, 1))
    q = SimpleNamespace(m=m, expected=float(all_mistakes))
    assert certificate.bound == pytest.approx(STATED["T11"].bounds[0].value(q))


def test_the_lazy_average_is_the_sum_of_all_weights_as_printed():
    rng = np.random.default_rng(2)
    for _ in range(20):
        X, y, _ = separable(rng)
        run = play(Rule(), X, y, epochs=2)
        u = sum((t * y[t % len(y)] * X[t % len(y)] for t in run.mistakes), start=np.zeros(2))
        total = sum((run.weights(t + 1) for t in range(run.rounds)), start=np.zeros(2))
        letters = {
            "T": run.rounds,
            "w": Vector(run.last_weights),
            "u": Vector(u),
            "a": Vector(total),
        }
        assert truth("a=Tw-u", letters)


# ---------------------------------------------------------------- every formula, on real runs


def every_update(rng, rule, gamma=None):
    """The letters of T1, T7 and T8 at every update of a run."""
    X, y, v = separable(rng)
    if gamma:
        X, v = X / np.linalg.norm(X, axis=1, keepdims=True), v / np.linalg.norm(v)
        gamma = float((y * (X @ v)).min())
        rule = Rule(slope=gamma / 2)
    run = play(rule, X, y, epochs=None, max_epochs=5000)
    g, R = (y * (X @ v)).min(), np.linalg.norm(X, axis=1).max()
    letters = {"v": Vector(v), "g": g, "R": R, r"\rho": g / np.linalg.norm(v), "M": run.M}
    letters |= {r"\eta": rule.margin, r"\gamma": gamma, "r": 1, "w_M": Vector(run.last_weights)}
    for k, i in enumerate(run.examples, 1):
        before, after = Vector(run.path[k - 1]), Vector(run.path[k])
        yield {
            **letters,
            "w": before,
            "w_k": after,
            "w'": after,
            "x": Vector(X[i]),
            "y": y[i],
            "k": k,
        }


UNSAID = {r"|w|\lt 2/\gamma", r"|w|\ge 2/\gamma", r"k=0", r"\rho=g/|v|", "r=1", r"\gamma=g", "w=0"}
UNSAID |= {r"|x|\le 1", r"|v|\le 1", r"M\le 1/\gamma^2", r"r\gt 0", r"\eta\ge 0"}


@pytest.mark.parametrize(("name", "rule"), [("T1", Rule()), ("T8", Rule(margin=2.0)), ("T7", None)])
def test_every_formula_of_a_proof_is_true_at_every_update(name, rule):
    rng, theorem, tried = np.random.default_rng(4), STATED[name], 0
    for _ in range(15):
        for letters in every_update(rng, rule, gamma=name == "T7"):
            short = name == "T7" and abs(letters["w"]) < 2 / letters[r"\gamma"]
            for k, part in enumerate(theorem.parts[2:], 1):
                if name == "T7" and k in (3, 4) and short != (k == 3):
                    continue
                for latex in FORMULA.findall(part):
                    if is_relation(latex) and latex not in UNSAID:
                        assert truth(latex, letters), (k, latex, letters)
                        tried += 1
            for latex in FORMULA.findall(" ".join(theorem.says)):
                if r"\cdot" in latex:
                    assert truth(latex, {**letters, "w": letters["w_k"]}), latex
    assert tried > 200
