"""The Web Ontology Language as far as its concepts are ours: read from RDF/XML and OWL/XML, written as RDF/XML.

What is asked and answered is written in functional syntax: XML is for machines.
"""

from collections.abc import Mapping
from typing import ClassVar

from ...compiler.ir import nodes as ir
from ...compiler.logics.alcq import Alcq
from ...dsl import syntax
from ...dsl.diagnostics import Report
from ...dsl.source import Source, Span


class Owl:
    """Ontologies in OWL: RDF/XML and OWL/XML in, RDF/XML out; queries and answers in functional syntax."""

    name: ClassVar[str] = "owl"
    suffix: ClassVar[str] = ".owl"
    logic: ClassVar[str] = Alcq.name
    instructions: ClassVar[str] = "notation owl"

    def read(self, source: Source) -> tuple[syntax.Statement, ...]:
        """Return the statements of an ontology. Raises SpecError with every part that the logic does not have."""
        from .statements import Statements
        from .triples import triples

        report = Report()
        found = Statements(triples(source), report).read()
        if not found and not report.errors:
            report.add(
                "E0604",
                f"`{source.name}` contains no statement",
                Span(source, 0, 0),
                help="a statement is such as `SubClassOf` or `ClassAssertion`",
            )
        report.raise_errors()
        return found

    def settings(self, source: Source) -> Mapping[str, bool]:
        """Return the option `unique_names`: on if all individuals are declared different.

        Raises:
            SpecError: only some of them are.
        """
        from .statements import Statements
        from .triples import triples

        report = Report()
        unique = Statements(triples(source), report).unique_names()
        report.raise_errors()
        return {"unique_names": unique}

    def write(self, theory: ir.Theory) -> str:
        """Return a theory as RDF/XML. Raises EngineError for a statement that OWL does not have."""
        from .text import rdf

        unique = bool(dict(theory.options).get("unique_names", True))
        return rdf([statement.statement for statement in theory.statements], unique)

    def read_reply(self, reply: Source) -> tuple[syntax.Statement, ...]:
        """Return the axioms that a reader wrote, one on each line. Raises SpecError as `read_query` does."""
        from .functional import read_axioms

        return read_axioms(reply)

    def write_reply(self, theory: ir.Theory) -> str:
        """Return a theory with an axiom on each line. Raises EngineError for what OWL does not have."""
        from .functional import write_axioms

        return write_axioms(theory)

    def read_query(self, query: Source, problem: Source) -> syntax.Statement:
        """Return the axiom of a query, from functional syntax. Raises SpecError if it is not an axiom."""
        from .functional import read_query

        return read_query(query, problem)

    def show(self, node: ir.Node) -> str | None:
        """Return a statement in functional syntax; None for what OWL does not have."""
        from .functional import show

        return show(node)
