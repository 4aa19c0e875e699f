"""Algorithms in a box, once: the lines that a page prints, and the same in plain Python.

A cell tagged ``algorithm`` and with the box's name has to contain its lines word for word
(`.ci/prose.py` compares); tests run ``plain`` beside the library.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["BOXES", "Box"]


@dataclass(frozen=True)
class Box:
    """An algorithm: its name (the tag of its cell), a title, its lines, and a plain loop.

    ``plain`` gets ``X``, ``y``, ``passes`` and the settings named in ``given``, and leaves ``w``.

    >>> print(BOXES["perceptron"].markdown().splitlines()[1])
    > 1. Compute the score $w\\cdot x$.
    """

    name: str
    title: str
    lines: tuple[str, ...]
    plain: str
    given: tuple[str, ...] = ()
    before: str = "Start with $w=0$. For each example $x$ with its label $y$:"
    after: str = "Go through the examples again until a whole pass is free of mistakes."

    @property
    def parts(self) -> tuple[str, ...]:
        """What a page that shows the box has to contain, in this order."""
        numbered = (f"{k}. {line}" for k, line in enumerate(self.lines, 1))
        return (self.before, *numbered, self.after)

    def markdown(self) -> str:
        """The box as a cell of a lecture, to be copied."""
        before, *numbered, after = self.parts
        lines = [f"> **{self.title}.** {before}", *(f"> {line}" for line in numbered)]
        return "\n".join([*lines, ">", f"> {after}"])


SCORE = r"Compute the score $w\cdot x$."
NO_UPDATES = "Go through the examples again until a whole pass is free of updates."
UPDATE = r"replace $w$ by $w+y\,x$."
LOOP = """w = np.zeros(X.shape[1])
for _ in range(passes):
    for x, label in zip(X, y):
        if {mistake}:
            w = w + label * x
"""

PERCEPTRON = Box(
    "perceptron",
    "The Perceptron",
    (
        SCORE,
        "If the score has the sign of $y$, do nothing.",
        f"Otherwise it was a mistake: {UPDATE}",
    ),
    LOOP.format(mistake="label * (w @ x) <= 0"),
)

STANDARD = Box(
    "standard-perceptron",
    "The Perceptron, as it is used",
    (
        SCORE,
        "If the score has the sign of $y$, do nothing.",
        r"Otherwise it was a mistake: replace $w$ by $w+r\,y\,x$.",
    ),
    """w = np.zeros(X.shape[1])
for _ in range(passes):
    for i in rng.permutation(len(y)):
        if y[i] * (w @ X[i]) <= 0:
            w = w + r * y[i] * X[i]
""",
    ("r", "rng"),
    before=r"Choose a rate $r\gt 0$ and a number of epochs, and start with $w=0$. In every epoch "
    "shuffle the examples, and then, for each example $x$ with its label $y$:",
    after=r"After the last epoch answer with the sign of $w\cdot x$.",
)

MARGIN = Box(
    "margin-perceptron",
    "The margin perceptron",
    (
        SCORE,
        r"If $y\,(w\cdot x)\gt\eta$, do nothing.",
        f"Otherwise {UPDATE}",
    ),
    LOOP.format(mistake="label * (w @ x) <= eta"),
    ("eta",),
    after=NO_UPDATES,
)

LARGE_MARGIN = Box(
    "large-margin-perceptron",
    "The large-margin perceptron",
    (
        SCORE,
        r"If $y\,(w\cdot x)\gt\tfrac{\gamma}{2}|w|$, do nothing.",
        f"Otherwise {UPDATE}",
    ),
    LOOP.format(mistake="label * (w @ x) <= gamma / 2 * np.sqrt(w @ w)"),
    ("gamma",),
    after=NO_UPDATES,
)

AVERAGED = Box(
    "averaged-perceptron",
    "The averaged perceptron",
    (
        SCORE,
        "If the score has the sign of $y$, do nothing.",
        r"Otherwise it was a mistake: replace $w$ by $w+y\,x$ and $u$ by $u+t\,y\,x$.",
    ),
    """w, u, t = np.zeros(X.shape[1]), np.zeros(X.shape[1]), 0
for _ in range(passes):
    for x, label in zip(X, y):
        if label * (w @ x) <= 0:
            w, u = w + label * x, u + t * label * x
        t += 1
w = t * w - u
""",
    before=r"Start with $w=0$ and $u=0$. In round $t=0,1,2,\dots$ meet an example $x$ with its "
    "label $y$:",
    after=r"After $T$ rounds answer with the sign of $(Tw-u)\cdot x$.",
)

RUN_OR_PROOF = Box(
    "run-or-proof",
    "A separator or a proof",
    (
        "If the pass was clean, stop: $w$ separates the examples.",
        "If $w$ is one of the vectors that you remember, stop: the corrections since then add up "
        "to 0, and nothing separates the examples.",
        "Otherwise make another pass.",
    ),
    """w, remembered, corrections = np.zeros(X.shape[1]), {}, []
while tuple(w) not in remembered:
    remembered[tuple(w)] = len(corrections)
    for x, label in zip(X, y):
        if label * (w @ x) <= 0:
            w = w + label * x
            corrections.append(label * x)
since = corrections[remembered[tuple(w)] :]
""",
    before="Start with $w=0$. Let the Perceptron pass over the examples, always in the same order, "
    "and before each pass remember $w$. After each pass:",
    after="On whole numbers one of the two has to happen; the cycling theorem below says why.",
)

COUNTS = r"Start with every $\alpha_i=0$. For each example $x_i$ with its label $y_i$:"
BY_COUNTS = (
    "If the score has the sign of $y_i$, do nothing.",
    r"Otherwise it was a mistake: add 1 to $\alpha_i$.",
)
DUAL_LOOP = """alpha = np.zeros(len(y), dtype=int)
for _ in range(passes):
    for i in range(len(y)):
        score = sum(alpha[s] * y[s] * {product} for s in range(len(y)))
        if y[i] * score <= 0:
            alpha[i] += 1
w = (alpha * y) @ X
"""

DUAL = Box(
    "dual-perceptron",
    "The dual perceptron",
    (r"Compute the score $\sum_s\alpha_s\,y_s\,(x_s\cdot x_i)$.", *BY_COUNTS),
    DUAL_LOOP.format(product="(X[s] @ X[i])"),
    before=COUNTS,
)

KERNEL = Box(
    "kernel-perceptron",
    "The kernel perceptron",
    (r"Compute the score $f(x_i)=\sum_s\alpha_s\,y_s\,K(x_s,x_i)$.", *BY_COUNTS),
    "K = np.dot  # any kernel; with this one it is the dual perceptron\n"
    + DUAL_LOOP.format(product="K(X[s], X[i])"),
    before=COUNTS,
)

WINNOW = Box(
    "winnow",
    "Winnow",
    (
        r"Compute the score $w\cdot x$, and answer $+1$ if it is at least $d$, else $-1$.",
        "If the answer is $y$, do nothing.",
        "After a *missed positive*, double the weights of the features that are on: a "
        "**promotion**.",
        "After a *false positive*, halve them: a **demotion**.",
    ),
    """d = X.shape[1]
w = np.ones(d)
for _ in range(passes):
    for x, label in zip(X, y):
        answer = 1 if w @ x >= d else -1
        if answer != label:
            w = w * 2.0 ** (label * x)
""",
    before=r"Examples are in $\lbrace 0,1\rbrace^d$, and all weights start at 1. For each example "
    "$x$ with its label $y$:",
)

WEIGHTED_MAJORITY = Box(
    "weighted-majority",
    "Weighted majority",
    (
        r"Let the experts vote: compute $w\cdot x$, where $x_i=\pm1$ is what expert $i$ says.",
        "If the vote has the sign of $y$, do nothing.",
        r"Otherwise it was a mistake: multiply $w_i$ by $\beta$ for each expert who was wrong.",
    ),
    """w = np.ones(X.shape[1])
for _ in range(passes):
    for x, label in zip(X, y):
        if label * (w @ x) <= 0:
            w[x != label] *= beta
""",
    ("beta",),
    before=r"Choose a factor $\beta$ between 0 and 1, and give each expert the weight $w_i=1$. In "
    "each round:",
    after="Divided by their sum, the weights are shares of your trust.",
)

WINNOW_ETA = Box(
    "winnow-eta",
    r"Winnow($\eta$)",
    (
        SCORE,
        "If the score has the sign of $y$, do nothing.",
        r"Otherwise it was a mistake: multiply each $w_i$ by $e^{\eta yx_i}$, then divide all of "
        "them by their sum $Z$.",
    ),
    """w = np.ones(X.shape[1]) / X.shape[1]
for _ in range(passes):
    for x, label in zip(X, y):
        if label * (w @ x) <= 0:
            w = w * np.exp(eta * label * x)
            w = w / w.sum()
""",
    ("eta",),
    before=r"Choose a rate $\eta\gt 0$, and give each of the $N$ features the share $w_i=1/N$. For "
    "each example $x$ with its label $y$:",
)

BOXES = {
    box.name: box
    for box in (
        *(PERCEPTRON, STANDARD, MARGIN, LARGE_MARGIN, AVERAGED, RUN_OR_PROOF, DUAL, KERNEL),
        *(WINNOW, WEIGHTED_MAJORITY, WINNOW_ETA),
    )
}
"""By the tag that marks the box's cell on a page."""
