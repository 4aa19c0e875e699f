"""T9 and T14, as they stand on a page: disjunctions, and the best that anybody can promise."""

from __future__ import annotations

import math

from .littlestone import FALLS, FORCED, HALVED, HALVING, LOGARITHM, OPTIMAL, SHRUNK, TRUTH
from .stated import Bound, Stated, Told
from .winnow import (
    FALSE_POSITIVE,
    FEW_FALSE,
    FEW_MISSED,
    LENGTH,
    LIMITED,
    MARGIN,
    MISSED,
    NEVER_FALL,
    PART,
    RADIUS,
    RAISED,
    SIMPLER,
    TOGETHER,
    TOTAL,
)

__all__ = ["T9", "T9_SPARSE", "T14"]

T9 = Stated(
    name="T9",
    title="Winnow on disjunctions",
    words="Winnow pays for each relevant feature, and only for the logarithm of all features.",
    assumptions=r"**Assume** that every $x$ is in $\lbrace 0,1\rbrace^d$ with $d\ge 2$, that the "
    r"labels are a disjunction of $r\ge 1$ features, and that weights double or halve. Let "
    r"$k=\lceil\log_2 d\rceil$.",
    statement=r"**Then** Winnow makes $$M\lt 2+r\left(3k-\frac{2^{k+1}}{d}\right)$$ mistakes, and "
    r"that is at most $3\,r\,k$: in every order, over any number of passes.",
    steps=(
        Told(
            r"*Relevant weights never fall.* A missed positive has a relevant feature on, and its "
            r"weight doubles. A false positive has none on. So each relevant weight is $2^\ell$, "
            r"where $\ell$ counts its promotions.",
            by=(("Relevant weights never fall", NEVER_FALL),),
        ),
        Told(
            r"*Promotions.* A weight of $d$ or more would have lifted its example to the "
            r"threshold. So a relevant weight doubles only while it is *below* $d$: at most $k$ "
            r"times. Every promotion doubles at least one of them, so $P$ is at most the sum of "
            r"their $\ell$, and $P\le rk$.",
            by=(
                ("at most $k$ times", LIMITED),
                (r"$P$ is at most the sum of their $\ell$", RAISED),
                (r"P\le rk", FEW_MISSED),
            ),
        ),
        Told(
            r"*The account.* A promotion adds $w\cdot x\lt d$ to $S$, a demotion takes "
            r"$\tfrac{1}{2}w\cdot x\ge\tfrac{d}{2}$. So $S\le d+Pd-Q\tfrac{d}{2}$.",
            by=(
                (r"A promotion adds $w\cdot x\lt d$ to $S$", MISSED),
                (r"a demotion takes $\tfrac{1}{2}w\cdot x\ge\tfrac{d}{2}$", FALSE_POSITIVE),
                (r"S\le d+Pd-Q\tfrac{d}{2}", TOTAL),
            ),
        ),
        Told(
            r"*Demotions.* Weights are positive, so $S\gt 0$ and $Q\lt 2P+2$; these are whole "
            r"numbers, so $Q\le 2P+1$. Already $M=P+Q\le 3rk+1$.",
            by=((r"Q\le 2P+1", FEW_FALSE),),
        ),
        Told(
            r"*The last coins.* Step 4 misses $3rk$ by one. It used $S\gt 0$ only, but more than "
            r"that stays in the bank, because relevant weights are never spent: "
            r"$\sum_{i=1}^{r}2^{\ell_i}\le S$. With step 3, $Q\le "
            r"2+2P-\tfrac{2}{d}\sum_{i=1}^{r}2^{\ell_i}$, and by step 2 $P$ is at most the sum of "
            r"the $\ell_i$: $M\le 2+\sum_{i=1}^{r}\left(3\ell_i-2^{\ell_i+1}/d\right)$.",
            by=((r"\sum_{i=1}^{r}2^{\ell_i}\le S", PART),),
        ),
        Told(
            r"*The largest term.* From $\ell$ to $\ell+1$ a term gains $3-2^{\ell+1}/d$. A weight "
            r"doubles only while $2^\ell\lt d$, so the gain is more than $3-2=1$, and each term is "
            r"largest at $\ell_i=k$. If some $\ell_i$ is smaller, so is the sum; if all are $k$, "
            r"there was a promotion, and it paid in *less* than $d$. In any case "
            r"$M\lt 2+r\left(3k-\frac{2^{k+1}}{d}\right)$.",
            by=((r"M\lt 2+r\left(3k-\frac{2^{k+1}}{d}\right)", TOGETHER),),
        ),
        Told(
            r"*Simpler.* $2^k\ge d$ makes each of the $r\ge 1$ fractions at least 2, and the first "
            r"of them swallows the 2 in front: $2+r\left(3k-\frac{2^{k+1}}{d}\right)\le 3rk$. "
            r"$\square$",
            by=((r"2+r\left(3k-\frac{2^{k+1}}{d}\right)\le 3rk", SIMPLER),),
        ),
    ),
    bounds=(
        Bound(
            r"M\lt 2+r\left(3k-\frac{2^{k+1}}{d}\right)",
            lambda q: 2 + q.r * (3 * q.k - 2 ** (q.k + 1) / q.d),
        ),
    ),
    says=(r"$M\le 3\,r\,k$", r"at most $3\,r\,k$ mistakes"),
    certificate="winnow_disjunction",
)

T9_SPARSE = Stated(
    name="T9-sparse",
    title="the Perceptron on disjunctions",
    words="The Perceptron pays for the features that are on, not for those that there are.",
    assumptions=r"**Assume** that every $x$ is in $\lbrace 0,1\rbrace^d$, that at most $s$ "
    r"features are on in an example, and that the labels are a disjunction of $r$ features. A "
    r"constant feature 1 is folded in.",
    statement=r"**Then** the Perceptron makes at most $$M\le(4r+1)(s+1)$$ mistakes, whatever $d$ "
    r"is: in every order, over any number of passes.",
    steps=(
        Told(
            r"*A comparator.* Let $v$ be 2 at each relevant feature and $-1$ at the constant one. "
            r"A positive example has a relevant feature on and scores at least $2-1$, a negative "
            r"one scores $-1$: $y\,(v\cdot x)\ge 1$.",
            by=((r"y\,(v\cdot x)\ge 1", MARGIN),),
        ),
        Told(
            r"*Lengths.* $|v|^2=4r+1$, and as at most $s$ features are on, $R^2\le s+1$.",
            by=(("|v|^2=4r+1", LENGTH), (r"R^2\le s+1", RADIUS)),
        ),
        Told(
            r"*Novikoff.* $M\le R^2|v|^2/g^2$ with $g\ge 1$. $\square$",
            how="from T1 and steps 1 and 2: tests/proofs, Perceptron on disjunctions",
        ),
    ),
    bounds=(Bound(r"M\le(4r+1)(s+1)", lambda q: (4 * q.r + 1) * (q.s + 1)),),
    says=(r"$M\le(4r+1)(s+1)$", r"at most $(4r+1)(s+1)$ mistakes"),
    certificate="sparse_disjunction",
)

T14 = Stated(
    name="T14",
    title="the best possible promise",
    words="What the best learner can promise is the depth of the deepest tree of questions that "
    "an adversary can ask.",
    assumptions=r"**Assume** a finite class $H$ of functions that answer $-1$ or $+1$, one of "
    r"which gives all labels. Let $\mathrm{Ldim}(H)$ be the depth of its deepest mistake tree.",
    statement=r"**Then** halving makes at most $$M\le\log_2|H|$$ mistakes. The standard optimal "
    r"algorithm makes at most $\mathrm{Ldim}(H)$ mistakes, which is at most $\log_2|H|$, and no "
    r"deterministic learner can promise fewer.",
    steps=(
        Told(
            r"*Halving.* Call $V'$ the part of $V$ that is left. After a mistake it is the part "
            r"with fewer functions, at most half: $2|V'|\le|V|$.",
            by=((r"2|V'|\le|V|", HALVED),),
        ),
        Told(
            r"*The truth stays.* Let $V_j$ be what is left of $H$ after $j$ mistakes. By "
            r"step 1 $2^j|V_j|\le|H|$, and $1\le|V_j|$, because the function that gives the labels "
            r"always agrees with them. Hence $2^M\le|H|$.",
            by=(
                (r"2^j|V_j|\le|H|", SHRUNK),
                (r"1\le|V_j|", TRUTH),
                (r"2^M\le|H|", HALVING),
            ),
        ),
        Told(
            r"*The tree.* An adversary walks down a deepest mistake tree: it shows the input of "
            r"its node and says that the opposite of the answer was right, so that every answer "
            r"is a mistake. After $j$ of them, whatever the answers were, "
            r"$\mathrm{Ldim}(V_j)\ge\mathrm{Ldim}(H)-j$. So each deterministic learner errs "
            r"$\mathrm{Ldim}(H)$ times on some stream, halving too: $2^{\mathrm{Ldim}(H)}\le|H|$.",
            by=(
                (r"\mathrm{Ldim}(V_j)\ge\mathrm{Ldim}(H)-j", FORCED),
                (r"2^{\mathrm{Ldim}(H)}\le|H|", LOGARITHM),
            ),
        ),
        Told(
            r"*The optimal algorithm.* If $V_+$ and $V_-$ both had dimension $\mathrm{Ldim}(V)$, "
            r"this input, with a tree below each answer, would be a deeper tree for $V$. So the "
            r"part that a mistake leaves has $\mathrm{Ldim}(V')+1\le\mathrm{Ldim}(V)$.",
            by=((r"\mathrm{Ldim}(V')+1\le\mathrm{Ldim}(V)", FALLS),),
        ),
        Told(
            r"*Count.* After $j$ of its mistakes $j+\mathrm{Ldim}(V_j)\le\mathrm{Ldim}(H)$, and "
            r"the dimension of a set that holds the truth is not negative. $\square$",
            by=((r"j+\mathrm{Ldim}(V_j)\le\mathrm{Ldim}(H)", OPTIMAL),),
        ),
    ),
    bounds=(Bound(r"M\le\log_2|H|", lambda q: math.log2(q.H)),),
    says=(r"$M\le\log_2|H|$", r"at most $\log_2|H|$ mistakes"),
    certificate="littlestone",
)
