"""The settings of `.ci/hub` for a test: all of them, but for who may come in and where it listens.

JupyterHub reads this file. Accounts of the machine are not a test's to make, so anybody may come
in, and all servers run as the user who runs the test: what keeps students apart is not tested here.
"""

# ruff: noqa: F821  (JupyterHub provides both functions)
import os

load_subconfig(os.environ["COURSE_HUB_SETTINGS"])
c = get_config()

front, api, hub = os.environ["COURSE_HUB_PORTS"].split()
c.JupyterHub.bind_url = f"http://127.0.0.1:{front}"
c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{hub}"
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{api}"
c.ConfigurableHTTPProxy.command = [os.environ["COURSE_HUB_PROXY"]]
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = os.path.abspath("homes") + "/{username}"
c.Spawner.args = [*c.Spawner.args, "--allow-root", "--LabApp.expose_app_in_browser=True"]
