"""How what was written looks, for every page that shows it."""

from __future__ import annotations

__all__ = ["STYLE"]

STYLE = """
.shown { overflow-wrap: anywhere }
.shown > :first-child { margin-top: 0 } .shown > :last-child { margin-bottom: 0 }
.shown h4 { font-size: 1.05em; margin: 1em 0 .3em }
.shown pre { overflow-x: auto; padding: .6em .8em; border-radius: 4px; white-space: pre-wrap;
  background: var(--code); margin: .6em 0 }
.shown code { color: inherit; font-size: .92em } .shown .tex { color: var(--wrong) }
.shown blockquote { margin: .6em 0; padding-left: .8em; border-left: 3px solid var(--quiet) }
.shown ul { list-style: disc; padding-left: 1.5em } .shown ol { padding-left: 1.8em }
.shown table { border-collapse: collapse } .shown td, .shown th { padding: .1em .6em }
.shown img { display: block; max-width: 100%; height: auto; margin: .6em 0; background: #fff }
.shown hr.cell { border: 0; border-top: 1px dashed var(--quiet); margin: 1em 0 }
.shown .display { display: block; overflow-x: auto; padding: .2em 0; text-align: center }
.shown .display math { display: block math } .shown mtd { padding: .15em .25em }
.shown mtd.left { text-align: left } .shown mtd.right { text-align: right }
.shown b, .shown strong { color: inherit }
.shown math { font-size: 1.08em }
.shown .missing { color: var(--wrong); font-style: italic }
.shown .link { text-decoration: underline dotted }
.shown .comment { color: var(--quiet) } .shown .keyword { color: var(--accent); font-weight: 600 }
.shown .string { color: var(--right) } .shown .value { color: var(--wrong) }
.shown .name { font-weight: 600 }
"""
"""Style sheet; a page defines --ink, --quiet, --code, --right, --wrong and --accent."""
