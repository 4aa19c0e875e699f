"""Grading a folder: every submission once, whatever happens to the others.

Stop it at any moment and start it again: finished submissions are not graded again unless they
changed, and the results are the same to the byte as if it had never been stopped.
"""

from __future__ import annotations

import os
import queue
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..checks.author import SEED
from .arguments import argument
from .cluster import graded
from .grade import Plan, grade, ungraded
from .handed_in import Submission
from .jobs import Job, Wishes, collect
from .lock import alone
from .masters import Master
from .pictures import FOLDER, keep
from .record import Record
from .records import Records
from .run import remember
from .sandbox import Box, Limits, SandboxError
from .submissions import Unreadable, contents, read

__all__ = ["Batch", "grade_folder"]

MEASURED = (
    "This system lets the grader make no control group: the memory of submissions was measured 20 "
    "times a second instead. For a firm bound grade as root, or by systemd-run --user --scope."
)

Tell = Callable[[int, int], None]
"""Called with (done, of how many) as the work goes on."""


@dataclass
class Batch:
    """What is to be graded and how; `problems` are sentences about files that could not be.

    `warnings` are sentences that an instructor must see, `choices` say which of several files
    counts, `present` are the students and exercises that there are submissions of, and `wishes` the
    files that are to count whatever else there is.

    >>> Batch(Path("submissions"), Path("results"), []).seed
    0
    """

    folder: Path
    out: Path
    masters: list[Master]
    seed: int = SEED
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    limits: Limits = field(default_factory=Limits)
    unsafe: bool = False
    scheduler: str = ""
    wishes: Wishes = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    choices: list[str] = field(default_factory=list)
    present: set[tuple[str, str]] = field(default_factory=set)
    plans: dict[str, Plan] = field(default_factory=dict)

    def plan(self, exercise: str) -> Plan:
        """The plan of an exercise, worked out when it is first needed."""
        if exercise not in self.plans:
            master = next(m for m in self.masters if m.name == exercise)
            self.plans[exercise] = Plan.of(master, self.seed)
        return self.plans[exercise]

    def jobs(self) -> tuple[Job, ...]:
        """The submissions that count, one for each student and exercise."""
        found = collect(self.folder, self.masters, self.wishes, self.out)
        self.problems, self.warnings = [*found.problems], [*found.warnings]
        self.choices = [*found.choices]
        self.present = {job.handed_in for job in found.jobs}
        return found.jobs


def grade_folder(
    batch: Batch, tell: Tell = lambda done, of: None, work: Path | None = None
) -> Records:
    """Grade what has not been graded yet, and give all records of the results folder.

    Who has locked the results by `alone`, to write reports under the same lock, gives what that
    gave as `work`.

    >>> import tempfile
    >>> empty = Path(tempfile.mkdtemp())
    >>> list(grade_folder(Batch(empty, empty / "results", [])).all())
    []
    """
    with nullcontext(work) if work else alone(batch.out) as work:
        remember(batch.out, batch.seed, {m.name: m.digest for m in batch.masters})
        records = Records(batch.out)
        waiting = [job for job in batch.jobs() if not _is_done(batch, records, job)]
        tell(0, len(waiting))
        run = _on_a_cluster if batch.scheduler else _on_this_machine
        for done, record in enumerate(run(batch, waiting, work), start=1):
            _keep_pictures(batch, record)
            records.keep(record)
            tell(done, len(waiting))
    return records


def _data(submission: Submission) -> bytes:
    """The bytes of its file; none if it cannot be read, which is no notebook either."""
    try:
        return contents(submission.path)
    except Unreadable:
        return b""


def _is_done(batch: Batch, records: Records, job: Job) -> bool:
    """Whether it is graded; if so, its record learns where the file lies now, and when it came."""
    data = _data(job.submission)
    record = records.of(job.exercise, job.submission.student)
    if record is None or record.key != batch.plan(job.exercise).key(data, batch.limits):
        return False
    names = [name for answer in record.manual for name in answer.pictures]
    if not all((batch.out / FOLDER / name).is_file() for name in names):
        return False
    now = _named(batch, job, record)
    if now != record:
        records.keep(now)
    return True


def _keep_pictures(batch: Batch, record: Record) -> None:
    """Write the pictures of its arguments to the results; records hold only their names."""
    if not any(answer.pictures for answer in record.manual):
        return
    handed_out = batch.plan(record.exercise).handed_out
    try:
        notebook = read(contents(batch.folder / record.file))
    except Unreadable:
        return  # it has changed under our hands: the next run grades it anew
    for answer in record.manual:
        found = argument(answer.name, notebook, handed_out).pictures
        keep(batch.out, {name: found[name] for name in answer.pictures if name in found})


def _named(batch: Batch, job: Job, record: Record) -> Record:
    """The record with what only the batch knows: whose it is, and where it lay."""
    file = str(job.submission.path.relative_to(batch.folder)).encode(errors="replace").decode()
    problem = job.problem or record.problem
    about = job.submission
    return replace(
        record,
        student=about.student,
        file=file,
        time=about.time,
        by_platform=about.by_platform,
        problem=problem,
        chosen=job.chosen,
    )


def _on_this_machine(batch: Batch, jobs: list[Job], work: Path) -> Iterator[Record]:
    slots: queue.SimpleQueue[int] = queue.SimpleQueue()
    for slot in range(batch.workers):
        slots.put(slot)
    with ExitStack() as stack:
        boxes = {
            name: stack.enter_context(Box(batch.plan(name).modules, batch.unsafe, work))
            for name in sorted({job.exercise for job in jobs})
        }

        def grade_job(job: Job) -> Record:
            slot = slots.get()
            try:
                plan, box = batch.plan(job.exercise), boxes[job.exercise]
                record = grade(plan, _data(job.submission), box, batch.limits, slot)
                return _named(batch, job, record)
            except (OSError, SandboxError):
                raise  # the machine's fault, not the submission's
            except Exception as error:  # a fault of the grader costs one record, not the batch
                problem = f"the grader failed on it ({type(error).__name__}); please report this"
                return _named(batch, job, ungraded(plan, problem))
            finally:
                slots.put(slot)

        pool = ThreadPoolExecutor(max_workers=batch.workers)
        try:
            yield from _a_few_at_a_time(pool, grade_job, jobs, 2 * batch.workers)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        if any(box.is_measured for box in boxes.values()):
            batch.warnings.append(MEASURED)


def _a_few_at_a_time(
    pool: ThreadPoolExecutor, work: Callable[[Job], Record], jobs: Iterable[Job], most: int
) -> Iterator[Record]:
    """The results as they come; only a few notebooks are ever under way, however many there are."""
    running: set[Future[Record]] = set()
    for job in jobs:
        if len(running) >= most:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
        running.add(pool.submit(work, job))
    while running:
        done, running = wait(running, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in done)


def _on_a_cluster(batch: Batch, jobs: list[Job], _work: Path) -> Iterator[Record]:
    planned = ((job, batch.plan(job.exercise), _data(job.submission)) for job in jobs)
    for job, record in graded(batch.scheduler, planned, batch.limits, batch.unsafe):
        yield _named(batch, job, record)
