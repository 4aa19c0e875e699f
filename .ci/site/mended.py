"""What Sphinx and its theme leave undone in a finished page, mended for its readers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

MENDED = (
    # Two regions of one kind need names to be told apart by those who listen.
    (r'<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="All pages">'),
    (r'<aside class="(toc-drawer[^"]*)">', r'<aside class="\1" aria-label="On this page">'),
    # A heading that does not say of which level; the list below it does as well without.
    (r'<p class="caption" role="heading">', '<p class="caption">'),
    # A corner of a table heads nothing.
    (r'<th class="head"><p></p></th>', '<td class="head"></td>'),
    # A displayed formula within a paragraph, where no <div> may be.
    (
        r'<div class="math-wrapper[^>]*>\s*(<span class="formula">.*?</span>)\s*</div>',
        r"\1",
    ),
)


def mend(app: Any, failed: Exception | None) -> None:
    """Mend every page that was written; one that is mended already stays as it is."""
    if failed is not None:
        return
    for name in app.env.found_docs | {"search"}:
        path = Path(app.outdir) / f"{name}.html"
        text = mended = path.read_text(encoding="utf-8")
        for pattern, better in MENDED:
            mended = re.sub(pattern, better, mended, flags=re.DOTALL)
        if mended != text:
            path.write_text(mended, encoding="utf-8")


def setup(app: Any) -> dict[str, bool]:
    app.connect("build-finished", mend)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
