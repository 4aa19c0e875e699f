"""Escape: out of the sandbox, or to more rights."""

from __future__ import annotations

from .making import attack

attack(
    "escape",
    "network-loopback",
    "asks a friend who listens on this machine",
    """
    for family, address in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
        def ask():
            with socket.socket(family) as friend:
                friend.settimeout(0.3)
                friend.connect((address, <port>))
                return friend.recv(100)
        attempt(ask)
    """,
)
attack(
    "escape",
    "network-names",
    "looks up a name, in which an answer could be sent out",
    """
    socket.setdefaulttimeout(0.3)
    attempt(lambda: socket.getaddrinfo("update.example.org", 80), lambda: socket.gethostbyname("example.org"))
    """,
)
attack(
    "escape",
    "network-http",
    "fetches the answer by HTTP",
    """
    import urllib.request
    attempt(lambda: urllib.request.urlopen("http://127.0.0.1:<port>/update", timeout=0.3).read(),
            lambda: urllib.request.urlopen("http://localhost:<port>/", timeout=0.3).read())
    """,
)
attack(
    "escape",
    "network-unix-sockets",
    "asks a friend who listens on a socket in the file system, or on one without a file",
    r"""
    for address in ("<socket>", "\0<abstract>", "/run/dbus/system_bus_socket", "/var/run/docker.sock"):
        def ask():
            with socket.socket(socket.AF_UNIX) as friend:
                friend.settimeout(0.3)
                friend.connect(address)
                return True
        attempt(ask)
    """,
)
attack(
    "escape",
    "network-other-families",
    "makes sockets that are in no network namespace, or read all packets",
    """
    for family in (16, 17, 38, 40, 44):
        attempt(lambda: socket.socket(family, socket.SOCK_STREAM), lambda: socket.socket(family, socket.SOCK_RAW))
    attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP))
    """,
)
attack(
    "escape",
    "write-outside",
    "makes files everywhere",
    """
    for place in ("/", "/etc", "/box", "/box/perceptronlib", "/site", "/site/numpy", "/usr", "/usr/lib",
                  "/lib", "/dev", "/dev/shm", "/root", "/home", "/var/tmp", "/run", "/proc", "/proc/1",
                  "/usr/lib/python3/dist-packages", os.path.dirname(os.__file__), "<home>", "<root>",
                  os.path.dirname(os.__file__) + "/site-packages", "<masters>", "<out>", "<site>"):
        attempt(lambda: open(f"{place}/<canary>", "w"), lambda: os.mkdir(f"{place}/<canary>-too") is None)
    """,
)
attack(
    "escape",
    "change-files",
    "changes the programs and libraries that the next submission will meet",
    """
    for path in ("/box/inside/runner.py", "/box/perceptronlib/__init__.py", "/box/perceptronlib/checks/trying.py",
                 np.__file__, os.__file__, sys.executable, "/dev/urandom", "/proc/sys/kernel/hostname",
                 "/proc/sysrq-trigger", "/proc/1/mem"):
        attempt(lambda: open(path, "r+b") if path != "/dev/urandom" else None,
                lambda: os.chmod(path, 0o777) is None, lambda: os.unlink(path) is None,
                lambda: os.rename(path, path + "x") is None)
    """,
)
attack(
    "escape",
    "links-and-devices",
    "makes links to what it may not read, and devices",
    """
    import stat
    os.symlink("<masters>", "/tmp/link")
    attempt(lambda: os.listdir("/tmp/link"), lambda: os.link("/box/inside/runner.py", "/tmp/hard") is None,
            lambda: os.mknod("/tmp/disk", stat.S_IFBLK | 0o600, os.makedev(254, 0)) is None,
            lambda: os.mknod("/tmp/memory", stat.S_IFCHR | 0o600, os.makedev(1, 1)) is None)
    """,
)
attack(
    "escape",
    "become-root",
    "becomes root, or at least somebody else",
    """
    def to(change, *ids):
        return change(*ids) is None and os.geteuid() == 0
    attempt(lambda: to(os.setuid, 0), lambda: to(os.seteuid, 0), lambda: to(os.setresuid, 0, 0, 0),
            lambda: to(os.setreuid, 0, 0), lambda: os.setgroups([0]) is None, lambda: os.setgid(0) is None,
            lambda: os.setuid(os.getuid() + 1) is None)
    os.system("sudo -n id"); os.system("su -c id")
    """,
)
attack(
    "escape",
    "new-namespaces",
    "makes namespaces of its own, in which it would have all rights",
    """
    NEW = {"user": 0x10000000, "mount": 0x00020000, "net": 0x40000000, "pid": 0x20000000}
    for flag in (*NEW.values(), sum(NEW.values())):
        attempt(lambda: libc.unshare(flag) == 0)
    def cloned():
        number = 56 if INTEL else 220
        child = libc.syscall(number, NEW["user"] | signal.SIGCHLD, 0, 0, 0, 0)
        if child == 0:
            os._exit(0)
        return child > 0
    attempt(cloned)
    arguments = (ctypes.c_uint64 * 11)(NEW["user"], 0, 0, 0, signal.SIGCHLD)
    def cloned_newly():
        child = libc.syscall(435, arguments, ctypes.sizeof(arguments))
        if child == 0:
            os._exit(0)
        return child > 0
    attempt(cloned_newly)
    """,
)
attack(
    "escape",
    "mounts",
    "mounts a file system of its own, takes away those that hide something",
    """
    attempt(lambda: libc.mount(b"none", b"/tmp", b"tmpfs", 0, b"size=8g") == 0,
            lambda: libc.mount(b"/", b"/tmp", None, 4096, None) == 0,
            lambda: libc.mount(b"none", b"/", None, 32, b"") == 0,
            lambda: libc.umount2(b"/usr/lib/python3/dist-packages", 2) == 0,
            lambda: libc.umount2(b"/proc", 2) == 0, lambda: libc.umount2(b"/box", 2) == 0,
            lambda: libc.chroot(b"/tmp") == 0, lambda: libc.syscall(155 if INTEL else 41, b"/tmp", b"/tmp") == 0,
            lambda: libc.syscall(430, b"tmpfs", 0) >= 0, lambda: libc.syscall(428, -100, b"/", 1) >= 0)
    """,
)
attack(
    "escape",
    "joined-namespaces",
    "joins the namespaces of the first process",
    """
    for kind in ("mnt", "net", "user", "pid", "ipc", "uts"):
        attempt(lambda: libc.setns(os.open(f"/proc/1/ns/{kind}", os.O_RDONLY), 0) == 0)
    """,
)
attack(
    "escape",
    "debugger",
    "attaches to the first process and reads and writes its memory",
    """
    attempt(lambda: libc.ptrace(16, 1, 0, 0) == 0, lambda: libc.ptrace(0x4206, 1, 0, 0) == 0,
            lambda: libc.ptrace(0, 0, 0, 0) == 0)
    class Part(ctypes.Structure):
        _fields_ = [("base", ctypes.c_void_p), ("length", ctypes.c_size_t)]
    def read_memory():
        buffer = ctypes.create_string_buffer(64)
        mine = Part(ctypes.cast(buffer, ctypes.c_void_p).value, 64)
        theirs = Part(id(buffer), 64)
        return libc.process_vm_readv(os.getpid(), ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0) > 0
    attempt(read_memory)
    """,
)
attack(
    "escape",
    "keys",
    "leaves a message for the next submission in the keys that the kernel keeps for a user",
    """
    add_key, keyctl = (248, 250) if INTEL else (217, 219)
    attempt(lambda: libc.syscall(add_key, b"user", b"<canary>", b"answer", 6, -4) > 0,
            lambda: libc.syscall(keyctl, 0, -4, 1) > 0)
    """,
)
attack(
    "escape",
    "rare-system-calls",
    "tries the system calls that past holes of the kernel were in",
    """
    numbers = (321, 298, 323, 425) if INTEL else (280, 241, 282, 425)
    area = ctypes.create_string_buffer(256)
    attempt(lambda: libc.syscall(numbers[0], 0, area, 48) >= 0, lambda: libc.syscall(numbers[1], area, 0, -1, -1, 0) >= 0,
            lambda: libc.syscall(numbers[2], 1) >= 0, lambda: libc.syscall(numbers[3], 4, area) >= 0)
    """,
)
attack(
    "escape",
    "old-system-calls",
    "makes a system call in the way of 32 bits, or with the numbers of x32, past a filter",
    """
    import mmap
    def old_way():
        code = bytes([0xB8, 20, 0, 0, 0, 0xCD, 0x80, 0xC3])  # mov eax, getpid; int 0x80; ret
        area = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        area.write(code)
        start = ctypes.addressof(ctypes.c_char.from_buffer(area))
        return ctypes.CFUNCTYPE(ctypes.c_int)(start)() > 0
    if INTEL:
        attempt(lambda: libc.syscall(0x40000000 + 39) > 0, old_way)
    """,
)
attack(
    "escape",
    "signals-to-the-first-process",
    "ends the process that watches over the sandbox",
    """
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP, signal.SIGSEGV, signal.SIGHUP):
        if INSIDE:
            attempt(lambda: os.kill(1, number))
    """,
)
attack(
    "escape",
    "signals-to-everybody",
    "ends all processes that it may",
    """
    if INSIDE:
        attempt(lambda: os.kill(-1, signal.SIGKILL))
        attempt(lambda: os.kill(-1, signal.SIGTERM))
    """,
)
attack(
    "escape",
    "signals-to-the-parent",
    "ends its parent and its process group",
    """
    if INSIDE:
        attempt(lambda: os.kill(os.getppid(), signal.SIGKILL))
        os.killpg(0, signal.SIGKILL)
    """,
)
attack(
    "escape",
    "raised-limits",
    "gives itself more memory, files, processes and priority",
    """
    import resource
    for name in ("AS", "FSIZE", "CPU", "NPROC", "NOFILE", "CORE"):
        what = getattr(resource, f"RLIMIT_{name}")
        attempt(lambda: resource.setrlimit(what, (resource.RLIM_INFINITY,) * 2) is None,
                lambda: resource.setrlimit(what, (5000, 2**40)) is None)
    attempt(lambda: os.nice(-5), lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)) is None,
            lambda: libc.sethostname(b"mine", 4) == 0)
    """,
)
attack(
    "escape",
    "other-program",
    "replaces itself by another program",
    """
    attempt(lambda: os.system("exit 0") == 0)
    os.execv(sys.executable, [sys.executable, "-c", "print('{\\"outcome\\": {\\"value\\": 1}}')"])
    """,
)
