"""Submissions to the small exercise, hostile, broken or odd, and what each of them deserves.

Who does not know how to write `update` must not get a point for it, whatever else they do. To see
whether an attack worked, most of them carry the right `update` with them, and use it only once they
got through: then the three points show it. Everything is bounded (at most 50 processes, 2 GiB, some
seconds) and does nothing until it is inside the sandbox.
"""

from importlib import import_module

from .making import ENTRIES, FULL, NAME

KINDS = ("forgery", "snooping", "escape", "exhaustion", "crash", "values", "files", "honest")
for kind in KINDS:  # each adds its entries, in this order
    import_module(f"{__name__}.{kind}")

__all__ = ["ENTRIES", "FULL", "NAME"]
