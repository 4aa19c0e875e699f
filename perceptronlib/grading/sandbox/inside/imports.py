"""Imports, each for itself: one of what is not there costs what uses it, and nothing beside it."""

from __future__ import annotations

import ast

__all__ = ["Forgiving", "one_by_one"]


class Forgiving(ast.NodeTransformer):
    """Within a block, an import of what is not there costs what uses it, not the rest.

    >>> print(ast.unparse(Forgiving().visit(ast.parse("if a:\\n    import b\\n    c = 1"))))
    if a:
        try:
            import b
        except ImportError:
            pass
        c = 1
    """

    def visit_Import(self, node: ast.Import) -> ast.AST | list[ast.stmt]:
        return self._tried(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST | list[ast.stmt]:
        return self._tried(node)

    def _tried(self, node: ast.Import | ast.ImportFrom) -> list[ast.stmt]:
        kind = ast.Name("ImportError", ast.Load())
        return [
            ast.Try([alone], [ast.ExceptHandler(kind, None, [ast.Pass()])], [], [])
            for alone in one_by_one(node)
        ]

    def visit_Try(self, node: ast.Try) -> ast.AST:
        return node  # it says itself what happens then

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return node


def one_by_one(node: ast.Import | ast.ImportFrom) -> list[ast.stmt]:
    """An import of several things as several imports.

    >>> [ast.unparse(node) for node in one_by_one(ast.parse("import a, b").body[0])]
    ['import a', 'import b']
    """
    return [
        ast.copy_location(type(node)(**{**vars(node), "names": [alias]}), node)
        for alias in node.names
    ]
