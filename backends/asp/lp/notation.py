"""Nodes in the notation of programs for clingo, as they are read: with predicates in upper case."""

from functools import cache

from ....compiler.contract import EngineError
from ....compiler.ir import nodes as ir
from ..printing import Printer
from ..programs import EXTREMES, PLAIN, VARIABLE


class _AsRead(Printer):
    """Spells names as programs have them; raises EngineError for a name that none has."""

    def name(self, name: str) -> str:
        return _spelt(name, name in EXTREMES or _plain(name))

    def applied(self, name: str) -> str:
        return _spelt(name, _plain(name) or _capital(name))

    def bare(self, name: str) -> str:
        return _spelt(name, _plain(name) or (_capital(name) and not name.endswith("_")))

    def variable(self, name: str) -> str:
        return _spelt(name, name == "_" or _capital(name))


PRINTER = _AsRead()


@cache
def _plain(name: str) -> bool:
    return PLAIN.fullmatch(name) is not None


@cache
def _capital(name: str) -> bool:
    return VARIABLE.fullmatch(name) is not None


def _spelt(name: str, possible: bool) -> str:
    if not possible:
        raise EngineError(f"no program has the name `{name}` there")
    return name


def show(node: ir.Node) -> str | None:
    """Return a literal, or a statement with its full stop followed by its id; None for nodes that programs do not
    have.
    """
    try:
        match node:
            case ir.Literal():
                return PRINTER.literal(node)
            case ir.Labelled(id=id):
                text = PRINTER.statement(node)
                return f"{text} % {id}" if text else None
            case ir.Fact() | ir.Rule() | ir.Optimise():
                return PRINTER.statement(ir.Labelled("", node)) or None
            case _:
                return None
    except EngineError:
        return None
