"""T15, as it stands on a page: a separator or a proof that there is none, and runs in a ball."""

from __future__ import annotations

from .alternatives import BALANCED, MEAN, NEVER_BOTH, POSITIVE, TIMES
from .ball import BALL, INSIDE, PULL, PYTHAGORAS, ROOM
from .perceptron import LENGTH, MISTAKE
from .stated import Bound, Stated, Told

__all__ = ["T15", "T15_CYCLING"]

T15 = Stated(
    name="T15",
    title="Gordan's theorem",
    words="Either something separates the examples, or they can be balanced, and that proves that "
    "nothing does.",
    assumptions=r"**Assume** finitely many examples $x_1,\dots,x_m$ with labels "
    r"$y_1,\dots,y_m$.",
    statement=r"**Then** exactly one of two things is true: some $v$ has "
    r"$y_i\,(v\cdot x_i)\gt 0$ on every example; or some numbers $\alpha_i\ge 0$, not all of them "
    r"0, have $\sum_i\alpha_iy_ix_i=0$.",
    steps=(
        Told(
            r"*Never both.* Otherwise $0=v\cdot\sum_i\alpha_iy_ix_i=\sum_i\alpha_iy_i\,(v\cdot "
            r"x_i)$. But no term of this sum is negative, and those with $\alpha_i\gt 0$ are "
            r"positive.",
            by=((r"those with $\alpha_i\gt 0$ are positive", NEVER_BOTH),),
        ),
        Told(
            r"*A run that stops.* Let the Perceptron pass over the examples; a score of 0 counts "
            r"as "
            r"a mistake. If a pass is clean, its $w$ is such a $v$.",
            by=((r"its $w$ is such a $v$", POSITIVE),),
        ),
        Told(
            r"*A run that does not.* Else there are mistakes for ever. After $k$ of them $w_k$ "
            r"is a "
            r"sum of $k$ corrections $y_ix_i$, and $|w_k|^2\le kR^2$: that step of Novikoff's "
            r"proof "
            r"never asked for a separator. So the mean correction has $|w_k/k|^2\le R^2/k$, and "
            r"tends to 0.",
            by=(
                (r"|w_k|^2\le kR^2", LENGTH),
                (r"the mean correction has $|w_k/k|^2\le R^2/k$", MEAN),
            ),
        ),
        Told(
            r"*A limit.* The mean is $\sum_i\alpha^{(k)}_iy_ix_i$, where $\alpha^{(k)}_i\ge 0$ is "
            r"the share of the first $k$ mistakes that were made on example $i$. For each $k$ "
            r"these shares add up to 1. So they stay bounded, and by Bolzano-Weierstrass a "
            r"subsequence of $\alpha^{(1)},\alpha^{(2)},\dots$ converges. Its limit $\alpha$ has "
            r"no negative entry, still adds up to 1, and has $\sum_i\alpha_iy_ix_i=0$.",
            by=((r"and has $\sum_i\alpha_iy_ix_i=0$", BALANCED),),
            how="a closed and bounded set of numbers is compact",
        ),
        Told(
            r"*A run that returns.* If $w$ comes back to where it was, no limit is needed: the "
            r"corrections in between add up to 0, and $\alpha_i$ counts those made on example $i$. "
            r"$\square$",
            by=((r"$\alpha_i$ counts those made on example $i$", TIMES),),
        ),
    ),
    certificate="gordan",
)

T15_CYCLING = Stated(
    name="T15-cycling",
    title="the cycling theorem",
    words="On finitely many examples the weights stay in a ball for ever, whether or not anything "
    "separates them.",
    assumptions=r"**Assume** that $w$ starts at 0, and finitely many examples, not all of them 0. "
    r"They span a space of dimension $n$; $R$ is the length of the longest, and $c$ is the "
    r"smallest distance of an example from a space that is spanned by other examples (or is just "
    r"the origin) and does not contain it.",
    statement=r"**Then**, for ever, in every order and under every tie rule, "
    r"$$|w|\le 2R\,p^n\qquad\text{with}\quad p=2+\frac{2R^2}{c^2}.$$ If all coordinates are whole "
    r"numbers, every pass has the same order and ties are always decided alike, then some pass is "
    r"clean, or the run goes in a cycle for ever.",
    steps=(
        Told(
            r"*A ball with flat pieces.* Let $V$ be any space spanned by some examples, or just "
            r"the "
            r"origin, and $j$ its dimension; $Pw$ is the part of $w$ in $V$, and $Qw=w-Pw$ the "
            r"part "
            r"at right angles to it. With $L=2R\,p^n$ and $r_j^2=L^2-2RL\,(p^j-1)$ let $S$ hold "
            r"all "
            r"$w$ that the examples span and that have $|Qw|\le r_j$ for every such $V$. It holds "
            r"0, and where $V$ is the origin it says $|w|\le L$. We show that no mistake leaves "
            r"$S$.",
            by=((r"where $V$ is the origin it says $|w|\le L$", BALL),),
        ),
        Told(
            r"*At the edge.* Suppose that $w$ is in $S$, and that a mistake with $a=y\,x$ makes "
            r"$|Qw|$ longer than $r_j$ for some $V$. If $V$ held $a$, then $Q(w+a)=Qw$; so it does "
            r"not. The step has length at most $R$, so $|Qw|\ge r_j-R$. Here "
            r"$r_j\ge r_n=\sqrt{2RL}\ge R$ and $r_j\le L$, so we may square: "
            r"$|Qw|^2\ge r_j^2-2RL$.",
            how="tests/proofs: the smallest radius; at the edge",
        ),
        Told(
            r"*A larger space.* $V$ and $a$ span a space $V'$ of dimension $j+1$, and $Q'w$ is "
            r"$Qw$ "
            r"without its part along $Qa$. So $(Qw\cdot a)^2=|Qa|^2\,(|Qw|^2-|Q'w|^2)$, where "
            r"$|Qa|\ge c$ and $|Q'w|\le r_{j+1}$.",
            by=((r"So $(Qw\cdot a)^2=|Qa|^2\,(|Qw|^2-|Q'w|^2)$", PYTHAGORAS),),
        ),
        Told(
            r"*Room.* The numbers $r_j$ were chosen so that "
            r"$R^2\,(L^2-r_j^2+4RL)\le c^2\,(r_j^2-2RL-r_{j+1}^2)$: divide both sides by $2RL$, "
            r"and $R^2\,(p^j+1)$ is to be at most $c^2\,(p^j(p-1)-1)=c^2\,(p^j-1)+2R^2p^j$. With "
            r"2 and 3, "
            r"$(Qw\cdot a)^2\ge R^2\,(L^2-r_j^2+4RL)\ge R^2|Pw|^2+2R^3L$, because "
            r"$|Pw|^2=|w|^2-|Qw|^2\le L^2-r_j^2+2RL$.",
            by=((r"so that $R^2\,(L^2-r_j^2+4RL)\le c^2\,(r_j^2-2RL-r_{j+1}^2)$", ROOM),),
        ),
        Told(
            r"*Inwards.* Cauchy-Schwarz says $(Pw\cdot a)^2\le R^2|Pw|^2$, so $Qw\cdot a$ is, "
            r"in absolute value, the larger of the two parts of $w\cdot a=Pw\cdot a+Qw\cdot a$. "
            r"It was a mistake, so $w\cdot a\le 0$ and $Qw\cdot a$ is negative: by 4 it is at most "
            r"$-R^2$. Then $|Q(w+a)|^2=|Qw|^2+2\,Qw\cdot a+|Qa|^2\lt|Qw|^2\le r_j^2$, and "
            r"$w+a$ did not leave $S$ after all.",
            by=(
                (r"Cauchy-Schwarz says $(Pw\cdot a)^2\le R^2|Pw|^2$", PULL),
                (r"It was a mistake, so $w\cdot a\le 0$", MISTAKE),
                (r"$w+a$ did not leave $S$ after all", INSIDE),
            ),
        ),
        Told(
            r"*Cycles.* Of whole numbers, a ball holds only finitely many $w$. With a fixed order, "
            r"the $w$ at the start of a pass decides all that follows, and one of them has to come "
            r"back. If no pass is clean, everything since then repeats. $\square$",
            how="finitely many states, and each decides the next",
        ),
    ),
    bounds=(Bound(r"|w|\le 2R\,p^n", lambda q: 2 * q.R * q.p**q.n),),
    certificate="cycling",
)
