"""Prints syntax trees in canonical form: items as lines, with long lines broken where a reader would break them.

Parsing the text again yields the same tree, except for an empty block of knobs in place of empty braces. An
item is printed as its own lines and groups of units between them; a unit (a statement, a field, a knob, a
phrase) is what a comment can belong to.
"""

from collections.abc import Sequence
from typing import Final

from .. import syntax
from ..diagnostics import Report
from ..parsing.lexer import scan
from ..reserved import FUNCTIONS, RESERVED
from ..source import Source
from .inline import (
    OF,
    PLAIN,
    TIGHT,
    Printer,
    asserts,
    join_parts,
    print_expression,
    print_hole,
    print_kept,
    print_line,
    print_long_text,
    print_name,
    print_said,
    print_split,
    print_statement,
    print_text,
    print_title,
)
from .layout import INDENT, WIDTH, Group, Segment, Unit, layout_units, with_block, with_rows
from .line_breaking import wrap
from .vocabulary import print_vocabulary

__all__ = [
    "asserts",
    "print_expression",
    "print_item",
    "print_name",
    "print_spec",
    "print_statement",
    "print_words",
]


ASKED: Final = "asked"
"""Marks the phrases of a `say` as those of questions."""


def segments(item: syntax.Item, spread: bool = False) -> list[Segment]:
    """Lay an item out; with `spread`, its parts are on lines of their own even if they would fit on one."""
    match item:
        case syntax.Theory():
            return _theory(item, spread)
        case syntax.Background():
            return _background(item, spread)
        case syntax.World():
            return [_world(item)]
        case syntax.Record(name, source, fields):
            head = join_parts(["record", print_name(name), source and f"from {print_text(source)}"])
            if source and not fields:
                return [head]
            units = layout_units(fields, _fields(fields))
            return [f"{head} {{", Group(units), "}"] if units else [f"{head} {{}}"]
        case syntax.Knowledge():
            return _knowledge(item)
        case syntax.Test():
            return _test(item, spread)
        case syntax.Say():
            return _say(item, spread)
        case syntax.Production():
            return _production(item, spread)
        case syntax.Ask():
            return _ask(item, spread)
        case syntax.Logic(name, options):
            return with_block(f"logic {print_name(name)}", options, "", spread)
        case syntax.Preset(name, knobs):
            head = f"level {name}" if item.is_level else f"preset {print_title(name)}"
            return with_block(head, knobs, "", spread)
        case syntax.Grid():
            return _grid(item, spread)
        case syntax.Gather():
            return _gather(item, spread)
        case syntax.Discourse(knobs, guard):
            return with_block("discourse", knobs, _guard(guard), spread)
        case syntax.Pool(name, value, split):
            return with_rows(f"pool {print_name(name)} =", value, _print_split(split), spread)
        case syntax.Table(name, columns, value, split):
            listed = ", ".join(print_name(column) for column in columns)
            head = f"table {print_name(name)}({listed}) ="
            return with_rows(head, value, _print_split(split), spread)
        case syntax.Style(name, value):
            return with_rows(f"style {print_name(name)} =", value, "", spread)
        case syntax.Choose(names, value):
            return with_rows(f"choose {_names(names)} =", value, "", spread)
        case syntax.Header(kind, name, description):
            head = f"{kind} {print_name(name)}"
            return [head, print_long_text(description)] if description else [head]
        case _:
            return [_line(item)]


def print_item(item: syntax.Item) -> str:
    """Return an item in canonical form, without a line end after it."""
    lines: list[str] = []
    for segment in segments(item):
        if isinstance(segment, str):
            lines += wrap(segment, WIDTH)
        else:
            lines += [INDENT + line for unit in segment.units for line in unit.lines]
    return "\n".join(lines)


def print_spec(spec: syntax.Spec) -> str:
    """Return a file in canonical form; blank lines surround items of several lines and separate kinds of items."""
    parts: list[str] = []
    for index, item in enumerate(spec.items):
        text = print_item(item)
        if index:
            before = spec.items[index - 1]
            apart = type(before) is not type(item) or "\n" in text or "\n" in parts[-1].rstrip()
            parts.append("\n" if apart else "")
        parts.append(text + "\n")
    return "".join(parts)


def print_words(spec: syntax.Spec) -> str:
    """Return a file on one line, its words in canonical form: the same text however the file is laid out."""
    tokens, _ = scan(Source("", print_spec(spec)), Report())
    return " ".join([token.written for token in tokens])


def _line(item: syntax.Item) -> str:
    """Print an item that is one line however long."""
    match item:
        case syntax.Use(module, names, guard):
            listed = ", ".join(_module(each) for each in names)
            used = f"use {_module(module)}" + (f": {listed}" if listed else "")
            return join_parts([used, _guard(guard)])
        case syntax.Param(name, kind, domain, default, description):
            inside = f" in {PLAIN.expression(domain, OF)}" if domain is not None else ""
            said = f" {print_long_text(description)}" if description else ""
            return f"param {print_name(name)}: {print_name(kind)}{inside} = {PLAIN.expression(default, OF)}{said}"
        case syntax.Sort(name, value, split):
            return join_parts(
                [f"sort {print_name(name)} = {print_expression(value)}", print_split(split)]
            )
        case syntax.Vocabulary():
            return print_vocabulary(item)
        case syntax.Require(condition, words):
            text = _FIGURES.expression(condition, TIGHT if words else 0)
            if words and not isinstance(condition, _AFTER_WORD):
                text = f"({_FIGURES.expression(condition)})"
            return join_parts(["require", *(print_name(word) for word in words), text])
        case syntax.Measure(name, value):
            return f"measure {print_name(name)} = {_FIGURES.expression(value)}"
        case syntax.Document(file, guard):
            return join_parts([f"document {print_text(file)}", _guard(guard)])
        case syntax.Verify(engines):
            return "verify " + ", ".join(print_name(engine) for engine in engines)
        case _:
            raise TypeError(f"{type(item).__name__} has parts of its own")


_FIGURES = Printer(RESERVED - {"atypical"})
"""Prints items about figures, in which clauses of tests cannot occur."""
_AFTER_WORD = (
    syntax.Name,
    syntax.Call,
    syntax.Hole,
    syntax.Variable,
    syntax.Quantity,
    syntax.Word,
    syntax.Text,
)


# ------------------------------------------------------------------------------------------------- small parts


def _module(name: syntax.Name | syntax.Dotted) -> str:
    if isinstance(name, syntax.Dotted) and len(name.parts) > 1:
        return ".".join(name.parts)
    return print_name(name.text if isinstance(name, syntax.Name) else name.parts[0])


def _names(names: Sequence[str]) -> str:
    printed = [print_name(name) for name in names]
    return printed[0] if len(printed) == 1 else f"({', '.join(printed)})"


def _guard(guard: syntax.Expr | None) -> str:
    return f"when {print_expression(guard)}" if guard is not None else ""


def _print_split(split: syntax.Knobs | None) -> str:
    return f"split {PLAIN.block(split)}" if split is not None else ""


def _fields(fields: Sequence[syntax.Field]) -> list[str]:
    """Print the fields of a record; the words of those that fit on one line are aligned if possible."""
    values = [_field(field) for field in fields]
    said = [print_said(field.say) for field in fields]
    lines = [join_parts(each) for each in zip(values, said, strict=True)]
    width = WIDTH - len(INDENT)
    short = [place for place, line in enumerate(lines) if said[place] and len(line) <= width]
    column = max((len(values[place]) for place in short), default=0)
    if all(column + 1 + len(said[place]) <= width for place in short):
        for place in short:
            lines[place] = f"{values[place]:{column}} {said[place]}"
    return lines


def _field(each: syntax.Field) -> str:
    value = f"= {print_expression(each.value)}" if each.value is not None else ""
    name = print_name(each.name, frozenset())
    return join_parts([f"{name}: {PLAIN.expression(each.type, OF)}", value])


# ------------------------------------------------------------------------------------------ items with parts


def _theory(item: syntax.Theory, spread: bool) -> list[Segment]:
    ending = _ending(item)
    if item.syntax:
        return [f"theory {print_name(item.syntax)} {print_long_text(item.embedded)}{ending}"]
    if item.statements is None:
        if not item.strategy:
            return [f"theory from {print_text(item.source)}{ending}"]
        head = f"theory {print_name(item.strategy)}"
        return with_block(head, item.knobs, ending.lstrip(), spread)
    body: list[Segment] = _body(item.statements, ending)
    if not item.strategy:
        return ["theory {", *body] if body else [f"theory {{}}{ending}"]
    tail = "with {" if body else f"with {{}}{ending}"
    return with_block(f"theory {print_name(item.strategy)}", item.knobs, tail, spread) + body


def _ending(item: syntax.Theory) -> str:
    """Return what follows a theory: a blank and `shared` or `shuffled`, or nothing."""
    words = ["shared"] if item.shared else []
    if item.shuffled is not None:
        words.append("shuffled")
        if item.shuffled.guard is not None:
            words.append(f"when {print_expression(item.shuffled.guard)}")
    return "".join(f" {word}" for word in words)


def _body(lines: Sequence[syntax.Line], tail: str = "") -> list[Segment]:
    """Lay out the lines of a body with its closing brace and what follows it; nothing if there are none."""
    texts = [f"{print_line(line)}." for line in lines]
    return [Group(layout_units(lines, texts)), f"}}{tail}"] if texts else []


def _background(item: syntax.Background, spread: bool) -> list[Segment]:
    above: list[Segment] = ["background {", *_body(item.statements)[:-1]] if item.statements else []
    last = "}" if item.statements else "background {}"
    said = _saying(item, not item.phrases)
    line = join_parts([last, *said, _guard(item.guard)])
    if len(said) < 3 and len(line) <= WIDTH and not (spread and item.phrases):
        return [*above, line]
    texts = said[1:]
    texts[-1] = join_parts([texts[-1], _guard(item.guard)])
    units = layout_units(item.phrases, texts)
    return [*above, join_parts([last, said[0]]), Group(units, braced=False)]


def _world(item: syntax.World) -> str:
    names = ", ".join(print_name(name.text) for name in item.names)
    head = f"world {print_name(item.kind)}" + (f": {names}" if names else "")
    return join_parts([head, *_saying(item, item.known), _guard(item.guard)])


def _saying(item: syntax.Background | syntax.World, known: bool) -> list[str]:
    if known:
        return ["known"]
    return ["say", *_phrases(item)] if item.phrases else []


def _knowledge(item: syntax.Knowledge) -> list[Segment]:
    printer = Printer(RESERVED | {"let", "fact", "test", "holds"})
    topics = f"of {', '.join(map(print_name, item.topics))}" if item.topics else ""
    title = f"knowledge {_title(item.name, item.parameters, True)}"
    head = join_parts([title, topics, print_split(item.split)])
    units: list[Unit] = []
    if item.lets:
        width = WIDTH - len(INDENT)
        bindings = [_print_binding(let, printer) for let in item.lets]
        line = f"let {', '.join(bindings)}"
        parts = [line] if len(line) <= width else [f"let {binding}" for binding in bindings]
        nodes = item.lets[: len(parts)]
        units += layout_units(nodes, parts)
    facts = [
        join_parts(
            [
                f"fact {printer.statement(fact.statement)}",
                "say" if fact.phrases else "",
                *_phrases(fact),
            ]
        )
        for fact in item.facts
    ]
    tests = [
        join_parts(["test", *_phrases(test), "holds", _print_decided(test, printer)])
        for test in item.tests
    ]
    units += [*layout_units(item.facts, facts), *layout_units(item.tests, tests)]
    return [f"{head} {{", Group(tuple(units)), "}"] if units else [f"{head} {{}}"]


def _print_decided(test: syntax.Bridged, printer: Printer) -> str:
    holds = printer.expression(test.holds)
    return f"{holds} else {printer.expression(test.fails)}" if test.fails is not None else holds


def _title(name: str, parameters: Sequence[str], holes: bool) -> str:
    if not parameters:
        return print_name(name)
    listed = ", ".join(
        print_hole(parameter) if holes else print_name(parameter) for parameter in parameters
    )
    return f"{print_name(name)}({listed})"


def _print_binding(binding: syntax.Binding, printer: Printer, holes: Sequence[str] = ()) -> str:
    printed = [print_hole(name) if name in holes else printer.name(name) for name in binding.names]
    names = printed[0] if len(printed) == 1 else f"({', '.join(printed)})"
    return f"{names} = {printer.expression(binding.value)}"


def _test(item: syntax.Test, spread: bool) -> list[Segment]:
    weight = f"[{print_expression(item.weight)}]" if item.weight is not None else ""
    title = join_parts(["test", _title(item.name, item.parameters, True), weight])
    slots = ", ".join(print_name(slot) for slot in item.slots)
    complement = f"else {print_expression(item.complement)}" if item.complement is not None else ""
    head = join_parts([f"{title} on {slots}: {print_expression(item.formula)}", complement])
    bindings = ", ".join(_print_binding(each, PLAIN, item.parameters) for each in item.where)
    clauses: list[tuple[syntax.Node | None, str]] = [
        (item.where[0] if item.where else None, f"where {bindings}"),
        (item.say, f"say {_print_wording(item.say)}"),
        (item.condition, f"if {_print_wording(item.condition)}"),
        (item.atypical, f"atypical {_guard(item.atypical)}"),
        (item.atypical_else, f"atypical else {_guard(item.atypical_else)}"),
        (item.guard, _guard(item.guard)),
    ]
    present = [(node, text) for node, text in clauses if node is not None]
    split = print_split(item.split)
    line = join_parts([head, *(text for _, text in present), split])
    if not present or (len(line) <= WIDTH and "\n" not in line and not spread):
        return [line]
    texts = [text for _, text in present]
    texts[-1] = join_parts([texts[-1], split])
    return [head, Group(layout_units([node for node, _ in present], texts), braced=False)]


def _print_wording(wording: syntax.Wording | None) -> str:
    if wording is None:
        return ""
    return f"{print_long_text(wording.positive)} else {print_long_text(wording.negative)}"


def _say(item: syntax.Say, spread: bool) -> list[Segment]:
    pattern = print_statement(item.pattern)
    if pattern.endswith(f" {ASKED}"):  # a name there, which the word would be taken for
        pattern = f"{pattern.removesuffix(ASKED)}`{ASKED}`"
    head = join_parts(["say", pattern, ASKED if item.asked else "", "as"])
    texts = _phrases(item)
    line = join_parts([head, *texts])
    if len(texts) == 1 and len(line.partition("\n")[0]) <= WIDTH and not spread:
        return [line]
    return [head, Group(layout_units(item.phrases, texts), braced=False)]


def _gather(item: syntax.Gather, spread: bool) -> list[Segment]:
    parts = [f"{print_statement(part.pattern)} as {print_text(part.text)}" for part in item.parts]
    names = ", ".join(f"?{name}" for name in item.names)
    above: list[Segment] = [
        join_parts(["gather", names, "{"]),
        Group(layout_units(item.parts, parts)),
    ]
    said = _phrases(item)
    said[-1] = join_parts([said[-1], _guard(item.guard)])
    line = join_parts(["} say", *said])
    if len(said) == 1 and len(line) <= WIDTH and not spread:
        return [*above, line]
    return [*above, "} say", Group(layout_units(item.phrases, said), braced=False)]


def _grid(item: syntax.Grid, spread: bool) -> list[Segment]:
    texts = [f"{print_statement(part.pattern)} as {print_text(part.text)}" for part in item.parts]
    texts[-1] = join_parts([texts[-1], _guard(item.guard)])
    head = with_block("grid", item.knobs, "", spread)
    return [*head, Group(layout_units(item.parts, texts), braced=False)]


def _phrases(
    node: syntax.Say
    | syntax.Shown
    | syntax.Bridged
    | syntax.Background
    | syntax.Gather
    | syntax.World,
) -> list[str]:
    return [
        join_parts([print_long_text(phrase.text), print_split(phrase.split)])
        for phrase in node.phrases
    ]


def _production(item: syntax.Production, spread: bool) -> list[Segment]:
    weight = f"[{print_expression(item.weight)}]" if item.weight is not None else ""
    head = join_parts([item.kind, _title(item.name, item.parameters, False), weight, "="])
    texts = [
        join_parts(
            [
                f"[{print_expression(alternative.weight)}]"
                if alternative.weight is not None
                else "",
                print_statement(alternative.template),
            ]
        )
        for alternative in item.alternatives
    ]
    tail = [print_kept(item.kept), _guard(item.guard), print_split(item.split)]
    line = join_parts([head, " | ".join(texts), *tail])
    if (len(line) <= WIDTH or len(texts) == 1) and not spread:
        return [line]
    texts = [texts[0], *(f"| {text}" for text in texts[1:])]
    texts[-1] = join_parts([texts[-1], *tail])
    return [head, Group(layout_units(item.alternatives, texts), braced=False)]


_SIMPLE = (
    syntax.Name,
    syntax.Variable,
    syntax.Hole,
    syntax.Call,
    syntax.Expansion,
    syntax.Word,
    syntax.Quantity,
    syntax.Dotted,
)


def _ask(item: syntax.Ask, spread: bool) -> list[Segment]:
    parts = item.body, item.kept, item.knobs, item.text, item.templates, item.guard
    followed = any(part is not None and part != () and part != "" for part in parts)
    arguments = [
        _argument(argument, len(item.arguments) == 1, followed) for argument in item.arguments
    ]
    last = item.arguments[-1] if item.arguments else None
    if isinstance(last, syntax.Name) and _begins_plainly(item.knobs):
        arguments[-1] = print_name(last.text, RESERVED - FUNCTIONS)
    head = join_parts(["ask", print_name(item.task, frozenset()), *arguments])
    if item.body is not None:
        colon = " : " if last is not None and asserts(last, item.body) else ": "
        body = print_statement(item.body)
        head = f"{head}{colon}{body}"
    head = join_parts([head, print_kept(item.kept)])
    question = print_long_text(item.text) if item.text else ""
    templates = " ".join(print_long_text(each) for each in item.templates)
    tail = join_parts([question, f"as {templates}" if templates else "", _guard(item.guard)])
    return with_block(head, item.knobs, tail, spread)


def _begins_plainly(knobs: syntax.Knobs | None) -> bool:
    """Whether no block follows, or one that `min` before it cannot take for the braces of an aggregate."""
    return knobs is None or (bool(knobs.knobs) and knobs.knobs[0].name not in FUNCTIONS)


def _argument(argument: syntax.Expr, only: bool, followed: bool) -> str:
    text = print_expression(argument)
    if isinstance(argument, _SIMPLE):
        return text
    if only and not isinstance(argument, syntax.Text) and (followed or not text.endswith('"')):
        return text
    return f"({text})"
