"""``python -m perceptronlib`` is the same as the command ``perceptronlib``."""

import sys

from .laptop.cli import main

if __name__ == "__main__":
    sys.exit(main())
