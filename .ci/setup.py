"""Make .venv ready: find it in order, repair it, or build it.

Every make target calls this first.  When all is well it takes a fraction of a second;
when anything is not, it says what and builds .venv afresh from requirements.lock.

Only the standard library, in syntax that old Pythons can read, so that an old Python
gets a sentence and not a traceback.
"""

from __future__ import print_function

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile

OLDEST = (3, 11)
SOURCES = [
    "requirements.lock",
    "pyproject.toml",
    ".ci/jupyter/perceptronlib.json",  # what the package tells Jupyter: copied when it is installed
    ".ci/jupyter/jupyter_nbconvert_config.json",
]
ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))

# Where to install and what to import is decided here; where to download from stays the user's.
IGNORED_SETTINGS = [
    "PYTHONHOME",
    "PYTHONPATH",
    "VIRTUAL_ENV",
    "PIP_PREFIX",
    "PIP_ROOT",
    "PIP_TARGET",
    "PIP_USER",
    "UV_PYTHON",
    "UV_SYSTEM_PYTHON",
    "UV_TARGET",
    "UV_PREFIX",
]

# Run by .venv's Python: can it load compiled code, and is perceptronlib this checkout's?
# The package is located, not imported: a slip in it is its author's to see, not ours to repair.
PROBE = """
import importlib.util, os, sys
import numpy
spec = importlib.util.find_spec("perceptronlib")
here = os.path.join(sys.argv[1], "perceptronlib")
if spec is None or os.path.realpath(os.path.dirname(spec.origin or "")) != here:
    sys.exit("perceptronlib is not installed from this folder")
"""


# Run by .venv's Python: one run with the compiled loops. A slip in them is left to the tests.
COMPILE = """
try:
    import numpy, perceptronlib
    from perceptronlib.core import fast
    with fast.using("compiled"):
        perceptronlib.Perceptron().fit(numpy.array([[1.0], [-1.0]]), [1, -1])
except Exception:
    pass
"""


class Stop(Exception):
    """Nothing more can be done here; the message tells a person why and what to do."""


# ---------------------------------------------------------------- is this Python good enough?


def complaint(version, executable, has_venv=True, other=None):
    """One sentence on why this Python cannot be used, or None if it can."""
    found = "Python {}.{} ({})".format(version[0], version[1], executable)
    if tuple(version[:2]) < OLDEST:
        first = "" if other else "install Python 3.12 or newer, then "
        return "{} is too old: perceptronlib needs Python {}.{} or newer; {}run `{}`.".format(
            found, OLDEST[0], OLDEST[1], first, "make PYTHON={} setup".format(other or "python3.12")
        )
    if not has_venv:
        return (
            "{} cannot make virtual environments because its venv or ensurepip module is missing; "
            "install it (on Debian and Ubuntu: `apt install python3-venv`) and run make again, "
            "or name another Python: `make PYTHON=python3.12 setup`.".format(found)
        )
    return None


def has_venv():
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        return False
    return True


def newer_python():
    """The name of a Python on this machine that would do, or None."""
    test = "import sys, venv, ensurepip; sys.exit(sys.version_info < {})".format(OLDEST)
    with open(os.devnull, "w") as silent:
        for minor in (13, 12, 11, 14):
            name = "python3.{}".format(minor)
            try:
                if subprocess.call([name, "-c", test], stdout=silent, stderr=silent) == 0:
                    return name
            except OSError:
                pass
    return None


# ---------------------------------------------------------------- is .venv in order?


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def inventory(venv):
    """Path and size of every installed file; bytecode, which comes and goes, left out."""
    sizes = {}
    for folder, subfolders, names in os.walk(venv):
        if "__pycache__" in subfolders:
            subfolders.remove("__pycache__")
        for name in names:
            path = folder + "/" + name
            try:
                sizes[path[len(venv) + 1 :]] = os.lstat(path).st_size
            except OSError:
                pass  # it went while we looked; if it was ours, it will be missed
    sizes.pop(os.path.basename(stamp_of(venv)), None)
    return sizes


def stamp_of(venv):
    return os.path.join(venv, "ready.json")


def python_of(venv):
    return os.path.join(venv, "bin", "python")


def trouble(root, python=None):
    """What is wrong with root/.venv, as a few words, or None; python=(3, 12) asks for that one."""
    venv = os.path.join(root, ".venv")
    if not os.path.lexists(venv):
        return "there is no .venv yet"
    try:
        with open(stamp_of(venv)) as file:
            stamp = json.load(file)
        stamp_root, stamp_python, stamp_files = stamp["root"], stamp["python"], stamp["files"]
    except (IOError, ValueError, KeyError, TypeError):
        return ".venv was left half-made"
    if stamp_root != root:
        return "this folder was moved or copied"
    if python is not None and list(python[:2]) != stamp_python:
        return "it has Python {}.{}".format(*stamp_python)
    if not os.path.exists(python_of(venv)):
        return "the Python that .venv was made with is gone"
    present = inventory(venv)
    damaged = [name for name, size in stamp_files.items() if present.get(name) != size]
    if damaged:
        return "{} of its files are missing or changed, {} first".format(len(damaged), min(damaged))
    probe = subprocess.Popen(
        [python_of(venv), "-I", "-c", PROBE, root],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        universal_newlines=True,
    )
    output = probe.communicate()[0].strip()
    if probe.returncode != 0:
        return output.splitlines()[-1] if output else "its Python does not start"
    return None


def outdated(root):
    """Which of the two files that say what belongs into .venv have changed since it was made."""
    with open(stamp_of(os.path.join(root, ".venv"))) as file:
        made_from = json.load(file).get("made_from", {})
    return [name for name in SOURCES if made_from.get(name) != digest(os.path.join(root, name))]


# ---------------------------------------------------------------- build it


def remove(path):
    try:
        if os.path.islink(path) or os.path.isfile(path):
            os.remove(path)
        elif os.path.isdir(path):
            shutil.rmtree(path)
    except OSError as error:
        raise Stop("The old .venv cannot be removed ({}); remove it by hand.".format(error))


def run(command):
    """Run a command; its own output says what went wrong, the return value only whether."""
    try:
        return subprocess.call(command, cwd=ROOT) == 0
    except OSError as error:
        print(error, file=sys.stderr)
        return False


def locked_uv(lock):
    """The lines of the lock that pin uv."""
    lines = iter(lock.splitlines())
    for line in lines:
        if line.startswith("uv=="):
            pin = [line]
            while pin[-1].endswith("\\"):
                pin.append(next(lines))
            return "\n".join(pin) + "\n"
    raise Stop("requirements.lock does not pin uv; restore the file, or run `make lock`.")


def installer(venv, name, verb="install"):
    """The command that installs into venv with uv or with pip."""
    quiet = [] if sys.stderr.isatty() else ["--quiet"]
    python = python_of(venv)
    if name == "uv":
        return [python, "-m", "uv", "pip", verb, "--python", python] + quiet
    return [python, "-m", "pip", "install", "--no-user", "--disable-pip-version-check", "-qq"]


def install_uv(venv):
    with open(os.path.join(ROOT, "requirements.lock")) as file:
        pin = locked_uv(file.read())
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as pins:
        pins.write(pin)
        pins.flush()
        return run(installer(venv, "pip") + ["--require-hashes", "-r", pins.name])


# Copies, not links into uv's cache: damage done here must not outlive a rebuild.
UV_OPTIONS = ["--require-hashes", "--compile-bytecode", "--link-mode=copy"]


def install_locked(venv, name):
    options = UV_OPTIONS if name == "uv" else ["--require-hashes", "--compile"]
    return run(installer(venv, name) + options + ["-r", "requirements.lock"])


def install_project(venv):
    name = "uv" if os.path.exists(os.path.join(venv, "bin", "uv")) else "pip"
    if not run(installer(venv, name) + ["--no-deps", "--no-build-isolation", "-e", ROOT]):
        raise Stop(
            "perceptronlib itself could not be installed into .venv, for the reason above; "
            "look at what changed in pyproject.toml."
        )


def write_lab_settings(venv):
    """The course's own JupyterLab works offline, without what tests or other editions need."""
    news = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false"}}
    write_json(news, venv, "share", "jupyter", "lab", "settings", "overrides.json")
    names = ("@jupyter/nbgrader", "@jupyter-notebook/lab-extension")
    names += ("@jupyterlite/pyodide-kernel-extension",)  # looks for parts that only a site has
    off = dict((name, True) for name in names)
    # Without the second key JupyterLab would add it at its first start: a changed file, to repair.
    hidden = {"disabledExtensions": off, "lockedExtensions": off}
    write_json(hidden, venv, "etc", "jupyter", "labconfig", "page_config.json")
    parts = ("formgrader", "validate_assignment", "assignment_list", "course_list")
    off = dict(("nbgrader.server_extensions." + part, False) for part in parts)
    server = {"ServerApp": {"jpserver_extensions": off}}
    write_json(server, venv, "etc", "jupyter", "jupyter_server_config.json")


def write_json(data, *path):
    path = os.path.join(*path)
    if not os.path.isdir(os.path.dirname(path)):
        os.makedirs(os.path.dirname(path))
    with open(path, "w") as file:
        json.dump(data, file)


def write_stamp(venv):
    version = subprocess.check_output(
        [python_of(venv), "-I", "-c", "import sys; print(list(sys.version_info[:2]))"]
    )
    stamp = {
        "root": ROOT,
        "python": json.loads(version.decode()),
        "made_from": dict((name, digest(os.path.join(ROOT, name))) for name in SOURCES),
        "files": inventory(venv),
    }
    with open(stamp_of(venv) + ".new", "w") as file:
        json.dump(stamp, file)
    os.rename(stamp_of(venv) + ".new", stamp_of(venv))  # all of it or nothing


def build(venv, base):
    """Build venv from nothing with the Python `base`; uv if it works, else pip."""
    reason = "the installation above did not finish"
    for name in ("uv", "pip"):
        remove(venv)
        if not run([base, "-m", "venv", venv]):
            raise Stop("{} -m venv failed, for the reason above.".format(base))
        if name == "uv" and not install_uv(venv):
            print("uv cannot be installed; going on with pip, which is slower.", file=sys.stderr)
            continue
        if install_locked(venv, name):
            install_project(venv)
            write_lab_settings(venv)
            # The first import of matplotlib lists the machine's fonts: do that now, not in class.
            run([python_of(venv), "-I", "-W", "ignore", "-c", "import matplotlib.font_manager"])
            # The first large run compiles the loops, and keeps the result: the same.
            run([python_of(venv), "-I", "-c", COMPILE])
            write_stamp(venv)
            reason = trouble(ROOT)
            if reason is None:
                return
        if name == "uv":
            print("Installing with uv did not work; going on with pip.", file=sys.stderr)
    raise Stop(
        "The packages of requirements.lock could not be installed ({}); check the network and "
        "the free disk space, then run make again.".format(reason)
    )


def update(venv):
    """Bring a sound venv in line with a changed lock or pyproject."""
    changed = outdated(ROOT)
    if not changed:
        return
    print("Updating .venv: {} changed.".format(" and ".join(changed)))
    sys.stdout.flush()
    if "requirements.lock" in changed:
        sync = installer(venv, "uv", "sync") + UV_OPTIONS
        if not run(sync + ["requirements.lock"]) and not install_locked(venv, "pip"):
            raise Stop(
                "The packages that are new in requirements.lock could not be installed; "
                "check the network, then run make again."
            )
    install_project(venv)
    write_lab_settings(venv)
    write_stamp(venv)


def setup(this_python):
    """Leave .venv in order; with this_python, made by the Python that runs this script."""
    venv = os.path.join(ROOT, ".venv")
    reason = trouble(ROOT, sys.version_info if this_python else None)
    if reason is None:
        update(venv)
        return

    old = tuple(sys.version_info[:2]) < OLDEST
    sentence = complaint(
        sys.version_info, sys.executable, has_venv(), newer_python() if old else None
    )
    if sentence:
        raise Stop(sentence)

    base = getattr(sys, "_base_executable", None) or sys.executable
    if os.path.realpath(sys.prefix) == os.path.realpath(venv):  # about to saw off our own branch
        os.execv(base, [base, os.path.realpath(__file__)] + sys.argv[1:])
    version = ".".join(str(part) for part in sys.version_info[:3])
    print("Building .venv with Python {}: {}.".format(version, reason))
    print("This takes a minute or so, mostly downloading, and happens once.")
    sys.stdout.flush()
    build(venv, base)
    print("Ready.")


def main():
    for name in IGNORED_SETTINGS:
        os.environ.pop(name, None)
    os.environ.setdefault("UV_SYSTEM_CERTS", "1")  # trust whom this machine trusts, as pip does
    os.environ.setdefault("UV_HTTP_TIMEOUT", "120")  # slow networks are no error
    if "PIP_INDEX_URL" in os.environ:  # pip's mirror is uv's too
        os.environ.setdefault("UV_DEFAULT_INDEX", os.environ["PIP_INDEX_URL"])
    with open(os.path.realpath(__file__)) as turnstile:
        try:
            import fcntl

            fcntl.flock(turnstile, fcntl.LOCK_EX)  # two makes at once: one builds, the other waits
        except (ImportError, IOError):
            pass
        try:
            setup(this_python="--this-python" in sys.argv[1:])
        except Stop as stop:
            print(stop, file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            print("\nStopped; the next make will finish the job.", file=sys.stderr)
            return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
