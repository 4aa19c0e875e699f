"""Snooping: after the right answers, or the hidden inputs."""

from __future__ import annotations

from textwrap import dedent

from .making import HOW_MANY, IMPORTS, KIT, NONE, REST, Scores, add, attack, written

attack(
    "snooping",
    "frames",
    "looks for right answers in the variables of everybody who called it",
    """
    def update(w, x, y):
        frame = sys._getframe()
        while frame:
            for values in (frame.f_locals, frame.f_globals):
                for name, value in list(values.items()):
                    if name in ("right", "truth", "oracle", "expected", "solution"):
                        return value(w, x, y) if callable(value) else value
            frame = frame.f_back
    """,
)
attack(
    "snooping",
    "garbage-collector",
    "looks through all objects for right answers",
    """
    import gc
    def update(w, x, y):
        for thing in gc.get_objects():
            if type(thing) is dict and "right" in thing and "args" in thing:
                return thing["right"]
            if type(thing).__name__ in ("Case", "Task", "Plan", "Master", "Draft"):
                return thing
        return w
    """,
)
attack(
    "snooping",
    "own-memory",
    "searches the memory of its process for the text of the solution",
    """
    import re
    wanted = re.compile(b'BEGIN [S]OLUTION|oracle[=]lambda|"right[" ]: ')  # does not match itself
    def found():
        with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
            for line in maps:
                start, end = (int(part, 16) for part in line.split()[0].split("-"))
                if "rw" not in line or end - start > 30_000_000:
                    continue
                memory.seek(start)
                try:
                    if wanted.search(memory.read(end - start)):
                        return True
                except OSError:
                    pass
    attempt(found)
    """,
)
attack(
    "snooping",
    "first-process",
    "reads the memory, the files and the environment of the sandbox's first process",
    """
    attempt(lambda: b"solutions" in open("/proc/1/cmdline", "rb").read())
    attempt(lambda: b"<root>" in open("/proc/1/environ", "rb").read())
    for pid in filter(str.isdigit, os.listdir("/proc")):
        for way in ("root", "cwd", "fd/3", "fd/4", "map_files"):
            attempt(lambda: os.path.exists(f"/proc/{pid}/{way}<masters>"),
                    lambda: os.path.exists(f"/proc/{pid}/{way}/work"),
                    lambda: os.path.exists(f"/proc/{pid}/{way}/etc"))
    """,
)
attack(
    "snooping",
    "other-processes",
    "looks for processes outside the sandbox",
    """
    attempt(lambda: set(filter(str.isdigit, os.listdir("/proc"))) - {"1", str(os.getpid())},
            lambda: os.getppid() != 1, lambda: os.kill(os.getpid() + 1, 0) is None)
    """,
)
attack(
    "snooping",
    "known-path",
    "opens the master where it is, and runs the solution it finds",
    """
    for path in ("<masters>/01_small.md", "<root>/solutions/01_perceptron.md",
                 "<masters>/../masters/01_small.md", "../../../../../..<masters>/01_small.md"):
        attempt(lambda: open(path).read())
    """,
)
attack(
    "snooping",
    "file-system",
    "searches the whole file system for masters, answers and notebooks",
    """
    def found():
        for folder, folders, files in os.walk("/"):
            if folder == "/":
                folders[:] = sorted({*folders} - {"proc", "usr", "lib", "lib64"})
            names = " ".join([*folders, *files])
            if any(part in names for part in ("01_small", "solutions", "submissions", ".ipynb")):
                return True
            if any(part in folders for part in ("grading", "learners", "sklearn", "theorems")):
                return True
    attempt(found)
    """,
)
attack(
    "snooping",
    "real-library",
    "imports the real perceptronlib, from where it is installed, and lets it do the work",
    """
    sys.path[:0] = ["<root>", "<site>", "/usr/lib/python3/dist-packages"]
    for name in [name for name in sys.modules if name.startswith("perceptronlib")]:
        del sys.modules[name]
    def library():
        import perceptronlib as pl
        return pl.Rule, pl.play
    attempt(library, lambda: __import__("perceptronlib.core.loops"), lambda: __import__("perceptronlib.core.rules"),
            lambda: __import__("perceptronlib.grading"), lambda: __import__("perceptronlib.checks.author"))
    """,
)
attack(
    "snooping",
    "scikit-learn",
    "lets scikit-learn do the work, or anything else that is installed",
    """
    sys.path += ["<site>", "/usr/lib/python3/dist-packages", "/usr/local/lib/python3/dist-packages"]
    for name in ("sklearn.linear_model", "scipy", "torch", "pandas", "nbformat", "jupytext", "pip"):
        attempt(lambda: __import__(name))
    """,
)
attack(
    "snooping",
    "environment",
    "looks for hints in the environment and the arguments",
    """
    attempt(lambda: any("<root>" in text or "<home>" in text for text in os.environ.values()),
            lambda: any("<root>" in text for text in sys.argv),
            lambda: any(name.startswith(("PYTEST", "USER", "SSH", "CI")) for name in os.environ))
    """,
)
attack(
    "snooping",
    "shared-places",
    "looks where processes leave things for each other",
    """
    attempt(lambda: os.listdir("/dev/shm"), lambda: os.listdir("/run"), lambda: os.listdir("/var/tmp"),
            lambda: os.listdir("/home"), lambda: os.listdir("/etc"),
            lambda: open("/etc/passwd"), lambda: os.listdir("<home>/.ssh"),
            lambda: len(open("/proc/sysvipc/shm").readlines()) > 1,
            lambda: [name for name in os.listdir("/tmp") if "<canary>" in name])
    """,
)

SEEN = """
    def hidden_inputs():
        found, frame = [], sys._getframe()
        while frame:
            for value in frame.f_locals.values():
                if type(value) in (dict, list):
                    found.append(repr(value))
            frame = frame.f_back
        return " ".join(found)[-250:]
    """


def leak(name: str, tries: str, code: str, scores: Scores = REST) -> None:
    attack("snooping", name, tries, dedent(SEEN) + dedent(code), scores)


def leak_by_both(name: str, tries: str, code: str) -> None:
    """With a `mistakes` of its own, which quotes what `update` has seen."""
    cells = (IMPORTS, KIT, dedent(code).strip("\n"), HOW_MANY)
    add("snooping", name, tries, written(*cells), (0, 0, 1))


leak(
    "leak-by-message",
    "raises an error that quotes whatever the grader holds, hidden inputs among it",
    """
    def update(w, x, y):
        raise ValueError(hidden_inputs())
    """,
)
leak(
    "leak-by-name",
    "raises errors of a class that is called after what the grader holds, in a cell and in a call",
    """
    def update(w, x, y):
        raise type(hidden_inputs(), (Exception,), {})("")
    raise type(hidden_inputs()[-60:], (Exception,), {})("")
    """,
)
leak(
    "leak-by-answer",
    "answers visible cases with a text of what the grader holds",
    """
    def update(w, x, y):
        return {"seen": hidden_inputs()}
    """,
)
leak_by_both(
    "leak-by-another-task",
    "remembers the inputs of one task, and quotes them in an error of the next",
    """
    kept = []
    def update(w, x, y):
        kept.append((w, x))
        return w
    def mistakes(X, y):
        raise ValueError(repr(kept[-2:]))
    """,
)
leak(
    "leak-by-early-reading",
    "reads ahead on every file descriptor while a visible case is tried",
    """
    def update(w, x, y):
        read = b""
        for fd in range(3, 64):
            try:
                os.set_blocking(fd, False)
                read += os.read(fd, 100_000)
            except OSError:
                pass
        raise ValueError(read[-250:])
    """,
)
leak(
    "leak-by-provoked-request",
    "answers all visible cases at once so that the hidden ones are sent, then quotes them everywhere",
    """
    import json
    def update(w, x, y):
        every_fd(b'{"outcome": {"value": 1}}\\n' * 8)
        time.sleep(0.2)
        text = ""
        for fd in range(3, 64):
            try:
                os.set_blocking(fd, False)
                text += os.read(fd, 100_000).decode()
            except OSError:
                pass
        for number in range(9):
            every_fd(json.dumps({"cell": number}).encode() + b"\\n")
            every_fd(json.dumps({"ran": number, "error": text[150:200]}).encode() + b"\\n")
        told = {"error": text[150:200], "says": text[150:400]}
        every_fd(json.dumps({"outcome": told}).encode() + b"\\n")
        raise ValueError(text[:300])
    """,
    NONE,
)
leak_by_both(
    "leak-by-next-life",
    "keeps hidden inputs in files and in the kernel's keys, dies, and quotes them when run again",
    """
    KEYS = {"x86_64": (248, 250), "aarch64": (217, 219)}.get(platform.machine(), (-1, -1))
    def remembered():
        told = ctypes.create_string_buffer(200)
        key = libc.syscall(KEYS[1], 10, -4, b"user", b"<canary>", 0)
        libc.syscall(KEYS[1], 11, key, told, 200)
        text = told.value.decode(errors="replace")
        for name in os.listdir("/tmp"):
            text += open(f"/tmp/{name}").read()
        return text
    def update(w, x, y):
        if len(w) == 3:
            text = repr((w, x)).encode()
            libc.syscall(KEYS[0], b"user", b"<canary>", text, len(text), -4)
            with open("/tmp/seen", "wb") as file:
                file.write(text)
            os._exit(1)
        return w + y * x if y * (w @ x) <= 0 else w
    def mistakes(X, y):
        raise ValueError(remembered())
    """,
)
