"""Problems over records as SMT-LIB 2: complete, commented scripts for the `z3` command.

A script defines each requirement on a record and whether each row satisfies all of them, and prints these
truth values. If the question asks for more, the solver also prints the answer itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ...compiler.ir import nodes as ir
from ...compiler.kinds import Kind, List, Value, smt_symbol
from ...compiler.notation import show
from .connectives import apply, both, either, negate
from .expressions import Encoder, domain, sorts
from .models import modest, probes
from .terms import Kinds, formulas, goal_parts, holes_in, row_values, slots_in

OPTIONS = (
    "(set-option :print-success false)",
    "(set-option :produce-models true)",
    "(set-option :smt.random_seed 0)",
    "(set-option :sat.random_seed 0)",
)


@dataclass(frozen=True)
class Script:
    """An SMT-LIB script, and the names of the terms whose values it asks for, in order."""

    text: str
    asked: tuple[str, ...]


@dataclass(frozen=True)
class _Shape:
    """What the functions of a script take: slots, each with its sort."""

    kinds: Mapping[str, Kind]

    def define(self, name: str, slots: tuple[str, ...], sort: str, body: str) -> str:
        takes = " ".join(f"({smt_symbol(slot)} {self.kinds[slot].sort})" for slot in slots)
        return f"(define-fun {name} ({takes}) {sort}\n  {body})"


def script(
    theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind], commented: bool = True
) -> Script:
    """Return the script that answers a query over rows, with the comments for a reader or without."""
    requirements = [(id, one, slots_in(one)) for id, one in formulas(theory)]
    formula, term = goal_parts(query.goal)
    spoken_of = (*(slots for _, _, slots in requirements), slots_in(formula, term))
    used = tuple(dict.fromkeys(slot for slots in spoken_of for slot in slots))
    kinds = _no_longer(kinds, query)
    encoder = Encoder(Kinds(kinds))
    shape = _Shape({name: kinds[name] for name in used})
    rows = [(row.id, row_values(theory, row, used, kinds)) for row in query.rows]
    comments = _Comments(commented)

    body, calls = [], []
    for id, one, slots in requirements:
        name = smt_symbol(f"{id} requires")
        body += comments.requirement(id, one)
        body.append(shape.define(name, slots, "Bool", encoder.formula(one)))
        calls.append(apply(name, map(smt_symbol, slots)))
    all_hold = both(calls)
    body += [
        *comments.line("A record satisfies all requirements."),
        shape.define("satisfies", used, "Bool", all_hold),
    ]
    asked, tail = _question(query.goal, rows, used, encoder, shape, comments)
    listed = " ".join(asked)
    lines = [
        *comments.line(_title(query.goal)),
        *OPTIONS,
        *(line for sort in sorts(shape.kinds.values()).values() for line in sort.declarations()),
        *encoder.functions.values(),
        *body,
        *tail,
        "(check-sat)",
        *([f"(get-value ({listed}))"] if asked else []),
    ]
    return Script("\n".join(lines) + "\n", asked)


def _no_longer(kinds: Mapping[str, Kind], query: ir.Query) -> dict[str, Kind]:
    """Bound lists by the longest among the rows: functions of lists are spelled out up to their kind's bound."""
    found: dict[str, Kind] = {}
    for place, (name, kind) in enumerate(kinds.items()):
        if isinstance(kind, List) and query.rows:
            lengths = [
                len(v.items)
                for v in (r.values[place] for r in query.rows)
                if isinstance(v, ir.ListOf)
            ]
            kind = List(kind.element, max([1, *lengths]))
        found[name] = kind
    return found


def _title(goal: ir.Goal) -> str:
    match goal:
        case ir.Consistent():
            return "Is there a record that satisfies all requirements?"
        case ir.Exists():
            return "Is there a row that satisfies all requirements and the goal?"
        case ir.Best(direction=direction):
            least = "least" if direction == "min" else "greatest"
            return f"Which row that satisfies all requirements has the {least} value?"
        case ir.Total(function="count"):
            return "How many rows satisfy all requirements and the goal?"
        case ir.Total(function=function):
            return f"The {function} of a value over the rows that satisfy all requirements and the goal."
        case _:
            return "Which rows satisfy all requirements?"


@dataclass(frozen=True)
class _Comments:
    """What a script says to its reader, or nothing."""

    wanted: bool

    def line(self, text: str) -> list[str]:
        return [f"; {line}" for line in text.splitlines()] if self.wanted else []

    def requirement(self, id: str, formula: ir.Formula) -> list[str]:
        if not self.wanted:
            return []
        return self.line(f"{id}: {show(formula)}")

    def row(self, id: str, cells: Mapping[str, Value], kinds: Mapping[str, Kind]) -> list[str]:
        if not self.wanted:
            return []
        shown = (f"{slot} {kinds[slot].show(value)}" for slot, value in cells.items())
        return self.line(f"row {id}: {', '.join(shown)}")


def _question(
    goal: ir.Goal,
    rows: list[tuple[str, dict[str, Value]]],
    used: tuple[str, ...],
    encoder: Encoder,
    shape: _Shape,
    comments: _Comments,
) -> tuple[tuple[str, ...], list[str]]:
    """Return the requested terms, and the commands that define each row and its derived values."""
    formula, term = goal_parts(goal)

    def of_row(function: str, values: dict[str, Value], slots: tuple[str, ...]) -> str:
        return apply(function, (shape.kinds[slot].smt(values[slot]) for slot in slots))

    of_goal, of_value = slots_in(formula), slots_in(term)
    lines = []
    if formula is not None:
        lines += [
            *comments.line("The goal."),
            shape.define("goal", of_goal, "Bool", encoder.formula(formula)),
        ]
    if term is not None:
        lines += [
            *comments.line("The value."),
            shape.define("value", of_value, "Int", encoder.amount(term)),
        ]
    for id, values in rows:
        lines += [
            *comments.row(id, {slot: values[slot] for slot in used}, shape.kinds),
            *_is(id, "satisfies", of_row("satisfies", values, used)),
        ]
        if formula is not None:
            meets = both([smt_symbol(f"{id} satisfies"), of_row("goal", values, of_goal)])
            lines += _is(id, "meets", meets)
    ids = [id for id, _ in rows]
    satisfying = tuple(smt_symbol(f"{id} satisfies") for id in ids)
    amounts = [of_row("value", values, of_value) for _, values in rows] if term else []
    match goal:
        case ir.Consistent():
            return _some_record(used, shape)
        case ir.Exists():
            some = either([smt_symbol(f"{id} meets") for id in ids])
            lines += ["(declare-const answer Bool)", f"(assert (= answer {some}))"]
            return (*satisfying, "answer"), lines
        case ir.Best(direction=direction):
            asked, more = _best(ids, amounts, "<=" if direction == "min" else ">=")
            return (*satisfying, *asked), lines + more
        case ir.Total(function=function):
            asked, more = _total(function, ids, amounts)
            return (*satisfying, *asked), lines + more
        case _:
            return satisfying, lines


def _some_record(used: tuple[str, ...], shape: _Shape) -> tuple[tuple[str, ...], list[str]]:
    """Return the terms that determine a record, and the commands that ask for one."""
    all_sorts = sorts(shape.kinds.values())
    lines, asked = [], []
    for name in used:
        symbol, kind = smt_symbol(name), shape.kinds[name]
        lines.append(f"(declare-const {symbol} {kind.sort})")
        lines.append(f"(assert {domain(kind, symbol, all_sorts)})")
        asked += probes(kind, symbol)
    lines.append(f"(assert {apply('satisfies', map(smt_symbol, used))})")
    return tuple(asked), lines


def _is(id: str, what: str, formula: str) -> list[str]:
    return [f"(define-fun {smt_symbol(f'{id} {what}')} () Bool {formula})"]


def _best(ids: list[str], amounts: list[str], beats: str) -> tuple[tuple[str, ...], list[str]]:
    """Return which rows are best; `answer` is the first of them, or `none`, and `tied` counts them."""
    lines = []
    for id, amount in zip(ids, amounts, strict=True):
        better = [
            either([negate(smt_symbol(f"{other} satisfies")), f"({beats} {amount} {value})"])
            for other, value in zip(ids, amounts, strict=True)
            if other != id
        ]
        lines += _is(id, "best", both([smt_symbol(f"{id} satisfies"), *better]))
    flags = tuple(smt_symbol(f"{id} best") for id in ids)
    answers = " ".join(f"({smt_symbol(f'row {id}')})" for id in ids)
    first = "none"
    for id in reversed(ids):
        first = f"(ite {smt_symbol(f'{id} best')} {smt_symbol(f'row {id}')} {first})"
    lines += [
        f"(declare-datatypes ((|a row| 0)) (({answers} (none))))",
        "(declare-const answer |a row|)",
        f"(assert (= answer {first}))",
        "(declare-const tied Int)",
        f"(assert (= tied {_count(flags)}))",
    ]
    return (*flags, "answer", "tied"), lines


def _total(function: str, ids: list[str], amounts: list[str]) -> tuple[tuple[str, ...], list[str]]:
    """Return the total, and its number of rows: of no row, `min` and `max` are left at 0."""
    flags = tuple(smt_symbol(f"{id} meets") for id in ids)
    lines = [
        "(declare-const rows Int)",
        f"(assert (= rows {_count(flags)}))",
        "(declare-const answer Int)",
    ]
    if function == "count":
        lines.append("(assert (= answer rows))")
    elif function == "sum":
        terms = [f"(ite {flag} {one} 0)" for flag, one in zip(flags, amounts, strict=True)]
        lines.append(f"(assert (= answer (+ 0 0 {' '.join(terms)})))")
    else:
        beats = "<=" if function == "min" else ">="
        pairs = list(zip(flags, amounts, strict=True))
        attained = [f"(and {flag} (= answer {one}))" for flag, one in pairs]
        bounds = [f"(or (not {flag}) ({beats} answer {one}))" for flag, one in pairs]
        lines.append(f"(assert {either(['(and (= rows 0) (= answer 0))', *attained])})")
        lines += [f"(assert {bound})" for bound in bounds]
    return (*flags, "rows", "answer"), lines


def _count(flags: tuple[str, ...]) -> str:
    return f"(+ 0 0 {' '.join(f'(ite {flag} 1 0)' for flag in flags)})"


def complement_script(
    formula: ir.Formula,
    complement: ir.Formula,
    slots: Mapping[str, Kind],
    holes: Mapping[str, Kind],
    small: bool = False,
) -> Script:
    """Return the script that is satisfiable just if both or neither of two formulas hold for some values.

    It asks for the truth of the formula and for the length of each list, each place of a list, each possible member of
    a set, each other value, in the order of `constants`. With `small` the values are held to be short and round.
    """
    encoder = Encoder(Kinds(slots, holes))
    places = constants(formula, complement, slots, holes)
    all_sorts = sorts(places.values())
    bodies = encoder.formula(formula), encoder.formula(complement)
    lines = [
        "; Values for which both of two formulas hold, or neither.",
        *OPTIONS,
        *(line for sort in all_sorts.values() for line in sort.declarations()),
        *encoder.functions.values(),
    ]
    asked = ["|the formula|"]
    for name, kind in places.items():
        lines.extend(
            (
                f"(declare-const {smt_symbol(name)} {kind.sort})",
                f"(assert {domain(kind, smt_symbol(name), all_sorts)})",
            )
        )
        if small:
            lines += [f"(assert {each})" for each in modest(kind, smt_symbol(name))]
        asked += probes(kind, smt_symbol(name))
    lines += [
        f"(define-fun |the formula| () Bool\n  {bodies[0]})",
        f"(define-fun |the complement| () Bool\n  {bodies[1]})",
        "(assert (= |the formula| |the complement|))",
        "(check-sat)",
        f"(get-value ({' '.join(asked)}))",
    ]
    return Script("\n".join(lines) + "\n", tuple(asked))


def constants(
    formula: ir.Formula,
    complement: ir.Formula,
    slots: Mapping[str, Kind],
    holes: Mapping[str, Kind],
) -> dict[str, Kind]:
    """Return the slots and holes that occur, by name, a hole's with its question mark, with their kinds."""
    kinds = Kinds(slots, holes)
    both_formulas = formula, complement
    found = {name: kinds.of(ir.Slot(name)) for name in slots_in(*both_formulas)}
    found |= {f"?{name}": kinds.of(ir.Hole(name)) for name in holes_in(*both_formulas)}
    return {name: kind for name, kind in found.items() if kind is not None}
