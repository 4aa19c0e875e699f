"""The ways to install agree with each other, and the set-up notices what is broken."""

import ast
import asyncio
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from unittest import mock

import pytest
import rattler
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
ENVIRONMENT = yaml.safe_load((ROOT / "environment.yml").read_text())
LOCK = (ROOT / "requirements.lock").read_text()
CONDA_NAMES = {"matplotlib": "matplotlib-base"}  # where conda's name is another one

BY_PIP = ("browser", "site", "hub")  # the extras that conda's environment, too, gets from pip
REQUIREMENTS = [
    Requirement(line)
    for extra, lines in {
        "": PYPROJECT["dependencies"],
        **PYPROJECT["optional-dependencies"],
    }.items()
    for line in lines
    if extra not in BY_PIP and Requirement(line).name != PYPROJECT["name"]
]
CONDA_SPECS = [line for line in ENVIRONMENT["dependencies"] if isinstance(line, str)]


def locked_pins():
    """Every pin of the lock, as (requirement, hashes)."""
    for entry in re.split(r"\n(?=[a-z0-9])", LOCK):
        pin, *rest = entry.replace("\\\n", "\n").splitlines()
        yield Requirement(pin), [line.strip() for line in rest if "--hash=" in line]


def locked_versions(python, platform="linux"):
    """Name to version, for one Python on one system."""
    machine = {
        "linux": {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"},
        "darwin": {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix"},
        "win32": {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt"},
    }[platform] | {"python_version": python, "python_full_version": f"{python}.9"}
    found = {}
    for pin, _ in locked_pins():
        if pin.marker is None or pin.marker.evaluate(machine):
            assert pin.name not in found, f"two versions of {pin.name} for Python {python}"
            found[pin.name] = str(pin.specifier).removeprefix("==")
    return found


# ---------------------------------------------------------------- the lists agree


def test_environment_yml_has_the_ranges_of_pyproject():
    conda = {}
    for line in CONDA_SPECS:
        name, ranges = re.fullmatch(r"([a-z0-9-]+)(.*)", line).groups()
        conda[name] = SpecifierSet(ranges)
    assert conda.pop("pip") == SpecifierSet()
    assert conda.pop("python") == SpecifierSet(PYPROJECT["requires-python"])
    assert conda == {CONDA_NAMES.get(r.name, r.name): r.specifier for r in REQUIREMENTS}


def test_environment_yml_installs_this_checkout_and_what_drives_a_browser_with_pip():
    (pip,) = (entry["pip"] for entry in ENVIRONMENT["dependencies"] if isinstance(entry, dict))
    assert pip == [f"-e .[{','.join(BY_PIP)}]"]


def test_a_conda_solver_finds_the_locked_versions(tmp_path):
    """Proves syntax and consistency only: the channel is made up from the lock, so this does
    not show that conda-forge carries each version."""
    names = {canonicalize_name(r.name): CONDA_NAMES.get(r.name, r.name) for r in REQUIREMENTS}
    python = "3.11"
    wanted = {names[n]: v for n, v in locked_versions(python).items() if n in names}
    wanted |= {"python": f"{python}.9", "pip": "25.0"}
    too_old = {name: "0.0.1" for name in wanted}
    packages = {
        f"{name}-{version}-0.conda": {
            "name": name,
            "version": version,
            "build": "0",
            "build_number": 0,
            "depends": [],
            "subdir": "noarch",
        }
        for versions in (wanted, too_old)
        for name, version in versions.items()
    }
    repodata = tmp_path / "noarch" / "repodata.json"
    repodata.parent.mkdir()
    repodata.write_text(json.dumps({"info": {"subdir": "noarch"}, "packages.conda": packages}))
    channel = rattler.Channel(tmp_path.as_uri())
    solution = asyncio.run(
        rattler.solve_with_sparse_repodata(
            specs=[rattler.MatchSpec(line, strict=True) for line in CONDA_SPECS],
            sparse_repodata=[rattler.SparseRepoData(channel, "noarch", repodata)],
        )
    )
    assert {record.name.normalized: str(record.version) for record in solution} == wanted


def test_the_lock_keeps_to_its_constraints():
    lines = (ROOT / ".ci" / "constraints.txt").read_text().splitlines()
    constraints = [Requirement(line) for line in lines if line and not line.startswith("#")]
    locked = locked_versions("3.11")
    assert constraints
    assert all(c.specifier.contains(locked[canonicalize_name(c.name)]) for c in constraints)


def test_a_pin_has_the_extras_that_other_packages_ask_for():
    """Else pip, which installs the lock where uv cannot, looks for a newer version and stops."""
    extras = {}
    for pin, _ in locked_pins():
        extras.setdefault(canonicalize_name(pin.name), set()).update(pin.extras)
    asked = [
        Requirement(line)
        for package in importlib.metadata.distributions()
        for line in package.requires or ()
    ]
    wanted = [r for r in asked if r.extras and (not r.marker or r.marker.evaluate({"extra": ""}))]
    assert wanted
    for requirement in wanted:
        assert requirement.extras <= extras.get(canonicalize_name(requirement.name), set()), (
            requirement
        )


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
def test_the_lock_satisfies_every_range(python, platform):
    locked = locked_versions(python, platform)
    for requirement in REQUIREMENTS:
        assert requirement.specifier.contains(locked[canonicalize_name(requirement.name)])


def test_every_locked_package_is_pinned_and_hashed():
    for pin, hashes in locked_pins():
        assert re.fullmatch(r"==[^,*]+", str(pin.specifier)), pin
        assert hashes, f"{pin} has no hash"
        assert all(re.search(r"--hash=sha256:[0-9a-f]{64}$", line) for line in hashes), pin


def test_the_lock_records_no_addresses():
    assert "://" not in LOCK
    assert not re.search(r"^\s*-", LOCK.replace("    --hash=", ""), re.MULTILINE)


# ---------------------------------------------------------------- the repository


def project_files():
    """Every file that is or would be committed; found without git where there is none."""
    try:
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        paths = [ROOT / name for name in names.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        hidden = re.compile(r"\.(?!ci\b|git(?:ignore|attributes)\b)|__pycache__|htmlcov|build|dist")
        paths = [
            path
            for path in ROOT.rglob("*")
            if not any(hidden.match(part) for part in path.relative_to(ROOT).parts)
        ]
    return [path for path in paths if path.is_file()]


def test_no_file_names_a_folder_of_some_machine_or_a_package_registry():
    folders = r"(?<![\w.~/-])/(?:root|home|work|opt|Users)/[\w.]"
    registries = "|".join(
        ["py" + r"pi\.org", "python" + "hosted", "ana" + r"conda\.org", "npm" + "js"]
    )
    forbidden = re.compile(f"{folders}|{registries}".encode())
    files = project_files()
    assert ROOT / "pyproject.toml" in files
    found = {str(path): forbidden.findall(path.read_bytes()) for path in files}
    assert not {name: hits for name, hits in found.items() if hits}


def test_the_readme_names_both_commands():
    readme = (ROOT / "README.md").read_text()
    assert "\nmake lab " in readme
    assert "\nmake test " in readme


# the tests can be run without make (conda, an editor), and then this one has nothing to ask
@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_alone_lists_every_target():
    environment = {k: v for k, v in os.environ.items() if not k.startswith("MAKE")}
    listed = subprocess.run(
        ["make"], cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    ).stdout
    targets = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[1]
    assert re.findall(r"^make ([\w-]+) +\w", listed, re.MULTILINE) == targets.split()


# ---------------------------------------------------------------- the set-up script


@pytest.fixture(scope="module")
def setup():
    spec = importlib.util.spec_from_file_location("ci_setup", ROOT / ".ci" / "setup.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_old_pythons_can_read_the_script():
    ast.parse((ROOT / ".ci" / "setup.py").read_text(), feature_version=(3, 0))


def test_an_old_python_is_told_what_was_found_what_is_needed_and_what_to_do(setup):
    assert setup.complaint((3, 9, 18), "/usr/bin/python3") == (
        "Python 3.9 (/usr/bin/python3) is too old: perceptronlib needs Python 3.11 or newer; "
        "install Python 3.12 or newer, then run `make PYTHON=python3.12 setup`."
    )


def test_a_newer_python_on_the_machine_is_named(setup):
    assert "newer; run `make PYTHON=python3.13 setup`." in setup.complaint(
        (3, 10), "python3", other="python3.13"
    )


def test_a_python_without_venv_is_told_which_package_to_install(setup):
    assert "python3-venv" in setup.complaint((3, 11, 2), "/usr/bin/python3", has_venv=False)


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 13, 1), (4, 0, 0)])
def test_a_supported_python_gets_no_complaint(setup, version):
    assert setup.complaint(version, "python3") is None


def test_the_oldest_python_is_the_one_pyproject_asks_for(setup):
    assert PYPROJECT["requires-python"] == ">={}.{}".format(*setup.OLDEST)


def test_uv_is_installed_from_its_pin_in_the_lock(setup):
    lines = setup.locked_uv(LOCK).splitlines()
    assert Requirement(lines[0].rstrip("\\")).name == "uv"
    assert len(lines) > 1 and all("--hash=sha256:" in line for line in lines[1:])


MADE_FROM = (
    "requirements.lock",
    "pyproject.toml",
    ".ci/jupyter/perceptronlib.json",
    ".ci/jupyter/jupyter_nbconvert_config.json",
)


@pytest.fixture
def checkout(setup, tmp_path, monkeypatch):
    """A checkout with an environment in order, small enough to be broken many times."""
    root = tmp_path.resolve() / "a checkout"
    for folder in ("perceptronlib", ".venv", ".ci/jupyter"):
        (root / folder).mkdir(parents=True)
    for name in MADE_FROM:
        (root / name).write_text("# nothing\n")
    (root / "perceptronlib" / "__init__.py").write_text("this is no Python, and that is fine")
    venv.create(root / ".venv", symlinks=True, with_pip=False)
    (packages,) = (root / ".venv" / "lib").glob("python*/site-packages")
    (packages / "numpy.py").touch()
    (packages / "perceptronlib.pth").write_text(f"{root}\n")
    monkeypatch.setattr(setup, "ROOT", str(root))
    setup.write_stamp(str(root / ".venv"))
    return root


def test_an_environment_in_order_is_left_alone(setup, checkout):
    assert setup.trouble(str(checkout), sys.version_info) is None
    assert setup.outdated(str(checkout)) == []
    setup.setup(this_python=True)


def test_files_added_by_hand_and_bytecode_are_no_trouble(setup, checkout):
    (checkout / ".venv" / "bin" / "mine").touch()
    (checkout / ".venv" / "__pycache__").mkdir()
    assert setup.trouble(str(checkout)) is None


DAMAGE = {
    "no .venv": lambda root: shutil.rmtree(root / ".venv"),
    "half-made": lambda root: (root / ".venv" / "ready.json").unlink(),
    "is gone": lambda root: [
        path.unlink() or path.symlink_to("nowhere") for path in (root / ".venv/bin").glob("python*")
    ],
    "missing or changed": lambda root: shutil.rmtree(next(root.glob(".venv/lib/*/site-packages"))),
    "1 of its files": lambda root: next(root.glob(".venv/**/numpy.py")).write_text("#"),
    "not installed from this folder": lambda root: shutil.rmtree(root / "perceptronlib"),
}


@pytest.mark.parametrize("words", DAMAGE)
def test_damage_is_noticed(setup, checkout, words):
    DAMAGE[words](checkout)
    assert words in setup.trouble(str(checkout))


def test_a_half_written_stamp_is_noticed(setup, checkout):
    stamp = checkout / ".venv" / "ready.json"
    stamp.write_text(stamp.read_text()[:40])
    assert "half-made" in setup.trouble(str(checkout))


def test_an_import_that_fails_is_noticed(setup, checkout):
    next(checkout.glob(".venv/**/numpy.py")).write_text("raise ImportError('no such library')")
    setup.write_stamp(str(checkout / ".venv"))
    assert "no such library" in setup.trouble(str(checkout))


def test_a_moved_checkout_is_noticed(setup, checkout):
    moved = checkout.rename(checkout.with_name("elsewhere"))
    assert "moved" in setup.trouble(str(moved))


def test_another_python_is_used_only_when_asked_for(setup, checkout):
    assert "it has Python" in setup.trouble(str(checkout), (4, 0))
    assert setup.trouble(str(checkout)) is None


@pytest.mark.parametrize("name", MADE_FROM)
def test_a_changed_list_of_packages_or_settings_is_noticed(setup, checkout, name):
    (checkout / name).write_text("# something else")
    assert setup.outdated(str(checkout)) == [name]


def test_settings_that_say_where_to_download_from_are_kept(setup, checkout, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["setup.py"])
    with mock.patch.dict(os.environ, PIP_INDEX_URL="mirror", PYTHONPATH="elsewhere"):
        assert setup.main() == 0
        assert os.environ["PIP_INDEX_URL"] == "mirror"
        assert "PYTHONPATH" not in os.environ
