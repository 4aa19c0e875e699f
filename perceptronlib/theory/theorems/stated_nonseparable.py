"""T4, T5 and T16, as they stand on a page: mistakes on examples that nothing need separate."""

from __future__ import annotations

from .embedding import EMBEDDING
from .nonseparable import (
    DEVIATIONS,
    HINGE_FORMS,
    HINGE_LINEAR,
    HINGE_PAID,
    HINGE_ROOT,
    SHARED,
    SQUEEZE,
)
from .perceptron import MISTAKE
from .regrets import BEST, DISTANCE, LOST, REGRET, TELESCOPED
from .stated import Bound, Stated, Told

__all__ = ["T4", "T5", "T16"]

PROGRESS, LENGTH, SHORTER = SHARED[1:4]
SPREAD, SQUARES = DEVIATIONS[-2:]

T5 = Stated(
    name="T5",
    title="a bound for any data",
    words="What a comparator lacks is paid for, round by round, and nothing else is assumed of the "
    "examples than their length.",
    assumptions=r"**Assume** that $w$ starts at 0 and that every example has $|x|\le R$. Take any "
    r"vector $v$ with $|v|\le 1$ and any number $\rho\gt 0$. In round $t$ the example lacks "
    r"$d_t=\max(0,\;\rho-y_t\,(v\cdot x_t))$. Over *all rounds*, $D_1$ is the sum of the $d_t$ and "
    r"$D^2$ the sum of their squares; $I$ holds the rounds with a mistake.",
    statement=r"**Then**, in every order, over any number of passes, under every tie rule, "
    r"$$M\rho\le R\sqrt M+\sum_{t\in I}d_t,$$ and therefore "
    r"$$M\le\Big(\frac{R+\sqrt{R^2+4\rho D_1}}{2\rho}\Big)^2,\qquad "
    r"M\le\frac{R^2}{\rho^2}+\frac{2D_1}{\rho},\qquad M\le\Big(\frac{R+D}{\rho}\Big)^2.$$",
    steps=(
        Told(
            r"*Progress.* By definition $d_t\ge\rho-y_t\,(v\cdot x_t)$. So a mistake adds at least "
            r"$\rho-d_t$ to $v\cdot w$, and $v\cdot w_M\ge M\rho-\sum_I d_t$.",
            by=((r"v\cdot w_M\ge M\rho-\sum_I d_t", PROGRESS),),
        ),
        Told(
            r"*Length.* As in Novikoff's proof, a mistake has $y\,(w\cdot x)\le 0$, whatever the "
            r"data. So $|w_M|^2\le MR^2$.",
            by=((r"y\,(w\cdot x)\le 0", MISTAKE), (r"|w_M|^2\le MR^2", LENGTH)),
        ),
        Told(
            r"*Squeeze.* Because $|v|\le 1$, $v\cdot w_M\le|w_M|$. Together "
            r"$M\rho\le R\sqrt M+\sum_I d_t$.",
            by=((r"v\cdot w_M\le|w_M|", SHORTER), (r"M\rho\le R\sqrt M+\sum_I d_t", SQUEEZE)),
        ),
        Told(
            r"*Root form.* The mistakes lack no more than all rounds do, $\sum_I d_t\le D_1$. So "
            r"$s=\sqrt M$ has $\rho s^2-Rs-D_1\le 0$. A parabola that opens upwards is at most 0 "
            r"only between its roots: $\sqrt M\le\frac{R+\sqrt{R^2+4\rho D_1}}{2\rho}$.",
            by=(
                (r"\sum_I d_t\le D_1", HINGE_PAID),
                (r"\sqrt M\le\frac{R+\sqrt{R^2+4\rho D_1}}{2\rho}", HINGE_ROOT),
            ),
        ),
        Told(
            r"*Linear form.* $(a+b)^2\le 2a^2+2b^2$ makes the square of that at most "
            r"$R^2/\rho^2+2D_1/\rho$. So $M\rho^2\le R^2+2\rho D_1$.",
            by=(
                (r"at most $R^2/\rho^2+2D_1/\rho$", HINGE_FORMS),
                (r"M\rho^2\le R^2+2\rho D_1", HINGE_LINEAR),
            ),
        ),
        Told(
            r"*Squares.* By Cauchy-Schwarz the $M$ terms of the sum have "
            r"$\sum_I d_t\le\sqrt M\,D$. Put that into 3 and, if $M\ge 1$, divide by $\sqrt M$: "
            r"$\rho\sqrt M\le R+D$. (For $M=0$ there is nothing to prove.) $\square$",
            by=((r"\sum_I d_t\le\sqrt M\,D", SPREAD), (r"\rho\sqrt M\le R+D", SQUARES)),
        ),
    ),
    bounds=(
        Bound(
            r"M\le\Big(\frac{R+\sqrt{R^2+4\rho D_1}}{2\rho}\Big)^2",
            lambda q: ((q.R + (q.R**2 + 4 * q.rho * q.D1) ** 0.5) / (2 * q.rho)) ** 2,
        ),
        Bound(
            r"M\le\frac{R^2}{\rho^2}+\frac{2D_1}{\rho}",
            lambda q: q.R**2 / q.rho**2 + 2 * q.D1 / q.rho,
        ),
        Bound(r"M\le\Big(\frac{R+D}{\rho}\Big)^2", lambda q: ((q.R + q.D) / q.rho) ** 2),
    ),
    says=(
        r"$M\rho\le R\sqrt M+\sum_I d_t$",
        r"$((R+D)/\rho)^2$",
        r"$R^2/\rho^2+2D_1/\rho$",
    ),
    certificate="hinge",
)

UNIT, MARGIN, SIZE, SAME, NEVER_BELOW, EQUAL = EMBEDDING

T4 = Stated(
    name="T4",
    title="a coordinate for every round",
    words="With one more coordinate a round, any stream can be separated, and the Perceptron makes "
    "the same mistakes as before.",
    assumptions=r"**Assume** that $w$ starts at 0, that in each round $t=0,\dots,T-1$ comes an "
    r"example with $|x_t|\le R$ (it may have come before), that $|v|=1$, $\rho\gt 0$, "
    r"and that $D\gt 0$ (as in the theorem before). For any $\Delta\gt 0$ let "
    r"$Z^2=1+D^2/\Delta^2$ and $$x'_t=(x_t,\;0,\dots,\underset{t}{\Delta},\dots,0),\qquad "
    r"v'=\tfrac1Z\,\big(v,\;y_0d_0/\Delta,\;\dots,\;y_{T-1}d_{T-1}/\Delta\big).$$",
    statement=r"**Then** $v'$ separates the longer examples, the Perceptron errs on them in the "
    r"same rounds as before, and $$M\le\frac{(R^2+\Delta^2)Z^2}{\rho^2}.$$ At $\Delta=\sqrt{RD}$ "
    r"the right side is smallest: $$\Big(\frac{R+D}{\rho}\Big)^2.$$",
    steps=(
        Told(
            r"*Length.* $|v'|^2=(1+D^2/\Delta^2)/Z^2=1$, and $|x'_t|^2\le R^2+\Delta^2$.",
            by=(
                (r"$|v'|^2=(1+D^2/\Delta^2)/Z^2=1$", UNIT),
                (r"$|x'_t|^2\le R^2+\Delta^2$", SIZE),
            ),
        ),
        Told(
            r"*Margin.* $y_t\,(v'\cdot x'_t)=\big(y_t\,(v\cdot x_t)+d_t\big)/Z\ge\rho/Z$.",
            by=((r"\ge\rho/Z$", MARGIN),),
        ),
        Told(
            r"*Same mistakes.* Suppose both runs have erred in the same rounds $i$ before $t$. The "
            r"copy's $w$ is the sum of the $y_ix'_i$, so its score is the sum of the "
            r"$y_i\,(x'_i\cdot x'_t)$. No two rounds share a new coordinate, and $i\lt t$, so "
            r"$x'_i\cdot x'_t=x_i\cdot x_t$: the score is the same. So both err in round $t$ or "
            r"neither does, and by induction that is so in every round.",
            by=(("both err in round $t$ or neither does", SAME),),
        ),
        Told(
            r"*Novikoff.* For the copy, with 1 and 2: "
            r"$M\le\frac{(R^2+\Delta^2)Z^2}{\rho^2}"
            r"=\big(R^2+D^2+\Delta^2+R^2D^2/\Delta^2\big)/\rho^2$.",
            how="tests/proofs: Novikoff's theorem for the copy",
        ),
        Told(
            r"*The best $\Delta$.* $\Delta^2+R^2D^2/\Delta^2=(\Delta-RD/\Delta)^2+2R\,D$ is "
            r"smallest "
            r"at $\Delta^2=RD$, and then 4 is $(R+D)^2/\rho^2$. $\square$",
            by=(
                (r"is smallest at $\Delta^2=RD$", NEVER_BELOW),
                (r"then 4 is $(R+D)^2/\rho^2$", EQUAL),
            ),
        ),
    ),
    bounds=(
        Bound(
            r"M\le\frac{(R^2+\Delta^2)Z^2}{\rho^2}",
            lambda q: (q.R**2 + q.Delta**2) * q.Z**2 / q.rho**2,
        ),
        Bound(r"\Big(\frac{R+D}{\rho}\Big)^2", lambda q: ((q.R + q.D) / q.rho) ** 2),
    ),
    certificate="embedding",
)

T16 = Stated(
    name="T16",
    title="regret against any vector",
    words="Whatever the data, the Perceptron makes hardly more mistakes than any fixed vector has "
    "losses: the excess grows like a square root.",
    assumptions=r"**Assume** that $w$ starts at 0 and that every example has $|x|\le R$. Take any "
    r"vector $u$, of any length. In round $t$ it loses $h_t=\max(0,\;1-y_t\,(u\cdot x_t))$.",
    statement=r"**Then**, in every order, over any number of passes, under every tie rule, "
    r"$$M\le\sum_{t\in I}h_t+R|u|\sqrt M.$$",
    steps=(
        Told(
            r"*Distance.* For any $\beta\gt 0$, a mistake changes the squared distance from $w$ "
            r"to $\beta u$ "
            r"like this: $|w+y\,x-\beta u|^2=|w-\beta u|^2-2\beta\,y\,(u\cdot x)+2y\,(w\cdot "
            r"x)+|x|^2$.",
            by=(
                (
                    r"|w+y\,x-\beta u|^2=|w-\beta u|^2-2\beta\,y\,(u\cdot x)+2y\,(w\cdot x)+|x|^2",
                    DISTANCE,
                ),
            ),
        ),
        Told(
            r"*Telescope.* It was a mistake, so $y\,(w\cdot x)\le 0$. The distance begins at "
            r"$\beta|u|$ and cannot become negative. Add up all mistakes: "
            r"$2\beta\,\sum_I y\,(u\cdot x)\le \beta^2|u|^2+MR^2$.",
            by=(
                (r"y\,(w\cdot x)\le 0", MISTAKE),
                (r"2\beta\,\sum_I y\,(u\cdot x)\le \beta^2|u|^2+MR^2", TELESCOPED),
            ),
        ),
        Told(
            r"*The best $\beta$.* With $\beta=R\sqrt M/|u|$ both terms on the right are $MR^2$, "
            r"and "
            r"$\sum_I y\,(u\cdot x)\le R|u|\sqrt M$. (If $u=0$ or $M=0$, both sides are 0.)",
            by=((r"\sum_I y\,(u\cdot x)\le R|u|\sqrt M", BEST),),
        ),
        Told(
            r"*Losses.* By definition $1\le h_t+y_t\,(u\cdot x_t)$. Add up the mistakes: "
            r"$M\le\sum_I h_t+\sum_I y\,(u\cdot x)$, and with 3 that is "
            r"$M\le\sum_I h_t+R|u|\sqrt M$. $\square$",
            by=(
                (r"M\le\sum_I h_t+\sum_I y\,(u\cdot x)", LOST),
                (r"M\le\sum_I h_t+R|u|\sqrt M", REGRET),
            ),
        ),
    ),
    bounds=(
        Bound(
            r"M\le\sum_{t\in I}h_t+R|u|\sqrt M",
            lambda q: q.lost + q.R * q.u_length * q.M**0.5,
        ),
    ),
    says=(r"$M\le\sum_I h_t+R|u|\sqrt M$",),
    certificate="regret",
)
