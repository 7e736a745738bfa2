"""Sentences end with the marks of several scripts, and may end in a quotation."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.api import check, load
from rspc.compiler.text.english.sentence_ends import NEXT, is_question, is_sentence, without_stop

CHINESE = """family zh
"谁帮助谁"
logic defeasible
pool people = {"小明", "小红", "老王", "李四", "张三", "赵六", "孙七", "周八", "吴九", "郑十", "钱多", "冯二"}
pool deeds = {"帮助", "感谢", "信任", "拜访", "警告"}
sort person = people
pred from deeds(person, person)
rule habit [2] = ~?p(X, ?a) => ~?q(X, ?b)
theory backward { depth 1 conflict 0.5 }
ask entailment { labels {true: "是", false: "否", unknown: "未知"} }
say ?p(?a, ?b) as "{{ a }}{{ p }}{{ b }}。"
say -?p(?a, ?b) as "{{ a }}不{{ p }}{{ b }}。"
"""
RULES = """say ?p(X, ?b) as "{{ p }}{{ b }}的人"
say -?p(X, ?b) as "不{{ p }}{{ b }}的人"
say ?g => ?p(X, ?b) as "{{ g }}通常{{ p }}{{ b }}。"
say ?g => -?p(X, ?b) as "{{ g }}通常不{{ p }}{{ b }}。"
say ?x > ?y as "规则{{ x }}优先于规则{{ y }}。"
"""


@pytest.mark.parametrize(
    "text", ["Yes.", "谁？", "是。", "好！", "हाँ।", "Yes!", 'He said "yes."', "He said ‘no!’ ", "他说：“是。”", "نعم؟"]
)  # fmt: skip
def test_what_ends_a_sentence(text: str) -> None:
    assert is_sentence(text)


@pytest.mark.parametrize("text", ["yes", "{{ a }}", "he says “yes”", "a (approx.)", "是，"])
def test_what_ends_no_sentence(text: str) -> None:
    assert not is_sentence(text)


def test_questions_end_with_question_marks() -> None:
    assert all(map(is_question, ("Who?", "谁？", "من؟", "“Who?”")))
    assert not any(map(is_question, ("Who.", "谁。", "Who")))


def test_a_full_stop_is_taken_off() -> None:
    assert [without_stop(each) for each in ("是。", "Yes.", "Yes!")] == ["是", "Yes", "Yes!"]


def test_sentences_are_told_apart() -> None:
    assert NEXT.split("Yes. No! 是。否。") == ["Yes.", "No!", "是。", "否。", ""]


@pytest.mark.parametrize("rules", ["", RULES])
def test_chinese_sentences_are_said_and_read_back(rules: str, tmp_path: Path) -> None:
    path = tmp_path / "zh.rspec"
    path.write_text(f"{CHINESE}{rules}", "utf-8")
    assert not [each for each in check(path) if each.code == "W0502"]
    family = load(path)
    book = family.words.phrasebook
    assert {each.code for each in family.prove()} <= {"W0520"}
    for instance in family.generate(12):
        assert not instance.rejections.get("a sentence does not read back")
        for labelled in instance.theory.statements:
            sentence = instance.sentences[labelled.id]
            assert book.read(sentence) == (labelled.statement,)
            assert sentence.endswith("。") or not rules
            assert "”" not in sentence or not rules
        assert instance.question.endswith("。")


def test_a_question_of_another_script_is_one(tmp_path: Path) -> None:
    path = tmp_path / "zh.rspec"
    spec = CHINESE.partition("ask entailment")
    ask = 'ask value H : `帮助`(H, ?y) { most 1 } "谁帮助{{ y }}？"\n'
    path.write_text(f"{spec[0]}{ask}", "utf-8")
    assert not [each for each in check(path) if each.severity == "error"]
    assert load(path).instance(0, 0).question.endswith("？")


def test_a_sentence_may_end_in_a_quotation(tmp_path: Path) -> None:
    path = tmp_path / "signs.rspec"
    path.write_text(
        "family signs\nlogic asp\nsort person = {ann, bob}\npred at(person)\npred says(person)\n"
        "fact f = at(?a)\ntheory { 1 of f. at(X) -> says(X). }\nask computation\n"
        'say at(?a) as "The sign of {{ a | capital }} reads \\"I am here.\\""\n'
        'say at(X) -> says(X) as "Whoever is there says “I am!”"\n',
        "utf-8",
    )
    context = load(path).instance(0, 0).context
    assert context.endswith(" Whoever is there says “I am!”")
    assert 'reads "I am here." Whoever' in context


def test_names_that_run_into_each_other_drop_the_draft(tmp_path: Path) -> None:
    """Without a blank between holes a text can be two statements; such a sentence is not used."""
    path = tmp_path / "runs.rspec"
    path.write_text(
        "family runs\nlogic asp\nsort person = {a, ab, bc, c}\npred at(person, person)\n"
        "fact f = at(?a, ?b)\ntheory { 2 of f. }\nask computation\n"
        'say at(?a, ?b) as "Row {{ a }}{{ b }}."\n',
        "utf-8",
    )
    for instance in load(path).generate(20):
        assert "Row abc." not in instance.context
