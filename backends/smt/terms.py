"""The kinds of the terms that formulas over records are made of, and what occurs in them."""

from collections.abc import Iterable, Mapping

from ...compiler.contract import EngineError
from ...compiler.ir import CONSISTENCY, nodes as ir, walk
from ...compiler.kinds import SCALARS, Integer, Kind, KindError, List, OneOf, Scalar, Set, Value

ORDER = frozenset({"<", "<=", ">", ">="})

DECIDES = frozenset(
    {
        "requirements",
        "comparisons",
        "conjunction",
        "disjunction",
        "negation",
        "arithmetic",
        "slots",
        CONSISTENCY,
    }
)
"""The features of formulas over records."""


class Kinds:
    """The kinds of slots and holes, and of the terms over them."""

    def __init__(self, slots: Mapping[str, Kind], holes: Mapping[str, Kind] | None = None) -> None:
        self.slots = slots
        self.holes = holes or {}

    def of(self, term: ir.Node) -> Kind | None:
        """Return a term's kind; None if the term alone does not tell it, as with a symbol."""
        match term:
            case ir.Slot(name=name):
                return self._declared_kind("slot", name, self.slots)
            case ir.Hole(name=name):
                return self._declared_kind("hole", name, self.holes)
            case ir.Quantity(kind=label):
                return scalar(label)
            case ir.ListOf(items=items):
                element = self._first(items)
                return None if element is None else List(element, len(items))
            case ir.SetOf(items=items):
                member = self._first(items)
                return Set(member) if isinstance(member, OneOf) else None
            case ir.Operation(operator="len"):
                return Integer()
            case ir.Operation(operator="sum" | "min" | "max" | "first" | "last", operands=(of,)):
                kind = self.of(of)
                return kind.element if isinstance(kind, List) else None
            case ir.Operation(operator="*", operands=operands):
                kinds = [kind for kind in map(self.of, operands) if kind is not None]
                return next((kind for kind in kinds if not isinstance(kind, Integer)), Integer())
            case ir.Operation(operands=operands):
                return self._first(operands)
            case _:
                return None

    def _first(self, terms: Iterable[ir.Node]) -> Kind | None:
        return next((kind for kind in map(self.of, terms) if kind is not None), None)

    def _declared_kind(self, what: str, name: str, kinds: Mapping[str, Kind]) -> Kind:
        if name not in kinds:
            raise EngineError(f"the {what} `{name}` has no kind")
        return kinds[name]

    def collects(self, term: ir.Node) -> bool:
        """Return whether a term is a set or a list."""
        return isinstance(term, ir.SetOf | ir.ListOf) or isinstance(self.of(term), Set | List)


def scalar(label: str) -> Scalar:
    """Return the scalar kind of a name, unbounded where it can be."""
    for kind in SCALARS:
        if kind.label == label:
            return kind()
    raise EngineError(f"there is no kind of amounts `{label}`")


def default(kind: Kind | None) -> Value:
    """Return what `first` and `last` of an empty list of a kind are: 0, or no symbol, which equals no symbol alone."""
    return "" if isinstance(kind, OneOf) else 0


def unfit(node: ir.Node) -> EngineError:
    """Return the error for a node that has no meaning in a formula over records."""
    what = getattr(node, "operator", None) or type(node).__name__.lower()
    return EngineError(f"`{what}` cannot be used like this in a requirement on records")


def slots_in(*nodes: ir.Node | None) -> tuple[str, ...]:
    """Return the slots that occur, each once, in the order of the text."""
    found = (
        part.name for node in nodes if node for part in walk(node) if isinstance(part, ir.Slot)
    )
    return tuple(dict.fromkeys(found))


def holes_in(*nodes: ir.Node) -> tuple[str, ...]:
    """Return the holes that occur, each once, in the order of the text."""
    found = (part.name for node in nodes for part in walk(node) if isinstance(part, ir.Hole))
    return tuple(dict.fromkeys(found))


def formulas(theory: ir.Theory) -> tuple[tuple[str, ir.Formula], ...]:
    """Return each requirement's id and formula."""
    found = []
    for statement in theory.statements:
        if not isinstance(statement.statement, ir.Requirement):
            raise unfit(statement.statement)
        found.append((statement.id, statement.statement.formula))
    return tuple(found)


def goal_parts(goal: ir.Goal) -> tuple[ir.Formula | None, ir.Term | None]:
    """Return the formula and the term of a goal over rows."""
    match goal:
        case ir.Satisfying() | ir.Consistent():
            return None, None
        case ir.Exists(formula=formula):
            return formula, None
        case ir.Best(term=term, direction="min" | "max"):
            return None, term
        case ir.Total(function="count", formula=formula):
            return formula, None
        case ir.Total(function="sum" | "min" | "max", term=term, formula=formula) if term:
            return formula, term
        case _:
            raise EngineError(f"`{type(goal).__name__.lower()}` cannot be asked about rows")


def row_values(
    theory: ir.Theory, row: ir.Row, used: Iterable[str], kinds: Mapping[str, Kind]
) -> dict[str, Value]:
    """Return a row's values of the slots that are used."""
    nodes = dict(zip((name for name, _ in theory.signature.slots), row.values, strict=True))
    found: dict[str, Value] = {}
    for name in used:
        if name not in nodes or name not in kinds:
            raise EngineError(f"row {row.id} has no slot `{name}`")
        try:
            found[name] = kinds[name].value(nodes[name])
        except KindError as error:
            raise EngineError(f"slot `{name}` of row {row.id} is not {error}") from None
    return found
