"""Knob blocks against the schema of the plug-in that takes them."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from ..dsl import syntax
from ..dsl.diagnostics import Diagnostic, SpecError, did_you_mean
from ..dsl.source import Span
from .contract import Knobs
from .kinds.arithmetic import NUMBER
from .typed import BOOLEAN, SYMBOL, Env, NoValue, Type
from .values import Expressions

SWITCH: Mapping[str, bool] = {"on": True, "true": True, "off": False, "false": False}


class Sample(Struct, frozen=True):
    """`N of NAME` as a knob's value: how many, and of what."""

    count: Annotated[int, Meta(ge=1, le=4096)]
    of: str


@dataclass(frozen=True)
class Settings:
    """A checked knob block: draws a filled schema."""

    schema: type[Knobs]
    draws: Mapping[str, Callable[[Env], Any]]
    spans: Mapping[str, Span]
    span: Span

    def draw(self, env: Env) -> Any:
        """Draw the knobs' values; SpecError at the knob whose value is out of its range."""
        raw = {name: draw(env) for name, draw in self.draws.items()}
        try:
            return msgspec.convert(raw, self.schema, strict=False)
        except msgspec.ValidationError as error:
            raise SpecError([self._out_of_range(error)]) from None

    def _out_of_range(self, error: msgspec.ValidationError) -> Diagnostic:
        message, _, path = str(error).partition(" - at `$")
        knob = path.strip("`.").split("[")[0].split(".")[0]
        span = self.spans.get(knob, self.span)
        knob = knob.rstrip("_")
        told = message.replace("Expected", "expected").replace("`", "")
        return Diagnostic("E0411", f"knob `{knob}`: {told}" if knob else told, span)


def check_knobs(
    block: syntax.Knobs | None,
    schema: type[Knobs],
    owner: str,
    at: Span,
    expressions: Expressions,
) -> Settings:
    """Check a block's names and values; what is wrong is reported where it stands."""
    fields = {field.name: field for field in msgspec.structs.fields(schema)}
    hints = typing.get_type_hints(schema, include_extras=False)
    draws: dict[str, Callable[[Env], Any]] = {}
    spans: dict[str, Span] = {}
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
        if name in draws:
            expressions.report.add("E0413", f"knob `{knob.name}` is set twice", knob.span)
        draws[name] = _value(knob, hints[name], expressions)
        spans[name] = knob.span
    for field in fields.values():
        if field.required and field.name not in draws:
            name = field.name.rstrip("_")
            expressions.report.add("E0414", f"{owner} needs the knob `{name}`", at)
    return Settings(schema, draws, spans, at)


def _value(knob: syntax.Knob, hint: Any, expressions: Expressions) -> Callable[[Env], Any]:
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        hint = next(each for each in typing.get_args(hint) if each is not type(None))
    if isinstance(hint, type) and issubclass(hint, Knobs):
        settings = check_knobs(knob.block, hint, f"`{knob.name}`", knob.span, expressions)
        return settings.draw
    if knob.block is not None or knob.value is None:
        expressions.report.add("E0415", f"knob `{knob.name}` takes a value, no block", knob.span)
        return _complained
    return _plain(knob, knob.value, hint, expressions)


def _plain(
    knob: syntax.Knob, value: syntax.Expr, hint: Any, expressions: Expressions
) -> Callable[[Env], Any]:
    origin = typing.get_origin(hint)
    if hint in (int, float):
        return expressions.typed(value, NUMBER).draw
    if hint is Sample:
        return _sample(knob, value, expressions)
    if hint is str or hint is bool or origin is typing.Literal:
        word = _word(value)
        if hint is bool and word is not None and word in SWITCH:
            switch = SWITCH[word]
            return lambda env: switch
        known = word in expressions.names.types and word not in typing.get_args(hint)
        if known or (hint is bool and word is None):
            kind: Type = BOOLEAN if hint is bool else SYMBOL
            return expressions.typed(value, kind).draw
        if word is not None and hint is not bool:
            return lambda env: word
    if origin is tuple:
        words = _words(value)
        if words is not None:
            return lambda env: words
    if origin is dict:
        table = _table(value)
        if table is not None:
            return lambda env: table
    wanted = {str: "a name", bool: "`on` or `off`"}.get(hint, "names in braces")
    expressions.report.add("E0415", f"knob `{knob.name}` takes {wanted}", knob.span)
    return _complained


def _complained(env: Env) -> Any:
    raise NoValue("a knob that was complained about")


def _word(value: syntax.Expr) -> str | None:
    match value:
        case syntax.Name(text=text) | syntax.Word(text=text) | syntax.Text(text=text):
            return text
        case _:
            return None


def _words(value: syntax.Expr) -> tuple[str, ...] | None:
    if isinstance(value, syntax.Braces):
        words = [_word(entry.term) for group in value.groups for entry in group]
        return tuple(word for word in words if word) if all(words) else None
    word = _word(value)
    return None if word is None else (word,)


def _table(value: syntax.Expr) -> dict[str, str] | None:
    if not isinstance(value, syntax.Braces):
        return None
    found: dict[str, str] = {}
    for entry in (entry for group in value.groups for entry in group):
        key = _word(entry.term)
        match entry.value:
            case None:
                said: str | None = "1"
            case syntax.Quantity(text=text):
                said = text
            case other:
                said = _word(other)
        if key is None or said is None:
            return None
        found[key] = said
    return found


def _sample(
    knob: syntax.Knob, value: syntax.Expr, expressions: Expressions
) -> Callable[[Env], Any]:
    match value:
        case syntax.Infix(operator="of", left=left, right=syntax.Name(text=name)):
            count = expressions.typed(left, NUMBER).draw
            return lambda env: {"count": count(env), "of": name}
        case _:
            help = f"write `{knob.name} (60 of NAME)`"
            expressions.report.add(
                "E0415", f"knob `{knob.name}` takes a number of something", knob.span, help=help
            )
            return _complained
