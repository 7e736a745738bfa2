"""Judging a proof: which of its lines follow, and what it is worth."""

from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from ...analysis.conflicts import write_out_conflicts
from ...contract import Claimed, Deadline, Limits, Replayer, Score, Verdict, plugins
from ...contract.engine_set import Engines
from ...ir import nodes as ir
from ...notation import read_statement
from ..solutions.judged import Budget
from .lines import Line, read_claim

QUICK = Limits(steps=300_000, seconds=0.5, threads=False)
"""The limits of judging a proof in the process that scores."""


def quick_budget() -> Budget:
    """Return a new budget for judging a reply in the process that scores."""
    return Budget(QUICK, Deadline(QUICK.seconds))


def replayer_of(engines: Engines) -> tuple[str, Replayer] | None:
    """Return the first of the engines that can judge proofs, with its name."""
    for name in engines.names:
        engine = engines[name]
        if isinstance(engine, Replayer):
            return name, engine
    return None


def judge_lines(record: Mapping[str, Any], read: Any, text: str, budget: Budget) -> Score:
    """Return 1 for a proof whose last line follows, and else a share of the lines that it rests on.

    It is the share that is done before the first line that does not follow, times the weight of the reply.

    Args:
        record: its fields `logic`, `label`, `theory`, `certificate` and `reply`.
        read: the lines of the reply.
        text: the reply's proof.

    Raises:
        Undecided, EngineError: the budget is too small.
    """
    lines = msgspec.convert(read, list[Line])
    reply = record["reply"]
    names = tuple(reply["names"])
    accepts = plugins.load(plugins.LOGICS, record["logic"]).accepts
    asked = read_statement(reply["asked"], accepts).statement
    claims = [read_claim(line.gives, accepts, names) for line in lines]
    if not claims or claims[-1] != asked:
        return Score(0.0, "the last line is not the statement that is to be proved", text)
    needed = _needed(lines)
    named = {each for place in needed for each in lines[place].sentences}
    most = reply["most"]
    if most is not None and len(named) > most:
        return Score(0.0, f"the proof names more than {most} sentences", text)
    theory = _theory(
        record["logic"],
        tuple(record["theory"]),
        tuple(sorted(reply["options"].items())),
        ir.Query(ir.Entailed(asked)),
    )
    stated = frozenset(each.statement for each in theory.statements)
    reasons = _reasons(record, theory, lines, claims, asked, budget)
    faults = [place for place in needed if reasons[place]]
    if not faults:
        return Score(1.0, answer=text)
    first = faults[0]
    share = _share(lines, claims, needed, first, stated, reply["lines"])
    reason = f"line {first + 1}: {_with_numbers(reasons[first], reply['numbered'])}"
    return Score(round(share * reply["weight"], 6), reason, text)


def _share(
    lines: Sequence[Line],
    claims: Sequence[ir.Statement | None],
    needed: Sequence[int],
    first: int,
    stated: Container[ir.Statement],
    length: int,
) -> float:
    """Return the share of a proof that is done before its first line that does not follow.

    Lines that repeat another line or a statement of the theory, and those that name no sentence, do not count.

    Args:
        needed: the places of the lines that the last one rests on.
        stated: the statements of the theory.
        length: how many lines the proof of the record has.
    """
    counted = [
        place
        for place in needed
        if lines[place].sentences
        and claims[place] not in stated
        and claims[place] not in claims[:place]
    ]
    total = len({*counted, *(place for place in needed if place >= first)})
    done = sum(place < first for place in counted)
    return min(done, length - 1) / max(length, total)


def _needed(lines: Sequence[Line]) -> list[int]:
    """Return the places of the lines that the last one rests on, in order."""
    needed = {len(lines) - 1}
    for place in reversed(range(len(lines))):
        if place in needed:
            needed.update(number - 1 for number in lines[place].lines if 0 < number <= place)
    return sorted(needed)


def _reasons(
    record: Mapping[str, Any],
    theory: ir.Theory,
    lines: Sequence[Line],
    claims: Sequence[ir.Statement | None],
    asked: ir.Statement,
    budget: Budget,
) -> list[str]:
    """Return for each line why it does not follow; an empty text if it does."""
    reply = record["reply"]
    numbered: list[str] = reply["numbered"]
    query = ir.Query(ir.Entailed(asked))
    known = tuple(each.id for each in theory.statements if each.id not in set(numbered))
    steps, faults = list[Claimed](), list[str]()
    for line, claim in zip(lines, claims, strict=True):
        wrong = [each for each in line.sentences if not 1 <= each <= len(numbered)]
        named = len(line.sentences) + len(line.lines)
        fault = ""
        if claim is None:
            fault = "it is not a statement in symbols"
        elif wrong:
            fault = f"there is no sentence {wrong[0]}"
        elif named > reply["cited"]:
            fault = f"it names more than {reply['cited']} sentences and lines"
        faults.append(fault)
        uses = tuple(numbered[each - 1] for each in line.sentences if not fault)
        given = asked if claim is None else claim
        # A line with a fault of its own must not follow for those after it either.
        premises = (len(steps) + 1,) if fault else line.lines
        steps.append(Claimed(given, (*uses, *known), premises))  # type: ignore[arg-type]
    name, replayer = _replayer(record["logic"])
    verdict = Verdict(record["label"], name, record["certificate"])
    found = replayer.replay(theory, query, verdict, steps, budget.next())
    return [own or other for own, other in zip(faults, found, strict=True)]


def _with_numbers(reason: str, numbered: Sequence[str]) -> str:
    """Return a reason with `sentence 3` in the place of the id of a statement."""
    places = {id: f"sentence {number}" for number, id in enumerate(numbered, 1)}
    return " ".join(places.get(word.rstrip(":"), word) for word in reason.split(" "))


@lru_cache(maxsize=16)
def _theory(
    logic: str, texts: tuple[str, ...], options: tuple[tuple[str, Any], ...], query: ir.Query
) -> ir.Theory:
    accepts = plugins.load(plugins.LOGICS, logic).accepts
    statements = tuple(read_statement(text, accepts) for text in texts)
    return write_out_conflicts(ir.Theory(logic, statements, ir.Signature(), options), query)


@lru_cache(maxsize=8)
def _replayer(name: str) -> tuple[str, Replayer]:
    logic = plugins.load(plugins.LOGICS, name)()
    found = replayer_of(Engines(logic, (logic.establishes, *logic.confirms), {}))
    if found is None:
        raise plugins.PluginError(f"no engine of the logic `{name}` judges proofs")
    return found
