"""Folded checks forgive a reader who has changed the cells above them.

A lecture invites its reader to change a line and run it again. Its checks speak of the page as it
was written, and would then stop the page with an error. In a notebook they say in one line that
they do not apply any more, and the page goes on. Where the page is built, and in tests, a check
that fails is an error as ever.
"""

from __future__ import annotations

import ast
import os
import sys

__all__ = ["Changed", "Forgiving", "forgive_changes"]

STRICT = "PERCEPTRONLIB_STRICT"
"""Where this is set in the environment, a check that fails is an error (`make build`)."""

HOLDS = "_claim_holds"


class Changed:
    """What stands in place of a check that no longer applies.

    >>> Changed()
    A cell above was changed or left out, so this check does not apply here.
    """

    def __repr__(self) -> str:
        return "A cell above was changed or left out, so this check does not apply here."

    def _repr_html_(self) -> str:
        again = "<i>Restart Kernel and Run All Cells</i> brings back the page's own numbers."
        return f"<p>{self!r} Undo the change; then {again}</p>"


class Forgiving(ast.NodeTransformer):
    """Rewrites a cell that ends with `checked`: if anything in it fails, it shows `Changed`.

    >>> cell = ast.parse("assert 1 + 1 == 3\\npl.checked('One and one is three.')")
    >>> print(ast.unparse(Forgiving().visit(cell)).splitlines()[-1])
    pl.checked('One and one is three.') if _claim_holds else __import__(...
    """

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """The whole cell."""
        last = node.body[-1] if node.body else None
        if not (isinstance(last, ast.Expr) and _says_checked(last.value)):
            return node
        instead = f"__import__({__name__!r}, fromlist=['Changed']).Changed()"
        frame = ast.parse(
            f"try:\n    pass\nexcept Exception:\n    {HOLDS} = False\n"
            f"else:\n    {HOLDS} = True\n{instead}"
        )
        attempt, said = frame.body
        assert isinstance(attempt, ast.Try) and isinstance(said, ast.Expr)
        attempt.body = node.body[:-1] or attempt.body
        test = ast.Name(HOLDS, ast.Load())
        said.value = ast.IfExp(test, last.value, said.value)
        return ast.fix_missing_locations(frame)


def _says_checked(value: ast.expr) -> bool:
    called = value.func if isinstance(value, ast.Call) else None
    return isinstance(called, ast.Attribute) and called.attr == "checked"


def forgive_changes() -> None:
    """From now on checks in this notebook forgive changes; nothing happens outside of one.

    >>> forgive_changes()
    """
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is None or os.environ.get(STRICT):
        return
    if not any(isinstance(one, Forgiving) for one in shell.ast_transformers):
        shell.ast_transformers.append(Forgiving())
