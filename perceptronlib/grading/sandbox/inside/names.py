"""What a statement says of names: which it binds and reads, and what it is as a definition."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import Any

__all__ = ["bound", "is_definition", "is_stub", "named", "plainer", "used"]

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


def named(node: ast.stmt) -> set[str]:
    """All names in a statement, whether it reads or binds them.

    >>> sorted(named(ast.parse("a += b").body[0]))
    ['a', 'b']
    """
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def is_definition(node: ast.stmt) -> bool:
    """Whether a statement only says what a name means, which takes no time.

    >>> [is_definition(node) for node in ast.parse("import math; a = -1; b = math.pi").body]
    [True, True, False]
    """
    match node:
        case ast.Import() | ast.ImportFrom() | ast.ClassDef():
            return True
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return True
        case ast.Assign(value=value) | ast.AnnAssign(value=value):
            value = value.operand if isinstance(value, ast.UnaryOp) else value
            return isinstance(value, ast.Constant | ast.Lambda)
    return False


def is_stub(node: ast.stmt) -> bool:
    """Whether a statement defines a function that does nothing, or says that it is not written yet.

    >>> is_stub(ast.parse("def f(x):\\n    'Half.'\\n    raise NotImplementedError").body[0])
    True
    """
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    return all(_says_nothing(part) for part in node.body)


def _says_nothing(node: ast.stmt) -> bool:
    match node:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Return(value=None | ast.Constant(value=None)):
            return True
        case ast.Raise(exc=ast.Name(id=name) | ast.Call(func=ast.Name(id=name))):
            return name == "NotImplementedError"
    return False


def plainer(node: ast.stmt, known: Collection[str]) -> Iterator[ast.stmt]:
    """A definition without what names things that are not known, then without any decorator.

    These are decorators, values by default, and the classes that a class builds on.

    >>> def_ = ast.parse("@njit\\n@cache\\ndef f(a, b=pd.NA): pass").body[0]
    >>> [ast.unparse(node).split("\\n")[:-1] for node in plainer(def_, {"cache"})]
    [['@cache', 'def f(a, b=None):'], ['def f(a, b=None):']]
    """

    def is_known(part: ast.expr | None) -> bool:
        return part is None or used(ast.Expr(part)) <= {*known}

    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    fields: dict[str, Any] = {
        **vars(node),
        "decorator_list": [*filter(is_known, node.decorator_list)],
    }
    if isinstance(node, ast.ClassDef):
        fields["bases"] = [*filter(is_known, node.bases)]
        fields["keywords"] = [word for word in node.keywords if is_known(word.value)]
    else:
        given, nothing = node.args, ast.Constant(None)
        defaults = [part if is_known(part) else nothing for part in given.defaults]
        kw_defaults = [part if is_known(part) else nothing for part in given.kw_defaults]
        more = {**vars(given), "defaults": defaults, "kw_defaults": kw_defaults}
        fields["args"] = ast.arguments(**more)
    every: list[list[ast.expr]] = [fields["decorator_list"], []]
    for decorators in every:
        form = type(node)(**{**fields, "decorator_list": decorators})
        yield ast.fix_missing_locations(ast.copy_location(form, node))
