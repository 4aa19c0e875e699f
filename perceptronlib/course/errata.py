"""Errors in the published lecture notes that the course is drawn from, each with its repair.

The notes are Mohri (Courant), Utah, UIC-15 and UIC-16 (CS 412, lectures 15 and 16), and L8 (course
notes titled "Lecture 8"). Each erratum is told, broken and repaired on a page of its own,
lectures/errata, and shown with a slider in the lectures that it names.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ERRATA", "KINDS", "PARTS", "Erratum"]

PARTS = (
    "Margins and bounds",
    "Ties, starts and rates",
    "Who answers",
    "Data that no line separates",
    "Kernels",
    "Winnow",
)
"""The sections of the page of errata, in order."""

KINDS = ("false", "assumption missing", "gap in a proof", "misprint", "remark")
"""What can be wrong with a claim; a remark is on one that is right, or good advice."""


@dataclass(frozen=True)
class Erratum:
    """An error in published notes: the claim, what breaks it, and its repair.

    ``lectures`` show it with a slider; ``places`` are the sections and theorems of the notes, where
    these have numbers; ``kind`` is one of `KINDS`,
    in brackets with what it is for one of several sources.

    >>> ERRATA[3].source
    'Utah'
    """

    name: str
    title: str
    part: str
    source: str
    claim: str
    broken: str
    repair: str
    lectures: tuple[str, ...]
    places: tuple[str, ...] = ()
    kind: str = "false"

    @property
    def heading(self) -> str:
        """Its heading on the page of errata.

        >>> ERRATA[0].heading
        'E1. A margin that is none'
        """
        return f"{self.name}. {self.title}"

    @property
    def anchor(self) -> str:
        """Where its heading is found, as JupyterLab and nbconvert name places on a page.

        >>> ERRATA[0].anchor
        '#E1.-A-margin-that-is-none'
        """
        return "#" + self.heading.replace(" ", "-")


ERRATA = (
    Erratum(
        "E1",
        "A margin that is none",
        PARTS[0],
        "UIC-15",
        "with gamma = min |w*.x|/|x| and |x| <= 1, M <= 1/gamma^2",
        "two examples, one of them short (or four, with their mirror images): M = 30 > 25/9",
        "gamma = min y w*.x; or normalise x; or pay (R/s)/gamma^2 for the shortest length s",
        ("03",),
        ("4.2", "5.1"),
    ),
    Erratum(
        "E2",
        "A vote that is an average",
        PARTS[2],
        "Mohri",
        "the voted perceptron answers sgn((sum c_t w_t).x), t over the updates",
        "(1,0) with label +1 three times, then (5,-6) with -1: at (1,0) the vote is +2, the sum "
        "scores -1",
        "that is the averaged one; voting sums signs; both include the last vector",
        ("02",),
    ),
    Erratum(
        "E3",
        "A descent that never starts",
        PARTS[1],
        "Mohri",
        "descent updates where y w.x < 0",
        "from w = 0 it never moves: the loss is at its minimum there",
        "take the subgradient -y x at the kink: a tie is a mistake",
        ("01",),
    ),
    Erratum(
        "E4",
        "What zero means",
        PARTS[1],
        "Utah",
        "w.x = 0 is answered +1; a mistake is y w.x <= 0",
        "two points: 11 mistakes under one reading, 0 under the other",
        "choose one rule, say so, and prove the bound under both",
        ("01", "03"),
    ),
    Erratum(
        "E5",
        "Logarithms, roundings and repeats",
        PARTS[5],
        "UIC-16",
        "3 r (1 + log d) mistakes, 12 for d = 100, r = 2; P <= r log2 d; no mistake twice",
        "log2 gives 39.86, and 14 mistakes can be forced; with d = 3 a weight doubles 2 > log2 3 "
        "times; an input can be missed again",
        "r ceil(log2 d) promotions; M < 2 + r (3k - 2^(k+1)/d) for r >= 1, d >= 2",
        ("06",),
        ("2.3",),
    ),
    Erratum(
        "E6",
        "A count in the wrong place",
        PARTS[4],
        "Mohri",
        "the dual update is alpha_(t+1) = alpha_t + 1, summed to T",
        "it counts mistakes, not on which example they were made",
        "on a mistake at example i, alpha_i grows by 1; the alphas sum to M",
        ("05",),
    ),
    Erratum(
        "E7",
        "A surplus that nobody counts",
        PARTS[0],
        "L8",
        "once |w| >= 2/gamma each update adds at most 3 gamma/4; so M <= 8/gamma^2",
        "the update that crosses 2/gamma lands beyond it, and its excess is not counted",
        "|w_k| <= 2/gamma + 3 gamma k/4 by induction; the bound stands, even with 2.5129 for 8",
        ("03",),
        ("1.3",),
        kind="gap in a proof",
    ),
    Erratum(
        "E8",
        "Starts and biases",
        PARTS[1],
        "Mohri, UIC-15, L8",
        "Mohri: the bound, for a start w0 left open; UIC-15: a bias that is used but never "
        "learned; L8: folds the bias in and then normalises, rightly, but does not say that the "
        "order matters",
        "from w0 = -10 the example x = 1 costs 11 mistakes, for a bound of 1; with b "
        "fixed at 0 no w gives 1 the label +1 and 3 the label -1; normalised first, the points 1 "
        "and 3 become one",
        "start at 0; fold the bias in, before normalising; centre first, since folding has a "
        "price: 20002 mistakes at distance 100",
        ("01", "03"),
        kind="assumption missing (L8: remark)",
    ),
    Erratum(
        "E9",
        "Misprints in a proof",
        PARTS[0],
        "UIC-15",
        "section 5.2 proves claim 1; margins end at 4 gamma; 1/sqrt 2 mistakes",
        "that section proves claim 2, and the two are not interchangeable",
        "claim 2; margins end at gamma; 1/gamma^2 mistakes",
        ("03",),
        ("5.2", "6.1", "6.10"),
        kind="misprint",
    ),
    Erratum(
        "E10",
        "A bound without its assumptions",
        PARTS[3],
        "UIC-15",
        "M <= 1/gamma^2 + 2 sum xi/gamma for any u*, the sum over the sample",
        "u* = (100, 0) claims 1 and M = 2; five passes make 10 mistakes for a bound of 5",
        "|u*| <= 1, and the sum over rounds (or one pass)",
        ("04",),
        ("6.1",),
        kind="assumption missing",
    ),
    Erratum(
        "E11",
        "A sum over everything",
        PARTS[4],
        "UIC-15",
        "the kernel perceptron scores with a sum over all rounds",
        "yx = (-3,-3), (0,1): that sum scores 15 and -2; the perceptron converges with M = 5",
        "sum over mistakes only; over all rounds it is Hebb's rule",
        ("05",),
        ("8.4", "8.9"),
    ),
    Erratum(
        "E12",
        "A rate that does nothing",
        PARTS[1],
        "Utah",
        "advises a small positive learning rate, below 1",
        "harmless, but it does nothing: from w = 0 every rate makes the same mistakes, except that "
        "rounding can decide a tie: with 0.1 there are 3 mistakes, not 5",
        "take r = 1; the rate matters only if w starts elsewhere, or if a margin is asked for",
        ("01",),
        kind="remark",
    ),
    Erratum(
        "E13",
        "An average that does not separate",
        PARTS[2],
        "Utah",
        "use averaging",
        "(3,2), (-1,-3), both -1: the last w separates, the average scores 25 and -6",
        "average where labels are noisy; after a clean pass the last w is right on every example "
        "it knows, the average need not be; on fresh examples the average may still be better (on "
        "the two digits of lecture 01 it is)",
        ("02",),
        kind="remark",
    ),
    Erratum(
        "E14",
        "One pass is not enough",
        PARTS[0],
        "Mohri",
        "leave-one-out errors are at most min(M, R^2/rho^2)",
        "one pass: 2 mistakes and 3 leave-one-out errors; another order can fail too",
        "passes until one is clean, in the same order; then count support vectors",
        ("03",),
        kind="assumption missing",
    ),
    Erratum(
        "E15",
        "Sparse inputs or sparse targets",
        PARTS[5],
        "UIC-16",
        'Winnow is better if "the input vectors are binary and sparse"',
        "one active feature a row: the Perceptron errs 9 times, Winnow 20",
        "sparse inputs favour the Perceptron, sparse targets with dense inputs Winnow",
        ("06",),
        ("2.4",),
    ),
    Erratum(
        "E16",
        "A rate that the theorem does not name",
        PARTS[5],
        "Mohri",
        "M <= 2 (R/rho)^2 log N for Winnow(eta); the statement names neither eta nor the logarithm",
        "e^eta = 3 cycles for ever on three rows; log10 would allow no mistake, and one is made",
        "eta = rho/R^2 (any eta below twice that has a bound), natural logarithm",
        ("07",),
        kind="assumption missing",
    ),
    Erratum(
        "E17",
        "Two kinds of distance",
        PARTS[3],
        "L8",
        "the total distance the data must be moved is the hinge sum",
        "x = -w*: the distance is 1, the hinge loss 1 + gamma",
        "use sum max(0, gamma - y w*.x)",
        ("04",),
        ("1.2",),
    ),
    Erratum(
        "E18",
        "A wider margin and more mistakes",
        PARTS[0],
        "UIC-15",
        "a larger margin means fewer mistakes",
        "margin 0.0175 R with 1 mistake, 0.5774 R with 3",
        "a larger margin means a smaller bound",
        ("03",),
        ("4.2",),
        kind="remark",
    ),
)
