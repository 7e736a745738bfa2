"""Statements about the same things that one sentence says together."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from ...family import Env, Family, Gathering, Posed
from ...ir import Stated, nodes as ir
from ...random.stream import Stream
from ...text import WISH

_Members: TypeAlias = list[list[tuple[ir.Labelled, Mapping[str, Any]]]]
"""The statements about the same things, by pattern, each with what fills its holes."""


def with_gatherings(family: Family, posed: Posed, values: Mapping[str, Any], split: str) -> Posed:
    """Return a question whose text says statements about the same things together, as the family asks for."""
    env = Env(Stream("gather"), dict(values), {}, split)
    for gathering in family.words.gatherings:
        if not gathering.holds(env):
            continue
        found = [
            stated
            for stated in _gathered(gathering, posed)
            if stated.group is not None
            and family.words.phrasebook.fits(stated.group, WISH, split, sentence=True)
        ]
        hidden = posed.hidden.union(*(stated.ids for stated in found))
        posed = replace(posed, hidden=hidden, background=(*posed.background, *found))
    return posed


def _gathered(gathering: Gathering, posed: Posed) -> Iterator[Stated]:
    about: dict[tuple[ir.Term, ...], _Members] = {}
    for each in posed.theory.statements:
        for place, matches in enumerate(gathering.patterns):
            binding = None if each.id in posed.hidden else matches(each.statement)
            if binding is not None:
                things = tuple(binding[name] for name in gathering.names)
                members = about.setdefault(things, [[] for _ in gathering.patterns])
                members[place].append((each, binding))
                break
    for things, members in about.items():
        group = _group(gathering, things, members)
        if group is not None:
            ids = {labelled.id for some in members for labelled, _ in some}
            ordered = (each.id for each in posed.theory.statements if each.id in ids)
            yield Stated(tuple(ordered), group, gathered=True)


def _group(gathering: Gathering, things: tuple[ir.Term, ...], members: _Members) -> ir.Group | None:
    """Return what one sentence says of these things; None if they are too few or too many statements for it."""
    shared = (
        ir.Filled(name, (thing,)) for name, thing in zip(gathering.names, things, strict=True)
    )
    if len(members) == 1:
        bindings = [binding for _, binding in members[0]]
        if len({labelled.statement for labelled, _ in members[0]}) < max(2, len(bindings)):
            return None
        others = (
            ir.Several(name, tuple(binding[name] for binding in bindings))
            for name in gathering.others
        )
        return ir.Group(gathering.text, (*shared, *others))
    if any(len(some) != 1 for some in members):
        return None
    values = {name: value for [(_, binding)] in members for name, value in binding.items()}
    filled = (ir.Filled(name, (values[name],)) for name in gathering.others)
    return ir.Group(gathering.text, (*shared, *filled))
