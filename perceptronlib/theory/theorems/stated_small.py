"""T10's lazy average, T13 and three small ones, as they stand on a page."""

from __future__ import annotations

from .elementary import ONE_UPDATE, RATE, XOR
from .identities import LAZY, SURVIVAL
from .nobody import AGAIN, AGAINST, ATTAINED, GAIN, SQUARE
from .stated import Bound, Stated, Told

__all__ = ["NO_XOR", "RATE_DOES_NOTHING", "T10", "T13", "UPDATE"]

UPDATE = Stated(
    name="update",
    kind="Lemma",
    title="what one update does",
    words="An update moves the score of its example the right way, by an amount that does not "
    "depend "
    "on the weights.",
    assumptions=r"**Assume** a label $y=\pm1$, and $w'=w+r\,y\,x$ with a rate $r\gt 0$.",
    statement=r"**Then** $y\,(w'\cdot x)=y\,(w\cdot x)+r\,|x|^2$.",
    steps=(
        Told(
            r"Multiply out: $w'\cdot x=w\cdot x+r\,y\,(x\cdot x)$.",
            how="algebra; true for random vectors in tests/test_stated.py",
        ),
        Told(
            r"Multiply by $y$, and use $y^2=1$: $y\,(w'\cdot x)=y\,(w\cdot x)+r\,|x|^2$. $\square$",
            by=((r"y\,(w'\cdot x)=y\,(w\cdot x)+r\,|x|^2", ONE_UPDATE),),
        ),
    ),
)

SAME_SIGN, SCALED = RATE

RATE_DOES_NOTHING = Stated(
    name="rate",
    kind="Lemma",
    title="the rate does nothing",
    words="From zero, every rate makes the same mistakes.",
    assumptions=r"**Assume** that $w$ starts at 0, that a mistake adds $r\,y\,x$ to it, and that "
    r"nothing is rounded.",
    statement=r"**Then** every rate $r\gt 0$ makes the same mistakes.",
    steps=(
        Told(
            r"Let $u$ be the weights of the run with rate 1. Before the first round $w=ru$, since "
            r"both "
            r"are zero.",
            how="the start of the induction in tests/proofs",
        ),
        Told(
            r"If $w=ru$, then $y\,(w\cdot x)=r\,y\,(u\cdot x)$ has the same sign, so both err or "
            r"neither does.",
            by=((r"y\,(w\cdot x)=r\,y\,(u\cdot x)", SAME_SIGN),),
        ),
        Told(
            r"If both err, $w+r\,y\,x=r\,(u+y\,x)$. So $w=ru$ again, and so on. $\square$",
            by=((r"w+r\,y\,x=r\,(u+y\,x)", SCALED),),
        ),
    ),
    says=("every rate makes the same mistakes",),
)

NO_XOR = Stated(
    name="xor",
    title="XOR has no line",
    words="No threshold unit computes XOR.",
    assumptions=r"**Assume** any weights $w=(w_1,w_2)$ and any bias $b$.",
    statement=r"**Then** the sign of $w\cdot x+b$ is wrong for XOR on at least one of the four "
    r"corners.",
    steps=(
        Told(
            r"Suppose it were right on all four. At $(0,1)$ and $(1,0)$ XOR is true: $w_2+b\gt 0$ "
            r"and $w_1+b\gt 0$. So the sum $(w_1+b)+(w_2+b)$ is positive.",
            how="tests/proofs: who is right on three corners is wrong on the fourth",
        ),
        Told(
            r"At $(0,0)$ and $(1,1)$ it is false: $b\lt 0$ and $w_1+w_2+b\lt 0$. So the sum "
            r"$b+(w_1+w_2+b)$ is negative.",
            how="tests/proofs: who is right on three corners is wrong on the fourth",
        ),
        Told(
            r"But $(w_1+b)+(w_2+b)=b+(w_1+w_2+b)$: one number cannot be positive and negative. "
            r"$\square$",
            by=((r"(w_1+b)+(w_2+b)=b+(w_1+w_2+b)", XOR),),
        ),
    ),
)

T10 = Stated(
    name="T10",
    title="the average for free",
    words="The sum of all weight vectors can be had without adding in every round.",
    assumptions=r"**Assume** that $w$ starts at 0; rounds are $t=0,1,\dots,T-1$, and $I$ holds "
    r"those "
    r"with an update.",
    statement=r"**Then** the sum of the weights after every round is $a=Tw-u$ with "
    r"$u=\sum_{t\in I}t\,y_tx_t$, and $u$ changes on mistakes only.",
    steps=(
        Told(
            r"The update of round $t$ is in $w$ at the end of rounds $t,t+1,\dots,T-1$: that is "
            r"$T-t$ "
            r"times. A vector $w_k$ that survives $c_k$ rounds is added $c_k$ times, and these "
            r"counts "
            r"add up to $T$.",
            by=(("these counts add up to $T$", SURVIVAL),),
        ),
        Told(
            r"So $a=\sum_{t\in I}(T-t)\,y_tx_t=T\sum_{t\in I}y_tx_t-\sum_{t\in I}t\,y_tx_t=Tw-u$. "
            r"$\square$",
            by=(("=Tw-u$", LAZY),),
        ),
    ),
    says=(r"$a=Tw-u$",),
    certificate="identities",
)

T13 = Stated(
    name="T13",
    title="no deterministic learner can promise less",
    words="Whatever the deterministic learner, some stream costs it as many mistakes as Novikoff's "
    "bound allows.",
    assumptions=r"**Assume** any deterministic learner that answers $-1$ or $+1$, and any number "
    r"$n$ of dimensions.",
    statement=r"**Then** some stream of $n$ examples, with $R^2/\rho^2=n$, costs it "
    r"$$M=n=\frac{R^2}{\rho^2}$$ mistakes. So no deterministic learner has a better bound in "
    r"terms of $R/\rho$ alone than the perceptron.",
    steps=(
        Told(
            r"*The stream.* Show the unit vectors $e_1,\dots,e_n$, and label each against the "
            r"learner's answer. Every answer is a mistake.",
            by=(("Every answer is a mistake", AGAINST),),
        ),
        Told(
            r"*Fixed beforehand.* The learner is deterministic, so it makes the same mistakes when "
            r"these labels are written down before it starts.",
            by=(("it makes the same mistakes", AGAIN),),
        ),
        Told(
            r"*A separator.* Let $v$ be the vector of the labels. Then $y\,(v\cdot x)=1$ on every "
            r"example, $|v|^2=n$ and $R=1$.",
            by=((r"y\,(v\cdot x)=1", GAIN), (r"|v|^2=n", SQUARE)),
        ),
        Told(
            r"So $\rho=1/\sqrt n$ and $M=R^2|v|^2/g^2$ with $g=1$: the bound is attained. "
            r"$\square$",
            by=((r"M=R^2|v|^2/g^2", ATTAINED),),
        ),
    ),
    bounds=(Bound(r"M=n=\frac{R^2}{\rho^2}", lambda q: q.n),),
    certificate="nobody_better",
)
