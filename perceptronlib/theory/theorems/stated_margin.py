"""T7, as it stands on a page: the large-margin perceptron, and a better constant for its bound."""

from __future__ import annotations

from .large_margin import (
    ALONG,
    AT_THE_END,
    BEST_CONSTANT,
    CAUCHY_SCHWARZ,
    CLOCK,
    GROWTH,
    LENGTH,
    LONG,
    MISTAKE,
    SHORT,
)
from .stated import Bound, Stated, Told

__all__ = ["T7", "T7_CONSTANT"]

ASSUMPTIONS = (
    r"**Assume** that $w$ starts at 0, that every example has $|x|\le 1$, and that some $v$ of "
    r"length "
    r"1 has $y\,(v\cdot x)\ge\gamma\gt 0$ on every example. The learner adds $y\,x$ whenever "
    r"$y\,(w\cdot x)\le\tfrac{\gamma}{2}|w|$; so $w=0$ is always a mistake."
)

T7 = Stated(
    name="T7",
    title="large margins",
    words="A perceptron that asks for a distance gets half of it, at eight times the price at "
    "most.",
    assumptions=ASSUMPTIONS,
    statement=r"**Then** it makes at most $$M\le\frac{8}{\gamma^2}$$ updates, and after a clean "
    r"pass "
    r"its margin exceeds $\gamma/2$.",
    steps=(
        Told(
            r"*Progress.* Every update adds at least $\gamma$ to $v\cdot w$. So after $k$ updates "
            r"$k\gamma\le v\cdot w_k$, and $v\cdot w_k\le|w_k|$, because $v$ has length 1.",
            by=(
                (r"k\gamma\le v\cdot w_k", ALONG),
                (r"v\cdot w_k\le|w_k|", CAUCHY_SCHWARZ),
            ),
        ),
        Told(
            r"*One update.* It follows $y\,(w\cdot x)\le\tfrac{\gamma}{2}|w|$, so "
            r"$|w'|^2=|w|^2+2y\,(w\cdot x)+|x|^2\le|w|^2+\gamma|w|+1$.",
            by=(
                (r"y\,(w\cdot x)\le\tfrac{\gamma}{2}|w|", MISTAKE),
                (r"|w'|^2=|w|^2+2y\,(w\cdot x)+|x|^2\le|w|^2+\gamma|w|+1", GROWTH),
            ),
        ),
        Told(
            r"*If $w$ is short,* $|w|\lt 2/\gamma$, then $|w'|^2\le 4/\gamma^2+3$, which is less "
            r"than "
            r"$4/\gamma^2+3+(3\gamma/4)^2=(2/\gamma+3\gamma/4)^2$. One update, even across the "
            r"border, ends below $2/\gamma+3\gamma/4$.",
            by=((r"|w'|^2\le 4/\gamma^2+3", SHORT),),
        ),
        Told(
            r"*If $w$ is long,* $|w|\ge 2/\gamma$, then $1\le\tfrac{\gamma}{2}|w|$, so "
            r"$|w'|^2\le|w|^2+\tfrac{3\gamma}{2}|w|\le(|w|+3\gamma/4)^2$. One update adds at most "
            r"$3\gamma/4$: $|w'|\le|w|+3\gamma/4$.",
            by=((r"|w'|\le|w|+3\gamma/4", LONG),),
        ),
        Told(
            r"*Induction.* $|w_k|\le 2/\gamma+3\gamma k/4$. It is true for $k=0$; a short $w$ ends "
            r"below $2/\gamma+3\gamma/4$ by 3, and a long one pays by 4.",
            by=((r"|w_k|\le 2/\gamma+3\gamma k/4", LENGTH),),
        ),
        Told(
            r"*Squeeze.* $M\gamma\le|w_M|\le 2/\gamma+3\gamma M/4$, so $M\gamma/4\le 2/\gamma$: "
            r"$M\le 8/\gamma^2$.",
            how="from steps 1 and 5: tests/proofs, Large-margin perceptron: M <= 8/gamma^2",
        ),
        Told(
            r"*Margin.* A clean pass has no update, so every $y\,(w\cdot x)$ exceeds "
            r"$\tfrac{\gamma}{2}|w|$. $\square$",
            by=((r"\tfrac{\gamma}{2}|w|", AT_THE_END),),
        ),
    ),
    bounds=(Bound(r"M\le\frac{8}{\gamma^2}", lambda q: 8 / q.gamma**2),),
    says=(r"$M\le 8/\gamma^2$", r"at most $8/\gamma^2$ updates"),
    certificate="large_margin",
)

T7_CONSTANT = Stated(
    name="T7-constant",
    title="a better constant for large margins",
    words="The eight can be replaced by 2.5129; an adversary comes within three updates of that, "
    "for every margin that was tried.",
    assumptions=ASSUMPTIONS,
    statement=r"**Then** $M\le C/\gamma^2$, where $C=2.5128624\dots$ is the positive root of "
    r"$s=2\ln(1+s)$.",
    steps=(
        Told(
            r"*A clock.* Let $\ell=\gamma|w|$ and $F=2\,(\ell-\ln(1+\ell))$. As a function of "
            r"$\ell^2$ it has the slope $1/(1+\ell)$; that falls, so $F$ lies below its tangents.",
            how="by convexity: tests/proofs/test_functions.py",
        ),
        Told(
            r"*One tick.* An update adds at most $\gamma^2(1+\ell)$ to $\ell^2$, by step 2 of the "
            r"large-margin theorem, so at most $\gamma^2$ to $F$. At the end "
            r"$2\,(\ell-\ln(1+\ell))\le\gamma^2M$.",
            by=((r"2\,(\ell-\ln(1+\ell))\le\gamma^2M", CLOCK),),
        ),
        Told(
            r"*Squeeze.* Write $s=\gamma^2M$. Progress says $\ell\ge s$, and $F$ rises with "
            r"$\ell$, "
            r"so $2\,(s-\ln(1+s))\le s$, that is $s\le 2\ln(1+s)$.",
            by=((r"s\le 2\ln(1+s)", BEST_CONSTANT),),
        ),
        Told(
            r"*Root.* That holds up to the positive root $C$ of $s=2\ln(1+s)$ and not beyond. "
            r"$\square$",
            how="by convexity: tests/proofs/test_functions.py",
        ),
    ),
    bounds=(Bound(r"M\le C/\gamma^2", lambda q: q.C / q.gamma**2),),
    says=(r"$M\le C/\gamma^2$",),
    certificate="large_margin",
)
