"""An OWL file as triples, by the parsers of owlready2: nothing is imported, fetched or stored."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO
from typing import TypeAlias

from ...dsl.diagnostics import Diagnostic, SpecError
from ...dsl.source import Source, Span
from .names import RDF, name_of_iri

BASE = "urn:rspc:read"
"""The IRI of an ontology that has none."""

_XML_FORM = re.compile(r"<(?:\w+:)?Ontology\b[^>]*\bxmlns\s*=", re.DOTALL)
_DECLARATION = re.compile(r"\A(\s*)(<\?xml\b.*?\?>)", re.DOTALL)
_PLACE = re.compile(r"line (\d+), column (\d+)")


@dataclass(frozen=True)
class Amount:
    """A value that is no IRI: its text and its datatype's IRI."""

    text: str
    datatype: str


Value: TypeAlias = str | Amount
"""An IRI, a blank node (which begins with `_`), or an amount or text."""


@dataclass
class Triples:
    """The statements of a file, in its order, without repeats, and the places of its names."""

    source: Source
    all: dict[tuple[str, str, Value], None] = field(default_factory=dict)
    of: dict[str, dict[str, list[Value]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )

    def add(self, subject: str, predicate: str, value: Value) -> None:
        if (subject, predicate, value) not in self.all:
            self.all[subject, predicate, value] = None
            self.of[subject][predicate].append(value)

    def one(self, subject: str, predicate: str) -> Value | None:
        """Return the value that a subject has, None if it has none."""
        values = self.of[subject][predicate] if subject in self.of else []
        return values[0] if values else None

    def members(self, head: Value | None) -> list[Value]:
        """Return the members of a list; of one that is broken, those before the fault."""
        found: list[Value] = []
        seen: set[str] = set()
        while isinstance(head, str) and head != f"{RDF}nil" and head not in seen:
            seen.add(head)
            first = self.one(head, f"{RDF}first")
            if first is not None:
                found.append(first)
            head = self.one(head, f"{RDF}rest")
        return found

    @cached_property
    def _places(self) -> Mapping[str, int]:
        """The first place of each word in the file."""
        found: dict[str, int] = {}
        for word in re.finditer(r"\w+", self.source.text):
            found.setdefault(word[0], word.start())
        return found

    def span(self, *iris: str) -> Span:
        """Return the first place of one of these names in the file, preferably of the first one."""
        for iri in iris:
            if iri.startswith("_"):
                continue
            for text in (iri.rpartition("#")[2].rpartition("/")[2], name_of_iri(iri)):
                at = self._places.get(text)
                if at is not None:
                    return Span(self.source, at, at + len(text))
        return Span(self.source, 0, 0)


def triples(source: Source) -> Triples:
    """Read a file in RDF/XML or OWL/XML. Raises SpecError for one that is neither."""
    found = Triples(source)

    def item(subject: str, predicate: str, value: str) -> None:
        found.add(subject, predicate, value)

    def amount(subject: str, predicate: str, value: object, datatype: str) -> None:
        found.add(subject, predicate, Amount(str(value), datatype))

    if not source.text.lstrip().startswith("<"):
        raise SpecError(
            [
                Diagnostic(
                    "E0101",
                    f"`{source.name}` is not an ontology in RDF/XML or OWL/XML",
                    Span(source, 0, 0),
                    help="save it as RDF/XML: other forms of OWL are not supported",
                )
            ]
        )
    # A declaration of another encoding would contradict the decoded text, and one after blanks is not valid XML.
    text = _DECLARATION.sub(lambda found: found[1] + " " * len(found[2]), source.text)
    file = BytesIO(text.encode("utf-8"))
    try:
        if _XML_FORM.search(source.text):
            from owlready2.owlxml_2_ntriples import parse

            parse(file, item, amount, None, BASE)
        else:
            from owlready2.rdfxml_2_ntriples import parse

            parse(file, item, amount, None, None, BASE)
    except Exception as error:  # the parser meets a corrupt file with errors of any type
        raise _invalid_xml(source, error) from error
    return found


def _invalid_xml(source: Source, error: Exception) -> SpecError:
    place = _PLACE.search(str(error)) or _PLACE.search(str(error.__cause__))
    at = 0
    if place:
        lines = source.text.split("\n")
        at = sum(len(line) + 1 for line in lines[: int(place[1]) - 1]) + int(place[2])
    at = min(at, max(0, len(source.text) - 1))
    cause = error.__cause__ or error
    return SpecError(
        [
            Diagnostic(
                "E0101",
                f"`{source.name}` is not a valid ontology in XML",
                Span(source, at, at + 1),
                str(cause).partition(": line ")[0] if place else "",
                help="open it in an editor for ontologies, and save it as RDF/XML",
            )
        ]
    )
