"""What students wrote is shown as they meant it, and whatever it is, it can do nothing."""

import re
from pathlib import Path

import html5lib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perceptronlib.grading.showing import missing, shown
from perceptronlib.grading.showing.formulas import ATTRIBUTES, TAGS, formula
from perceptronlib.grading.showing.typed import KEPT

pytestmark = pytest.mark.once

ROOT = Path(__file__).resolve().parents[2]
PICTURE = "pictures/0123456789abcdef0123456789abcdef.png"
ELEMENTS = KEPT | TAGS | {"a", "img", "br", "hr", "h4", "wbr"}
PLAIN = {"class", "title", "start", "open", "alt", "loading", "target", "rel"}

HOSTILE = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//x.org/x.js></SCRIPT>",
    "<img src=x onerror=alert(1)>",
    "<img src='https://x.org/a.png' srcset='https://x.org/b.png 2x'>",
    '<img alt="--><script>alert(1)</script>" src="pictures/x">',
    f"<img src='{PICTURE}' onload='alert(1)'>",
    f'![x]({PICTURE} "\'><script>alert(1)</script>")',
    f'![" onerror="alert(1)]({PICTURE})',
    f"<img alt='\" onerror=\"alert(1)' src={PICTURE}>",
    "![x](javascript:alert(1))",
    "![x](//x.org/a.png)",
    "![x](data:image/svg+xml,<svg onload=alert(1)>)",
    "![x](pictures/../../../secret.png)",
    "[x](javascript:alert(1))",
    "[x](<data:text/html,<script>alert(1)</script>>)",
    "<javascript:alert(1)>",
    "[x]: javascript:alert(1)\n\n[x]",
    "<a href='https://x.org' ping='https://x.org'>x</a>",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<svg><foreignObject><iframe src='javascript:alert(1)'></foreignObject></svg>",
    "<svg/onload=alert(1)>",
    "<math><mi xlink:href='javascript:alert(1)'>x</mi></math>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<iframe src='https://x.org'></iframe>",
    "<object data='x.swf'></object><embed src='x'>",
    "<link rel=stylesheet href='https://x.org'><base href='https://x.org'>",
    "<meta http-equiv=refresh content='0;url=https://x.org'>",
    "<style>@import 'https://x.org'; body { display: none }</style>",
    "<div style='background: url(https://x.org)' class=buttons id=marking>x</div>",
    "<video poster='https://x.org' src='https://x.org' autoplay></video>",
    "<form action='https://x.org'><button formaction='https://x.org'>x</button></form>",
    "<textarea></div></section><script>alert(1)</script>",
    "<template><img src=x onerror=alert(1)></template>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<!--><img src=x onerror=alert(1)>-->",
    "<!-- > --><![CDATA[<img src=x onerror=alert(1)>]]><?php <img src=x> ?>",
    "</div></section></main></body></html><script>alert(1)</script>",
    "<table><tr><td></table></td></tr><p></p></p></div>",
    "<details><summary>x</details></details></details>",
    "<b><p></b></p><i><table></i></table>",
    r"$\href{javascript:alert(1)}{x}$",
    r"$\text{</math><script>alert(1)</script>}$",
    r"$\class{x}{y}\style{background:url(https://x.org)}{x}\color{red}{x}$",
    r"$$\begin{matrix}<img src=x onerror=alert(1)>\end{matrix}$$",
    r"$\text{&lt;script&gt;alert(1)&lt;/script&gt;}$",
    "```html'><script>alert(1)</script>\n<script>alert(1)</script>\n```",
    "```python\n</code></pre><script>alert(1)</script>\n```",
    "`</code><script>alert(1)</script>`",
    "&lt;script&gt;alert(1)&lt;/script&gt; &#60;script&#62;",
    "|a|\n|-|\n|<script>alert(1)</script>|",
    "<p title='\u202e<b' \x00 onclick=alert(1)>x",
]
PIECES = [
    *HOSTILE,
    "\n\n",
    "\n",
    " ",
    "- ",
    "> ",
    "# ",
    "|",
    "*",
    "**",
    "`",
    "$",
    "$$",
    "<",
    ">",
    "'",
]


def elements_of(text):
    """What a browser makes of a text that stands in a section, by the standard's own rules."""
    page = f"<!DOCTYPE html><title>x</title><body><section>{shown(text).html}</section><i id=after>"
    whole = html5lib.parse(page, namespaceHTMLElements=False)
    body = whole.find("body")
    section, after = list(body)
    assert (section.tag, after.tag, after.get("id")) == ("section", "i", "after")
    return list(section.iter())[1:]


def assert_harmless(text):
    for element in elements_of(text):
        tag = str(element.tag).replace("{http://www.w3.org/1998/Math/MathML}", "")
        assert tag in ELEMENTS, (tag, text)
        for name, value in element.attrib.items():
            if name in ("src", "href"):
                assert re.fullmatch(r"pictures/[0-9a-f]{32}\.(png|jpg|gif|webp)", value), text
            else:
                assert name in PLAIN | ATTRIBUTES, (name, text)
            if name == "class":
                assert re.fullmatch("[a-z]+", value)


@pytest.mark.parametrize("text", HOSTILE)
def test_what_is_hostile_becomes_text(text):
    assert_harmless(text)
    assert_harmless(f"Before.\n\n{text}\n\nAfter.")
    assert_harmless(f"- one\n- {text}\n\n> {text}")


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8)), max_size=12).map("".join))
def test_whatever_is_put_together_is_harmless_and_stays_in_its_place(text):
    assert_harmless(text)


@given(st.text(st.sampled_from("<>/!-?='\"& abdipstvxmlo$`*_[]()|\n"), max_size=60))
def test_whatever_is_typed_is_harmless_and_stays_in_its_place(text):
    assert_harmless(text)


@given(st.text(st.sampled_from("\\{}^_&$ abfrcgintledxs<>'\"()[]%#~0123"), max_size=40))
def test_whatever_is_a_formula_is_harmless(tex):
    assert_harmless(f"${tex}$")
    made = formula(tex, display=True)
    assert made.startswith(("<math ", "<code ")) and "<script" not in made


@pytest.mark.parametrize(
    "text, html",
    [
        ("a **b** *c* `d`", "<p>a <strong>b</strong> <em>c</em> <code>d</code></p>"),
        ("H<sub>2</sub>O<br>", "<p>H<sub>2</sub>O<br></p>"),
        ("3. x", '<ol start="3"><li>x\n</li>\n</ol>'),
        ("~~no~~", "<p><s>no</s></p>"),
        ("<details>\n\nb\n\n</details>", '<details open="">\n<p>b</p>\n</details>'),
        ("a\n\n<!-- another cell -->\n\nb", '<p>a</p>\n<hr class="cell">\n<p>b</p>'),
        ("[here](https://x.org)", '<p><span class="link" title="https://x.org">here</span></p>'),
        ("- a</li></ul> b\n- c", "<ul><li>a b\n</li>\n<li>c\n</li>\n</ul>"),
        ("x &lt; y & z < w", "<p>x &lt; y &amp; z &lt; w</p>"),
    ],
)  # fmt: skip
def test_markdown_is_laid_out(text, html):
    assert shown(text).html.strip() == html


@pytest.mark.parametrize(
    "text", ["$x^2$", "$$x^2$$", r"\(x^2\)", r"\[x^2\]", "$$\nx^2\n$$", "Hence $ x^2 $.",
             r"\begin{align}x^2\end{align}", r"$$\begin{aligned}x^2\end{aligned}$$"]
)  # fmt: skip
def test_formulas_are_found_however_they_are_typed(text):
    assert "<msup><mi>x</mi><mn>2</mn></msup>" in shown(text).html


@pytest.mark.parametrize(
    "text",
    [
        r"\[x^2\] tail",
        r"\[x^2\]. tail",
        "\\[\nx^2\n\\] tail",
        r"\[x^2\] (tail)",
        r"\[x^2\](tail)",
        r"\[x^2\]\[tail\]",
        r"- \[x^2\] tail",
        r"> \[x^2\] tail",
        r"tail \[x^2\]",
        "tail\n\\[x^2\\]",
        "> tail\n>\n> \\[\n> x^2\n> \\]",
        "$$x^2$$ (tail)",
        "$$\nx^2\n$$ (tail)",
        "$x^2$\n<!-- tail -->",
    ],
)
def test_what_stands_beside_a_formula_is_shown(text):
    made = shown(text).html
    assert "tail" in re.sub("<[^>]*>", "", made)
    assert "<msup><mi>x</mi><mn>2</mn></msup>" in made


@pytest.mark.parametrize(
    "tex", [r"\frac{1}{", r"\foo x", "x^", r"\newcommand{\a}{b}\a", "a & b", "{" * 3000]
)
def test_a_formula_that_cannot_be_read_is_shown_as_it_was_typed(tex):
    made = shown(f"${tex}$").html
    assert "<math" not in made and tex.replace("&", "&amp;") in made and 'class="tex"' in made


def test_every_formula_of_the_course_is_understood():
    for path in sorted((ROOT / "solutions").glob("*.md")):
        text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.S)
        for tex in set(re.findall(r"\$([^$\n]+)\$", text)):
            assert formula(tex).startswith("<math"), tex


def test_pictures_of_the_results_are_shown_and_others_are_named():
    text = f"![mine]({PICTURE}) ![yours](https://x.org/a.png) ![](pictures/not-shown)"
    made = shown(text).html
    assert made.count("<img ") == 1 and f'src="{PICTURE}" alt="mine"' in made
    assert "[a picture at https://x.org/a.png, which is not loaded: yours]" in made
    assert "[a picture that cannot be shown]" in made


def test_a_drawing_in_svg_is_named():
    assert "[a drawing in SVG, which is not shown]" in shown("<svg>\n<path d='M0'/></svg>").html


def test_a_program_is_coloured_and_says_what_was_written():
    made = shown("```python\ndef f(x):\n    return x < 1  # so\n```").html
    assert '<span class="keyword">def</span>' in made
    assert re.sub("<[^>]*>", "", made).strip() == "def f(x):\n    return x &lt; 1  # so"


@pytest.mark.parametrize(
    "text",
    ["![" * 12_000, "|a" * 3000 + "\n" + "|-" * 3000 + "\n" + "|b\n" * 8000, "<a " * 16_000,
     "\\begin{align}\n" * 1500, "[" * 25_000, "$a " * 16_000, "<!-- " * 10_000, "> " * 25_000,
     "<div>" * 10_000, "[a]: x\n" * 7000, "<svg " * 10_000, "<b x='" * 8000, "`" * 50_000,
     "$" + "{" * 2000 + "$", "$" + "x_" * 1900 + "$", "$" + r"\frac" * 800 + "$", "$x$" * 16_000],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_no_text_makes_an_endless_page(text):
    """Or keeps the reader busy: with a step for each pair of letters, each would take minutes."""
    assert len(shown(text).html) < 2_000_000


def test_a_text_that_is_too_long_is_shown_as_it_was_typed_with_its_pictures():
    made = shown("<b>" + "x" * 60_000 + f"![]({PICTURE})")
    assert made.problem and "&lt;b&gt;xxx" in made.html and f'src="{PICTURE}"' in made.html


def test_nothing_is_missing_here():
    assert missing() == ""
