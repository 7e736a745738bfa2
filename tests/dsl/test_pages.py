"""The pages of diagnostics: their examples are read, and those of syntax have the fault that the page is about."""

from __future__ import annotations

import re

import pytest

from rspc.dsl.diagnostics import codes, page
from rspc.dsl.parsing.parser import parse
from rspc.dsl.source import Source

EXAMPLES = [
    (code, language, text)
    for code in codes()
    for language, text in re.findall(r"^```(.*)\n((?s:.*?))^```$", page(code) or "", re.MULTILINE)
]
ALSO = {"E0103": {"E0101"}}
"""What else is told of an example: a text that ends too early leaves words behind."""


def faults(text: str) -> set[str]:
    """Return what is wrong with a text of items, or else with one of statements."""
    spec, found = parse(Source("example", text))
    if not spec.items:
        spec, found = parse(Source("example", f"theory {{\n{text}}}\n"))
    return {each.code for each in found}


def test_every_example_says_what_it_is() -> None:
    assert {language for _, language, _ in EXAMPLES} == {"rspec", "lp", "owl", "json", "text"}


@pytest.mark.parametrize(
    "code", sorted({code for code, language, _ in EXAMPLES if language == "rspec"})
)
def test_an_example_has_the_fault_of_its_page_or_none(code: str) -> None:
    own = [faults(text) for of, language, text in EXAMPLES if (of, language) == (code, "rspec")]
    found = set[str]().union(*own)
    assert found <= {code} | ALSO.get(code, set())
    assert found or not code.startswith(("E010", "E011"))
