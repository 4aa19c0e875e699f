"""What all reports look like: a page of HTML, numbers and counts as people read them."""

from __future__ import annotations

import html
from collections.abc import Sequence

__all__ = ["counted", "named", "number", "page"]

WAITING = "to be marked"
STYLE = """
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --quiet: #595959; --card: #f6f6f6;
  --right: #117733; --wrong: #AA3377; --accent: #0072B2; --code: #f0f0f0 }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --paper: #121212; --quiet: #b5b5b5;
  --card: #1f1f1f; --right: #5cc98a; --wrong: #f08cc0; --accent: #6cb8f0; --code: #2c2c2c } }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 50em; margin: 0 auto; padding: 1em; overflow-wrap: anywhere }
body.wide { max-width: none } h1 { font-size: 1.5rem } h2 { font-size: 1.2rem }
h3 { font-size: 1rem; margin: 0 0 .3em } .pending b { color: var(--accent) }
section { background: var(--card); border-left: 5px solid var(--accent); margin: 1em 0;
  padding: .8em }
.right { border-color: var(--right) } .wrong, .partly, .no-answer { border-color: var(--wrong) }
.right b { color: var(--right) } .wrong b, .partly b, .no-answer b { color: var(--wrong) }
.bar { height: .5em; border: 1px solid var(--quiet); max-width: 20em }
.bar div { height: 100%; background: var(--right) } .pending .bar { border-style: dashed }
.quiet { color: var(--quiet) } ul { padding-left: 1.3em } img { max-width: 100%; background: #fff }
pre { white-space: pre-wrap; margin: 0 } code { color: var(--accent) }
.grid { display: grid; gap: 1em;
  grid-template-columns: repeat(auto-fill, minmax(min(22em, 100%), 1fr)) }
.grid section { margin: 0 } .roll { overflow-x: auto } section ul { list-style: none; padding: 0 }
table { border-collapse: collapse; overflow-wrap: normal } td ul { margin: 0; min-width: 16em }
td, th { padding: .2em .7em; text-align: left; vertical-align: top;
  border-bottom: 1px solid #8888 }
th[scope=row] { position: sticky; left: 0; background: var(--paper); max-width: 14em }
th .quiet { font-weight: normal } .sum { white-space: nowrap }
"""


def number(value: float | None) -> str:
    """A number as briefly as it goes, to the hundredth; nothing for None.

    >>> number(2.0), number(2.5), number(None)
    ('2', '2.5', '')
    """
    return "" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def counted(count: int, thing: str) -> str:
    """So many things, in words: "1 score", "2 scores".

    >>> counted(1, "score"), counted(0, "score")
    ('1 score', '0 scores')
    """
    return f"{count} {thing}{'s' * (count != 1)}"


def named(names: Sequence[str], most: int = 8) -> str:
    """The first of some names, and how many more there are.

    >>> named(["ada", "bob", "eve"]), named(["ada", "bob", "eve"], most=1)
    ('ada, bob, eve', 'ada and 2 more')
    """
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def page(title: str, body: str, wide: bool = False, style: str = "", pictures: bool = False) -> str:
    """A whole page of HTML, for light and dark screens of any width; nothing else may be loaded.

    With `pictures` those beside it may be: of its own host, or of the same disk.

    >>> page("A & B", "<p>Hello.</p>")[:57]
    '<!DOCTYPE html>\\n<html lang="en">\\n<head>\\n<meta charset="ut'
    """
    images = "'self' file:" if pictures else "data:"
    alone = f"default-src 'none'; style-src 'unsafe-inline'; img-src {images}"
    text = f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{alone}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(title)}</title>
<style>{STYLE}{style}</style>
</head>
<body{' class="wide"' if wide else ""}>
<main>
<h1>{html.escape(title)}</h1>
{body}
</main>
</body>
</html>
"""
    return text.encode("utf-8", "backslashreplace").decode()
