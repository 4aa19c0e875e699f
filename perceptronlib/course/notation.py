"""The letters of the course: what each means, how the code calls it, and where it means that.

The table of the notation page is made from this list. A letter has one row for a lecture: a test
finds every letter in the formulas of the lectures that are named beside it, and no letter twice for
the same lecture. Where a proof needs it once more, its row says so.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["SYMBOLS", "Letters", "Symbol"]


@dataclass(frozen=True)
class Symbol:
    """A letter as LaTeX writes it, its meaning, its name in the code, and lectures by number.

    >>> SYMBOLS[0].latex, SYMBOLS[0].code
    ('x', 'a row of `X`')
    """

    latex: str
    meaning: str
    code: str
    lectures: tuple[str, ...]


def _read(table: str) -> tuple[Symbol, ...]:
    lines = (line.split(" | ") for line in table.strip().splitlines())
    return tuple(
        Symbol(latex, meaning, code.strip("-"), tuple(lectures.split()))
        for latex, meaning, code, lectures in lines
    )


SYMBOLS = _read(r"""
x | an example: a vector of features | a row of `X` | 01 02 03 04 05 06 07
y | its label, $-1$ or $+1$ | `y` | 01 02 03 04 05 06 07
w | the weights; $w_k$ are those after $k$ mistakes | `run.weights(t)`, `run.path[k]` | 01 02 03 04 05 06 07
b | the bias, the weight of a constant feature | `bias=True` | 01
r | the learning rate | `rate=` | 01 02
r | in the cycling theorem, $r_j$ limits the part of $w$ at right angles to a space of dimension $j$ | - | 04
r | how many features are relevant | `relevant` | 06 07
s | the signed score, $y\,(w\cdot x)$ | - | 01
s | an example in a sum over examples; $\alpha_s$ is its count | - | 05
s | how many features are on in an example | `active=` | 06
d | how many features there are | `X.shape[1]` | 00 03 05 06
d | what a round lacks of the margin $\rho$, its deviation; some notes call it the hinge loss $\xi$ | `deviations` | 04
D | the distribution that examples are drawn from | - | 03
D | the length of all deviations taken together, the root of $\sum_t d_t^2$; $D_1$ is their sum | - | 04
t | a round, counted from 0 | - | 02 03 04 07
T | how many rounds there are | `run.rounds` | 02 03 04
k | how many mistakes have been made so far | - | 02 04 05 07
k | how many mistakes have been made so far; in the bound by compression, how many support vectors | - | 03
k | $\lceil\log_2d\rceil$: how often a weight can double | - | 06
M | how many mistakes a run makes in all | `run.M` | 02 03 04 05 06 07
I | the rounds with a mistake | `run.mistakes` | 02 04
c | where the boundary lies, on a line | - | 01
c | how many rounds $w_k$ lasted | `run.survival` | 02
c | in the cycling theorem, the smallest distance of an example from a space that others span | - | 04
c | the constant of a polynomial kernel, $(a\cdot b+c)^p$ | `c=` | 05
R | the length of the longest example | `pl.margins.radius(X)` | 01 02 03 04 05 06
R | the largest $\lvert x_i\rvert$ of all examples | - | 07
v | a comparator: weights to compare with | `v` | 01 02 03 04 05 06 07
g | functional margin, the smallest $y\,(v\cdot x)$ | `functional_margin` | 02 03 04 05 06 07
\rho | geometric margin, $g/\lvert v\rvert$ | `sample_margin` | 01 02 03
\rho | a margin that is asked of $v$, which need not have it | `rho` | 04
\rho | the margin by shares, $g/\lvert v\rvert_1$ | - | 07
\eta | the score that the margin perceptron asks for | `margin=` | 02
\eta | in online gradient descent, the size of a step | - | 04
\eta | the rate of Winnow with shares | `eta` | 07
\gamma | the margin of examples of length at most 1, which a learner may be told | `gamma` | 02 03
\gamma | in UIC-15, the margin that we call $\rho$ | `gamma` | 04
\gamma | an edge: the sum of the shares of the examples that a weak learner gets right, minus the sum of the shares of those that it gets wrong; $\gamma_t$ is that of round $t$ | - | 07
\alpha | how often each example was learned from | `run.alpha` | 03 05
\alpha | weights of the examples, none of them negative, such as the counts of a run | `run.alpha` | 04
h | a classifier; $\mathrm{err}(h)$ is its risk, the probability that it errs on a fresh example | - | 03
h | the hinge loss of a comparator $u$ in a round, $\max(0,1-y\,(u\cdot x))$ | `hinge_losses` | 04
f | the kernel perceptron's score, as a function of the example | - | 05
\varphi | a feature map | `kernel.features` | 05
K | a kernel, $K(x,x')=\varphi(x)\cdot\varphi(x')$ | `pl.kernels` | 05
\sigma | the width of a Gaussian kernel | `width=` | 05
G | the table of all $y_sy_tK(x_s,x_t)$ | - | 05
G | in online gradient descent, the length of the longest gradient | - | 04
\Delta | the size of the new coordinate that each round gets | - | 04
Z | what the comparator with these coordinates is divided by | - | 04
Z | what the shares are divided by after a mistake, so that their sum is 1 again | - | 07
L | in the cycling theorem, $2R\,p^n$, beyond which $w$ never gets | - | 04
P | in the cycling theorem, $Pw$ is the part of $w$ in a space | - | 04
P | promotions: how often weights were doubled | - | 06
Q | demotions: how often weights were halved | - | 06
Q | in the cycling theorem, $Qw$ is the part of $w$ at right angles to a space | - | 04
S | the sample that is learned from | - | 03
S | in the cycling theorem, the set of weights that is never left | - | 04
S | the total weight (in lecture 07 it is $W$) | - | 06
W | the total weight (in lecture 06 it is $S$); $W_k$ is that after $k$ mistakes of the vote | - | 07
\beta | how far the target $u$ is stretched | - | 04
\beta | counts of examples in a comparator, as $\alpha$ counts them in $w$ | - | 05
\beta | Winnow multiplies or divides by $1+\beta$ | `beta=` | 06
\beta | weighted majority multiplies wrong experts' weights by $\beta$ | `beta=` | 07
H | a finite class of hypotheses | - | 06
V | the hypotheses that agree with all labels so far | - | 06
V | in the cycling theorem, a space that some examples span | - | 04
\ell | how often a relevant weight was promoted | - | 06
\theta | the sum of $y\,x$ over the mistakes, read in different ways by different learners | - | 06 07
N | how many examples there are, in as many dimensions | - | 03
N | how many features or experts there are | - | 07
p | in the cycling theorem, $2+2R^2/c^2$ | - | 04
p | the degree of a polynomial kernel | `degree` | 05
p | the exponent of a norm | `p` | 07
q | the exponent of the dual norm, $\frac1p+\frac1q=1$ | - | 07
X | the largest norm of an example, $X_p=\max\lvert x\rvert_p$ | - | 07
n | how many dimensions the examples have, or span | - | 03 04
n | the depth of a mistake tree | - | 06
n | in how many of all rounds an expert errs | - | 07
m | how many examples a sample has | - | 03
m | how often an expert errs in rounds in which the vote errs | - | 07
u | in a proof, the weights of the run with rate 1 | - | 01
u | the sum $\sum_I t\,y_tx_t$ of the lazy average | - | 02
u | a comparator of any length | `u` | 04
u | an example with a constant behind it | - | 05
u | the target's shares, $v/\lvert v\rvert_1$ | - | 07
\Phi | a potential: the relative entropy between the target's shares and $w$ | - | 07
""")  # noqa: E501


class Letters:
    """The table of letters, for a notebook.

    >>> print(str(Letters()).splitlines()[2])
    | $x$ | an example: a vector of features | a row of `X` | 01 to 07 |
    """

    def __repr__(self) -> str:
        head = ["| letter | what it means | in the code | in lectures |", "|---|---|---|---|"]
        rows = (
            f"| ${one.latex}$ | {one.meaning} | {one.code} | {_spoken(one.lectures)} |"
            for one in SYMBOLS
        )
        return "\n".join([*head, *rows])

    def _repr_markdown_(self) -> str:
        return repr(self)


def _spoken(lectures: tuple[str, ...]) -> str:
    """
    >>> _spoken(("01", "02", "03")), _spoken(("02", "04"))
    ('01 to 03', '02, 04')
    """
    numbers = [int(name) for name in lectures]
    if len(numbers) > 2 and numbers == [*range(numbers[0], numbers[-1] + 1)]:
        return f"{lectures[0]} to {lectures[-1]}"
    return ", ".join(lectures)
