"""Tasks as plain data: cases with their right answers, wrong answers that we know, and a verdict.

The instant check knows the visible cases of a task, the grader knows all of them; both read the
same data and reach their verdict by the same function. How outcomes come about is not decided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from .judges import JUDGES, Finding, same

__all__ = ["Case", "Part", "Task", "Verdict", "Wrong", "verdict"]

Outcome = dict[str, Any]
"""{"value": plain}, {"error": type, "says": text}, {"slow": True} or {"missing": True}."""


@dataclass(frozen=True)
class Case:
    """One call of a task's function, with plain arguments, and the right answer.

    `part` is what it counts for, `label` says it to a reader, `truth` is what a claim has to face.

    >>> Case(args=[2, 3], right=6, label="two threes").right
    6
    """

    args: list[Any]
    right: Any
    part: str = ""
    label: str = ""
    truth: Any = None
    visible: bool = True


@dataclass(frozen=True)
class Wrong:
    """A common wrong answer: what it gives on the visible cases, and the hint it deserves.

    >>> Wrong("You forgot the sign.", [{"value": 5}]).hint
    'You forgot the sign.'
    """

    hint: str
    outcomes: list[Outcome]


@dataclass(frozen=True)
class Task:
    """What is asked for, by name; `kind` is "function", "value" or "choice".

    `parts` maps the name of each part to its weight. The first is the heart of the task: without it
    the others earn nothing. `form` is what the answer to a question looks like, `uses` names the
    tasks whose functions the solution calls.

    >>> task = Task("twice", "function", 2, {"": 1}, [Case([3], 6)])
    >>> verdict(task, [{"value": 6}]).score
    2.0
    """

    name: str
    kind: str
    points: int
    parts: dict[str, int]
    cases: list[Case]
    wrong: list[Wrong] = field(default_factory=list)
    judge: str = "equal"
    options: str = ""
    picture: str = ""
    title: str = ""
    form: str = ""
    uses: list[str] = field(default_factory=list)

    def visible(self) -> Task:
        """The task as a student may see it: no hidden case, and no answer to a question."""
        open_cases = [c for c in self.cases if c.visible] if self.kind == "function" else []
        wrong = [] if self.kind == "choice" else self.wrong
        return Task(**{**self.__dict__, "cases": open_cases, "wrong": wrong})

    def to_json(self) -> dict[str, Any]:
        """Everything, for a file."""
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> Task:
        """The task again."""
        cases = [Case(**c) for c in data["cases"]]
        return Task(**{**data, "cases": cases, "wrong": [Wrong(**w) for w in data["wrong"]]})


@dataclass(frozen=True)
class Part:
    """How one part of a task went: its share (0 to 1), and the first thing that is wrong with it.

    >>> Part("ties", 0.0, 1).name
    'ties'
    """

    name: str
    share: float
    weight: int
    says: str = ""
    case: int | None = None


@dataclass(frozen=True)
class Verdict:
    """What an answer earns, part by part, and the hint for a known wrong answer.

    >>> wrong = [Wrong("Not plus.", [{"value": 5}])]
    >>> task = Task("twice", "function", 2, {"": 1}, [Case([3], 6)], wrong)
    >>> verdict(task, [{"value": 5}]).hint
    'Not plus.'
    """

    task: Task
    parts: list[Part]
    hint: str = ""

    @property
    def fraction(self) -> float:
        """The share of the points, 0 to 1."""
        if not self.parts or self.parts[0].share == 0:
            return 0.0
        return sum(p.share * p.weight for p in self.parts) / sum(p.weight for p in self.parts)

    @property
    def score(self) -> float:
        """The points, to the hundredth."""
        return round(self.task.points * self.fraction, 2)

    @property
    def passed(self) -> bool:
        """Whether everything that was tried is right."""
        return all(part.share == 1 for part in self.parts)


def verdict(task: Task, outcomes: Sequence[Outcome]) -> Verdict:
    """The verdict on a task, given one outcome for each of its cases.

    >>> ties = Task("sign", "function", 3, {"signs": 2, "zero": 1},
    ...             [Case([2], 1, "signs"), Case([0], -1, "zero")])
    >>> verdict(ties, [{"value": 1}, {"value": 0}]).score
    2.0
    """
    if len(outcomes) != len(task.cases):
        raise ValueError(f"{task.name} has {len(task.cases)} cases; got {len(outcomes)} outcomes")
    findings = [_finding(task, c, o) for c, o in zip(task.cases, outcomes, strict=True)]
    tried = {case.part for case in task.cases}
    parts = [_part(task, name, findings) for name in task.parts if name in tried]
    passed = all(finding.share == 1 for finding in findings)
    return Verdict(task, parts, "" if passed else _hint(task, outcomes))


def _finding(task: Task, case: Case, outcome: Outcome) -> Finding:
    if "value" in outcome:
        return JUDGES[task.judge](outcome["value"], case.right, case.truth)
    if outcome.get("missing"):
        return Finding(
            0.0, f"there is no `{task.name}`: its cell was not run, or did not get so far"
        )
    if outcome.get("slow"):
        return Finding(0.0, "it took too long: does a loop ever end?")
    if outcome.get("error") == "NotImplementedError":
        return Finding(0.0, "not written yet")
    if "read-only" in outcome.get("says", ""):
        return Finding(0.0, "it changes the array it was given: make a new one, or a copy first")
    return Finding(
        0.0, f"it stopped with {outcome['error']}: {outcome.get('says', '')}".rstrip(": .")
    )


def _part(task: Task, name: str, findings: list[Finding]) -> Part:
    mine = [k for k, case in enumerate(task.cases) if case.part == name]
    worst = min(mine, key=lambda k: (findings[k].share, not findings[k].telling))
    return Part(name, findings[worst].share, task.parts[name], findings[worst].says, worst)


def _hint(task: Task, outcomes: Sequence[Outcome]) -> str:
    """The hint of the known wrong answer that answers all visible cases in just this way."""
    seen = [o for c, o in zip(task.cases, outcomes, strict=True) if c.visible]
    for wrong in task.wrong:
        if len(seen) == len(wrong.outcomes) and all(map(_alike, seen, wrong.outcomes)):
            return wrong.hint
    return ""


def _alike(one: Outcome, two: Outcome) -> bool:
    """The same value, or the same error in the same words: errors of one kind have many reasons."""
    if "value" in one and "value" in two:
        return same(one["value"], two["value"])
    return one.keys() == two.keys() and all(one[key] == two[key] for key in one)
