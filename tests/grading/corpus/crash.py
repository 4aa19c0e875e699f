"""Crashes: whatever ends a program in the middle of a cell or a call."""

from __future__ import annotations

from .making import FULL, HOW_MANY, IMPORTS, MISTAKES, UPDATE, add, answer, attack, written

DEADLY = {
    "exit-at-once": ("ends the process at once", "os._exit(0)"),
    "segmentation-fault": ("reads where no memory is", "ctypes.string_at(0)"),
    "abort": ("gives up", "os.abort()"),
    "killed-by-itself": ("kills itself", "os.kill(os.getpid(), signal.SIGKILL)"),
    "stopped-by-itself": ("stops itself", "os.kill(os.getpid(), signal.SIGSTOP)"),
    "all-files-closed": ("closes all files, the grader's among them", "os.closerange(0, 64)"),
}
for name, (tries, code) in DEADLY.items():
    attack("crash", f"{name}-in-a-cell", f"{tries}, in a cell", code)
    answer("crash", f"{name}-in-a-call", f"{tries}, when it is called", code)
attack("crash", "system-exit", "leaves by sys.exit, in a cell", "sys.exit('3 points')")
attack("crash", "empty-builtins", "takes away all builtins", "__builtins__.__dict__.clear()")
attack(
    "crash",
    "own-base-exception",
    "leaves a cell by an error that is no Exception",
    "class Out(BaseException): pass\nraise Out",
)
answer(
    "crash",
    "system-exit-at-ties",
    "is right, but leaves by sys.exit at every tie",
    "return new if w @ x else sys.exit()",
    (2, 2, 1),
)
answer("crash", "interrupt", "raises KeyboardInterrupt", "raise KeyboardInterrupt")
answer(
    "crash",
    "own-base-exception-in-a-call",
    "leaves a call by an error that is no Exception",
    "raise type('Out', (BaseException,), {})",
)

ERRORS = {
    "error-without-text": (
        "raises an error whose text is an error",
        "class Odd(Exception):\n    def __str__(self): raise ValueError('no text')\nraise Odd",
    ),
    "error-with-endless-text": (
        "raises an error whose text is never finished",
        "class Odd(Exception):\n    def __str__(self):\n        while True: pass\nraise Odd",
    ),
    "error-with-long-text": (
        "raises an error whose text has a hundred million letters",
        "raise ValueError('long ' * 2 * 10**7)",
    ),
    "error-with-half-letters": (
        "raises an error whose text no file can hold",
        "raise ValueError('half \\ud800 a letter \\udfff')",
    ),
    "error-without-name": (
        "raises an error of a class that does not tell its name",
        "class Meta(type):\n    __name__ = property(lambda self: 1 / 0)\n"
        "class Odd(Exception, metaclass=Meta): pass\nraise Odd",
    ),
    "error-with-a-page": (
        "raises an error with HTML and a formula for a spreadsheet in name and text",
        "raise type('<script>alert(1)</script>', (Exception,), {})('=1+1</td><script>alert(2)</script>')",
    ),
}
for name, (tries, code) in ERRORS.items():
    answer("crash", name, tries, code)
add(
    "crash",
    "error-without-name-in-a-cell",
    "defines the right answer, then raises an error of a class that does not tell its name",
    written(
        IMPORTS,
        UPDATE + "\nclass Meta(type):\n    __name__ = property(lambda self: 1 / 0)\n"
        "class Odd(Exception, metaclass=Meta): pass\nraise Odd",
        MISTAKES,
        HOW_MANY,
    ),
    FULL,
)
