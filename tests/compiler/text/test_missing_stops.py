"""A warning shows the texts of `say` that look like sentences, but have no full stop, and repairs them."""

from pathlib import Path

import pytest

from rspc.compiler.api import check
from rspc.dsl.diagnostics import Diagnostic
from rspc.dsl.edits import apply_edits

HEAD = """family ward
logic defeasible
sort patient = {anna, ben, clara, david}
pred from {feverish, pale, dizzy, calm, well}(patient)
rule one = ~?p(X) => ~?q(X)
theory backward { depth 1 }
ask entailment
"""
RULE = 'say ?g => ?h as "If {{ g }}, then usually {{ h }}."\n'


def warned(lines: str, folder: Path) -> tuple[str, list[Diagnostic]]:
    path = folder / "ward.rspec"
    path.write_text(f"{HEAD}{lines}\n", "utf-8")
    return f"{HEAD}{lines}\n", [each for each in check(path) if each.code == "W0524"]


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ('say ?g => ?h as "{{ g }} makes {{ h }}"', '"{{ g }} makes {{ h }}'),
        ('say ?r > ?s as "{{ r }} beats {{ s }}  "', '"{{ r }} beats {{ s }}'),
        ('say ?p(?a) as "The fact is: {{ a }} is {{ p }}"', '"The fact is: {{ a }} is {{ p }}'),
        ('say ?p(?a) as "“The {{ a }} is {{ p }}”"', '"“The {{ a }} is {{ p }}”'),
        ('say ?p(?a) as "{{ a }} is {{ p }}." "{{ a }} seems {{ p }}"', '"{{ a }} seems {{ p }}'),
        ('say ?p(?a) as """The {{ a }} is {{ p }}\n"""', '"""The {{ a }} is {{ p }}'),
    ],
)
def test_a_missing_full_stop_is_added(lines: str, text: str, tmp_path: Path) -> None:
    spec, (found,) = warned(lines, tmp_path)
    assert found.span.text.startswith(text)
    assert found.help == "end it with `.`"
    fixed = apply_edits(spec, found.edits)
    assert fixed == spec.replace(text, f"{text}.")
    _, left = warned(fixed.removeprefix(HEAD).removesuffix("\n"), tmp_path)
    assert left == []


@pytest.mark.parametrize(
    "lines",
    [
        RULE
        + 'say ?p(?a) as "{{ a }} is {{ p }}." "{{ a }} seems {{ p }}." "{{ a }} looks {{ p }}"',
        'say ?g => ?h as "{{ g }}; thus {{ h }},"',
    ],
)
def test_what_may_be_meant_otherwise_is_not_repaired(lines: str, tmp_path: Path) -> None:
    _, (found,) = warned(lines, tmp_path)
    assert found.edits == ()
    assert found.help.startswith("end it with `.`, or ")


@pytest.mark.parametrize(
    "lines",
    [
        'say ?p(?a) as "The {{ a }} is {{ p }}." "the {{ a }} is {{ p }}"',
        'say ?p(?a) as "{{ a | capital }} is {{ p }}." "{{ a }} is {{ p }}"',
        RULE + 'say ?p(?a) as "{{ a }} is {{ p }}." "{{ a }} seems {{ p }}"',
        'say ?p(?a) as "{{ a | capital }} is {{ p }}"',
        'say ?p(?a) as "I know that {{ a }} is {{ p }}"',
        'say ?p(?a) as "Is {{ a }} {{ p }}?" "The end: {{ a }} is {{ p }}!"',
        'say ?p(?a) asked as "The {{ a }} is {{ p }}"',
        'use std.languages.de\nsay ?p(?a) as "An {{ a }} ist {{ p }}"',
    ],
)
def test_parts_of_sentences_are_not_warned_of(lines: str, tmp_path: Path) -> None:
    assert warned(lines, tmp_path)[1] == []


def test_a_text_with_an_error_is_not_warned_about_in_any_check(tmp_path: Path) -> None:
    (tmp_path / "ward.rspec").write_text(
        f'{HEAD}say ?g => ?h as "If {{{{ g }}}}, then so"\n', "utf-8"
    )
    first, second = (check(tmp_path / "ward.rspec") for _ in range(2))
    assert first == second
    assert [each.code for each in first if each.code in ("E0509", "W0524")] == ["E0509"]
