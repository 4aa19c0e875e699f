"""A hub for a class, with the settings of `.ci/hub`: two students log in, read a lecture and slide.

Its proxy comes from npm once, and is kept in build/cache.
"""

import contextlib
import os
import runpy
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.parse import quote_plus

import psutil
import pytest
from jupyterhub.app import JupyterHub
from jupyterhub.auth import PAMAuthenticator
from jupyterhub.proxy import ConfigurableHTTPProxy
from jupyterhub.spawner import Spawner
from traitlets.config import Config

from tests import browser
from tests.browser.looking import photograph

from .as_a_student import execute, free_ports, read, run, settings, slide

pytestmark = [
    pytest.mark.xdist_group("hub"),
    pytest.mark.skipif(not browser.CHROMIUM, reason="NOT TESTED: there is no Chromium"),
]

HUB = browser.ROOT / ".ci" / "hub"
CACHE = browser.ROOT / "build" / "cache"
PROXY = "configurable-http-proxy@5.1.0"
OPENED = """path => {
    const panel = window.jupyterapp?.shell.currentWidget;
    return panel?.context?.path === path && panel.sessionContext.session?.kernel;
}"""
"""Asked again once JupyterLab has moved to a workspace of its own, as it does in a second tab."""
KINDS = (JupyterHub, PAMAuthenticator, ConfigurableHTTPProxy, Spawner)
STUDENTS = ("ada", "bob")
LECTURE, EXERCISE = "lectures/01_perceptron.ipynb", "exercises/01_perceptron.ipynb"
SETTINGS = runpy.run_path(str(HUB / "jupyterhub_config.py"), {"get_config": Config})


@pytest.fixture(scope="module")
def proxy():
    """The program that stands before the hub: the machine's own, or npm's."""
    if found := shutil.which("configurable-http-proxy"):
        return found
    program = CACHE / "proxy" / "node_modules" / ".bin" / "configurable-http-proxy"
    if not program.exists():
        assert shutil.which("npm"), "configurable-http-proxy is needed: install npm"
        (CACHE / "proxy").mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", PROXY]
        subprocess.run([*command, "--prefix", str(CACHE / "proxy")], check=True)
    return str(program)


class Hub:
    """A hub that runs: its address, its folder, and what it started."""

    def __init__(self, folder, proxy):
        self.folder, ports = folder, free_ports(3)
        self.address, self.log = f"http://127.0.0.1:{ports[0]}", folder / "hub.log"
        own = {
            "COURSE_HUB_SETTINGS": str(HUB / "jupyterhub_config.py"),
            "COURSE_HUB_PORTS": " ".join(map(str, ports)),
            "COURSE_HUB_PROXY": proxy,
        }
        environment = {**os.environ, **own}
        environment.pop("PYTHONWARNINGS", None)
        here = str(Path(__file__).with_name("hub_of_two.py"))
        command = [sys.executable, "-m", "jupyterhub", "-f", here]
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                command, cwd=folder, env=environment, stdout=log, stderr=log
            )

    def wait(self):
        for _ in range(400):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{self.address}/hub/api").close()
                return
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.1)
        raise AssertionError(f"the hub did not start:\n{self.log.read_text()}")

    def stop(self):
        """Ask it to stop, and end what does not; the processes that had to be ended."""
        if self.process.poll() is not None:
            return []
        started = self.processes()
        self.process.send_signal(signal.SIGTERM)
        _, alive = psutil.wait_procs([*started, psutil.Process(self.process.pid)], timeout=60)
        for each in alive:
            each.kill()
        self.process.wait(10)
        return alive

    def processes(self, student=""):
        """Those that the hub started, and those they started; or only a student's."""
        name = f"JUPYTERHUB_USER={student}"
        started = psutil.Process(self.process.pid).children(recursive=True)
        return [each for each in started if not student or name in environment(each)]


def environment(process):
    return [f"{name}={value}" for name, value in process.environ().items()]


@pytest.fixture(scope="module")
def hub(proxy, tmp_path_factory):
    folder = tmp_path_factory.mktemp("hub")
    lay_out = [sys.executable, "-m", "perceptronlib", "lab", "course", "--only-copy"]
    subprocess.run(lay_out, cwd=folder, check=True, capture_output=True)
    for student in STUDENTS:
        settings(folder / "homes" / student)
    started = Hub(folder, proxy)
    try:
        started.wait()
        yield started
    finally:
        started.stop()


@pytest.fixture(scope="module")
def windows(hub):
    """Both students, logged in, with the lecture open: by the link that a teacher would give."""
    with browser.browser() as chromium, contextlib.ExitStack() as stack:
        opened = {}
        for student in STUDENTS:
            context = chromium.new_context(viewport={"width": 1280, "height": 800})
            stack.callback(context.close)
            context.set_default_timeout(60_000)
            page = context.new_page()
            opened[student] = browser.Page(page)
            page.goto(f"{hub.address}/hub/user-redirect/lab/tree/{LECTURE}")
            page.fill("input[name=username]", student)
            page.fill("input[name=password]", "any")
            page.click("[type=submit]", no_wait_after=True)
        for student, window in opened.items():
            window.page.wait_for_url(f"{hub.address}/user/{student}/lab/tree/**")
        yield opened


def test_two_students_read_a_lecture_and_slide(hub, windows):
    for window in windows.values():
        run(window)
    for student, window in windows.items():
        read(window)
        slide(window)
        photograph(window.page, f"hub_{student}")
        home = hub.folder / "homes" / student / "perceptron-course"
        assert (home / LECTURE).exists() and (home / "exercises").is_dir()
        assert (home / "untouched" / LECTURE).exists()


def test_the_hub_knows_every_setting():
    """Also those that this test replaces; a slip in a name would change nothing, silently."""
    known = {kind.__name__: kind for kind in KINDS}
    for section, options in SETTINGS["c"].items():
        assert {*options} <= {*known[section].class_traits(config=True)}, section


def test_a_student_needs_no_more_memory_than_the_settings_say(hub, windows):
    """And no less than half of it: who exaggerates keeps students out."""
    for student in STUDENTS:
        used = [each.memory_full_info().pss for each in hub.processes(student)]
        print(f"{student}: {' + '.join(f'{each / 2**20:.0f}' for each in used)} MB")
        assert SETTINGS["STUDENT"] / 2 < sum(used) < SETTINGS["STUDENT"]


def test_a_process_that_wants_too_much_is_refused_and_nobody_else_notices(windows):
    ada, bob = (windows[student] for student in STUDENTS)
    assert execute(ada, "import numpy; kept = numpy.ones(3 << 27)") == "MemoryError"  # 3 GiB
    assert execute(ada, "kept = numpy.ones(1 << 26)") == "ok"
    assert execute(bob, "pl.Perceptron()") == "ok"


@pytest.fixture
def repository(tmp_path):
    """The address of a repository that is made as the hub's page says."""
    folder, bare = tmp_path / "handout", tmp_path / "server" / "handout.git"
    lab = [sys.executable, "-m", "perceptronlib", "lab", "handout", "--only-copy"]
    subprocess.run(lab, cwd=tmp_path, check=True, capture_output=True)
    ada = ["-c", "user.name=Ada", "-c", "user.email=ada@example.edu"]
    commands = [["init", "-b", "main"], ["add", "."], [*ada, "commit", "-m", "What the class gets"]]
    for command in [*commands, ["clone", "--bare", ".", str(bare)]]:
        subprocess.run(["git", *command], cwd=folder, check=True, capture_output=True)
    return bare.as_uri()


def test_a_link_brings_a_repository_and_opens_its_page(hub, windows, repository):
    make = runpy.run_path(str(HUB / "links.py"))["link"]
    public = "https://git.example.edu/handout.git"  # a link is for a web address; ours is a folder
    link = make(hub.address, public, EXERCISE).replace(quote_plus(public), quote_plus(repository))
    with contextlib.closing(windows["ada"].page.context.new_page()) as page:
        page.goto(link, wait_until="commit")
        page.wait_for_url(f"**/user/ada/lab/tree/handout/{EXERCISE}", wait_until="commit")
        page.wait_for_function(OPENED, arg=f"handout/{EXERCISE}")
    pulled = hub.folder / "homes" / "ada" / "perceptron-course" / "handout"
    assert (pulled / EXERCISE).exists() and (pulled / ".git").is_dir()


def test_what_a_student_writes_is_kept_when_the_course_is_copied_again(hub, windows):
    home = hub.folder / "homes" / "ada" / "perceptron-course"
    mine = home / "exercises" / "01_perceptron.ipynb"
    mine.write_text(mine.read_text(encoding="utf-8").replace("raise NotImplementedError", "pass"))
    written = mine.read_bytes()
    command = [sys.executable, "-m", "perceptronlib", "lab", str(home), "--only-copy"]
    subprocess.run(command, check=True, capture_output=True)
    assert mine.read_bytes() == written


def test_idle_servers_are_looked_for(hub, windows):
    for _ in range(100):
        if "idle-culler@127.0.0.1" in hub.log.read_text():
            break
        time.sleep(0.1)
    asked = [line for line in hub.log.read_text().splitlines() if "idle-culler@127.0.0.1" in line]
    assert asked and all(" 200 GET /hub/api/" in line for line in asked)


def test_stopped_it_leaves_nothing_behind(hub, windows):
    for window in windows.values():
        window.page.context.close()
    assert len(hub.processes()) >= 2 + 2 * len(
        STUDENTS
    )  # proxy, culler; a server and a kernel each
    assert hub.stop() == []
