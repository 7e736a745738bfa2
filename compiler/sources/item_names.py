"""The names in one item, each with what it refers to, from the item's tokens and its syntax tree."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ...dsl import syntax
from ...dsl.parsing.places import EXPANSIONS, HOLES, is_word, name_span, tokens_in, word_span
from ...dsl.parsing.tokens import Token
from ...dsl.reserved import PARTS
from ...dsl.source import Span
from .modules import Module
from .spaces import Space, Spaces, Use


@dataclass
class _Marks:
    """What the tree says about the tokens of an item, by their starts.

    Attributes:
        names: the names in expressions and statements: other words refer to nothing unless they stand at the place of
            a declaration or of a slot.
        settings: the names of knobs and the `each` of `each of rule`, which refer to nothing.
        parameters: the names of knobs that are parameters: those of presets.
        statements: the spans in which names are symbols.
        expressions: spans within statements in which they are not.
        sources: the types of slots and what values are drawn from, in which a name is a pool or a sort before a slot.
    """

    names: set[int] = field(default_factory=set)
    settings: set[int] = field(default_factory=set)
    parameters: set[int] = field(default_factory=set)
    statements: list[Span] = field(default_factory=list)
    expressions: list[Span] = field(default_factory=list)
    sources: list[Span] = field(default_factory=list)


class ItemNames:
    """The names of one item of a module."""

    def __init__(self, item: syntax.Node, module: Module, spaces: Spaces) -> None:
        self.item = item
        self.module = module
        self.spaces = spaces
        self.tokens = tokens_in(item.span)
        self.marks = _Marks()
        self.locals: dict[str, Span] = {}
        _mark(item, self.marks, isinstance(item, syntax.Preset))
        self.own = syntax.declared_names(item)
        self.bound = frozenset(_bound_by(item))
        self.listed = item.slots if isinstance(item, syntax.Test) else ()

    def uses(self) -> Iterator[Use]:
        for place, token in enumerate(self.tokens):
            if token.type in ("TEXT", "LONG_TEXT"):
                yield from self._in_text(token)
            elif is_word(token) and token.start not in self.marks.settings:
                use = self._use(place, token)
                if use is not None:
                    yield use

    def _use(self, place: int, token: Token) -> Use | None:
        span, name = word_span(token), token.text
        if isinstance(self.item, syntax.Preset) and token.start < self.item.knobs.span.start:
            return None  # its own name, to which nothing refers
        if token.type in HOLES or name in self.bound or token.type == "VARIABLE":
            return self._local(span, name.removesuffix("..."), token)
        if place == 0 and isinstance(self.item, _ITEMS):
            return None
        if token.type == "DOTTED":
            name = name.partition(".")[0]
            span = head_span(span, name)
        if token.type in EXPANSIONS:
            found = self.module.names.get(name)
            expands = found is not None and isinstance(found.item, _EXPANDED)
            return self._declared(span, name) if expands else None
        if token.start in self.marks.parameters:
            return self._declared(span, name)
        if name in self.own and span == name_span(self.item.span, name):
            return Use(span, name, Space.DECLARATION, span, self.item.span)
        if token.start not in self.marks.names and name not in self.listed:
            return None
        if _within(token, self.marks.statements) and not _within(token, self.marks.expressions):
            return self._in_statement(span, name, token)
        if _within(token, self.marks.sources):
            return self._declared(span, name) or self._slot(span, name)
        return self._slot(span, name) or self._declared(span, name) or self._known(span, name)

    def _local(self, span: Span, name: str, token: Token) -> Use | None:
        """Return the use of a hole, a variable or a bound name; a hole can also stand for a value of the family."""
        if token.type in HOLES and name not in self.bound:
            found = self._declared(span, name)
            if found is not None and isinstance(self.item, _FILLED):
                return found
        if name == "_":
            return None
        first = self.locals.setdefault(f"{name}", span)
        return Use(span, name, Space.LOCAL, first, self.item.span)

    def _in_statement(self, span: Span, name: str, token: Token) -> Use | None:
        found = None if token.type == "CALL" else self._slot(span, name)
        if found is None and not self.spaces.is_declared_symbol(name):
            found = self._declared(span, name)
        if found is not None:
            return found
        place = self.spaces.symbol(name, span)
        return Use(span, name, Space.SYMBOL, place.span, place.item)

    def _slot(self, span: Span, name: str) -> Use | None:
        if not isinstance(self.item, _OVER_SLOTS):
            return None
        place = self.spaces.slots.get(name)
        return Use(span, name, Space.SLOT, place.span, place.item) if place is not None else None

    def _declared(self, span: Span, name: str) -> Use | None:
        place = self.spaces.declared(self.module, name)
        return place.use(span, name) if place is not None else None

    def _known(self, span: Span, name: str) -> Use | None:
        """Return the use of a symbol that is declared, outside statements: a predicate of a world or a knob."""
        place = self.spaces.symbols.get(name)
        if place is None or place.item is None:
            return None
        return Use(span, name, Space.SYMBOL, place.span, place.item)

    def _in_text(self, token: Token) -> Iterator[Use]:
        """Yield the holes of a phrase: the words between double braces that are holes or values of the item."""
        for block in _BLOCK.finditer(token.written):
            for match in _WORD.finditer(block[0]):
                name = match[0]
                start = token.start + block.start() + match.start()
                span = Span(token.source, start, start + len(name))
                first = self.locals.get(name)
                if name == PARTS and isinstance(self.item, syntax.Gather):
                    continue
                if first is not None:
                    yield Use(span, name, Space.LOCAL, first, self.item.span)
                else:
                    found = self._slot(span, name) or self._declared(span, name)
                    if found is not None:
                        yield found


_ITEMS = syntax.Item.__args__
_FILLED = (syntax.Ask, syntax.Production, syntax.Theory, syntax.Background, syntax.Gather)
"""Items in which a hole can stand for the value of a parameter or a choice."""

_EXPANDED = (syntax.Production, syntax.Knowledge)
_OVER_SLOTS = (
    syntax.Test,
    syntax.Record,
    syntax.Require,
    syntax.Measure,
    syntax.Say,
    syntax.Knowledge,
    syntax.Ask,
    syntax.Theory,
    syntax.Production,
    syntax.Gather,
    syntax.Grid,
)
"""Items that can speak of the slots of a record."""

_TREES = (syntax.Node, tuple)
"""What a syntax tree is made of, but for words and numbers."""

_BLOCK = re.compile(r"\{[{%].*?[}%]\}", re.S)
_WORD = re.compile(r"(?<![\w.'\"|])(?<!\|\s)[A-Za-z_]\w*(?!\w*['\"(])")


def _within(token: Token, spans: list[Span]) -> bool:
    return any(span.start <= token.start < span.end for span in spans)


def _bound_by(node: object) -> Iterator[str]:
    """Yield the names that an item binds for itself."""
    match node:
        case syntax.Binding(names=names) | syntax.Indexed(names=names):
            yield from names
        case syntax.Production(parameters=names) | syntax.Knowledge(parameters=names):
            yield from names
        case syntax.Test(parameters=names):
            yield from names
    for part in _parts(node):
        if isinstance(part, _TREES):
            yield from _bound_by(part)


def _mark(node: object, marks: _Marks, preset: bool) -> None:
    match node:
        case syntax.Name() | syntax.Dotted() | syntax.Call():
            marks.names.add(node.span.start)
        case syntax.Infix(operator="of", left=number, right=source):
            if isinstance(number, syntax.Name) and number.text == "each":
                marks.settings.add(number.span.start)
            marks.sources.append(source.span)
            marks.expressions.append(node.span)
        case syntax.Field(type=source):
            marks.sources.append(source.span)
        case syntax.Knob():
            (marks.parameters if preset else marks.settings).add(node.span.start)
        case syntax.Alternative(template=statement) | syntax.Shown(statement=statement):
            marks.statements.append(statement.span)
        case syntax.Say(pattern=pattern) | syntax.GridPart(pattern=pattern):
            marks.statements.append(pattern.span)
        case syntax.Theory(statements=lines) | syntax.Background(statements=lines):
            marks.statements += [line.span for line in lines or ()]
        case syntax.Ask(body=body, arguments=arguments):
            marks.statements += [each.span for each in (body, *arguments) if each is not None]
        case syntax.Expansion(arguments=arguments):
            marks.expressions += [argument.span for argument in arguments]
        case syntax.Guarded(guard=guard):
            marks.expressions.append(guard.span)
        case syntax.Indexed(source=source):
            marks.expressions.append(source.span)
        case syntax.World(names=names):
            marks.statements += [name.span for name in names]
        case syntax.Vocabulary(name=name) if name:
            marks.statements.append(name_span(node.span, name))
            marks.names.add(marks.statements[-1].start)
    for part in _parts(node):
        if isinstance(part, _TREES):
            _mark(part, marks, preset)


def _parts(node: object) -> Iterator[object]:
    if isinstance(node, tuple):
        yield from node
    elif isinstance(node, syntax.Node):
        for slot in type(node).__slots__:
            if slot != "span":
                yield getattr(node, slot)


def head_span(span: Span, name: str) -> Span:
    """Return the first part of a dotted word."""
    written = span.text
    length = len(name) if written.startswith(name) else len(written)
    return Span(span.source, span.start, span.start + length)
