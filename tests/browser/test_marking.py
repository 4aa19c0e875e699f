"""The marking page in a real browser: by keyboard alone, in light and dark, hostile answers too."""

import contextlib
import io
import threading
import time

import pytest
from PIL import Image, ImageDraw

from perceptronlib.grading.marking.desk import Desk
from perceptronlib.grading.marking.server import Server
from perceptronlib.grading.pictures import Pictures, keep
from perceptronlib.grading.record import ManualAnswer, Record
from perceptronlib.grading.records import Records
from perceptronlib.grading.reports.answers import write_answers
from perceptronlib.grading.reports.asked import Asked, write_asked
from perceptronlib.grading.reports.marks import Marks, write_form
from tests.browser.looking import SCREENSHOTS, barriers, photograph
from tests.grading.test_showing import HOSTILE, PICTURE

WEEK = "03_mistake_bounds"
PROOF = r"""**Claim 2.** A mistake means $y\,(w\cdot x)\le0$, so

$$
\begin{aligned}
|w_k|^2 &= |w_{k-1}|^2 + 2y\,(w_{k-1}\cdot x) + |x|^2 \\
        &\le |w_{k-1}|^2 + R^2 .
\end{aligned}
$$

Hence $kg \le v\cdot w_k \le |v|\,|w_k| \le |v|\sqrt{k}\,R$, and this is what I ran:

```python
def update(w, x, y):
    return w + y * x if y * (w @ x) <= 0 else w  # a tie counts
```

| $k$ | $\lvert w_k\rvert^2$ |
|---|---|
| 1 | 25 |
"""
RUBRIC = r"""**Model answer.** By Cauchy-Schwarz
$kg\le v\cdot w_k\le|v||w_k|\le|v|\sqrt{|w_0|^2+kR^2}$.

**Rubric.**

- 1 point: claim 1, with $y\,(v\cdot x)\ge g$ as the reason.
- 1 point: claim 2, with $|w_0|^2$ as the first term.
- 1 point: Cauchy-Schwarz named."""


def photo():
    """What a telephone makes of a proof on paper."""
    image = Image.new("RGB", (1200, 700), "#f7f3e3")
    draw = ImageDraw.Draw(image)
    for k in range(9):
        draw.line([(80, 90 + 65 * k), (1050 - 60 * (k % 3), 90 + 65 * k)], fill="#223", width=5)
    data = io.BytesIO()
    image.save(data, "JPEG")
    return data.getvalue()


def write_results(out):
    """A class as the grader leaves it: six arguments to one question, two to another."""
    pictures = Pictures()
    text = pictures.taken_out("My proof:\n\n![my proof](attachment:a.jpg)", {"a.jpg": attached()})
    keep(out, pictures.kept)
    (mine,) = pictures.kept
    hostile = "\n\n".join([*HOSTILE, "![far](https://example.org/a.png)", "The end."])
    hostile = hostile.replace(PICTURE, f"pictures/{mine}")
    far = "Pictures at other addresses are not loaded: https://example.org/a.png."
    answers = {
        "ada": ManualAnswer("bound", "The bound", 3, PROOF),
        "bob": ManualAnswer("bound", "The bound", 3, text, tuple(pictures.kept)),
        "eve": ManualAnswer("bound", "The bound", 3, hostile, (), far),
        "kim": ManualAnswer("bound", "The bound", 3, ""),
        "lea": ManualAnswer("bound", "The bound", 3, "It is a *squeeze*."),
        "max": ManualAnswer("bound", "The bound", 3, "I do not know."),
    }
    found = [Record("k", WEEK, manual=(said,), student=who) for who, said in answers.items()]
    why = ManualAnswer("why", "Why a tie counts", 12, "Since $w=0$.")
    found += [Record("k", "01_perceptron", manual=(why,), student=who) for who in ("ada", "bob")]
    records = Records(out)
    for record in found:
        records.keep(record)
    asked = [
        Asked(WEEK, "bound", "**Argument (3 points).** Prove the bound.", RUBRIC, "The bound"),
        Asked("01_perceptron", "why", "Why?", "**Rubric.** A point a step.", "Why a tie counts"),
    ]
    write_form(out, found)
    write_asked(out, found, asked)
    write_answers(out, found, asked)
    return found


def attached():
    import base64

    return {"image/jpeg": base64.b64encode(photo()).decode()}


class Window:
    """The page in a window, and all that happened there."""

    def __init__(self, chromium, server, **settings):
        settings = {"viewport": {"width": 1280, "height": 800}, **settings}
        self.context = chromium.new_context(**settings)
        self.context.set_default_timeout(10_000)
        self.page = self.context.new_page()
        self.troubles, self.asked = [], []
        self.page.on("console", lambda said: self.troubles.append(said.text))
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.troubles.append("a dialog"), dialog.dismiss()))
        self.page.on("popup", lambda popup: self.troubles.append("a window"))
        self.context.on("request", lambda request: self.asked.append(request.url))
        self.page.goto(server if isinstance(server, str) else server.address)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def says(self, place, text):
        """Wait until something is said there."""
        self.page.wait_for_function(
            "([place, text]) => document.querySelector(place).textContent.includes(text)",
            arg=[place, text],
        )

    def reads(self, words):
        """Go on by keyboard until an answer with these words is shown."""
        for key in "n" * 8 + "p" * 8:
            if words in self.page.inner_text("#reading"):
                return
            before = self.page.url
            self.press(key)
            self.page.wait_for_function(
                "url => location.href !== url || saved.textContent.startsWith('This is the')",
                arg=before,
            )
        raise AssertionError(f"no answer says {words}")


@pytest.fixture
def server(tmp_path):
    write_results(tmp_path)
    with Server(Desk(tmp_path)) as serving:
        threading.Thread(target=serving.serve_forever, args=(0.01,), daemon=True).start()
        yield serving
        serving.shutdown()


@pytest.fixture
def opened(chromium, server):
    """Opens windows on the page; afterwards nothing may have gone wrong in any of them."""
    with contextlib.ExitStack() as stack:
        windows = []

        def open_one(**settings):
            windows.append(Window(chromium, server, **settings))
            stack.callback(windows[-1].context.close)
            windows[-1].says("#progress", "of 8 done")
            windows[-1].page.wait_for_selector("#answer > *")
            return windows[-1]

        yield open_one
        for window in windows:
            assert not window.troubles
            assert all(url.startswith(server.address) for url in window.asked)


def form(server):
    """The marks and comments that are in the form, by student."""
    marks = Marks.read(server.desk.out / "marks.csv")
    return {row.key[0]: (row.mark, row.comment) for row in marks.rows if row.key[1] == WEEK}


def test_a_pile_is_marked_by_keyboard_alone(opened, server):
    window = opened()
    window.reads("Not marked yet")
    window.says("#progress", "1 of 8 done")  # nothing was written in one of them
    window.page.evaluate(
        "['n', '3'].forEach(key => document.dispatchEvent(new KeyboardEvent('keydown', {key})))"
    )  # faster than anybody types: the next answer is not there yet
    window.says("#saved", "Not saved: that answer was not shown yet.")
    assert {mark for mark, _ in form(server).values()} == {""}
    window.reads("squeeze")
    window.press("2", ".")
    window.says("#saved", "Saved: 2.5.")
    window.press("c")
    window.page.keyboard.type("Which squeeze?")
    window.says("#saved", "Saved.")
    window.press("Escape")
    assert form(server)["lea"] == ("2.5", "Which squeeze?")
    window.press("-", "z", "z")
    window.says("#mark", "2.5")
    window.page.wait_for_function("() => !comment.value && saved.textContent === 'Saved.'")
    assert form(server)["lea"] == ("2.5", "")
    window.press("4")
    window.says("#saved", "There are 3 points at most.")
    window.says("#progress", "2 of 8 done")
    window.press("N")
    window.says("#points-are", "of 12")
    window.press("1", "1")
    window.says("#saved", "Saved: 11.")
    seen = []
    for _ in range(5):
        window.press("Enter")
        window.page.wait_for_function("seen => !seen.includes(location.hash)", arg=seen)
        seen.append(window.page.evaluate("location.hash"))
        window.says("#state", "Not marked yet")
        window.press("1")
        window.says("#saved", "Saved: 1.")
    window.says("#progress", "8 of 8 done")
    window.press("u")
    window.says("#saved", "All answers are marked.")
    assert "ada" not in window.page.inner_text("body")
    window.press("s")
    window.page.wait_for_function(
        "() => /^(ada|bob|eve|kim|lea|max)$/.test(document.querySelector('#who').textContent)"
    )
    window.press("o", "p", "r", "?")
    assert window.page.locator("#order").get_attribute("aria-pressed") == "true"
    assert window.page.locator("#help").is_visible()
    window.press("Escape")
    assert not window.page.locator("#help").is_visible()


def test_a_comment_is_saved_though_the_window_is_closed_at_once(opened, server):
    window = opened()
    window.reads("squeeze")
    window.press("c")
    window.page.keyboard.type("Good")
    window.page.close(run_before_unload=True)
    for _ in range(100):
        if form(server)["lea"] == ("", "Good"):
            return
        time.sleep(0.05)
    raise AssertionError(form(server))


def test_it_opens_where_it_was_left_at_the_first_answer_without_a_mark(opened, server):
    window = opened()
    first = window.page.evaluate("location.hash")
    window.press("1")
    window.says("#saved", "Saved: 1.")
    assert opened().page.evaluate("location.hash") != first
    window.page.reload()
    window.says("#state", "Marked: 1 of")
    assert window.page.evaluate("location.hash") == first


def test_who_writes_a_comment_is_not_disturbed_by_a_grader(opened, server):
    """Another answer comes in, and letters must not become keys."""
    window = opened()
    window.reads("squeeze")
    window.press("c")
    window.page.keyboard.type("Good, 2")
    said = ManualAnswer("bound", "The bound", 3, "Late.")
    found = [*write_results(server.desk.out), Record("k", WEEK, manual=(said,), student="zoë")]
    Records(server.desk.out).keep(found[-1])
    write_form(server.desk.out, found)
    write_asked(server.desk.out, found, [])
    window.page.evaluate("dispatchEvent(new Event('focus'))")
    window.says("#progress", "1 of 9 done")
    window.page.keyboard.type(" steps.")
    window.says("#saved", "Saved.")
    window.page.wait_for_function("() => comment.value === 'Good, 2 steps.'")
    window.press("Escape")
    window.says("#saved", "Saved.")
    assert form(server)["lea"] == ("", "Good, 2 steps.")


def test_two_markers_see_each_other_and_what_a_spreadsheet_does(opened, server):
    """Every two seconds, and whenever somebody comes back to the window."""
    xenia, yusuf = opened(), opened()
    for window, name in ((xenia, "Xenia"), (yusuf, "Yusuf")):
        window.page.fill("#by", name)
        window.press("Tab")
        window.page.focus("#who")
        window.reads("squeeze")

    def comes_back(window, place, text):
        window.page.evaluate("dispatchEvent(new Event('focus'))")
        window.says(place, text)

    xenia.press("1")
    xenia.says("#saved", "Saved: 1.")
    comes_back(yusuf, "#given", "Xenia: 1")
    yusuf.press("2")
    yusuf.says("#saved", "Saved: 2.")
    comes_back(xenia, "#state", "Two different marks: none counts")
    yusuf.press("=")
    yusuf.says("#state", "Marked: 2 of 3")
    comes_back(xenia, "#state", "Marked: 2 of 3")
    path = server.desk.out / "marks.csv"
    text = path.read_text("utf-8-sig").replace(",2,,", ",3,,", 1)
    path.write_text(text, encoding="utf-8")
    comes_back(yusuf, "#news", "marks.csv was edited elsewhere")
    path.write_text("a table")
    comes_back(yusuf, "#problem", "no mark of it counts")


def test_hostile_answers_run_nothing_and_ask_for_nothing(opened, server):
    """A title that changed, a dialog, a window, a word in the console, a request: none of these."""
    window = opened()
    window.reads("The end.")
    window.page.wait_for_timeout(300)
    assert window.page.title() == "1 of 8 marked"
    text = window.page.inner_text("#reading")
    assert "<script>alert(1)</script>" in text
    assert "Pictures at other addresses are not loaded: https://example.org/a.png." in text
    assert "[a picture at https://example.org/a.png, which is not loaded: far]" in text
    inside = window.page.evaluate(
        "() => [...document.querySelectorAll('#answer *')].map(one => one.localName)"
    )
    assert not {"script", "style", "svg", "iframe", "object", "embed", "link", "form"} & {*inside}
    window.press("2")  # and the page still works
    window.says("#saved", "Saved: 2.")


def test_the_page_with_all_answers_runs_nothing_and_shows_its_pictures(chromium, server):
    out = server.desk.out
    window = Window(chromium, f"file://{out / 'to_mark.html'}")
    with contextlib.closing(window.context):
        window.page.wait_for_function(
            "() => [...document.images].every(one => (one.loading = 'eager') && one.naturalWidth)"
        )
        assert window.page.locator("img").count() == 1 + "".join(HOSTILE).count(PICTURE)
        assert window.page.locator("math").count() > 10 and window.page.title() == "To be marked"
        assert not window.troubles
        assert all(url.startswith(f"file://{out}/") for url in window.asked)
        if SCREENSHOTS:
            window.page.screenshot(path=f"{SCREENSHOTS}/to_mark.png", full_page=True)


@pytest.mark.parametrize("width", [1280, 390])
def test_nobody_meets_a_barrier_and_nothing_is_cut(opened, width):
    window = opened(viewport={"width": width, "height": 800})
    for words in ("Claim 2", "My proof", "The end.", "0 points by itself"):
        window.reads(words)
        window.page.wait_for_function(
            "() => [...document.querySelectorAll('#answer img')]"
            ".every(one => (one.loading = 'eager') && one.naturalWidth)"
        )
        assert window.page.evaluate("document.documentElement.scrollWidth") <= width
        for scheme in ("light", "dark"):
            window.page.emulate_media(color_scheme=scheme)
            photograph(window.page, f"marking_{width}_{words[:5].strip()}_{scheme}")
            if words == "Claim 2" or (words == "The end." and width == 1280):
                assert barriers(window.page, "body") == [], (words, scheme)
    window.press("?")
    assert barriers(window.page, "body") == []
    photograph(window.page, f"marking_{width}_help")
