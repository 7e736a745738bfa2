"""HermiT in this process: textbook answers, the time limit, and what is said where there is no Java."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rspc.backends.owl import hermit
from rspc.backends.owl.format import Owl
from rspc.backends.owl.hermit import Hermit
from rspc.cli.app import app
from rspc.compiler.contract import LIMITS, EngineError, Limits, plugins
from rspc.compiler.ir import nodes as ir
from rspc.compiler.logics.alcq import Alcq
from rspc.compiler.notation.lower import lower_statement
from rspc.compiler.notation.terms import StatementScope
from rspc.dsl.diagnostics import Report, SpecError
from rspc.dsl.source import Source

from ..ontologies import MERGED, TEXTBOOK, asked, drawn, theory

LACKING = Hermit.lacks()
java = pytest.mark.skipif(bool(LACKING), reason=LACKING or "Java is there")


def label(given: ir.Theory, question: str) -> str:
    return Hermit().decide(given, asked(question), {}, LIMITS).label


@java
@pytest.mark.parametrize(("statements", "question", "meant"), TEXTBOOK)
def test_textbook_answers(statements: tuple[str, ...], question: str, meant: str) -> None:
    assert label(theory(*statements), question) == meant


@java
@pytest.mark.parametrize(("statements", "question", "meant"), MERGED)
def test_names_may_stand_for_one_individual(
    statements: tuple[str, ...], question: str, meant: str
) -> None:
    assert label(theory(*statements, unique_names=False), question) == meant


@java
@pytest.mark.parametrize(("statements", "question", "meant"), TEXTBOOK)
def test_an_ontology_that_is_written_and_read_means_the_same(
    statements: tuple[str, ...], question: str, meant: str
) -> None:
    source = Source("x.owl", Owl().write(theory(*statements)))
    scope = StatementScope(Report(), concepts=True)
    read = [lower_statement(each, scope)[1] for each in Owl().read(source)]
    labelled = tuple(ir.Labelled(f"a{n}", each) for n, each in enumerate(read))
    options = (("unique_names", True),)
    assert label(ir.Theory("alcq", labelled, options=options), question) == meant


@java
def test_names_of_any_spelling_are_told_apart() -> None:
    given = theory("`a b` : `x-1`", "`a_b` : not `x-1`", "`x-1` isa `P8`")
    assert label(given, "`a b` : `P8`") == "true"
    assert label(given, "`a_b` : `P8`") == "unknown"


@java
def test_a_stock_reasoner_opens_what_is_encoded_and_what_is_written(tmp_path: Path) -> None:
    given = theory("a : red", "red isa some likes not red", "likes(a, b)")
    encoded = Hermit().encode(given, asked("a : some likes thing"), {})
    (tmp_path / f"x{encoded.suffix}").write_text(encoded.text)
    (tmp_path / "x.owl").write_text(Owl().write(given))
    library = hermit._library()
    assert library
    program = Path(library).parents[2] / "bin" / "java"
    for name in (f"x{encoded.suffix}", "x.owl"):
        command = [str(program), "-jar", str(hermit._archive()), "-k", str(tmp_path / name)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert "owl#Thing is satisfiable" in done.stdout, done.stderr


@java
def test_time_is_fenced() -> None:
    with pytest.raises(EngineError, match="time limit of 0 seconds"):
        Hermit().decide(theory("a : red"), asked("a : blue"), {}, Limits(1, 0.0))
    holes = ("a : exactly 24 r (b or c)", "a : max 12 r b", "a : max 11 r c")
    with pytest.raises(EngineError, match="time limit of 2 seconds"):
        Hermit().decide(theory(*holes), asked("a : b"), {}, Limits(1, 0.5))


@java
def test_memory_is_fenced_and_a_spent_machine_is_not_asked_again() -> None:
    code = """
from rspc.backends.owl import hermit
from rspc.compiler.contract import EngineError, Limits
from rspc.compiler.ir import nodes as ir
hermit.MEMORY = 24
many = ir.Restriction("min", ir.Quantity("integer", 5000), "r", ir.Or((ir.Named("b"), ir.Named("c"))))
given = ir.Theory("alcq", (ir.Labelled("s", ir.ConceptAssertion(ir.Const("a"), many)),))
for concept in (ir.Named("b"), many):
    query = ir.Query(ir.Entailed(ir.ConceptAssertion(ir.Const("a"), concept)))
    try:
        print(hermit.Hermit().decide(given, query, {}, Limits(1, 120.0)).label)
    except EngineError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.splitlines() == [hermit.OUT_OF_MEMORY] * 2, done.stderr


def test_a_question_of_another_kind_is_refused() -> None:
    with pytest.raises(EngineError, match="cannot answer the question"):
        Hermit().encode(theory("a : red"), ir.Query(ir.AnswerSets(1)), {})


def test_an_encoding_is_complete_and_tells_the_question() -> None:
    encoded = Hermit().encode(theory("likes(a, b)"), asked("red isa not blue"), {})
    assert encoded.suffix == ".ofn"
    assert encoded.text == "\n".join(
        [
            "Prefix(:=<urn:rspc:problem#>)",
            "Prefix(owl:=<http://www.w3.org/2002/07/owl#>)",
            "Prefix(rdf:=<http://www.w3.org/1999/02/22-rdf-syntax-ns#>)",
            "Prefix(rdfs:=<http://www.w3.org/2000/01/rdf-schema#>)",
            "Prefix(xsd:=<http://www.w3.org/2001/XMLSchema#>)",
            "Ontology(<urn:rspc:problem>",
            'Annotation(rdfs:comment "Does it follow? SubClassOf(:red ObjectComplementOf(:blue))")',
            'Annotation(rdfs:comment "If so, this ontology is inconsistent with: '
            'ClassAssertion(ObjectIntersectionOf(:red ObjectComplementOf(ObjectComplementOf(:blue))) :witness)")',
            "Declaration(Class(:blue))",
            "Declaration(Class(:red))",
            "Declaration(ObjectProperty(:likes))",
            "Declaration(NamedIndividual(:a))",
            "Declaration(NamedIndividual(:b))",
            "ObjectPropertyAssertion(:likes :a :b)",
            "DifferentIndividuals(:a :b)",
            ")",
            "",
        ]
    )  # fmt: skip


def test_the_witness_of_an_inclusion_is_none_of_the_individuals() -> None:
    encoded = Hermit().encode(theory("witness : red"), asked("red isa blue"), {})
    assert ":witness_)" in encoded.text


@pytest.mark.parametrize("text", ["?p(a, b)", "a : ?c"])
def test_a_template_is_no_ontology(text: str) -> None:
    with pytest.raises(EngineError, match="cannot be written as an ontology"):
        Owl().write(theory("a : red", text))


def test_without_java_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hermit, "find_spec", lambda name: None)
    assert "JPype" in Hermit.lacks()
    with pytest.raises(SpecError) as caught:
        Hermit().decide(theory("a : red"), asked("a : red"), {}, LIMITS)
    assert [each.code for each in caught.value.diagnostics] == ["E0705"]
    listed = CliRunner().invoke(app, ["list"])
    assert "unavailable: JPype is not installed" in listed.stdout


def test_nothing_of_it_is_loaded_before_it_is_used() -> None:
    code = (
        "import sys; from rspc.backends.owl.hermit import Hermit; from rspc.backends.owl.format import Owl;"
        "Hermit(), Owl();"
        "print([each for each in ('owlready2', 'jpype') if each in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


@java
def test_it_agrees_with_the_native_engine_on_random_theories() -> None:
    engine, found = plugins.make(plugins.BACKENDS, Alcq.establishes), set()
    for seed in range(25):
        given, query = drawn(random.Random(seed))
        answer = engine.decide(given, query, {}, LIMITS).label
        assert Hermit().decide(given, query, {}, LIMITS).label == answer, seed
        found.add(answer)
    assert found == {"true", "false", "unknown", "inconsistent"}


def test_why_everything_follows_is_told(tmp_path: Path) -> None:
    path = tmp_path / "odd.rspec"
    path.write_text(
        "family odd\nlogic alcq\ntheory { f1: a : red. f2: b : red. f3: a : not red. }\n"
        "ask entailment b : not red\n"
    )
    told = CliRunner().invoke(app, ["solve", str(path)]).stdout
    assert "inconsistent (" in told
    assert "everything follows, because these cannot all be true: f1, f3\n" in told
