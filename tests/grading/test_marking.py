"""The marking page as a program meets it: who is let in, what is saved; nothing is lost."""

import contextlib
import csv
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptronlib.grading.marking.desk import Desk
from perceptronlib.grading.marking.form import Form
from perceptronlib.grading.marking.history import NAME as LOG
from perceptronlib.grading.marking.pseudonyms import pseudonyms
from perceptronlib.grading.marking.server import LARGEST, Server
from perceptronlib.grading.pictures import keep
from perceptronlib.grading.record import Record
from perceptronlib.grading.records import Records
from perceptronlib.grading.reports.marks import Marks, write_form
from perceptronlib.laptop.cli import main
from tests.grading import small
from tests.grading.class_to_mark import (
    STUDENTS,
    WEEK,
    WHY,
    graded,
    marks_of,
    record,
    said,
    stroke,
)

pytestmark = pytest.mark.once

PICTURE = "0123456789abcdef0123456789abcdef.png"


@pytest.fixture
def out(tmp_path):
    graded(tmp_path, dict.fromkeys(STUDENTS, "Because $x<1$."))
    return tmp_path


# -- who is let in -----------------------------------------------------------------------------


@pytest.fixture
def server(out):
    keep(out, {PICTURE: b"\x89PNG"})
    (out / "secret.txt").write_text("secret")
    with Server(Desk(out), by="Xenia") as serving:
        threading.Thread(target=serving.serve_forever, args=(0.01,)).start()
        yield serving
        serving.shutdown()


def ask(server, place, body=None, token=None, method=None, **headers):
    """Ask as any program can; gives the status, the headers and what was said."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    if body is not None:
        own = f"http://127.0.0.1:{server.server_port}"
        headers = {"Content-Type": "application/json", "Origin": own, **headers}
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {name.replace("_", "-"): value for name, value in headers.items() if value}
    path = f"/{server.token if token is None else token}/{place}"
    with contextlib.closing(connection):
        connection.request(method or ("GET" if body is None else "POST"), path, body, headers)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()


def told(server, place, body=None):
    status, _, text = ask(server, place, body)
    assert status == 200, text
    return json.loads(text)


def first(server):
    """A student's answer, as the page knows it: its name and its fingerprint."""
    names = told(server, "names")
    (name,) = (name for name, about in names.items() if about[0] == "ada")
    return {"answer": name, "fingerprint": told(server, f"answer/{name}")["fingerprint"]}


def test_it_listens_on_loopback_alone_and_has_a_long_token(server):
    assert server.server_address[0] == "127.0.0.1"
    assert len(server.token) >= 32 and server.token in server.address


@pytest.mark.parametrize(
    "place", ["", "questions", "state", "names", "page.js", f"pictures/{PICTURE}"]
)
@pytest.mark.parametrize("token", ["", "x" * 32, "..", "%2e%2e"])
def test_without_the_token_nothing_is_told(server, place, token):
    status, _, text = ask(server, place, token=token)
    assert status == 403 and text.startswith(b"Open the address that the terminal shows")


def test_without_the_token_nothing_is_saved(server, out):
    before = (out / "marks.csv").read_bytes()
    wish = {**first(server), "mark": "2"}
    assert ask(server, "give", wish, token="x" * 32)[0] == 403
    assert (out / "marks.csv").read_bytes() == before


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example", "Origin": "http://evil.example"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://127.0.0.1:1"},
    ],
)
def test_no_other_page_can_send_a_mark(server, out, headers):
    before = (out / "marks.csv").read_bytes()
    wish = {**first(server), "mark": "2"}
    assert ask(server, "give", wish, **headers)[0] == 403
    assert (out / "marks.csv").read_bytes() == before


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "0.0.0.0", "x:80"])
def test_a_foreign_name_for_this_machine_opens_nothing(server, host):
    """Whoever owns a name can make it mean 127.0.0.1, for a page of theirs."""
    assert ask(server, "state", Host=host)[0] == 403


def test_a_tunnel_from_another_machine_may_have_another_port(server):
    assert ask(server, "state", Host="localhost:8888")[0] == 200
    wish = {**first(server), "mark": "2"}
    own = {"Host": "localhost:8888", "Origin": "http://localhost:8888"}
    assert ask(server, "give", wish, **own)[0] == 200


@pytest.mark.parametrize(
    "place",
    ["../secret.txt", "pictures/../secret.txt", "pictures/..%2fsecret.txt", "pictures//etc/passwd",
     "page/../../secret.txt", "marks.csv", "pictures/", "pictures/x.svg", "pictures/%00.png",
     f"pictures/{PICTURE}/..", "secret.txt", "server.py", "__init__.py"],
)  # fmt: skip
def test_no_file_but_the_page_and_its_pictures_is_given(server, place):
    status, _, text = ask(server, place)
    assert status == 404 and b"secret" not in text


@pytest.mark.parametrize(
    "body, status",
    [
        (b"x" * (LARGEST + 1), 413),
        (b"{", 400),
        (b"[]", 400),
        (b"[" * 50_000, 400),
        (b"\xff\xff", 400),
        (b"{}", 409),
        (json.dumps({"answer": "none"}).encode(), 409),
        (json.dumps({"answer": 7}).encode(), 409),
    ],
    ids=["long", "cut", "list", "deep", "bytes", "empty", "unknown", "number"],
)
def test_what_cannot_be_is_refused_in_words_and_the_page_goes_on(server, body, status):
    found, _, text = ask(server, "give", body)
    assert found == status and len(text) > 10
    assert ask(server, "state")[0] == 200


def test_only_json_with_its_length_is_read(server):
    assert ask(server, "give", b"{}", Content_Type="text/plain")[0] == 400
    assert ask(server, "give", b"{}", Content_Type="application/x-www-form-urlencoded")[0] == 400
    assert ask(server, "other", {})[0] == 404
    assert ask(server, "state", method="PUT")[0] == 501


@pytest.mark.parametrize("mark", ["4", "-1", "x", "1e1", "nan", "٣", 2, ["2"]])
def test_a_mark_that_cannot_be_is_refused(server, out, mark):
    status, _, text = ask(server, "give", {**first(server), "mark": mark})
    assert status == 409 and text.startswith(b"NOT SAVED")
    assert marks_of(out, "ada") == [("", "")]


def test_every_answer_forbids_what_the_page_does_not_need(server):
    for place in ("", "page.js", "state", f"pictures/{PICTURE}", "nothing"):
        _, headers, _ = ask(server, place)
        policy = headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in policy and "data:" not in policy and "http" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cache-Control"] == "no-store"
        assert not [name for name in headers if name.lower().startswith("access-control")]


def test_names_are_told_to_those_who_ask_and_to_nobody_else(server):
    whole = json.dumps([told(server, "questions"), told(server, "state"), first(server)])
    text = json.dumps(told(server, f"answer/{first(server)['answer']}"))
    for student in STUDENTS:
        assert not re.search(rf"\b{student}\b", whole + text)
    assert ["ada", "ada/x.ipynb"] in told(server, "names").values()


def test_the_page_shows_question_rubric_and_answer_laid_out(server):
    (question,) = told(server, "questions")["questions"]
    assert question["text"] == "<p>Why <strong>so</strong>?</p>\n"
    assert question["rubric"] == "<p>A point a step.</p>\n" and question["points"] == 3
    assert question["model"] == "<p>So.</p>\n"
    assert "<math" in told(server, f"answer/{first(server)['answer']}")["html"]
    assert told(server, "questions")["by"] == "Xenia"


# -- what is saved -----------------------------------------------------------------------------


def test_a_stroke_is_in_the_form_before_it_is_answered(server, out):
    about = first(server)
    for mark in ("1", "2", "2.5", ""):
        state = told(server, "give", {**about, "mark": mark, "by": "Xenia"})
        assert marks_of(out, "ada") == [("Xenia" if mark else "", mark)]
        assert state["state"] == ("marked" if mark else "waiting")
    told(server, "give", {**about, "comment": "=1+1", "by": "Xenia"})
    assert Marks.read(out / "marks.csv").comment("ada", WEEK, WHY) == "=1+1"


def test_two_different_marks_are_shown_as_such_until_one_counts(server, out):
    about = first(server)
    told(server, "give", {**about, "mark": "1", "by": "Xenia"})
    state = told(server, "give", {**about, "mark": "2", "by": "Yusuf"})
    assert state["state"] == "differ" and state["mark"] is None
    assert [(one["by"], one["mark"], one["mine"]) for one in state["given"]] == [
        ("Xenia", "1", False), ("Yusuf", "2", True)
    ]  # fmt: skip
    assert Marks.read(out / "marks.csv").of("ada", WEEK, WHY, 3) is None
    state = told(server, "give", {**about, "settles": True, "by": "Nobody"})
    assert state["state"] == "differ"  # who gave no mark settles nothing
    state = told(server, "give", {**about, "settles": True, "by": "Yusuf"})
    assert (state["state"], state["mark"]) == ("marked", 2)


def test_nothing_written_is_nothing_by_itself_and_said(tmp_path):
    graded(tmp_path, {"ada": "", "bob": "Because."})
    desk = Desk(tmp_path)
    assert desk.progress() == (1, 2)
    states = {one["state"]: one["mark"] for one in desk.state("")["answers"].values()}
    assert states == {"empty": None, "waiting": None}
    (answer,) = (a for a in desk.pile.answers.values() if not a.said.answer)
    state = desk.give({"answer": answer.name, "fingerprint": answer.fingerprint, "mark": "1"})
    assert (state["state"], state["mark"]) == ("marked", 1)


def test_a_picture_that_is_not_there_and_what_cannot_be_shown_are_said(tmp_path):
    answer = said(f"![x](pictures/{PICTURE})", pictures=(PICTURE,), not_shown="Not shown: a.pdf.")
    Records(tmp_path).keep(Record("k", WEEK, manual=(answer,), student="ada"))
    desk = Desk(tmp_path)
    (name,) = desk.pile.answers
    notes = " ".join(desk.answer(name)["notes"])
    assert PICTURE in notes and "grade once more" in notes and "Not shown: a.pdf." in notes


def test_a_changed_answer_is_flagged_and_a_key_or_another_mark_confirms_it(out):
    texts = dict.fromkeys(STUDENTS, "Because $x<1$.")
    form = Form(out)
    for student in ("ada", "bob"):
        form.give(stroke(student, "2"))
    desk = Desk(out)
    graded(out, texts | {"ada": "Now I know.", "bob": "So do I."})
    names = {about[0]: name for name, about in desk.names().items()}
    states = desk.state("")["answers"]
    assert [states[names[s]]["state"] for s in ("ada", "bob", "eve")] == [
        "changed",
        "changed",
        "waiting",
    ]
    for student, wish in (("ada", {"looked": True}), ("bob", {"mark": "2"})):
        about = {
            "answer": names[student],
            "fingerprint": desk.answer(names[student])["fingerprint"],
        }
        assert desk.give({**about, "comment": "Hm."})["state"] == "changed"  # nobody has looked
        assert desk.give({**about, **wish})["state"] == "marked"
    assert write_form(out, [record("ada", "Now I know."), record("bob", "So do I.")]) == []


def test_who_read_the_earlier_answer_is_told_and_nothing_is_saved(server, out):
    about = first(server)
    graded(out, {**dict.fromkeys(STUDENTS, "Because $x<1$."), "ada": "Now I know."})
    status, _, text = ask(server, "give", {**about, "mark": "3"})
    assert status == 409 and b"has changed while you read it" in text
    assert marks_of(out, "ada") == [("", "")]


@pytest.mark.parametrize("broken", ['student,mark\n"ada,3\n', "who,what\nada,3\n"])
def test_a_form_that_cannot_be_read_is_left_alone_and_it_is_said(server, out, broken):
    about = first(server)
    (out / "marks.csv").write_text(broken)
    assert "no mark of it counts. Nothing is written" in told(server, "state")["problem"]
    status, _, text = ask(server, "give", {**about, "mark": "1"})
    assert status == 409 and text.startswith(b"NOT SAVED: marks.csv")
    assert (out / "marks.csv").read_text() == broken


# -- killed, and started again -----------------------------------------------------------------


@contextlib.contextmanager
def started(out, *more):
    """The command, as people run it; gives the process and the page's address.

    Ctrl-C ends it, also where these tests run in the background, in which shells switch that off.
    """
    command = [sys.executable, "-m", "perceptronlib", "mark", str(out), "--no-browser", *more]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        lines = []
        while not (found := re.search(r"http://127\.0\.0\.1:(\d+)/([\w-]+)/", "".join(lines))):
            lines.append(process.stdout.readline())
            assert lines[-1], lines
        yield process, Address(int(found[1]), found[2]), "".join(lines)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


class Address:
    """Where a page is that another process serves."""

    def __init__(self, port, token):
        self.server_port, self.token = port, token


def test_a_page_that_is_killed_between_two_strokes_has_lost_nothing(out):
    with started(out) as (process, server, said_first):
        assert "0 of 4 answers are done" in said_first
        told(server, "give", {**first(server), "mark": "2", "by": "Xenia", "comment": "Good."})
        os.kill(process.pid, signal.SIGKILL)
    assert marks_of(out, "ada") == [("Xenia", "2")]
    with open(out / LOG, "ab") as file:
        file.write(b'{"cells": [["ada", ')  # a line that was cut short
    with started(out) as (process, server, said_first):
        assert "1 of 4 answers are done" in said_first
        told(server, "give", {**first(server), "mark": "3", "by": "Xenia"})
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
        assert "1 of 4 answers are done, and all of it is saved" in process.stdout.read()
    assert marks_of(out, "ada") == [("Xenia", "3")]
    lines = (out / LOG).read_bytes().splitlines()
    assert json.loads(lines[-1])["cells"] == [["ada", WEEK, WHY, "Xenia", "mark", "2", "3"]]


def test_the_command_says_what_is_amiss(tmp_path, out, capsys):
    assert main(["mark", str(out / "none")]) == 2
    assert "There is no folder" in capsys.readouterr().out
    (out / "empty").mkdir()
    assert main(["mark", str(out / "empty")]) == 2
    assert "grade the submissions first" in capsys.readouterr().out
    with Server(Desk(out)) as taken:
        assert main(["mark", str(out), "--no-browser", "--port", str(taken.server_port)]) == 2
    assert "cannot be used" in capsys.readouterr().out


# -- names -------------------------------------------------------------------------------------


@given(st.sets(st.text(min_size=1, max_size=8), max_size=30), st.text(min_size=1, max_size=8))
def test_pseudonyms_differ_and_stay_when_others_come(students, other):
    names = pseudonyms(students)
    assert len({*names.values()}) == len(students)
    again = pseudonyms([*students, other])
    assert all(again[s] == names[s] or again[s].startswith(names[s]) for s in students)


def test_a_thousand_students_have_a_thousand_pseudonyms():
    assert len({*pseudonyms(map(str, range(1000))).values()}) == 1000


def test_the_order_of_answers_tells_nothing_about_names(tmp_path):
    students = [f"s{k:02d}" for k in range(30)]
    graded(tmp_path, dict.fromkeys(students, "Because."))
    (question,) = Desk(tmp_path).pile.questions
    found = [answer.student for answer in question.answers]
    assert sorted(found) == students != found


def test_what_is_no_longer_handed_in_is_not_to_be_marked(tmp_path):
    graded(tmp_path, dict.fromkeys(STUDENTS, "Because."))
    graded(tmp_path, {"ada": "Because."})
    assert [answer.student for answer in Desk(tmp_path).pile.answers.values()] == ["ada"]


def test_the_page_is_part_of_the_package():
    from perceptronlib.grading.marking import server

    folder = Path(server.__file__).parent / "page"
    assert {path.name for path in folder.iterdir()} == {*server.PARTS}


def test_from_grading_to_marking_to_grading_with_nothing_in_between(tmp_path, capsys):
    """The grader leaves what the page needs, and takes what the page saved."""
    (tmp_path / "in" / "ada").mkdir(parents=True)
    (tmp_path / "in" / "ada" / "x.ipynb").write_bytes(small.RIGHT)
    out, masters = tmp_path / "out", str(Path(small.__file__).parent / "masters")
    grade = ["grade", str(tmp_path / "in"), "--out", str(out), "--masters", masters, "--unsafe"]
    assert main(grade) == 0
    desk = Desk(out)
    (question,) = desk.questions()
    assert "Why must a tie be a mistake?" in question["text"]
    assert question["rubric"] == "<p>2 points for the argument.</p>\n"
    assert question["model"].startswith("<p>From zero every score is 0:")
    (name,) = question["answers"]
    fingerprint_of = desk.answer(name)["fingerprint"]
    desk.give({"answer": name, "fingerprint": fingerprint_of, "mark": "1.5", "by": "Xenia"})
    assert main(grade) == 0
    capsys.readouterr()
    with open(out / "scores.csv", encoding="utf-8-sig", newline="") as file:
        (ada,) = csv.DictReader(file)
    assert (ada["score"], ada["pending"]) == ("7.5", "0")
    assert marks_of(out, "ada") == [("Xenia", "1.5")]
