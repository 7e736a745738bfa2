"""Theories of concepts as ontologies: in the functional syntax of OWL 2 (W3C 2012), and as RDF/XML.

    kind isa some likes round       SubClassOf(:kind ObjectSomeValuesFrom(:likes :round))
    anne : max 2 likes thing        ClassAssertion(ObjectMaxCardinality(2 :likes owl:Thing) :anne)
    likes(anne, bob)                ObjectPropertyAssertion(:likes :anne :bob)

That names stand for different individuals is one more axiom, `DifferentIndividuals`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import quoteattr

from ...compiler.contract import EngineError
from ...compiler.ir import nodes as ir, walk
from .names import ONTOLOGY, OURS, OWL, RDF, RDFS, XSD, iri, local

BOUNDS = {"min": (0, "Min"), "more than": (1, "Min"), "max": (0, "Max"), "fewer than": (-1, "Max")}
"""What is added to the bound of a restriction, and which cardinality of OWL it is then."""


@dataclass(frozen=True)
class Vocabulary:
    """The names of an ontology, in order."""

    concepts: tuple[str, ...]
    roles: tuple[str, ...]
    individuals: tuple[str, ...]


def vocabulary(statements: Iterable[ir.Statement]) -> Vocabulary:
    nodes = [each for statement in statements for each in walk(statement)]
    concepts = {node.name for node in nodes if isinstance(node, ir.Named)}
    roles = {node.role for node in nodes if isinstance(node, ir.Restriction)}
    roles |= {node.predicate for node in nodes if isinstance(node, ir.Atom)}
    individuals = {node.name for node in nodes if isinstance(node, ir.Const)}
    if any(isinstance(concept, ir.Hole) for concept in (*concepts, *roles)):
        raise EngineError("a template cannot be written as an ontology")
    return Vocabulary(*(tuple(sorted(map(str, names))) for names in (concepts, roles, individuals)))


def cardinality(kind: str, bound: ir.Term | None) -> tuple[str, int]:
    """Return a number restriction as OWL's: `Min`, `Max` or `Exact`, and its bound, which may be below zero."""
    if not isinstance(bound, ir.Quantity) or bound.kind != "integer":
        raise EngineError(f"`{kind}` needs a whole number")
    more, name = BOUNDS.get(kind, (0, "Exact"))
    return name, bound.amount + more


# ----------------------------------------------------------------------------------------- functional syntax


def ontology(axioms: Sequence[str], names: Vocabulary, remarks: Sequence[str] = ()) -> str:
    """Return a document in functional syntax; the remarks are annotations of it."""
    declared = (
        *(f"Declaration(Class(:{local(concept)}))" for concept in names.concepts),
        *(f"Declaration(ObjectProperty(:{local(role)}))" for role in names.roles),
        *(
            f"Declaration(NamedIndividual(:{local(individual)}))"
            for individual in names.individuals
        ),
    )
    told = (f'Annotation(rdfs:comment "{_quote(remark)}")' for remark in remarks)
    prefixes = ("", OURS), ("owl", OWL), ("rdf", RDF), ("rdfs", RDFS), ("xsd", XSD)
    lines = [*(f"Prefix({name}:=<{space}>)" for name, space in prefixes), f"Ontology(<{ONTOLOGY}>"]
    return "\n".join([*lines, *told, *declared, *axioms, ")", ""])


def _quote(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def axiom(statement: ir.Statement) -> str:
    """Return a statement as an axiom. Raises EngineError if ontologies cannot express it."""
    match statement:
        case ir.Inclusion(left=left, right=right):
            return f"SubClassOf({concept(left)} {concept(right)})"
        case ir.ConceptAssertion(individual=ir.Const(name=name), concept=asserted):
            return f"ClassAssertion({concept(asserted)} :{local(name)})"
        case ir.Fact(
            literal=ir.Literal(
                atom=ir.Atom(
                    predicate=str() as role,
                    arguments=(ir.Const(name=one), ir.Const(name=other)),
                ),
                negative=False,
                default=False,
            )
        ):
            return f"ObjectPropertyAssertion(:{local(role)} :{local(one)} :{local(other)})"
        case _:
            raise EngineError(f"OWL has no axiom for a {type(statement).__name__} such as this")


def concept(node: ir.Formula) -> str:
    """Return a concept as a class expression."""
    match node:
        case ir.Named(name=str() as name):
            return f":{local(name)}"
        case ir.Truth(value=value):
            return "owl:Thing" if value else "owl:Nothing"
        case ir.Not(part=part):
            return f"ObjectComplementOf({concept(part)})"
        case ir.And(parts=parts):
            return f"ObjectIntersectionOf({' '.join(map(concept, parts))})"
        case ir.Or(parts=parts):
            return f"ObjectUnionOf({' '.join(map(concept, parts))})"
        case ir.Restriction(kind="some", role=role, filler=filler):
            return f"ObjectSomeValuesFrom(:{local(str(role))} {concept(filler)})"
        case ir.Restriction(kind="only", role=role, filler=filler):
            return f"ObjectAllValuesFrom(:{local(str(role))} {concept(filler)})"
        case ir.Restriction(kind=kind, bound=bound, role=role, filler=filler):
            name, amount = cardinality(kind, bound)
            if amount < 0:
                return "owl:Nothing"
            return f"Object{name}Cardinality({amount} :{local(str(role))} {concept(filler)})"
        case _:
            raise EngineError(f"OWL has no class expression for a {type(node).__name__}")


def different(individuals: Sequence[str]) -> tuple[str, ...]:
    """Return the axiom that makes individuals with different names different; nothing if there is only one."""
    if len(individuals) < 2:
        return ()
    return (
        f"DifferentIndividuals({' '.join(f':{local(individual)}' for individual in individuals)})",
    )


# ------------------------------------------------------------------------------------------------------ RDF/XML


def rdf(statements: Sequence[ir.Statement], unique_names: bool) -> str:
    """Return a theory as RDF/XML, which every tool for OWL opens."""
    names = vocabulary(statements)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<rdf:RDF xmlns="{OURS}" xmlns:owl="{OWL}" xmlns:rdf="{RDF}" xmlns:rdfs="{RDFS}">',
        f'<owl:Ontology rdf:about="{ONTOLOGY}"/>',
        *(f"<owl:Class {_about(concept)}/>" for concept in names.concepts),
        *(f"<owl:ObjectProperty {_about(role)}/>" for role in names.roles),
        *(f"<owl:NamedIndividual {_about(individual)}/>" for individual in names.individuals),
        *(each for statement in statements for each in _axioms_of(statement)),
    ]
    if unique_names and len(names.individuals) > 1:
        members = "".join(
            f"<rdf:Description {_about(individual)}/>" for individual in names.individuals
        )
        listed = f'<owl:distinctMembers rdf:parseType="Collection">{members}</owl:distinctMembers>'
        lines.append(f"<owl:AllDifferent>{listed}</owl:AllDifferent>")
    return "\n".join([*lines, "</rdf:RDF>", ""])


def _about(name: str, how: str = "about") -> str:
    return f"rdf:{how}={quoteattr(iri(name))}"


def _axioms_of(statement: ir.Statement) -> Iterator[str]:
    axiom(statement)  # refuses what cannot be written
    match statement:
        case ir.Inclusion(left=left, right=right):
            yield _class(left, f"<rdfs:subClassOf>{_class(right)}</rdfs:subClassOf>")
        case ir.ConceptAssertion(individual=ir.Const(name=name), concept=asserted):
            inner = f"<rdf:type>{_class(asserted)}</rdf:type>"
            yield f"<rdf:Description {_about(name)}>{inner}</rdf:Description>"
        case ir.Fact(literal=ir.Literal(atom=ir.Atom(predicate=role, arguments=(one, other)))):
            assert isinstance(one, ir.Const)
            assert isinstance(other, ir.Const)
            inner = f"<{local(str(role))} {_about(other.name, 'resource')}/>"
            yield f"<rdf:Description {_about(one.name)}>{inner}</rdf:Description>"


def _class(node: ir.Formula, more: str = "") -> str:
    """Return a concept as an element, with more said of it inside."""
    match node:
        case ir.Named(name=name):
            return _element("Class", more, _about(str(name)))
        case ir.Truth(value=value):
            return _element("Class", more, f'rdf:about="{OWL}{"Thing" if value else "Nothing"}"')
        case ir.Not(part=part):
            return _element("Class", _element("complementOf", _class(part)) + more)
        case ir.And(parts=parts) | ir.Or(parts=parts):
            called = "intersectionOf" if isinstance(node, ir.And) else "unionOf"
            inner = "".join(map(_class, parts))
            return _element("Class", _element(called, inner, 'rdf:parseType="Collection"') + more)
        case ir.Restriction(kind="some" | "only" as kind, role=role, filler=filler):
            called = "someValuesFrom" if kind == "some" else "allValuesFrom"
            return _restriction(str(role), _element(called, _class(filler)) + more)
        case ir.Restriction(kind=kind, bound=bound, role=role, filler=filler):
            name, amount = cardinality(kind, bound)
            if amount < 0:
                return _class(ir.Truth(False), more)
            called = {"Exact": "q"}.get(name, f"{name.lower()}Q") + "ualifiedCardinality"
            counted = _element(called, str(amount), f'rdf:datatype="{XSD}nonNegativeInteger"')
            return _restriction(str(role), counted + _element("onClass", _class(filler)) + more)
        case _:
            raise EngineError(f"OWL has no class expression for a {type(node).__name__}")


def _restriction(role: str, inner: str) -> str:
    return _element("Restriction", _element("onProperty", "", _about(role, "resource")) + inner)


def _element(name: str, inner: str, attribute: str = "") -> str:
    opened = f"owl:{name} {attribute}".rstrip()
    return f"<{opened}>{inner}</owl:{name}>" if inner else f"<{opened}/>"
