"""Statements that fall back on standard words in a family that words others of their form itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...dsl.diagnostics import Note, Report, SpecError
from ..contract import EngineError
from ..family import Asked, Env, Family, NoValue, Rejected, chosen_values, substitute_asked
from ..instances import names_of, open_scene, sample_statements, with_wording
from ..ir import nodes as ir, rebuild, walk
from ..notation import show
from ..random.stream import Stream
from ..text import FORMULA, WISH, Entry, Phrasebook, members

DRAFTS = 12
"""How many theories are grown, or sampled, to see which statements a family makes."""

SHOWN = 6
"""How many patterns a warning lists."""

LEAVES = (ir.Literal, ir.Restriction, ir.Named, ir.Modal)
"""What statements are made of, and has words by the family's own phrases or by the standard ones."""


def warn_of_mixed_wording(family: Family, report: Report) -> None:
    """Warn of the patterns that are said in standard words while others of their form have the family's own."""
    found: dict[str, str] = {}
    unended: list[Entry] = []
    own: dict[Phrasebook, list[Entry]] = {}
    forms: dict[Phrasebook, set[type[ir.Node]]] = {}
    named: dict[Phrasebook, bool] = {}
    differ = _statements_differ(family)
    made: list[tuple[Phrasebook, ir.Statement]] | None = None
    for split in splits_of_words(family):
        if made is None or differ:
            made = list(_statements(family, split))
        for book, statement in made:
            if book not in own:
                own[book] = _own_phrases(family, book)
                forms[book] = _forms(own[book])
                named[book] = any(_names(entry.pattern) for entry in own[book])
            for part, sentence in _standard_parts(book, statement, forms[book], split):
                found.setdefault(show(generalise(part, named[book])), sentence)
                unended += _unended(own[book], part)
    first = next((entry for entries in own.values() for entry in entries), None)
    if not found or first is None:
        return
    listed = ", ".join(f"`{pattern}`" for pattern in list(found)[:SHOWN])
    more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    pattern, sentence = next(iter(found.items()))
    said = Note(family.growth.span, f"`{pattern}` is said as: {sentence}")
    if unended:
        report.add(
            "W0520",
            f"these patterns use the standard wording, and a text for them has no full stop: {listed}{more}",
            unended[0].phrase.span,
            "only for parts of sentences",
            notes=(said,),
            help="write it with `.` at its end, too: a whole statement ends with a full stop",
        )
        return
    report.add(
        "W0520",
        f"these patterns use the standard wording, while others have wording of the family: {listed}{more}",
        first.phrase.span,
        "wording of the family",
        notes=(said,),
        help=f'add wording for them, too, `say {pattern} as "…."`: a whole statement ends with a full stop',
    )


def _unended(own: Sequence[Entry], statement: ir.Node) -> Iterator[Entry]:
    """Yield the phrases for a statement that do not say it, as no full stop ends their texts."""
    match statement:
        case ir.Fact(literal=inner) | ir.Requirement(formula=inner):
            part: ir.Node = inner
        case _:
            part = statement
    for entry in own:
        if not entry.phrase.sentence and entry.matches(part) is not None:
            yield entry


def splits_of_words(family: Family) -> list[str]:
    """Return the splits whose wording differs: those that phrases are kept for, and none where others are for all."""
    phrases = [
        entry.phrase for book in family.words.each_book() for entry in _own_phrases(family, book)
    ]
    return list(dict.fromkeys(phrase.split for phrase in sorted(phrases, key=lambda p: p.split)))


def _statements_differ(family: Family) -> bool:
    """Return whether splits differ in the statements that can be drawn, not only in words."""
    productions = family.undivided.productions_of("").values()
    return (
        bool(family.splits)
        or any(knowledge.split for knowledge in family.knowledge)
        or any(production.item.split for production in productions)
    )


def _own_phrases(family: Family, book: Phrasebook) -> list[Entry]:
    """Return the phrases of `say` items for statements and their parts, without those of the standard words."""
    last = max((entry.layer for entry in book.entries), default=0)
    others = {test.name for test in family.tests} | {item.name for item in family.knowledge}
    return [
        entry
        for entry in book.entries
        if entry.layer < last
        and entry.phrase.origin
        and entry.phrase.origin not in others
        and isinstance(_leaf(entry.pattern), (ir.Rule, *LEAVES))
    ]


def _forms(own: Sequence[Entry]) -> set[type[ir.Node]]:
    """Return the forms that have words of the family: with rules also the literals that they are made of."""
    forms = {type(_leaf(entry.pattern)) for entry in own}
    return forms | {ir.Literal} if ir.Rule in forms else forms


def _leaf(pattern: ir.Node) -> ir.Node:
    """Return the kind of statement or formula that a phrase words: the literal of a fact, the inside of `not`, any
    other pattern as it is.
    """
    match pattern:
        case ir.Fact(literal=inner) | ir.Requirement(formula=inner) | ir.Not(part=inner):
            return _leaf(inner)
        case _:
            return pattern


def _names(pattern: ir.Node) -> bool:
    """Return whether a pattern names a predicate, concept or role, so that it words these alone."""
    return any(
        isinstance(value, str)
        for node in walk(pattern)
        for value in (
            getattr(node, "predicate", None),
            getattr(node, "role", None),
            node.name if isinstance(node, ir.Named) else None,
        )
    )


def _standard_parts(
    book: Phrasebook, statement: ir.Statement, forms: set[type[ir.Node]], split: str
) -> Iterator[tuple[ir.Node, str]]:
    """Yield what of a statement has standard words though its form has own ones, each with the whole sentence."""
    last = max(entry.layer for entry in book.entries)
    sentence = book.say(statement, None, split)
    if sentence is None:
        return
    entry, binding, _ = book.fits(statement, WISH, split, sentence=True)[0]
    leaf = _leaf(statement)
    nested = bool(entry.clauses[WISH])
    if entry.layer == last and type(leaf) in forms and (isinstance(leaf, ir.Rule) or not nested):
        yield statement, sentence
        if isinstance(leaf, ir.Rule):
            return
    pending = [(entry, binding, WISH)]
    while pending:
        entry, binding, mood = pending.pop(0)
        for field in entry.clauses[mood]:
            for value, sort, _ in members(entry, field.holes, binding):
                if sort != FORMULA:
                    continue
                part = book.complement(value) if field.plan.negated else value
                inner_mood = field.plan.mood or mood
                inner, bound, _ = book.fits(part, inner_mood, split)[0]
                if inner.clauses[inner_mood]:
                    pending.append((inner, bound, inner_mood))
                elif inner.layer == last and type(part) in forms:
                    yield part, sentence


# --------------------------------------------------------------------------------------- statements of a family


def _statements(family: Family, split: str) -> Iterator[tuple[Phrasebook, ir.Statement]]:
    """Yield statements that a family makes, each with the phrasebook that words it; none that has invented names."""
    for number in range(DRAFTS):
        asked = family.asks[number % len(family.asks)]
        try:
            yield from _draft_statements(family, asked, number, split)
        except (NoValue, SpecError, EngineError):
            continue  # an error is reported when an instance needs it


def _draft_statements(
    family: Family, asked: Asked, number: int, split: str
) -> Iterator[tuple[Phrasebook, ir.Statement]]:
    stream = Stream("wording", number)
    values = chosen_values(family, {}, ("wording",), number, split)
    wordy = with_wording(family, values)
    opening = open_scene(wordy, values, stream.fork("grow"), split)
    goal, _ = substitute_asked(asked.goal, opening.grammar, values)
    opening = replace(opening, asked=goal, lot=stream.fork("lot"))
    knobs = asked.knobs.draw(Env(stream.fork("knobs"), dict(values), {}, split))
    scene = asked.task.prepare(opening, knobs, stream.fork("prepare"))
    draft = scene if isinstance(scene, Rejected) else sample_statements(scene, stream.fork("grow"))
    if isinstance(draft, Rejected) or names_of(family, values, draft, split, stream.fork("names")):
        return
    for labelled in draft.theory.statements:
        if labelled.id not in draft.hidden:
            yield wordy.words.phrasebook, labelled.statement


def generalise(node: ir.Node, named: bool) -> ir.Node:
    """Return a statement as a pattern, with holes for its individuals and, unless `named`, for its predicates."""
    known: dict[tuple[str, str], ir.Hole] = {}

    def hole(kind: str, name: str) -> ir.Hole:
        letters = "pqrstu" if kind == "name" else "abcdef"
        number = sum(each == kind for each, _ in known)
        letter = letters[number] if number < len(letters) else f"{letters[0]}{number}"
        return known.setdefault((kind, name), ir.Hole(letter))

    def opened_node(node: ir.Node) -> ir.Node:
        made = node
        match node:
            case ir.Const(name=name):
                return hole("individual", name)
            case ir.Atom(predicate=str() as name) if not named:
                made = ir.Atom(hole("name", name), node.arguments)
            case ir.Named(name=str() as name) if not named:
                made = ir.Named(hole("name", name))
            case ir.Restriction(role=str() as name) if not named:
                made = ir.Restriction(node.kind, node.bound, hole("name", name), node.filler)
        return rebuild(made, opened_node)

    return opened_node(node)
