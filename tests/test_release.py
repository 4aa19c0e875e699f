"""What a stranger meets first is true: README, versions, links, and the workflow that publishes."""

import re
import subprocess
import sys
from datetime import date
from email import message_from_bytes
from pathlib import Path
from zipfile import ZipFile

import moving
import numpy as np
import pytest
import readme
import yaml
from PIL import Image

import perceptronlib as pl

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
WORKFLOW = yaml.safe_load((ROOT / readme.WORKFLOW).read_text(encoding="utf-8"))
HOME = readme.Home("https://github.com/ada/course", "https://ada.example/course")

# ---------------------------------------------------------------- versions


def test_changelog_citation_and_library_agree_on_the_version_and_its_day():
    version, day = re.search(r"^## (\S+) \((\S+)\)$", CHANGES, re.M).groups()
    assert version == pl.__version__ == str(CITATION["version"])
    assert day == str(CITATION["date-released"]) and date.fromisoformat(day) <= date.today()


def test_versions_in_the_changelog_go_down():
    versions = [tuple(map(int, v.split("."))) for v in re.findall(r"^## (\S+)", CHANGES, re.M)]
    assert versions == sorted(set(versions), reverse=True)


def test_the_citation_has_what_its_format_asks_for():
    assert {"cff-version", "message", "title", "authors"} <= {*CITATION}
    assert str(CITATION["cff-version"]) == "1.2.0" and CITATION["type"] == "software"
    assert CITATION["license"] == "MIT" and all("name" in author for author in CITATION["authors"])


# ---------------------------------------------------------------- links to a home, and without one


def test_readme_and_citation_show_the_home_that_pyproject_names():
    assert readme.with_links(README, readme.home()) == README
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert readme.cited(text, readme.home()) == text


def test_without_a_home_nothing_needs_one():
    shown = readme.with_links(README, readme.Home())
    assert readme.links(readme.Home()) == "" and "badge" not in shown and "binder" not in shown
    assert readme.home({}) == readme.Home()


def test_with_a_home_readme_shows_it_and_it_can_be_taken_back():
    shown = readme.with_links(README, HOME)
    assert "](https://ada.example/course/)" in shown
    assert (
        "mybinder.org/v2/gh/ada/course/HEAD?urlpath=lab/tree/lectures/00_start_here.ipynb" in shown
    )
    assert "https://github.com/ada/course/actions/workflows/course.yml/badge.svg" in shown
    assert (ROOT / readme.WORKFLOW).exists() and (ROOT / readme.FIRST).exists()
    assert readme.with_links(shown, readme.Home()) == README.replace(
        readme.links(readme.home()) or "\n\n\n", ""
    )


def test_the_citation_gets_its_addresses_and_loses_them_again():
    bare = readme.cited((ROOT / "CITATION.cff").read_text(encoding="utf-8"), readme.Home())
    cited = yaml.safe_load(readme.cited(bare, HOME))
    assert (cited["repository-code"], cited["url"]) == (HOME.source, HOME.course)
    assert readme.cited(readme.cited(bare, HOME), readme.Home()) == bare


def places(text):
    """Where links and pictures of a text lead, but for its own headings."""
    return [place for place in re.findall(r"\]\(([^)\s]+)\)", text) if not place.startswith("#")]


def test_links_of_the_files_a_visitor_sees_lead_somewhere():
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", ".ci/hub/README.md"):
        file = ROOT / name
        for place in places(file.read_text(encoding="utf-8")):
            if "://" not in place:
                assert (file.parent / place.split("#")[0]).exists(), f"{name}: {place}"


@pytest.mark.parametrize("home", [readme.Home(), HOME], ids=["no home", "a home"])
def test_on_an_index_no_link_and_no_picture_is_broken(home):
    shown = readme.for_an_index(README, home)
    found = places(shown)
    assert all(re.match("https?://", place) for place in found)
    assert ("squeeze.png" in shown) == bool(home.source)
    for place in found:
        if home.source and place.startswith(home.source):
            path = re.sub(r"^/(?:raw|blob)/HEAD/", "", place.removeprefix(home.source))
            assert (ROOT / path.split("#")[0]).exists(), place
    assert "00_start_here" in shown and "The proof of lecture 03" in README


def test_the_package_shows_an_index_just_that(tmp_path):
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith("METADATA"))
        told = message_from_bytes(packed.read(name))
    assert told["Version"] == pl.__version__
    assert told["Description-Content-Type"] == "text/markdown"
    assert told.get_payload(decode=True).decode() == readme.for_an_index(README, readme.home())


# ---------------------------------------------------------------- what README says and shows


def test_commands_work_on_every_system():
    """`python -m` finds what was installed, also where the folder of scripts is not on the path."""
    texts = ["README.md", "CONTRIBUTING.md", "perceptronlib/README.md", ".ci/hub/README.md"]
    for name in texts:
        text = (ROOT / name).read_text(encoding="utf-8")
        bare = re.findall(
            r"^.*(?<!-m )\b(?:pip install|perceptronlib (?:lab|grade|check)).*$", text, re.M
        )
        assert not bare, f"{name}: {bare}"


def test_the_moving_picture_is_small_and_what_the_library_draws():
    book = moving.pages()
    assert moving.FILE.stat().st_size < 400_000
    with Image.open(moving.FILE) as kept:
        assert kept.n_frames == len(book.pages) and kept.info["loop"] == 0
        for at in (0, 9, len(book.pages) - 1):
            kept.seek(at)
            shown, drawn = np.asarray(kept.convert("RGB")), np.asarray(moving.frame(book, at))
            off = np.abs(shown.astype(int) - drawn)
            assert off.mean() < 2 and np.percentile(off, 99) < 40, at


def test_the_moving_picture_says_what_it_shows():
    book = moving.pages()
    (words,) = re.findall(rf"!\[(.*)\]\({moving.FILE.relative_to(ROOT)}\)", README)
    first, last = book.steps[0], book.steps[-1]
    ends = f"A slider moves from {first} to {last} updates."
    assert words == f"{ends} {book.pages[9].sentence} {book.pages[-1].sentence}"


# ---------------------------------------------------------------- the workflow that publishes


def steps():
    return [step for job in WORKFLOW["jobs"].values() for step in job["steps"]]


def test_the_workflow_runs_targets_that_there_are():
    targets = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.M)[1].split()
    called = [line.split() for s in steps() for line in s.get("run", "").splitlines()]
    made = [word for line in called if line[0] == "make" for word in line[1:] if "=" not in word]
    published = {"site", "lite", "slides"} & {*targets}
    assert {"test", "test-site"} | published <= {*made} <= {*targets}
    assert all(line[0] in ("make", "sudo") for line in called)


def test_what_others_wrote_is_pinned_and_may_do_little():
    used = [step["uses"] for step in steps() if "uses" in step]
    assert used and all(re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", name) for name in used)
    assert WORKFLOW["permissions"] == {"contents": "read"}
    rights = {name: job.get("permissions", {}) for name, job in WORKFLOW["jobs"].items()}
    assert rights.pop("publish") == {"pages": "write", "id-token": "write"}
    assert not any(rights.values())
    checkouts = [step for step in steps() if "checkout" in step.get("uses", "")]
    assert all(step["with"]["persist-credentials"] is False for step in checkouts)


def test_only_the_main_branch_is_published_and_only_after_its_tests():
    publish = WORKFLOW["jobs"]["publish"]
    assert publish["if"] == "github.ref == 'refs/heads/main'" and publish["needs"] == "course"
    commands = [step["run"] for step in WORKFLOW["jobs"]["course"]["steps"] if "run" in step]
    assert commands.index("make test") < len(commands) - 1
    assert any("test-site" in command for command in commands)
