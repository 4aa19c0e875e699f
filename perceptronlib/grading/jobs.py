"""What is to be graded: of all that was handed in, the notebook that counts for each exercise.

Nothing that lies in the folder of submissions is passed over in silence: each file that is not
graded gets a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from .files import printable
from .grade import in_common, is_begun, which
from .handed_in import HandedIn, Submission, look_through
from .masters import Master
from .rivals import Choice, Rival, choose
from .submissions import Notebook, Unreadable, contents, read

__all__ = ["Collected", "Job", "Wishes", "collect"]

MOST_COPIES = 3
"""So many notebooks of one exercise may be one student's; more look like a folder of students."""

Wishes = Mapping[tuple[str, str], str]
"""By student and exercise: the file that the instructor wants to count."""


@dataclass(frozen=True)
class Job:
    """One submission that is to be graded, and the exercise it belongs to.

    `problem` says why it cannot be read, `chosen` tells its author why it counts and others do not.

    >>> Job(Submission("ada", Path("ada.ipynb")), "01_perceptron").handed_in
    ('ada', '01_perceptron')
    """

    submission: Submission
    exercise: str
    problem: str = ""
    chosen: str = ""

    @property
    def handed_in(self) -> tuple[str, str]:
        """Who handed in what: the student and the exercise."""
        return self.submission.student, self.exercise


@dataclass(frozen=True)
class Collected:
    """The jobs of a folder, `problems` with files that are not graded, and what is to be known:
    `choices` where several files could have counted, and `warnings`.

    >>> Collected(()).warnings
    ()
    """

    jobs: tuple[Job, ...]
    problems: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def collect(
    folder: Path, masters: Sequence[Master], wishes: Wishes, out: Path | None = None
) -> Collected:
    """One job for each student and exercise, in order; `out` is where our own results go.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "notes.txt").write_text("hello")
    >>> collect(folder, [], {}).problems
    ('notes.txt: not a notebook',)
    """
    handed_in = look_through(folder, [master.name for master in masters])
    others = (path for path in handed_in.results if out is None or not path.samefile(out))
    handed_in = replace(handed_in, results=tuple(others))
    shown = _Shown(folder)
    problems, rivals = shown.left_out(handed_in), dict[tuple[str, str], list[Job]]()
    for submission in handed_in.notebooks:
        job = _job(submission, shown(submission.path), masters)
        if job.exercise:
            rivals.setdefault(job.handed_in, []).append(job)
        else:
            problems.append(f"{shown(submission.path)}: {job.problem}")
    jobs, choices, warnings = list[Job](), list[str](), list[str]()
    for key in sorted(rivals):
        job, choice = _chosen(rivals[key], wishes.get(key, ""), folder, masters)
        jobs.append(job)
        choices += [choice] if choice else []
        warnings += _odd(rivals[key], wishes.get(key, ""), folder)
    for (who, exercise), wish in sorted(wishes.items()):
        if (who, exercise) not in rivals:
            warnings.append(f"overrides.csv: {who}, {exercise}: nobody handed in {wish}")
    return Collected(tuple(jobs), tuple(problems), tuple(choices), tuple(warnings))


def _job(submission: Submission, shown: str, masters: Sequence[Master]) -> Job:
    """What is to be done with a notebook; one that belongs to no exercise has a problem."""
    try:
        notebook, problem = read(contents(submission.path)), ""
    except Unreadable as error:
        notebook, problem = Notebook(()), str(error)
    master = which(notebook, shown, masters)
    if master is None:
        return Job(submission, "", problem or "it belongs to no exercise")
    return Job(submission, master.name, problem)


def _chosen(
    jobs: Sequence[Job], wish: str, folder: Path, masters: Sequence[Master]
) -> tuple[Job, str]:
    """The job that counts, and why it does; nothing is said of one that has no rivals."""
    if len(jobs) == 1:
        return jobs[0], ""
    by_rival = {_rival(job, masters): job for job in jobs}
    choice = choose(list(by_rival), _meant(jobs, wish, folder))
    about = f"{', '.join(jobs[0].handed_in)}: {_in_the_terminal(choice, folder)}"
    job = by_rival[choice.taken]
    chosen = Job(job.submission, job.exercise, job.problem, choice.in_words)
    return chosen, about if choice.others else ""


def _rival(job: Job, masters: Sequence[Master]) -> Rival:
    """A job among others of the same student and exercise."""
    master = next(master for master in masters if master.name == job.exercise)
    try:
        notebook = read(contents(job.submission.path))
    except Unreadable:
        return Rival(job.submission, is_readable=False)
    is_of_it = in_common(notebook, master) > 0
    return Rival(job.submission, not job.problem, is_of_it, is_begun(notebook, master))


def _odd(jobs: Sequence[Job], wish: str, folder: Path) -> list[str]:
    """What is odd about the files of one student and exercise."""
    (student, exercise), said = jobs[0].handed_in, []
    if wish and not _meant(jobs, wish, folder):
        nowhere = f"there is no file {wish}, so it could not be chosen"
        said.append(f"overrides.csv: {student}, {exercise}: {nowhere}")
    if len(jobs) > MOST_COPIES:
        said.append(
            f"{student!r} has {len(jobs)} notebooks of {exercise}, and only one counts: if it is "
            "a folder of students, grade it by itself."
        )
    return said


def _in_the_terminal(choice: Choice, folder: Path) -> str:
    shown = _Shown(folder)
    others = ", ".join(shown(rival.submission.path) for rival in choice.others)
    taken = shown(choice.taken.submission.path)
    return f"graded is {taken} ({choice.why}), not {others}"


def _meant(jobs: Sequence[Job], wish: str, folder: Path) -> Path | None:
    """The file that the instructor's words mean: by its place, or its name."""
    if wish:
        for job in jobs:
            path, own = job.submission.path, job.submission.own.as_posix()
            if wish in (path.relative_to(folder).as_posix(), own, path.name):
                return path
    return None


class _Shown:
    """Places in the folder of submissions, as they can be printed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, path: Path) -> str:
        return printable(str(path.relative_to(self.folder)))

    def left_out(self, handed_in: HandedIn) -> list[str]:
        """A sentence on everything that is not graded, whoever handed it in."""
        return [
            f"{self(path)}: {why}"
            for paths, why in (
                (handed_in.without_notebook, "not a notebook"),
                (handed_in.closed, "this folder cannot be looked into"),
                (handed_in.links, "a link to another folder; it is not followed"),
                (handed_in.archives, "an archive: unpack it first, then grade again"),
                (handed_in.results, "results of a grader, so nothing in it was graded"),
                (handed_in.hidden, "a hidden folder; nothing in it was graded"),
                (handed_in.nameless, "its name does not say whose it is, so it stands for itself"),
            )
            for path in paths
        ]
