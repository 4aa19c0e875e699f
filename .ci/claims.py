"""What a sentence claims: its numbers, its quantifiers and comparisons, its formulas."""

from __future__ import annotations

import re

from passages import Passage

UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
UNITS += "fifteen sixteen seventeen eighteen nineteen twenty"
TENS = "thirty forty fifty sixty seventy eighty ninety"
VALUES: dict[str, tuple[float, ...]] = {
    **{word: (float(k),) for k, word in enumerate(UNITS.split())},
    **{word: (10.0 * k,) for k, word in enumerate(TENS.split(), 3)},
    **{"hundred": (100.0,), "thousand": (1000.0,), "million": (1e6,), "dozen": (12.0,)},
    **{"half": (2.0, 0.5, 50.0), "third": (3.0,), "quarter": (4.0, 0.25, 25.0), "twice": (2.0,)},
    **{"double": (2.0,), "triple": (3.0,), "fourfold": (4.0,), "tenfold": (10.0,)},
    **{"tenth": (10.0, 0.1), "halves": (2.0, 0.5), "doubles": (2.0,), "doubled": (2.0,)},
    **{"quarters": (4.0, 0.25), "thirds": (3.0,), "hundreds": (100.0,), "thousands": (1000.0,)},
}
"""What a number in words may be in the code."""

DIGITS = r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?(?:st|nd|rd|th)?%?(?![\w])"
COUNTED = "mistakes?|updates?|errors?|rounds?|votes?|degrees?|features?|passe?s?|examples?"
NUMBER_WORDS = "|".join(sorted((set(VALUES) - {"zero", "one", "third"}), key=len, reverse=True))
WORDS = (
    rf"(?:{NUMBER_WORDS})(?:[- ](?:{NUMBER_WORDS}|{'|'.join(UNITS.split()[1:10])}))*",
    rf"(?:one|single) (?:{COUNTED})",
    r"(?:a|one|two) thirds?",
    r"(?:only|exactly|just|at least|at most) once",
    r"at (?:most|least)|(?:more|fewer|less|larger|smaller|longer|greater) than|no more|as many as",
    r"every|each|all|none|no|never|always|exactly|only|any|must|cannot|can't|without exception",
    r"same|equals?|equally|identical|different",
    r"larger|smaller|longer|shorter|wider|narrower|higher|lower|fewer|faster|slower|better|worse",
    r"largest|smallest|longest|shortest|widest|highest|lowest|fewest|best|worst|most",
    r"grows?|falls?|rises?|shrinks?|increases?|decreases?|vanish(?:es)?",
    rf"more (?:{COUNTED})|independent of|if and only if|whatever|whichever|regardless|for ever",
    r"nothing|nobody|impossible|unless|beyond|forever|(?:above|below)(?= [\d~a])",
)
CLAIM = re.compile(rf"{DIGITS}|\b(?:{'|'.join(WORDS)})\b", re.IGNORECASE)
BESIDE = re.compile(
    r"\b(?:not|n't|neither|nor|about|nearly|almost|roughly|some|many|few|several|often|without)\b",
    re.IGNORECASE,
)
"""What changes a claim, but makes none alone."""

RELATION = re.compile(r"[=<>]|\\(?:le|ge|lt|gt|leq|geq|ne|approx|in|to|equiv|propto)(?![a-zA-Z])")
LECTURE = re.compile(r"\b[Ll]ectures?\s+\d\d(?:(?:,| and| to| or)\s+\d\d)*\b")
GOALS = re.compile(r"(?:After this page you can|You need|Minutes:)")
ORDERS = (
    "Move|Drag|Press|Slide|Click|Type|Step|Turn|Choose|Predict|Run|Scroll|Open|Try|Guess|Answer|"
    "Write|Widen|Go|Read|Look|Watch|Count|Fill|Change|Use|Ask|Compare|Start"
)
ORDER = re.compile(rf"(?:Predict: |Your turn[.:] |Then )?(?:{ORDERS})\b", re.IGNORECASE)
Span = tuple[int, int]


def exempt_until(passage: Passage, span: Span) -> int:
    """Where a question, a heading or an order to the student ends: there only digits count."""
    sentence = passage.text[slice(*span)].strip()
    if passage.kind == "heading" or sentence.endswith(("?", "?)")):
        return span[1]
    order = ORDER.match(sentence)
    if not order:
        return span[0]
    stop = re.search(r"[:;]", passage.text[span[0] + order.end() : span[1]])
    return span[0] + order.end() + stop.start() if stop else span[1]


def tokens(
    passage: Passage, span: Span, names: list[Span], notation: tuple[str, ...]
) -> tuple[list[Span], list[Span]]:
    """Where the words, numbers and formulas stand that make a sentence a claim.

    Apart from these, the numbers of its questions and orders. ``names`` are places that only name
    something, such as lecture notes or a work with its year.
    """
    if GOALS.match(passage.text) or GOALS.match(passage.text, span[0]):
        return [], []
    bare = passage.without(*passage.formulas, *passage.codes, *passage.links, *names)
    bare = LECTURE.sub(lambda match: "~" * len(match.group()), bare)
    words = [m.span() for m in CLAIM.finditer(bare, *span)]
    until = exempt_until(passage, span)
    asked = [w for w in words if w[0] < until and re.match(r"\d", bare[w[0] :])]
    words = [w for w in words if w[0] >= until]
    formulas = [
        place
        for place in passage.formulas
        if until <= place[0] < span[1] and is_claim(passage.text[slice(*place)], notation)
    ]
    if words or formulas:
        words += [m.span() for m in BESIDE.finditer(bare, until, span[1])]
    return sorted(words + formulas), asked


def is_claim(formula: str, notation: tuple[str, ...]) -> bool:
    """Does a formula hold a relation or a digit, and does it more than name something?"""
    if formula in notation:
        return False
    return bool(RELATION.search(formula) or re.search(r"\d", formula))


def numbers(text: str) -> list[tuple[str, tuple[float, ...]]]:
    """The numbers of a text, in digits or words, and what each may be in the code.

    >>> numbers("twenty-one of 20,000, or 5%")
    [('twenty-one', (21.0,)), ('20,000', (20000.0,)), ('5%', (5.0, 0.05))]
    """
    found: list[tuple[int, str, tuple[float, ...]]] = []
    text = re.sub(r"(?<=\d)(?:\{,\}|\\,)(?=\d{3})", ",", text)
    text = re.sub(r"_(?:\d|\{[^}]*\})", lambda match: " " * len(match.group()), text)
    for match in re.finditer(r"(?<![\d.])\d+(?:,\d{3})*(?:\.\d+)?%?", text):
        value = float(match.group().rstrip("%").replace(",", ""))
        values = (value, value / 100) if match.group().endswith("%") else (value,)
        found.append((match.start(), match.group(), values))
    for match in re.finditer(rf"\b{WORDS[0]}\b", text, re.IGNORECASE):
        found.append((match.start(), match.group(), _in_words(match.group().lower())))
    return [(said, values) for _, said, values in sorted(found)]


def _in_words(said: str) -> tuple[float, ...]:
    """The value of "twenty-one" or "three hundred"."""
    parts = [VALUES[part] for part in re.split(r"[- ]", said)]
    total = parts[0]
    for part in parts[1:]:
        joins = part[0] >= 100
        total = tuple(a * part[0] if joins else a + part[0] for a in total)
    return total
