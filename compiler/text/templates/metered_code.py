"""Adds calls to the tree of a text that count its resources.

The calls name methods of the sandbox's environment: `tick`, `kept`, `read`, `key` and `concat_values`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from .meter import SMALL, refusal

if TYPE_CHECKING:
    from jinja2 import nodes
    from jinja2.compiler import CodeGenerator


def insert_counters(template: nodes.Template) -> nodes.Template:
    """Return the tree of a text with calls that count each round of a body, and what expressions make and read.

    Raises SecurityError for a number that is too large.
    """
    from jinja2 import nodes

    bodies = (nodes.For, nodes.Macro, nodes.CallBlock, nodes.Block)
    found: list[Any] = [template, *template.find_all(bodies)]
    for node in found:
        _begin(node.body)
        if isinstance(node, nodes.For) and node.test is not None:
            line = node.lineno
            ticked = nodes.Not(_tick([node.test], line), lineno=line)
            node.test = nodes.And(ticked, node.test, lineno=line)
    made: nodes.Template = _with_calls(template)
    return made


def _begin(body: list[Any]) -> None:
    """Put a step in front of a body."""
    from jinja2 import nodes

    if body and isinstance(body[0], nodes.Extends):
        return
    line = body[0].lineno if body else 1
    body.insert(0, nodes.ExprStmt(_tick(body, line), lineno=line))


def _tick(parts: Iterable[Any], line: int) -> nodes.Expr:
    """Return the call that counts a round of some parts: the literal text that they may print, and their nodes."""
    from jinja2 import nodes

    size, work = 0, 1
    for part in parts:
        for value in (part, *part.find_all(nodes.Node)):
            work += 1
            if isinstance(value, nodes.TemplateData):
                size += len(value.data)
    sizes = [nodes.Const(each, lineno=line) for each in (1 + size, work)]
    return _call("tick", sizes, line)


def _call(name: str, arguments: list[Any], line: int) -> nodes.Expr:
    from jinja2 import nodes

    method = nodes.EnvironmentAttribute(name, lineno=line)
    return nodes.Call(method, arguments, [], None, None, lineno=line)


def _with_calls(node: Any) -> Any:
    """Put calls that count in the place of `~`, and around what makes or reads more than one value."""
    from jinja2 import nodes

    for field, value in node.iter_fields():
        if isinstance(value, list):
            value[:] = [_with_calls(x) if isinstance(x, nodes.Node) else x for x in value]
        elif isinstance(value, nodes.Node):
            setattr(node, field, _with_calls(value))
    match node:
        case nodes.Concat(nodes=parts):
            return _call("concat_values", parts, node.lineno)
        case nodes.List() | nodes.Tuple(ctx="load") | nodes.Dict():
            return _call("kept", [node], node.lineno)
        case nodes.Getitem(arg=nodes.Slice()):
            return _call("read", [node], node.lineno)
        case nodes.Compare() | nodes.Operand() if not isinstance(node.expr, nodes.Const):
            node.expr = _call("read", [node.expr], node.lineno)
        case nodes.Pair() if not isinstance(getattr(node.key, "value", None), str):
            node.key = _call("key", [node.key], node.lineno)
        case nodes.Const(value=int() | float() as value) if abs(value) > SMALL:
            raise refusal("a number has more than 40 digits")
        case nodes.Const(value=str() as text) if not is_whole(text):
            raise refusal("a text holds half a character, which no file can hold")
    return node


def is_whole(text: str) -> bool:
    """Return whether a text contains only whole characters, and no surrogate of an escape such as `\\ud800`."""
    return text.isascii() or not any("\ud800" <= each <= "\udfff" for each in text)


@cache
def generator() -> type[CodeGenerator]:
    """Return the class that writes the code of a counted tree, built on first use.

    Its constants are printed like other values: Jinja's would print them uncounted.
    """
    from jinja2 import nodes
    from jinja2.compiler import CodeGenerator

    class Generator(CodeGenerator):
        def _output_child_to_const(self, node: nodes.Expr, frame: Any, finalize: Any) -> str:
            if not isinstance(node, nodes.TemplateData):
                raise nodes.Impossible()
            return super()._output_child_to_const(node, frame, finalize)

        def visit_Call(self, node: nodes.Call, frame: Any, forward_caller: bool = False) -> None:  # noqa: N802
            if not isinstance(node.node, nodes.EnvironmentAttribute):
                return super().visit_Call(node, frame, forward_caller=forward_caller)
            self.visit(node.node, frame)
            for place, each in enumerate(node.args):
                self.write(", " if place else "(")
                self.visit(each, frame)
            return self.write(")")

    return Generator
