"""Which process runs which tests, so that all of them are done at about the same time."""

from __future__ import annotations

from collections import Counter
from typing import Any

from xdist.scheduler import LoadGroupScheduling

MANY = 100
"""A module with this many tests is run by one process."""


class Scheduler(LoadGroupScheduling):
    """pytest-xdist's `loadgroup`, where all tests of a large module are a group, too.

    Large modules begin, and single tests fill what is left. What one module needs, above all
    loops compiled for its kinds of tables, two processes would otherwise make at the same time,
    and twice. And work that is done is forgotten: xdist counts it again after every test, which
    for thousands of them takes longer than many of the tests.
    """

    def schedule(self) -> None:
        """Begin (or go on after a process has died)."""
        if self.collection is None:
            collected = next(iter(self.registered_collections.values()), [])
            tests = Counter(nodeid.split("::")[0] for nodeid in collected)
            self.large = {
                module
                for module, count in tests.items()
                if count >= MANY or module.endswith(".ipynb")  # cells run one after the other
            }
        super().schedule()

    def _split_scope(self, nodeid: str) -> str:
        group, module = super()._split_scope(nodeid), nodeid.split("::")[0]
        return module if group == nodeid and module in self.large else group

    def mark_test_complete(self, node: Any, item_index: int, duration: float = 0) -> None:
        """Called after each test."""
        super().mark_test_complete(node, item_index, duration)
        scope = self._split_scope(self.registered_collections[node][item_index])
        if all(self.assigned_work[node][scope].values()):
            del self.assigned_work[node][scope]
