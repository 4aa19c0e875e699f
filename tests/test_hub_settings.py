"""What `.ci/hub` and `.binder` say is true, as far as it can be told without a hub and an image."""

import importlib.util
import os
import re
import runpy
import subprocess
import tomllib
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from traitlets.config import Config

ROOT = Path(__file__).resolve().parents[1]
HUB, BINDER = ROOT / ".ci" / "hub", ROOT / ".binder"
PAGE = (HUB / "README.md").read_text(encoding="utf-8")
VALUES = yaml.safe_load((HUB / "values.yaml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MB = 1 << 20

# ---------------------------------------------------------------- one machine


@pytest.fixture(scope="module")
def settings():
    return runpy.run_path(str(HUB / "jupyterhub_config.py"), {"get_config": Config})


def test_the_page_counts_students_as_the_hub_does(settings):
    rows = re.findall(r"^\| (\d+) GB \| (\d+) \|$", PAGE, re.M)
    assert len(rows) >= 3 and {"8", "24"} <= {memory for memory, _ in rows}
    for memory, students in rows:
        assert settings["students"](int(memory) << 30) == int(students)


def test_the_page_has_the_settings_numbers(settings):
    for name in ("STUDENT", "SYSTEM", "PROCESS"):
        assert f"{settings[name] // MB} MB" in PAGE
    assert (settings["HALF_AN_HOUR"], settings["AN_HOUR"]) == (1800, 3600)
    config = settings["c"]
    assert f"`{config.JupyterHub.spawner_class}`, used here" in PAGE
    assert config.JupyterHub.bind_url.endswith(":8000") and "port 8000" in PAGE
    for group in config.PAMAuthenticator.allowed_groups:
        assert f"`{group}`" in PAGE


def test_nothing_is_given_to_the_network_and_nobody_comes_in_unasked(settings):
    config = settings["c"]
    assert urlsplit(config.JupyterHub.bind_url).hostname == "127.0.0.1"
    assert (
        config.JupyterHub.authenticator_class == "pam" and "allow_all" not in config.Authenticator
    )


def test_a_student_begins_on_a_page_that_is_there(settings):
    for url in (settings["c"].Spawner.default_url, VALUES["singleuser"]["defaultUrl"]):
        place = url.removeprefix("/lab/tree/").removeprefix("perceptron-course/")
        assert (ROOT / place).exists(), url


def test_files_that_the_page_names_lie_beside_it():
    beside = {path.name for path in HUB.iterdir()} - {"__pycache__"}
    named = {*re.findall(r"`([\w.]+\.(?:py|yaml))`", PAGE), *re.findall(r"hub/([\w.]+)", PAGE)}
    assert {"Dockerfile", "values.yaml", "links.py", "jupyterhub_config.py"} <= {*named} & beside
    assert all(name in beside or (ROOT / name).exists() for name in named if "." in name)


# ---------------------------------------------------------------- links


def test_a_link_asks_for_what_nbgitpuller_understands(capsys, monkeypatch):
    package = importlib.util.find_spec("nbgitpuller").origin
    command = re.findall(r"^python (\.ci/hub/links\.py .*)$", PAGE, re.M)[0].split()
    monkeypatch.setattr("sys.argv", command)
    runpy.run_path(str(ROOT / command[0]), run_name="__main__")
    link = urlsplit(capsys.readouterr().out.strip())
    assert (link.scheme, link.netloc) == ("https", "hub.example.edu")
    assert link.path == "/hub/user-redirect/git-pull"
    asked = {name: value for name, (value,) in parse_qs(link.query, strict_parsing=True).items()}
    assert asked == {
        "repo": "https://git.example.edu/ada/handout.git",
        "branch": "main",
        "targetpath": "handout",
        "urlpath": "lab/tree/handout/exercises/01_perceptron.ipynb",
    }
    source = Path(package).with_name("handlers.py").read_text(encoding="utf-8")
    assert all(f"get_argument('{name}'" in source for name in asked)


def test_an_address_without_https_gets_a_sentence():
    link = runpy.run_path(str(HUB / "links.py"))["link"]
    with pytest.raises(ValueError, match="an address begins with https://, got 'hub.example.edu'"):
        link("hub.example.edu", "https://git.example.edu/handout", "x.ipynb")


# ---------------------------------------------------------------- the image


def instructions():
    """What the Dockerfile says, as (instruction, rest), lines that go on put together."""
    text = (HUB / "Dockerfile").read_text(encoding="utf-8")
    text = re.sub(r"^#.*\n", "", text, flags=re.M).replace("\\\n", " ")
    return [(*line.split(None, 1),) for line in text.splitlines() if line.strip()]


def said(name):
    return [rest for instruction, rest in instructions() if instruction == name]


def copied():
    """What of the checkout goes into the image."""
    return [word for rest in said("COPY") if "--from" not in rest for word in rest.split()[:-1]]


def test_the_image_has_one_python_and_it_is_that_of_the_tests():
    images = {rest.split(" AS ")[0] for rest in said("FROM")}
    assert len(images) == 1
    (version,) = re.findall(r"^python:(3\.\d+)-slim-\w+$", images.pop())
    workflow = yaml.safe_load((ROOT / ".github/workflows/course.yml").read_text(encoding="utf-8"))
    steps = workflow["jobs"]["course"]["steps"]
    (used,) = [s["with"]["python-version"] for s in steps if "setup-python" in s.get("uses", "")]
    assert version == used and SpecifierSet(PROJECT["requires-python"]).contains(version)


def test_what_goes_into_the_image_exists_and_is_all_that_a_package_needs():
    names = copied()
    assert names and all((ROOT / name).exists() for name in names)
    let_in = (HUB / "Dockerfile.dockerignore").read_text(encoding="utf-8").split("\n")
    assert "*" in let_in and {line[1:] for line in let_in if line[:1] == "!"} == {*names}
    hatch = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]
    wheel = hatch["build"]["targets"]["wheel"]
    needed = [*wheel["packages"], *wheel["force-include"], *wheel["shared-data"]]
    needed.append(hatch["metadata"]["hooks"]["custom"]["path"])
    for path in [*needed, "README.md", *PROJECT["license-files"]]:
        assert any(path == name or path.startswith(f"{name}/") for name in names), path
    assert not any("solutions" in name or "tests" in name for name in names)


def test_the_image_is_made_from_the_lock():
    installs = [part for rest in said("RUN") for part in rest.split("&&") if "pip install" in part]
    uv, course = installs
    assert f"uv=={re.search(r'^uv==([0-9.]+)', LOCK, re.M)[1]}" in uv
    assert "--constraint requirements.lock --build-constraint requirements.lock" in course
    assert '".[course,hub]"' in course and {"course", "hub"} <= {*PROJECT["optional-dependencies"]}


def test_the_image_is_made_with_care():
    """What linters of Dockerfiles ask for."""
    names = [instruction for instruction, _ in instructions()]
    assert {*names} <= {"FROM", "WORKDIR", "RUN", "COPY", "ENV", "USER", "CMD"} and names[
        -1
    ] == "CMD"
    assert all(place.startswith("/") for place in said("WORKDIR"))
    for run in said("RUN"):
        assert not re.search(r"\bsudo\b|\bcd\b|curl|wget", run)
        assert "apt-get install" not in run or (
            "--no-install-recommends" in run and "rm -rf /var/lib/apt/lists/*" in run
        )
        assert "pip install" not in run or re.search(r"--no-cache(-dir)?\b", run)
    assert said("USER") == ["1000"]  # as a number, so that Kubernetes sees that it is not root
    assert said("CMD")[0].startswith('["')


def test_the_volume_lies_where_the_image_has_its_home(settings):
    home = re.search(r"HOME=(\S+)", " ".join(said("ENV")))[1]
    single = VALUES["singleuser"]
    assert single["storage"]["homeMountPath"] == home == said("WORKDIR")[-1]
    assert single["memory"]["guarantee"] == f"{settings['STUDENT'] // MB}M"
    assert VALUES["cull"]["timeout"] == settings["AN_HOUR"]
    assert single["image"]["name"] in PAGE and f":{single['image']['tag']}" in PAGE


# ---------------------------------------------------------------- Binder


def test_binder_gets_what_a_student_needs_and_no_more():
    environment = yaml.safe_load((BINDER / "environment.yml").read_text(encoding="utf-8"))
    whole = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    extras = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *extras["fast"], *extras["course"]]
    names = {Requirement(line).name for line in wanted} - {PROJECT["name"]}
    conda = {name.replace("matplotlib", "matplotlib-base") for name in names}
    listed = {re.match(r"[a-z0-9-]+", line)[0] for line in environment["dependencies"]}
    assert listed == conda | {"python", "pip", "hatchling"}
    assert {*environment["dependencies"]} - {"python=3.11"} <= {*whole["dependencies"][:-1]}
    assert environment["channels"] == whole["channels"]


def test_binder_installs_the_package_without_asking_for_more():
    script = BINDER / "postBuild"
    assert os.access(script, os.X_OK)
    subprocess.run(["bash", "-n", script], check=True)
    assert "python -m pip install --no-deps --no-build-isolation" in script.read_text()
