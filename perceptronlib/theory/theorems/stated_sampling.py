"""T3, T11 and T17, as they stand on a page: from mistakes to errors on fresh examples."""

from __future__ import annotations

from .compression import AT_MOST_DELTA, SUPPORT_ALONE, TAIL, UNION
from .sampling import (
    ERRORS,
    ONLINE,
    ONLY_LEARNED,
    SAME_MISTAKES,
    SAME_WEIGHTS,
    SUPPORT,
    SURVIVAL_VOTE,
    UNBIASED,
    VOTE,
)
from .stated import Bound, Stated, Told

__all__ = ["T3", "T3_UNBIASED", "T11", "T17"]

T3 = Stated(
    name="T3",
    title="leave-one-out",
    words="Only examples that were learned from can be errors when they are left out, so few "
    "mistakes mean a small risk.",
    assumptions=r"**Assume** that the perceptron passes over the sample $S$, always in the same "
    r"order, "
    r"until a pass is clean, and does the same when one example is left out.",
    statement=r"**Then** $$\#\text{leave-one-out errors}\le\#\text{support vectors}\le M(S).$$ If "
    r"the "
    r"examples are independent draws from $D$, all separable with margin $\rho$ within radius $R$, "
    r"the expected risk after $m$ of them is "
    r"$$\mathbb{E}_{S\sim D^m}[\mathrm{err}(h_S)]\le\mathbb{E}_{S\sim D^{m+1}}"
    r"\left[\frac{\min(M(S),R^2/\rho^2)}{m+1}\right].$$",
    steps=(
        Told(
            r"*Nothing changes.* Suppose example $i$ was never learned from. Its rounds changed "
            r"nothing; without them every other round meets the same $w$, makes the same mistake "
            r"or "
            r"none, and the run ends in the same $w$.",
            by=(
                ("makes the same mistake", SAME_MISTAKES),
                ("ends in the same $w$", SAME_WEIGHTS),
            ),
        ),
        Told(
            r"*No error.* The last pass was clean, so this $w$ is right on example $i$. An error "
            r"needs an example that was learned from.",
            by=(("An error needs an example that was learned from", ONLY_LEARNED),),
        ),
        Told(
            r"*Count.* So every error is a support vector, and every support vector cost at least "
            r"one mistake.",
            by=(
                ("every error is a support vector", ERRORS),
                ("every support vector cost at least one mistake", SUPPORT),
            ),
        ),
        Told(
            r"*Expectation.* Leave-one-out is unbiased: on $m+1$ examples its expected error is "
            r"the "
            r"expected risk after $m$. Divide the inequality of step 3 by $m+1$; by Novikoff's "
            r"theorem $M(S)\le R^2/\rho^2$, so the minimum is $M(S)$. $\square$",
            how="from step 3, T3-unbiased and T1; enumerated exactly in tests/test_stated.py",
        ),
    ),
    certificate="leave_one_out",
)

T3_UNBIASED = Stated(
    name="T3-unbiased",
    title="leave-one-out is unbiased",
    words="On average the leave-one-out error is the risk, of one example fewer.",
    assumptions=r"**Assume** that the $m$ examples are independent draws from $D$, and that the "
    r"learner "
    r"is deterministic.",
    statement=r"**Then** $$\mathbb{E}_{S\sim D^m}[\mathrm{err_{loo}}]="
    r"\mathbb{E}_{S\sim D^{m-1}}[\mathrm{err}(h_S)].$$",
    steps=(
        Told(
            r"$\mathrm{err_{loo}}$ is the mean over $i$ of the errors of $h_{S-i}$ on example $i$.",
            how="a definition",
        ),
        Told(
            r"Without example $i$ there remain $m-1$ independent draws, and example $i$ is fresh "
            r"for "
            r"them: its expected error is $\mathbb{E}_{S\sim D^{m-1}}[\mathrm{err}(h_S)]$.",
            how="independence",
        ),
        Told(
            r"All $m$ terms are equal, so their mean is the same number. $\square$",
            by=(("their mean is the same number", UNBIASED),),
        ),
    ),
    certificate="leave_one_out_is_unbiased",
)

T11 = Stated(
    name="T11",
    title="online to batch",
    words="On a stream of fresh examples mistakes are risks, on average; a vote of all hypotheses "
    "errs at most twice as often.",
    assumptions=r"**Assume** a stream of independent draws from $D$ and one pass; $h_t$ is "
    r"learned from "
    r"the first $t$ of them, and $M_T$ counts the mistakes in the first $T$ rounds.",
    statement=r"**Then** $$\sum_{t=0}^{T-1}\mathbb{E}[\mathrm{err}(h_t)]=\mathbb{E}[M_T].$$ If "
    r"$h_0,\dots,h_m$ "
    r"vote on a fresh example, and a tied vote is an error, then "
    r"$$P(\text{the vote errs})\le\frac{2\,\mathbb{E}[M_{m+1}]}{m+1}.$$",
    steps=(
        Told(
            r"*Fresh.* $h_t$ depends on the examples before round $t$ only, so round $t$ is a "
            r"mistake "
            r"with probability $\mathbb{E}[\mathrm{err}(h_t)]$. Add up over $t=0,\dots,T-1$.",
            by=((r"Add up over $t=0,\dots,T-1$", ONLINE),),
        ),
        Told(
            r"*Votes.* Let $Z$ count the voters that err on a fresh example. By step 1 "
            r"$\mathbb{E}[Z]=\mathbb{E}[M_{m+1}]$.",
            how="step 1 for T = m + 1",
        ),
        Told(
            r"*Markov.* If the vote errs, then $Z\ge(m+1)/2$. That has probability at most "
            r"$2\,\mathbb{E}[Z]/(m+1)$: if $Z\ge a$ with probability $p$, then "
            r"$\mathbb{E}[Z]\ge ap$.",
            by=((r"$2\,\mathbb{E}[Z]/(m+1)$", VOTE),),
        ),
        Told(
            r"*Survivors.* Without $h_0$ the votes are the survival counts of the voted "
            r"perceptron; "
            r"the same argument gives $2\,(\mathbb{E}[M_{m+1}]-\mathrm{err}(h_0))/m$. $\square$",
            by=((r"$2\,(\mathbb{E}[M_{m+1}]-\mathrm{err}(h_0))/m$", SURVIVAL_VOTE),),
        ),
    ),
    bounds=(
        Bound(
            r"P(\text{the vote errs})\le\frac{2\,\mathbb{E}[M_{m+1}]}{m+1}",
            lambda q: 2 * q.expected / (q.m + 1),
        ),
    ),
    certificate="online_to_batch",
)

T17 = Stated(
    name="T17",
    title="few support vectors, small risk",
    words="A perceptron that needed few examples to learn from is probably right on fresh ones.",
    assumptions=r"**Assume** $m$ independent draws from a distribution $D$ that a line through the "
    r"origin separates, and passes over them in a fixed order until one is clean. Let $k$ of them "
    r"be support vectors.",
    statement=r"**Then**, with probability at least $1-\delta$, either $k=m$ or the risk is at "
    r"most "
    r"$$\varepsilon_k=\frac{\ln\binom{m}{k}+\ln\frac{m}{\delta}}{m-k}.$$",
    steps=(
        Told(
            r"*Compression.* The support vectors alone, kept in their order, lead to the same $w$: "
            r"the others changed nothing.",
            by=(("lead to the same $w$", SUPPORT_ALONE),),
        ),
        Told(
            r"*One set.* Fix $k$ places. What is learned from them meets $m-k$ fresh examples. If "
            r"its "
            r"risk exceeds $\varepsilon_k$, it is right on all of these with probability at most "
            r"$(1-\varepsilon_k)^{m-k}\le e^{-\varepsilon_k(m-k)}=\frac{\delta}{m\binom{m}{k}}$.",
            by=((r"\frac{\delta}{m\binom{m}{k}}", TAIL),),
        ),
        Told(
            r"*All sets.* The support vectors of the run are one of these sets, and what is "
            r"learned from them is right on all the rest. Add up over the "
            r"$\binom{m}{k}$ sets of $k$ places and over $k=0,\dots,m-1$.",
            by=(("Add up", UNION),),
        ),
        Told(
            r"For each of the $m$ values of $k$ the sum is at most $\delta/m$: at most $\delta$ in "
            r"all. $\square$",
            by=(("at most $\\delta$ in all", AT_MOST_DELTA),),
        ),
    ),
    bounds=(
        Bound(
            r"\varepsilon_k=\frac{\ln\binom{m}{k}+\ln\frac{m}{\delta}}{m-k}",
            lambda q: q.ln(q.comb(q.m, q.k) * q.m / q.delta) / (q.m - q.k),
        ),
    ),
    certificate="compression",
)
