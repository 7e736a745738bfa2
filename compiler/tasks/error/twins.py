"""Gives the statements that a proof names twins, which say something else in the same words; one line names a twin."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from msgspec import structs

from ...analysis.conflicts import write_out_conflicts
from ...certify.exploration import answer
from ...contract import Claimed, Undecided
from ...family import Scene
from ...ir import Labelled, nodes as ir
from ...random.stream import Stream
from ..proof.judging import replayer_of
from ..proof.proved import Proved
from .misreadings import alterations, converses

Types: TypeAlias = tuple[type[ir.Node], ...]

FACTS: Types = (ir.Fact, ir.ConceptAssertion)
RULES: Types = (ir.Rule, ir.Inclusion)

MISREAD: Mapping[str, Types] = {"fact": FACTS, "rule": RULES, "converse": RULES}
"""What is misread, by the kind of slip."""


def name_twins(
    scene: Scene,
    found: Proved,
    place: int,
    kind: str,
    kinds: Sequence[str],
    stream: Stream,
) -> Iterator[tuple[Proved, list[Claimed]]]:
    """Yield theories with twins, each with a proof of which the line at a place names a twin instead of a statement.

    Every line names statements that have twins, a fact and a rule where it can, so that a pair of them tells nothing.
    Twins take the places of statements that the proof does not name. A fact is misread only where every line names one:
    else the lines that do would be wrong more often.

    Args:
        kind: how the line misreads what it names: a key of `MISREAD`.
        kinds: the kinds of the twins. Facts have twins if they are among what is misread, and so have rules.
    """
    step, misread = found.steps[place], MISREAD[kind]
    if misread is FACTS and not all(_named(found, each, FACTS) for each in found.steps):
        return
    types = list(dict.fromkeys(MISREAD[each] for each in kinds))
    for own in stream.shuffled(_named(found, step, misread)):
        for twin in _twins(scene, found, own, [kind], stream):
            # Where too few statements can be replaced, only those of this kind have twins.
            put = _put(scene, found, own, twin, kinds, types, stream) or _put(
                scene, found, own, twin, kinds, [misread], stream
            )
            larger = _proved(scene, found, put) if put else None
            if larger is not None:
                uses = tuple(put[0].id if id == own.id else id for id in step.uses)
                changed = structs.replace(step, uses=uses)
                yield larger, [*found.steps[:place], changed, *found.steps[place + 1 :]]


def _put(
    scene: Scene,
    found: Proved,
    own: Labelled,
    twin: ir.Statement,
    kinds: Sequence[str],
    types: Sequence[Types],
    stream: Stream,
) -> list[Labelled]:
    """Return twins for each line, each with the id of the statement in whose place it is; the given one first.

    Nothing is returned if some line has none, or if statements to be replaced are too few.
    """
    spare = stream.shuffled(_spare(found))
    put: list[Labelled] = []

    def add(one: Labelled, other: ir.Statement) -> bool:
        at = next((each for each in spare if type(each.statement) is type(one.statement)), None)
        if at is None or any(each.statement == other for each in put):
            return False
        spare.remove(at)
        put.append(Labelled(at.id, other))
        return True

    if not add(own, twin):
        return []
    twinned = {own.id}
    for line in stream.shuffled(found.steps):
        twins = 0
        for each_type in types:
            named = _named(found, line, each_type)
            if any(each.id in twinned for each in named):
                twins += 1
                continue
            pairs = [
                (one, other)
                for one in stream.shuffled(named)
                for other in _twins(scene, found, one, kinds, stream)
            ]
            if not pairs:
                continue
            one = next((one for one, other in pairs if add(one, other)), None)
            if one is None:
                return []
            twinned.add(one.id)
            twins += 1
        if not twins:
            return []
    return put


def _named(found: Proved, step: Claimed, types: Types) -> list[Labelled]:
    return [
        each
        for each in found.numbered
        if each.id in step.uses and isinstance(each.statement, types)
    ]


def _twins(
    scene: Scene, found: Proved, own: Labelled, kinds: Sequence[str], stream: Stream
) -> list[ir.Statement]:
    """Return what a statement can be misread as in some ways, if it has words and is not stated anyway.

    As often as not, those come first that conclude the same: else it would be enough to look at conclusions.
    """
    book = scene.family.words.phrasebook
    stated = {each.statement for each in found.theory.statements}
    twins = [
        each
        for each in stream.shuffled(_misreadings(scene, own.statement, kinds))
        if each not in stated and book.say(each, None, scene.split) is not None
    ]
    if stream.below(2):
        twins.sort(key=lambda each: _conclusion(each) != _conclusion(own.statement))
    return twins


def _misreadings(scene: Scene, statement: ir.Statement, kinds: Sequence[str]) -> list[ir.Statement]:
    found: list[ir.Statement] = []
    for kind in kinds:
        if not isinstance(statement, MISREAD[kind]):
            continue
        found += (
            converses(statement)
            if kind == "converse"
            else alterations(statement, scene.grammar.places)
        )
    return list(dict.fromkeys(found))


def _conclusion(statement: ir.Statement) -> ir.Node:
    match statement:
        case ir.Rule(head=conclusion) | ir.Inclusion(right=conclusion):
            return conclusion
        case _:
            return statement


def _spare(found: Proved) -> list[Labelled]:
    """Return the numbered statements that the proof does not name.

    Among them are rules that preferences are about. If they were kept, no preference would be about a wrong rule.
    """
    named = {id for step in found.steps for id in step.uses}
    return [each for each in found.numbered if each.id not in named]


def _proved(scene: Scene, found: Proved, put: list[Labelled]) -> Proved | None:
    """Return the theory with some statements replaced; None if the proof is not one any more."""
    replaced = {each.id: each for each in put}
    statements = tuple(replaced.get(each.id, each) for each in found.theory.statements)
    theory = structs.replace(found.theory, statements=statements)
    engines, query = scene.family.engines, ir.Query(found.asked)
    judge = replayer_of(engines)
    if judge is None or write_out_conflicts(theory, query) != theory:
        return None
    if answer(engines, theory, query) != "true":
        return None
    verdict = engines.decide(judge[0], theory, query)
    if verdict.label != "true":
        return None
    numbered = tuple(replaced.get(each.id, each) for each in found.numbered)
    larger = replace(found, theory=theory, verdict=verdict, numbered=numbered)
    try:
        return None if larger.faults(found.steps) else larger
    except Undecided:
        return None
