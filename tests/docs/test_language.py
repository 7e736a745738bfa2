"""The reference of the language: what it says of forms that do not compile is what the compiler says."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from rspc.compiler.api import check, load
from rspc.compiler.contract import plugins
from rspc.compiler.elaboration import features as feature_checks
from rspc.compiler.family.expressions.parameters import TYPES
from rspc.compiler.ir import node_features
from rspc.compiler.notation.lower import lower_statement
from rspc.compiler.notation.terms import StatementScope
from rspc.dsl.diagnostics import Diagnostic, Report
from rspc.dsl.parsing.parser import parse_statement
from rspc.dsl.source import Source

from .pages import codes, rows, section, shipped

PAGE = "language"
TABLE = rows(section(PAGE, "What does not compile yet"))
LOGICS = ("alcq", "asp", "constraint", "defeasible")
SAID = [
    (logic, codes(form)[0], said)
    for _, form, *cells in TABLE
    for logic, said in zip(LOGICS, cells, strict=True)
]
RECORD = "record book { pages: integer = 80..900 }\n"
TEST = "test t(?n) on pages: pages > ?n where ?n = 1 of pages\n"
NAMES = "pool names = {dog, cat}\nsort animal = names\npred sees(animal, animal)\n"
REST = {
    "constraint": {"theory": "theory product_of_sums { slots 1 }\n", "ask": "ask choice\n"},
    "defeasible": {"theory": "theory backward { depth 1 }\n", "ask": "ask entailment\n"},
    "asp": {"theory": "theory { }\n", "ask": "ask computation\n"},
    "alcq": {"theory": "theory { }\n", "ask": "ask entailment\n"},
}

OF_THE_REST = {"E0421", "E0429", "W0432"}
"""What is told of a statement alone, as what it speaks of is not there: a record, rules to prefer, other rules."""


def statement(form: str) -> bool:
    return form.endswith(".")


def found(logic: str, form: str, folder: Path) -> list[Diagnostic]:
    """Check a family of a logic with this form.

    Statements, and productions of them, stand in one without a record; what names nothing of its own finds names.
    """
    alone = statement(form) or form.startswith(("rule", "fact"))
    item = f"theory {{ {form} }}" if statement(form) else form
    word = item.partition(" ")[0]
    text = f"family tried\nlogic {logic}\npool verbs = {{run, walk}}\n"
    text += "".join(line for name, line in REST[logic].items() if name != word)
    if logic == "constraint":
        text += "" if alone or word == "record" else RECORD + TEST
    elif not alone or "?" in form:
        text += NAMES
    (folder / "zebra.lp").write_text("sees(dog, cat).\n")
    path = folder / "tried.rspec"
    path.write_text(f"{text}{item}\n", "utf-8")
    ignored = {
        "W0220",
        "W0475",
        "W0476",
        *(OF_THE_REST if alone else ()),
    }  # the rest of the family is for other forms
    return [each for each in check(path) if each.code not in ignored]


@pytest.mark.parametrize(("logic", "form", "said"), SAID)
def test_a_form_is_taken_or_refused_as_the_page_says(
    logic: str, form: str, said: str, tmp_path: Path
) -> None:
    diagnostics = found(logic, form, tmp_path)
    assert {each.code for each in diagnostics} == set(re.findall(r"E\d{4}", said))
    for part in said.split("; ") if diagnostics else ():
        code, _, label = part.partition(": ")
        assert (code, label) in {(each.code, each.label if label else "") for each in diagnostics}


def test_the_logics_are_those_of_the_page() -> None:
    assert sorted(LOGICS) == sorted(shipped(plugins.LOGICS))
    head = " | ".join(f"in `{logic}`" for logic in LOGICS)
    assert head in section(PAGE, "What does not compile yet")


def test_an_item_of_knowledge_speaks_of_its_individual(tmp_path: Path) -> None:
    item = next(form for _, form, _ in SAID if form.startswith("knowledge "))
    fact, test = "fact age(?x, n) ", 'test "the {{ x }} is old" holds n > 4 '
    for changed in (
        item.replace("{{ x }}", "one"),
        item.replace(fact, "fact age(n) "),
        item.replace(fact, ""),
        item.replace(test, ""),
    ):
        assert changed != item
        codes_found = [each.code for each in found("defeasible", changed, tmp_path)]
        assert codes_found == ["E0424"], changed
    assert "E0424" in section(PAGE, "Knowledge")


def test_every_feature_that_no_logic_has_is_on_the_page() -> None:
    accepted = {
        feature
        for name in shipped(plugins.LOGICS)
        for feature in plugins.load(plugins.LOGICS, name).accepts
    }
    needed = {
        label.replace(" ", "_")
        for _, _, said in SAID
        for label in re.findall(r"needs ([a-z ]+)", said)
    }
    for _, form, _ in SAID:
        for part in form.split("  ") if statement(form) else ():
            scope = StatementScope(Report(), concepts=True)
            node = lower_statement(parse_statement(Source("form", part)), scope)[1]
            needed |= {feature for feature, _ in node_features.features(node)}
    assert known_features() - accepted == needed - accepted


def known_features() -> set[str]:
    """Return the features that nodes and items can need, as the compiler's source names them."""
    tree = ast.parse(Path(feature_checks.__file__).read_text("utf-8"))
    returned = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    names = {each.value for each in returned if isinstance(each, ast.Constant) and each.value}
    return names.union(*feature_checks.NEEDED.values())


def test_the_installed_tasks_are_named() -> None:
    text = " ".join(section(PAGE, "Questions").split())
    named = text.partition("Of the tasks below, ")[2].partition(";")[0]
    assert sorted(codes(named)) == sorted(shipped(plugins.TASKS))


def test_the_kinds_of_parameters_are_on_the_page() -> None:
    text = section(PAGE, "Parameters").partition("The kinds are")[2].partition(";")[0]
    assert sorted(codes(text)) == sorted(TYPES)


@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ("pages / 2 > 3", "E0302"),
        ("pages mod 2 == 1", "E0302"),
        ("pages ** 2 > 3", "E0302"),
        ("{1: 2}[pages] > 1", "E0302"),
        ("1 of pages > 1", "E0302"),
        ("X > pages", "E0302"),
        ("round(pages, 10) > 3", "E0204"),
    ],
)
def test_what_conditions_lack_is_as_the_page_says(
    condition: str, code: str, tmp_path: Path
) -> None:
    path = tmp_path / "tried.rspec"
    path.write_text(
        f"family tried\nlogic constraint\n{RECORD}theory {{ {condition}. }}\nask choice\n", "utf-8"
    )
    assert [each.code for each in check(path)] == [code]
    assert code in section(PAGE, "What does not compile yet")


def test_a_fact_beside_a_record_is_no_condition(tmp_path: Path) -> None:
    path = tmp_path / "tried.rspec"
    path.write_text(
        f"family tried\nlogic constraint\n{RECORD}theory {{ p(a). }}\nask choice\n", "utf-8"
    )
    assert [each.code for each in check(path)] == ["E0308"]


def test_the_statements_that_compile_do(tmp_path: Path) -> None:
    path = tmp_path / "tried.rspec"
    record = "record seat { price: money = $1..$9  class: one of {first, second} }\n"
    path.write_text(
        f"family tried\nlogic constraint\n{record}clue low = price < $5 | price < $9\n"
        "theory { price < $5 or class == first.  1..2 of clue. }\nask choice\n",
        "utf-8",
    )
    assert check(path) == ()


def test_the_statements_of_rules_that_compile_do(tmp_path: Path) -> None:
    path = tmp_path / "tried.rspec"
    rules = "r1: sees(X, Y) => -sees(Y, X).  r2: sees(X, Y) ~> sees(Y, X).  r2 > r1."
    path.write_text(
        f"family tried\nlogic defeasible {{ variant propagating }}\n{NAMES}fact f = ?p(?a, ?b)\n"
        f"theory {{ 1 of fact.  {rules} }}\nask entailment sees(dog, cat)\n",
        "utf-8",
    )
    assert check(path) == ()
    assert {each.label for each in load(path).generate(20)} == {"true", "unknown"}
