"""Exact forms part problems among splits; canonical forms are the same where only names and order differ."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rspc.compiler.analysis.canonical_form import canonical, exact, place
from rspc.compiler.api import Family, load
from rspc.compiler.family.names import Names, rename
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk
from rspc.compiler.notation.to_syntax import show

SPECS = Path(__file__).parents[3] / "specs"


def name(family: Family, theory: ir.Theory, query: ir.Query) -> str:
    texts = [show(each) for each in theory.statements]
    return canonical(theory, texts, query, [], (), family.logic.accepts)


def shuffled(
    theory: ir.Theory, query: ir.Query, chance: random.Random
) -> tuple[ir.Theory, ir.Query]:
    """Return a problem with other names, other labels, and its statements in another order."""
    nodes = [*walk(theory), *walk(query)]
    predicates = sorted({str(each.predicate) for each in nodes if isinstance(each, ir.Atom)})
    constants = sorted({each.name for each in nodes if isinstance(each, ir.Const)})
    new = [f"n{number}" for number in range(len(predicates) + len(constants))]
    chance.shuffle(new)
    names = Names(
        dict(zip(predicates, new, strict=False)),
        dict(zip(constants, new[len(predicates) :], strict=False)),
    )
    theory, query = rename(theory, names), rename(query, names)
    ids = {each.id: f"z{number}" for number, each in enumerate(theory.statements)}
    statements = [
        ir.Labelled(
            ids[each.id],
            ir.Preference(ids[str(each.statement.stronger)], ids[str(each.statement.weaker)])
            if isinstance(each.statement, ir.Preference)
            else each.statement,
        )
        for each in theory.statements
    ]
    chance.shuffle(statements)
    return ir.Theory(theory.logic, tuple(statements), theory.signature, theory.options), query


@pytest.mark.parametrize("spec", ["boardgame", "policies", "gatehouse"])
def test_names_and_order_leave_the_canonical_form(spec: str) -> None:
    family = load(SPECS / f"{spec}.rspec")
    chance = random.Random(3)
    for index in range(8):
        made = family.instance(0, index)
        theory, query = made.theory, made.query
        own = name(family, theory, query)
        assert name(family, *shuffled(theory, query, chance)) == own
        for number, each in enumerate(theory.statements):
            rest = (*theory.statements[:number], *theory.statements[number + 1 :])
            less = ir.Theory(theory.logic, rest, theory.signature, theory.options)
            assert name(family, less, query) != own
            if isinstance(each.statement, ir.Fact) and isinstance(
                each.statement.literal, ir.Literal
            ):
                literal = each.statement.literal
                turned = ir.Fact(ir.Literal(literal.atom, not literal.negative))
                other = (*rest, ir.Labelled(each.id, turned))
                changed = ir.Theory(theory.logic, other, theory.signature, theory.options)
                assert name(family, changed, query) != own


def test_what_is_ordered_keeps_its_names() -> None:
    family = load(SPECS / "classic/timetable.rspec")
    made = family.instance()
    again = shuffled(made.theory, made.query, random.Random(1))
    assert name(family, *again) != name(family, made.theory, made.query)


@pytest.mark.parametrize(
    ("spec", "params"), [("flat", {}), ("flight", {"sets": 4}), ("boardgame", {})]
)
def test_splits_share_no_problem(spec: str, params: dict[str, int]) -> None:
    family = load(SPECS / f"{spec}.rspec")
    splits = family.all_splits
    seen: dict[str, set[str]] = {}
    dropped = 0
    for split in splits:
        for made in family.generate(8, split=split, **params):
            form = exact(made.theory, None if params else made.query)
            assert splits[place(form, len(splits))] == split
            seen.setdefault(split, set()).add(form)
            dropped += made.rejections.get("split", 0)
    assert all(seen.values())
    assert len(set.union(*seen.values())) == sum(map(len, seen.values()))
    assert dropped


def test_two_orders_are_two_forms_where_order_counts() -> None:
    atoms = [ir.Literal(ir.Atom(each, (ir.Const("a"),))) for each in ("p", "q", "p")]
    statements = [ir.Labelled(f"f{n}", ir.Fact(each)) for n, each in enumerate(atoms)]
    query = ir.Query(ir.Entailed(ir.Fact(atoms[0])))

    def form(order: tuple[int, ...], ordered: bool) -> str:
        theory = ir.Theory("x", tuple(statements[n] for n in order))
        shown = [show(each) for each in theory.statements]
        return canonical(theory, shown, query, [], (), frozenset(), ordered)

    assert form((0, 1, 2), False) == form((1, 0, 2), False)
    assert form((0, 1, 2), True) != form((1, 0, 2), True)
    assert form((0, 1, 2), True) == form((2, 1, 0), True)
