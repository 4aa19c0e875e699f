"""T10's dual form, T1 in a feature space, and which tables are inner products: lecture 05."""

from __future__ import annotations

from .dual import DUAL_SCORE, DUAL_WEIGHTS
from .identities import ALPHA
from .perceptron import ALONG, CAUCHY_SCHWARZ, LENGTH, MISTAKE, NOVIKOFF
from .stated import Bound, Stated, Told

__all__ = ["PDS", "T1_KERNEL", "T10_DUAL"]

T10_DUAL = Stated(
    name="T10-dual",
    title="counts instead of weights",
    words="A run that keeps counts of its mistakes is the same run as one that keeps weights.",
    assumptions=r"**Assume** that $w$ starts at 0, and so does every $\alpha_i$. The Perceptron "
    r"and its dual form meet the same examples in the same order, with the same tie rule.",
    statement=r"**Then** both make the same mistakes, and at any time $$w=\sum_s\alpha_sy_sx_s$$ "
    r"and $\sum_s\alpha_s=M$.",
    steps=(
        Told(
            r"Before the first round both sides of $w=\sum_s\alpha_sy_sx_s$ are 0.",
            how="the start of the induction in tests/proofs",
        ),
        Told(
            r"*Same score.* If it holds before a round, then multiply it by the example: $w\cdot "
            r"x=\sum_s\alpha_sy_s\,(x_s\cdot x)$. Both forms compute the same score, so both err "
            r"or neither does.",
            by=(("Both forms compute the same score", DUAL_SCORE),),
        ),
        Told(
            r"*Same change.* If both err on example $i$, both sides gain $y_ix_i$, and both "
            r"$\sum_s\alpha_s$ and $M$ gain 1. If neither errs, nothing changes. So it holds "
            r"before the next round, and so on. $\square$",
            by=(("both sides gain $y_ix_i$", DUAL_WEIGHTS), ("$M$ gain 1", ALPHA)),
        ),
    ),
    certificate="identities",
)

T1_KERNEL = Stated(
    name="T1-kernel",
    title="Novikoff's theorem for kernels",
    words="The mistake bound holds in feature space, and the number of features is not in it.",
    assumptions=r"**Assume** that $K(a,b)=\varphi(a)\cdot\varphi(b)$ for some map $\varphi$, that "
    r"every $\alpha_i$ starts at 0, that every example has $K(x,x)\le R^2$, and that some vector "
    r"$v$ of the feature space has $y\,(v\cdot\varphi(x))\ge g\gt 0$ on every example.",
    statement=r"**Then** the kernel perceptron makes $$M\le\frac{R^2|v|^2}{g^2}$$ "
    r"mistakes: in every order, over any number of passes, and however many features there are.",
    steps=(
        Told(
            r"*The same learner.* It is the Perceptron on the examples $\varphi(x)$, in its dual "
            r"form: $w=\sum_s\alpha_sy_s\varphi(x_s)$ has the score $w\cdot\varphi(x)=f(x)$.",
            how="T10-dual, with phi(x) in place of x",
        ),
        Told(
            r"*Progress.* A mistake adds $y\,\varphi(x)$ to $w$, and at least $g$ to $v\cdot w$. "
            r"After $k$ mistakes $v\cdot w_k\ge kg$.",
            by=((r"v\cdot w_k\ge kg", ALONG),),
        ),
        Told(
            r"*Length.* A mistake adds $2y\,f(x)+K(x,x)$ to $|w|^2$. The first part is at most 0, "
            r"because it was a mistake, and the second at most $R^2$. After $k$ mistakes "
            r"$|w_k|^2\le kR^2$.",
            by=(("The first part is at most 0", MISTAKE), (r"|w_k|^2\le kR^2", LENGTH)),
        ),
        Told(
            r"*Squeeze.* By Cauchy-Schwarz $(v\cdot w_k)^2\le|v|^2|w_k|^2$. So "
            r"$kg\le v\cdot w_k\le|v||w_k|\le|v|R\sqrt k$, and $k\le R^2|v|^2/g^2$. $\square$",
            by=(
                (r"(v\cdot w_k)^2\le|v|^2|w_k|^2", CAUCHY_SCHWARZ),
                (r"k\le R^2|v|^2/g^2", NOVIKOFF[5]),
            ),
        ),
    ),
    bounds=(Bound(r"M\le\frac{R^2|v|^2}{g^2}", lambda q: (q.R * q.v_length / q.g) ** 2),),
    certificate="novikoff",
)

PDS = Stated(
    name="pds",
    kind="Lemma",
    title="tables of inner products",
    words="A symmetric table holds inner products if and only if no eigenvalue is negative.",
    assumptions=r"**Assume** a symmetric table of numbers $K_{st}$.",
    statement=r"**Then** there are vectors with $K_{st}=\varphi_s\cdot\varphi_t$ if and only if "
    r"the table has no negative eigenvalue.",
    steps=(
        Told(
            r"If there are such vectors, then for every vector $z$ we have "
            r"$z^\top Kz=\sum_{s,t}z_sz_tK_{st}=|\sum_sz_s\varphi_s|^2\ge 0$. An eigenvector with "
            r"eigenvalue $\lambda$ has $z^\top Kz=\lambda|z|^2$, so $\lambda\ge 0$.",
            how="algebra, and no square is negative; true of random tables in "
            "tests/test_stated_kernels.py",
        ),
        Told(
            r"If no eigenvalue is negative, write $K=Q\Lambda Q^\top$ with the eigenvalues on the "
            r"diagonal of $\Lambda$. They have square roots, so $K=FF^\top$ with "
            r"$F=Q\Lambda^{1/2}$, and the rows of $F$ are such vectors. $\square$",
            how="by the spectral theorem, borrowed; the rows of F are computed for random tables "
            "in tests/test_stated_kernels.py",
        ),
    ),
)
