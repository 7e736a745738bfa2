"""Reading `ask solution`: what it shows, and whether its form and templates fit."""

from collections.abc import Sequence

from ....dsl import syntax
from ....dsl.diagnostics import did_you_mean
from ....dsl.edits import Help, remove_entry
from ....dsl.source import Span
from ...family import AskScope, check_named_holes
from ...ir import ANSWER_SETS, nodes as ir, walk
from ...kinds import List
from ...notation import check_members, lower_literal, show
from ...replies import LAYOUTS
from ..consistent import has_searched_slots
from .templates import Template, check_template, same_text

GRID, LINES, PAIRS, JSON = "grid", "lines", "pairs", "json"

OPEN = ir.Truth(True)
"""Stands for the record of a question whose record is not drawn yet."""


def read_ask(ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
    """Return the question of an `ask solution`; None, with a report, if it is wrong."""
    if scope.record is None and ANSWER_SETS not in scope.accepts:
        scope.report.add(
            "E0456",
            "this family has neither answer sets nor a record, so it has no solutions",
            ask.span,
            help="ask `entailment` or `value` instead, or choose another logic",
        )
        return None
    entries = _shown(ask)
    if entries is None:
        example = "{ price, class }" if scope.record is not None else "{ painted(A, C) }"
        scope.report.add(
            "E0451",
            "`ask solution` needs braces with what the answer shows",
            ask.span,
            help=f"write `ask solution {example}`",
        )
        return None
    before = len(scope.report.errors)
    goal = (
        _slots(entries, ask, scope) if scope.record is not None else _literals(entries, ask, scope)
    )
    return goal if len(scope.report.errors) == before else None


def _shown(ask: syntax.Ask) -> list[syntax.Expr] | None:
    match ask.arguments:
        case (syntax.Braces(groups=(group,), lower=None, upper=None),) if ask.body is None:
            plain = group and all(entry.value is None for entry in group)
            return [entry.term for entry in group] if plain else None
        case _:
            return None


# ---------------------------------------------------------------------------------------------------- programs


def _literals(
    entries: Sequence[syntax.Expr], ask: syntax.Ask, scope: AskScope
) -> ir.Solution | None:
    found: list[ir.Literal] = []
    assert scope.statements is not None
    for entry in entries:
        before = len(scope.report.errors)
        literal = lower_literal(entry, scope.statements)
        if len(scope.report.errors) > before:
            continue
        if not isinstance(literal, ir.Literal) or not _is_plain(literal, scope):
            scope.report.add(
                "E0451",
                "what is shown must be literals with variables",
                entry.span,
                help="write `painted(A, C)`, without `not`; a hole can only stand for a parameter or chosen value",
            )
            continue
        check_members(literal, entry, scope.statements)
        if scope.grammar is not None:
            check_named_holes(literal, scope.grammar, entry.span, scope.report)
        _check_known(literal, entry, scope)
        found.append(literal)
    if len(found) == len(entries):
        _check_form(found, ask, scope)
    return ir.Solution(tuple(found))


def _is_plain(literal: ir.Literal, scope: AskScope) -> bool:
    if literal.default or not isinstance(literal.negative, bool):
        return False
    named = scope.grammar.named if scope.grammar is not None else {}
    terms = literal.atom.arguments
    variables = [term.name for term in terms if isinstance(term, ir.Var)]
    return (
        isinstance(literal.atom.predicate, str)
        and bool(variables)
        and "_" not in variables
        and not any(
            (isinstance(node, ir.Hole) and node.name not in named)
            or isinstance(node, ir.Expand | ir.Sign)
            for node in walk(literal)
        )
        and all(
            isinstance(term, ir.Var | ir.Const | ir.String | ir.Quantity | ir.Hole)
            for term in terms
        )
    )


def _check_known(literal: ir.Literal, entry: syntax.Expr, scope: AskScope) -> None:
    """Report a predicate that no statement of the family has."""
    known = scope.predicates
    if not known or literal.atom.predicate in known:
        return
    scope.report.add(
        "E0205",
        f"no statement has a predicate `{literal.atom.predicate}`",
        entry.span,
        help=did_you_mean(str(literal.atom.predicate), known)
        or f"the predicates are {', '.join(sorted(known))}",
    )


def variables_of(literal: ir.Literal) -> tuple[str, ...]:
    """Return the names of the variables of a literal, each once, in order."""
    names = [term.name for term in literal.atom.arguments if isinstance(term, ir.Var)]
    return tuple(dict.fromkeys(names))


def shared_variable(literals: Sequence[ir.Literal]) -> str | None:
    """Return the variable that all literals share, if each has it and one other; of one literal, its first."""
    variables = [variables_of(literal) for literal in literals]
    if any(len(each) != 2 for each in variables):
        return None
    common = [name for name in variables[0] if all(name in each for each in variables)]
    return common[0] if common else None


def _check_form(literals: Sequence[ir.Literal], ask: syntax.Ask, scope: AskScope) -> None:
    knobs = {knob.name: knob for knob in ask.knobs.knobs} if ask.knobs is not None else {}
    own = [variables_of(literal) for literal in literals]
    order = _named(knobs, "order", [own[0]] if len(own) == 1 else [], scope)
    for name in ("rows", "columns"):
        _named(knobs, name, own, scope)
    span = knobs["form"].span if "form" in knobs else ask.span
    match form_of(knobs, LINES if ask.templates else PAIRS):
        case "grid":
            _check_grid(literals, ask, scope, span)
        case "lines":
            _check_lines([show(each) for each in literals], own, order, ask, scope)
        case "pairs" if len(own) > 1 or len(own[0]) < 2:
            scope.report.add(
                "E0453",
                "pairs need one literal with two variables",
                span,
                help='write a template for each literal after the question: `as "{{ A }}"`',
            )
        case "pairs":
            _check_count(ask, scope, 0, PAIRS)
        case "json":
            _check_count(ask, scope, len(literals), JSON)


def form_of(knobs: dict[str, syntax.Knob], usual: str) -> str | None:
    """Return the form of an answer; None if it is a parameter, or not a form."""
    match knobs.get("form"):
        case None:
            return usual
        case syntax.Knob(value=syntax.Name(text=text)) if text in LAYOUTS:
            return text
        case _:
            return None


def _named(
    knobs: dict[str, syntax.Knob],
    name: str,
    variables: Sequence[Sequence[str]],
    scope: AskScope,
) -> str:
    """Return the variable that a knob names; report it if no shown literal has it."""
    knob = knobs.get(name)
    if knob is None or not isinstance(knob.value, syntax.Variable):
        return ""
    known = sorted({each for own in variables for each in own})
    if knob.value.text in known:
        return knob.value.text
    help = did_you_mean(knob.value.text, known) or f"the variables are {', '.join(known)}"
    if not known:
        help = "only the lines of one literal can be in order"
    scope.report.add(
        "E0457",
        f"knob `{name}` names `{knob.value.text}`, which is not shown",
        knob.span,
        help=help,
    )
    return ""


def _check_grid(
    literals: Sequence[ir.Literal],
    ask: syntax.Ask,
    scope: AskScope,
    span: Span,
) -> None:
    single = len(literals) == 1 and len(variables_of(literals[0])) == 3
    if not single and shared_variable(literals) is None:
        scope.report.add(
            "E0453",
            "a grid needs one literal with three variables, or literals with two that share one",
            span,
            help="write `{ cell(R, C, D) }`, or `{ lives(N, H), painted(C, H) }`",
        )
        return
    most = 1 if single else 1 + len(literals)
    _check_count(ask, scope, most, GRID)


def _check_count(ask: syntax.Ask, scope: AskScope, wanted: int, form: str) -> None:
    if ask.templates and len(ask.templates) != wanted:
        what = {GRID: "headings", JSON: "keys"}.get(form, "templates")
        scope.report.add(
            "E0454",
            f"there are {len(ask.templates)} {what}, and this answer has {wanted or 'none'}",
            ask.span,
            help="write one for the rows and then one for each literal"
            if form == GRID and wanted > 1
            else f"write {wanted} of them, or none",
        )


def _check_lines(
    shown: Sequence[str],
    own: Sequence[Sequence[str]],
    order: str,
    ask: syntax.Ask,
    scope: AskScope,
) -> None:
    if len(ask.templates) != len(own):
        scope.report.add(
            "E0454",
            "lines need one template for each literal, "
            f"and there are {len(ask.templates)} for {', '.join(f'`{each}`' for each in shown)}",
            ask.span,
            help='write `as "{{ A }} = {{ C }}"` after the question, or choose another form: `{ form pairs }`',
        )
        return
    free = {order} - {""}
    made = [
        check_template(text, names, free, ask.span, scope.report)
        for text, names in zip(ask.templates, own, strict=True)
    ]
    _check_apart([each for each in made if each is not None], ask.span, scope)


def _check_apart(templates: Sequence[Template], span: Span, scope: AskScope) -> None:
    for place, template in enumerate(templates):
        if any(same_text(template, other) for other in templates[:place]):
            scope.report.add(
                "E0452",
                "two templates have the same text, so a line does not show which literal it is about",
                span,
                help="write different words in them",
            )
            return


# ------------------------------------------------------------------------------------------------------ records


def _slots(entries: Sequence[syntax.Expr], ask: syntax.Ask, scope: AskScope) -> ir.Completed | None:
    assert scope.record is not None
    kinds = scope.record.kinds
    names: list[str] = []
    for entry in entries:
        name = entry.text if isinstance(entry, syntax.Name) else ""
        if not name:
            scope.report.add(
                "E0451", "what is shown must be slots", entry.span, help="write `{ price, class }`"
            )
        elif name not in kinds:
            scope.report.add(
                "E0201",
                f"record `{scope.record.name}` has no slot `{name}`",
                entry.span,
                help=did_you_mean(name, kinds),
            )
        elif isinstance(kinds[name], List):
            scope.report.add(
                "E0455",
                f"slot `{name}` holds a list, which an answer cannot have",
                entry.span,
                help="show other slots, or compute a slot from the list",
            )
        elif name in names:
            scope.report.add(
                "E0451",
                f"slot `{name}` is shown twice",
                entry.span,
                help=Help("remove it", remove_entry(entry.span)),
            )
        names.append(name)
    _check_slot_form(names, ask, scope)
    if ask.knobs is not None and any(knob.name == "none" for knob in ask.knobs.knobs):
        has_searched_slots(ask, scope, "ask solution { none … }")
    return ir.Completed(tuple(names), OPEN)


def _check_slot_form(names: Sequence[str], ask: syntax.Ask, scope: AskScope) -> None:
    knobs = {knob.name: knob for knob in ask.knobs.knobs} if ask.knobs is not None else {}
    for name in ("order", "rows", "columns"):
        if name in knobs:
            scope.report.add(
                "E0457",
                f"knob `{name}` is for literals, and this family has a record",
                knobs[name].span,
                help=Help("remove it", remove_entry(knobs[name].span)),
            )
    form = form_of(knobs, LINES if ask.templates else PAIRS)
    if form == GRID:
        scope.report.add(
            "E0453",
            "a record is not a grid",
            knobs["form"].span,
            help="write `form pairs`, `form lines` or `form json`",
        )
    elif form == LINES:
        made = [
            check_template(text, names, names, ask.span, scope.report) for text in ask.templates
        ]
        _check_apart([each for each in made if each is not None], ask.span, scope)
        said = [name for each in made if each is not None for name in each.names]
        missing = [name for name in names if name not in said]
        if missing and None not in made:
            scope.report.add(
                "E0454",
                f"no template mentions slot `{missing[0]}`",
                ask.span,
                help=f'write `as "{missing[0]}: {{{{ {missing[0]} }}}}"` after the question',
            )
    elif form in (PAIRS, JSON):
        _check_count(ask, scope, len(names), JSON)
