"""Comparisons of holes in phrases: with numbers, with names, and with each other."""

from __future__ import annotations

import pytest

from rspc.compiler.ir import nodes as ir
from rspc.compiler.text.phrasebook import Phrasebook
from rspc.compiler.text.templates.phrase import Phrase
from rspc.dsl.diagnostics import SpecError


def say(text: str, *values: ir.Term) -> str | None:
    holes = tuple(ir.Hole(name) for name in "abc"[: len(values)])
    phrase = Phrase(ir.Fact(ir.Literal(ir.Atom("p", holes))), text)
    return Phrasebook([[phrase]]).say(ir.Fact(ir.Literal(ir.Atom("p", values))))


def number(amount: int) -> ir.Quantity:
    return ir.Quantity("integer", amount)


@pytest.mark.parametrize(
    ("condition", "amount", "holds"),
    [
        ("a == 1", 1, True),
        ("a == 1", 2, False),
        ("a != 1", 2, True),
        ("a > 2", 3, True),
        ("2 >= a", 3, False),
        ("a in [1, 3]", 3, True),
        ("a == '1'", 1, False),
        ("a < 2.5", 2, True),
    ],
)
def test_numbers(condition: str, amount: int, holds: bool) -> None:
    text = f"{{{{ a }}}} {{% if {condition} %}}Yes{{% else %}}No{{% endif %}}."
    assert say(text, number(amount)) == f"{amount} {'Yes' if holds else 'No'}."


def test_names() -> None:
    text = "{% if a == 'big_ben' %}It{% else %}{{ a }}{% endif %} rings."
    assert say(text, ir.Const("big_ben")) == "It rings."
    assert say(text, ir.Const("anna")) == "Anna rings."


def test_holes_are_sorted() -> None:
    text = "{{ [a, b] | sort | join(' and ') }} meet."
    assert say(text, ir.Const("ben"), ir.Const("anna")) == "Anna and ben meet."
    assert say(text, number(10), number(9)) == "9 and 10 meet."


@pytest.mark.parametrize("condition", ["a < 2", "a < b", "b > 'x'"])
def test_a_name_and_a_number_are_not_compared(condition: str) -> None:
    with pytest.raises(SpecError) as caught:
        say(
            f"{{{{ a }}}} {{{{ b }}}} {{% if {condition} %}}!{{% endif %}}.",
            ir.Const("x"),
            number(1),
        )
    assert [each.code for each in caught.value.diagnostics] == ["E0507"]
