"""The package where there is nothing else: installed from its own archive, opened, run, upgraded.

What it needs comes from the package index that pip or uv is set up to use, so this needs a network,
or a cache that knows all of it.
"""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
import urllib.request
import zipfile

import psutil
import pytest
from packaging.requirements import Requirement

import perceptronlib as pl
from perceptronlib.laptop import copies
from tests import browser
from tests import test_hub_settings as image

from . import as_a_student as student

pytestmark = pytest.mark.xdist_group("package")
IN_CHROMIUM = pytest.mark.skipif(
    not browser.CHROMIUM, reason="NOT TESTED IN A REAL BROWSER: there is no Chromium"
)
LECTURE, EXERCISE = "lectures/01_perceptron.ipynb", "exercises/01_perceptron.ipynb"
FROM_THE_LOCK = "--constraint requirements.lock --build-constraint requirements.lock"
"""How uv is told of the lock; the image of the hub says the same."""


def run(*command, cwd, **more):
    return subprocess.run([*map(str, command)], cwd=cwd, check=True, capture_output=True, **more)


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """The archive of sources, unpacked: what a package is made from where there is no checkout."""
    folder = tmp_path_factory.mktemp("source")
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, cwd=browser.ROOT)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return next(path for path in folder.iterdir() if path.is_dir())


def wheel_of(source, folder):
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=source)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def wheel(source, tmp_path_factory):
    return wheel_of(source, tmp_path_factory.mktemp("wheel"))


class Machine:
    """A home without settings, an environment with nothing in it but Python, an empty folder."""

    def __init__(self, place):
        self.home, self.folder, self.environment = place / "home", place / "empty", place / "python"
        self.home.mkdir(), self.folder.mkdir()
        own = re.compile("PYTHON|VIRTUAL_ENV|JUPYTER|IPYTHON|XDG|MPL|COV")
        kept = {name: value for name, value in os.environ.items() if not own.match(name)}
        self.variables = {**kept, "HOME": str(self.home), "OPENBLAS_NUM_THREADS": "1"}
        self.uv("venv", "--python", sys.executable, self.environment, into=False)

    def uv(self, *arguments, into=True):
        kept = {name: value for name, value in os.environ.items() if not name.startswith("VIRTUAL")}
        if "PIP_INDEX_URL" in kept:  # pip's mirror is uv's too
            kept.setdefault("UV_DEFAULT_INDEX", kept["PIP_INDEX_URL"])
        python = ["--python", self.python] if into else []
        command = [sys.executable, "-m", "uv", *arguments, *python]
        done = subprocess.run(
            [*map(str, command)],
            cwd=browser.ROOT,
            env={"UV_SYSTEM_CERTS": "1", "UV_HTTP_TIMEOUT": "120", **kept},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr

    @property
    def python(self):
        return self.environment / "bin" / "python"

    def says(self, *arguments, expected=0):
        """What Python says, and the course's commands with it."""
        done = subprocess.run(
            [str(self.python), *arguments],
            cwd=self.folder,
            env=self.variables,
            capture_output=True,
            text=True,
        )
        assert done.returncode == expected, done.stdout + done.stderr
        return done.stdout

    def installed(self):
        found = self.says("-c", "from importlib.metadata import distributions as all\n"
                          "print(*(f'{d.name}=={d.version}' for d in all()))")  # fmt: skip
        return dict(each.split("==") for each in found.split())

    @contextlib.contextmanager
    def lab(self, page):
        """`perceptronlib lab`, as a student calls it; yields the address that JupyterLab has."""
        (port,) = student.free_ports(1)
        lab = ["--no-browser", "--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"]
        lab += ["--IdentityProvider.token=", "--LabApp.expose_app_in_browser=True"]
        command = [str(self.python), "-m", "perceptronlib", "lab", "--page", page, "--", *lab]
        with open(self.home / "lab.log", "w") as log:
            started = subprocess.Popen(
                command, cwd=self.folder, env=self.variables, stdout=log, stderr=log
            )
        address = f"http://127.0.0.1:{port}"
        try:
            for _ in range(600):
                with contextlib.suppress(OSError):
                    urllib.request.urlopen(f"{address}/api").close()
                    break
                assert started.poll() is None, (self.home / "lab.log").read_text()
                time.sleep(0.1)
            yield address
        finally:
            for child in psutil.Process(started.pid).children():
                child.terminate()
            started.wait(30)


@pytest.fixture(scope="module")
def light(wheel, tmp_path_factory):
    """The library alone."""
    machine = Machine(tmp_path_factory.mktemp("light"))
    machine.uv("pip", "install", wheel)
    return machine


@pytest.fixture(scope="module")
def locked(wheel, tmp_path_factory):
    """The course and a hub with the versions of the lock, as the image for a hub has them."""
    machine = Machine(tmp_path_factory.mktemp("locked"))
    machine.uv("pip", "install", *FROM_THE_LOCK.split(), f"{wheel}[course,hub]")
    return machine


@pytest.fixture(scope="module")
def lowest(wheel, tmp_path_factory):
    """The course with the oldest versions that it claims to work with."""
    machine = Machine(tmp_path_factory.mktemp("lowest"))
    pyproject = ["-r", "pyproject.toml", "--extra", "course"]
    machine.uv("pip", "install", *pyproject, "--resolution", "lowest-direct")
    machine.uv("pip", "install", "--no-deps", wheel)
    return machine


def test_an_index_would_take_both_archives(source, wheel):
    archives = [wheel, *source.parent.glob("*.tar.gz")]
    assert len(archives) == 2
    run(sys.executable, "-m", "twine", "check", "--strict", *archives, cwd=browser.ROOT)


def test_the_library_alone_is_light_and_learns(light):
    assert {*light.installed()} == {"perceptronlib", "numpy", "scipy"}
    code = """import perceptronlib as pl
run = pl.Perceptron(epochs=None).run([[2, 1], [-1, 3]], [1, 0])
print(pl.theorems.novikoff(run).holds)
"""
    assert light.says("-c", code) == "True\n"


def test_without_the_extra_the_course_says_what_it_needs_and_how_to_get_it(light):
    said = light.says("-m", "perceptronlib", "lab", expected=2)
    assert all(name in said for name in ("jupyterlab", "ipywidgets", "matplotlib", pl.INSTALL))
    assert not [*light.folder.iterdir()]
    said = light.says("-m", "perceptronlib", "check-setup", expected=1)
    assert "missing  jupyterlab" in said and "absent   numba" in said and pl.INSTALL in said
    code = "import perceptronlib as pl\ntry: pl.pictures\nexcept ImportError as error: print(error)"
    needed = "perceptronlib.pictures needs matplotlib, which is not installed; to install it"
    assert light.says("-c", code) == f"{needed}: {pl.INSTALL}\n"


def test_the_image_for_a_hub_is_installed_in_the_same_way():
    text = (browser.ROOT / ".ci" / "hub" / "Dockerfile").read_text(encoding="utf-8")
    assert f'{FROM_THE_LOCK} ".[course,hub]"' in text


def test_the_package_can_be_built_from_what_the_image_gets(tmp_path):
    """And of nothing else: what is not copied does not exist there."""
    names = [
        name for rest in image.said("COPY") if "--from" not in rest for name in rest.split()[:-1]
    ]
    for name in names:
        original, copy = browser.ROOT / name, tmp_path / "image" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if original.is_dir():
            shutil.copytree(original, copy, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(original, copy)
    with zipfile.ZipFile(wheel_of(tmp_path / "image", tmp_path)) as packed:
        packed_names = packed.namelist()
    assert f"perceptronlib/laptop/course/{EXERCISE}" in packed_names
    assert not any("solutions" in name for name in packed_names)


def test_the_lock_decides_every_version(locked):
    lock = (browser.ROOT / "requirements.lock").read_text(encoding="utf-8")
    pins = {*re.findall(r"^([a-z0-9.-]+)(?:\[[^\]]*\])?==([^ ;]+)", lock, re.M)}
    for name, version in locked.installed().items():
        plain = re.sub(r"[-_.]+", "-", name).lower()
        assert plain == "perceptronlib" or (plain, version) in pins, name


def test_the_lowest_versions_are_those_that_are_declared(lowest):
    project = tomllib.loads((browser.ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    extras = project["optional-dependencies"]
    found = {re.sub(r"[-_.]+", "-", name): v for name, v in lowest.installed().items()}
    for line in [*project["dependencies"], *extras["fast"], *extras["course"]]:
        asked = Requirement(line)
        if asked.name != "perceptronlib":
            (least,) = asked.specifier
            assert f"{found[asked.name]}.".startswith(f"{least.version}."), asked


@IN_CHROMIUM
@pytest.mark.parametrize("name", ["locked", "lowest"])
def test_the_first_lecture_opens_and_runs(name, request):
    machine = request.getfixturevalue(name)
    student.settings(machine.home)
    with (
        machine.lab(LECTURE) as address,
        browser.browser() as chromium,
        contextlib.closing(
            chromium.new_context(viewport={"width": 1280, "height": 800})
        ) as context,
    ):
        context.set_default_timeout(90_000)
        page = browser.Page(context.new_page())
        page.page.goto(address)
        page.page.wait_for_url(f"**/lab/tree/{LECTURE}")
        student.run(page)
        student.read(page)
        student.slide(page)
    assert (machine.folder / "perceptron-course" / EXERCISE).exists()
    assert "Everything is there" in machine.says("-m", "perceptronlib", "check-setup")


def test_an_upgrade_loses_nothing_that_a_student_wrote(source, locked, tmp_path):
    """The new version has other words in two exercises; the student wrote in one of them."""
    locked.says("-m", "perceptronlib", "lab", "--only-copy")
    course = locked.folder / "perceptron-course"
    mine, other = course / EXERCISE, course / "exercises" / "02_variants.ipynb"
    write(mine, "mine")
    written = mine.read_bytes()
    newer = shutil.copytree(source, tmp_path / "newer")
    module = newer / "perceptronlib" / "__init__.py"
    module.write_text(module.read_text().replace(pl.__version__, "99.0"))
    for name in (EXERCISE, "exercises/02_variants.ipynb"):
        write(newer / name, "newer")
    locked.uv("pip", "install", "--no-deps", wheel_of(newer, tmp_path))
    assert locked.says("-m", "perceptronlib", "--version") == "perceptronlib 99.0\n"
    said = locked.says("-m", "perceptronlib", "lab", "--only-copy")
    assert mine.read_bytes() == written and "newer" not in mine.read_text(encoding="utf-8")
    beside = mine.with_name("01_perceptron (new in 99.0).ipynb")
    assert copies.what_it_says(beside) == copies.what_it_says(newer / EXERCISE)
    assert "newer" in other.read_text(encoding="utf-8") and beside.name in said


def write(notebook, words):
    """Add a cell to a notebook."""
    content = json.loads(notebook.read_text(encoding="utf-8"))
    content["cells"].append({"cell_type": "markdown", "id": "w", "metadata": {}, "source": [words]})
    notebook.write_text(json.dumps(content), encoding="utf-8")
