"""T6 and two identities of T10, as they stand on a page: shares, and experts who vote."""

from __future__ import annotations

import math
from typing import Any

from .entropy import (
    CHORD,
    DROP,
    FIRST,
    HOEFFDING,
    POSITIVE,
    SHARP_DROP,
    SHARP_SQUEEZE,
    SQUEEZE,
)
from .majority import ALTOGETHER, BEST, SHRINKS
from .multiplicative import SAME_AS_WINNOW, SHARES, SOFTMAX
from .perceptron import MISTAKE
from .stated import Bound, Stated, Told

__all__ = ["T6", "T6_SHARP", "T10_MAJORITY", "T10_SOFTMAX"]

WRONG = r"y\,(w\cdot x)\le 0"


def _majority(q: Any) -> float:
    return float((math.log(q.N) + q.m * math.log(1 / q.beta)) / math.log(2 / (1 + q.beta)))


T10_MAJORITY = Stated(
    name="T10-majority",
    title="weighted majority",
    words="Beside any expert, and with a factor near 1, the vote errs at most a little more than "
    "twice as often, plus a multiple of the logarithm of how many experts there are.",
    assumptions=r"**Assume** $N$ experts, each of whom says $-1$ or $+1$ in every round. Their "
    r"weights start at 1, and when the vote is wrong, each expert who was wrong keeps the part "
    r"$\beta$ of its weight, $0\lt\beta\lt 1$.",
    statement=r"**Then**, whichever expert you compare it with, the vote makes at most "
    r"$$M\le\frac{\ln N+m\ln(1/\beta)}{\ln\frac{2}{1+\beta}}$$ mistakes, where $m$ counts how "
    r"often that expert was wrong in the rounds in which the vote was wrong.",
    steps=(
        Told(
            r"*The roof.* Let $W_k$ be the total weight after $k$ mistakes of the vote. A mistake "
            r"means $y\,(w\cdot x)\le 0$: those who were wrong hold at least half of the total, "
            r"and keep the part $\beta$ of it. So $W_k\le\frac{1+\beta}{2}W_{k-1}$.",
            by=((WRONG, MISTAKE), (r"W_k\le\frac{1+\beta}{2}W_{k-1}", SHRINKS)),
        ),
        Told(
            r"The total starts at $N$, so after $k$ mistakes "
            r"$W_k\le N\left(\frac{1+\beta}{2}\right)^k$.",
            by=((r"W_k\le N\left(\frac{1+\beta}{2}\right)^k", ALTOGETHER),),
        ),
        Told(
            r"*The floor.* The expert was wrong in $m$ of these rounds, so its weight is "
            r"$\beta^m$, and it is a part of the total: $\beta^m\le W_k$.",
            by=((r"\beta^m\le W_k", BEST),),
        ),
        Told(
            r"*Squeeze.* So $\beta^m\le N\left(\frac{1+\beta}{2}\right)^M$. Take logarithms and "
            r"solve for $M$. $\square$",
            how="from steps 2 and 3: tests/proofs, Weighted majority: M <= ...",
        ),
    ),
    bounds=(Bound(r"M\le\frac{\ln N+m\ln(1/\beta)}{\ln\frac{2}{1+\beta}}", _majority),),
    certificate="weighted_majority",
)

T10_SOFTMAX = Stated(
    name="T10-softmax",
    kind="Lemma",
    title="one sum, read exponentially",
    words="The shares depend on the sum of the mistakes alone, and weighted majority is Winnow.",
    assumptions=r"**Assume** that Winnow($\eta$) starts with equal shares, and let $\theta$ be the "
    r"sum of $y\,x$ over its mistakes so far.",
    statement=r"**Then** $$w_i=\frac{e^{\eta\theta_i}}{e^{\eta\theta_1}+\dots+e^{\eta\theta_N}}.$$ "
    r"These shares are called the **softmax** of $\eta\theta$. If all $x_i=\pm1$, weighted "
    r"majority with $\beta=e^{-2\eta}$ makes the same mistakes.",
    steps=(
        Told(
            r"A mistake multiplies $w_i$ by $e^{\eta yx_i}$ and adds $yx_i$ to $\theta_i$. So "
            r"$w_i$ stays proportional to $e^{\eta\theta_i}$, and shares sum to 1: they are the "
            r"softmax of $\eta\theta$.",
            by=(("they are the softmax of", SOFTMAX),),
        ),
        Told(
            r"If $x_i=\pm1$, a right expert gets the factor $e^\eta$ and a wrong one $e^{-\eta}$. "
            r"Divide both by $e^\eta$: the wrong ones get $e^{-2\eta}=\beta$, the others 1, as in "
            r"weighted majority, so both have the same shares.",
            by=(("both have the same shares", SHARES),),
        ),
        Told(
            r"Votes with the same shares have the same sign. So both make the same mistakes. "
            r"$\square$",
            by=(("both make the same mistakes", SAME_AS_WINNOW),),
        ),
    ),
    certificate="identities",
)

GIVEN = (
    r"**Assume** that all entries have $|x_i|\le R$, and that some $v\ge 0$ has "
    r"$y\,(v\cdot x)\ge g\gt 0$ on every example; its margin is $\rho=g/|v|_1$."
)

T6 = Stated(
    name="T6",
    title=r"Winnow with shares",
    words="With shares, a mistake costs a part of a supply that is only as large as the logarithm "
    "of the number of features.",
    assumptions=GIVEN + r" Let $0\lt\eta\lt 2\rho/R^2$.",
    statement=r"**Then** Winnow($\eta$) makes at most "
    r"$$M\le\frac{\ln N}{\eta\rho-\eta^2\,R^2/2}$$ mistakes, in every order and under every tie "
    r"rule. The best rate is $\eta=\rho/R^2$, and there the bound is $$2\,(R/\rho)^2\ln N.$$",
    steps=(
        Told(
            r"*A distance.* Let $u=v/|v|_1$, and $\Phi=\sum u_i\ln(u_i/w_i)$. At first "
            r"$w_i=1/N$, so $\Phi_0=\ln N+\sum u_i\ln u_i$, and $\Phi_0\le\ln N$.",
            by=((r"\Phi_0\le\ln N", FIRST),),
        ),
        Told(
            r"*Never negative.* Since $\ln s\le s-1$, "
            r"$-\Phi=\sum u_i\ln(w_i/u_i)\le\sum w_i-\sum u_i\le 0$, where both sums run over the "
            r"$i$ with $u_i\gt 0$. So after every update $0\le\Phi_k$.",
            by=((r"0\le\Phi_k", POSITIVE),),
        ),
        Told(
            r"*One update.* $\ln w_i$ grows by $\eta yx_i-\ln Z$, where $Z=\sum w_ie^{\eta yx_i}$. "
            r"So $\Phi$ falls by $\eta\,y\,(u\cdot x)-\ln Z$, and $y\,(u\cdot x)\ge\rho$.",
            how="the definition of the update; tests/proofs, Winnow(eta)",
        ),
        Told(
            r"*The chord.* On $[-R,R]$ the convex function $e^{\eta z}$ lies below its chord "
            r"$\cosh(\eta R)+\frac{z}{R}\sinh(\eta R)$. Average over $z=yx_i$ with the shares "
            r"$w_i$: $Z-\frac{y\,(w\cdot x)}{R}\sinh(\eta R)\le\cosh(\eta R)$. It was a mistake, "
            r"$y\,(w\cdot x)\le 0$, so $Z\le\cosh(\eta R)$.",
            by=(
                (r"Z-\frac{y\,(w\cdot x)}{R}\sinh(\eta R)\le\cosh(\eta R)", CHORD),
                (WRONG, MISTAKE),
            ),
        ),
        Told(
            r"$\cosh s\le e^{s^2/2}$: compare the power series, $\frac{s^{2n}}{(2n)!}$ with "
            r"$\frac{s^{2n}}{2^nn!}$ for each $n$. So $\ln Z\le\eta^2\,R^2/2$. (Hoeffding's lemma, "
            r"which we do not prove here, says more: "
            r"$Z\le e^{\eta\,y\,(w\cdot x)+\eta^2\,R^2/2}$, whatever the score. The certificate "
            r"checks that.)",
            by=((r"Z\le e^{\eta\,y\,(w\cdot x)+\eta^2\,R^2/2}", HOEFFDING),),
        ),
        Told(
            r"*The price.* So every mistake takes its price: "
            r"$\Phi_{k-1}-\Phi_k\ge\eta\rho-\eta^2\,R^2/2$.",
            by=((r"\Phi_{k-1}-\Phi_k\ge\eta\rho-\eta^2\,R^2/2", DROP),),
        ),
        Told(
            r"*Supply.* At most $\ln N$ can be spent: $k\,(\eta\rho-\eta^2\,R^2/2)\le\ln N$. The "
            r"price is highest at $\eta=\rho/R^2$, where it is $\rho^2/(2R^2)$. $\square$",
            by=((r"k\,(\eta\rho-\eta^2\,R^2/2)\le\ln N", SQUEEZE),),
        ),
    ),
    bounds=(
        Bound(
            r"M\le\frac{\ln N}{\eta\rho-\eta^2\,R^2/2}",
            lambda q: math.log(q.N) / (q.eta * q.rho - q.eta**2 * q.R**2 / 2),
        ),
        Bound(r"2\,(R/\rho)^2\ln N", lambda q: 2 * (q.R / q.rho) ** 2 * math.log(q.N)),
    ),
    says=(r"$M\le 2\,(R/\rho)^2\ln N$", r"$2\,(R/\rho)^2\ln N$"),
    certificate="winnow_entropy",
)

T6_SHARP = Stated(
    name="T6-sharp",
    title="Winnow with shares, sharper",
    words="Whoever stops at the chord loses nothing, and the bound becomes a distance of two "
    "coins.",
    assumptions=GIVEN + r" Let $\eta\rho\gt\ln\cosh(\eta R)$.",
    statement=r"**Then** $$M\le\frac{\ln N}{\eta\rho-\ln\cosh(\eta R)}.$$ If $\rho\lt R$, the "
    r"best rate is $\eta=\operatorname{artanh}(\rho/R)/R$, and there the denominator is the "
    r"relative entropy of a coin with chance $(1+\rho/R)/2$ to a fair one.",
    steps=(
        Told(
            r"By steps 1 to 4 above $Z\le\cosh(\eta R)$, so "
            r"$\Phi_{k-1}-\Phi_k\ge\eta\rho-\ln\cosh(\eta R)$, and "
            r"$k\,(\eta\rho-\ln\cosh(\eta R))\le\ln N$.",
            by=(
                (r"\Phi_{k-1}-\Phi_k\ge\eta\rho-\ln\cosh(\eta R)", SHARP_DROP),
                (r"k\,(\eta\rho-\ln\cosh(\eta R))\le\ln N", SHARP_SQUEEZE),
            ),
        ),
        Told(
            r"The price is concave in $\eta$, with the slope $\rho-R\tanh(\eta R)$. It is highest "
            r"where that is 0, at $\eta=\operatorname{artanh}(\rho/R)/R$. Put it in: with "
            r"$a=(1+\rho/R)/2$ the price is $\ln 2+a\ln a+(1-a)\ln(1-a)$. $\square$",
            how="tests/proofs/test_functions.py: the best rate of the sharper bound is artanh",
        ),
    ),
    bounds=(
        Bound(
            r"M\le\frac{\ln N}{\eta\rho-\ln\cosh(\eta R)}",
            lambda q: math.log(q.N) / (q.eta * q.rho - math.log(math.cosh(q.eta * q.R))),
        ),
    ),
    certificate="winnow_entropy_sharp",
)
