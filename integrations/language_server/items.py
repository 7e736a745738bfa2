"""Items by their keywords, the names that they declare, and their first lines."""

from collections.abc import Iterator

from ...dsl import syntax


def declared_names(item: syntax.Item) -> tuple[str, ...]:
    """Return the names that an item declares, predicates, concepts and roles included."""
    if isinstance(item, syntax.Vocabulary):
        return (item.name,) if item.name else ()
    return syntax.declared_names(item)


def keyword(item: syntax.Item) -> str:
    """Return the word that begins an item."""
    match item:
        case syntax.Production(kind=kind) | syntax.Vocabulary(kind=kind) | syntax.Header(kind=kind):
            return kind
        case syntax.Preset(is_level=True):
            return "level"
        case _:
            return type(item).__name__.lower()


def first_line(item: syntax.Item) -> str:
    """Return the first line of an item as it is written."""
    line, more, _ = item.span.text.partition("\n")
    return line.strip() + (" …" if more else "")


def members(domain: syntax.Expr | None) -> Iterator[str]:
    """Yield the values that are listed in the domain of a parameter."""
    if isinstance(domain, syntax.Braces):
        for group in domain.groups:
            for entry in group:
                if isinstance(entry.term, syntax.Name | syntax.Word | syntax.Quantity):
                    yield entry.term.text
