"""Judging a theory in symbols: whether it means what the sentences say."""

from collections.abc import Mapping
from functools import lru_cache
from math import inf
from typing import Any

import msgspec

from ...contract import (
    Deadline,
    Difference,
    EngineError,
    IncomparableError,
    Limits,
    Score,
    plugins,
)
from ...contract.engine_set import Engines
from ...ir import features, nodes as ir, symbols, walk
from ...kinds import Kind
from ...notation import show
from ..proof.lines import names_individual
from ..solutions.judged import Budget
from ..solutions.plain_kinds import kind_of
from .comparing import difference
from .notations import OURS, Unreadable, read_statements
from .reply import Stated
from .vocabulary import known_kind, names, respell, unknown_symbol

MOST_SHOWN = 8
"""How many added facts a reason names."""

QUICK = Limits(steps=300_000, seconds=0.5, threads=False)
"""The limits of judging a theory in the process that scores."""


def prompt_budget() -> Budget:
    """Return a budget for the questions that making a problem takes: replies to it have several times as much."""
    return Budget(Limits(steps=100_000), Deadline(inf))


def quick_budget() -> Budget:
    """Return a new budget for judging a reply in the process that scores."""
    return Budget(QUICK, Deadline(QUICK.seconds))


def judge_theory(record: Mapping[str, Any], read: Any, text: str, budget: Budget) -> Score:
    """Return 1 for a theory that means the same as that of the record, and otherwise say how it differs.

    Args:
        record: its fields `logic`, `label`, `theory`, `certificate` and `reply`.
        read: what the reply states.
        text: the same as text.

    Raises:
        Undecided, EngineError: the budget is too small.
    """
    stated = msgspec.convert(read, Stated)
    reply = record["reply"]
    accepts = plugins.load(plugins.LOGICS, record["logic"]).accepts
    engines, slots, gold = _gold(
        record["logic"],
        tuple(record["theory"]),
        msgspec.json.encode([reply["options"], reply["kinds"]]),
    )
    spellings: Mapping[str, str] = reply["spellings"]
    plain = {name: each for each, name in spellings.items()}
    hidden = tuple(each for each in gold.statements if each.id in reply["hidden"])
    try:
        given = read_statements(
            stated.text,
            stated.whole,
            reply["notation"],
            accepts,
            {name: known_kind(kind, plain) for name, kind in slots.items()},
            [each.id for each in hidden],
        )
    except Unreadable as error:
        return Score(0.0, str(error), text)
    given = tuple(
        msgspec.structs.replace(each, statement=respell(each.statement, spellings))
        for each in given
    )
    strange = unknown_symbol(given, symbols(each.statement for each in gold.statements), slots)
    if strange:
        return Score(0.0, f"`{strange}` is none of the names to use", text)
    foreign = next((each for each in given if not _accepted(each, accepts)), None)
    if foreign is not None:
        return Score(0.0, f"`{show(foreign.statement)}` is no statement of the logic", text)
    other = msgspec.structs.replace(gold, statements=(*hidden, *given))
    try:
        found = difference(engines, gold, other, names(gold, other), budget.next)
    except IncomparableError as error:
        return Score(0.0, f"the theory cannot be compared: {error}", text)
    if found is None:
        return Score(1.0, answer=text)
    return Score(0.0, _reason(found, record, other), text)


def _accepted(labelled: ir.Labelled, accepts: frozenset[str]) -> bool:
    open_ = any(isinstance(node, ir.Hole | ir.Expand) for node in walk(labelled.statement))
    known = all(name in accepts for name, _ in features(labelled.statement))
    return known and not open_ and names_individual(labelled.statement)


def _reason(found: Difference, record: Mapping[str, Any], other: ir.Theory) -> str:
    """Return how the theory of a reply differs from what is said, in a sentence or a statement."""
    if found.literal is not None:
        shown = show(found.literal)
        added = ", ".join(show(each) for each in found.added[:MOST_SHOWN])
        added += ", …" if len(found.added) > MOST_SHOWN else ""
        where = f"if `{added}` is added, " if added else ""
        if found.first:
            return f"{where}`{shown}` follows from the text, but not from the reply"
        return f"{where}`{shown}` follows from the reply, but not from the text"
    if found.first:
        sentences: Mapping[str, str] = record["reply"]["sentences"]
        theory = dict(text.split(": ", 1) for text in record["theory"])
        said = sentences.get(found.id) or f"`{theory.get(found.id, found.id)}`"
        return f"the reply does not say this: {said}"
    statement = next(each.statement for each in other.statements if each.id == found.id)
    return f"the text does not say this: `{show(statement)}`"


@lru_cache(maxsize=16)
def _gold(
    logic: str, texts: tuple[str, ...], plain: bytes
) -> tuple[Engines, Mapping[str, Kind], ir.Theory]:
    """Return the engines of a record's logic, the kinds of its slots, and its theory."""
    options, kinds = msgspec.json.decode(plain)
    made = plugins.load(plugins.LOGICS, logic)()
    slots = {name: kind_of(each) for name, each in kinds.items()}
    try:
        statements = read_statements("\n".join(texts), True, OURS, made.accepts, slots)
    except Unreadable as error:
        raise EngineError(f"a record has a theory that cannot be read: {error}") from None
    theory = ir.Theory(logic, statements, ir.Signature(), tuple(sorted(options.items())))
    return Engines(made, (made.establishes, *made.confirms), slots), slots, theory
