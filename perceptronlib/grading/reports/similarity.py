"""Which submissions are near-copies of each other: a reason to look, never a proof.

Code is compared by what it does in which order: names are numbered, layout, comments and docstrings
are dropped. Of all passages of a fixed length, winnowing keeps a few as fingerprints, and what two
submissions have in common is counted in those. That this course has a Winnow of its own is a
coincidence: Schleimer, Wilkerson and Aiken, "Winnowing: local algorithms for document
fingerprinting", SIGMOD 2003.
"""

from __future__ import annotations

import ast
import builtins
import html
import keyword
import re
import warnings
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count, islice
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ..files import write_whole
from .pages import page

__all__ = ["Pair", "near_copies", "write_similarity"]

PASSAGE, WINDOW = 24, 8
"""Tokens of a passage, some two lines; of so many passages in a row at least one is kept."""

LEAST_PRINTS, LARGE_CLASS = 10, 10
"""With fewer fingerprints a submission is too short to tell; what is common is known in a class."""

LONGEST, MOST_TOKENS = 50_000, 100_000
"""Characters of a cell that is parsed, tokens of a submission that are looked at."""

WARNING = (
    "Two people can write the same code by themselves, most of all when a task is short or both "
    "were helped by the same person. What stands here is a reason to look at both, not proof."
)
IGNORED = (ast.expr_context, ast.Import, ast.ImportFrom, ast.Pass)
KEPT = {*dir(builtins), *keyword.kwlist}
WORD = re.compile(r"#.*|[^\W\d]\w*|\d[\w.]*|\"[^\"\n]*\"|'[^'\n]*'|[^\w\s]")
LINES, MIX = re.compile("\r\n|\r|\n"), np.uint64(0x9E3779B97F4A7C15)
Grams = npt.NDArray[np.uint64]
Token = tuple[str, int]  # what it is, "~" before a name; and the line it is on


@dataclass(frozen=True)
class Pair:
    """Two submissions, the share of the smaller one that is in the other, and a passage of both.

    >>> Pair("ada", "bob", 0.93, "while wrong: ...").share
    0.93
    """

    one: str
    other: str
    share: float
    example: str


def near_copies(
    notebooks: Mapping[str, Sequence[str]], handed_out: Iterable[str], least: float = 0.8
) -> list[Pair]:
    """Pairs of students whose code cells have at least this share in common, the most alike first.

    What was handed out does not count; in a class of ten, nor does what more than a third wrote,
    except where whole submissions are the same: these are one pair, `other` naming all but one.

    >>> mine = "\\n".join(f"a{k} = b * {k} + a{k - 1} % 7" for k in range(20))
    >>> yours = mine.replace("a", "x").replace("b", "( y )")
    >>> [pair.share for pair in near_copies({"ada": [mine], "bob": [yours]}, [])]
    [1.0]
    """
    given = {source.strip() for source in handed_out}
    boring = set().union(*(_prints([source]) for source in sorted(given)))
    own = {s: [c for c in cells if c.strip() not in given] for s, cells in notebooks.items()}
    prints_of = {student: set(_prints(own[student])) - boring for student in sorted(own)}
    groups = _same(prints_of)
    pairs = [
        Pair(one, ", ".join(others), 1.0, _passage(own[one], prints_of[one]))
        for one, *others in groups
    ]
    paired = {student for group in groups for student in group}
    if len(prints_of) >= LARGE_CLASS:
        everywhere = Counter(print_ for prints in prints_of.values() for print_ in prints)
        common = {print_ for print_, times in everywhere.items() if 3 * times > len(prints_of)}
        prints_of = {student: prints - common for student, prints in prints_of.items()}
    prints_of = {s: prints for s, prints in prints_of.items() if len(prints) >= LEAST_PRINTS}
    for (one, other), shared in _in_common(prints_of).items():
        share = shared / min(len(prints_of[one]), len(prints_of[other]))
        if share >= least and not {one, other} <= paired:
            passage = _passage(own[one], prints_of[one] & prints_of[other])
            pairs.append(Pair(one, other, round(share, 3), passage))
    return sorted(pairs, key=lambda pair: (-pair.share, pair.one, pair.other))


def _same(prints_of: Mapping[str, set[int]]) -> list[list[str]]:
    """Those whose whole code is the same but for names, however many they are."""
    groups: dict[frozenset[int], list[str]] = {}
    for student, prints in prints_of.items():
        if len(prints) >= LEAST_PRINTS:
            groups.setdefault(frozenset(prints), []).append(student)
    return [group for group in groups.values() if len(group) > 1]


def _in_common(prints_of: Mapping[str, set[int]]) -> Counter[tuple[str, str]]:
    """How many fingerprints pairs share; pairs that share none are never looked at."""
    holders: dict[int, list[str]] = {}
    for student, prints in prints_of.items():
        for print_ in prints:
            holders.setdefault(print_, []).append(student)
    groups, shared = Counter(map(tuple, holders.values())), Counter[tuple[str, str]]()
    for students, times in groups.items():
        shared.update(dict.fromkeys(combinations(students, 2), times))
    return shared


def _prints(cells: Sequence[str]) -> dict[int, tuple[int, int, int]]:
    """The fingerprints of a submission, and where each is found: cell, first and last line."""
    places, tokens_left = dict[int, tuple[int, int, int]](), MOST_TOKENS
    for number, source in enumerate(cells):
        tokens = _tokens(source)[:tokens_left]
        tokens_left -= len(tokens)
        grams = _digests([word for word, _ in tokens])
        for k in _winnowed(grams):
            lines = [line for _, line in tokens[k : k + PASSAGE]]
            places.setdefault(int(grams[k]), (number, min(lines), max(lines)))
    return places


def _winnowed(grams: Grams) -> list[int]:
    """The place of the smallest in each window, the last if there are several; each place once."""
    if not len(grams):
        return []
    windows = np.lib.stride_tricks.sliding_window_view(grams, min(WINDOW, len(grams)))
    last = windows.shape[1] - 1 - windows[:, ::-1].argmin(axis=1)
    return [int(place) for place in np.unique(np.arange(len(windows)) + last)]


def _digests(words: list[str]) -> Grams:
    """A number for each passage, whatever its names are.

    A name counts by how far back it stood last, and as new if that was before the passage: this
    tells the same passages apart as numbering names by first appearance, all passages at once
    (Baker, "A theory of parameterized pattern matching", STOC 1993).
    """
    size = max(0, len(words) - PASSAGE + 1)
    codes = np.array([zlib.crc32(w.encode("utf-8", "replace")) for w in words], dtype=np.uint64)
    back, seen = np.zeros(len(words), dtype=np.uint64), dict[str, int]()
    for k, word in enumerate(words):
        if word[0] == "~":
            codes[k], back[k] = 1, k - seen.get(word, -PASSAGE)
            seen[word] = k
    mixed = np.zeros(size, dtype=np.uint64)
    for k in range(PASSAGE):
        far = back[k : k + size]
        mixed = mixed * MIX + codes[k : k + size] + np.where(far <= k, far, 0).astype(np.uint64)
    mixed = (mixed ^ (mixed >> np.uint64(31))) * MIX
    return mixed ^ (mixed >> np.uint64(29))


def _tokens(source: str) -> list[Token]:
    """What a cell consists of: from its syntax tree if it has one, else from its words."""
    plain = re.sub(r"(?m)^([ \t]*)[%!].*", r"\1pass", source)
    for text in (source, plain) if len(source) <= LONGEST else ():
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return list(_of_tree(ast.parse(text)))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return list(islice(_of_words(source), MOST_TOKENS))


def _of_words(source: str) -> Iterator[Token]:
    for line, text in enumerate(LINES.split(source), start=1):
        for word in WORD.findall(text):
            if word[0] in "\"'":
                yield "str", line
            elif word[0] != "#":
                yield ("" if word in KEPT or not word.isidentifier() else "~") + word, line


def _of_tree(tree: ast.AST) -> Iterator[Token]:
    """The nodes of a tree from top to bottom; without recursion, for trees of any depth.

    Each function has names of its own: in another the same name may be something else.
    """
    waiting, scopes = [(tree, 1, 0)], count(1)
    while waiting:
        node, line, scope = waiting.pop()
        line = getattr(node, "lineno", line)
        silent = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if silent or isinstance(node, IGNORED):  # the former are docstrings, for the most part
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            scope = next(scopes)
        if word := _word(node):
            yield f"{word} {scope}" if word[0] == "~" else word, line
        notes = (getattr(node, "annotation", None), getattr(node, "returns", None))
        children = [child for child in ast.iter_child_nodes(node) if child not in notes]
        waiting += [(child, line, scope) for child in reversed(children)]


def _word(node: ast.AST) -> str:
    if isinstance(node, ast.Name):
        return node.id if node.id in KEPT else f"~{node.id}"
    if isinstance(node, ast.arg):
        return f"~{node.arg}"
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return f"~{node.name}"
    if isinstance(node, ast.Attribute):
        return f".{node.attr}"
    if isinstance(node, ast.keyword):
        return f"{node.arg}="
    if isinstance(node, ast.Constant):
        return "str" if isinstance(node.value, str | bytes) else repr(node.value)[:40]
    if isinstance(node, ast.Module | ast.Expr | ast.arguments):
        return ""
    return "Assign" if isinstance(node, ast.AnnAssign) else type(node).__name__


def _passage(cells: Sequence[str], shared: set[int], most: int = 8) -> str:
    """The longest run of lines that is covered by shared fingerprints, or its beginning."""
    covered = set[tuple[int, int]]()
    for print_, (cell, first, last) in _prints(cells).items():
        if print_ in shared:
            covered.update((cell, line) for line in range(first, min(last, first + 2 * most) + 1))
    best, run = list[tuple[int, int]](), list[tuple[int, int]]()
    for cell, line in sorted(covered):
        if run and run[-1] == (cell, line - 1):
            run.append((cell, line))
        else:
            run = [(cell, line)]
        best = run if len(run) > len(best) else best
    return "\n".join(LINES.split(cells[cell])[line - 1][:120] for cell, line in best[:most])


def write_similarity(out: Path, pairs: Mapping[str, Sequence[Pair]]) -> None:
    """Write similarity.html: for each exercise the pairs that are worth a look, and why.

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp())
    >>> write_similarity(out, {"01_perceptron": [Pair("ada", "bob", 0.93, "while wrong: ...")]})
    >>> "not proof" in (out / "similarity.html").read_text("utf-8")
    True
    """
    body = [f"<p><strong>{html.escape(WARNING)}</strong></p>"]
    for exercise, of_exercise in sorted(pairs.items()):
        body.append(f"<h2>{html.escape(exercise)}</h2>")
        cards = [_card(pair) for pair in of_exercise]
        body += cards or ["<p>No two submissions are near-copies.</p>"]
    write_whole(out / "similarity.html", page("Similar submissions", "\n".join(body)))


def _card(pair: Pair) -> str:
    who = f"{html.escape(pair.one)} and {html.escape(pair.other)}"
    much = f"{pair.share:.0%}" if pair.share < 1 else "All"
    share = f"{much} of what is unusual in the shorter one is in the other."
    share += f" An unusual passage, as {html.escape(pair.one)} wrote it:"
    code = f"<pre><code>{html.escape(pair.example)}</code></pre>"
    return f"<section>\n<h3>{who}</h3>\n<p>{share}</p>\n{code}\n</section>"
