"""Checking the sentence by which an answer says that there is no solution: it must not be an answer itself."""

from collections.abc import Mapping

import msgspec

from ....dsl import syntax
from ...family import AskScope
from ...ir import nodes as ir
from ...replies import LAYOUTS, Field, Layout, read_answer
from .asking import form_of
from .knobs import SolutionKnobs
from .making import program_layout, slot_layout


def check_none(goal: ir.Goal, ask: syntax.Ask, scope: AskScope) -> None:
    """Report a sentence of `none` that can be read as an answer."""
    knobs = {knob.name: knob for knob in ask.knobs.knobs} if ask.knobs is not None else {}
    knob = knobs.get("none")
    if knob is None or not isinstance(knob.value, syntax.Text):
        return
    form = form_of(knobs, "")
    for each in LAYOUTS if form is None else (form,):
        layout = _layout(goal, _knobs(each, knobs), ask, scope)
        found = None if isinstance(layout, str) else read_answer(layout, knob.value.text)
        if found is not None and found.entries and not found.problem:
            scope.report.add(
                "E0458",
                f"`{knob.value.text}` in `none` can be read as an answer",
                knob.span,
                help='write a sentence that is no answer: `none "There is no solution."`',
            )
            return


def _knobs(form: str, knobs: Mapping[str, syntax.Knob]) -> SolutionKnobs:
    """Return the knobs that say what a layout is."""
    named = {
        name: knob.value.text
        for name, knob in knobs.items()
        if name in ("order", "rows", "columns") and isinstance(knob.value, syntax.Variable)
    }
    return msgspec.convert({"form": form, **named}, SolutionKnobs)


def _layout(goal: ir.Goal, knobs: SolutionKnobs, ask: syntax.Ask, scope: AskScope) -> Layout | str:
    """Return the layout of answers, as far as it is known before anything is drawn; or why there is none."""
    if isinstance(goal, ir.Solution):
        return program_layout(
            goal.shown, knobs, ask.templates, lambda shown, name: _field(shown, name, scope)
        )
    if isinstance(goal, ir.Completed) and scope.record is not None:
        kinds = scope.record.kinds
        labels = {name: name.replace("_", " ") for name in kinds}
        return slot_layout(goal.shown, kinds, labels, knobs, ask.templates)
    return "nothing is shown"


def _field(shown: ir.Literal, variable: str, scope: AskScope) -> Field:
    """Return the field of a variable: the members of its sort; any whole number if these are not known."""
    place = shown.atom.arguments.index(ir.Var(variable))
    statements = scope.statements
    assert statements is not None
    sorts = (statements.predicates or {}).get(str(shown.atom.predicate), ())
    sort = sorts[place] if place < len(sorts) else ""
    members = statements.sorts.get(sort, frozenset())
    if sort in statements.numbers or not members:
        return Field(sort or variable, kind="integer")
    return Field(sort, tuple(sorted(members)))
