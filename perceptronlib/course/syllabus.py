"""What the course holds, by name: topics, theorems and errata, and the lecture of each.

The tables at the end of a lecture and on the notation page are made from these lists, and a test
finds every name on the cells of the lecture that claims it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .errata import ERRATA, PARTS
from .formulas import typeset
from .glossary import Glossary
from .notation import Letters

__all__ = [
    "LECTURES",
    "THEOREMS",
    "TOPICS",
    "Table",
    "Theorem",
    "Topic",
    "contents_of_errata",
    "errata",
    "letters",
    "theorems",
    "topics",
    "words",
]

LECTURES = {
    "01": "01_perceptron",
    "02": "02_variants",
    "03": "03_mistake_bounds",
    "04": "04_non_separable",
    "05": "05_kernels_and_xor",
    "06": "06_winnow",
    "07": "07_experts",
}
"""The lectures by number, and their files' names."""


@dataclass(frozen=True)
class Topic:
    """Something that is taught, and where.

    >>> TOPICS[2].name, TOPICS[2].lectures
    ('row-3', ('01',))
    """

    name: str
    text: str
    lectures: tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """What one lecture proves of a theorem, and the certificates it shows.

    >>> THEOREMS[9].parts["05"].text
    'counts instead of weights'
    """

    text: str
    statement: str
    certificates: tuple[str, ...]


@dataclass(frozen=True)
class Theorem:
    """A theorem: what it says, and the certificates in `perceptronlib.theorems` that check it.

    >>> THEOREMS[0].certificates
    ('novikoff',)
    """

    name: str
    text: str
    statement: str
    certificates: tuple[str, ...]
    lectures: tuple[str, ...]
    parts: Mapping[str, Part] = field(default_factory=dict)

    def row(self, lecture: str | None = None) -> tuple[str, ...]:
        """What a table says: of all of it, or of the part that this lecture proves.

        >>> THEOREMS[0].row("05")[1:3]
        ('Novikoff for kernels', 'M <= R^2 |v|^2/g^2')
        """
        whole = Part(self.text, self.statement, self.certificates)
        part = self.parts.get(lecture, whole) if lecture else whole
        certificates = ", ".join(part.certificates) or "none: it is not about a run"
        return self.name, part.text, part.statement, certificates, " ".join(self.lectures)


TOPICS = (
    *(
        Topic(f"row-{k}", text, tuple(lectures.split()))
        for k, (text, lectures) in enumerate(
            [
                ("threshold units, their geometry, and margins", "01"),
                ("the online protocol and its three modes of use", "01"),
                ("the perceptron's update, and what it does to the score", "01"),
                ("the bias as a constant feature; fold first, normalise after", "01"),
                ("the perceptron as stochastic subgradient descent", "01"),
                ("history, and what a perceptron can represent", "01"),
                ("epochs, shuffling, the learning rate", "02"),
                ("voted and averaged perceptron, the lazy average", "02"),
                ("the margin perceptron", "02"),
                ("the large-margin perceptron", "02 03"),
                ("Novikoff's theorem and its proof in two claims", "03"),
                ("dimension, tight and exponentially slow instances, the best comparator", "03"),
                ("leave-one-out: unbiased, and bounded for the perceptron", "03"),
                ("support vectors and the dual perceptron", "03 05"),
                ("no separator: hinge loss and its bound", "04"),
                ("no separator: deviations, and the proof by embedding", "04"),
                ("feature maps, kernels, the kernel perceptron", "05"),
                ("XOR with the polynomial kernel of degree 2", "05"),
                ("monotone disjunctions, with a worked table", "06"),
                ("Winnow(beta) and its bound in two cases", "06"),
                ("Winnow(eta), relative entropy as a potential", "07"),
                ("Winnow and the weighted majority", "07"),
                ("Perceptron against Winnow; one family", "06 07"),
                (
                    "the general bound and the hinge loss proof: two exercises of UIC-15, done",
                    "03 04",
                ),
                ("outlook: experts, boosting, networks", "07"),
            ],
            start=1,
        )
    ),
    Topic("T11", "online to batch: from mistakes to risk", ("03",)),
    Topic("T17", "compression: few support vectors, small risk", ("03",)),
    Topic("T15", "a separator or a proof that there is none; weights that stay in a ball", ("04",)),
    Topic("T16", "regret and online gradient descent", ("04",)),
    Topic("T14", "halving, and Littlestone's dimension", ("06",)),
)
"""What is taught: the rows of the course's plan, and theorems that go beyond it."""

THEOREMS = (
    Theorem(
        "T1",
        "Novikoff",
        "M <= R^2/rho^2",
        ("novikoff",),
        ("03", "05"),
        {"05": Part("Novikoff for kernels", "M <= R^2 |v|^2/g^2", ("novikoff",))},
    ),
    Theorem("T2", "an exponential instance", "M = (4^N - 1)/3", ("exponential",), ("03",)),
    Theorem(
        "T3",
        "leave-one-out",
        "#errors <= #support vectors <= M; unbiased for m - 1 examples",
        ("leave_one_out", "leave_one_out_is_unbiased"),
        ("03",),
    ),
    Theorem("T4", "embedding", "same mistakes, separable: ((R+D)/rho)^2", ("embedding",), ("04",)),
    Theorem(
        "T5",
        "bounds without a separator",
        "M rho <= R sqrt(M) + sum of deviations",
        ("deviations", "hinge"),
        ("04",),
    ),
    Theorem(
        "T6",
        "Winnow with shares",
        "M <= 2 (R/rho)^2 ln N",
        ("winnow_entropy", "winnow_entropy_sharp"),
        ("07",),
    ),
    Theorem("T7", "large-margin perceptron", "M <= 8/gamma^2", ("large_margin",), ("03",)),
    Theorem("T8", "margin perceptron", "M <= (R^2 + 2 eta/r)/rho^2", ("margin",), ("02",)),
    Theorem(
        "T9",
        "Winnow on disjunctions",
        "M < 2 + r (3k - 2^(k+1)/d), k = ceil(log2 d)",
        ("winnow_disjunction", "sparse_disjunction"),
        ("06",),
    ),
    Theorem(
        "T10",
        "identities",
        "lazy average, dual = primal, softmax, weighted majority",
        ("identities", "weighted_majority"),
        ("02", "05", "06", "07"),
        {
            "02": Part("lazy average", "two sums in place of all weights", ("identities",)),
            "05": Part("counts instead of weights", "dual = primal", ("identities",)),
            "06": Part("one memory", "w_i = 2^theta_i", ("identities",)),
            "07": Part(
                "softmax and weighted majority",
                "one set of weights, two names",
                ("identities", "weighted_majority"),
            ),
        },
    ),
    Theorem(
        "T11",
        "online to batch",
        "summed risks = expected mistakes",
        ("online_to_batch",),
        ("03",),
    ),
    Theorem("T12", "the p-norm Perceptron", "M <= (p-1) X_p^2 |v|_q^2/g^2", ("p_norm",), ("07",)),
    Theorem(
        "T13",
        "no deterministic learner can promise less",
        "M = n = R^2/rho^2",
        ("nobody_better",),
        ("03",),
    ),
    Theorem(
        "T14",
        "the best possible promise: Littlestone's dimension, halving",
        "the best M is Ldim(H) <= log2|H|",
        ("littlestone",),
        ("06",),
    ),
    Theorem(
        "T15",
        "a separator or a proof, and a ball",
        "y v.x > 0 on all, or sum alpha y x = 0; |w| <= 2 R (2 + 2 R^2/c^2)^n for ever",
        ("gordan", "cycling"),
        ("04",),
    ),
    Theorem("T16", "regret", "M <= sum_I h(u) + R |u| sqrt(M)", ("regret",), ("04",)),
    Theorem(
        "T17",
        "compression",
        "risk <= (ln C(m,k) + ln(m/δ))/(m-k) with probability 1 - δ",
        ("compression",),
        ("03",),
    ),
    Theorem(
        "pds",
        "tables of inner products",
        "a symmetric table has inner products as entries if and only if no eigenvalue is negative",
        (),
        ("05",),
    ),
)


class Table:
    """A table for notebooks, shown as HTML there and as text elsewhere; cells may be links.

    >>> Table(("name", "value"), [("a", "1")])
    name | value
    a | 1
    """

    def __init__(
        self,
        heads: Sequence[str],
        rows: Sequence[Sequence[str]],
        links: Mapping[str, str] | None = None,
    ) -> None:
        self.heads, self.rows, self.links = heads, rows, links or {}

    def __repr__(self) -> str:
        return "\n".join(" | ".join(row) for row in (self.heads, *self.rows))

    def _repr_html_(self) -> str:
        left = "style='text-align: left; white-space: normal'"

        def line(tag: str, cells: Sequence[str]) -> str:
            row = (f"<{tag} {left}>{self._linked(cell)}</{tag}>" for cell in cells)
            return f"<tr>{''.join(row)}</tr>"

        body = "".join(line("td", row) for row in self.rows)
        return f"<table><thead>{line('th', self.heads)}</thead><tbody>{body}</tbody></table>"

    def _linked(self, cell: str) -> str:
        """The cell's text; what has a link gets it, and so do lectures' numbers, if alone."""
        if cell in self.links:
            return f"<a href='{self.links[cell]}'>{typeset(cell)}</a>"
        if cell and all(part in LECTURES for part in cell.split()):
            return " ".join(f"<a href='{LECTURES[n]}.ipynb'>{n}</a>" for n in cell.split())
        return typeset(cell)


def letters() -> Letters:
    """What each letter means, and in which lectures.

    >>> print(str(letters()).splitlines()[0])
    | letter | what it means | in the code | in lectures |
    """
    return Letters()


def words() -> Glossary:
    """What each word means, and where it is explained.

    >>> print(str(words()).splitlines()[0])
    | word | what it means | in lectures |
    """
    return Glossary()


def topics() -> Table:
    """What is taught where, in the order of the lectures.

    >>> print(repr(topics()).splitlines()[1])
    threshold units, their geometry, and margins | 01
    """
    in_order = sorted(TOPICS, key=lambda topic: topic.lectures)
    return Table(("topic", "lecture"), [(t.text, " ".join(t.lectures)) for t in in_order])


def theorems(lecture: str | None = None) -> Table:
    """All theorems, or those of one lecture, with their certificates in ``pl.theorems``.

    >>> theorems("02")
    name | theorem | statement | certificate | lecture
    T8 | margin perceptron | M <= (R^2 + 2 eta/r)/rho^2 | margin | 02
    ...
    """
    heads = ("name", "theorem", "statement", "certificate", "lecture")
    return Table(
        heads,
        [t.row(lecture) for t in THEOREMS if lecture is None or lecture in t.lectures],
    )


def errata(lecture: str | None = None) -> Table:
    """All errata, or those of one lecture.

    >>> errata("04").rows[1][0]
    'E17'
    """
    heads = ("name", "source", "the published claim", "what breaks it", "the repair", "lecture")
    return Table(
        heads,
        [
            (e.name, e.source, e.claim, e.broken, e.repair, " ".join(e.lectures))
            for e in ERRATA
            if lecture is None or lecture in e.lectures
        ],
    )


def contents_of_errata(page: str = "") -> Table:
    """All errata in the order of their page, with links to it; on the page itself, within it.

    >>> print(repr(contents_of_errata()).splitlines()[1])
    Margins and bounds | E1. A margin that is none | false | UIC-15 | 03
    """
    rows = [
        (part, erratum.heading, erratum.kind, erratum.source, " ".join(erratum.lectures))
        for part in PARTS
        for erratum in ERRATA
        if erratum.part == part
    ]
    links = {erratum.heading: f"{page}{erratum.anchor}" for erratum in ERRATA}
    heads = ("about", "the mistake", "kind", "source", "slider in lecture")
    return Table(heads, rows, links)
