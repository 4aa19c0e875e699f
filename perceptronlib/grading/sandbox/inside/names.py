"""What a statement says of names: which it binds and reads, and what it is as a definition."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

__all__ = ["bound", "is_stub", "plainer", "used"]

INNER = (
    *(ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
)


def bound(node: ast.stmt) -> set[str]:
    """The names that a statement may bind where it stands, not inside of functions.

    >>> sorted(bound(ast.parse("for a in b:\\n    c, d[0] = e").body[0]))
    ['a', 'c']
    """
    names, waiting = set[str](), list[ast.AST]([node])
    while waiting:
        now = waiting.pop()
        match now:
            case ast.Name(id=name, ctx=ast.Store()):
                names.add(name)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(now.name)
            case ast.alias():
                names.add(now.asname or now.name.partition(".")[0])
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                names.add(name)
            case ast.MatchMapping(rest=str(name)):
                names.add(name)
        if not isinstance(now, INNER):
            waiting += ast.iter_child_nodes(now)
    return names


def used(node: ast.stmt) -> set[str]:
    """The names that a statement reads, wherever in it.

    >>> sorted(used(ast.parse("a = b(c)").body[0]))
    ['b', 'c']
    """
    names = (n for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
    return {name.id for name in names}


def is_stub(node: ast.stmt) -> bool:
    """Whether a statement defines a function that says only that it is not written yet.

    >>> is_stub(ast.parse("def f(x):\\n    'Half.'\\n    raise NotImplementedError").body[0])
    True
    """
    match node:
        case ast.FunctionDef(body=[ast.Raise(exc=raised)]):
            pass
        case ast.FunctionDef(
            body=[ast.Expr(value=ast.Constant(value=str())), ast.Raise(exc=raised)]
        ):
            pass
        case _:
            return False
    raised = raised.func if isinstance(raised, ast.Call) else raised
    return isinstance(raised, ast.Name) and raised.id == "NotImplementedError"


def plainer(node: ast.stmt, known: Collection[str]) -> Iterator[ast.stmt]:
    """A definition without decorators whose names are not known, then without any.

    >>> def_ = ast.parse("@njit\\n@cache\\ndef f(): pass").body[0]
    >>> [ast.unparse(node).split("\\n")[0] for node in plainer(def_, {"cache"})]
    ['@cache', 'def f():']
    """
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return
    found = [d for d in node.decorator_list if used(ast.Expr(d)) <= {*known}]
    kinds = [found, []] if found else [[]]
    for kept in kinds:
        if len(kept) < len(node.decorator_list):
            fields = {**vars(node), "decorator_list": kept}
            yield ast.copy_location(type(node)(**fields), node)
