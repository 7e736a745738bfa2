"""The logic of concepts: what is read, what is refused and where, what can be asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.api import check, load
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.to_syntax import show

VOCABULARY = """pool adjectives = {kind, red, round}
pool verbs = {likes, eats}
concept from adjectives
role from verbs
"""


def family(theory: str, ask: str = "anne : thing", vocabulary: str = "") -> str:
    return f"family tried\nlogic alcq\n{vocabulary}theory {{ {theory} }}\nask entailment {ask}\n"


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    return tmp_path / "tried.rspec"


def statements(path: Path, text: str) -> list[ir.Statement]:
    path.write_text(family(text), "utf-8")
    return [line.template for line in load(path).growth.core.lines if line.template is not None]


TWO = ir.Quantity("integer", 2)
KIND, RED = ir.Named("kind"), ir.Named("red")
THING, NOTHING = ir.Truth(True), ir.Truth(False)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("kind isa red", ir.Inclusion(KIND, RED)),
        ("anne : kind", ir.ConceptAssertion(ir.Const("anne"), KIND)),
        (
            "likes(anne, bob)",
            ir.Fact(ir.Literal(ir.Atom("likes", (ir.Const("anne"), ir.Const("bob"))))),
        ),
        ("thing isa not nothing", ir.Inclusion(THING, ir.Not(NOTHING))),
        (
            "kind isa some likes red and kind",  # a restriction binds tighter than `and`
            ir.Inclusion(KIND, ir.And((ir.Restriction("some", None, "likes", RED), KIND))),
        ),
        (
            "kind and red or red isa kind",  # and `and` than `or`
            ir.Inclusion(ir.Or((ir.And((KIND, RED)), RED)), KIND),
        ),
        (
            "kind isa not some likes red",
            ir.Inclusion(KIND, ir.Not(ir.Restriction("some", None, "likes", RED))),
        ),
        (
            "kind isa only likes not min 2 eats thing",
            ir.Inclusion(
                KIND,
                ir.Restriction(
                    "only", None, "likes", ir.Not(ir.Restriction("min", TWO, "eats", THING))
                ),
            ),
        ),
        *(
            (
                f"kind isa {bound} 2 likes red",
                ir.Inclusion(KIND, ir.Restriction(bound, TWO, "likes", RED)),
            )
            for bound in ("min", "max", "exactly", "more than", "fewer than")
        ),
    ],
)
def test_statements_are_read(spec: Path, text: str, meant: ir.Statement) -> None:
    theory = f"anne : kind. {text}."
    found = statements(spec, theory)[-1]
    assert found == meant
    assert statements(spec, f"anne : kind. {show(found)}.")[-1] == meant


@pytest.mark.parametrize(
    ("theory", "vocabulary", "code", "at"),
    [
        ("anne : kynd.", VOCABULARY, "E0321", "kynd"),
        ("anne : some liks kind.", VOCABULARY, "E0321", "liks"),
        ("liks(anne, bob).", VOCABULARY, "E0321", "liks"),
        ("anne : likes.", VOCABULARY, "E0321", "likes"),
        ("anne : some kind red.", VOCABULARY, "E0321", "kind"),
        ("anne : kind. anne : some kind red.", "", "E0322", "kind"),
        ("anne : some likes red. bob : likes.", "", "E0322", "likes"),
        ("likes(anne, bob). anne isa red.", "", "E0322", "anne"),
        ("anne : red. red : kind.", "", "E0322", "red"),
        ("anne : min (-1) likes red.", "", "E0320", "-1"),
        ("anne : max 2.5 likes red.", "", "E0320", "2.5"),
        ("anne : min -1 likes red.", "", "E0320", "-"),
        ("anne : more than -1 likes red.", "", "E0320", "-"),
        ("X : red.", "", "E0426", "X : red"),
        ("anne : max $2 likes red.", "", "E0320", "$2"),
        ("anne : exactly many likes red.", "", "E0320", "many"),
        ("3 isa red.", "", "E0315", "3"),
        ("3 : red.", "", "E0315", "3"),
        ('likes("anne", bob).', "", "E0315", '"anne"'),
        ("kind(anne).", "", "E0306", "kind(anne)"),
        ("likes(anne, bob, carol).", "", "E0306", "likes(anne, bob, carol)"),
        ("kind.", "", "E0306", "kind"),
        ("likes(X, bob).", "", "E0426", ""),
        ("-likes(anne, bob).", "", "E0312", "-likes(anne, bob)"),
        ("likes(X, Y) -> likes(Y, X).", "", "E0312", ""),
        ("not likes(anne, bob).", "", "E0312", ""),
    ],
)
def test_what_is_wrong_is_told_where_it_stands(
    spec: Path, theory: str, vocabulary: str, code: str, at: str
) -> None:
    spec.write_text(family(theory, vocabulary=vocabulary), "utf-8")
    found = {each.code: each.span for each in check(spec)}
    assert code in found, found
    span = found[code]
    assert span is not None
    assert at in span.text


@pytest.mark.parametrize(
    ("ask", "meant"),
    [
        ("anne : some likes kind", "anne : some likes kind"),
        ("(kind and red) isa some likes kind", "kind and red isa some likes kind"),
        ("likes(anne, bob)", "likes(anne, bob)"),
    ],
)
def test_statements_of_all_kinds_can_be_asked_about(spec: Path, ask: str, meant: str) -> None:
    spec.write_text(family("anne : kind and red. likes(anne, bob).", ask), "utf-8")
    (asked,) = load(spec).asks
    assert isinstance(asked.goal, ir.Entailed)
    assert show(asked.goal.statement) == meant


@pytest.mark.parametrize("ask", ["anne : ?c", "likes(X, bob)", "anne : kind bob"])
def test_what_cannot_be_asked_is_told(spec: Path, ask: str) -> None:
    spec.write_text(family("anne : kind. likes(anne, bob).", ask), "utf-8")
    assert any(each.severity == "error" for each in check(spec))


def test_unique_names_are_an_option(spec: Path) -> None:
    text = family("anne : kind.")
    spec.write_text(text.replace("logic alcq", "logic alcq { unique_names off }"), "utf-8")
    assert dict(load(spec).options) == {"unique_names": False}
    spec.write_text(text, "utf-8")
    found = load(spec)
    assert dict(found.options) == {"unique_names": True}
    options = found.logic.options()
    assert [each.unique_names for each in found.logic.readings(options).values()] == [False]
