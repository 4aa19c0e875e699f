"""Steps of small theorems that need no run: what one update does, the rate, XOR.

Of one update: ``score`` is y w.x, ``after`` y w'.x, ``size`` |x|^2, ``rate`` r. Of the rate:
``scaled`` is y w.x with rate r, ``score`` y u.x with rate 1; ``w_after`` and ``u_after`` are one
coordinate of the weights after an update. Of XOR: ``w1``, ``w2`` and ``b``. The proofs of the test
suite prove them; a lecture shows them on examples.
"""

from __future__ import annotations

from .certificate import Statement

__all__ = ["ONE_UPDATE", "RATE", "XOR"]

ONE_UPDATE = Statement(
    "y w'.x = y w.x + r |x|^2", lambda q: q.after, lambda q: q.score + q.rate * q.size, equal=True
)

RATE = (
    Statement("y w.x = r y u.x", lambda q: q.scaled, lambda q: q.rate * q.score, equal=True),
    Statement("w' = r u'", lambda q: q.w_after, lambda q: q.rate * q.u_after, equal=True),
)

XOR = Statement(
    "(w1 + b) + (w2 + b) = b + (w1 + w2 + b)",
    lambda q: (q.w1 + q.b) + (q.w2 + q.b),
    lambda q: q.b + (q.w1 + q.w2 + q.b),
    equal=True,
)
