"""Exhaustion: more than its share of time, memory, processes and files."""

from __future__ import annotations

from .making import HOW_MANY, IMPORTS, MISTAKES, REST, add, answer, attack, written

attack(
    "exhaustion",
    "fork-bomb",
    "starts fifty processes that stay",
    """
    made = 0
    for _ in range(50):
        try:
            if os.fork() == 0:
                time.sleep(20)
                os._exit(0)
            made += 1
        except OSError:
            pass
    attempt(lambda: made > 8)
    """,
)
attack(
    "exhaustion",
    "daemon",
    "leaves a process behind that has cut all its ties, and will write and call home later",
    """
    if os.fork() == 0:
        os.setsid()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        if os.fork() == 0:
            os.closerange(0, 64)
            time.sleep(1.5)
            open("<home>/<canary>-late", "w").close()
            socket.create_connection(("127.0.0.1", <port>), 0.3)
            time.sleep(20)
        os._exit(0)
    """,
)
attack(
    "exhaustion",
    "daemon-that-writes",
    "leaves a process behind that keeps the grader's pipe open and writes to it",
    """
    if os.fork() == 0:
        while True:
            every_fd(b'{"later": 1}\\n')
            time.sleep(0.05)
    os._exit(0)
    """,
)
attack(
    "exhaustion",
    "spinning-threads",
    "computes in threads while it is graded",
    """
    def spin():
        while True:
            pass
    for _ in range(50):
        try:
            threading.Thread(target=spin, daemon=True).start()
        except RuntimeError:
            break
    attempt(lambda: threading.active_count() > 8)
    sys.setswitchinterval(0.0005)
    """,
)
attack(
    "exhaustion",
    "waiting-program",
    "starts a program that sleeps, and waits for it",
    """
    import subprocess
    subprocess.run([sys.executable, "-c", "import time; time.sleep(30)"])
    """,
)
attack(
    "exhaustion",
    "memory",
    "takes two gigabytes at once, and then a little more again and again",
    """
    attempt(lambda: bytearray(2**31))
    attempt(lambda: np.ones(2**28))
    kept = []
    def more():
        while len(kept) < 20:
            kept.append(bytearray(2**26))
        return True
    attempt(more)
    kept.clear()
    """,
)
answer(
    "exhaustion",
    "memory-in-a-call",
    "takes two gigabytes when it is called",
    "return new + np.zeros(2**31)",
)
attack(
    "exhaustion",
    "full-disk",
    "fills every place it can write to",
    """
    def fill():
        total = 0
        for k in range(8):
            try:
                with open(f"/tmp/{k}", "wb", 0) as file:
                    while total < 2**28:
                        total += file.write(bytes(2**20))
            except OSError:
                pass
        return total > 17 * 2**20
    attempt(fill)
    """,
)
attack(
    "exhaustion",
    "large-file",
    "writes a large file that needs no place",
    """
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    def sparse():
        with open("/tmp/sparse", "wb") as file:
            return file.truncate(2**32)
    def nameless():
        return os.ftruncate(os.memfd_create("x"), 2**32) is None
    attempt(sparse, nameless)
    """,
)
attack(
    "exhaustion",
    "many-files",
    "opens files until no more can be opened, and leaves them open",
    """
    kept = []
    try:
        while len(kept) < 5000:
            kept.append(open("/dev/null"))
    except OSError:
        pass
    attempt(lambda: len(kept) > 100)
    """,
)
attack(
    "exhaustion",
    "endless-cell",
    "never finishes a cell",
    "while True: pass",
)
attack(
    "exhaustion",
    "endless-cell-that-swallows",
    "never finishes a cell, whatever is thrown at it",
    """
    for number in range(1, 65):
        try:
            signal.signal(number, signal.SIG_IGN)
        except (OSError, ValueError):
            pass
    while True:
        try:
            while True:
                time.sleep(0.01)
        except BaseException:
            pass
    """,
)
answer("exhaustion", "endless-call", "never returns", "while True: pass")
answer("exhaustion", "sleeping-call", "sleeps", "time.sleep(60)")
answer(
    "exhaustion",
    "sleeping-hidden-call",
    "sleeps as soon as an input is not one of the visible ones",
    "return new if len(w) == 2 else time.sleep(60)",
)
answer(
    "exhaustion",
    "uninterruptible-call",
    "computes a number with three hundred million digits, in one instruction",
    "return 9 ** 9 ** 9",
)
answer(
    "exhaustion",
    "slow-calls",
    "needs for each call a little less than it may",
    "end = time.process_time() + <nearly>\nwhile time.process_time() < end: pass\nreturn new",
)
answer("exhaustion", "recursion", "calls itself without end", "return update(w, x, y)")
answer(
    "exhaustion",
    "deep-recursion",
    "calls itself until the stack is gone",
    "sys.setrecursionlimit(10**9)\nreturn update(w, x, y)",
)
attack(
    "exhaustion",
    "flood-of-prints",
    "prints fifty million letters, on both streams",
    """
    for _ in range(50):
        print("x" * 10**6)
        print("y" * 10**4, file=sys.stderr)
        sys.__stdout__.write("z" * 10**4)
    """,
)
add(
    "exhaustion",
    "twenty-deadly-cells",
    "has twenty cells that each end the process: of the last ones only definitions are read",
    written(IMPORTS, MISTAKES, HOW_MANY, *[f"import os\nos._exit({k})" for k in range(20)]),
    REST,
)
add(
    "exhaustion",
    "three-thousand-cells",
    "has three thousand cells",
    written(IMPORTS, MISTAKES, HOW_MANY, *[f"a{k} = {k}" for k in range(3000)]),
    REST,
)
add(
    "exhaustion",
    "too-deep-to-compile",
    "has cells that the compiler chokes on",
    written(
        IMPORTS,
        "(" * 100_000,
        "x = " + "-" * 200_000 + "1",
        "x = " + "+".join(["1"] * 100_000),
        "x = " + "[" * 90 + "]" * 90,
        " " * 2000 + "?",
        "a = '\0'",
        "def f(\n" * 500,
        MISTAKES,
        HOW_MANY,
    ),
    REST,
)
