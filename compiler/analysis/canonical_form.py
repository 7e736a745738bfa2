"""Problems as strings: the exact form, which keeps splits apart, and the canonical form, which identifies repeats.

The canonical form is the same for problems that differ in the order of their statements and rows, unless that order
counts, and in their names of labels, variables, predicates and individuals. Names are distinguished by their places, as
the nodes of a graph by their neighbours (Weisfeiler and Leman 1968), and then numbered; names that are
still alike are numbered in their order. The form is a whole problem with other names, so different problems
never share it. A few problems that differ in names alone may get two forms.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b

from ...dsl.reserved import RESERVED
from ..ir import nodes as ir
from ..notation import FUNCTIONS, show

ROUNDS = 3
"""How often names are distinguished by their neighbours."""

_NAME = re.compile(r"""(`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"|(?<!\w)[^\W\d]\w*)""")
_LABEL = re.compile(r"(?:`(?:[^`\\]|\\.)*`|[^`:]*): ")
_ORDER = re.compile(r"<|(?<![-=~])>")
_KEPT = RESERVED.union(FUNCTIONS, ("abs", "_", "tuple", "list", "within", "meets"))
_UNKNOWN = 1 << 30


def exact(theory: ir.Theory, query: ir.Query | None) -> str:
    """Return a problem as text, or only its theory: the statements, and the question about which rows."""
    return show(theory) if query is None else f"{show(theory)}\n{show(query)}"


def place(form: str, places: int) -> int:
    """Return the place, of a number of places, that a form belongs to."""
    digest = blake2b(form.encode("utf-8"), digest_size=8, person=b"split").digest()
    return int.from_bytes(digest, "big") % places


def canonical(
    theory: ir.Theory,
    statements: Sequence[str],
    query: ir.Query,
    rows: Sequence[str],
    hidden: Iterable[str],
    accepts: frozenset[str],
    ordered: bool = False,
) -> str:
    """Return the name of a problem's canonical form: sixteen hexadecimal digits.

    Args:
        statements: the theory's own, as `show` writes them, labels included.
        rows: the rows of the query, as strings.
        hidden: the ids of the statements without a sentence.
        accepts: what the theory's logic accepts. If it has slots, or orders its terms, they keep their names.
        ordered: whether the order of the statements counts.
    """
    left = frozenset(hidden)
    prefers = "preferences" in accepts
    fixed = "slots" in accepts or (not prefers and any(map(_is_ordered, statements)))
    units = [
        _unit(each, text, left, prefers, fixed)
        for each, text in zip(theory.statements, statements, strict=True)
    ]
    if ordered:
        places = range(len(units))
        units = [(f"{n:06} {shape}", own) for n, (shape, own) in zip(places, units, strict=True)]
    units += [_cut(text, fixed) for text in _goal_units(query.goal)]
    units += [(f"row {row}", ()) for row in rows]
    units += [_cut(f"one {show(ir.Const(each))}", fixed) for each in theory.signature.functional]
    lines = sorted(_number_names(units))
    lines += [f"{name} = {value}" for name, value in theory.options]
    return blake2b("\n".join(lines).encode("utf-8"), digest_size=8).hexdigest()


Unit = tuple[str, tuple[str, ...]]
"""A statement with a sign in place of each name, and the names."""


def _is_ordered(text: str) -> bool:
    return _ORDER.search(text) is not None or "min {" in text or "max {" in text


def _goal_units(goal: ir.Goal) -> Iterator[str]:
    if isinstance(goal, ir.Stable):
        yield "? stable"
        yield from (f"? {show(literal)}" for literal in goal.literals)
    else:
        yield f"? {show(goal)}"


def _unit(each: ir.Labelled, text: str, hidden: frozenset[str], prefers: bool, fixed: bool) -> Unit:
    if isinstance(each.statement, ir.Preference):
        return "\0 > \0", (f":{each.statement.stronger}", f":{each.statement.weaker}")
    label = _LABEL.match(text)
    assert label is not None
    shape, names = _cut(text[label.end() :], fixed)
    shape = f"~ {shape}" if each.id in hidden else shape
    return (f"\0: {shape}", (f":{each.id}", *names)) if prefers else (shape, names)


def _cut(text: str, fixed: bool) -> Unit:
    """Part a text into its shape and its names; variables, which are its own, become their numbers in the shape."""
    parts = _NAME.split(text)
    names: list[str] = []
    variables: dict[str, str] = {}
    for place in range(1, len(parts), 2):
        word = parts[place]
        if word in _KEPT:
            continue
        if word[0].isupper():
            parts[place] = variables.setdefault(word, f"\1{len(variables)}")
        elif not fixed:
            names.append(word)
            parts[place] = '\0"' if word[0] == '"' else "\0"
    return "".join(parts), tuple(names)


def _number_names(units: Sequence[Unit]) -> list[str]:
    """Write units with numbers in place of names."""
    ranks = _rank_units(units)
    groups: dict[int, list[tuple[str, ...]]] = {}
    shapes: dict[int, str] = {}
    for rank, (shape, names) in zip(ranks, units, strict=True):
        groups.setdefault(rank, []).append(names)
        shapes[rank] = shape
    numbers: dict[str, int] = {}
    lines: list[str] = []
    for rank in sorted(groups):
        group = groups[rank]
        if len(group) > 1:
            group.sort(key=lambda names: [numbers.get(name, _UNKNOWN) for name in names])
        for names in group:
            found = [numbers.setdefault(name, len(numbers)) for name in names]
            lines.append(f"{shapes[rank]}\2{found}")
    return lines


def _rank_units(units: Sequence[Unit]) -> list[int]:
    """Assign each unit a rank that depends on its shape, and on the other places of its names."""
    known = _ranks([shape for shape, _ in units])
    places: dict[str, list[tuple[int, int]]] = {}
    for number, (_, names) in enumerate(units):
        for at, name in enumerate(names):
            places.setdefault(name, []).append((number, at))
    ranks = [known[shape] for shape, _ in units]
    count = len(known)
    for _ in range(ROUNDS):
        if count == len(units):
            break
        signs = {
            name: tuple(sorted([(ranks[number], at) for number, at in where]))
            for name, where in places.items()
        }
        colours: Mapping[object, int] = _ranks(signs.values())
        signed = [
            (rank, *[colours[signs[each]] for each in names])
            for rank, (_, names) in zip(ranks, units, strict=True)
        ]
        order = _ranks(signed)
        ranks = [order[each] for each in signed]
        if len(order) == count:
            break
        count = len(order)
    return ranks


def _ranks(values: Iterable[object]) -> dict[object, int]:
    return {each: rank for rank, each in enumerate(sorted(set(values)))}  # type: ignore[type-var]
