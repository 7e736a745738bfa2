"""A family in German: no English word is left in its prompts and proofs, and its records are certified.

Copy this file and `hof.rspec` for another language.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc.compiler.api import Family, load
from rspc.compiler.dataset.runs.plan import Plan
from rspc.compiler.dataset.runs.run import run
from rspc.compiler.dataset.runs.sweep import Setting
from rspc.compiler.instances.instance import Instance

FOLDER = Path(__file__).parent
STANDARD = Path(__file__).parents[2] / "stdlib" / "languages" / "de.rspec"
NUMBER = 30
WORD = re.compile(r"[^\W\d_]+")


@cache
def family() -> Family:
    return load(FOLDER / "hof.rspec")


@cache
def instances() -> tuple[Instance, ...]:
    return tuple(family().instances(range(NUMBER)))


@cache
def german() -> frozenset[str]:
    """Return the words of the language's module, of the family, of its table and of its document."""
    said = [text for text in STANDARD.read_text("utf-8").splitlines() if not text.startswith("#")]
    texts = re.sub(r'^say "[^"]*" as', "", "\n".join(said), flags=re.MULTILINE)
    texts = re.sub(r"`[^`]*`", "", texts)  # symbols
    spec = (FOLDER / "hof.rspec").read_text("utf-8").partition("\nlogic")[2]
    quoted = " ".join(re.findall(r'"[^"\n]*"|\{[^{}\n]*\}', spec))
    others = [(FOLDER / name).read_text("utf-8") for name in ("tiere.csv", "hof.md.jinja")]
    whole = re.sub(r"\{[{%].*?[}%]\}", " ", "\n".join([texts, quoted, *others]))
    return frozenset(word.lower() for word in WORD.findall(whole))


def foreign(text: str) -> set[str]:
    """Return the words of a text that are not German, apart from names of rules."""
    return {
        word for word in WORD.findall(re.sub(r"\br\d+\b", "", text)) if word.lower() not in german()
    }


def test_no_word_of_a_prompt_or_proof_is_english() -> None:
    assert not german() & {"the", "rule", "answer", "with", "by", "since", "if", "and"}
    for instance in instances():
        assert not foreign(instance.text)
        assert not foreign(instance.answer)
        assert instance.proof
        for step in instance.proof:
            assert not foreign(step["text"])


def test_the_fixed_texts_are_those_of_the_language() -> None:
    first = instances()[0]
    assert "Regel r1: Wenn gilt: " in first.text
    assert "Ist die folgende Aussage wahr, falsch oder offen? " in first.text
    assert "Antworte mit einem Wort: wahr (wenn sie folgt), falsch (wenn" in first.text
    told = " ".join(step["text"] for instance in instances() for step in instance.proof or ())
    assert re.search(r"Nach Regel r\d+ \(.*?\) gilt: .*?, denn ", told)
    assert re.search(r"Dem widerspricht Regel r\d+", told)


def test_names_have_their_forms() -> None:
    texts = "\n".join(instance.text for instance in instances())
    assert re.search(r"(sieht|jagt|mag|kennt|weckt) den (Bären|Hasen|Raben|Löwen)\b", texts)
    assert re.search(r"(hilft|folgt) (dem|der) \w+", texts)
    assert not re.search(r"(hilft|folgt) (den|das|die) ", texts)


def test_sentences_read_back_and_records_verify() -> None:
    book = family().words.phrasebook
    for instance in instances()[:10]:
        for statement in instance.theory.statements:
            sentence = instance.sentences[statement.id]
            assert book.read(sentence) == (statement.statement,)
        assert rspc.verify(instance.record(), family()).ok
    assert not family().prove()


def test_answers_are_found_in_replies() -> None:
    for instance in instances()[:6]:
        record = instance.record()
        assert rspc.score(record, f"Antwort: {instance.answer}").value == 1
        others = [choice for choice in instance.choices if choice != instance.answer]
        assert rspc.score(record, others[0]).value == 0


def test_the_card_names_the_language(tmp_path: Path) -> None:
    out = tmp_path / "hof"
    run(Plan(family(), {"": 3}, out, (Setting("", {}),)))
    assert "language: [de]" in (out / "README.md").read_text("utf-8")
    assert '"inLanguage": "de"' in (out / "croissant.json").read_text("utf-8")
    report = rspc.verify(out)
    assert report.ok


@pytest.mark.parametrize("index", range(3))
def test_the_language_has_no_influence_on_theories(index: int, tmp_path: Path) -> None:
    """The same family with the standard English phrases has the same theories, questions and labels."""
    text = (FOLDER / "hof.rspec").read_text("utf-8")
    text = text.replace("use std.languages.de\n", "").partition("\nsay ")[0]
    (tmp_path / "hof.rspec").write_text(text, "utf-8")
    (tmp_path / "tiere.csv").write_bytes((FOLDER / "tiere.csv").read_bytes())
    english: Any = load(tmp_path / "hof.rspec").instance(index=index)
    own = family().instance(index=index)
    assert (english.theory, english.query, english.label) == (own.theory, own.query, own.label)
    assert "Rule r1: If “" in english.text
