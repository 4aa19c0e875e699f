"""Odd values: answers that are no numbers, too many of them, or in an odd form."""

from __future__ import annotations

from .making import FULL, IMPORTS, MISTAKES, REST, UPDATE, Scores, add, answer, written

VALUES: dict[str, tuple[str, str, Scores]] = {
    "deep-list": (
        "answers with lists in lists, 5000 deep",
        "deep = []\nfor _ in range(5000): deep = [deep]\nreturn deep",
        REST,
    ),
    "huge-list": ("answers with a million numbers", "return [0.5] * 10**6", REST),
    "wide-answer": (
        "answers with 20 000 numbers, which a record should not quote",
        "return np.full((12, 12, 12, 12), 0.123456789)",
        REST,
    ),
    "empty-lists": ("answers with a million empty lists", "return np.zeros((1000, 1000, 0))", REST),
    "self-reference": (
        "answers with a list that contains itself",
        "own = [1.0]\nown.append(own)\nreturn own",
        REST,
    ),
    "nan": ("answers with NaN", "return w * np.nan", REST),
    "infinity": ("answers with infinity", "return w + np.inf", REST),
    "almost-infinity": ("answers with 1.7e308", "return [1.7e308] * len(x)", REST),
    "huge-number": ("answers with a whole number of 5000 digits", "return 10**5000", REST),
    "complex": ("answers with complex numbers that are real", "return new + 0j", FULL),
    "object-array": (
        "answers with an array of objects",
        "return np.array(list(new), object)",
        FULL,
    ),
    "text": ("answers with the text of the right answer", "return str(new)", REST),
    "texts": ("answers with a list of texts", "return [str(v) for v in new]", REST),
    "bytes": ("answers with bytes", "return new.tobytes()", REST),
    "half-letters": ("answers with a text no file can hold", "return {'\\ud800': '\\udfff'}", REST),
    "nothing": ("has no return", "new", REST),
    "not-implemented": ("answers with NotImplemented", "return NotImplemented", REST),
    "set": ("answers with a set", "return set(new)", REST),
    "generator": ("answers with a generator", "return (v for v in new)", FULL),
    "endless-generator": ("is a generator itself, without end", "while True: yield new", REST),
    "dictionary": ("answers with a dictionary", "return {'w': new, ('a', 1): None}", REST),
    "function": ("answers with a function", "return lambda: new", REST),
    "module": ("answers with a module", "return np", REST),
    "structured": ("answers with a structured array", "return np.zeros(2, 'f8,i4')", REST),
    "single-precision": (
        "answers in single precision, which is not right to nine digits",
        "return new.astype(np.float32)",
        REST,
    ),
    "matrix": (
        "answers with a matrix: one row, not a row of weights",
        "return np.asmatrix(new)",
        REST,
    ),
    "column": ("answers with a column", "return new.reshape(-1, 1)", REST),
    "changed-argument": (
        "changes the array it was given",
        "if y * (w @ x) <= 0: w += y * x\nreturn w",
        REST,
    ),
    "list": ("answers with a list", "return list(new)", FULL),
    "tuple": ("answers with a tuple", "return tuple(float(v) for v in new)", FULL),
    "long-double": ("answers in extended precision", "return new.astype(np.longdouble)", FULL),
    "masked": ("answers with a masked array", "return np.ma.array(new)", FULL),
    "reversed-view": ("answers with a view", "return new[::-1].copy()[::-1]", FULL),
    "changed-copy": (
        "changes a copy of the array it was given",
        "w = w.astype(float).copy()\nif y * (w @ x) <= 0: w += y * x\nreturn w",
        FULL,
    ),
    "ties-forgotten": (
        "forgets ties, and is right otherwise",
        "return w + y * x if y * (w @ x) < 0 else w",
        (2, 2, 1),
    ),
}
for name, (tries, code, scores) in VALUES.items():
    right = scores != REST
    answer("honest but odd" if right else "odd values", f"value-{name}", tries, code, scores)

NUMBERS: dict[str, tuple[str, str, Scores]] = {
    "numpy": ("counts in numpy's whole numbers", "np.int64({})", FULL),
    "float": ("counts in floats", "float({})", FULL),
    "zero-dimensional": ("answers with arrays without a dimension", "np.array({})", FULL),
    "text": ("answers with texts", "str({})", (3, 0, 0)),
    "list": ("answers with lists of one number", "[{}]", (3, 0, 0)),
    "complex": ("answers with complex numbers that are real", "complex({})", FULL),
    "nan": ("answers with NaN", "float('nan') * {}", (3, 0, 0)),
    "fraction": ("answers with fractions", "__import__('fractions').Fraction({})", FULL),
    "nearly": ("is off by a millionth", "{} + 1e-6", (3, 0, 0)),
}
for name, (tries, form, scores) in NUMBERS.items():
    kind = "honest but odd" if scores == FULL else "odd values"
    counted = MISTAKES.replace("return made", f"return {form.format('made')}")
    cells = (IMPORTS, UPDATE, counted, f"how_many = {form.format('2')}")
    add(kind, f"number-{name}", tries, written(*cells), scores)
