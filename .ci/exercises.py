"""Make the exercises: from each master in solutions/ the notebook of the student and its checks.

    python .ci/exercises.py [NAME ...]      # NAME such as 01_perceptron; without one, all

One direction only. solutions/NAME.md becomes solutions/NAME.ipynb (for nbgrader, and to read),
exercises/NAME.ipynb (without answers and hidden tests) and perceptronlib/checks/visible/NAME.json
(the visible cases, with what common misconceptions answer to them).
"""

from __future__ import annotations

import json
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pages
import reading

from perceptronlib.grading.masters import Master, MasterError, read_masters

HERE = Path(__file__).resolve().parent.parent
SOLUTIONS, EXERCISES = HERE / "solutions", HERE / "exercises"
VISIBLE = HERE / "perceptronlib" / "checks" / "visible"


def made(master: Master) -> dict[Path, str]:
    """The files that are made from a master, and what is in them."""
    tasks = master.tasks()
    if complaints := reading.about_exercise(master, tasks):
        raise MasterError(f"{master.name}: {'; '.join(complaints)}")
    shown = [json.dumps(t.visible().to_json(), ensure_ascii=False) for t in tasks]
    lines = ",\n".join(shown)  # a task a line
    data = f'{{"exercise": "{master.name}", "tasks": [\n{lines}\n]}}\n'
    return {
        SOLUTIONS / f"{master.name}.ipynb": pages.written(pages.notebook_of(master.cells)),
        EXERCISES / f"{master.name}.ipynb": pages.written(pages.notebook_of(master.released())),
        VISIBLE / f"{master.name}.json": data,
    }


def build(name: str) -> str:
    """Make the files of one exercise; what happened, in a few words."""
    changed = 0
    for path, text in made(Master(SOLUTIONS / f"{name}.md")).items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            changed += 1
    return f"{name}: {'exercise written' if changed else 'exercise unchanged'}"


def main(arguments: list[str]) -> int:
    there = [master.name for master in read_masters(SOLUTIONS)]
    unknown = {*arguments} - {*there, *pages.names()}
    if unknown:
        print(f"There is no exercise and no lecture {min(unknown)}; exercises: {', '.join(there)}")
        return 1
    wanted = [name for name in there if not arguments or name in arguments]
    with ProcessPoolExecutor() as pool:
        try:
            for line in pool.map(build, wanted):
                print(line)
        except MasterError as problem:
            print(problem)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
