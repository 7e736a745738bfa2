"""Making the layout of an answer from what is shown, the form, and the author's templates."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ...certify.exploration import ground
from ...contract import Grounder, Undecided
from ...family import Rejected, Scene
from ...ir import nodes as ir
from ...kinds import Kind, OneOf, Scalar, Set
from ...replies import Entry, Field, Layout, Part, write_answer
from .asking import GRID, JSON, LINES, PAIRS, shared_variable, variables_of
from .knobs import SolutionKnobs
from .programs import field_of
from .templates import Template, joined, read_template

OUTSIDE = "the answer has a value that is not in its sort"


def ground_layout(
    scene: Scene,
    theory: ir.Theory,
    shown: Sequence[ir.Literal],
    knobs: SolutionKnobs,
    literals: Sequence[ir.Literal],
) -> Layout | Rejected:
    """Return the layout of the instances of literals, whose values are those of the ground program.

    Args:
        literals: have the values if the engine does not ground programs.
    """
    engines, atoms = scene.family.engines, literals
    if isinstance(engines.explorer, Grounder):
        try:
            atoms = ground(engines, theory).atoms
        except Undecided:
            return Rejected("the engine's budget ran out before the program was ground", spent=True)
    named = partial(field_of, scene, theory, atoms)
    layout = program_layout(shown, knobs, scene.templates, named)
    return Rejected(layout) if isinstance(layout, str) else layout


def program_layout(
    literals: Sequence[ir.Literal],
    knobs: SolutionKnobs,
    templates: Sequence[str],
    field_of: Callable[[ir.Literal, str], Field],
) -> Layout | str:
    """Return the layout of the instances of literals; or why they cannot have this form."""
    own = [variables_of(literal) for literal in literals]
    fields = [
        tuple(field_of(literal, name) for name in names)
        for literal, names in zip(literals, own, strict=True)
    ]
    form = knobs.form or (LINES if templates else PAIRS)
    titles = [str(literal.atom.predicate).replace("_", " ") for literal in literals]
    if form == GRID:
        return _grid(literals, own, fields, knobs, templates)
    if form == JSON:
        keys = list(templates) if len(templates) == len(literals) else titles
        parts = [Part(each, title) for each, title in zip(fields, keys, strict=True)]
        return Layout(form, tuple(parts))
    if form == PAIRS:
        if len(literals) > 1 or len(own[0]) < 2:
            return "pairs show one literal with two variables"
        made = [joined(own[0])]
    elif len(templates) != len(literals):
        return "lines need a template for each literal"
    else:
        made = [read_template(text) for text in templates]
    order = own[0].index(knobs.order) if knobs.order in own[0] and len(literals) == 1 else -1
    parts = [
        _line(each, title, template, names)
        for each, title, template, names in zip(fields, titles, made, own, strict=True)
    ]
    return Layout(form, tuple(parts), order=order)


def _line(fields: tuple[Field, ...], title: str, template: Template, names: Sequence[str]) -> Part:
    places = tuple(names.index(name) for name in template.names)
    return Part(fields, title, template.pieces, places)


def _grid(
    literals: Sequence[ir.Literal],
    own: Sequence[Sequence[str]],
    fields: Sequence[tuple[Field, ...]],
    knobs: SolutionKnobs,
    templates: Sequence[str],
) -> Layout | str:
    if len(literals) == 1 and len(own[0]) == 3:
        row = own[0].index(knobs.rows) if knobs.rows in own[0] else 0
        left = [at for at in range(3) if at != row]
        column = own[0].index(knobs.columns) if knobs.columns in own[0] else left[0]
        if column == row:
            return "the rows and the columns of a grid must be different variables"
        (cell,) = (at for at in left if at != column)
        part = Part(fields[0], row=row, column=column, cell=cell)
        corner = templates[0] if templates else fields[0][row].name
        return Layout(GRID, (part,), corner)
    shared = knobs.rows if all(knobs.rows in names for names in own) else shared_variable(literals)
    if shared is None or any(len(names) != 2 for names in own):
        return "the literals of a grid do not share one of two variables"
    parts: list[Part] = []
    for number, (names, each) in enumerate(zip(own, fields, strict=True)):
        row = names.index(shared)
        title = templates[number + 1] if templates else each[1 - row].name
        parts.append(Part(each, title, row=row, cell=1 - row))
    corner = templates[0] if templates else parts[0].fields[parts[0].row].name
    return Layout(GRID, tuple(parts), corner)


def slot_layout(
    names: Sequence[str],
    kinds: Mapping[str, Kind],
    labels: Mapping[str, str],
    knobs: SolutionKnobs,
    templates: Sequence[str],
) -> Layout | str:
    """Return the layout of the values of slots; or why they cannot have this form."""
    form = knobs.form or (LINES if templates else PAIRS)
    fields = {name: slot_field(kinds[name], labels[name]) for name in names}
    titles = dict(zip(names, templates, strict=True)) if len(templates) == len(names) else labels
    if form == JSON:
        return Layout(form, tuple(Part((fields[n],), titles[n]) for n in names), whole=True)
    if form == PAIRS:
        parts = [Part((fields[name],), name, (f"{titles[name]} = ", ""), (0,)) for name in names]
        return Layout(form, tuple(parts), whole=True)
    if form != LINES:
        return "a record is not a grid"
    lines: list[Part] = []
    for text in templates:
        template = read_template(text)
        slots = list(dict.fromkeys(template.names))
        lines.append(_line(tuple(fields[name] for name in slots), "", template, slots))
    return Layout(form, tuple(lines), whole=True)


def slot_names(names: Sequence[str], layout: Layout, templates: Sequence[str]) -> list[list[str]]:
    """Return the slots of each part of a layout, in the order of its fields."""
    if layout.form != LINES:
        return [[name] for name in names]
    return [list(dict.fromkeys(read_template(text).names)) for text in templates]


def slot_field(kind: Kind, name: str) -> Field:
    """Return the field of a slot's value."""
    match kind:
        case Set(element=element):
            words = tuple(element.said.values())
            return Field(name, words, tuple(map(element.show, element.values)), many=True)
        case OneOf(values=values, said=said):
            return Field(name, tuple(said.values()), tuple(map(kind.show, values)))
        case Scalar():
            return Field(name, kind=kind.label)
        case _:
            raise TypeError(f"`{kind.name}` is not a kind of answers")


def write_solution(layout: Layout, entries: tuple[Entry, ...]) -> str | Rejected:
    """Return an answer as its layout writes it; reject one with a value that its field does not have."""
    try:
        return write_answer(layout, entries)
    except ValueError:
        return Rejected(OUTSIDE)
