"""What the sandbox holds of the library: the runner, and the modules that an exercise offers.

An exercise names the modules that its students may import; with each come all that it imports. The
rest of the library stays outside, the learners that students are asked to write among it.
"""

from __future__ import annotations

import ast
import compileall
import importlib.util
import py_compile
import shutil
from collections.abc import Iterable
from pathlib import Path

from ... import ROOMS, __version__

__all__ = ["SandboxError", "fill"]

LIBRARY = Path(__file__).resolve().parents[2]
INSIDE = Path(__file__).with_name("inside")
TRANSFORMER = "core/inputtransformer2.py"
"""The part of IPython that reads lines which only a notebook understands."""


class SandboxError(RuntimeError):
    """The sandbox does not work on this machine; never a student's fault.

    >>> raise SandboxError("bwrap is not installed")
    Traceback (most recent call last):
    ...
    perceptronlib.grading.sandbox.library.SandboxError: bwrap is not installed
    """


_STUB = '''"""The part of perceptronlib that this exercise offers."""
from importlib import import_module
from importlib.util import find_spec

ROOMS = {rooms!r}
__version__ = {version!r}


def __getattr__(name):
    if name in ROOMS and find_spec(f"{{__name__}}.{{ROOMS[name]}}"):
        return import_module(f"{{__name__}}.{{ROOMS[name]}}.{{name}}")
    if find_spec(f"{{__name__}}.learners"):
        learners = import_module(f"{{__name__}}.learners")
        if hasattr(learners, name):
            return getattr(learners, name)
    raise AttributeError(
        f"perceptronlib.{{name}} is not offered here: this exercise asks you for it"
    )
'''
_CHECKS = '''"""Instant checks say nothing while a submission is graded."""


def check(name):
    pass
'''


def fill(folder: Path, modules: Iterable[str]) -> None:
    """Put into a folder what the sandbox is to hold, readable for everyone.

    `modules` are names as pages know them, such as "data" for perceptronlib.samples.data; the
    real data that its functions read come with it.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> fill(folder, ["data"])
    >>> (folder / "inside/runner.py").exists(), (folder / "perceptronlib/samples/data.py").exists()
    (True, True)
    """
    shutil.copytree(INSIDE, folder / INSIDE.name, ignore=shutil.ignore_patterns("__pycache__"))
    _copy_transformer(folder / "IPython")
    package = folder / "perceptronlib"
    (package / "checks").mkdir(parents=True)
    helpers = [LIBRARY / "checks" / f"{name}.py" for name in ("plain", "trying")]
    needed = [*_closure(modules), *helpers]
    files = {path.with_name("files") for path in needed}  # where a room keeps real data
    for path in [*needed, *(file for place in files for file in place.glob("*"))]:
        target = package / path.relative_to(LIBRARY)
        target.parent.mkdir(exist_ok=True, parents=True)
        shutil.copy(path, target)
    stub = _STUB.format(rooms=ROOMS, version=__version__)
    (package / "__init__.py").write_text(stub, encoding="utf-8")
    (package / "checks" / "__init__.py").write_text(_CHECKS, encoding="utf-8")
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    compileall.compile_dir(folder, quiet=2, invalidation_mode=mode)
    for path in (folder, *folder.rglob("*")):  # whatever the umask: another user reads it
        path.chmod(0o755 if path.is_dir() else 0o644)


def _copy_transformer(target: Path) -> None:
    """Copy that part of IPython, and what of IPython it imports; it is a small one."""
    found = importlib.util.find_spec("IPython")  # this does not load it
    home = Path(*found.submodule_search_locations or ()) if found else Path()
    waiting = [TRANSFORMER]
    while waiting:
        name = waiting.pop()
        if not (home / name).is_file():
            raise SandboxError(
                f"IPython has no {name} here, which reads the magic lines of notebooks: "
                "install the versions of requirements.lock"
            )
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(home / name, target / name)
        for node in ast.walk(ast.parse((home / name).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("IPython."):
                folder = "/".join(str(node.module).split(".")[1:])
                waiting += [f"{folder}/{alias.name}.py" for alias in node.names]


def _closure(names: Iterable[str]) -> list[Path]:
    """The files of the modules that pages know by these names, and of all that they import."""
    waiting = [_module(name) for name in names]
    needed: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name and name not in needed:
            needed.add(name)
            waiting += [name.rpartition(".")[0], *_imports(name)]
    return sorted(_file(name) for name in needed)


def _module(name: str) -> str:
    """Where the module lives that pages know by this name: samples.data for data."""
    module = f"{ROOMS[name]}.{name}" if name in ROOMS else name
    if not _file(module).exists():
        raise SandboxError(f"the library has no module {name} (a tag needs-{name} asks for it)")
    return module


def _file(module: str) -> Path:
    """The file of a module or package of the library, by its dotted name."""
    path = LIBRARY.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _imports(module: str) -> list[str]:
    """The modules of the library that a module imports, by their dotted names."""
    path = _file(module)
    folders = path.parent.relative_to(LIBRARY).parts
    needed = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = [*folders[: len(folders) + 1 - node.level], *(node.module or "").split(".")]
            package = ".".join(part for part in base if part)
            inside = (f"{package}.{alias.name}".lstrip(".") for alias in node.names)
            needed += [package, *(name for name in inside if _file(name).exists())]
    return needed
