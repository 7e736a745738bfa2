"""Sentences that the standard words for facts and rules make from the family's own words for literals."""

from pathlib import Path

import pytest

from rspc import load

SPEC = """family library
logic defeasible
sort reader = {{"Ann", "Ben"}}
pred late(reader)
pred may_borrow(reader)
theory {{ r: late(X) => -may_borrow(X). late(`Ann`). -late(`Ben`). }}
ask entailment may_borrow(`Ann`)
{say}
"""


def context(folder: Path, *say: str) -> str:
    spec = folder / "library.rspec"
    spec.write_text(SPEC.format(say="\n".join(say)), "utf-8")
    return str(load(spec).instance().record()["context"])


@pytest.mark.parametrize(
    "say",
    [
        ('say late(?a) as "{{ a }} is late"', 'say -late(?a) as "{{ a }} is not late"'),
        ('say late(?a) as "{{ a }} {{ be }} late"', 'say -late(?a) as "{{ a }} {{ be_not }} late"'),
        (
            "say late(?a) as \"{{ a }} {{ 'should be' if mood == 'wish' else 'is' }} late\"",
            'say -late(?a) as "{{ a }} is not late"',
        ),
    ],
)
def test_facts_and_rules_have_the_words_of_literals(tmp_path: Path, say: tuple[str, ...]) -> None:
    found = context(
        tmp_path, *say, "say -may_borrow(?a) as \"{{ a }} {{ 'borrow' | verb_not }} books\""
    )
    assert "If X is late, then usually X does not borrow books." in found
    assert "Ann is late." in found
    assert "Ben is not late." in found


def test_literals_without_words_are_quoted(tmp_path: Path) -> None:
    found = context(tmp_path)
    assert "“late” holds of Ann." in found
    assert "“late” does not hold of Ben." in found
    assert "then usually “may borrow” does not hold of X." in found
