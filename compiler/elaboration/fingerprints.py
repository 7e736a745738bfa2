"""The names of a family: the hash of its whole content, and the hash of what its theories, questions and
labels depend on.

Wording is everything that changes only how a problem reads: descriptions, phrases, documents, the text of
questions, the labels of slots. Two families that differ only in wording have the same theory hash.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ...dsl import syntax
from ...dsl.printing.printer import print_expression, print_words
from ...dsl.source import Span
from ..contract import Knobs, plugins
from ..language import FORMS
from ..sources import Module, Program


def family_hash(program: Program) -> str:
    """Return 32 hexadecimal digits that name the meaning of all files of a family, however they are laid out."""
    main = program.main.key
    texts = {module.key: _spec_words(_Kept(module.spec)) for module in program.modules}
    contents = program.library.contents()
    files = {"" if key == main else key: (key, content) for key, content in contents}
    return _digest(
        part
        for known, (key, content) in sorted(files.items())
        for part in (known.encode(), texts[key].encode() if key in texts else content)
    )


def theory_hash(program: Program, files: Mapping[str, bytes]) -> tuple[str, frozenset[str]]:
    """Return 32 hexadecimal digits that name what is not wording, and the parameters and choices that are wording.

    Args:
        files: the files that were read for something other than words, by key.
    """
    lists = _lists(program)
    texts, wording = _theory_texts(program, lists)
    without = {module.key for module in program.modules} | _files_of_words(program, wording)
    data = [(key, content) for key, content in sorted(files.items()) if key not in without]
    parts = [text.encode() for text in texts]
    return _digest(
        [*parts, *(part for key, each in data for part in (key.encode(), each))]
    ), wording - lists


@dataclass(frozen=True)
class _Kept:
    """A part of a parsed file, by its place: the same characters of the same text are the same part."""

    node: syntax.Spec | syntax.Item = field(compare=False)
    span: Span = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "span", self.node.span)


@lru_cache(maxsize=256)
def _spec_words(kept: _Kept) -> str:
    """Return the words of a file; modules of libraries are asked about again and again."""
    assert isinstance(kept.node, syntax.Spec)
    return print_words(kept.node)


def lists_of_wording(program: Program) -> frozenset[str]:
    """Return the names of the pools and tables that are wording."""
    lists = _lists(program)
    declared = {
        item.name for item, _ in program.items() if isinstance(item, syntax.Pool | syntax.Table)
    }
    return frozenset() if lists.isdisjoint(declared) else _theory_texts(program, lists)[1] & lists


@lru_cache(maxsize=1)
def _lists(program: Program) -> frozenset[str]:
    """Return the names of the pools and tables that are wording where nothing else mentions them."""
    return arranged_pools(program) | {FORMS}


def _files_of_words(program: Program, wording: frozenset[str]) -> frozenset[str]:
    """Return the keys of the files that only pools and tables name which are wording."""
    named: dict[bool, set[str]] = {True: set(), False: set()}
    for item, module in program.items():
        if isinstance(item, syntax.Pool | syntax.Table):
            files = (
                program.library.beside(module.key, name, item.span) for name in _files(item.value)
            )
            named[item.name in wording].update(files)
    return frozenset(named[True] - named[False])


def _files(value: syntax.Expr) -> Iterator[str]:
    """Yield the names of the files whose words a pool or table has."""
    match value:
        case syntax.Text(text=name):
            yield name
        case syntax.Infix(left=left, right=right):
            yield from _files(left)
            yield from _files(right)


def _digest(parts: Iterable[bytes]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.hexdigest()


@dataclass(frozen=True)
class _Part:
    """A part of a spec that is not wording: its text, the names it mentions, and those that it gives values to."""

    text: str
    mentioned: frozenset[str]
    drawn: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def _theory_texts(
    program: Program, lists: frozenset[str]
) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the parts that are not wording as text, in order, and the names of what is that has a value.

    A parameter or choice is wording where no part that matters to the theory mentions it. So is a pool whose texts
    stand between sentences, and the table with the forms of words.
    """
    parts = [part for module in program.modules for part in _parts(module, lists)]
    mentioned = frozenset[str]().union(*(each.mentioned for each in parts if not each.drawn))
    open_ = [each for each in parts if each.drawn]
    while matter := [each for each in open_ if not mentioned.isdisjoint(each.drawn)]:
        mentioned = mentioned.union(*(each.mentioned for each in matter))
        open_ = [each for each in open_ if each not in matter]
    wording = frozenset(name for each in open_ for name in each.drawn)
    return tuple(each.text for each in parts if wording.isdisjoint(each.drawn)), wording


def arranged_pools(program: Program) -> frozenset[str]:
    """Return the names of the pools that `discourse` mentions, of those that these are made of, and of those beside
    them in a module of texts.
    """
    pools = {item.name: item for item, _ in program.items() if isinstance(item, syntax.Pool)}
    found: set[str] = set()
    open_: list[syntax.Item] = [
        item for item, _ in program.items() if isinstance(item, syntax.Discourse)
    ]
    while open_:
        named = pools.keys() & set(_mentions(open_.pop()))
        open_ += [pools[name] for name in named - found]
        found |= named
    for texts in map(_texts, program.modules):
        if not found.isdisjoint(texts):
            found |= texts
    return frozenset(found)


def _texts(module: Module) -> frozenset[str]:
    """Return the names of the pools of a module that has nothing else."""
    items = module.spec.items
    if not all(isinstance(item, syntax.Header | syntax.Pool) for item in items):
        return frozenset()
    return frozenset(item.name for item in items if isinstance(item, syntax.Pool))


def _parts(module: Module, lists: frozenset[str]) -> Iterator[_Part]:
    """Yield what of a module is not wording; with the conditions of its use, if there is anything.

    Args:
        lists: the pools and tables that may be wording, as parameters may.
    """
    found = []
    for item in module.spec.items:
        if module.whole or id(item) in module.working:
            # What is wording in an item that a plug-in takes depends on the plug-in.
            depends = isinstance(item, syntax.Ask | syntax.Theory)
            text, mentioned = _item_words(item) if depends else _kept_words(_Kept(item))
            if text:
                found.append(_Part(text, mentioned, _drawn_names(item, lists)))
    if found and not module.always:
        for guard in module.guards:
            yield _Part(f"use when {print_expression(guard)}", frozenset(_mentions(guard)))
    for text in _narrowings(module):
        yield _Part(text, frozenset())
    yield from found


def _item_words(item: syntax.Item) -> tuple[str, frozenset[str]]:
    """Return the words of an item without its wording, and the names in them; no words if it is all wording."""
    stripped = strip_wording(item)
    if stripped is None:
        return "", frozenset()
    return print_words(syntax.Spec((stripped,))), frozenset(_mentions(stripped))


@lru_cache(maxsize=4096)
def _kept_words(kept: _Kept) -> tuple[str, frozenset[str]]:
    assert not isinstance(kept.node, syntax.Spec)
    return _item_words(kept.node)


def _mentions(node: object) -> Iterator[str]:
    """Yield the words in an item that may refer to a parameter or choice: all except names of knobs and quoted
    strings.
    """
    if isinstance(node, tuple):
        for part in node:
            yield from _mentions(part)
    elif isinstance(node, str):
        yield from re.findall(r"\w+", node)
    elif isinstance(node, syntax.Node) and not isinstance(node, syntax.Text):
        for slot in type(node).__slots__:
            if slot != "span" and not (slot == "name" and isinstance(node, syntax.Knob)):
                yield from _mentions(getattr(node, slot))


def _drawn_names(item: syntax.Item, lists: frozenset[str]) -> tuple[str, ...]:
    match item:
        case syntax.Param(name=name):
            return (name,)
        case syntax.Pool(name=name) | syntax.Table(name=name) if name in lists:
            return (name,)
        case syntax.Choose(names=names):
            return names
        case _:
            return ()


def _narrowings(module: Module) -> Iterator[str]:
    """Yield the parts of a split that a module narrows the names to that it uses."""
    for name, declared in sorted(module.names.items()):
        if declared.split:
            yield f"use {name}.{declared.split}"


def strip_wording(item: syntax.Item) -> syntax.Item | None:
    """Return an item without its wording; None if it has no bearing on theories, questions and labels."""
    match item:
        case (
            syntax.Header()
            | syntax.Use()
            | syntax.Say()
            | syntax.Document()
            | syntax.Discourse()
            | syntax.Grid()
            | syntax.Gather()
            | syntax.Preset()
            | syntax.Measure()
            | syntax.Verify()
        ):
            return None
        case syntax.Background():
            return replace(item, phrases=())
        case syntax.World():
            return replace(item, phrases=(), known=False)
        case syntax.Param():
            return replace(item, description="")
        case syntax.Vocabulary():
            return replace(item, say="")
        case syntax.Record(fields=fields):
            return replace(item, fields=tuple(replace(field, say="") for field in fields))
        case syntax.Test():
            return replace(item, say=None, condition=None)
        case syntax.Knowledge(facts=facts, tests=tests):
            return replace(
                item,
                facts=tuple(replace(fact, phrases=()) for fact in facts),
                tests=tuple(replace(test, phrases=()) for test in tests),
            )
        case syntax.Ask(task=task, knobs=knobs):
            return replace(
                item, text="", templates=(), knobs=_without_words(knobs, plugins.TASKS, task)
            )
        case syntax.Theory(strategy=strategy, knobs=knobs) if strategy:
            return replace(item, knobs=_without_words(knobs, plugins.STRATEGIES, strategy))
        case _:
            return item


def _without_words(knobs: syntax.Knobs | None, group: str, name: str) -> syntax.Knobs | None:
    """Return a block without the wording among its knobs; the keys of a mapping stay, because they may decide the
    question.
    """
    if knobs is None or name not in plugins.names(group):
        return knobs
    schema: type[Knobs] = plugins.load(group, name).knobs
    return replace(
        knobs,
        knobs=tuple(
            replace(knob, value=_keys(knob.value)) if knob.name in schema.wording else knob
            for knob in knobs.knobs
        ),
    )


def _keys(value: syntax.Expr | None) -> syntax.Expr | None:
    match value:
        case syntax.Braces(groups=groups):
            kept = tuple(tuple(replace(entry, value=None) for entry in group) for group in groups)
            return replace(value, groups=kept)
        case _:
            return None
