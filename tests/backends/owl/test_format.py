"""Ontologies in OWL: what is read means what it says, the rest is refused by name, and no file ends in a traceback."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as some

from rspc.backends.owl.format import Owl
from rspc.backends.owl.names import iri, local, name_of_iri
from rspc.compiler.api import check, load
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.lower import lower_statement
from rspc.compiler.notation.terms import StatementScope
from rspc.compiler.notation.to_syntax import show
from rspc.dsl.diagnostics import Diagnostic, Report, SpecError
from rspc.dsl.source import Source

from ..ontologies import theory

HEAD = """<?xml version="1.0"?>
<!DOCTYPE rdf:RDF [<!ENTITY owl "http://www.w3.org/2002/07/owl#">]>
<rdf:RDF xmlns="http://ex.org/p#" xml:base="http://ex.org/p"
  xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:xsd="http://www.w3.org/2001/XMLSchema#"
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
<owl:Ontology rdf:about=""/>
"""


def source(inner: str) -> Source:
    return Source("x.owl", f"{HEAD}{inner}\n</rdf:RDF>\n")


def read(given: Source) -> list[str]:
    report = Report()
    scope = StatementScope(report, concepts=True)
    found = [show(lower_statement(each, scope)[1]) for each in Owl().read(given)]
    report.raise_errors()
    return found


def faults(given: Source) -> tuple[Diagnostic, ...]:
    with pytest.raises(SpecError) as caught:
        Owl().read(given)
    return caught.value.diagnostics


def restriction(inner: str, role: str = "hasTopping") -> str:
    on = f'<owl:onProperty rdf:resource="#{role}"/>'
    return f"<owl:Restriction>{on}{inner}</owl:Restriction>"


def below(inner: str, name: str = "Pizza") -> str:
    return f'<owl:Class rdf:about="#{name}"><rdfs:subClassOf>{inner}</rdfs:subClassOf></owl:Class>'


NUMBER = 'rdf:datatype="http://www.w3.org/2001/XMLSchema#nonNegativeInteger"'
CHEESE = '<owl:Class rdf:about="#Cheese"/>'
ALSO = '<owl:Class rdf:about="#Ham"/>'


@pytest.mark.parametrize(
    ("inner", "meant"),
    [
        (below(CHEESE), ["`Pizza` isa `Cheese`"]),
        (
            below(restriction(f"<owl:someValuesFrom>{CHEESE}</owl:someValuesFrom>")),
            ["`Pizza` isa some hasTopping `Cheese`"],
        ),
        (
            below(restriction('<owl:allValuesFrom rdf:resource="&owl;Nothing"/>')),
            ["`Pizza` isa only hasTopping nothing"],
        ),
        (
            below(restriction(f"<owl:minCardinality {NUMBER}>2</owl:minCardinality>")),
            ["`Pizza` isa min 2 hasTopping thing"],
        ),
        (
            below(
                restriction(
                    f"<owl:qualifiedCardinality {NUMBER}>3</owl:qualifiedCardinality>"
                    f"<owl:onClass>{CHEESE}</owl:onClass>"
                )
            ),
            ["`Pizza` isa exactly 3 hasTopping `Cheese`"],
        ),
        (
            f'<owl:Class rdf:about="#Pizza"><owl:equivalentClass><owl:Class><owl:unionOf rdf:parseType="Collection">'
            f"{CHEESE}{ALSO}</owl:unionOf></owl:Class></owl:equivalentClass></owl:Class>",
            ["`Pizza` isa `Cheese` or `Ham`", "`Cheese` or `Ham` isa `Pizza`"],
        ),
        (
            '<owl:Class rdf:about="#Pizza"><owl:disjointWith rdf:resource="#Ham"/></owl:Class>',
            ["`Pizza` isa not `Ham`"],
        ),
        (
            '<owl:AllDisjointClasses><owl:members rdf:parseType="Collection"><rdf:Description rdf:about="#A"/>'
            '<rdf:Description rdf:about="#B"/><rdf:Description rdf:about="#C"/></owl:members></owl:AllDisjointClasses>',
            ["`A` isa not `B`", "`A` isa not `C`", "`B` isa not `C`"],
        ),
        (
            f'<owl:Class rdf:about="#Pizza"><owl:disjointUnionOf rdf:parseType="Collection">{CHEESE}{ALSO}'
            "</owl:disjointUnionOf></owl:Class>",
            ["`Cheese` isa not `Ham`", "`Pizza` isa `Cheese` or `Ham`", "`Cheese` or `Ham` isa `Pizza`"],
        ),
        (
            '<owl:ObjectProperty rdf:about="#hasTopping"><rdfs:domain rdf:resource="#Pizza"/>'
            '<rdfs:range rdf:resource="#Cheese"/></owl:ObjectProperty>',
            ["some hasTopping thing isa `Pizza`", "thing isa only hasTopping `Cheese`"],
        ),
        (
            '<Pizza rdf:about="#mine"><hasTopping rdf:resource="#yours"/><rdfs:label>nice</rdfs:label></Pizza>',
            ["mine : `Pizza`", "hasTopping(mine, yours)"],
        ),
        (
            '<owl:Class rdf:about="#Plain"><owl:complementOf rdf:resource="#Pizza"/></owl:Class>',
            ["`Plain` isa not `Pizza`", "not `Pizza` isa `Plain`"],
        ),
    ],
)  # fmt: skip
def test_axioms_are_read(inner: str, meant: list[str]) -> None:
    assert read(source(inner)) == meant


@pytest.mark.parametrize(
    ("inner", "told", "at"),
    [
        ('<owl:TransitiveProperty rdf:about="#partOf"/>', "transitive roles", "partOf"),
        ('<owl:FunctionalProperty rdf:about="#partOf"/>', "functional roles", "partOf"),
        (
            '<owl:ObjectProperty rdf:about="#partOf"><owl:inverseOf rdf:resource="#hasPart"/></owl:ObjectProperty>',
            "inverse roles",
            "",
        ),
        (
            '<owl:ObjectProperty rdf:about="#a"><rdfs:subPropertyOf rdf:resource="#b"/></owl:ObjectProperty>',
            "hierarchies of roles",
            "",
        ),
        ('<owl:DatatypeProperty rdf:about="#price"/>', "datatypes", "price"),
        ('<rdf:Description rdf:about="#mine"><price>3</price></rdf:Description>', "datatypes", "price"),
        (
            below(
                '<owl:Class><owl:oneOf rdf:parseType="Collection"><rdf:Description rdf:about="#x"/>'
                "</owl:oneOf></owl:Class>"
            ),
            "nominals",
            "",
        ),
        (below(restriction('<owl:hasValue rdf:resource="#x"/>')), "nominals", ""),
        (
            below(restriction('<owl:someValuesFrom rdf:resource="http://www.w3.org/2001/XMLSchema#int"/>')),
            "datatypes",
            "",
        ),
        (
            '<owl:Ontology rdf:about="http://ex.org/q"><owl:imports rdf:resource="http://127.0.0.1:9/x"/></owl:Ontology>',
            "imports",
            "imports",
        ),
        ('<rdf:Description rdf:about="#x"><owl:sameAs rdf:resource="#y"/></rdf:Description>', "equal individuals", ""),
        ('<Pizza/>', "individuals without a name", ""),
    ],
)  # fmt: skip
def test_what_lies_outside_is_refused_by_name(inner: str, told: str, at: str) -> None:
    found = faults(source(inner + below(CHEESE)))
    assert {each.code for each in found} == {"E0323"}
    assert any(each.message == f"{told} lie outside this logic" for each in found)
    assert all(each.help and each.span is not None for each in found)
    assert any(each.span is not None and at in each.span.text for each in found)


def test_names_that_end_alike_are_refused() -> None:
    inner = below('<owl:Class rdf:about="http://other.org/p#Pizza"/>')
    assert [each.code for each in faults(source(inner))] == ["E0323"]


PAIR = '<Pizza rdf:about="#mine"/><Pizza rdf:about="#yours"/>'
DIFFERENT = '<rdf:Description rdf:about="#mine"><owl:differentFrom rdf:resource="#yours"/></rdf:Description>'


def test_names_are_unique_where_the_ontology_says_so() -> None:
    assert Owl().settings(source(PAIR)) == {"unique_names": False}
    assert Owl().settings(source(PAIR + DIFFERENT)) == {"unique_names": True}
    with pytest.raises(SpecError, match="E0323"):
        Owl().settings(source(PAIR + DIFFERENT + '<Pizza rdf:about="#ours"/>'))


def test_what_is_written_is_read_as_it_was() -> None:
    texts = (
        "anne : red and some likes (kind and not round)",
        "likes(anne, `Bob x`)",
        "min 2 eats thing isa blue or only chases nothing",
        "thing isa exactly 2 eats kind",
        "some eats nothing isa not (red or blue)",
        "`1st` isa max 0 likes thing",
    )
    for unique in (True, False):
        written = Source("x.owl", Owl().write(theory(*texts, unique_names=unique)))
        assert read(written) == list(texts)
        assert Owl().settings(written) == {"unique_names": unique}


@given(some.text(min_size=1))
def test_every_name_is_an_iri_of_its_own(name: str) -> None:
    assert name_of_iri(iri(name)) == name
    assert local(name).isascii()
    assert local(name).replace("_", "").isalnum() or set(local(name)) == {"_"}


def codes(ask: Callable[[Source], object], text: str) -> set[str]:
    try:
        ask(Source("x.owl", text))
    except SpecError as caught:
        return {each.code for each in caught.diagnostics}
    return set()


WHOLE = (
    HEAD + below(restriction(f"<owl:someValuesFrom>{CHEESE}</owl:someValuesFrom>")) + "</rdf:RDF>"
)


@settings(max_examples=100, deadline=None)
@given(some.integers(0, len(WHOLE)), some.integers(0, len(WHOLE)), some.text(max_size=4))
def test_a_corrupt_file_is_a_diagnostic(one: int, other: int, put: str) -> None:
    start, end = sorted((one, other))
    text = WHOLE[:start] + put.replace("\x00", "") + WHOLE[end:]
    found = codes(Owl().read, text) | codes(Owl().settings, text)
    assert found <= {"E0101", "E0323", "E0604"}


@pytest.mark.parametrize(
    "text", ["", "garbage", "Ontology(<urn:x>)", "<a>", "<rdf:RDF", "{}", "<!--"]
)
def test_what_is_no_ontology_is_told(text: str) -> None:
    found = faults(Source("x.owl", text))
    assert [each.code for each in found] in (["E0101"], ["E0604"])


def test_a_circle_of_blank_nodes_ends() -> None:
    inner = '<owl:Class rdf:nodeID="n"><owl:complementOf rdf:nodeID="n"/></owl:Class>' + (
        '<owl:Class rdf:about="#A"><rdfs:subClassOf rdf:nodeID="n"/></owl:Class>'
    )
    assert {each.code for each in faults(source(inner))} == {"E0323"}


def test_nothing_is_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise AssertionError("a connection was asked for")

    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    inner = '<owl:Ontology rdf:about="http://ex.org/q"><owl:imports rdf:resource="http://127.0.0.1:9/x"/></owl:Ontology>'
    assert faults(source(inner))


SPEC = 'family pizzas\nlogic alcq\ntheory from "{}"\nask entailment `Pizza` isa some hasTopping thing\n'


def test_a_spec_holds_an_ontology(tmp_path: Path) -> None:
    text = WHOLE.replace("Pizza", "Plätzchen").replace(
        'version="1.0"', 'version="1.0" encoding="latin-1"'
    )
    path = tmp_path / "pizzas.rspec"
    path.write_text(SPEC.replace('from "{}"', f'owl """\n{text}"""').replace("Pizza", "Plätzchen"))
    (line,) = load(path).growth.core.lines
    assert line.template is not None
    assert show(line.template) == "`Plätzchen` isa some hasTopping `Cheese`"
    path.write_text(path.read_text().replace("</owl:Class></rdf:RDF>", "</owl:Kind></rdf:RDF>"))
    (found,) = [each for each in check(path) if each.code == "E0101"]
    assert found.span is not None
    assert found.span.source.place(found.span.start)[0] == 10


def test_a_spec_reads_an_ontology_beside_it(tmp_path: Path) -> None:
    (tmp_path / "pizza.owl").write_text(WHOLE)
    (tmp_path / "pizzas.rspec").write_text(SPEC.format("pizza.owl"))
    family = load(tmp_path / "pizzas.rspec")
    (line,) = family.growth.core.lines
    assert isinstance(line.template, ir.Inclusion)
    assert dict(family.options) == {"unique_names": False}


def test_no_file_outside_the_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "pizza.owl").write_text(WHOLE)
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "pizzas.rspec").write_text(SPEC.format("../pizza.owl"))
    assert "E0208" in {each.code for each in check(inside / "pizzas.rspec")}
