"""A link that brings a repository's files to a student's folder on a hub, and opens one of them.

    python .ci/hub/links.py https://hub.example.edu https://git.example.edu/ada/handout.git \\
        --page exercises/01_perceptron.ipynb

Whoever follows it logs in, gets the files by nbgitpuller (what they changed stays as it is), and
finds the page open. `--branch` names another branch than main.
"""

from __future__ import annotations

import argparse
from urllib.parse import urlencode, urlsplit


def link(hub: str, repository: str, page: str, branch: str = "main") -> str:
    """The link, for a hub's address as it stands in a browser."""
    for address in (hub, repository):
        if urlsplit(address).scheme not in ("http", "https"):
            raise ValueError(f"an address begins with https://, got {address!r}")
    folder = urlsplit(repository).path.rstrip("/").split("/")[-1].removesuffix(".git")
    place = {"targetpath": folder, "urlpath": f"lab/tree/{folder}/{page}"}
    asked = {"repo": repository, "branch": branch, **place}
    return f"{hub.rstrip('/')}/hub/user-redirect/git-pull?{urlencode(asked)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("hub", help="the hub's address")
    parser.add_argument("repository", help="the repository's address, as git clone takes it")
    parser.add_argument("--page", required=True, help="what is opened, as a path in the repository")
    parser.add_argument("--branch", default="main")
    given = parser.parse_args()
    print(link(given.hub, given.repository, given.page, given.branch))


if __name__ == "__main__":
    main()
