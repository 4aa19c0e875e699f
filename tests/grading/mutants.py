"""Mechanical mutants of a solution: one small slip each, of the kinds that people make.

A comparison turned or made strict, a sign, a constant, off by one, an update that is dropped, two
arguments exchanged. A test that lets such a slip pass does not test what the task asks for.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

COMPARE = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATOR = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
}
ONE_SIDED = (ast.Sub, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult)


def mutants(source: str, lines: range) -> Iterator[tuple[str, str]]:
    """Each mutant of the code on these lines (counted from 1): what was done, and the source."""
    tree = ast.parse(source)
    places = [n for n in ast.walk(tree) if getattr(n, "lineno", 0) in lines]
    seen = {ast.unparse(tree)}
    for number, node in enumerate(places):
        for change in _changes(node):
            other = copy.deepcopy(tree)
            twin = [n for n in ast.walk(other) if getattr(n, "lineno", 0) in lines][number]
            new = change(twin)
            other = ast.fix_missing_locations(_Replace(twin, new).visit(other))
            text = ast.unparse(other)
            if text not in seen:
                seen.add(text)
                yield f"{ast.unparse(node)}  ->  {ast.unparse(new)}", text


class _Replace(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


def _changes(node: ast.AST):
    """Functions that take the node (of a copy of the tree) and give what stands there instead."""
    if isinstance(node, ast.Compare):
        for op in COMPARE.get(type(node.ops[0]), ()):
            yield lambda n, op=op: ast.Compare(n.left, [op(), *n.ops[1:]], n.comparators)
    if isinstance(node, ast.BinOp):
        if type(node.op) in OPERATOR:
            yield lambda n: ast.BinOp(n.left, OPERATOR[type(n.op)](), n.right)
        if isinstance(node.op, ONE_SIDED):
            yield lambda n: ast.BinOp(n.right, n.op, n.left)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Not):
        yield lambda n: n.operand
    if isinstance(node, ast.BoolOp):
        yield lambda n: ast.BoolOp(ast.Or() if isinstance(n.op, ast.And) else ast.And(), n.values)
    if isinstance(node, ast.Constant) and type(node.value) is bool:
        yield lambda n: ast.Constant(not n.value)
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield lambda n: ast.Constant(n.value + 1)
        yield lambda n: ast.Constant(n.value - 1)
    if isinstance(node, ast.Call):
        yield from _call_changes(node)
    if isinstance(node, ast.AugAssign):
        yield lambda n: ast.Pass()
        if type(node.op) in OPERATOR:
            yield lambda n: ast.AugAssign(n.target, OPERATOR[type(n.op)](), n.value)
    if isinstance(node, ast.If | ast.IfExp):
        yield lambda n: _with_test(n, True)
        yield lambda n: _with_test(n, False)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield lambda n: ast.Pass()  # such as steps.append(...)


def _call_changes(node: ast.Call):
    if len(node.args) >= 2 and not any(isinstance(a, ast.Starred) for a in node.args):
        yield lambda n: ast.Call(n.func, [n.args[1], n.args[0], *n.args[2:]], n.keywords)
    if isinstance(node.func, ast.Name) and node.func.id == "range":
        last = len(node.args) - 1 if len(node.args) < 3 else 1
        for op in (ast.Add(), ast.Sub()):
            yield lambda n, op=op: ast.Call(
                n.func,
                [
                    ast.BinOp(a, op, ast.Constant(1)) if k == last else a
                    for k, a in enumerate(n.args)
                ],
                n.keywords,
            )


def _with_test(node, value: bool):
    node.test = ast.Constant(value)
    return node
