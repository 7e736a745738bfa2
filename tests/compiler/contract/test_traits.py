"""What logics declare of themselves: whether they are monotonic, whether order counts, what labels mean."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import rspc
from rspc.compiler.api import check
from rspc.compiler.contract import (
    EXCLUDED,
    FOLLOWING,
    is_monotonic,
    is_ordered,
    label_meanings,
    plugins,
)
from rspc.compiler.instances.sentences import SAME_WORDS, say_all
from rspc.compiler.ir import nodes as ir

FACT = ir.Entailed(ir.Fact(ir.Literal(ir.Atom("p"))))
AXIOM = ir.Entailed(ir.Inclusion(ir.Named("p"), ir.Named("q")))


def test_shipped_logics_say_whether_they_are_monotonic() -> None:
    shipped = [each for each in plugins.names(plugins.LOGICS) if _is_shipped(each)]
    found = {name: is_monotonic(plugins.make(plugins.LOGICS, name)) for name in shipped}
    for name, monotonic in found.items():
        accepts = plugins.load(plugins.LOGICS, name).accepts
        assert monotonic is accepts.isdisjoint({"defeasible_rules", "default_negation"}), name
    assert not any(is_ordered(plugins.make(plugins.LOGICS, name)) for name in shipped)


def _is_shipped(name: str) -> bool:
    return plugins.home(plugins.LOGICS, name).startswith("`rspc ")


def test_a_logic_that_says_nothing_is_neither_and_has_the_usual_meanings() -> None:
    logic: Any = SimpleNamespace()
    assert not is_monotonic(logic)
    assert not is_ordered(logic)
    assert label_meanings(logic, FACT) == FOLLOWING
    assert label_meanings(logic, AXIOM) == EXCLUDED


SPEC = """family meant
logic {logic}
pred p
theory {{ p. }}
ask entailment p {mode} {{ labels {{true: yes, false: no}}{knobs} }}{text}
"""


@pytest.mark.parametrize(
    ("logic", "mode", "knobs", "text", "told"),
    [
        ("defeasible", "", "", "", "yes if it follows or no if its opposite follows."),
        ("asp", "", "", "", "yes if it holds in every answer set or no if its opposite holds in"),
        ("asp", "brave", "", "", "yes if it holds in some answer set or no if it holds in none"),
        ("asp", "", " meanings {false: \"otherwise\"}", "", "every answer set or no otherwise."),
        ("asp", "", " meanings {true: \"wenn ja\", false: \"sonst\"}", "", "yes wenn ja or no sonst."),
        ("asp", "", " meanings {false: \"if not\"}", ' "Is it p?"', "answer set or no if not."),
    ],
)  # fmt: skip
def test_prompts_say_what_labels_mean(
    logic: str, mode: str, knobs: str, text: str, told: str, tmp_path: Path
) -> None:
    path = tmp_path / "meant.rspec"
    path.write_text(SPEC.format(logic=logic, mode=mode, knobs=knobs, text=text))
    assert told in rspc.load(path).instance().text


def test_a_label_that_is_not_asked_for_has_no_meaning(tmp_path: Path) -> None:
    path = tmp_path / "meant.rspec"
    knobs = ' meanings {unknown: "if neither"}'
    path.write_text(SPEC.format(logic="asp", mode="", knobs=knobs, text=""))
    (found,) = [each for each in check(path) if each.severity == "error"]
    assert found.code == "E0411"
    assert "unknown" in found.message


def test_meanings_are_wording(tmp_path: Path) -> None:
    families = []
    for text in ("otherwise", "if not"):
        path = tmp_path / "meant.rspec"
        knobs = f' meanings {{false: "{text}"}}'
        path.write_text(SPEC.format(logic="asp", mode="", knobs=knobs, text=""))
        families.append(rspc.load(path))
    assert families[0].theory_hash == families[1].theory_hash
    assert families[0].hash != families[1].hash


def test_candidates_that_a_rule_decides_by_itself_are_asked_where_others_can_overrule_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "overruled.rspec"
    path.write_text(
        "family overruled\nlogic defeasible\nsort person = {anne, ben}\npred p(person)\npred q(person)\n"
        "theory { f: q(anne). f2: q(ben). r1: => p(anne). r2: => p(ben). r3: q(ben) => -p(ben). r3 > r2. }\n"
        "ask entailment p(?a) { labels {true: yes, false: no} }\n"
        'say => p(?a) as "Usually {{ a | capital }} is p."\n'
    )
    made = list(rspc.load(path).generate(2))
    assert {each.label for each in made} == {"true", "false"}


def test_repeats_are_said_where_order_counts() -> None:
    statement = FACT.statement
    theory = ir.Theory("", (ir.Labelled("f1", statement), ir.Labelled("f2", statement)))
    book = SimpleNamespace(say=lambda *_: "It rains.", read=lambda _: (statement,))
    for ordered in (False, True):
        family: Any = SimpleNamespace(
            words=SimpleNamespace(phrasebook=book, unreadable=False),
            logic=SimpleNamespace(ordered=ordered),
        )
        posed = rspc.compiler.family.Posed(theory, ir.Query(FACT), "true")
        said: Any = say_all(family, posed, "", None)  # type: ignore[arg-type]
        assert (
            said == {"f1": "It rains.", "f2": "It rains."} if ordered else said.reason == SAME_WORDS
        )
