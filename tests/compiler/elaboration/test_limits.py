"""What is refused because nobody could read it, tell it apart, or wait for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.api import check, load
from rspc.compiler.contract import LIMITS, Deadline, remaining
from rspc.compiler.sources.modules import MAX_CHAIN
from rspc.dsl.diagnostics import Diagnostic, Report, SpecError, render
from rspc.dsl.source import Source, Span

SPEC = """family f
logic constraint
record r {{ k: {kind}  n: integer = 1..9 }}
test t(?v) on n: {formula} where ?v = 1 of n
theory product_of_sums {{ slots 1  sums 1  widest 1  minterms 1 }}
ask choice {{ from 20 of r }}
{more}
"""


def codes(
    folder: Path, kind: str = "one of {a, b}", formula: str = "n < ?v", more: str = ""
) -> list[str]:
    path = folder / "f.rspec"
    path.write_text(SPEC.format(kind=kind, formula=formula, more=more), encoding="utf-8")
    return [each.code for each in check(path)]


@pytest.mark.parametrize(
    "kind",
    [
        "one of {first_class, `first class`}",
        "one of {`a`, `a `}",
        "one of {a, `a\u200b`}",
        "one of {`Home`, home}",
        "one of {`caf\u00e9`, `cafe\u0301`}",
        "one of {a, ` `}",
        f"one of {{{', '.join(f'a{n}' for n in range(1001))}}}",
    ],
)
def test_values_that_a_reader_cannot_tell_apart(kind: str, tmp_path: Path) -> None:
    assert set(codes(tmp_path, kind)) == {"E0317"}


def test_a_member_called_none_has_no_place_in_a_list(tmp_path: Path) -> None:
    pool = "pool things = {none, few}\n"
    assert codes(tmp_path, "one of {none, few}") == []
    assert "E0317" in codes(tmp_path, "list of things = 1..2 of things", more=pool)


def test_a_condition_that_nobody_reads(tmp_path: Path) -> None:
    row = " or ".join(f"n == {number}" for number in range(201))
    assert "E0318" in codes(tmp_path, formula=f"n < ?v or {row}")


@pytest.mark.parametrize("count", ["10.5 ** 300 * 10.5 ** 300", "10 ** 300 * 10 ** 300"])
def test_a_count_beyond_every_number(count: str, tmp_path: Path) -> None:
    path = tmp_path / "f.rspec"
    kind = f"list of integer = repeat({count}, 1..9)"
    path.write_text(SPEC.format(kind=kind, formula="n < ?v", more=""), encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        load(path).instance()
    assert [each.code for each in caught.value.diagnostics] == ["E0403"]


def test_a_measure_draws_nothing(tmp_path: Path) -> None:
    assert codes(tmp_path, more="measure m = sums + 1") == []
    assert codes(tmp_path, more="measure m = uniform(0, 1)") == ["E0302"]
    assert codes(tmp_path, more="require {1, 2} == 1") == ["E0302"]


def test_a_measure_is_a_figure_of_its_own(tmp_path: Path) -> None:
    assert codes(tmp_path, more="measure m = 2 > 1") == []
    for words in ('"a"', "{1, 2}", "pick"):
        more = f"choose pick = {{a, b}}\nmeasure m = {words}"
        assert codes(tmp_path, more=more) == ["E0302"], words
    for name in ("sums", "statements", "words", "options", "atypical"):
        assert codes(tmp_path, more=f"measure {name} = 1") == ["E0202"], name


def test_what_is_kept_for_a_split_that_there_is_not(tmp_path: Path) -> None:
    words = 'say r as "It is {{ n }}." "The n is {{ n }}." split'
    pool = "pool things = {a, b} split { learn 0.5  ask 0.5 }\nsort one = things split"
    for more in (f"{words} test", f"{pool} learn", f"{pool} ask\n{words} learn"):
        assert "E0423" not in codes(tmp_path, more=more), more
    for more in (f"{words} nope", f"{pool} nope", f"{pool} ask\n{words} nope"):
        assert codes(tmp_path, more=more).count("E0423") == 1, more
    path = tmp_path / "f.rspec"
    path.write_text(SPEC.format(kind="integer = 1..9", formula="n < ?v", more=f"{pool} lern"))
    (found,) = (each for each in check(path) if each.code == "E0423")
    assert found.help == "did you mean `learn`?"
    assert found.span.text == "sort one = things split lern"


def test_what_is_bound_twice(tmp_path: Path) -> None:
    for binding in ("n = 1..9, n = 1..3", "(n, n) = 1 of t"):
        path = tmp_path / "f.rspec"
        path.write_text(
            "family f\nlogic defeasible\ntable t(a, b) = {(1, 2), (3, 4)}\n"
            f"knowledge old(?x) {{ let {binding}\n"
            '  fact age(?x, n) say "{{ x }} is {{ n }}"\n'
            '  test "{{ x }} is old" holds n > 4 }\n'
            "theory { p(a). }\nask entailment p(a)\n"
        )
        told = [each.message for each in check(path)]
        assert told == ["`n` is bound twice in `let`"], binding


@pytest.mark.parametrize("name", ["counted", "1 + counted"])
def test_a_measure_knows_its_names(name: str, tmp_path: Path) -> None:
    assert codes(tmp_path, more=f"measure m = {name}") == ["E0201"]


def test_an_endless_chain_of_modules(tmp_path: Path) -> None:
    for number in range(MAX_CHAIN + 5):
        text = f"module m{number}\nuse m{number + 1}\n"
        (tmp_path / f"m{number}.rspec").write_text(text, encoding="utf-8")
    assert "E0207" in codes(tmp_path, more="use m0")


@pytest.mark.parametrize(
    "text", ["{{ context.format }}", "{{ options }}", "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}"]
)
def test_documents_print_texts_and_numbers_alone(text: str, tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(text, encoding="utf-8")
    path = tmp_path / "f.rspec"
    more = 'document "page.md"'
    path.write_text(
        SPEC.format(kind="one of {a, b}", formula="n < ?v", more=more), encoding="utf-8"
    )
    with pytest.raises(SpecError) as caught:
        load(path).instance()
    assert {each.code for each in caught.value.diagnostics} <= {"E0501", "E0502"}


def test_what_hides_or_moves_text_is_spelled_out() -> None:
    source = Source("a.rspec", "slots=3\x1b[31m \u202e")
    drawn = render(Diagnostic("E0416", "`\x1b[31m` is wrong", Span(source, 0, 5)))
    assert "\x1b" not in drawn
    assert "\u202e" not in drawn
    assert "\\x1b[31m" in drawn


def test_reports_count_a_complaint_once() -> None:
    report = Report()
    for _ in range(3):
        report.add("E0416", "wrong")
    assert len(report.errors) == 1


def test_words_that_read_as_something_else_are_refused_before_a_run(tmp_path: Path) -> None:
    path = tmp_path / "f.rspec"
    path.write_text(
        "family f\nlogic constraint\nrecord r { cash: money = $1..$9  owed: money = $1..$9 }\n"
        "test x(?v) on cash: cash < ?v where ?v = 1 of cash\n"
        '  say "the owed {{ be }} less than {{ v }}" else "the owed {{ be_not }} less than {{ v }}"\n'
        "test y(?v) on owed: owed < ?v where ?v = 1 of owed\n"
        "theory product_of_sums { slots 2 }\nask choice { from 20 of r }\n",
        encoding="utf-8",
    )
    assert [each.code for each in check(path)] == []
    assert "E0510" in [each.code for each in check(path, prove=True)]


def test_a_test_without_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "f.rspec"
    path.write_text(SPEC.format(kind="one of {a, b}", formula="n < ?v", more=""), encoding="utf-8")
    family = load(path)
    book = family.words.phrasebook
    monkeypatch.setattr(book, "clause", lambda *_: None)
    with pytest.raises(SpecError) as caught:
        family.prove()
    assert [each.code for each in caught.value.diagnostics] == ["E0513"]


def test_a_split_that_nothing_knows(tmp_path: Path) -> None:
    path = tmp_path / "f.rspec"
    more = "pool p = {x, y, z} split { easy 0.5  hard 0.5 }"
    path.write_text(
        SPEC.format(kind="one of {a, b}", formula="n < ?v", more=more), encoding="utf-8"
    )
    family = load(path)
    for split in ("", "train", "easy"):
        assert family.instance(split=split).split == split
    with pytest.raises(SpecError) as caught:
        family.instance(split="tset")
    assert caught.value.diagnostics[0].code == "E0423"
    assert "`test`" in caught.value.diagnostics[0].help


@pytest.mark.parametrize("condition", ["foo == false", "foo != bar", "sums == foo", "foo in 1..3"])
def test_a_requirement_knows_its_names(condition: str, tmp_path: Path) -> None:
    assert set(codes(tmp_path, more=f"require {condition}")) == {"E0201"}
    assert codes(tmp_path, more="require sums == 1") == []


def test_the_engines_of_a_question_share_one_fence() -> None:
    """What a quick engine takes is not counted, so that all engines are asked under the same limits."""
    assert remaining(Deadline(LIMITS.seconds), LIMITS) is LIMITS
    assert remaining(Deadline(8.5), LIMITS).seconds == 8
    assert remaining(Deadline(-1), LIMITS).seconds == 1
    assert remaining(Deadline(8.5), LIMITS).steps == LIMITS.steps
