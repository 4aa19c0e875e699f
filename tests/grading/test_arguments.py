"""Whatever a notebook went through, all that was written for an argument reaches its marker."""

import base64
import copy
import json
import struct
import zlib
from pathlib import Path

import pytest

from perceptronlib.grading.arguments import BETWEEN, LONGEST, argument
from perceptronlib.grading.layout import handed_out
from perceptronlib.grading.masters import Master
from perceptronlib.grading.pictures import MOST_PIXELS, extent
from perceptronlib.grading.submissions import read

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[2]
NAME, QUESTION = "03_mistake_bounds", "general_bound_proof"
RELEASED = handed_out(Master(ROOT / "solutions" / f"{NAME}.md").released())
EXERCISE = json.loads((ROOT / "exercises" / f"{NAME}.ipynb").read_text())
PLACE = next(k for k, cell in enumerate(RELEASED) if cell.name == QUESTION)
PLACEHOLDER = "*Write your argument in this cell, in place of this line.*"
GAIN = "By induction $v\\cdot w_k\\ge kg$, since $v\\cdot w_0=0$."
PROOF = f"{GAIN}\n\nThen Cauchy-Schwarz: $kg\\le|v||w_k|$."
FIRST, SECOND = PROOF.split("\n\n")
LONG = "I could not finish in time, so the rest of my proof is here: " + "and so on " * 10


def png(width=3, height=2):
    """A small picture; its width makes it different from others."""

    def chunk(kind, data):
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    rows = b"".join(b"\0" + b"\x80" * width for _ in range(height))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def in_base64(data):
    return base64.b64encode(data).decode()


PNG = in_base64(png())
JPEG = in_base64(
    b"\xff\xd8\xff\xe0\x00\x10JFIF\0\1\1\0\0\1\0\1\0\0\xff\xc0\x00\x11\x08\x00\x05\x00\x07\x03"
    + bytes(16)
)


def text(source, **more):
    return {"cell_type": "markdown", "metadata": {}, "source": source, **more}


def code(source):
    return {
        "cell_type": "code",
        "metadata": {},
        "source": source,
        "outputs": [],
        "execution_count": None,
    }


def attached(**files):
    return {name: {"image/png": data} for name, data in files.items()}


class Desk:
    """A student's copy of the exercise, to be changed as students and their programs change it."""

    def __init__(self):
        self.notebook = copy.deepcopy(EXERCISE)
        self.cells = self.notebook["cells"]

    @property
    def answer(self):
        return self.cells[PLACE]

    def write(self, source=PROOF, **more):
        self.answer.update(source=source, **more)
        return self

    def put(self, offset, *cells):
        self.cells[PLACE + offset : PLACE + offset] = cells
        return self

    def without_metadata(self):
        for cell in self.cells:
            cell["metadata"] = {}
        return self

    def found(self, question=QUESTION):
        return argument(question, read(json.dumps(self.notebook).encode()), RELEASED)


def split(desk, *parts):
    """JupyterLab's Split Cell: each part is a cell with the metadata of the first."""
    desk.cells[PLACE : PLACE + 1] = [{**copy.deepcopy(desk.answer), "source": p} for p in parts]
    return desk


def merged(desk, first, last):
    """JupyterLab's Merge Cells: one cell, with the metadata of the first."""
    cells = desk.cells[PLACE + first : PLACE + last + 1]
    whole = "\n\n".join("".join(cell["source"]) for cell in cells)
    desk.cells[PLACE + first : PLACE + last + 1] = [{**cells[0], "source": whole}]
    return desk


def as_written_by_colab(desk):
    """Colab: an id in the metadata, nbgrader's words gone, lines in a list, a head of its own."""
    for k, cell in enumerate(desk.cells):
        cell["metadata"] = {"id": f"x{k}"}
        cell.pop("id", None)
        cell["source"] = "".join(cell["source"]).splitlines(keepends=True)
    desk.notebook["metadata"]["colab"] = {"provenance": []}
    return desk


def as_written_by_notebook_5(desk):
    """The classic notebook: no ids, everything deletable, names of files with %20."""
    desk.notebook["nbformat_minor"] = 2
    for cell in desk.cells:
        cell.pop("id", None)
        cell["metadata"] = {"deletable": False, **cell["metadata"]}
    return desk


def as_written_by_kaggle(desk):
    """Kaggle: texts in one piece, times of execution in the metadata."""
    for cell in desk.cells:
        cell["source"] = "".join(cell["source"])
        cell["metadata"] = {"trusted": True, **cell["metadata"]}
    return desk


def as_written_by_vs_code(desk):
    """VS Code: a language for each cell, and no space at the ends of lines."""
    for cell in desk.cells:
        lines = "".join(cell["source"]).split("\n")
        cell["source"] = "\n".join(line.rstrip() for line in lines)
        cell["metadata"] = {**cell["metadata"], "vscode": {"languageId": "plaintext"}}
    return desk


def into_the_question(desk, before=""):
    """Written into the cell of the question, below its text; the answer's cell is untouched."""
    question = desk.cells[PLACE - 1]
    question["source"] = "".join(question["source"]) + before + "\n\n" + PROOF
    return desk


HONEST = {
    "in its cell": lambda d: d.write(),
    "in its cell, lines in a list": lambda d: d.write(PROOF.splitlines(keepends=True)),
    "below the line that is to be replaced": lambda d: d.write(f"{PLACEHOLDER}\n\n{PROOF}"),
    "above that line": lambda d: d.write(f"{PROOF}\n\n{PLACEHOLDER}"),
    "on that line, its stars gone": lambda d: d.write(f"{PLACEHOLDER.strip('*')} {PROOF}"),
    "below nbgrader's own line": lambda d: d.write(f"YOUR ANSWER HERE\n{PROOF}"),
    "split in two": lambda d: split(d, FIRST, SECOND),
    "split in three, the line still there": lambda d: split(d, PLACEHOLDER, FIRST, SECOND),
    "split, with a figure's code between": lambda d: split(d, FIRST, SECOND).put(1, code("1 + 1")),
    "copied": lambda d: split(d.write(), PROOF, PROOF),
    "copied to the end of the notebook": lambda d: d.write().put(99, copy.deepcopy(d.answer)),
    "in a cell below": lambda d: d.put(1, text(PROOF)),
    "in two cells below": lambda d: d.put(1, text(FIRST), text(SECOND)),
    "in a cell above": lambda d: d.put(0, text(PROOF)),
    "half above, half in its cell": lambda d: d.write(SECOND).put(0, text(FIRST)),
    "half in its cell, half below": lambda d: d.write(FIRST).put(1, text(SECOND)),
    "its cell deleted, another in its place": lambda d: (d.cells.pop(PLACE), d.put(0, text(PROOF)))[
        1
    ],
    "written into the question's cell": into_the_question,
    "merged with the question": lambda d: merged(d.write(), -1, 0),
    "merged with what follows": lambda d: merged(d.write(), 0, 1),
    "merged with both": lambda d: merged(d.write(), -1, 1),
    "moved to the end": lambda d: (d.write(), d.cells.append(d.cells.pop(PLACE)))[0],
    "moved to the beginning": lambda d: (d.write(), d.cells.insert(0, d.cells.pop(PLACE)))[0],
    "metadata lost": lambda d: d.write().without_metadata(),
    "metadata lost, and split": lambda d: split(d, FIRST, SECOND).without_metadata(),
    "metadata lost, below the untouched cell": lambda d: d.put(1, text(PROOF)).without_metadata(),
    "metadata lost, merged with the question": lambda d: merged(
        d.write(), -1, 0
    ).without_metadata(),
    "metadata lost, merged with what follows": lambda d: merged(d.write(), 0, 1).without_metadata(),
    "turned into a raw cell": lambda d: d.write(cell_type="raw"),
    "turned into a code cell": lambda d: d.write(cell_type="code", outputs=[]),
    "turned into code, as comments": lambda d: d.write(
        "\n".join(f"# {line}" for line in PROOF.split("\n")), cell_type="code"
    ),
    "turned into code, as a string": lambda d: d.write(f'"""{PROOF}"""', cell_type="code"),
    "in a code cell below, with a magic word": lambda d: d.put(1, code(f"%%markdown\n{PROOF}")),
    "by Colab": lambda d: as_written_by_colab(d.write()),
    "by Colab, split": lambda d: as_written_by_colab(split(d, FIRST, SECOND)),
    "by Colab, in a cell below": lambda d: as_written_by_colab(d.put(1, text(PROOF))),
    "by Kaggle": lambda d: as_written_by_kaggle(d.write()),
    "by VS Code": lambda d: as_written_by_vs_code(d.write()),
    "by VS Code, metadata lost": lambda d: as_written_by_vs_code(d.write().without_metadata()),
    "by the classic notebook": lambda d: as_written_by_notebook_5(d.write()),
    "among notes at other tasks": lambda d: d.write().put(-4, text("Here I was stuck.")),
    "after the cell that follows was deleted": lambda d: (d.write(), d.cells.pop(PLACE + 1))[0],
    "after the question was deleted": lambda d: (d.write(), d.cells.pop(PLACE - 1))[0],
    "question deleted and metadata lost": lambda d: (
        d.write().without_metadata(),
        d.cells.pop(PLACE - 1),
    )[0],
    "with Windows' ends of lines": lambda d: d.write(PROOF.replace("\n", "\r\n")),
}


def words(found):
    """The words of an argument, whatever stands between its cells."""
    return found.text.replace(BETWEEN, "").replace("```python\n1 + 1\n```", "").split()


@pytest.mark.parametrize("how", HONEST)
def test_an_argument_is_found_whole_and_once(how):
    assert words(HONEST[how](Desk()).found()) == PROOF.split()


EMPTY = {
    "untouched": lambda d: d,
    "untouched, metadata lost": lambda d: d.without_metadata(),
    "untouched, by Colab": as_written_by_colab,
    "emptied": lambda d: d.write(""),
    "a line break": lambda d: d.write("<br>\n&nbsp;"),
    "split, untouched": lambda d: split(d, PLACEHOLDER, ""),
    "deleted": lambda d: (d.cells.pop(PLACE), d)[1],
    "an empty cell below": lambda d: d.put(1, text(""), code("")),
    "a name at the top": lambda d: (d.cells.insert(0, text("Ada Lovelace, 1815")), d)[1],
    "no cells": lambda d: (d.cells.clear(), d)[1],
}


@pytest.mark.parametrize("how", EMPTY)
def test_what_nobody_wrote_is_empty(how):
    found = EMPTY[how](Desk()).found()
    assert (found.text, found.not_shown) == ("", "")


def test_an_argument_written_between_the_questions_is_shown_with_them():
    desk = Desk()
    question = desk.cells[PLACE - 1]
    lines = "".join(question["source"]).split("\n")
    place = next(k for k, line in enumerate(lines) if line.startswith("2."))
    question["source"] = "\n".join([*lines[:place], FIRST, *lines[place:], SECOND])
    found = desk.found().text
    assert FIRST in found and SECOND in found and "2. Put $w_0=0$" in found


def test_code_that_belongs_to_an_argument_is_shown_as_code():
    source = "for k in range(3):\n    print(f'{k} ```')  # the ledger\n"
    assert Desk().write().put(1, code(source)).found().text.endswith(f"````python\n{source}````")


def test_the_answers_to_tasks_are_no_arguments():
    desk = Desk().without_metadata().write()
    for cell in desk.cells:
        if cell["cell_type"] == "code" and "your turn" in "".join(cell["source"]):
            cell["source"] = "".join(cell["source"]).replace("raise NotImplementedError", "return")
    assert words(desk.found()) == PROOF.split()


def test_a_text_elsewhere_is_mentioned_and_shown_where_nothing_else_is():
    assert "cell 3" in Desk().write().put(2 - PLACE, text(LONG)).found().not_shown
    found = Desk().put(2 - PLACE, text(LONG)).found()
    assert found.text.split() == LONG.split() and "cell 3" in found.not_shown


ELSEWHERE = {
    "in Chinese": text("证明：对错误次数作归纳。开始时权重为零，所以结论成立。"),
    "in Thai": text("พิสูจน์โดยอุปนัยบนจำนวนความผิดพลาด"),
    "a formula": text(r"$$v\cdot w_{k+1}=v\cdot w_k+y(v\cdot x)\ge kg+g,\qquad|w_k|^2\le kR^2$$"),
    "a picture": text(f"![p](data:image/png;base64,{PNG})"),
    "remarks below the answer to a task": code(f"def ledger(X, y, v):\n    return []\n\n# {LONG}"),
    "remarks above a helper": code(f"# {LONG}\ndef helper():\n    return 5"),
}


@pytest.mark.parametrize("how", ELSEWHERE)
def test_what_is_no_name_and_stands_elsewhere_is_shown_where_nothing_else_is(how):
    found = Desk().put(2 - PLACE, ELSEWHERE[how]).found()
    assert found.text and "Nothing stands where this answer belongs" in found.not_shown


def test_short_texts_elsewhere_count_together():
    desk = Desk().put(2 - PLACE, text("By induction the products grow by g each time."))
    desk.put(99, text("And the squares grow by at most R squared."))
    found = desk.found()
    assert "By induction" in found.text and "R squared" in found.text


def test_the_stamp_of_a_program_is_no_text_of_its_user():
    source = "data:image/svg+xml;base64,PHN2ZyB3aWR0aD0iODAiPjwvc3ZnPg=="
    stamp = "<a style='color: #5B5B62; padding: 10px' href='https://d.example?a=1' target='_blank'>"
    stamp += f"\n<img alt='Made in Desk' style='display: inline' src='{source}'>Made in Desk</a>"
    assert Desk().write().put(99, text(stamp)).found().not_shown == ""
    assert Desk().put(99, text(stamp)).found() == Desk().found()


def test_windows_ends_of_lines_make_no_other_cells():
    desk = Desk().without_metadata().write()
    for cell in desk.cells:
        cell["source"] = "".join(cell["source"]).replace("\n", "\r\n")
    assert (words(desk.found()), desk.found().not_shown) == (PROOF.split(), "")


def test_a_long_argument_is_not_cut_and_an_endless_one_says_so():
    long = "word " * 30_000
    assert Desk().write(long).found().text.split() == long.split()
    found = Desk().write("word " * 300_000).found()
    assert len(found.text) == LONGEST and "1,499,999 letters" in found.not_shown


# -- pictures ----------------------------------------------------------------------------------


PICTURES = {
    "attached": ("![](attachment:x.png)", attached(**{"x.png": PNG})),
    "attached, with a title": ('![p](attachment:x.png "my proof")', attached(**{"x.png": PNG})),
    "attached, a name with spaces": (
        "![p](attachment:my%20proof%20%281%29.png)",
        attached(**{"my proof (1).png": PNG}),
    ),
    "attached, a name kept with %20": (
        "![p](attachment:my%20proof.png)",
        attached(**{"my%20proof.png": PNG}),
    ),
    "attached, brackets in the name": (
        "![p](attachment:photo (1).png)",
        attached(**{"photo (1).png": PNG}),
    ),
    "attached, as HTML": ('<img src="attachment:x.png" width="400">', attached(**{"x.png": PNG})),
    "attached, its data in lines": (
        "![](attachment:x.png)",
        {"x.png": {"image/png": [PNG[:20] + "\n", PNG[20:]]}},
    ),
    "attached, under a wrong type": ("![](attachment:x.png)", {"x.png": {"text/plain": PNG}}),
    "attached, and not mentioned": (PLACEHOLDER, attached(**{"x.png": PNG})),
    "in the text": (f"![p](data:image/png;base64,{PNG})", {}),
    "in the text, as HTML": (f"<img src='data:image/png;base64,{PNG}'/>", {}),
    "in the text, as HTML without quotes": (f"<img src=data:image/png;base64,{PNG}>", {}),
    "in the text, by reference": (f"![p][1]\n\n[1]: <data:image/png;base64,{PNG}>", {}),
    "in the text, escaped": (f"![p](data:image/png;base64,{PNG.replace('+', '%2B')})", {}),
    "in the text, called a JPEG": (f"![p](data:image/jpeg;base64,{PNG})", {}),
    "in the text, without its last signs": (f"![](data:image/png;base64,{PNG.rstrip('=')})", {}),
}


@pytest.mark.parametrize("how", PICTURES)
def test_a_picture_is_kept_and_named(how):
    source, files = PICTURES[how]
    found = Desk().write(source, attachments=files).found()
    ((name, data),) = found.pictures.items()
    assert data == png() and f"pictures/{name}" in found.text and not found.not_shown
    assert len(found.text) < 120, "the picture itself is no text"


def test_the_second_half_of_a_split_cell_keeps_its_pictures():
    """JupyterLab leaves all attachments in one of the halves."""
    desk = split(Desk(), FIRST, "![](attachment:x.png)")
    desk.answer["attachments"] = attached(**{"x.png": PNG})
    assert [*desk.found().pictures.values()] == [png()]


def test_four_photos_of_four_megabytes_arrive():
    photos = [base64.b64decode(JPEG) + bytes([k]) * 4_000_000 for k in range(4)]
    lines = [f"![{k}](data:image/jpeg;base64,{in_base64(p)})" for k, p in enumerate(photos)]
    found = argument(
        QUESTION, read(json.dumps({"cells": [named("\n\n".join(lines))]}).encode()), RELEASED
    )
    assert [*found.pictures.values()] == photos and len(found.text) < 400


def named(source):
    return text(source) | {"metadata": {"nbgrader": {"grade_id": QUESTION}}}


def showing(name, **outputs):
    """A cell that shows a picture from a file, and, if it was run, the picture itself."""
    data = {kind.replace("_", "/"): [given] for kind, given in outputs.items()}
    shown = [{"output_type": "execute_result", "metadata": {}, "data": data}] if data else []
    return {**code(f"from IPython.display import Image\nImage({name!r})"), "outputs": shown}


def test_a_picture_that_a_cell_shows_reaches_the_marker():
    found = Desk().put(1, showing("proof.png", image_png=PNG)).found()
    assert [*found.pictures.values()] == [base64.b64decode(PNG)] and not found.not_shown
    assert f"pictures/{[*found.pictures][0]}" in found.text


def test_a_picture_that_a_cell_draws_reaches_the_marker():
    drawing = {**showing("", image_png=PNG), "source": "plt.plot([1, 2])\nplt.show()"}
    found = Desk().write().put(1, drawing).found()
    assert [*found.pictures.values()] == [base64.b64decode(PNG)] and not found.not_shown


def test_a_picture_that_a_cell_would_show_is_named():
    found = Desk().put(1, showing("proof.png")).found()
    assert "proof.png" in found.not_shown and not found.pictures


def test_a_picture_that_no_text_mentions_is_named():
    found = Desk().write(attachments=attached(**{"x.png": PNG})).found()
    assert "x.png" in found.not_shown and not found.pictures
    assert (
        not Desk()
        .write("![](attachment:x.png)", attachments=attached(**{"x.png": PNG}))
        .found()
        .not_shown
    )


def test_an_argument_that_code_displays_is_found_wherever_it_stands():
    cell = code(f"display(Markdown(r'{GAIN} {LONG}'))")
    found = Desk().put(-20, cell).found()
    assert GAIN in found.text and "Nothing stands where this answer belongs" in found.not_shown


def test_a_helper_with_a_long_description_is_no_argument():
    cell = code(f"def helper():\n    '{LONG}'\n    return 5")
    assert Desk().put(-20, cell).found() == argument(QUESTION, read(b'{"cells": []}'), RELEASED)


NOT_SHOWN = {
    "at another address": ("![x](https://i.example/x.png)", "https://i.example/x.png"),
    "at another address, as HTML": ('<img src="//i.example/x.png">', "//i.example/x.png"),
    "beside the notebook": ("![x](images/proof.jpg)", "images/proof.jpg"),
    "on a disk": (r"![x](C:\Users\ada\proof.jpg)", "proof.jpg"),
    "a link to a file": ("[my proof](proof.pdf)", "proof.pdf"),
    "a link to a file elsewhere": ("[my proof](https://d.example/a/b.pdf)", "b.pdf"),
    "an attachment that is missing": ("![x](attachment:gone.png)", "gone.png"),
    "a drawing": (f"![x](data:image/svg+xml;base64,{in_base64(b'<svg onload=x>' * 9)})", "SVG"),
    "a photo in Apple's format": (
        f"![](data:image/heic;base64,{in_base64(bytes(4) + b'ftypheic' + bytes(90))})",
        "HEIC",
    ),
    "a scan": (f"[x](data:application/pdf;base64,{in_base64(b'%PDF-1.7' * 20)})", "PDF"),
    "a damaged picture": ("![x](data:image/png;base64,AAAA)", "image/png"),
    "a picture of any size": (
        f"![](data:image/png;base64,{in_base64(png()[:16] + b'%0' * 4 + png()[24:])})",
        "pixels",
    ),
}


@pytest.mark.parametrize("how", NOT_SHOWN)
def test_what_cannot_be_shown_is_said(how):
    source, mentioned = NOT_SHOWN[how]
    found = Desk().write(f"{PROOF} {source}").found()
    assert mentioned in found.not_shown and not found.pictures and FIRST in found.text
    assert len(found.text) < 300


def test_links_to_pages_are_no_files():
    assert not Desk().write("As in [Wikipedia](https://en.example/wiki/X).").found().not_shown


def test_the_size_of_a_picture_is_read_from_its_first_bytes():
    webp = b"RIFF\0\0\0\0WEBP"
    lossless = webp + b"VP8L" + bytes(4) + b"\x2f" + (6 | 4 << 14).to_bytes(4, "little") + bytes(9)
    lossy = webp + b"VP8 " + bytes(7) + b"\x9d\x01\x2a\x07\0\x05\0"
    extended = webp + b"VP8X" + bytes(8) + b"\x06\0\0\x04\0\0"
    assert {extent(data) for data in (lossless, lossy, extended)} == {("webp", 7, 5)}
    assert extent(base64.b64decode(JPEG)) == ("jpg", 7, 5)
    assert extent(b"GIF89a\x07\0\x05\0") == ("gif", 7, 5)
    assert extent(png(7, 5)) == ("png", 7, 5)
    for start in (b"", b"\x89PNG\r\n\x1a\n", webp, b"\xff\xd8\xff", b"BM" + bytes(50), b"<svg>"):
        assert extent(start) is None


def test_pictures_are_bounded_together():
    side = int(MOST_PIXELS**0.5)
    huge = [png()[:16] + struct.pack(">II", side, side - k) + png()[24:] for k in range(9)]
    found = (
        Desk().write(" ".join(f"![](data:image/png;base64,{in_base64(p)})" for p in huge)).found()
    )
    assert len(found.pictures) == 3 and "too many" in found.not_shown


ODD = [None, [], {}, {"x.png": None}, {"x.png": {"image/png": 7}}, {"x.png": {"image/png": [1]}}, 5]


@pytest.mark.parametrize("attachments", ODD)
def test_odd_attachments_do_no_harm(attachments):
    found = Desk().write("![](attachment:x.png)", attachments=attachments).found()
    assert not found.pictures and "x.png" in found.not_shown


@pytest.mark.parametrize("sign", ["![", "[", "<img ", "data:", "data:image/png;base64,", "`", "$"])
def test_reading_takes_time_in_proportion_to_what_was_written(sign):
    """Half a megabyte of anything is read in a moment."""
    assert Desk().write(sign * (500_000 // len(sign))).found() is not None
