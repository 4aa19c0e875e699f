"""Facts about the parts of the grader that see what students wrote: nothing makes them stumble."""

import contextlib
import enum
import json
import os
import subprocess
import sys
from pathlib import Path

import hypothesis.extra.numpy as hnp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptronlib.checks import drawings
from perceptronlib.checks.judges import JUDGES, LONGEST_SHOWN, Finding, same, shown
from perceptronlib.checks.plain import NotPlain, from_plain, is_plain, to_plain
from perceptronlib.checks.tasks import Case, Task, verdict
from perceptronlib.checks.trying import outcome_of
from perceptronlib.grading.batch import Batch
from perceptronlib.grading.files import printable
from perceptronlib.grading.files import safe_name as safe
from perceptronlib.grading.grade import which
from perceptronlib.grading.handed_in import look_through, walked
from perceptronlib.grading.masters import Master, read_masters
from perceptronlib.grading.record import (
    Damaged,
    FailedCell,
    ManualAnswer,
    PartResult,
    Record,
    TaskResult,
)
from perceptronlib.grading.records import Records
from perceptronlib.grading.sandbox import Box, Limits, attempt, sandbox_available
from perceptronlib.grading.sandbox.play import Play
from perceptronlib.grading.submissions import (
    Notebook,
    Unreadable,
    contents,
    read,
)
from tests.grading.corpus.files import GOOD
from tests.grading.corpus.making import written

pytestmark = pytest.mark.once
MASTERS = Path(__file__).parent / "masters"

# -- plain values ------------------------------------------------------------------------------

keys = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
arrays = hnp.arrays(
    st.sampled_from(["bool", "int64", "int8", "uint64", "float64", "float32"]),
    hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3),
)
values = st.recursive(
    keys | st.text() | arrays,
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.lists(inside, max_size=3).map(tuple)
        | st.dictionaries(keys | st.tuples(keys, keys), inside, max_size=3)
    ),
    max_leaves=12,
)


class Letter(str, enum.Enum):  # noqa: UP042  a StrEnum's text is its value
    B = "b"


def test_a_member_of_an_enumeration_of_texts_is_its_text():
    assert to_plain(Letter.B) == "b"


def plain_or_none(value):
    try:
        return to_plain(value)
    except NotPlain:
        return None


@given(values)
def test_what_to_plain_writes_goes_through_json_is_plain_and_comes_back(value):
    plain = plain_or_none(value)
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain
    assert is_plain(plain)
    assert to_plain(from_plain(plain)) == plain


marks = st.sampled_from(["array", "type", "shape", "tuple", "dict", "float", "code", "x"])
leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(10**320), 10**320)
    | st.floats()
    | st.text(max_size=3)
    | st.sampled_from(
        ["nan", "inf", "-inf", "int", "uint", "float", "bool", "\ud800", "x" * 10_001]
    )
)
any_json = st.recursive(
    leaves,
    lambda inside: (
        st.lists(inside, max_size=3)
        | st.dictionaries(marks, inside, max_size=3)
        | st.fixed_dictionaries(
            {"array": inside, "type": st.sampled_from(["int", "float", "bool"])}
        )
        | st.fixed_dictionaries(
            {"dict": st.lists(st.lists(inside, min_size=2, max_size=2), max_size=2)}
        )
    ),
    max_leaves=12,
)


@given(any_json)
def test_json_that_to_plain_could_not_have_written_is_not_plain(value):
    if is_plain(value):
        assert to_plain(from_plain(value)) == value


@pytest.mark.parametrize(
    "value",
    [
        {"code": "print(1)"},
        {"array": [[1, 2], [3]], "type": "int"},
        {"array": [1, True], "type": "int"},
        {"array": [1.0, None], "type": "float"},
        {"array": [], "type": "int"},
        {"array": [], "type": "int", "shape": [0, -5]},
        {"array": [], "type": "int", "shape": [10**9, 0]},
        {"array": [1], "type": "int", "shape": [1]},
        {"array": [2**63], "type": "int"},
        {"array": [1], "type": ["int"]},
        {"dict": [[[1], 2]]},
        {"dict": [[1, 2], [1.0, 3]]},
        {"tuple": [1], "more": 2},
        {"float": "1.5"},
        [[[[[[[[[1]]]]]]]]],
        [0] * 200_001,
        float("inf"),
        10**301,
        "x" * 10_001,
        "\udc80",
        {},
    ],
    ids=lambda value: str(value)[:30],
)
def test_forged_values_are_not_plain(value):
    assert not is_plain(value)


plain_values = values.map(plain_or_none)
QUESTIONS = {
    "equal": (to_plain(np.ones(3)), None),
    "letter": ("b", None),
    "at_least": (2.0, 2.5),
    "at_most": (2.5, 2.0),
    "winnow_stream": (5, to_plain((3, 2))),
}


@pytest.mark.parametrize("judge", JUDGES)
@given(given=plain_values | any_json.filter(is_plain))
def test_a_judge_has_an_opinion_on_every_plain_value(judge, given):
    right, truth = QUESTIONS[judge]
    finding = JUDGES[judge](given, right, truth)
    assert isinstance(finding, Finding) and 0 <= finding.share <= 1
    assert len(finding.says) < 3 * LONGEST_SHOWN


@given(plain_values)
def test_a_value_is_the_same_as_itself_and_can_be_shown(value):
    assert same(value, value)
    assert len(shown(value)) <= LONGEST_SHOWN + 3
    shown(value).encode()


def test_an_error_that_misbehaves_is_still_an_outcome():
    class Textless(Exception):
        def __str__(self):
            raise ValueError

    class Nameless(type):
        @property
        def __name__(cls):
            raise ValueError

    class Anonymous(Exception, metaclass=Nameless):
        pass

    def function(k):
        raise (Textless, Anonymous, SystemExit)[k]

    names = [outcome_of(function, [k]) for k in range(3)]
    assert names == [{"error": e, "says": ""} for e in ("Textless", "Anonymous", "SystemExit")]


# -- what comes out of the sandbox -------------------------------------------------------------


def tasks():
    return read_masters(MASTERS)[0].tasks()


TASKS = tasks()
outcome = st.fixed_dictionaries({"value": any_json}) | st.fixed_dictionaries(
    {"error": any_json, "says": any_json}
)
event = (
    st.fixed_dictionaries({"outcome": outcome | any_json})
    | st.just({"calling": True})
    | st.fixed_dictionaries(
        {name: st.integers(-1, 3) | any_json for name in ("cell", "part", "turn")}
    )
    | st.fixed_dictionaries({"ran": st.integers(-1, 3) | any_json, "error": any_json})
    | st.dictionaries(st.sampled_from(["ready", "task", "end", "cell", "outcome"]), any_json)
)
line = (
    event.map(lambda e: json.dumps(e).encode())
    | any_json.map(json.dumps).map(str.encode)
    | st.binary()
)


def listener():
    play = Play([(0, ""), (2, "")], TASKS, Limits(), {})
    play._hear(b'{"ready": "2.0"}')
    return play


@given(st.lists(line, max_size=60), st.booleans())
def test_any_lines_from_the_sandbox_lead_to_a_verdict_that_can_be_written_down(lines, calling):
    play = listener()
    if calling:
        play._hear(b'{"calling": true}')
    for one in lines:
        play._hear(one)
    assert play.ready == "2.0"
    assert set(play.errors) <= {0, 2} and (play.culprit is None or play.culprit[0] in (0, 2))
    json.dumps(list(play.errors.values()), ensure_ascii=False).encode()
    for task in TASKS:
        found = play.outcomes().get(task.name)
        if found is not None:
            parts = verdict(task, found).parts
            json.dumps([part.says for part in parts], ensure_ascii=False).encode()


def test_hidden_inputs_are_sent_only_when_every_visible_case_is_answered():
    play, visible = listener(), [(t, c.args) for t in TASKS for c in t.cases if c.visible]
    functions = [args for task, args in visible if task.kind == "function"]
    play._hear(b'{"calling": true}')
    for _ in visible:
        assert not play.unsent
        play._hear(b'{"outcome": {"value": "wrong"}}')
    again = json.loads(bytes(play.unsent))  # once more, with helpers as they were
    assert [call["args"] for call in again] == functions and all(call["then"] for call in again)
    play.unsent = memoryview(b"")
    for _ in functions:
        assert not play.unsent
        play._hear(b'{"outcome": {"value": "wrong"}}')
    sent = json.loads(bytes(play.unsent))
    hidden = [case.args for task in TASKS for case in task.cases if not case.visible]
    assert [call["args"] for call in sent] == hidden and "right" not in sent[0]


def test_from_then_on_nothing_that_is_said_of_cells_is_believed():
    play = listener()
    play._hear(b'{"cell": 2, "part": 0, "turn": 0}')
    play._hear(b'{"ran": 2, "error": "NameError"}')
    play._hear(b'{"calling": true}')
    play._hear(b'{"cell": 0, "part": 0, "turn": 0}')
    play._hear(b'{"ran": 2, "error": "1.25 0.5"}')
    assert play.errors == {2: "NameError"} and play.culprit is None


def test_lines_that_nest_too_deep_or_hold_huge_numbers_are_not_heard():
    play = listener()
    for one in (b"[" * 300_000, b'{"cell":' * 100_000, b'{"cell": ' + b"9" * 10_000 + b"}"):
        play._hear(one)
    assert play.part is None


# -- files -------------------------------------------------------------------------------------

cells = st.fixed_dictionaries(
    {},
    optional={
        name: any_json | st.text() | st.lists(st.text(), max_size=2)
        for name in ("cell_type", "source", "input", "metadata")
    },
)
notebooks = st.fixed_dictionaries(
    {},
    optional={"cells": st.lists(cells | any_json, max_size=4) | any_json, "worksheets": any_json},
)


@given(st.binary() | (notebooks | any_json).map(lambda value: json.dumps(value).encode()))
def test_a_file_is_a_notebook_or_unreadable_whatever_is_in_it(data):
    try:
        notebook = read(data)
    except Unreadable:
        return
    for number, kind, source, name, _ in notebook.cells:
        assert isinstance(number, int)
        (source + name).encode()
        assert kind == "code" or (number, source) not in notebook.code()


def as_windows_saves_it(data):
    return data.decode().encode("utf-16")


@pytest.mark.parametrize(
    "change",
    [as_windows_saves_it, lambda data: b"\xef\xbb\xbf" + data, lambda data: data + b"\n\0\0"],
    ids=["two bytes a letter", "a byte-order mark", "a tail of zeros"],
)
def test_a_notebook_is_read_whatever_a_program_did_to_its_bytes(change):
    assert read(change(GOOD)) == read(GOOD)


def test_brackets_in_an_output_are_letters():
    output = {"output_type": "stream", "text": "[[0], [1]]\n" * 800_000}
    cell = {"cell_type": "code", "source": "a = 1", "outputs": [output]}
    assert read(json.dumps({"cells": [cell]}).encode()).code() == [(0, "a = 1")]


def test_a_notebook_of_too_many_cells_is_refused_and_not_cut_short():
    with pytest.raises(Unreadable, match="more than 5,000 cells"):
        read(json.dumps({"cells": [{"cell_type": "code", "source": "a"}] * 5001}).encode())


def test_a_cell_with_thousands_of_outputs_is_read():
    outputs = [{"output_type": "stream", "text": "step"}, {"data": {"text/plain": "x"}}] * 3000
    cell = {"cell_type": "code", "source": "plt.savefig('run.png')", "outputs": outputs}
    assert len(read(json.dumps({"cells": [cell]}).encode()).cells) == 1


def test_unreadable_things_are_closed_again(tmp_path):
    before = set(Path("/proc/self/fd").iterdir())
    for _ in range(5):
        with pytest.raises(Unreadable):
            contents(tmp_path)
    assert len(set(Path("/proc/self/fd").iterdir())) == len(before)


def test_a_folder_of_submissions_may_be_a_link_but_nothing_in_it_is_followed(tmp_path):
    (tmp_path / "real" / "ada").mkdir(parents=True)
    (tmp_path / "real" / "ada" / "01_small.ipynb").write_bytes(GOOD)
    (tmp_path / "real" / "bob_01_small.ipynb").write_bytes(GOOD)
    (tmp_path / "real" / "eve").symlink_to(tmp_path / "real" / "ada")
    (tmp_path / "real" / "eve_01_small.ipynb").symlink_to(tmp_path / "real" / "bob_01_small.ipynb")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    batch = Batch(tmp_path / "link", tmp_path / "out", read_masters(MASTERS))
    problems = {job.submission.student: job.problem for job in batch.jobs()}
    assert problems.pop("eve").startswith("this is a link")
    assert problems == {"ada": "", "bob": ""}


names = st.text(st.characters(exclude_characters="/\0"), min_size=1, max_size=100)
wild_names = names | st.binary(min_size=1).map(lambda raw: raw.decode(errors="surrogateescape"))


@given(wild_names)
def test_a_safe_name_is_the_name_of_a_small_file_and_stays_as_it_is(name):
    made = safe(name)
    assert made not in ("", ".", "..") and not made.startswith((".", "-"))
    assert all(sign.isalnum() or sign in "_.-" for sign in made)
    assert len(f".{made}.json.part".encode()) < 128


@given(st.lists(wild_names, min_size=2, max_size=6, unique=True))
def test_different_students_have_different_files_even_if_one_is_called_like_a_file(students):
    for student in [*students]:
        if safe(student) not in students:
            students.append(safe(student))
    assert len({safe(student) for student in students}) == len(students)


def test_an_ordinary_name_is_kept():
    assert [safe(name) for name in ("ada", "Zoë", "s-123.x")] == ["ada", "Zoë", "s-123.x"]


@given(st.lists(wild_names, min_size=2, max_size=6, unique=True))
def test_names_can_be_printed_on_one_line_and_are_still_told_apart(students):
    printed = [printable(name) for name in students]
    assert all(text.isprintable() for text in printed)
    assert len(set(printed)) == len(printed)


def test_the_student_is_told_from_where_the_file_is(tmp_path):
    places = {
        "ada/x.ipynb": "ada",
        "bob/01_small/y.IPYNB": "bob",
        "eve_01_small.ipynb": "eve",
        "joe.ipynb": "joe",
        "01_small/kim.ipynb": "kim",
        "lea_01_small (2).ipynb": "lea",
        "ex01-small_sue.ipynb": "sue",
        "lab01_small/tom.ipynb": "tom",
        "lovelaceada_LATE_1001_55501_01_small.ipynb": "lovelaceada_1001",
        "byronlord_1002_55502_01_small-1.ipynb": "byronlord_1002",
        "Grace Hopper_123456_assignsubmission_file_/01_small.ipynb": "Grace Hopper_123456",
    }
    for path in (*places, ".z/a.ipynb", "zed/notes.py", "joe/picture.png"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("")
    handed_in = look_through(tmp_path, ["01_small"])
    found = {str(s.path.relative_to(tmp_path)): s.student for s in handed_in.notebooks}
    assert found == places
    strays = [path.relative_to(tmp_path) for path in handed_in.without_notebook]
    assert strays == [Path("zed/notes.py")]


def test_the_exercise_is_told_by_cells_then_by_functions_then_by_the_name():
    small = read_masters(MASTERS)[0]
    other = Master.from_cells("02_other", [])
    masters = [other, small]
    assert which(read(GOOD), "02_other.ipynb", masters) is small
    assert which(read(written("def mistakes(X, y): pass")), "02_other.ipynb", masters) is small
    assert which(read(written("x = 1")), "ada_02_other.ipynb", masters) is other
    assert which(Notebook(()), "notes.ipynb", masters) is None


# -- the sandbox -------------------------------------------------------------------------------

PROBE = """
import ctypes, fcntl, json, os, resource, socket, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
header, data = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
libc.capget(header, data)
def interface(number):
    with socket.socket() as wire:
        asked = struct.pack("16si20x", b"", number)
        return fcntl.ioctl(wire, 0x8910, asked)[:16].rstrip(bytes(1)).decode()
def interfaces():
    for number in range(1, 40):
        try:
            yield interface(number)
        except OSError:
            pass
def writable():
    for folder, _, _ in os.walk("/"):
        if os.access(folder, os.W_OK):
            yield folder
answer = json.dumps({
    "ids": [*os.getresuid(), *os.getresgid(), *os.getgroups()],
    "rights": [*data],
    "limits": {name: resource.getrlimit(getattr(resource, "RLIMIT_" + name))
               for name in ("AS", "FSIZE", "CPU", "NPROC", "NOFILE", "CORE")},
    "no more rights": libc.prctl(39, 0, 0, 0, 0),
    "filter": libc.prctl(21),
    "interfaces": list(interfaces()),
    "top": sorted(os.listdir("/")),
    "devices": sorted(os.listdir("/dev")),
    "box": sorted(os.listdir("/box/perceptronlib")),
    "site": sorted(os.listdir("/site")),
    "writable": list(writable()),
    "environment": sorted(os.environ),
    "pids": [os.getppid(), os.getpid(), os.getsid(0)],
    "files": sorted(fd for fd in range(64) if not libc.fcntl(fd, 1) < 0),
    "modules": sorted(name for name in sys.modules if name.startswith("perceptronlib")),
})
"""
if_sandboxed = pytest.mark.skipif(
    bool(sandbox_available()), reason=f"THE SANDBOX IS NOT TESTED: {sandbox_available()}"
)
ANSWER = Task("answer", "value", 1, {"": 1}, [Case([], 1)])


@pytest.fixture(scope="module")
def inside():
    with Box() as box:
        tried = attempt(box, [(0, PROBE)], [ANSWER], Limits(step=30, total=60))
    return json.loads(tried.outcomes["answer"][0]["value"])


@if_sandboxed
def test_inside_the_sandbox_there_are_limits_and_no_rights(inside):
    limits, megabyte = Limits(step=30, total=60), 2**20
    expected = {
        "AS": limits.memory * megabyte,
        "FSIZE": limits.file * megabyte,
        "CPU": limits.cpu,
        "NPROC": limits.threads,
        "NOFILE": 64,
        "CORE": 1,
    }
    assert inside["limits"] == {name: [most, most] for name, most in expected.items()}
    assert 0 not in inside["ids"]
    assert inside["rights"][:2] == [0, 0] and inside["rights"][3:5] == [
        0,
        0,
    ]  # effective, permitted
    assert inside["no more rights"] == 1 and inside["filter"] == 2


@if_sandboxed
def test_inside_the_sandbox_there_is_nothing_but_python_and_what_it_needs(inside):
    python = Path(sys.base_prefix).parts[1]
    assert set(inside["top"]) <= {"box", "dev", "lib", "lib64", "site", "tmp", "usr", python}
    assert inside["devices"] == ["null", "random", "urandom", "zero"]
    assert [name for name in inside["box"] if name != "__pycache__"] == ["__init__.py", "checks"]
    assert "numpy" in inside["site"] and "matplotlib" in inside["site"]
    assert not {"sklearn", "scipy", "perceptronlib", "IPython"} & set(inside["site"])
    assert inside["writable"] == ["/tmp"]


@if_sandboxed
def test_inside_the_sandbox_there_is_no_network_and_nobody_else(inside):
    assert inside["interfaces"] in ([], ["lo"])
    assert inside["pids"][0] == 1 and inside["pids"][1] < 10
    assert inside["files"] == [0, 1, 2, 3, 4, 5]
    assert not [name for name in inside["environment"] if name.startswith(("PYTEST", "CI", "USER"))]


@if_sandboxed
@pytest.mark.parametrize("seconds", [0.001, 0.05, 0.2, 0.6])
def test_time_that_runs_out_while_the_sandbox_starts_is_the_submissions_problem_only(seconds):
    cells = [(number, "import os; os._exit(1)") for number in range(20)]
    with Box() as box:
        tried = attempt(box, cells, [ANSWER], Limits(step=5, total=seconds))
    assert tried.outcomes["answer"] in ([{"slow": True}], [{"missing": True}])


@if_sandboxed
def test_a_lower_limit_that_was_there_before_is_kept(tmp_path):
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (50, 50))\n"
        "from perceptronlib.grading.sandbox import *\n"
        "from perceptronlib.checks.tasks import *\n"
        "asks = 'import resource; answer = resource.getrlimit(resource.RLIMIT_NOFILE)[1]'\n"
        "task = Task('answer', 'value', 1, {'': 1}, [Case([], 1)])\n"
        "with Box() as box: print(attempt(box, [(0, asks)], [task], Limits()).outcomes)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "{'value': 50}" in run.stdout


# -- faults that a review found, each of which must not come back --------------------------------


def test_labels_of_a_stream_may_be_floats():
    stream = to_plain((np.eye(3), np.array([1.0, -1.0, 1.0])))
    assert "is no mistake: label" in JUDGES["winnow_stream"](stream, 9, to_plain((3, 2))).says


@pytest.mark.parametrize(
    "rows, labels, says",
    [
        ([[1, 0, 0], [0, 1, 1]], [1, -1], "Row 1 (from 0) is no mistake: label -1, score 2"),
        ([[1, 1, 0], [1, 0, 0], [0, 1, 1]], [1, 1, -1], "Row 1 (from 0) promotes where"),
        ([[1, 0, 0]], [1], "Row 0 (from 0) has a score of 1; 2 is nearer to d"),
        ([[1, 0, 0], [1, 0, 0]], [1, -1], "feature 0 on means +1, off means -1"),
    ],
)
def test_a_stream_that_could_be_worse_is_told_what_was_done(rows, labels, says):
    found = JUDGES["winnow_stream"](
        to_plain((np.array(rows), np.array(labels))), 9, to_plain((3, 1))
    )
    assert says in found.says and found.share < 1


def test_a_pipe_that_became_smaller_is_fed_later():
    play = Play([], [], Limits(), {})
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(writer, b"x" * 4096)
    play.unsent = memoryview(b"more")
    play._feed(writer)
    assert bytes(play.unsent) == b"more"
    os.close(reader)
    os.close(writer)


def test_a_dictionary_with_chosen_keys_is_refused_at_once():
    pairs = [[k * (2**61 - 1), 0] for k in range(50_000)]
    assert not is_plain({"dict": pairs})
    with pytest.raises(NotPlain):
        to_plain({k * 1.0: 0 for k in range(2000)})


def test_folders_that_are_too_deep_are_told_and_stop_nothing(tmp_path):
    deep = tmp_path.joinpath(*["d"] * 60)
    deep.mkdir(parents=True)
    (deep / "x.ipynb").touch()
    (tmp_path / "ada.ipynb").touch()
    walk = walked(tmp_path)
    assert [path.name for path in walk.files] == ["ada.ipynb"] and len(walk.closed) == 1


def test_a_damaged_record_counts_as_none(tmp_path):
    records = Records(tmp_path)
    for name, text in (("a", "{"), ("b", "[]"), ("c", '{"key": "k"}')):
        (tmp_path / "records" / "01").mkdir(parents=True, exist_ok=True)
        (tmp_path / "records" / "01" / f"{name}.json").write_text(text)
    assert list(records.all()) == [] and records.key("01", "c") == ""


RECORD = Record(
    "k",
    "01",
    7,
    tasks=(TaskResult("t", "T", "function", 2, 1.5, parts=(PartResult("p", 0.5, 1, "no"),)),),
    manual=(ManualAnswer("why", "Why", 3, "Because."),),
    cells=(FailedCell(2, "NameError"), FailedCell(10, "ended")),
    student="zoë",
    file="zoë/01.ipynb",
)


def test_a_record_comes_back_as_it_was_written():
    assert Record.from_json(RECORD.to_json()) == RECORD


def test_a_record_that_was_cut_short_anywhere_is_damaged():
    whole = RECORD.to_json().rstrip()
    for length in range(len(whole)):
        with pytest.raises(Damaged):
            Record.from_json(whole[:length])


def places(value, way=()):
    """The way to each value within values, and to what it leads."""
    yield way
    for key in (
        value if isinstance(value, dict) else range(len(value)) if type(value) is list else ()
    ):
        yield from places(value[key], (*way, key))


@pytest.mark.parametrize("odd", [None, True, [None], {"x": 1}], ids=repr)
def test_a_record_with_something_else_in_any_place_is_damaged(odd):
    for way in places(json.loads(RECORD.to_json())):
        whole = {"": json.loads(RECORD.to_json())}
        *steps, last = "", *way
        inside = whole
        for step in steps:
            inside = inside[step]
        if isinstance(inside[last], bool) and isinstance(odd, bool):
            continue  # true where false stood is another record, as good as this one
        inside[last] = odd
        with pytest.raises(Damaged):
            Record.from_json(json.dumps(whole[""]))


def test_records_are_read_once(tmp_path):
    Records(tmp_path).keep(RECORD)
    records = Records(tmp_path)
    assert [*records.all()] == [RECORD]
    records.path("01", "zoë").unlink()
    assert [*records.all()] == [RECORD] and records.key("01", "zoë") == "k"


def test_the_folder_of_submissions_is_walked_once(tmp_path, monkeypatch):
    for student in ("ada", "bob"):
        (tmp_path / student).mkdir()
        (tmp_path / student / "01_small.ipynb").write_bytes(GOOD)
    real, looked_into = os.scandir, []

    def counting(place):
        looked_into.append(place)
        return real(place)

    monkeypatch.setattr(os, "scandir", counting)
    assert len(Batch(tmp_path, tmp_path / "out", read_masters(MASTERS)).jobs()) == 2
    inside = [place for place in looked_into if Path(place).is_relative_to(tmp_path)]
    assert sorted(inside) == [tmp_path, tmp_path / "ada", tmp_path / "bob"]


def test_an_empty_tuple_has_no_picture():
    case = Case([to_plain(np.eye(2)), to_plain(np.array([1, -1]))], to_plain((np.ones(2), 1)))
    task = Task("train", "function", 1, {"": 1}, [case], picture="boundary")
    assert drawings.boundary(task, [{"value": {"tuple": []}}]) is None


@if_sandboxed
@pytest.mark.parametrize("mask", [0o077, 0o022])
def test_the_sandbox_is_readable_whatever_the_umask(mask):
    before = os.umask(mask)
    try:
        with Box(["data"]) as box:
            cell = "import perceptronlib as pl\nanswer = len(pl.data.xor().X)"
            task = Task("answer", "value", 1, {"": 1}, [Case([], 4)])
            assert attempt(box, [(0, cell)], [task], Limits()).outcomes == {
                "answer": [{"value": 4}]
            }
    finally:
        os.umask(before)


@if_sandboxed
def test_what_a_second_life_says_of_visible_cases_is_not_told():
    cell = """
import os
def first(n):
    if n == 7:  # a hidden case
        os._exit(0)
    return n
def second(n):
    return f"process {os.times().elapsed}"
"""
    first = Task("first", "function", 1, {"": 1}, [Case([1], 1), Case([7], 7, visible=False)])
    second = Task("second", "function", 1, {"": 1}, [Case([1], 1), Case([8], 8, visible=False)])
    with Box() as box:
        play = Play([(0, cell)], [first, second], Limits(), {})
        play.watch(box, 0)
        said = play.calls.visible_outcomes()["second"][0]
        tried = attempt(box, [(0, cell)], [first, second], Limits())
    assert said["value"].startswith("process")
    assert tried.outcomes["first"][1]["error"] == "Ended"
    visible, hidden = (outcome["value"] for outcome in tried.outcomes["second"])
    assert float(visible.split()[1]) < float(hidden.split()[1])  # of two processes, the first's
