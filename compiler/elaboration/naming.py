"""What a family says of names: its `style`, drawn like a `choose`, and the tables that make its lexicon."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ...dsl import syntax
from ...dsl.diagnostics import did_you_mean
from ...dsl.edits import Edit, Help, insert
from ..family import (
    COLUMNS,
    STYLES,
    WITH_WORDS,
    Chosen,
    Lexicon,
    Naming,
    TableRows,
    build_chosen,
    build_lexicon,
)
from ..kinds import OneOf, Type
from ..language import FORMS, Language
from ..sources import Module, read_language
from .context import Stage


def build_style(
    item: syntax.Style, module: Module, stage: Stage
) -> tuple[Chosen, dict[str, Type]] | None:
    """Check a `style` and give it as a value that is chosen once for each instance; None if it is refused."""
    before = len(stage.report.errors)
    for name, term in _alternatives(item.value, stage):
        if name not in STYLES:
            stage.report.add(
                "E0218",
                f"there is no style `{name}`" if name else "a style is named here",
                term.span,
                help=did_you_mean(name, STYLES) or f"the styles are {', '.join(STYLES)}",
            )
    if len(stage.report.errors) > before:
        return None
    choose = syntax.Choose((item.name,), item.value, span=item.span)
    return build_chosen(choose, stage.expressions(module))


def _alternatives(value: syntax.Expr, stage: Stage) -> Iterator[tuple[str, syntax.Expr]]:
    """Yield the names of the styles that may be drawn, and an empty one for anything else.

    The name of a parameter is replaced by its possible values.
    """
    kind = stage.vocabularies.types.get(value.text) if isinstance(value, syntax.Name) else None
    if isinstance(kind, OneOf):
        yield from ((name, value) for name in kind.values)
        return
    groups = value.groups if isinstance(value, syntax.Braces) else ()
    terms = [entry.term for group in groups for entry in group] or [value]
    for term in terms:
        yield term.text if isinstance(term, syntax.Name) else "", term


def build_naming(stage: Stage) -> Naming | None:
    """Return how a family names its invented predicates; None without a `style`, or if its lexicon is refused.

    The styles with words need the tables `words`, `relations` and `people` where the style is declared.
    `p_style` on its own uses those that exist.
    """
    items = stage.items(syntax.Style)
    for extra, _ in items[1:]:
        stage.report.add("E0212", "a family can have only one `style`; this is another", extra.span)
    if not items:
        return None
    item, module = items[0]
    tables = {name: stage.vocabularies.table(module, name) for name in COLUMNS}
    wordy = [name for name, _ in _alternatives(item.value, stage) if name in WITH_WORDS]
    missing = [name for name, table in tables.items() if table is None]
    if missing and wordy:
        listed = " and ".join(f"`{name}`" for name in missing)
        stage.report.add(
            "E0201",
            f"style `{wordy[0]}` needs the tables {listed}",
            item.span,
            help=Help("write `use std.lexicon`", *_use_lexicon(module, missing)),
        )
    words, relations, people = (tables[name] for name in COLUMNS)
    if words is None or relations is None or people is None:
        return None if wordy else Naming(item.name, None)
    lexicon = build_lexicon(words, relations, people, item.span, stage.report)
    if lexicon is None:
        return Naming(item.name, None)
    return Naming(item.name, lexicon, _parts(words, relations, people, item, stage))


def _parts(
    words: TableRows,
    relations: TableRows,
    people: TableRows,
    item: syntax.Style,
    stage: Stage,
) -> dict[str, Lexicon]:
    """Return the lexicons of the splits that one of the tables has rows of its own for; report those without any."""
    found: dict[str, Lexicon] = {}
    for split in dict.fromkeys((*words.parts, *relations.parts, *people.parts)):
        tables = [rows.narrowed(split) for rows in (words, relations, people)]
        for table in tables:
            if not table.rows:
                stage.report.add(
                    "E0604",
                    f"table `{table.name}` has no row for split `{split}`",
                    item.span,
                    help="give the split a larger share, or add rows",
                )
        lexicon = build_lexicon(tables[0], tables[1], tables[2], item.span, stage.report)
        if lexicon is not None:
            found[split] = lexicon
    return found


def build_language(stage: Stage) -> Language:
    """Return the language of a family or module, with the forms of its words."""
    return read_language(stage.program, _forms(stage), stage.report)


def _forms(stage: Stage) -> Mapping[str, Mapping[str, str]]:
    """Return the forms of words by column, from the table `forms` that the main file sees."""
    rows = stage.vocabularies.table(stage.program.main, FORMS)
    if rows is None:
        return {}
    said = [
        [kind.words(value) for kind, value in zip(rows.kinds, row, strict=True)]
        for row in rows.rows
    ]
    for word, times in Counter(words[0] for words in said).items():
        if times > 1:
            span = stage.program.main.names[FORMS].item.span
            told = f"table `{FORMS}` has `{word}` {times} times in its first column"
            stage.report.add("E0605", told, span, help="write one row for each word")
    return {
        name: {words[0]: words[place] for words in said}
        for place, name in enumerate(rows.columns)
        if place
    }


def _use_lexicon(module: Module, missing: Sequence[str]) -> Iterator[Edit]:
    """Yield the edit that uses the standard lexicon after the header of a module that has no table of its own."""
    if module.header is not None and len(missing) == len(COLUMNS):
        yield insert("\nuse std.lexicon", module.header.span)
