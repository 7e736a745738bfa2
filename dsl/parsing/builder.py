"""Parse results to syntax nodes: one method for each rule or alias of items, called as the rule is recognised."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import syntax
from ..source import Span
from .callbacks import (
    Body,
    Child,
    Expressions,
    Part,
    all_of,
    nodes_in,
    parts_in,
    span_of,
    texts_in,
    with_endings,
)

if TYPE_CHECKING:
    from .tokens import Token


class _Clauses(Expressions):
    """The callbacks of the parts of items."""

    def module(self, children: list[Token]) -> syntax.Dotted:
        token = children[0]
        parts = tuple(token.text.split(".")) if token.type == "DOTTED" else (token.text,)
        return syntax.Dotted(parts, span=token.span)

    def names(self, children: list[Token]) -> Part:
        return Part("names", texts_in(children), span_of(children))

    def splitting(self, children: list[Child]) -> Part:
        return Part("split", children[1], span_of(children))

    def split(self, children: list[Token]) -> Part:
        return Part("split", children[1].text, span_of(children))

    def guard(self, children: list[Child]) -> Part:
        return Part("guard", children[1], span_of(children))

    def say_clause(self, children: list[Child]) -> Part:
        return Part("say", children[1].value, span_of(children))

    def functional(self, children: list[Token]) -> Part:
        return Part("functional", True, children[0].span)

    def weight(self, children: list[Child]) -> Part:
        return Part("weight", children[1], span_of(children))

    def kind(self, children: list[Token]) -> Part:
        return Part("kind", children[0].text, children[0].span)

    def parameter(self, children: list[Token]) -> Part:
        return Part("parameter", children[0].text, children[0].span)

    def title(self, children: list[Child]) -> Part:
        parameters = tuple(child.value for child in children if isinstance(child, Part))
        return Part("title", (children[0].text, parameters), span_of(children))

    def subject_plain(self, children: list[Token]) -> Part:
        return Part("subject", {"name": children[0].text}, children[0].span)

    def subject_call(self, children: list[Child]) -> Part:
        values = {"name": children[0].text, "arguments": parts_in(children).get("arguments", ())}
        return Part("subject", values, span_of(children))

    def subject_from(self, children: list[Child]) -> Part:
        parts = parts_in(children)
        values = {"origin": parts["origin"], "arguments": parts.get("arguments", ())}
        return Part("subject", values, span_of(children))

    def subject_from_call(self, children: list[Child]) -> Part:
        call = next(child for child in children if getattr(child, "type", "") == "CALL")
        pool = syntax.Name(call.text, span=Span(call.source, call.start, call.end - 1))
        origin: syntax.Expr = pool
        if isinstance(children[1], syntax.Node):
            (amount,) = nodes_in(children)
            origin = syntax.Infix("of", amount, pool, span=amount.span.to(pool.span))
        values = {"origin": origin, "arguments": parts_in(children).get("arguments", ())}
        return Part("subject", values, span_of(children))

    def origin(self, children: list[Child]) -> Part:
        span = span_of(children)
        if getattr(children[0], "type", "") == "LPAREN":
            return Part("origin", children[1], span)
        last: Any = children[-1]
        pool = last if isinstance(last, syntax.Braces) else self.leaf([last])
        if len(children) == 1:
            return Part("origin", pool, span)
        return Part("origin", syntax.Infix("of", children[0], pool, span=span), span)

    def field(self, children: list[Child]) -> syntax.Field:
        kind, *value = nodes_in(children)
        say = parts_in(children).get("text", "")
        return syntax.Field(
            children[0].text, kind, value[0] if value else None, say, span=span_of(children)
        )

    def keeping(self, children: list[Child]) -> syntax.Kept:
        return syntax.Kept(children[0].text, children[2], span=span_of(children))

    def kept(self, children: list[Child]) -> Part:
        return Part("where", all_of(syntax.Kept, children), span_of(children))

    def alternative(self, children: list[Child]) -> syntax.Alternative:
        return syntax.Alternative(
            parts_in(children).get("weight"), children[-1], span=span_of(children)
        )

    def target(self, children: list[Child]) -> Part:
        names = tuple(child.value for child in children if isinstance(child, Part))
        return Part("target", names, span_of(children))

    def binding(self, children: list[Child]) -> syntax.Binding:
        return syntax.Binding(children[0].value, children[2], span=span_of(children))

    def bindings(self, children: list[Child]) -> Part:
        return Part("bindings", tuple(children[::2]), span_of(children))

    def lets(self, children: list[Child]) -> Part:
        return Part("lets", children[1].value, span_of(children))

    def shown(self, children: list[Child]) -> syntax.Shown:
        phrases = all_of(syntax.Phrase, children)
        return syntax.Shown(children[1], phrases, span=span_of(children))

    def bridged(self, children: list[Child]) -> syntax.Bridged:
        phrases = all_of(syntax.Phrase, children)
        holds = children[len(phrases) + 2]
        fails = parts_in(children).get("complement")
        return syntax.Bridged(phrases, holds, fails, span=span_of(children))

    def topics(self, children: list[Child]) -> Part:
        return Part("topics", tuple(child.text for child in children[1::2]), span_of(children))

    def complement(self, children: list[Child]) -> Part:
        return Part("complement", children[1], span_of(children))

    def where_clause(self, children: list[Child]) -> Part:
        return Part("where", children[1].value, span_of(children))

    def _build_wording(self, tag: str, children: list[Child]) -> Part:
        span = span_of(children)
        return Part(tag, syntax.Wording(children[1].value, children[3].value, span=span), span)

    def wish_clause(self, children: list[Child]) -> Part:
        return self._build_wording("wish", children)

    def condition_clause(self, children: list[Child]) -> Part:
        return self._build_wording("condition", children)

    def atypical_clause(self, children: list[Child]) -> Part:
        tag = "atypical else" if len(children) == 4 else "atypical"
        return Part(tag, children[-1], span_of(children))

    def phrase(self, children: list[Child]) -> syntax.Phrase:
        parts = parts_in(children)
        return syntax.Phrase(parts["text"], parts.get("split", ""), span=span_of(children))


class Builder(_Clauses):
    """The callbacks of items."""

    def header(self, children: list[Child]) -> syntax.Header:
        description = parts_in(children).get("text", "")
        return syntax.Header(
            children[0].text, children[1].text, description, span=span_of(children)
        )

    def logic(self, children: list[Child]) -> syntax.Logic:
        options = children[2] if len(children) > 2 else None
        return syntax.Logic(children[1].text, options, span=span_of(children))

    def use(self, children: list[Child]) -> syntax.Use:
        module, *names = all_of(syntax.Dotted, children)
        singles = tuple(
            syntax.Name(name.parts[0], span=name.span) if len(name.parts) == 1 else name
            for name in names
        )
        guard = parts_in(children).get("guard")
        return syntax.Use(module, singles, guard, span=span_of(children))

    def param(self, children: list[Child]) -> syntax.Param:
        *domain, default = nodes_in(children)
        name, kind = texts_in(children)
        return syntax.Param(
            name,
            kind,
            domain[0] if domain else None,
            default,
            parts_in(children).get("text", ""),
            span=span_of(children),
        )

    def preset(self, children: list[Child]) -> syntax.Preset:
        return syntax.Preset(children[1].text, children[2], span=span_of(children))

    def level(self, children: list[Child]) -> syntax.Preset:
        *numbers, knobs = children[1:]
        name = "".join(number.written for number in numbers)
        return syntax.Preset(name, knobs, is_level=True, span=span_of(children))

    def choose(self, children: list[Child]) -> syntax.Choose:
        return syntax.Choose(children[1].value, children[3], span=span_of(children))

    def pool(self, children: list[Child]) -> syntax.Pool:
        split = parts_in(children).get("split")
        return syntax.Pool(children[1].text, children[3], split, span=span_of(children))

    def table(self, children: list[Child]) -> syntax.Table:
        (value,) = nodes_in(children)
        split = parts_in(children).get("split")
        return syntax.Table(
            children[1].text, texts_in(children), value, split, span=span_of(children)
        )

    def sort(self, children: list[Child]) -> syntax.Sort:
        split = parts_in(children).get("split", "")
        return syntax.Sort(children[1].text, children[3], split, span=span_of(children))

    def style(self, children: list[Child]) -> syntax.Style:
        return syntax.Style(children[1].text, children[3], span=span_of(children))

    def require(self, children: list[Child]) -> syntax.Require:
        return syntax.Require(children[-1], texts_in(children, "WORD"), span=span_of(children))

    def measure(self, children: list[Child]) -> syntax.Measure:
        return syntax.Measure(children[1].text, children[3], span=span_of(children))

    def document(self, children: list[Child]) -> syntax.Document:
        parts = parts_in(children)
        return syntax.Document(parts["text"], parts.get("guard"), span=span_of(children))

    def grid(self, children: list[Child]) -> syntax.Grid:
        return syntax.Grid(
            children[1],
            all_of(syntax.GridPart, children),
            parts_in(children).get("guard"),
            span=span_of(children),
        )

    def gather(self, children: list[Child]) -> syntax.Gather:
        return syntax.Gather(
            texts_in(children, "HOLE"),
            all_of(syntax.GridPart, children),
            all_of(syntax.Phrase, children),
            parts_in(children).get("guard"),
            span=span_of(children),
        )

    def grid_part(self, children: list[Child]) -> syntax.GridPart:
        return syntax.GridPart(children[0], parts_in(children)["text"], span=span_of(children))

    def discourse(self, children: list[Child]) -> syntax.Discourse:
        guard = parts_in(children).get("guard")
        return syntax.Discourse(children[1], guard, span=span_of(children))

    def verify(self, children: list[Child]) -> syntax.Verify:
        return syntax.Verify(texts_in(children), span=span_of(children))

    def vocabulary(self, children: list[Child]) -> syntax.Vocabulary:
        parts = parts_in(children)
        subject = parts.pop("subject")
        return syntax.Vocabulary(children[0].text, **subject, **parts, span=span_of(children))

    def record(self, children: list[Child]) -> syntax.Record:
        source = parts_in(children).get("text", "")
        fields = all_of(syntax.Field, children)
        return syntax.Record(children[1].text, source, fields, span=span_of(children))

    def production(self, children: list[Child]) -> syntax.Production:
        parts = parts_in(children)
        name, parameters = parts["title"]
        return syntax.Production(
            parts["kind"],
            name,
            parameters,
            parts.get("weight"),
            all_of(syntax.Alternative, children),
            parts.get("guard"),
            parts.get("split", ""),
            parts.get("where", ()),
            span=span_of(children),
        )

    def theory_written(self, children: list[Child]) -> syntax.Theory:
        return with_endings(syntax.Theory(statements=children[1].statements), children)

    def theory_grown(self, children: list[Child]) -> syntax.Theory:
        blocks = all_of(syntax.Knobs, children)
        bodies = [child for child in children if isinstance(child, Body)]
        grown = syntax.Theory(
            children[1].text,
            blocks[0] if blocks else None,
            bodies[0].statements if bodies else None,
        )
        return with_endings(grown, children)

    def theory_read(self, children: list[Child]) -> syntax.Theory:
        return with_endings(syntax.Theory(source=children[2].value), children)

    def theory_embedded(self, children: list[Child]) -> syntax.Theory:
        place = next(place for place, each in enumerate(children) if isinstance(each, Part))
        name, text = children[place - 1], children[place].value
        return with_endings(syntax.Theory(syntax=name.text, embedded=text), children)

    def shuffled(self, children: list[Child]) -> syntax.Shuffled:
        return syntax.Shuffled(parts_in(children).get("guard"), span=span_of(children))

    def background(self, children: list[Child]) -> syntax.Background:
        return syntax.Background(
            children[1].statements,
            all_of(syntax.Phrase, children),
            parts_in(children).get("guard"),
            span=span_of(children),
        )

    def world(self, children: list[Child]) -> syntax.World:
        kind, *names = [child for child in children if getattr(child, "type", "") == "NAME"]
        return syntax.World(
            kind.text,
            tuple(syntax.Name(name.text, span=name.span) for name in names),
            all_of(syntax.Phrase, children),
            any(getattr(child, "type", "") == "KNOWN" for child in children),
            parts_in(children).get("guard"),
            span=span_of(children),
        )

    def knowledge(self, children: list[Child]) -> syntax.Knowledge:
        lets = tuple(
            binding
            for child in children
            if isinstance(child, Part) and child.tag == "lets"
            for binding in child.value
        )
        parts = parts_in(
            child for child in children if not (isinstance(child, Part) and child.tag == "lets")
        )
        name, parameters = parts["title"]
        return syntax.Knowledge(
            name,
            parameters,
            lets,
            all_of(syntax.Shown, children),
            all_of(syntax.Bridged, children),
            parts.get("split", ""),
            parts.get("topics", ()),
            span=span_of(children),
        )

    def test(self, children: list[Child]) -> syntax.Test:
        parts = parts_in(children)
        name, parameters = parts["title"]
        return syntax.Test(
            name,
            parameters,
            parts.get("weight"),
            texts_in(children),
            nodes_in(children)[0],
            parts.get("complement"),
            parts.get("where", ()),
            parts.get("wish"),
            parts.get("condition"),
            parts.get("atypical"),
            parts.get("atypical else"),
            parts.get("guard"),
            parts.get("split", ""),
            span=span_of(children),
        )

    def ask(self, children: list[Child]) -> syntax.Ask:
        found = nodes_in(children)
        knobs = found.pop() if found and isinstance(found[-1], syntax.Knobs) else None
        colon = [getattr(child, "type", "") for child in children]
        body = found.pop() if "COLON" in colon else None
        return syntax.Ask(
            children[1].text,
            tuple(found),
            body,
            knobs,
            "".join(texts_in(children, "QUESTION")),
            parts_in(children).get("templates", ()),
            parts_in(children).get("guard"),
            parts_in(children).get("where", ()),
            span=span_of(children),
        )

    def templates(self, children: list[Child]) -> Part:
        texts = tuple(child.value for child in children[1:] if isinstance(child, Part))
        return Part("templates", texts, span_of(children))

    def say(self, children: list[Child]) -> syntax.Say:
        phrases, asked = all_of(syntax.Phrase, children), bool(texts_in(children, "ASKED"))
        return syntax.Say(children[1], phrases, asked, span=span_of(children))
