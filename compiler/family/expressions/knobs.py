"""Knob blocks against the schema of the plug-in that takes them."""

import builtins
import re
import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from ....dsl import syntax
from ....dsl.diagnostics import Diagnostic, SpecError, did_you_mean
from ....dsl.edits import Edit, Help, remove_entry, write
from ....dsl.source import Span
from ...contract import Knobs, VariableName
from ...kinds import BOOLEAN, NUMBER, SYMBOL, Type
from ...random.stream import Stream
from .typed import Draw, Env, NoValue, Typed, nothing
from .values import Expressions

_OF_TYPES = re.compile(r"Expected `(int|float|str|bool|array|object|null)\b|Invalid |Object ")
"""The beginnings of messages about types of Python; a schema's own messages are for authors."""

SWITCH: Mapping[str, bool] = {"on": True, "true": True, "off": False, "false": False}


class Sample(Struct, frozen=True):
    """`N of NAME` as a knob's value: how many, and of what."""

    count: Annotated[int, Meta(ge=1, le=4096)]
    of: str


@dataclass(frozen=True)
class Value:
    """How a knob's value is drawn, and the names that it depends on."""

    draw: Draw
    needs: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Settings:
    """A checked knob block: draws a filled schema. `said` are knobs that the author writes under another's name."""

    schema: type[Knobs]
    values: Mapping[str, Value]
    spans: Mapping[str, Span]
    span: Span
    said: Mapping[str, str] = field(default_factory=dict)
    sound: bool = True
    """Whether nothing was wrong with the block's names and values."""

    @property
    def needs(self) -> frozenset[str]:
        """The names that any of the values depends on."""
        return frozenset[str]().union(*(value.needs for value in self.values.values()))

    def at(self, span: Span) -> frozenset[str]:
        """Return the names that the knob at a place depends on; of a place inside a knob's own block, those of all."""
        found = (self.values[name].needs for name, place in self.spans.items() if place == span)
        return next(found, self.needs)

    def is_on(self, name: str) -> bool:
        """Return whether a knob is set, and not switched off by a value that is known beforehand."""
        value = self.values.get(name)
        if value is None or value.needs:
            return value is not None
        try:
            return bool(value.draw(Env(Stream("knob"), {})))
        except NoValue:  # the error there was reported
            return True

    def draw(self, env: Env) -> Any:
        """Draw the knobs' values; SpecError at the knob whose value is out of its range."""
        raw = {name: value.draw(env) for name, value in self.values.items()}
        try:
            return msgspec.convert(raw, self.schema, strict=False)
        except msgspec.ValidationError as error:
            raise SpecError([self._out_of_range(str(error))]) from None

    def out_of_range(self, env: Env) -> list[Diagnostic]:
        """Return the errors of the values that can be drawn, each checked on its own if something else is wrong."""
        if self.sound and self.needs <= env.values.keys():
            try:
                self.draw(env)
            except SpecError as error:
                return list(error.diagnostics)
            return []
        hints = typing.get_type_hints(self.schema, include_extras=True)
        found: list[Diagnostic] = []
        for name, value in self.values.items():
            if not value.needs <= env.values.keys():
                continue
            try:
                msgspec.convert(value.draw(env), hints[name], strict=False)
            except NoValue:  # it was reported
                continue
            except SpecError as error:
                found += error.diagnostics
            except msgspec.ValidationError as error:
                message, _, _ = str(error).partition(" - at ")
                found.append(self._out_of_range(f"{message} - at `$.{name}`"))
        return found

    def _out_of_range(self, error: str) -> Diagnostic:
        message, _, path = error.partition(" - at ")
        message, _, own = message.partition(" for `")
        named = re.search(r"\$\.(\w+)", path)
        knob = named[1] if named else own.rstrip("`")
        span = self.spans.get(knob, self.span)
        knob = self.said.get(knob, knob.rstrip("_"))
        hint = typing.get_type_hints(self.schema, include_extras=True).get(
            named[1] if named else ""
        )
        if hint is not None and of_types(message):
            value = re.fullmatch(r"Invalid enum value '(.*)'", message)
            found = f", not `{value[1]}`" if value else ""
            told = f"knob `{knob}` takes {describe_type(hint)}{found}"
            written = value is not None and value[1] in span.text  # and not that of a parameter
            near = did_you_mean(value[1], _named_values(hint)) if value and written else ""
            return Diagnostic("E0411", told, span, help=near)
        told = message.replace("Expected", "expected")
        return Diagnostic("E0411", f"knob `{knob}`: {told}" if knob else told, span)


def check_knobs(
    block: syntax.Knobs | None,
    schema: type[Knobs],
    owner: str,
    at: Span,
    expressions: Expressions,
    said: Mapping[str, str] | None = None,
) -> Settings:
    """Check the names and values of a block, and report errors with their spans.

    Args:
        said: the author's names of knobs, if they differ from the knobs' own.
    """
    fields = {each.name: each for each in msgspec.structs.fields(schema)}
    hints = typing.get_type_hints(schema, include_extras=False)
    detailed = typing.get_type_hints(schema, include_extras=True)
    values: dict[str, Value] = {}
    spans: dict[str, Span] = {}
    before = len(expressions.report.errors)
    for knob in block.knobs if block is not None else ():
        name = knob.name + "_" if knob.name + "_" in fields else knob.name
        if name not in fields:
            known = [each.rstrip("_") for each in fields]
            all_known = f"its knobs are {', '.join(known)}" if known else "it has no knobs"
            expressions.report.add(
                "E0412",
                f"{owner} has no knob `{knob.name}`",
                knob.span,
                help=did_you_mean(knob.name, known) or all_known,
            )
            continue
        if name in values:
            same = (
                any(each == knob and each is not knob for each in block.knobs) if block else False
            )
            expressions.report.add(
                "E0413",
                f"knob `{knob.name}` is set twice",
                knob.span,
                help=Help("remove one of them", *([remove_entry(knob.span)] if same else [])),
            )
        values[name] = _value(knob, hints[name], expressions, describe_type(detailed[name]))
        spans[name] = knob.span
    for each in fields.values():
        if each.required and each.name not in values:
            name = each.name.rstrip("_")
            expressions.report.add("E0414", f"{owner} needs the knob `{name}`", at)
    sound = len(expressions.report.errors) == before
    return Settings(schema, values, spans, at, said or {}, sound)


def describe_type(hint: Any) -> str:
    """Return a description of a knob's values, from its annotation in the schema."""
    ends: tuple[Any, Any] = (None, None)
    if typing.get_origin(hint) is Annotated:
        hint, *metas = typing.get_args(hint)
        for meta in metas:
            if isinstance(meta, Meta):
                low = meta.ge if meta.ge is not None else ends[0]
                ends = (low, meta.le if meta.le is not None else ends[1])
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        return describe_type(
            next(value for value in typing.get_args(hint) if value is not type(None))
        )
    match typing.get_origin(hint) or hint:
        case builtins.int | builtins.float as kind:
            noun = "a whole number" if kind is int else "a number"
            low, high = ends
            if low is None and high is None:
                return noun
            return f"{noun} from {low:g} {'on' if high is None else f'to {high:g}'}"
        case builtins.bool:
            return "`on` or `off`"
        case typing.Literal:
            return (
                f"one of {', '.join(str(value) for value in typing.get_args(hint) if value != '')}"
            )
        case builtins.tuple:
            inner = describe_type(typing.get_args(hint)[0])
            return (
                f"names in braces, each {inner}"
                if inner.startswith("one of")
                else "names in braces"
            )
        case builtins.dict:
            return "a table in braces, such as `{a: b}`"
        case _:
            if hint is VariableName:
                return "a variable"
            if isinstance(hint, type) and issubclass(hint, Sample):
                return "`60 of NAME`"
            return "a name" if hint is str else "a block"


def _named_values(hint: Any) -> Iterator[str]:
    """Yield the names that a knob's values, or their members, can be, from its annotation."""
    if typing.get_origin(hint) is typing.Literal:
        yield from (value for value in typing.get_args(hint) if isinstance(value, str) and value)
        return
    for part in typing.get_args(hint):
        yield from _named_values(part)


def of_types(message: str) -> bool:
    """Return whether a message of the schema's checks names types of Python, and so is not for authors."""
    return _OF_TYPES.match(message) is not None


def _value(knob: syntax.Knob, hint: Any, expressions: Expressions, what: str) -> Value:
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        hint = next(value for value in typing.get_args(hint) if value is not type(None))
    if isinstance(hint, type) and issubclass(hint, Knobs):
        return _block(knob, hint, expressions)
    if knob.block is not None or knob.value is None:
        several = typing.get_origin(hint) in (dict, tuple)
        expressions.report.add(
            "E0415",
            f"knob `{knob.name}` takes a value, not a block",
            knob.span,
            help=f"write names in braces and separated by commas: `{knob.name} {{a, b}}`"
            if several
            else "",
        )
        return _COMPLAINED
    return _plain(knob, knob.value, hint, expressions, what)


def _block(knob: syntax.Knob, schema: type[Knobs], expressions: Expressions) -> Value:
    """Check a knob that takes a block, perhaps after the value of the block's own `bare` knob."""
    block = knob.block
    if knob.value is not None:
        if not schema.bare:
            expressions.report.add("E0415", f"knob `{knob.name}` takes only a block", knob.span)
            return _COMPLAINED
        first = syntax.Knob(schema.bare, knob.value, span=knob.span)
        block = syntax.Knobs((first, *(block.knobs if block else ())), span=knob.span)
    said = {schema.bare: knob.name} if knob.value is not None else {}
    settings = check_knobs(block, schema, f"`{knob.name}`", knob.span, expressions, said)
    return Value(settings.draw, settings.needs)


def _plain(
    knob: syntax.Knob, value: syntax.Expr, hint: Any, expressions: Expressions, what: str
) -> Value:
    origin = typing.get_origin(hint)
    if hint is float and isinstance(value, syntax.Quantity) and value.text.endswith("%"):
        share = Decimal(value.text[:-1]).scaleb(-2).normalize()
        expressions.report.add(
            "E0301",
            "expected a number, found a percent",
            value.span,
            help=write(f"{share:f}", value.span),
        )
        return _COMPLAINED
    if hint in (int, float):
        return _draw_knob(expressions.typed(value, NUMBER, what))
    if hint is VariableName and isinstance(value, syntax.Variable):
        variable_name = value.text
        return Value(lambda env: variable_name)
    if isinstance(hint, type) and issubclass(hint, Sample):
        return _sample(knob, value, expressions)
    if hint is str or hint is bool or origin is typing.Literal:
        word = _word(value)
        if hint is bool and word is not None and word in SWITCH:
            switch = SWITCH[word]
            return Value(lambda env: switch)
        known = word in expressions.names.types and word not in typing.get_args(hint)
        if known or (hint is bool and word is None):
            kind: Type = BOOLEAN if hint is bool else SYMBOL
            return _draw_knob(expressions.typed(value, kind))
        if word is not None and hint is not bool:
            return Value(lambda env: word)
    if origin is tuple:
        words = _words(value)
        if words is not None:
            return Value(lambda env: words)
    if origin is dict:
        if _unknown_keys(knob, value, typing.get_args(hint)[0], expressions):
            return _COMPLAINED
        table = _table(value)
        if table is not None:
            return Value(lambda env: table)
    message = f"knob `{knob.name}` takes {what}"
    variable = next((part for part in _entries(value) if isinstance(part, syntax.Variable)), None)
    if variable is not None and hint is not VariableName:
        expressions.report.add(
            "E0415",
            message,
            variable.span,
            help=Help(
                f'a name that begins with a capital is a variable: write `"{variable.text}"`',
                Edit(variable.span, f'"{variable.text}"'),
            ),
        )
    else:
        near = did_you_mean(_word(value) or "", SWITCH) if hint is bool else ""
        expressions.report.add("E0415", message, value.span, help=near)
    return _COMPLAINED


def _draw_knob(typed: Typed) -> Value:
    return Value(typed.draw, typed.needs)


_COMPLAINED = Value(nothing)


def _word(value: syntax.Expr) -> str | None:
    match value:
        case syntax.Name(text=text) | syntax.Word(text=text) | syntax.Text(text=text):
            return text
        case _:
            return None


def _words(value: syntax.Expr) -> tuple[str, ...] | None:
    if isinstance(value, syntax.Braces):
        entries = [entry for group in value.groups for entry in group]
        words = [None if entry.value is not None else _word(entry.term) for entry in entries]
        return tuple(word for word in words if word) if all(words) else None
    word = _word(value)
    return None if word is None else (word,)


def _entries(value: syntax.Expr) -> list[syntax.Expr]:
    """Return the words in braces, or a single word, with the value of each."""
    if not isinstance(value, syntax.Braces):
        return [value]
    entries = [entry for group in value.groups for entry in group]
    return [part for each in entries for part in (each.term, each.value) if part is not None]


def _table(value: syntax.Expr) -> dict[str, str] | None:
    if not isinstance(value, syntax.Braces):
        return None
    found: dict[str, str] = {}
    for entry in (entry for group in value.groups for entry in group):
        term = entry.term
        key = term.text if isinstance(term, syntax.Quantity) else _word(term)
        match entry.value:
            case None:
                said: str | None = "1"
            case syntax.Quantity(text=text):
                said = text
            case other:
                said = _word(other)
        if key is None or said is None or key in found:
            return None
        found[key] = said
    return found


def _unknown_keys(
    knob: syntax.Knob, value: syntax.Expr, hint: Any, expressions: Expressions
) -> bool:
    """Report the words in braces that are none of the keys that a knob's table takes; return whether there are any."""
    known = typing.get_args(hint)
    if typing.get_origin(hint) is not typing.Literal or not isinstance(value, syntax.Braces):
        return False
    found = False
    for entry in (entry for group in value.groups for entry in group):
        word = _word(entry.term)
        if word is None or word in known:
            continue
        expressions.report.add(
            "E0411",
            f"knob `{knob.name}` takes no `{word}`",
            entry.term.span,
            help=did_you_mean(word, known) or f"those that it takes are {', '.join(known)}",
        )
        found = True
    return found


def _sample(knob: syntax.Knob, value: syntax.Expr, expressions: Expressions) -> Value:
    match value:
        case syntax.Infix(operator="of", left=left, right=syntax.Name(text=name)):
            count = expressions.typed(left, NUMBER)
            return Value(lambda env: {"count": count.draw(env), "of": name}, count.needs)
        case _:
            expressions.report.add(
                "E0415",
                f"knob `{knob.name}` takes a number and a name, such as `60 of NAME`",
                knob.span,
                help=f"write `{knob.name} 60 of NAME`",
            )
            return _COMPLAINED
