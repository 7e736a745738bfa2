"""The names that a document declares, from its syntax alone."""

from collections.abc import Iterator

from ...dsl import syntax
from ...dsl.source import Span
from .documents import Document
from .items import declared_names, first_line, keyword, members
from .messages import MAIN, Name, Spot
from .positions import area


def own_names(document: Document) -> Iterator[Name]:
    """Yield the names of the items that can be read; of those that cannot, the names that they would declare."""
    for item in document.spec.items:
        for name in declared_names(item):
            yield _name(
                document,
                name,
                keyword(item),
                first_line(item),
                item.span,
                _about(item),
                _values(item),
            )
        if isinstance(item, syntax.Record):
            for field in item.fields:
                line = f"field `{field.name}` of record `{item.name}`"
                yield _name(document, field.name, "field", line, field.span, field.say)
    for unread in document.spec.unread:
        if unread.keyword.isalpha():
            for name in unread.names:
                yield _name(document, name, unread.keyword, f"{unread.keyword} {name}", unread.span)


def _name(
    document: Document,
    name: str,
    kind: str,
    line: str,
    span: Span,
    about: str = "",
    values: tuple[str, ...] = (),
) -> Name:
    spot = Spot(MAIN, area(span, document.encoding))
    return Name(name, kind, line, spot, about, values=values)


def _values(item: syntax.Item) -> tuple[str, ...]:
    return tuple(members(item.domain)) if isinstance(item, syntax.Param) else ()


def _about(item: syntax.Item) -> str:
    return item.description if isinstance(item, syntax.Param) else ""
