"""The works that the course draws from: whoever is named on a page stands here, with the year.

A page that names somebody else, or another year, is told so by `.ci/prose.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["NAMES", "SOURCES", "Work", "known_names"]


@dataclass(frozen=True)
class Work:
    """A published work: its authors, its year, and what it is.

    >>> SOURCES[0].authors, SOURCES[0].year
    (('Agmon',), 1954)
    """

    authors: tuple[str, ...]
    year: int
    title: str


def _works(table: str) -> tuple[Work, ...]:
    rows = [line.split(" | ") for line in table.strip().splitlines()]
    return tuple(Work(tuple(who.split(", ")), int(year), title) for who, year, title in rows)


SOURCES = _works("""
Agmon | 1954 | The relaxation method for linear inequalities
Hebb | 1949 | The organization of behavior
Aronszajn | 1950 | Theory of reproducing kernels
Rosenblatt | 1958 | The perceptron: a probabilistic model
New York Times | 1958 | New Navy device learns by doing
Novikoff | 1962 | On convergence proofs for perceptrons
Block | 1962 | The perceptron: a model for brain functioning
Aizerman, Braverman, Rozonoer | 1964 | Theoretical foundations of the potential function method
Hoeffding | 1963 | Probability inequalities for sums of bounded random variables
Efron | 1964 | The perceptron correction procedure in nonseparable situations
Minsky, Papert | 1969 | Perceptrons
Barzdin, Freivalds | 1972 | On the prediction of general recursive functions
Luntz, Brailovsky | 1969 | On estimation of characters obtained in statistical procedure
Block, Levin | 1970 | On the boundedness of an iterative procedure
Micchelli | 1986 | Interpolation of scattered data
Littlestone, Warmuth | 1986 | Relating data compression and learnability
Krauth, Mézard | 1987 | Learning algorithms with optimal stability in neural networks
Littlestone | 1988 | Learning quickly when irrelevant attributes abound
Littlestone, Warmuth | 1994 | The weighted majority algorithm
Floyd, Warmuth | 1995 | Sample compression, learnability, and the VC dimension
Helmbold, Warmuth | 1995 | On weak learning
Kivinen, Warmuth | 1997 | Exponentiated gradient versus gradient descent for linear predictors
Kivinen, Warmuth, Auer | 1997 | The perceptron algorithm versus Winnow
Freund, Schapire | 1997 | A decision-theoretic generalization of on-line learning
LeCun, Bottou, Bengio, Haffner | 1998 | Gradient-based learning applied to document recognition
Freund, Schapire | 1999 | Large margin classification using the perceptron algorithm
Grove, Littlestone, Schuurmans | 2001 | General convergence results for linear discriminant updates
Gentile | 2003 | The robustness of the p-norm algorithms
Zinkevich | 2003 | Online convex programming and generalized infinitesimal gradient ascent
Shalev-Shwartz, Singer, Srebro | 2007 | Pegasos: primal estimated sub-gradient solver for SVM
Gordan | 1873 | Über die Auflösung linearer Gleichungen mit reellen Coefficienten
""")
"""Works with a year. The lecture notes go by their short names, which stand in `NAMES`."""

NAMES = (
    *("Mohri", "Courant", "Utah", "UIC", "CS 412", "UIC-15", "UIC-16", "L8", "Lecture 8"),
    *("Lecture 6", "Introduction to Machine Learning", "6 March 2025"),
    *("Leave-One-Out Analysis", "Stochastic Gradient Descent", "Dual Perceptron Algorithm"),
    *("Winnow Algorithm - Bound", "Perceptron Algorithm - Bound"),
    *("Cauchy", "Schwarz", "Cauchy-Schwarz", "Markov", "Hadamard", "Sylvester", "Hebb", "Euclid"),
    *("Gaussian", "Bolzano-Weierstrass"),
    *(
        "Perceptron",
        "Winnow",
        "Jupyter",
        "JupyterLab",
        "Python",
        "GitHub",
        "NumPy",
        "Shift",
        "Enter",
    ),
    *("Frank", "Navy", "IBM 704", "IBM", "July", "Fisher", "Wisconsin", "Iris", "MNIST", "XOR"),
    *("AND", "NAND", "OR", "Binder", "Colab", "English", "Reset", "PERCEPTRON", "AdaBoost"),
    *("Hewlett-Packard", "George", "Nick", "Run All Cells"),
    *("Alpaydin", "Kaynak"),
    *("Hölder", "Taylor"),
    *("Mehryar Mohri", "Aadirupa Saha", "Dan Roth", "Avrim Blum"),
)
"""Names that are no works: notes, people, places and things that pages mention.

>>> "Mohri" in NAMES
True
"""


def known_names() -> frozenset[str]:
    """Every word that is, or is part of, a name.

    >>> "Novikoff" in known_names(), "Novikov" in known_names()
    (True, False)
    """
    names = [*NAMES, *(author for work in SOURCES for author in work.authors)]
    return frozenset(word for name in names for word in (name, *name.replace("-", " ").split()))
