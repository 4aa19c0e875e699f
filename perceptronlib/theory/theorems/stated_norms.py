"""T12, as it stands on a page: Novikoff's proof in another norm."""

from __future__ import annotations

from .norms import ALONG, BENDS, HOELDER, LENGTH, SQUEEZE
from .perceptron import MISTAKE
from .stated import Bound, Stated, Told

__all__ = ["T12", "T12_BENDS"]

T12 = Stated(
    name="T12",
    title=r"the $p$-norm Perceptron",
    words="Novikoff's proof works in every norm from 2 upwards, at the price of a factor.",
    assumptions=r"**Assume** that $\theta$ starts at 0, that $p\ge 2$ and "
    r"$\frac{1}{p}+\frac{1}{q}=1$, that every example has $|x|_p\le X_p$, and that some $v$ has "
    r"$y\,(v\cdot x)\ge g\gt 0$ on every example.",
    statement=r"**Then** the $p$-norm Perceptron makes at most "
    r"$$M\le\frac{(p-1)\,X_p^2\,|v|_q^2}{g^2}$$ mistakes, in every order.",
    steps=(
        Told(
            r"*Progress.* Every mistake adds $y\,x$ to $\theta$, so $v\cdot\theta_k\ge kg$ after "
            r"$k$ of them.",
            by=((r"v\cdot\theta_k\ge kg", ALONG),),
        ),
        Told(
            r"*Length.* $w$ is the gradient of $\frac12|\theta|_p^2$. By Taylor's formula and the "
            r"lemma below, "
            r"$|\theta_k|_p^2\le|\theta_{k-1}|_p^2+2y\,(w\cdot x)+(p-1)\,|x|_p^2$. It was a "
            r"mistake, $y\,(w\cdot x)\le 0$. So after $k$ mistakes "
            r"$|\theta_k|_p^2\le k\,(p-1)\,X_p^2$.",
            by=(
                (r"|\theta_k|_p^2\le|\theta_{k-1}|_p^2+2y\,(w\cdot x)+(p-1)\,|x|_p^2", BENDS),
                (r"y\,(w\cdot x)\le 0", MISTAKE),
                (r"|\theta_k|_p^2\le k\,(p-1)\,X_p^2", LENGTH),
            ),
        ),
        Told(
            r"*Squeeze.* By Hölder's inequality $v\cdot\theta_k\le|v|_q|\theta_k|_p$. So "
            r"$kg\le|v|_qX_p\sqrt{k\,(p-1)}$; square it and divide by $k$: "
            r"$kg^2\le(p-1)\,X_p^2\,|v|_q^2$. $\square$",
            by=(
                (r"v\cdot\theta_k\le|v|_q|\theta_k|_p", HOELDER),
                (r"kg^2\le(p-1)\,X_p^2\,|v|_q^2", SQUEEZE),
            ),
        ),
    ),
    bounds=(
        Bound(
            r"M\le\frac{(p-1)\,X_p^2\,|v|_q^2}{g^2}",
            lambda q: (q.p - 1) * q.X_p**2 * q.v_dual**2 / q.g**2,
        ),
    ),
    certificate="p_norm",
)

T12_BENDS = Stated(
    name="T12-bends",
    kind="Lemma",
    title=r"how much $\frac12|\theta|_p^2$ bends",
    words="Half the square of the p-norm bends by at most p - 1.",
    assumptions=r"**Assume** $p\ge 2$.",
    statement=r"**Then** the second derivative of $\frac12|\theta|_p^2$ in direction $x$ is at "
    r"most $(p-1)\,|x|_p^2$.",
    steps=(
        Told(
            r"Differentiate twice: it is $(p-1)\,|\theta|_p^{2-p}\sum|\theta_i|^{p-2}x_i^2$ minus "
            r"$(p-2)\,(w\cdot x)^2/|\theta|_p^2$, and what is subtracted is not negative.",
            how="tests/proofs/test_functions.py: half the square of the p-norm bends by ...",
        ),
        Told(
            r"By Hölder's inequality with the exponents $\frac{p}{p-2}$ and $\frac{p}{2}$ the sum "
            r"is at most $|\theta|_p^{p-2}|x|_p^2$. (On a line through $\theta=0$ the function is "
            r"just $\frac12t^2|x|_p^2$.) $\square$",
            how="tests/proofs/test_functions.py: young and so hoelder",
        ),
    ),
)
