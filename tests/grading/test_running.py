"""Facts about running a notebook: what counts is what its reader would say counts."""

import os
import subprocess
import sys

import pytest

from perceptronlib.checks.tasks import Case, Task
from perceptronlib.grading.sandbox import Box, Limits, attempt, play, sandbox_available

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(
        bool(sandbox_available()), reason=f"THE SANDBOX IS NOT TESTED: {sandbox_available()}"
    ),
]
ANSWER = Task("answer", "value", 1, {"": 1}, [Case([], 1)])
DOUBLE = Task("double", "function", 1, {"": 1}, [Case([4], 8), Case([5], 10, visible=False)])


@pytest.fixture(scope="module")
def box():
    with Box(["data"]) as made:
        yield made


def answered(box, *cells, task=ANSWER, **limits):
    """What a notebook of these cells answers, and how its cells ended."""
    if "task_seconds" in limits:
        limits["task"] = limits.pop("task_seconds")
    tried = attempt(box, list(enumerate(cells)), [task], Limits(**limits))
    values = [outcome.get("value", outcome) for outcome in tried.outcomes[task.name]]
    return values[0] if task is ANSWER else values, tried.cells


# -- the last definition counts ------------------------------------------------------------------

ABANDONED = "answer = 'abandoned'\nfirst_try = not_yet_defined + 1"
ORDERS = {
    "an abandoned attempt that fails": [ABANDONED, "answer = 'mine'"],
    "one that would not fail the second time": [
        ABANDONED,
        "answer = 'mine'",
        "not_yet_defined = 1",
    ],
    "one that fails before it assigns": ["a = late\nanswer = 'old'", "answer = 'mine'", "late = 1"],
    "one that assigns what was the same before": [
        *("answer = 'mine'", "answer = late() + 'old'", "answer = 'mine'"),
        "def late(): return ''",
    ],
    "one that deletes what comes later": ["late\ndel answer", "answer = 'mine'", "late = 1"],
    "a loop that fails in its middle": [
        "for answer in ['a', 'b']:\n    late",
        *("answer = 'mine'", "late = 1"),
    ],
    "a use above the definition": ["answer = late()", "def late(): return 'mine'"],
    "a use above a chain of definitions": [
        *("answer = first()", "start = second()", "def first(): return start"),
        "def second(): return 'mine'",
    ],
    "a sum that began before what it needs was there": [
        "answer = ''\nfor sign in 'mine':\n    answer += kept(sign)",
        "def kept(sign): return sign",
    ],
    "a use of the stub above the answer": [
        "def text():\n    raise NotImplementedError",
        *("answer = text()", "def text():\n    return 'mine'"),
    ],
    "a cell that fails with its own names, which a later cell has again": [
        "w = 'mine'\nanswer = late(w)",
        *("w = 'other'", "def late(w): return w"),
    ],
    "imports at the end": [
        "@functools.cache\ndef text(): return 'mine'",
        *("answer = text()", "import functools"),
    ],
    "a line that fails above the answer": ["1 / 0\nanswer = 'mine'"],
    "a line that fails below it": ["answer = 'mine'\nassert False\n"],
    "a line that leaves": ["import sys\nsys.exit(1)\nanswer = 'mine'"],
    "a line that never ends below it": ["answer = 'mine'\nwhile True: pass"],
    "a line that ends everything below it": ["answer = 'mine'\nimport os; os._exit(1)"],
    "a line that never ends once its helper is there": [
        "answer = 'mine'\nlate()\n",
        "def late():\n    while True: pass",
    ],
    "a line that is no Python below it": ["answer = 'mine'\nfor x in"],
    "a line that is no Python above it": ["print 'hello'\nanswer = 'mine'"],
    "a bracket that is never closed above it": ["x = (1, 2\nanswer = 'mine'"],
    "what went well before a line that is run again": [
        *("log = []", "log.append('mi')\nshow(log)", "def show(x): pass"),
        "answer = log[0] + 'ne' * len(log)",
    ],
    "a question that is asked again below": ["answer = 'mine'", "answer = None  # see above"],
    "a file that a cell has written": ["%%writefile own.py\nanswer = 'mine'", "from own import *"],
    "a program that a cell has written": [
        *("%%writefile own.py\nx = 'mi'", "%%file -a own.py\nx += 'ne'", "%run -i own.py"),
        "answer = x",
    ],
    "what the cell above has shown": ["'mi' + 'ne'", "answer = _"],
    "a task that was begun above": [
        "import asyncio\njob = asyncio.create_task(asyncio.sleep(0, 'mine'))",
        "answer = await job",
    ],
    "a block that imports what is not there": ["if True:\n    import pandas\n    answer = 'mine'"],
    "brackets and strings over several lines, and a broken line": [
        "x = [\n1,\n]\ny = '''\na\n'''\nif x:\n    answer = 'mine'\nelse:\n    pass\nprint y",
    ],
}


@pytest.mark.parametrize("cells", ORDERS.values(), ids=ORDERS)
def test_the_last_definition_in_the_order_of_the_notebook_counts(box, cells):
    assert answered(box, *cells, step=0.7)[0] == "mine"


def test_what_was_abandoned_stays_abandoned_with_functions_too(box):
    wrong = "def double(n):\n    return helper(n)\ndouble(late)"
    right = "def double(n):\n    return 2 * n"
    helper = "def helper(n): return 0\nlate = 1"
    assert answered(box, wrong, right, helper, task=DOUBLE)[0] == [8, 10]


USES = "def double(n):\n    return twice(n)"
HELPERS = {
    "it has another meaning further below": ["def twice(n): return 2 * n", USES, "twice = len"],
    "it was defined between, and is another one below": [
        *(USES, "def twice(n): return 2 * n", "def twice(): return 0"),
    ],
    "it is deleted at the end": ["def twice(n): return 2 * n", USES, "del twice"],
    "all of it stands in one cell": ["def twice(n): return 2 * n\n" + USES + "\ndel twice"],
    "it was mended further below": ["def twice(n): return n", USES, "def twice(n): return 2 * n"],
    "it is a number that changes": ["k = 2", "def double(n): return k * n", "k = 3"],
    "it is a class with a counter": [
        "class Twice:\n    def of(self, n): return 2 * n",
        *("def double(n): return Twice().of(n)", "class Twice:\n    seen = 0"),
    ],
    "it comes with Python": ["def double(n): return sum([n, n])", "sum = 0"],
    "it is a package": ["import math", "def double(n): return math.floor(2 * n)", "math = 1.0"],
    "the function's own name is a number below": ["def double(n): return 2 * n", "double = 8"],
    "its own name is a loop's": ["def double(n): return 2 * n", "for double in (1, 2): pass"],
    "an empty one stands below": ["def double(n): return 2 * n", "def double(n):\n    ..."],
    "one that gives nothing stands below": [
        "def double(n): return 2 * n",
        "def double(n):\n    # later\n    return None",
    ],
    "a stub of other words stands below": [
        *(
            "def double(n): return 2 * n",
            "def double(n):\n    'soon'\n    raise NotImplementedError",
        ),
    ],
    "its decorators are not there": [
        "from numba import njit\nimport numba",
        "@njit\n@numba.jit(nopython=True)\ndef double(n): return 2 * n",
    ],
    "its types are not there": ["def double(n: pd.Series) -> torch.Tensor: return 2 * n"],
    "a value by default is not there": ["def double(n, kind=torch.float64): return 2 * n"],
    "a class builds on what is not there": [
        "class Model(nn.Module):\n    def twice(self, n: nn.X): return 2 * n",
        "def double(n): return Model().twice(n)",
    ],
}


@pytest.mark.parametrize("cells", HELPERS.values(), ids=HELPERS)
def test_a_function_that_was_right_where_it_stands_counts(box, cells):
    assert answered(box, *cells, task=DOUBLE)[0] == [8, 10]


def test_a_second_try_that_never_ends_costs_nothing_more(box):
    cells = ["stop = False\ndef double(n):\n    while not stop: pass\n    return 0", "stop = True"]
    assert answered(box, *cells, task=DOUBLE, step=0.7)[0] == [0, 0]


def test_the_last_right_definition_is_not_looked_for(box):
    """A function that was right once, and then was changed, is what it is now."""
    cells = ["def double(n): return 2 * n", "def double(n): return 3 * n"]
    assert answered(box, *cells, task=DOUBLE)[0] == [12, 15]


# -- one failing line costs what it breaks -------------------------------------------------------

IMPORTS = {
    "a package that is not there": "import pandas as pd\nimport math",
    "several on one line": "import scipy.stats as st, math",
    "several from one": "from math import nothing_of_the_kind, pi\nimport math",
    "settings of what is not there": "import seaborn as sns; sns.set()\nimport math",
    "the version of the library": "import perceptronlib as pl\nprint(pl.__version__)\nimport math",
    "widgets": "import ipywidgets as W\nfrom IPython.display import display, HTML\nimport math",
    "an installation over two lines": "!pip install \\\n    numpy\nimport math",
    "an installation as automagic": "pip install numpy\nimport math",
    "a failing path": "import os\nos.chdir('/drives/ada')\nimport math",
    "magic around it": "%load_ext autoreload\n%autoreload 2\nimport math\n%matplotlib inline",
    "a future": "from __future__ import annotations\nimport math",
}


@pytest.mark.parametrize("source", IMPORTS.values(), ids=IMPORTS)
def test_one_failing_import_costs_only_itself(box, source):
    assert answered(box, source, "answer = math.floor(1.5)")[0] == 1


def test_a_version_of_the_library_is_there_and_no_cell_fails(box):
    source = "import perceptronlib as pl\nanswer = pl.__version__.count('.')"
    assert answered(box, source) == (2, {})


# -- what only notebooks understand --------------------------------------------------------------

MAGICS = {
    "%time keeps the assignment": "%time answer = 'mine'",
    "%time of a call": (
        "answer = 'old'\ndef f():\n    global answer\n    answer = 'mine'\n%time f()"
    ),
    "the value of %time": "answer = %time str('mine')",
    "%time in a loop": "for x in ['mine']:\n    %time answer = x",
    "%%time": "%%time\nanswer = 'mine'",
    "%%time around %%capture": "%%time\n%%capture out\nanswer = 'mine'",
    "%%capture": "%%capture out\nanswer = 'mine'\nout.show()",
    "%prun": "%prun -l 5 answer = 'mine'",
    "%timeit assigns nothing": "answer = 'mine'\n%timeit -n 2 -r 1 answer = 'theirs'",
    "%%timeit assigns nothing": "answer = 'mine'",
    "%%bash is no Python": "answer = 'mine'",
    "a sign in brackets": "x = 7\nanswer = ['theirs', 'mine'][(\n  x\n% 2\n)]",
    "a sign in a string": "answer = '''\n%time mine\n'''.split()[1]",
    "a sign in a string beside magic": (
        "%matplotlib inline\nanswer = '''\n!ls\nmine\n'''.split()[1]"
    ),
    "questions": "?print\nprint??\nstr.split?\nanswer = 'mine'",
    "files from the shell": "files = !ls\nfor file in files: answer = 'theirs'\nanswer = 'mine'",
    "a pasted prompt": ">>> answer = 'mi'\n>>> answer += 'ne'",
    "a cell that is indented": "    answer = 'mi'\n    answer += 'ne'",
    "top-level await": (
        "import asyncio\nawait asyncio.sleep(0)\nanswer = await asyncio.sleep(0, 'mine')"
    ),
    "the shell by its name": "get_ipython().run_line_magic('time', 'answer = \"mine\"')",
    "magic beside a broken line": "print 'hello'\n%time answer = 'mine'",
    "names of %pylab": "%pylab inline\nanswer = ['theirs', 'mine'][int(np.dot(ones(2), [0, 1]))]",
    "a cell that is looked at": "%%debug\nanswer = 'mine'",
    "a stop that nobody is there to end": (
        "def f():\n    breakpoint()\n    return 'mine'\nanswer = f()"
    ),
    "the shell's own stop": (
        "from IPython.core.debugger import set_trace\nset_trace()\nanswer = 'mine'"
    ),
    "an escape in a string that a later Python warns of": (
        "import warnings\nwarnings.simplefilter('error')\n'\\d'\nanswer = 'mine'"
    ),
}
AFTER = {
    "%%timeit assigns nothing": "%%timeit -n 1\nanswer = 'theirs'",
    "%%bash is no Python": "%%bash\nanswer='theirs'",
}


@pytest.mark.parametrize("name", MAGICS)
def test_a_cell_means_what_it_means_in_a_notebook(box, name):
    cells = [MAGICS[name], AFTER.get(name, "")]
    assert answered(box, *cells)[0] == "mine"


def test_what_timeit_defines_is_there_if_nothing_else_is(box):
    assert answered(box, "%%timeit -n 1\nanswer = 5")[0] == 5


NEWER = {
    "quotes within an f-string": "names = {'a': 1}\nprint(f'{names['a']}')",
    "a type": "type Row = list[float]",
    "a generic function": "def first[T](row: list[T]) -> T:\n    return row[0]",
    "except without brackets": "try:\n    pass\nexcept ValueError, TypeError:\n    pass",
    "a template": "name = 'x'\nt'{name}'",
}


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this Python is not older than those")
@pytest.mark.parametrize("source", [*NEWER.values()][:3], ids=[*NEWER][:3])
def test_what_needs_a_newer_python_is_told_and_costs_only_itself(box, source):
    assert answered(box, f"answer = 1\n{source}\n") == (1, {0: "NewerPython"})


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="this Python is not older than those")
@pytest.mark.parametrize("source", [*NEWER.values()][3:], ids=[*NEWER][3:])
def test_what_needs_the_newest_python_is_told(box, source):
    assert answered(box, f"answer = 1\n{source}\n") == (1, {0: "NewerPython"})


# -- limits --------------------------------------------------------------------------------------

SPIN = "import time\nend = time.process_time() + {}\nwhile time.process_time() < end: pass\n"


def test_a_slow_search_that_keeps_to_its_limit_counts(box):
    body = SPIN.format(0.4).replace("\n", "\n    ")
    cell = f"def double(n):\n    {body}return 2 * n"
    assert answered(box, cell, task=DOUBLE, step=0.8)[0] == [8, 10]


def test_all_calls_of_a_task_have_a_limit_together(box):
    task = Task("double", "function", 1, {"": 1}, [Case([k], 2 * k) for k in range(8)])
    body = SPIN.format(0.4).replace("\n", "\n    ")
    cell = f"def double(n):\n    {body}return 2 * n"
    values, _ = answered(box, cell, task=task, step=0.8, task_seconds=1.5)
    assert 0 in values and {"slow": True} in values


def test_whoever_sleeps_has_more_time(box):
    cell = "import time\ntime.sleep(1.2)\nanswer = 1"
    assert answered(box, cell, step=0.8, patience=4.0)[0] == 1
    assert answered(box, cell, step=0.2, patience=2.0)[1] == {0: "too slow"}


def test_a_busy_machine_takes_nobodys_time(box):
    """Four others compute on the same processor; a cell that needs half of its time still ends."""
    spin = [sys.executable, "-c", "while True: pass"]
    one = min(os.sched_getaffinity(0))
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {one})
    others = [subprocess.Popen(spin) for _ in range(4)]
    try:
        values = answered(box, SPIN.format(0.5) + "answer = 1", step=1.0, patience=1.5)
    finally:
        os.sched_setaffinity(0, before)
        for other in others:
            other.kill()
            other.wait()
    assert values == (1, {})


def test_cells_that_come_too_late_are_named_and_the_earlier_ones_count(box):
    cells = ["answer = 1", *[SPIN.format(0.5)] * 5]
    value, ended = answered(box, *cells, step=2.0, total=1.2)
    assert value == 1 and list(ended.values())[-1] == "no time left"


def test_what_is_defined_below_cells_that_take_all_the_time_counts(box):
    cells = [*[SPIN.format(0.5)] * 5, "def double(n):\n    return factor * n", "factor = 2"]
    values, ended = answered(box, *cells, task=DOUBLE, step=2.0, total=1.2)
    assert values == [8, 10] and {5, 6} <= {n for n, how in ended.items() if how == "no time left"}


def test_many_cells_that_never_end_cost_only_themselves(box):
    cells = ["answer = 1", *["while True: pass"] * 20, "import math\nanswer = 2"]
    value, ended = answered(box, *cells, step=0.1, total=100.0)
    assert value == 2 and ended[1] == "too slow" and ended[20] == "no time left"


def test_memory_of_all_processes_of_a_submission_is_bounded(box):
    cell = """
import os, time
def grow():
    for _ in range(2):
        if os.fork() == 0:
            break
    kept = b"x" * (150 * 2**20)
    time.sleep(60)
grow()
"""
    value, ended = answered(box, "answer = 1", cell, memory=400)
    assert value == 1 and ended == {1: "too large"}


def test_files_of_a_submission_are_bounded(box):
    cell = "for k in range(10**7):\n    open(f'/tmp/{k}', 'w').close()"
    value, ended = answered(box, "answer = 1", cell, inodes=5000)
    assert value == 1 and ended == {1: "too many files"}


def test_files_of_the_machine_are_not_counted_while_a_sandbox_is_made(box, monkeypatch):
    """Looked at every millisecond, as on a machine on which a sandbox takes long to make."""
    monkeypatch.setattr(play, "LOOK", 0.001)
    starts = []
    watched = play.Play._watch
    monkeypatch.setattr(play.Play, "_watch", lambda *a: (starts.append(a), watched(*a))[1])
    assert answered(box, "answer = 1", inodes=50) == (1, {}) and len(starts) == 1


def test_a_call_that_takes_too_much_is_told_so(box):
    grow = """
import os, time
def double(n):
    os.fork() and os.fork()
    kept = b"x" * (150 * 2**20)
    time.sleep(60)
"""
    values, _ = answered(box, grow, task=DOUBLE, memory=400)
    assert values[0]["error"] == "MemoryError"
