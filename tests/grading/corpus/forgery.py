"""Forgery: replies that were never asked for, and values that pretend."""

from __future__ import annotations

from textwrap import dedent

from .making import (
    HOW_MANY,
    IMPORTS,
    MISTAKES,
    NONE,
    REST,
    STUB,
    UPDATE,
    VISIBLE,
    Scores,
    add,
    answer,
    attack,
    cell,
    written,
)

FORGED = f"""
    import json
    def line(**event):
        return json.dumps(event).encode() + b"\\n"
    visible = [{{"array": v, "type": "float"}} for v in {VISIBLE}]
    guesses = [{{"value": v}} for v in [*visible, 3, 1, 2, 2]] + [{{"value": visible[0]}}] * 8
    guesses += [{{"value": 2}}] * 3
    """


def forge(name: str, tries: str, code: str, scores: Scores = REST) -> None:
    attack("forgery", name, tries, dedent(FORGED) + dedent(code), scores)


forge(
    "forged-guesses",
    "answers every call by itself, on every file descriptor: right where it can know, else guesses",
    """
    every_fd(line(calling=True) + b"".join(line(outcome=guess) for guess in guesses))
    """,
    (0, 0, 1),
)
forge(
    "forged-guesses-in-the-old-form",
    "forges whole tasks with their markers, and an end before the answers are complete",
    """
    for task, count in (("update", 12), ("mistakes", 6), ("how_many", 0)):
        every_fd(line(task=task) + b"".join(line(outcome=guess) for guess in guesses[:count]))
    every_fd(line(end=True))
    """,
)
forge(
    "forged-end",
    "says that the calls have begun and that all is over",
    "every_fd(line(calling=True) + line(end=True) + line(task='how_many') + line(finished=True))",
)
forge(
    "forged-markers",
    "forges every marker there is, with values of every type",
    """
    values = [0, 1, 10**9, -1, True, None, "update", [1], {}, {"cell": 1}, 1.5, "x" * 5000]
    for marker in ("ready", "cell", "ran", "task", "end", "error"):
        for value in values:
            every_fd(line(**{marker: value}) + line(**{marker: value, "error": value}))
    """,
)
forge(
    "forged-malformed-lines",
    "writes lines that are no JSON, or JSON of the wrong form",
    r"""
    for bad in (b"", b"{", b"[]", b"null", b"1", b'"x"', b"{}", b"\xff\xfe\x00", b"NaN", b'{"a":'):
        every_fd(bad + b"\n")
    """,
)
forge(
    "forged-wrong-types",
    "answers the visible cases with outcomes of the wrong form; the rest comes a call too late",
    """
    bad = [5, None, [], {"value": {"code": "1"}}, {"value": {"array": "x", "type": "int"}},
           {"value": 1, "missing": True}, {"error": 5, "says": []}, {"slow": True}]
    every_fd(line(calling=True) + b"".join(line(outcome=o) for o in bad))
    """,
    NONE,
)
forge(
    "forged-in-the-call",
    "writes the answers to the other cases while the first is being tried",
    """
    def update(w, x, y):
        every_fd(b"".join(line(outcome=guess) for guess in guesses))
        return w
    """,
    (0, 0, 1),
)
forge(
    "forged-right-then-dead",
    "answers the visible cases rightly and ends the process before a hidden one is asked",
    """
    def update(w, x, y):
        every_fd(b"".join(line(outcome=guess) for guess in guesses[:4]))
        os._exit(0)
    """,
    NONE,
)
forge(
    "forged-huge-line",
    "writes a line of six million letters that does not end",
    "every_fd(b'x' * 6_000_000)",
)
forge(
    "forged-flood",
    "writes a million short lines",
    "every_fd(b'{}\\n' * 3_000_000)",
)
forge(
    "forged-deep-line",
    "writes a line of 200 000 brackets",
    "every_fd(b'[' * 200_000 + b'\\n' + b'{\"cell\":' * 50_000 + b'\\n')",
)
forge(
    "forged-huge-number",
    "answers with a number of 100 000 digits, in which converting takes long",
    """
    def update(w, x, y):
        every_fd(b'{"outcome": {"value": ' + b"9" * 100_000 + b"}}\\n")
        os._exit(0)
    """,
)
forge(
    "forged-long-text",
    "answers a visible case with a text of three million letters, for the record to hold",
    """
    def update(w, x, y):
        every_fd(line(outcome={"value": "long " * 600_000}))
        os._exit(0)
    """,
)
forge(
    "forged-half-letters",
    "answers with half a surrogate pair, which no file can hold",
    """
    def update(w, x, y):
        every_fd(line(outcome={"error": "\\ud800", "says": "half a letter \\udfff"}))
        os._exit(0)
    """,
)
forge(
    "forged-by-a-thread",
    "writes junk for a while, beside everything else",
    """
    def junk():
        for _ in range(200):
            every_fd(line(task="update", score=3))
            time.sleep(0.001)
    threading.Thread(target=junk, daemon=True).start()
    """,
)
attack(
    "forgery",
    "patched-numpy",
    "makes all of numpy's comparisons say yes",
    """
    for module in (np, np.testing):
        for name in dir(module):
            if name.startswith(("assert_", "array_equ", "allclose", "isclose", "equal")):
                setattr(module, name, lambda *_, **__: True)
    def update(w, x, y):
        return w
    """,
)
attack(
    "forgery",
    "patched-json",
    "changes what json writes, in the encoder that everybody shares",
    """
    import json
    def encode(event):
        if "outcome" in event:
            return '{"outcome": {"value": true, "score": 3}}'
        return json.JSONEncoder().encode(event)
    json._default_encoder.encode = encode
    json.loads = lambda *_: {"share": 1.0}
    """,
    NONE,
)
attack(
    "forgery",
    "patched-builtins",
    "changes builtins: comparisons, sums and rounding are always in its favour",
    """
    import builtins
    builtins.all = builtins.any = lambda *_: True
    builtins.min = builtins.max
    builtins.round = lambda *_: 3
    builtins.abs = lambda _: 0
    def update(w, x, y):
        return w
    """,
)
attack(
    "forgery",
    "patched-checks",
    "replaces the functions of perceptronlib.checks that turn answers into plain values",
    f"""
    import perceptronlib.checks.plain as plain, perceptronlib.checks.trying as trying
    plain.to_plain = trying.to_plain = lambda value: {{"array": {VISIBLE[0]}, "type": "float"}}
    trying.outcome_of = lambda *_: {{"value": True}}
    def update(w, x, y):
        return w
    """,
    NONE,
)
attack(
    "forgery",
    "replaced-outcome-of",
    "walks up to the grader's frame and replaces its functions by its own",
    """
    frame = sys._getframe()
    while frame:
        for name in ("outcome_of", "answer", "say"):
            if name in frame.f_locals:
                frame.f_locals[name] = lambda *_, **__: {"value": 1}
                ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(frame), ctypes.c_int(0))
        frame.f_globals.update(outcome_of=lambda *_: {"value": 1})
        frame = frame.f_back
    """,
)
attack(
    "forgery",
    "pretended-verdict",
    "defines scores and verdicts wherever one could look for them",
    """
    score = points = grade = total = verdict = 3
    check = lambda name: print(f"{name}: all cases are right, 3 of 3 points")
    check("update")
    update.score = update.passed = True
    """,
)
attack(
    "forgery",
    "results-file",
    "leaves results of its own where graders look for them",
    """
    import json
    for name in ("results.json", "update.json", "gradebook.db", "score", "records/update.json"):
        os.makedirs(os.path.dirname(f"/tmp/{name}"), exist_ok=True)
        with open(f"/tmp/{name}", "w") as file:
            json.dump({"score": 3, "tests": [{"name": "update", "score": 3, "max_score": 3}]}, file)
    """,
)
attack(
    "forgery",
    "traced-grader",
    "traces the grader's own functions and changes what they return",
    """
    def trace(frame, event, arg):
        values = frame.f_locals
        for name in ("outcome", "value", "share"):
            if name in values and frame.f_code.co_filename.startswith("/box"):
                values[name] = 1.0
        return trace
    sys.settrace(trace)
    frame = sys._getframe()
    while frame:
        frame.f_trace, frame = trace, frame.f_back
    threading.settrace(trace)
    def update(w, x, y):
        return w
    """,
    NONE,
)
attack(
    "forgery",
    "rewritten-syntax",
    "would rewrite every later cell as it is compiled, and every module as it is imported",
    """
    import ast, builtins
    class Yes(ast.NodeTransformer):
        def visit_Compare(self, node):
            return ast.Constant(True)
    real = builtins.compile
    def compile_yes(source, name, mode, *args, **more):
        tree = Yes().visit(real(source, name, mode, ast.PyCF_ONLY_AST))
        return real(ast.fix_missing_locations(tree), name, mode)
    builtins.compile = compile_yes
    class Hook:
        def find_spec(self, name, path=None, target=None):
            sys.modules[name] = sys.modules["numpy"]
    sys.meta_path.insert(0, Hook())
    """,
)
attack(
    "forgery",
    "exit-handlers",
    "forges its answers when the process ends, and when objects are deleted",
    """
    import atexit
    class Late:
        def __del__(self):
            every_fd(b'{"outcome": {"value": true}}\\n')
    late = Late()
    atexit.register(late.__del__)
    """,
)
add(
    "forgery",
    "pretended-outputs",
    "hands in outputs that say everything is right, and metadata with a thousand points",
    written(
        IMPORTS,
        cell(
            STUB + "\n",
            name="update",
            outputs=[{"output_type": "stream", "name": "stdout", "text": "3 of 3 points"}],
        ),
        cell(
            'check("update")',
            metadata={"nbgrader": {"grade_id": "update-test", "grade": True, "points": 1000}},
        ),
        MISTAKES,
        HOW_MANY,
    ),
    REST,
)
add(
    "forgery",
    "own-hidden-tests",
    "states a task of its own under the name of ours, with an oracle that agrees",
    written(
        IMPORTS,
        "def update(w, x, y):\n    return w",
        "### BEGIN HIDDEN TESTS\nfrom perceptronlib.checks.author import case, task\n"
        "task('update', update, points=3, oracle=update, visible=[case(1, 1, 1)])\n"
        "### END HIDDEN TESTS",
        MISTAKES,
        HOW_MANY,
    ),
    REST,
)
attack(
    "forgery",
    "visible-cases-by-heart",
    "knows the answers to the visible cases, and nothing else",
    """
    def update(w, x, y):
        known = {(-2, 1, 1): [-1, 1], (2, 1, -1): [-1, -1], (2, 1, 1): [1, 0]}
        return [2, 1] if not np.any(w) else known.get((*x, y), [0, 0])
    """,
)

PRETENDERS = {
    "always-equal": (
        "answers with an object that is equal to everything",
        """
        class Anything:
            __eq__ = __le__ = __ge__ = __contains__ = lambda self, other: True
            __ne__ = __lt__ = __gt__ = lambda self, other: False
            __hash__ = lambda self: 0
            __bool__ = lambda self: True
            __len__ = lambda self: len(x)
            __iter__ = lambda self: iter([self] * len(x))
        return Anything()
        """,
    ),
    "pretended-class": (
        "answers with an object whose __class__ says it is an array",
        """
        class Array:
            __class__ = np.ndarray
            dtype, size, ndim, shape = np.dtype(float), 1, 1, (1,)
            tolist = lambda self: [self] * 3
            __eq__ = lambda self, other: True
            __array__ = lambda self, *_, **__: np.ones(3)
        return Array()
        """,
    ),
    "conversions": (
        "answers with an object that turns into whatever number is asked for",
        """
        class Number:
            __float__ = lambda self: 1.0
            __index__ = __int__ = lambda self: 1
            __array__ = lambda self, *_, **__: np.ones(len(x))
            __getattr__ = lambda self, name: self
            __call__ = lambda self, *_: self
        return Number()
        """,
    ),
    "lying-array": (
        "answers with an array of a class that lies about what is in it",
        """
        class Liar(np.ndarray):
            __eq__ = lambda self, other: True
            tolist = lambda self: [True] * len(x)
            size = property(lambda self: 0)
        return np.zeros(len(x)).view(Liar)
        """,
    ),
    "lying-list": (
        "answers with lists and texts of classes that are equal to everything",
        """
        class List(list):
            __eq__ = lambda self, other: True
        class Text(str):
            __eq__ = lambda self, other: True
        return List([Text("1")] * len(x))
        """,
    ),
    "lying-item": (
        "answers with a numpy scalar that gives an endless answer when it is unpacked",
        """
        class Scalar(np.float64):
            item = lambda self: self
            __float__ = lambda self: float("nan")
        return Scalar(1.0)
        """,
    ),
}
for name, (tries, code) in PRETENDERS.items():
    answer("forgery", name, tries, code)
add(
    "forgery",
    "always-equal-value",
    "answers a question with an object that is equal to everything",
    written(
        IMPORTS,
        UPDATE,
        MISTAKES,
        "class Anything:\n    __eq__ = lambda self, other: True\n    __class__ = int\n"
        "how_many = Anything()",
    ),
    (3, 2, 0),
)
