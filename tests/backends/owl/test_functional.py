"""Ontologies are asked and answered in functional syntax, and what is answered can be asked again."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as some

import rspc
from rspc.backends.owl.format import Owl
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.lower import lower_statement
from rspc.compiler.notation.terms import StatementScope
from rspc.dsl.diagnostics import Diagnostic, Report, SpecError
from rspc.dsl.source import Source

from ..ontologies import theory

FORMAT = Owl()
ONTOLOGY = """<?xml version="1.0"?>
<rdf:RDF xmlns="http://ex.org/p#" xmlns:ex="http://ex.org/p#" xml:base="http://ex.org/p"
  xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
<owl:Ontology rdf:about=""/>
<owl:Class rdf:about="#Gemüse"><owl:disjointWith rdf:resource="#Red%20Meat"/></owl:Class>
<owl:Class rdf:about="#Margherita"><rdfs:subClassOf><owl:Restriction>
  <owl:onProperty rdf:resource="#hasTopping"/><owl:allValuesFrom rdf:resource="#Gemüse"/>
</owl:Restriction></rdfs:subClassOf></owl:Class>
<Margherita rdf:about="#mine"><hasTopping rdf:resource="#slice"/></Margherita>
</rdf:RDF>
"""


def queried(text: str, ontology: str = ONTOLOGY) -> ir.Statement:
    report = Report()
    node = FORMAT.read_query(Source("query", text), Source("t.owl", ontology))
    scope = StatementScope(report, concepts=True, paired=True)
    _, found = lower_statement(node, scope)
    report.raise_errors()
    return found


# -------------------------------------------------------------------------------------------- what is read back

LETTERS = some.characters(exclude_categories=("Cs",))
NAMES = some.sampled_from(["Kind", "rot", "hot-dog", "Gemüse", "a b", "_x41_", "2nd", "a."])
EVERY = NAMES | some.text(LETTERS, min_size=1, max_size=4)
BOUNDS = some.integers(0, 9).map(lambda number: ir.Quantity("integer", number))


def concepts(names: some.SearchStrategy[str]) -> some.SearchStrategy[ir.Formula]:
    def larger(inner: some.SearchStrategy[ir.Formula]) -> some.SearchStrategy[ir.Formula]:
        several = some.lists(inner, min_size=2, max_size=3).map(tuple)
        quantifiers, numbers = (
            some.sampled_from(["some", "only"]),
            some.sampled_from(["min", "max"]),
        )
        return some.one_of(
            some.builds(ir.Not, inner),
            some.builds(ir.And, several),
            some.builds(ir.Or, several),
            some.builds(ir.Restriction, quantifiers, some.none(), names, inner),
            some.builds(ir.Restriction, numbers | some.just("exactly"), BOUNDS, names, inner),
        )

    simple = some.builds(ir.Named, names) | some.builds(ir.Truth, some.booleans())
    return some.recursive(simple, larger, max_leaves=5)


CONSTANTS = some.builds(ir.Const, EVERY)
STATEMENTS = some.one_of(
    some.builds(ir.Inclusion, concepts(EVERY), concepts(EVERY)),
    some.builds(ir.ConceptAssertion, CONSTANTS, concepts(EVERY)),
    some.builds(
        lambda role, one, other: ir.Fact(ir.Literal(ir.Atom(role, (one, other)))),
        *(EVERY, CONSTANTS, CONSTANTS),
    ),
)


def again(text: str | None) -> ir.Statement:
    """Read an axiom whose names may be used as more than one thing."""
    assert text is not None
    report = Report()
    node = FORMAT.read_query(Source("query", text), Source("t.owl", ""))
    _, found = lower_statement(node, StatementScope(report, concepts=True))
    report.raise_errors()
    return found


@given(STATEMENTS)
def test_a_statement_is_shown_as_it_is_asked(made: ir.Statement) -> None:
    assert again(FORMAT.show(made)) == made
    shown = FORMAT.show(ir.Labelled("a1", made))
    assert again(shown) == made
    assert shown is not None
    assert shown.endswith(" # a1")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("`Hot-Dog` isa not `Gemüse`", "SubClassOf(:Hot-Dog ObjectComplementOf(:Gemüse))"),
        ("`a b` : more than 1 likes thing", "ClassAssertion(ObjectMinCardinality(2 :likes owl:Thing) :a_x20_b)"),
        ("likes(a, b)", "ObjectPropertyAssertion(:likes :a :b)"),
        ("-likes(a, b)", None),
        ("p(X) -> q(X)", None),
    ],
)  # fmt: skip
def test_what_an_ontology_has_is_shown(text: str, shown: str | None) -> None:
    (labelled,) = theory(text).statements
    assert FORMAT.show(labelled.statement) == shown


# ------------------------------------------------------------------------------------------------- what is asked


@pytest.mark.parametrize(
    ("query", "shown", "label"),
    [
        ("ClassAssertion(:Gemüse :slice)", "ClassAssertion(:Gemüse :slice)", "true"),
        ("ClassAssertion(ex:Gemüse ex:slice) # so", "ClassAssertion(:Gemüse :slice)", "true"),
        ("ClassAssertion(<http://ex.org/p#Gem%C3%BCse> :slice)", "ClassAssertion(:Gemüse :slice)", "true"),
        ("ClassAssertion(:Red_x20_Meat :slice)", "ClassAssertion(:Red_x20_Meat :slice)", "false"),
        ("SubClassOf(owl:Nothing :Gemüse)", "SubClassOf(owl:Nothing :Gemüse)", "true"),
        (
            "DisjointClasses(:Red_x20_Meat :Gemüse)",
            "SubClassOf(:Red_x20_Meat ObjectComplementOf(:Gemüse))",
            "true",
        ),
        (
            "ObjectPropertyRange(:hasTopping :Gemüse)",
            "SubClassOf(owl:Thing ObjectAllValuesFrom(:hasTopping :Gemüse))",
            "unknown",
        ),
        (
            "ObjectPropertyDomain(:hasTopping owl:Thing)",
            "SubClassOf(ObjectSomeValuesFrom(:hasTopping owl:Thing) owl:Thing)",
            "true",
        ),
        (
            "ClassAssertion(ObjectMinCardinality(1 :hasTopping) :mine)",
            "ClassAssertion(ObjectMinCardinality(1 :hasTopping owl:Thing) :mine)",
            "true",
        ),
        (
            "ObjectPropertyAssertion(:hasTopping\n:mine :slice)",
            "ObjectPropertyAssertion(:hasTopping :mine :slice)",
            "true",
        ),
    ],
)  # fmt: skip
def test_a_query_is_an_axiom(query: str, shown: str, label: str) -> None:
    answer = rspc.solve(ONTOLOGY, "owl", query=query)
    assert (answer.query, answer.label) == (shown, label)


def test_an_answer_is_given_in_functional_syntax() -> None:
    answer = rspc.solve(ONTOLOGY, "owl", query="ClassAssertion(:Red_x20_Meat :slice)")
    assert answer.theory == (
        "SubClassOf(:Gemüse ObjectComplementOf(:Red_x20_Meat)) # a1",
        "SubClassOf(:Margherita ObjectAllValuesFrom(:hasTopping :Gemüse)) # a2",
        "ClassAssertion(:Margherita :mine) # f1",
        "ObjectPropertyAssertion(:hasTopping :mine :slice) # f2",
    )
    first, *_, last = answer.proof or ()
    assert first["gives"] == "ClassAssertion(ObjectAllValuesFrom(:hasTopping :Gemüse) :mine)"
    assert last["text"] == (
        "SubClassOf(:Gemüse ObjectComplementOf(:Red_x20_Meat)) (a1). ClassAssertion(:Gemüse :slice) (step 2). "
        "So ClassAssertion(ObjectComplementOf(:Red_x20_Meat) :slice)."
    )


DEEP = f"{'ObjectComplementOf(' * 90}:A{')' * 90}"
BAD = [
    ("", "E0101", "", "such as `SubClassOf(:A :B)`"),
    ("# hm", "E0101", "", "such as `SubClassOf(:A :B)`"),
    ("slice : not `Meat`", "E0101", "slice", "such as `SubClassOf(:A :B)`"),
    ("<owl:Class rdf:about='#A'/>", "E0101", "<", "such as `SubClassOf(:A :B)`"),
    ("SubclassOf(:Margherita :Gemüse)", "E0101", "SubclassOf", "did you mean `SubClassOf`?"),
    ("SubClassOf(:Margherita)", "E0101", ")", "such as"),
    ("SubClassOf(:Margherita :Gemüse", "E0101", "", "such as"),
    ("SubClassOf(:Margherita :Gemüse).", "E0101", ".", "such as"),
    ("SubClassOf(:Margherita :Gemüse :mine)", "E0101", ":mine", "such as"),
    ("SubClassOf(:A :B) SubClassOf(:B :A)", "E0101", "SubClassOf", "such as"),
    ("ClassAssertion(Gemüse :slice)", "E0101", "Gemüse", "a name has a colon before it: `:Gemüse`"),
    ("ClassAssertion(:Gemüse slice)", "E0101", "slice", "a name has a colon before it: `:slice`"),
    ("ClassAssertion(:Gemüse owl:Thing)", "E0101", "owl:Thing", "such as"),
    ("ClassAssertion(:Gemüse ?x)", "E0101", "?", "such as"),
    ("ClassAssertion(exx:Gemüse :slice)", "E0101", "exx:Gemüse", "write `:Gemüse`"),
    ("ClassAssertion(ObjectMinCardinality(-1 :hasTopping) :mine)", "E0101", "-", "such as"),
    ("ClassAssertion(ObjectMinCardinality(:hasTopping 1) :mine)", "E0101", ":hasTopping", "such as"),
    ("SubClassOf(:A ObjectIntersectionOf(:B))", "E0101", ")", "such as"),
    ("SubClassOf(:A ObjectUnionof(:B :C))", "E0101", "ObjectUnionof", "did you mean `ObjectUnionOf`?"),
    ("SubClassOf(:A ObjectOneOf(:mine))", "E0323", "ObjectOneOf", "individuals of the ontology"),
    ("SubClassOf(:A DataHasValue(:p :q))", "E0323", "DataHasValue", "individuals of the ontology"),
    ("SubClassOf(:A rdfs:Literal)", "E0323", "rdfs:Literal", "individuals of the ontology"),
    ("TransitiveObjectProperty(:r)", "E0323", "TransitiveObjectProperty", "individuals of the ontology"),
    ("SameIndividual(:mine :slice)", "E0323", "SameIndividual", "individuals of the ontology"),
    (f"SubClassOf(:A {DEEP})", "E0323", "ObjectComplementOf", "individuals of the ontology"),
    ("EquivalentClasses(:A :B)", "E0421", "EquivalentClasses", "and then `SubClassOf(:B :A)`"),
    ("NegativeObjectPropertyAssertion(:r :a :b)", "E0421", "NegativeObjectPropertyAssertion", "`false` says"),
    ("ClassAssertion(:Gemuse :slice)", "E0321", "ClassAssertion(:Gemuse :slice)", "did you mean `Gemüse`?"),
    ("ClassAssertion(:hasTopping :slice)", "E0322", "ClassAssertion(:hasTopping :slice)", ""),
]  # fmt: skip


def faults(query: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(SpecError) as caught:
        rspc.solve(ONTOLOGY, "owl", query=query)
    return caught.value.diagnostics


@pytest.mark.parametrize(("query", "code", "at", "help"), BAD, ids=[each[:40] for each, *_ in BAD])
def test_a_bad_query_is_told_at_its_place(query: str, code: str, at: str, help: str) -> None:
    (found,) = faults(query)
    assert (found.code, found.span.text, found.span.source.text) == (code, at, query)
    assert help in found.help


WORDS = [
    *"():<>#. \n",
    "SubClassOf",
    "ClassAssertion(",
    ":A ",
    ":b",
    "owl:Thing ",
    "x:A",
    "2",
    "ObjectUnionOf(",
]


@given(some.text() | some.lists(some.sampled_from(WORDS), max_size=8).map("".join))
def test_any_query_is_read_or_refused_in_its_place(text: str) -> None:
    try:
        queried(text)
    except SpecError as error:
        for each in error.diagnostics:
            assert each.span.source.name == "query"
            assert each.span.start <= each.span.end <= len(text)


def test_prefixes_of_the_other_form_are_read(tmp_path: Path) -> None:
    file = tmp_path / "t.owl"
    file.write_text(
        '<?xml version="1.0"?><Ontology xmlns="http://www.w3.org/2002/07/owl#" ontologyIRI="http://ex.org/p">'
        '<Prefix name="z" IRI="http://ex.org/p#"/><ClassAssertion><Class IRI="#Kind"/>'
        '<NamedIndividual IRI="#anne"/></ClassAssertion></Ontology>'
    )
    assert rspc.solve(file, "owl", query="ClassAssertion(z:Kind z:anne)").label == "true"
