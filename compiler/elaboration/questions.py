"""What a family asks of its theories, requires of them, measures, and who decides."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from ...dsl import syntax
from ...dsl.diagnostics import Note, Report, closest, did_you_mean
from ...dsl.parsing.places import name_span
from ...dsl.source import NOWHERE, Span
from ..contract import Classifier, Logic, plugins
from ..contract.engine_set import undecided
from ..family import (
    Asked,
    AskScope,
    Env,
    Family,
    Filler,
    Grammar,
    Growth,
    NoValue,
    RecordType,
    Requirement,
    Seeker,
    Settings,
    Task,
    Templated,
    Typed,
    WordList,
    asked_under,
    build_kept,
    check_kept,
    check_knobs,
    hole_places,
    known_predicates,
    sayable,
    sharing_faults,
)
from ..ir import holes, nodes as ir, walk
from ..kinds import BOOLEAN, NOTHING, NUMBER, Scalar, Type
from ..notation import StatementScope
from ..random.stream import Stream
from .context import Stage


def build_asks(
    stage: Stage,
    record: RecordType | None,
    scope: StatementScope,
    logic: Logic,
    grammar: Grammar,
    growth: Growth,
    asking: bool,
) -> tuple[Asked, ...]:
    """Check the questions of a family; with `asking` it has to ask something."""
    items = stage.own(syntax.Ask)
    if not items and asking:
        stage.report.add(
            "E0211",
            "the family has no `ask`",
            stage.whole(),
            help="write `ask TASK`, for example `ask choice { options 5  correct 1 }`",
        )
    found: list[Asked] = []
    for item in items:
        name = stage.installed("rspc.tasks", "task", item.task, item)
        if name is None:
            continue
        task = plugins.make("rspc.tasks", name)
        expressions = stage.expressions(stage.program.main)
        knobs = check_knobs(item.knobs, task.knobs, f"task `{name}`", item.span, expressions)
        if item.templates and not isinstance(task, Templated):
            stage.report.add(
                "E0450",
                f"`ask {name}` takes no templates for its answer",
                item.span,
                help="remove `as` and what follows, or write `ask solution`",
            )
        _refuse_fixed(stage, knobs, growth)
        known = known_predicates(grammar, growth.core)
        asked = AskScope(record, stage.report, scope, logic.accepts, grammar, known)
        goal = task.read(item, asked)
        _refuse_seeking(stage, item, knobs, growth, logic, _is_open(goal, grammar))
        if goal is not None:
            guard = None if item.guard is None else expressions.typed(item.guard, BOOLEAN)
            if guard is not None and item.guard is not None:
                _refuse_chance(stage, "`when`", guard, item.guard)
                _refuse_chosen(stage, guard)
            kept = _kept(stage, item, task, goal, grammar)
            found.append(
                Asked(
                    task,
                    knobs,
                    goal,
                    item.text,
                    item.span,
                    guard,
                    kept,
                    item.templates,
                    sayable(stage.vocabularies.types),
                )
            )
    return tuple(found)


def _kept(
    stage: Stage, item: syntax.Ask, task: Task, goal: ir.Goal, grammar: Grammar
) -> Mapping[str, WordList]:
    """Check the words that `where` keeps the holes of a question to."""
    if item.kept and not (isinstance(task, Filler) and task.fills):
        stage.report.add(
            "E0489",
            f"`ask {item.task}` cannot end in `where`",
            item.kept[0].span,
            help="remove the `where`, or restrict the holes of a production",
        )
        return {}
    expressions = stage.expressions(stage.program.main)
    kept = build_kept(item.kept, [goal], expressions.names.types, expressions)
    check_kept(kept, item.kept, hole_places(goal, grammar), grammar.sorts, stage.report)
    return kept


def check_sharing(family: Family, report: Report) -> None:
    """Check that all questions can be asked about one theory that they share, by default and under each preset."""
    growth, asks = family.growth, family.asks
    if not growth.shared:
        return
    if len(asks) == 1:
        report.add(
            "W0492",
            "the theory is shared, but the family has one question",
            growth.span,
            help="write another `ask`, or remove `shared`",
        )
    defaults = {name: parameter.default for name, parameter in family.parameters.items()}
    found = {}
    for preset in ({}, *family.presets.values()):
        with suppress(NoValue):  # a condition without a value was reported
            asked = asked_under(asks, {**defaults, **preset})
            for fault in sharing_faults(asked, growth, family.logic):
                found[fault.code, fault.span] = fault
    report.extend(found.values())


def _is_open(goal: ir.Goal | None, grammar: Grammar) -> bool:
    """Return whether a question has holes that are filled from its theory, or could not be read."""
    if goal is None:
        return True
    return any(isinstance(node, ir.Hole) and node.name not in grammar.named for node in walk(goal))


def _refuse_seeking(
    stage: Stage, item: syntax.Ask, knobs: Settings, growth: Growth, logic: Logic, open: bool
) -> None:
    """Refuse knobs that ask for several questions where there is one.

    There are several if the strategy finds them, or if the statement has holes (`open`).
    """
    if isinstance(growth.strategy, Seeker) and not item.arguments:
        return
    unread = [each.keyword for each in stage.program.main.spec.unread]
    grown = any(theory.strategy for theory in stage.own(syntax.Theory))
    if "theory" in unread or (grown and growth.strategy is None):
        return  # there is one, and it was not recognised
    strategies: dict[str, Any] = {
        name: plugins.load("rspc.strategies", name) for name in plugins.names("rspc.strategies")
    }
    able = [
        name
        for name, strategy in strategies.items()
        if strategy.makes <= logic.accepts and isinstance(strategy, Seeker)
    ]
    filled = knobs.schema.filling if open and item.arguments else ()
    help = (
        f"use `theory {able[0]}` and leave the question open, or remove the knob"
        if able
        else "remove the knob"
    )
    for name in knobs.schema.seeking:
        if name in knobs.values and name not in filled:
            stage.report.add(
                "E0442",
                f"knob `{name}` needs a strategy that finds several questions about one theory"
                + (", or a question with holes" if name in knobs.schema.filling else ""),
                knobs.spans[name],
                help="write a question with holes, such as `p(?a)`, or remove the knob"
                if name in knobs.schema.filling and (item.arguments or not able)
                else help,
            )


def _refuse_fixed(stage: Stage, knobs: Settings, growth: Growth) -> None:
    """Refuse to balance the labels of a question if nothing that could change its label is drawn."""
    knob = knobs.schema.redrawing
    value = knobs.values.get(knob)
    written = growth.strategy is None and not stage.own(syntax.Choose)
    unread = {each.keyword for each in stage.program.main.spec.unread}
    if value is None or value.needs or not written or unread & {"theory", "choose"}:
        return
    if any(line.template is None or holes(line.template) for line in growth.core.lines):
        return
    if growth.core.lines and value.draw(Env(Stream(knob), {})) is True:
        stage.report.add(
            "E0472",
            "the label cannot be balanced: nothing in this theory is drawn",
            knobs.spans[knob],
            help="draw statements, for example `3 of NAME.`, or values with `choose`; or remove the knob",
        )


def _figures(stage: Stage, logic: Logic, growth: Growth) -> dict[str, Type] | None:
    """Return the figures that every instance has, whichever of the questions it asks.

    None if a strategy or a task is unknown, or could not be read: any name could be that of a figure then.
    """
    tasks = [_task(item) for item in stage.own(syntax.Ask)]
    grown = any(item.strategy for item in stage.own(syntax.Theory))
    unread = {each.keyword for each in stage.program.main.spec.unread}
    if None in tasks or (grown and growth.strategy is None) or unread & {"ask", "theory"}:
        return None
    names = list(growth.strategy.figures) if growth.strategy is not None else []
    marks = list(growth.strategy.marks) if growth.strategy is not None else []
    asked = [task for task in tasks if task is not None]
    names += _shared([task.figures for task in asked])
    marks += _shared([getattr(task, "marks", {}) for task in asked])
    if isinstance(logic, Classifier):
        names += logic.figures
        marks += logic.marks
    return {**dict.fromkeys(("statements", *names), NUMBER), **dict.fromkeys(marks, BOOLEAN)}


def _shared(declared: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the names that all tasks of a family declare."""
    first, *others = declared or [{}]
    return [name for name in first if all(name in other for other in others)]


def _task(item: syntax.Ask) -> Task | None:
    """Return the task that an `ask` names, or nearly names."""
    name = closest(item.task, plugins.names("rspc.tasks"))
    return plugins.load("rspc.tasks", name) if name else None


def _possible_figures() -> dict[str, Type]:
    """Return the figures and marks of all that is installed, for a family whose own are not known."""
    plugs = [
        plugins.load(group, name)
        for group in (plugins.LOGICS, plugins.STRATEGIES, plugins.TASKS)
        for name in plugins.names(group)
    ]
    names = [
        name
        for plug in plugs
        for name in (*getattr(plug, "figures", ()), *getattr(plug, "marks", ()))
    ]
    return dict.fromkeys(("statements", *names), NOTHING)


def _refuse_hidden(stage: Stage, node: syntax.Node, figures: Mapping[str, Type]) -> None:
    """Refuse a name that is both that of a figure and that of a parameter or chosen value."""
    declared: dict[str, tuple[str, Span]] = {}
    for item, _ in stage.program.items():
        match item:
            case syntax.Param(name=name):
                declared[name] = "parameter", item.span
            case syntax.Choose(names=names):
                declared |= dict.fromkeys(names, ("chosen value", item.span))
            case syntax.Style(name=name):
                declared[name] = "style", item.span
    mentioned = {name.text: name for name in reversed([*syntax.names_in(node)])}
    for text, used in mentioned.items():
        if text not in declared or text not in figures:
            continue
        noun, span = declared[text]
        stage.report.add(
            "E0202",
            f"`{text}` is the name of both a {noun} and a figure",
            used.span,
            notes=(Note(span, f"the {noun} is declared here"),),
            help=f"rename the {noun}, for example `target_{text}`",
        )


def build_requirements(stage: Stage, logic: Logic, growth: Growth) -> tuple[Requirement, ...]:
    found: list[Requirement] = []
    figures = _figures(stage, logic, growth)
    for item, module in stage.items(syntax.Require):
        if item.words:
            stage.report.add(
                "E0204",
                f"`require {' '.join(item.words)}` is not known to any installed logic",
                item.span,
                help="require a condition on parameters and figures: `require sums >= 3`",
            )
            continue
        expressions = stage.expressions(module, figures or _possible_figures())
        _refuse_hidden(stage, item.condition, figures or {})
        text = " ".join(item.span.text.split()).removeprefix("require ").strip()
        typed = expressions.typed(item.condition, BOOLEAN)
        _refuse_chance(stage, f"`require {text}`", typed, item.condition)
        found.append(Requirement(text, typed))
    return tuple(found)


def build_measures(
    stage: Stage, logic: Logic, growth: Growth, asks: Sequence[Asked]
) -> dict[str, Typed]:
    found: dict[str, Typed] = {}
    figures = _figures(stage, logic, growth)
    for item, module in stage.items(syntax.Measure):
        expressions = stage.expressions(module, figures or _possible_figures())
        _refuse_hidden(stage, item.value, figures or {})
        typed = expressions.typed(item.value)
        if not expressions.unknown(typed, item.value):
            _refuse_chance(stage, f"measure `{item.name}`", typed, item.value)
            _refuse_words(stage, item, typed)
        _refuse_taken(stage, item, growth, asks)
        found[item.name] = typed
    return found


def _refuse_words(stage: Stage, item: syntax.Measure, typed: Typed) -> None:
    """Refuse a name that is not a figure: tables of a run are made of numbers and truth values."""
    if typed.type not in (NOTHING, BOOLEAN) and not isinstance(typed.type, Scalar):
        stage.report.add(
            "E0302",
            f"measure `{item.name}` is not a number or a truth value",
            item.value.span,
            help="write what is counted, or a condition: `measure NAME = kind == box`",
        )


def _refuse_taken(
    stage: Stage, item: syntax.Measure, growth: Growth, asks: Sequence[Asked]
) -> None:
    """Refuse the name of a figure, which a record's `metrics` have already."""
    figures = {"statements", "words"}
    if growth.strategy is not None:
        figures |= {*growth.strategy.figures, *growth.strategy.marks}
    for asked in asks:
        figures |= {*asked.task.figures, *getattr(asked.task, "marks", {})}
    if item.name in figures:
        stage.report.add(
            "E0202",
            f"measure `{item.name}` has the same name as a figure",
            name_span(item.span, item.name),
            help="give it another name",
        )


def _refuse_chance(stage: Stage, named: str, typed: Typed, at: syntax.Expr) -> None:
    """Refuse what draws where an instance is judged: it would be drawn the same for every instance."""
    if not typed.fixed and typed.type is not NOTHING:
        stage.report.add(
            "E0302",
            f"{named} draws by chance",
            at.span,
            help="draw it with `choose`, and use its name here",
        )


def chosen_engines(stage: Stage, logic: Logic) -> tuple[str, ...]:
    """Return the engines that decide the labels: those of `verify`, or the logic's own."""
    items = stage.own(syntax.Verify)
    for extra in items[1:]:
        stage.report.add("E0212", "a family can have only one `verify`", extra.span)
    if not items:
        return (logic.establishes, *logic.confirms)
    known = (*plugins.names("rspc.backends"), *plugins.names("rspc.checkers"))
    for name in items[0].engines:
        if name not in known:
            own = ", ".join((logic.establishes, *logic.confirms))
            own = f"those of logic `{logic.name}` are {own}"
            stage.report.add(
                "E0213",
                f"there is no engine `{name}`",
                items[0].span,
                help=did_you_mean(name, known) or own,
            )
        elif fault := undecided(name, logic):
            own = ", ".join((logic.establishes, *logic.confirms))
            stage.report.add("E0701", fault, items[0].span, help=f"its engines are {own}")
    if len(set(items[0].engines)) < 2:
        pair = ", ".join((logic.establishes, *logic.confirms)[:2])
        stage.report.add(
            "E0701",
            "`verify` needs two engines: one to decide, one to confirm",
            items[0].span,
            help=f"name two: `verify {pair}`",
        )
    return items[0].engines


def _refuse_chosen(stage: Stage, guard: Typed) -> None:
    """Refuse what differs between the instances of a run: which questions it asks is settled before any is made."""
    known = {item.name for item, _ in stage.items(syntax.Param)}
    for name in sorted(guard.needs - known):
        stage.report.add(
            "E0411",
            f"the condition after `when` cannot depend on `{name}`, which is drawn for each theory",
            guard.span or NOWHERE,
            help="use only parameters in the condition",
        )
