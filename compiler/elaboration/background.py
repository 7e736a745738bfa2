"""The backgrounds of a family: their lines, their phrases, and whether the words of each determine its statements."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from ...dsl import syntax
from ...dsl.diagnostics import closest, did_you_mean
from ...dsl.edits import Help, end_sentence
from ...dsl.printing.printer import print_item
from ...dsl.source import NOWHERE
from ..contract import Closing, Logic, plugins
from ..family import (
    Background,
    ClosedWorld,
    Grammar,
    Line,
    Rewriting,
    Typed,
    Written,
    build_line,
)
from ..ir import holes, nodes as ir, walk
from ..kinds import BOOLEAN, List, Set
from ..notation import StatementScope
from ..sources import Module
from ..text import SYMBOL, Phrase, is_sentence, mentioned_names, standings
from .context import Stage

KINDS_OF_STATEMENT = ("fact", "rule", "axiom", "clue", "query")


def build_backgrounds(
    stage: Stage, scope: StatementScope, grammar: Grammar
) -> tuple[tuple[Background, ...], tuple[Phrase, ...]]:
    """Return the backgrounds of all modules, and the phrases that say them."""
    whole = [name for name, each in grammar.productions.items() if each.kind != "syntax"]
    found: list[Background] = []
    phrases: list[Phrase] = []
    for item, module in stage.items(syntax.Background):
        expressions = stage.expressions(module)
        lines = tuple(
            build_line(line, scope, expressions, KINDS_OF_STATEMENT, whole)
            for line in item.statements
        )
        guards: list[tuple[Typed, ...]] = []
        if item.guard is not None:
            guards.append((expressions.typed(item.guard, BOOLEAN),))
        under = tuple(stage.guards(module))
        guards += [under] if under else []
        text = print_item(replace(item, phrases=(), guard=None)).removesuffix(" known")
        group = Background(
            " ".join(text.split()), Written(lines), bool(item.phrases), (), tuple(guards), item.span
        )
        _check_item(stage, item)
        if item.phrases:
            needed = _Needed(stage, grammar, _mentioned(item))
            group = replace(group, names=_names(item, group, grammar, needed))
            if (
                not needed.refused
            ):  # the phrases are written for statements that the group does not have
                phrases += _phrases(item, group, module, grammar)
        else:
            _check_known(stage, group, grammar)
        found.append(group)
    return tuple(found), tuple(phrases)


def build_world(
    stage: Stage, logic: Logic, grammar: Grammar, scope: StatementScope
) -> tuple[ClosedWorld | None, tuple[Phrase, ...]]:
    """Return the closed world of a family, if it has one, and all phrases for closed worlds.

    Modules have such phrases, and close no world.
    """
    phrases = [
        phrase
        for item, module in stage.items(syntax.World)
        for phrase in world_phrases(item, module.key)
    ]
    own = stage.own(syntax.World)
    for extra in own[1:]:
        stage.report.add("E0212", "a family can have only one `world`", extra.span)
    if not own:
        return None, tuple(phrases)
    item = own[0]
    _check_world(stage, item, logic, grammar)
    guard = None
    if item.guard is not None:
        guard = stage.expressions(stage.program.main).typed(item.guard, BOOLEAN)
    names = tuple(name.text for name in item.names)
    return ClosedWorld(_text_of(item), not item.known, names, guard, item.span), tuple(phrases)


def world_phrases(item: syntax.World, origin: str) -> Iterator[Phrase]:
    """Yield the phrases that an item has for such a world."""
    for phrase in item.phrases:
        yield Phrase(
            ir.Group(_text_of(item)), phrase.text, "", {}, phrase.split, phrase.span, origin
        )


def _text_of(item: syntax.World) -> str:
    return print_item(replace(item, phrases=(), known=False, guard=None))


def _check_world(stage: Stage, item: syntax.World, logic: Logic, grammar: Grammar) -> None:
    add = stage.report.add
    if item.kind != "closed":
        near = closest(item.kind, ["closed"])
        help = Help(
            "write `world closed`; without this item, the world is open",
            swap=(item.kind, near) if near else None,
        )
        add("E0466", f"a world cannot be `{item.kind}`", item.span, help=help)
    if not isinstance(logic, Closing):
        able = (
            name
            for name in plugins.names("rspc.logics")
            if isinstance(plugins.make("rspc.logics", name), Closing)
        )
        add(
            "E0467",
            f"logic `{logic.name}` cannot close the world",
            item.span,
            help=f"those that can: {', '.join(able)}",
        )
    elif not grammar.predicates:
        add(
            "E0201",
            "the family declares no predicate to close",
            item.span,
            help="write `pred NAME(SORT)`: the sorts say which atoms there are",
        )
    for name in item.names:
        if name.text not in grammar.predicates:
            near = did_you_mean(name.text, grammar.predicates)
            add("E0201", f"there is no predicate `{name.text}`", name.span, help=near)
    if item.names and not item.phrases and not item.known:
        add(
            "E0469",
            "nothing says which predicates are closed",
            item.span,
            help='write `say "…"` with a sentence that says it, or `known`',
        )
    for phrase in item.phrases:
        _check_sentence(stage, phrase)
    grown = next((theory for theory in stage.own(syntax.Theory) if theory.strategy), None)
    if grown is not None and not _closes(grown.strategy):
        add(
            "E0465",
            f"strategy `{grown.strategy}` cannot grow theories for a closed world",
            item.span,
            help="write the theory out: `theory { 3 of NAME. … }`",
        )


def _closes(name: str) -> bool:
    """Return whether a strategy finds out what follows from the statements that close the world, too."""
    if name not in plugins.names("rspc.strategies"):
        return True  # which is reported elsewhere
    return bool(getattr(plugins.load("rspc.strategies", name), "closes", False))


def _check_sentence(stage: Stage, phrase: syntax.Phrase) -> None:
    if not is_sentence(phrase.text):
        stage.report.add(
            "E0463",
            f"the text of a background must be a sentence, but `{phrase.text}` has no full stop",
            phrase.span,
            help=end_sentence(phrase.span),
        )


def _check_item(stage: Stage, item: syntax.Background) -> None:
    if not item.statements and not _lost(stage, item):
        stage.report.add(
            "E0460",
            "this background has no statements",
            item.span,
            help="write statements between its braces, or leave the background out",
        )
    for phrase in item.phrases:
        _check_sentence(stage, phrase)


def _lost(stage: Stage, item: syntax.Background) -> bool:
    """Return whether statements of a background could not be read."""
    unread = [each.span for module in stage.program.modules for each in module.spec.unread]
    own = [span for span in unread if span.source is item.span.source]
    return any(item.span.start <= span.start <= item.span.end for span in own)


def _check_known(stage: Stage, group: Background, grammar: Grammar) -> None:
    """Report lines of which something is drawn: nothing says them, so no reader can know what."""
    for line in group.written.lines:
        free = [] if line.template is None else holes(line.template)
        drawn = [name for name in free if name not in {*line.types, *grammar.named}]
        if drawn:
            what = f"what fills `?{drawn[0]}`"
        elif line.count is not None:
            what = f"which of `{line.kind}` there are"
        elif line.calls or not all(index.elements.fixed for index in line.indices):
            what = "what is drawn for this line"
        else:
            continue
        stage.report.add(
            "E0464",
            f"readers cannot know {what}",
            line.span or NOWHERE,
            help='write `say "…"` after the background in place of `known`, or put the line into the theory',
        )


def _phrases(
    item: syntax.Background, group: Background, module: Module, grammar: Grammar
) -> Iterator[Phrase]:
    lists = {name for line in group.written.lines for name in line.types}
    values = (
        ir.Filled(name, (ir.Hole(name, name in lists or _is_list(name, grammar)),))
        for name in group.names
    )
    pattern = ir.Group(group.text, tuple(values))
    for phrase in item.phrases:
        if is_sentence(phrase.text):
            yield Phrase(pattern, phrase.text, "", {}, phrase.split, phrase.span, module.key)


def _is_list(name: str, grammar: Grammar) -> bool:
    if name in grammar.named:
        return isinstance(grammar.named[name], List | Set)
    return name in grammar.productions or name in grammar.sorts


# --------------------------------------------------------------------- what the words of a group must determine


def _mentioned(item: syntax.Background) -> dict[str, None]:
    """Return the names that the phrases of a group mention."""
    return dict.fromkeys(name for phrase in item.phrases for name in mentioned_names(phrase.text))


def _names(
    item: syntax.Background, group: Background, grammar: Grammar, needed: _Needed
) -> tuple[str, ...]:
    """Return what the phrases of a group depend on: what they mention, and what they must mention."""
    used = needed.used
    for line, written in zip(group.written.lines, item.statements, strict=True):
        needed.add(line, written)
    known = {*needed.holes, *needed.lists, *grammar.named, *grammar.productions, *grammar.sorts}
    names = [name for name in used if name in known]
    for some in needed.some:
        if not any(name in names for name in some):
            names.append(some[0])
    return tuple(dict.fromkeys(names))


class _Needed:
    """What differs between instances of a group: for each such thing the names, one of which says it."""

    def __init__(self, stage: Stage, grammar: Grammar, used: Collection[str]) -> None:
        self.stage = stage
        self.grammar = grammar
        self.used = used
        self.holes: dict[str, Line] = {}
        self.lists: set[str] = set()
        self.some: list[tuple[str, ...]] = []
        self.refused = False

    def add(self, line: Line, written: syntax.Line) -> None:
        while isinstance(written, syntax.Indexed):
            self._indexed(written)
            written = written.body
        if isinstance(written, syntax.Guarded):
            names = [name for (name,) in self._values(written.guard)]
            if not all(name in self.used for name in names):
                self._refuse(
                    line,
                    "whether this line is there",
                    "write the line into a background of its own, and the condition after its sentence",
                )
            written = written.body
        if line.template is not None:
            self._statement(line)
            return
        if isinstance(written, syntax.Infix) and line.count is not None:
            self.some += self._values(written.left)
        productions = self.grammar.of_kind(line.kind)
        if line.kind in self.grammar.productions:
            self._production(line, productions[0])
        elif line.kind:
            self._refuse(line, f"which `{line.kind}` is drawn")

    def _indexed(self, written: syntax.Indexed) -> None:
        """Note what the elements of an indexed line depend on: its ends, its list, or what is drawn for each name."""
        self.lists.update(written.names)
        match written.source:
            case syntax.Infix(operator=".."):
                self.some += self._values(written.source)
            case syntax.Name(text=name) if name in self.grammar.sorts:
                if self._varies(name):
                    self.some.append((name, *self._ends(name), *written.names[:1]))
            case syntax.Name(text=name) if name in self.grammar.named:
                self.some.append((name, *written.names[:1]))
            case syntax.Braces():
                return
            case _:
                self.some += [(name,) for name in written.names]

    def _values(self, expression: syntax.Node) -> list[tuple[str, ...]]:
        """Return the parameters and chosen values that an expression mentions."""
        named = self.grammar.named
        return [(name.text,) for name in syntax.names_in(expression) if name.text in named]

    def _statement(self, line: Line) -> None:
        assert line.template is not None
        if line.calls:
            self._refuse(line, "what is drawn for an expansion")
            return
        sorts = standings(line.template)
        for name in holes(line.template):
            if name in line.types:
                continue
            if name in self.grammar.named:
                self.some.append((name,))
            elif sorts[name].sort == SYMBOL or " " in name:
                self._refuse(line, f"which name or sign fills `?{name}`")
            elif name in self.holes:
                self.stage.report.add(
                    "E0462",
                    f"two lines of this background draw a value for `?{name}`",
                    line.span or NOWHERE,
                    help="rename the hole in one of them, so that the sentence can mention both",
                )
            else:
                self.holes[name] = line
                self.some.append((name,))

    def _production(self, line: Line, production: Rewriting) -> None:
        drawn: set[str] = set()
        for option in production.options:
            own = [name for name in option.holes if name not in {*self.grammar.named, *line.types}]
            given = self.grammar.named.keys() - line.types.keys()
            self.some += [(name,) for name in sorted(option.holes & given)]
            sorts = standings(option.template)
            if option.calls or any(sorts[name].sort == SYMBOL or " " in name for name in own):
                self._refuse(line, f"what is drawn for `{production.name}`")
                return
            drawn.update(own)
        if len(production.options) == 1 and len(drawn) == 1:
            name = production.name
            if line.count is not None:
                self.some.append((name,))
            else:
                self.some += [(name, *more) for more in self._varying(production)]
        elif line.count is not None and (drawn or len(production.options) > 1):
            self._refuse(line, f"which `{production.name}` is drawn")
        else:
            self.some += self._varying(production)

    def _varying(self, production: Rewriting) -> Iterator[tuple[str, ...]]:
        """Yield the sorts of a production's holes whose members differ between instances."""
        for option in production.options:
            sorts = dict.fromkeys(self._sorts(option.template))
            yield from ((sort, *self._ends(sort)) for sort in sorts if self._varies(sort))

    def _ends(self, sort: str) -> Iterable[str]:
        """Return the parameter or chosen value that alone determines the members of a sort of numbers."""
        for item, _ in self.stage.items(syntax.Sort):
            if item.name == sort and sort in self.grammar.numbers:
                names = dict.fromkeys(name for (name,) in self._values(item.value))
                return names if len(names) == 1 else ()
        return ()

    def _sorts(self, template: ir.Node) -> Iterable[str]:
        for node in walk(template):
            if isinstance(node, ir.Atom) and isinstance(node.predicate, str):
                places = self.grammar.places(node.predicate)
                for term, sort in zip(node.arguments, places, strict=False):
                    if isinstance(term, ir.Hole) and term.name not in self.grammar.named:
                        yield sort

    def _varies(self, sort: str) -> bool:
        grammar = self.grammar
        divided = any(division.divides for division in grammar.divisions.get(("sort", sort), ()))
        drawn = any(each.sort == sort for each in grammar.drawn)
        numbers = sort in grammar.numbers and grammar.numbers[sort].ends is None
        optional = any(each.kind == "sort" and each.word == sort for each in grammar.optional)
        return divided or drawn or numbers or optional

    def _refuse(self, line: Line, what: str, help: str = "") -> None:
        self.refused = True
        self.stage.report.add(
            "E0461",
            f"the sentence of this background cannot say {what}",
            line.span or NOWHERE,
            help=help
            or "write this line in the theory, or draw it from a production with one hole, and mention that production"
            " in the sentence",
        )
