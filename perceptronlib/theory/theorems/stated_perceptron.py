"""T1, T2 and T8, as they stand on a page: the perceptron on examples that a line separates."""

from __future__ import annotations

from .perceptron import (
    ALONG,
    CAUCHY_SCHWARZ,
    EXPONENTIAL,
    LENGTH,
    MARGIN,
    MARGIN_AT_THE_END,
    MISTAKE,
    NOVIKOFF,
)
from .stated import Bound, Stated, Told

__all__ = ["T1", "T2", "T8"]

T1 = Stated(
    name="T1",
    title="Novikoff's theorem",
    words="If some line through the origin separates the examples with a margin, the perceptron "
    "makes only so many mistakes, however many examples come and in whatever order.",
    assumptions=r"**Assume** that $w$ starts at 0, that every example has $|x|\le R$, and that "
    r"some "
    r"vector $v$ has $y\,(v\cdot x)\ge g\gt 0$ on every example. Its margin is $\rho=g/|v|$.",
    statement=r"**Then** the perceptron makes at most "
    r"$$M\le\frac{R^2|v|^2}{g^2}=\frac{R^2}{\rho^2}$$ "
    r"mistakes: in every order, over any number of passes, under every tie rule. If $|x|\le 1$ and "
    r"$|v|\le 1$, then $M\le 1/\gamma^2$ with $\gamma=g$.",
    steps=(
        Told(
            r"*Progress.* A mistake adds $y\,x$ to $w$, so $v\cdot w$ grows by "
            r"$y\,(v\cdot x)\ge g$. After $k$ mistakes $v\cdot w_k\ge kg$: the line.",
            by=((r"v\cdot w_k\ge kg", ALONG),),
        ),
        Told(
            r"*Length.* $|w+y\,x|^2=|w|^2+2y\,(w\cdot x)+|x|^2$. It was a mistake, so "
            r"$y\,(w\cdot x)\le 0$, and $|w+y\,x|^2\le|w|^2+|x|^2$. "
            r"After $k$ mistakes $|w_k|^2\le kR^2$: the circle.",
            by=(
                (r"y\,(w\cdot x)\le 0", MISTAKE),
                (r"|w+y\,x|^2\le|w|^2+|x|^2", NOVIKOFF[2]),
                (r"|w_k|^2\le kR^2", LENGTH),
            ),
        ),
        Told(
            r"*Squeeze.* By Cauchy-Schwarz $(v\cdot w_k)^2\le|v|^2|w_k|^2$. So "
            r"$kg\le v\cdot w_k\le|v||w_k|\le|v|R\sqrt k$.",
            by=((r"(v\cdot w_k)^2\le|v|^2|w_k|^2", CAUCHY_SCHWARZ),),
        ),
        Told(
            r"For $k\ge 1$ divide by $g\sqrt k$ and square: $k\le R^2|v|^2/g^2$. For $k=0$ there "
            r"is nothing to prove. $\square$",
            by=((r"k\le R^2|v|^2/g^2", NOVIKOFF[5]),),
        ),
    ),
    bounds=(
        Bound(r"M\le\frac{R^2|v|^2}{g^2}=\frac{R^2}{\rho^2}", lambda q: q.R**2 / q.rho**2),
        Bound(r"M\le 1/\gamma^2", lambda q: 1 / q.gamma**2),
    ),
    says=(
        r"at most $R^2/\rho^2$ mistakes",
        r"If some line through the origin separates the examples with margin $\rho$, then the "
        r"Perceptron makes at most $R^2/\rho^2$ mistakes in total, over all passes, in whatever "
        r"order the examples come, and however many there are.",
        r"If a line through the origin separates the examples with margin $\rho$, it makes at most "
        r"$R^2/\rho^2$ mistakes, in any order.",
        r"$M\le R^2/\rho^2$",
        r"$gk\le v\cdot w\le|v||w|\le R|v|\sqrt k$",
    ),
    certificate="novikoff",
)

BELOW, AT_THE_END, COUNT = EXPONENTIAL

T2 = Stated(
    name="T2",
    title="exponentially many mistakes",
    words="Examples with entries -1, 0 and +1 can cost exponentially many mistakes, and it is "
    "known "
    "exactly how many.",
    assumptions=r"**Assume** $N$ examples in $N$ dimensions, where $y_ix_i$ begins with $i-1$ "
    r"entries "
    r"$-1$, then one $+1$, then zeros; $w$ starts at 0, and a score of 0 is a mistake.",
    statement=r"**Then**, in every order, the perceptron makes exactly $$M=\frac{4^N-1}{3}$$ "
    r"mistakes "
    r"until a pass is clean, and ends at $w=(1,2,4,\dots,2^{N-1})$.",
    steps=(
        Told(
            r"*Never above.* Only row $i$ raises $w_i$, by 1, and only when "
            r"$w_i\le w_1+\dots+w_{i-1}$. By induction that sum is at most $2^{i-1}-1$, so always "
            r"$w_i\le 2^{i-1}$.",
            by=((r"w_i\le 2^{i-1}", BELOW),),
        ),
        Told(
            r"*Not below at the end.* A clean pass comes, by Novikoff's theorem. It says "
            r"$w_i\gt w_1+\dots+w_{i-1}$ for every $i$; these are whole numbers, so "
            r"$w_i\ge 1+w_1+\dots+w_{i-1}$, and by induction $w_i\ge 2^{i-1}$. So $w_i=2^{i-1}$.",
            by=((r"w_i=2^{i-1}", AT_THE_END),),
        ),
        Told(
            r"*Count.* So $w$ ends at $v=(1,2,4,\dots,2^{N-1})$. Every row has "
            r"$y_i\,(v\cdot x_i)=1$, so every mistake adds exactly 1 to $v\cdot w$, and "
            r"$M=v\cdot w=|v|^2=\sum_{i=1}^{N}4^{i-1}=\frac{4^N-1}{3}$. $\square$",
            by=((r"M=v\cdot w=|v|^2=\sum_{i=1}^{N}4^{i-1}=\frac{4^N-1}{3}", COUNT),),
        ),
    ),
    bounds=(Bound(r"M=\frac{4^N-1}{3}", lambda q: (4**q.N - 1) / 3),),
    says=(r"$(4^N-1)/3$ mistakes on $N$ examples",),
    certificate="exponential",
)

T8 = Stated(
    name="T8",
    title="what a threshold buys",
    words="A perceptron that also learns from scores that are barely right ends with a margin, and "
    "pays for it in updates.",
    assumptions=r"**Assume** that $w$ starts at 0, that every example has $|x|\le R$, and that "
    r"some "
    r"vector $v$ has $y\,(v\cdot x)\ge g\gt 0$ on every example; $\rho=g/|v|$. The learner adds "
    r"$r\,y\,x$ whenever $y\,(w\cdot x)\le\eta$, with $\eta\ge 0$ and $r\gt 0$.",
    statement=r"**Then** it makes at most $$M\le\frac{R^2+2\eta/r}{\rho^2}$$ updates, and after a "
    r"clean pass its margin is at least $$\frac{\eta\,\rho}{rR^2+2\eta}.$$",
    steps=(
        Told(
            r"*One rate.* Dividing $w$ and $\eta$ by $r$ changes no comparison, so let $r=1$.",
            how="the certificate divides by r; tests play many rates",
        ),
        Told(
            r"*Progress.* Every update adds $y\,(v\cdot x)\ge g$ to $v\cdot w$. After $k$ updates "
            r"$v\cdot w_k\ge kg$.",
            by=((r"v\cdot w_k\ge kg", ALONG),),
        ),
        Told(
            r"*Length.* An update follows $y\,(w\cdot x)\le\eta$, so "
            r"$|w+y\,x|^2=|w|^2+2y\,(w\cdot x)+|x|^2\le|w|^2+2\eta+|x|^2$. After $k$ updates "
            r"$|w_k|^2\le k(R^2+2\eta)$.",
            by=(
                (r"y\,(w\cdot x)\le\eta", MARGIN[0]),
                (r"|w+y\,x|^2=|w|^2+2y\,(w\cdot x)+|x|^2\le|w|^2+2\eta+|x|^2", MARGIN[2]),
                (r"|w_k|^2\le k(R^2+2\eta)", MARGIN[3]),
            ),
        ),
        Told(
            r"*Squeeze.* By Cauchy-Schwarz $(v\cdot w_k)^2\le|v|^2|w_k|^2$, so "
            r"$k^2g^2\le|v|^2k(R^2+2\eta)$. Divide by $k$: $kg^2\le(R^2+2\eta)|v|^2$.",
            by=(
                (r"(v\cdot w_k)^2\le|v|^2|w_k|^2", CAUCHY_SCHWARZ),
                (r"kg^2\le(R^2+2\eta)|v|^2", MARGIN[5]),
            ),
        ),
        Told(
            r"*Margin.* After a clean pass every signed score exceeds $\eta$, so the margin of "
            r"$w$ exceeds $\eta/|w|$. By 3 and 4 $|w|\le(R^2+2\eta)/\rho$, so the margin is at "
            r"least $\eta\,\rho/(R^2+2\eta)$. $\square$",
            by=((r"\eta\,\rho/(R^2+2\eta)", MARGIN_AT_THE_END),),
        ),
    ),
    bounds=(
        Bound(r"M\le\frac{R^2+2\eta/r}{\rho^2}", lambda q: (q.R**2 + 2 * q.eta / q.r) / q.rho**2),
        Bound(
            r"\frac{\eta\,\rho}{rR^2+2\eta}", lambda q: q.eta * q.rho / (q.r * q.R**2 + 2 * q.eta)
        ),
    ),
    says=(r"$M\le(R^2+2\eta/r)/\rho^2$",),
    certificate="margin",
)
