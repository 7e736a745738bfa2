"""The reference of the language: what it says of forms that do not compile is what the compiler says."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from rspc.compiler import plugins, theories
from rspc.compiler.family import check
from rspc.compiler.ir import features
from rspc.compiler.lowering import lower_statement
from rspc.compiler.parameters import TYPES
from rspc.compiler.terms import StatementScope
from rspc.dsl.diagnostics import Diagnostic, Report
from rspc.dsl.parser import parse_statement
from rspc.dsl.source import Source

from .pages import codes, rows, section

PAGE = "language"
REFUSED = [
    (codes(form)[0], said) for _, form, said in rows(section(PAGE, "What does not compile yet"))
]
RECORD = "record book { pages: integer = 80..900 }\n"
REST = {
    "family": "family tried\n",
    "logic": "logic constraint\n",
    "theory": "theory product_of_sums { slots 1 }\n",
    "ask": "ask choice\n",
}


def statement(form: str) -> bool:
    return form.endswith(".")


def found(form: str, folder: Path) -> list[Diagnostic]:
    """Check a family with this form; statements, and productions of them, stand in one without a record."""
    alone = statement(form) or form.startswith(("rule", "fact"))
    text = "" if alone else f"{RECORD}test t(?n) on pages: pages > ?n where ?n = 1 of pages\n"
    item = f"theory {{ {form} }}" if statement(form) else form
    word = item.partition(" ")[0]
    rest = [each for name, each in REST.items() if name != word]
    path = folder / "tried.rspec"
    path.write_text(
        f"{rest[0]}{''.join(rest[1:])}{text}pool verbs = {{run, walk}}\n{item}\n", "utf-8"
    )
    return [each for each in check(path) if not (alone and each.code == "E0421")]


@pytest.mark.parametrize(("form", "said"), REFUSED)
def test_a_form_is_refused_as_the_page_says(form: str, said: str, tmp_path: Path) -> None:
    diagnostics = found(form, tmp_path)
    for part in said.split("; "):
        code, _, label = part.partition(": ")
        assert (code, label) in {(each.code, each.label if label else "") for each in diagnostics}
    assert {each.code for each in diagnostics} == set(re.findall(r"E\d{4}", said))


def test_every_feature_that_no_logic_has_is_on_the_page() -> None:
    accepted = {
        feature
        for name in plugins.names(plugins.LOGICS)
        for feature in plugins.load(plugins.LOGICS, name).accepts
    }
    needed = {
        label.replace(" ", "_")
        for _, said in REFUSED
        for label in re.findall(r"needs ([a-z ]+)", said)
    }
    for form, _ in REFUSED:
        if statement(form):
            scope = StatementScope(Report(), concepts=True)
            node = lower_statement(parse_statement(Source("form", form)), scope)[1]
            needed |= {feature for feature, _ in features.features(node)}
    assert known_features() - accepted == needed - accepted


def known_features() -> set[str]:
    """Give the features that nodes and items can need, as the compiler's source names them."""
    tree = ast.parse(Path(features.__file__).read_text("utf-8"))
    returned = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    names = {each.value for each in returned if isinstance(each, ast.Constant) and each.value}
    return names.union(*theories.NEEDED.values())


def test_the_installed_tasks_are_named() -> None:
    text = " ".join(section(PAGE, "What is asked").split())
    named = text.partition("Of the tasks below, ")[2].partition(";")[0]
    assert sorted(codes(named)) == sorted(plugins.names(plugins.TASKS))


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
