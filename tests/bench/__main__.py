"""``python -m tests.bench``: all tables, and a non-zero exit if a bar was missed."""

from __future__ import annotations

import sys
import warnings

from .others import kernel_perceptron, winnow
from .perceptrons import against_scikit_learn, thousand_shuffles, voted_prediction
from .timing import Board


def main() -> int:
    warnings.simplefilter("ignore")
    board = Board()
    against_scikit_learn(board, epochs=1)
    against_scikit_learn(board, epochs=5)
    winnow(board)
    kernel_perceptron(board)
    voted_prediction(board)
    thousand_shuffles(board)
    print(f"\n{len(board.missed)} rows missed their bar" if board.missed else "\nall bars met")
    return 1 if board.missed else 0


if __name__ == "__main__":
    sys.exit(main())
