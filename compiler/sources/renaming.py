"""New names for what a spec declares: the places to change, in all files of a family that are its own."""

import re
from collections.abc import Iterable, Iterator
from keyword import kwlist

from ...dsl import syntax
from ...dsl.edits import Edit
from ...dsl.parsing.places import is_word, tokens_in, word_span
from ...dsl.printing.inline import print_name
from ...dsl.reserved import RESERVED, words
from ...dsl.source import Source, Span
from ...dsl.syntax import indexed_in, names_in
from ...dsl.visible import visible
from .documents import documents, may_mention, mentions
from .library import library_of
from .modules import Program
from .spaces import Space, Use

LONGEST = 100
"""Characters of the longest new name."""


class RenamingError(ValueError):
    """A name cannot be changed, or not to this one; the message says why."""


def use_at(uses: Iterable[Use], source: str, offset: int) -> Use | None:
    """Return the use at an offset of the source with a name, or that ends there; None if there is no name."""
    found = None
    for use in uses:
        if use.span.source.name == source and use.span.start <= offset <= use.span.end:
            found = use if found is None or use.span.start == offset else found
    return found


def references(uses: Iterable[Use], use: Use) -> tuple[Use, ...]:
    """Return all uses of what a use refers to, its declaration included, in the order of files and places."""
    return tuple(
        each
        for each in uses
        if each.declaration == use.declaration and each.space == use.space and each.name == use.name
    )


def rename(program: Program, uses: Iterable[Use], use: Use, name: str) -> tuple[Edit, ...]:
    """Return the edits that give what a use refers to another name.

    Args:
        uses: all uses in the files of the program.
        name: the new name, without backquotes.

    Raises:
        RenamingError: the thing is declared in a library or in no file, or the new name has a meaning already.
    """
    uses = tuple(uses)
    places = references(uses, use)
    _check_renamable(program, use, places)
    if name == use.name:
        return ()
    _check_free(program, use, places, name)
    edits = [Edit(place.span, _spelling(place, name)) for place in places]
    if use.space == Space.DECLARATION:
        edits += _edit_documents(program, use.name, name)
    return tuple(edits)


def check_renamable(program: Program, uses: Iterable[Use], use: Use) -> None:
    """Raise RenamingError if no other name can be given to what a use refers to."""
    _check_renamable(program, use, references(uses, use))


def _check_renamable(program: Program, use: Use, places: tuple[Use, ...]) -> None:
    if use.space == Space.MODULE:
        raise RenamingError("a module has the name of its file: rename the file")
    own = {source.name for source in _own_sources(program)}
    if use.declaration.source.name not in own:
        raise RenamingError(
            f"`{use.name}` is declared in `{use.declaration.source.name}`, which is not part of this family"
        )
    if use.space == Space.LOCAL:
        _check_undrawn(program, use)
    if use.space == Space.SYMBOL:
        for module in program.modules:
            source = module.spec.span.source
            if library_of(module.key) and any(_words(Span(source, 0, len(source.text)), use.name)):
                raise RenamingError(
                    f"`{use.name}` is used in `{source.name}`, which is not part of this family"
                )
    if use.space == Space.SYMBOL and use.item is None and _has_words(program):
        raise RenamingError(f"`{use.name}` has no declaration of its own in this family")


def _check_undrawn(program: Program, use: Use) -> None:
    """Raise RenamingError if a hole is in an indexed line and in a production that the line draws."""
    items = [item for item, _ in program.items()]
    for item in items:
        for line in indexed_in(item):
            if use.name not in _bound_in(line):
                continue
            drawn = {name.text for name in names_in(line)}
            for each in items:
                if (
                    isinstance(each, syntax.Production)
                    and drawn & {each.name, each.kind}
                    and use.item in (item.span, each.span)
                    and any(_words(each.span, use.name))
                ):
                    number = line.span.source.place(line.span.start)[0]
                    raise RenamingError(
                        f"line {number} of `{line.span.source.name}` draws `{each.name}`, and fills its hole "
                        f"`?{use.name}`"
                    )


def _bound_in(line: syntax.Indexed) -> frozenset[str]:
    """Return the names that an indexed line binds, and the indexed lines in it."""
    return frozenset(line.names).union(*map(_bound_in, indexed_in(line.body)))


def _has_words(program: Program) -> bool:
    """Return whether names in statements can be words of a pool, or values of a slot."""
    return any(isinstance(item, syntax.Record | syntax.Vocabulary) for item, _ in program.items())


def _check_free(program: Program, use: Use, places: tuple[Use, ...], name: str) -> None:
    """Raise RenamingError if a name means something where the places are, or cannot be written there."""
    _check_name(name, local=use.space == Space.LOCAL)
    if use.space == Space.LOCAL and name[:1].isupper() != use.name[:1].isupper():
        raise RenamingError("a variable begins with a capital letter, and a hole does not")
    regions = (
        [use.item]
        if use.space == Space.LOCAL and use.item is not None
        else [Span(source, 0, len(source.text)) for source in _own_sources(program)]
    )
    for region in regions:
        for span in _words(region, name):
            line = region.source.place(span.start)[0]
            raise RenamingError(f"`{name}` already occurs on line {line} of `{region.source.name}`")
    if use.space != Space.LOCAL and any(name in module.names for module in program.modules):
        raise RenamingError(f"a module of this family already declares `{name}`")


def _check_name(name: str, *, local: bool) -> None:
    """Raise RenamingError if nothing can have a name, or if it can be no hole and no variable."""
    if not name:
        raise RenamingError("a name has at least one character")
    if len(name) > LONGEST:
        raise RenamingError(f"the name has {len(name)} characters, more than {LONGEST}")
    if any(mark in name for mark in "\n\t\r") or visible(name) != name or name != name.strip():
        raise RenamingError(
            f"the name {name!a} contains invisible characters, or spaces at its ends"
        )
    if local and not _IDENTIFIER.fullmatch(name):
        raise RenamingError(f"`{name}` cannot be the name of a hole or a variable")
    if local and (name in _RESERVED or name in RESERVED):
        raise RenamingError(f"`{name}` is a reserved word: no hole or variable can have this name")


def _edit_documents(program: Program, name: str, new: str) -> Iterator[Edit]:
    """Yield the edits of the documents that use a parameter or a chosen value.

    Raises:
        RenamingError: a document of a library uses it, a document may use it in a way that cannot be read, or the new
            name cannot be written in a document.
    """
    for key, source in documents(program):
        places = tuple(mentions(source, name))
        if places and (library_of(key) or not _can_follow_params(new)):
            raise RenamingError(f"the document `{source.name}` uses `params.{name}`")
        if not library_of(key) and may_mention(source, name):
            raise RenamingError(f"the document `{source.name}` may use `{name}` after `params`")
        yield from (Edit(place, new) for place in places)


def _can_follow_params(name: str) -> bool:
    """Return whether a document can have a name after `params.`: reserved words and names of methods cannot."""
    return (
        _IDENTIFIER.fullmatch(name) is not None
        and name not in _RESERVED | RESERVED
        and not hasattr(dict, name)
    )


def _spelling(place: Use, name: str) -> str:
    """Return a name as it is written at a place: in a text and as a hole without backquotes."""
    if place.space == Space.LOCAL or not _is_token(place.span):
        return name
    return print_name(name)


def _is_token(span: Span) -> bool:
    """Return whether a span is a word of the language, and not a part of a text."""
    return any(token.type not in ("TEXT", "LONG_TEXT") for token in tokens_in(span))


def _own_sources(program: Program) -> list[Source]:
    return [module.spec.span.source for module in program.modules if not library_of(module.key)]


def _words(region: Span, name: str) -> Iterator[Span]:
    for token in tokens_in(region):
        if is_word(token) and name in (token.text, token.text.partition(".")[0]):
            yield word_span(token)


_IDENTIFIER = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_RESERVED = (
    frozenset(kwlist) | frozenset(word.lower() for word in kwlist) | words("loop self super")
)
"""Words that mean something else in the phrases and documents in which the name of a hole or a value is written."""
