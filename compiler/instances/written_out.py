"""The one theory of a family that leaves nothing to chance, and what others leave to chance."""

from collections.abc import Collection, Iterator
from dataclasses import replace
from typing import Any

from ...dsl.diagnostics import Report
from ...dsl.source import NOWHERE, Span
from ..family import Draft, Env, Family, Grammar, Line, NoValue, Scene
from ..ir import holes, nodes as ir, walk
from ..random.stream import Stream
from .growth import grow, open_scene

RANDOM = "part of this one is random"
SOURCE = "the elements of this line are random"


HELP = "use `rspc compile` to generate instances of it"


def written_scene(family: Family) -> Scene:
    """Return the scene of a family with its parameters as they are by default."""
    values: dict[str, Any] = {name: each.default for name, each in family.parameters.items()}
    return open_scene(family, values, Stream("solve"))


def written_draft(family: Family, report: Report) -> Draft:
    """Return the one theory of a family, in the order in which it is written, even if instances are shuffled.

    Raises:
        SpecError: after a report, if parts are left to chance.
    """
    message = "a problem to solve must be written out, but"
    span: Span = NOWHERE
    for line in family.growth.lines:
        if line.guard is not None and family.chosen:
            report.add(
                "E0425",
                f"{message} a line of this one depends on chosen values",
                line.span or NOWHERE,
                help=HELP,
            )
    for line, what in _random_lines(family):
        span = line.span or span
        report.add("E0425", f"{message} {what}", span, help=HELP)
    if family.growth.strategy is not None:
        report.add(
            "E0425",
            f"a theory to solve must be written out, but strategy `{family.growth.strategy.name}` generates this one",
            span,
            help="write out all statements: `theory { … }`",
        )
    report.raise_errors()
    try:
        ordered = replace(family.growth, core=replace(family.growth.core, shuffled=None))
        draft = grow(written_scene(replace(family, growth=ordered)), Stream("solve"))
    except NoValue as error:
        world = family.growth.world
        report.add("E0425", str(error), world.span if world is not None else span)
        report.raise_errors()
        raise
    assert isinstance(draft, Draft)
    return draft


def statement_spans(family: Family) -> list[Span]:
    """Return the place of each statement of that theory: of one line, if the line is repeated."""
    scene = written_scene(family)
    env = Env(Stream("solve"), dict(scene.values))
    groups = (group.written for group in family.growth.background if group.holds(env))
    return [
        line.span or NOWHERE
        for written in (*groups, family.growth.core)
        for line, part in zip(written.lines, written.parts(scene.grammar, env), strict=True)
        for _ in part
    ]


def _random_lines(family: Family) -> Iterator[tuple[Line, str]]:
    """Yield the lines of the theory and its background that draw something, each with what is random."""
    grammar = written_scene(family).grammar
    varying = {name for chosen in family.chosen for name in chosen.names}
    varying |= {each.sort for each in grammar.drawn if each.sort} | grammar.chosen.keys()
    for line in family.growth.lines:
        if line.indices and any(
            not index.elements.fixed or index.elements.needs & varying for index in line.indices
        ):
            yield line, SOURCE
        elif line.open and _is_random(line, family, grammar, varying):
            yield line, RANDOM


def _is_random(line: Line, family: Family, grammar: Grammar, varying: Collection[str]) -> bool:
    bound = {*line.types, *family.parameters}
    if line.template is not None:
        return bool({*holes(line.template)} - bound)
    production = grammar.productions.get(line.kind)
    if line.count is not None or production is None:
        return True
    return any(
        option.calls
        or not _fillings_are_fixed(option.template, option.holes - bound, grammar, varying)
        for option in production.options
    )


def _fillings_are_fixed(
    template: ir.Node, free: Collection[str], grammar: Grammar, varying: Collection[str]
) -> bool:
    """Return whether all holes are arguments whose sorts have the same names in every instance."""
    sorts: dict[str, str] = {}
    for node in walk(template):
        if isinstance(node, ir.Atom) and isinstance(node.predicate, str):
            places = grammar.places(node.predicate)
            for term, sort in zip(node.arguments, places, strict=False):
                if isinstance(term, ir.Hole):
                    sorts[term.name] = sort
    return all(
        name in sorts and sorts[name] not in grammar.numbers and sorts[name] not in varying
        for name in free
    )
