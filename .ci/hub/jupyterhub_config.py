"""JupyterHub's settings for a class on one machine; README.md beside this file says how to use it.

Each student has an account of the machine and finds a copy of the course in a folder of their own,
with an untouched one beside it. Servers that nobody uses end, and give back the memory they held.
"""

# ruff: noqa: F821  (JupyterHub provides get_config)
import os
import sys
from pathlib import Path

PYTHON = sys.executable
UNTOUCHED = Path("course").resolve()  # made by `python -m perceptronlib lab course --only-copy`
MB = 1 << 20

STUDENT = 550 * MB
"""What a student with one lecture open needs; tests/site/test_hub.py measures it."""

SYSTEM = 1500 * MB
"""What the machine keeps for itself and for the hub."""

PROCESS = 2000 * MB
"""What one process of a student, a kernel say, may ask for; more, and it gets a MemoryError."""

HALF_AN_HOUR, AN_HOUR = 1800, 3600


def students(memory: int) -> int:
    """How many with a lecture open fit into this memory."""
    return max(1, (memory - SYSTEM) // STUDENT)


c = get_config()

# ---------------------------------------------------------------- who may come in, and where

# Passwords and everything else travel as they are: give the hub to the network through a web server
# that speaks TLS, and let the hub itself listen to this machine alone.
c.JupyterHub.bind_url = "http://127.0.0.1:8000"
c.ConfigurableHTTPProxy.command = ["configurable-http-proxy"]
c.JupyterHub.authenticator_class = "pam"  # accounts of this machine
c.PAMAuthenticator.allowed_groups = {"students", "instructors"}
c.PAMAuthenticator.admin_groups = {"instructors"}

# ---------------------------------------------------------------- a student's server

# Each server runs as its student, so the machine's own rights keep students apart.
c.JupyterHub.spawner_class = "localprocess"

# The copying, too, is done as the student: what they wrote stays, and what is new stands beside it.
SERVER = f"""
course="$HOME/perceptron-course"
"{PYTHON}" -m perceptronlib lab "$course" --only-copy
ln -sfn "{UNTOUCHED}" "$course/untouched"
exec prlimit --data={PROCESS} "{PYTHON}" -m jupyterhub.singleuser "$@"
"""
c.Spawner.cmd = ["bash", "-c", SERVER, "student"]
c.Spawner.notebook_dir = "~/perceptron-course"
c.Spawner.default_url = "/lab/tree/lectures/00_start_here.ipynb"
c.Spawner.args = [
    "--LabApp.news_url=None",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    f"--MappingKernelManager.cull_idle_timeout={HALF_AN_HOUR}",
    "--MappingKernelManager.cull_connected=True",  # a forgotten tab holds no memory
]
c.Spawner.environment = {
    "JUPYTER_PREFER_ENV_PATH": "1",
    "OPENBLAS_NUM_THREADS": "1",  # a core for each student is more than there are
    "OMP_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
}

# ---------------------------------------------------------------- how many at a time

c.JupyterHub.active_server_limit = students(
    os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
)
c.JupyterHub.concurrent_spawn_limit = 2 * (os.cpu_count() or 1)  # the others wait their turn
c.Spawner.start_timeout = 120
c.Spawner.http_timeout = 120

c.JupyterHub.services = [
    {
        "name": "idle-culler",
        "command": [PYTHON, "-m", "jupyterhub_idle_culler", f"--timeout={AN_HOUR}"],
    }
]
c.JupyterHub.load_roles = [
    {
        "name": "idle-culler",
        "services": ["idle-culler"],
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
    }
]
