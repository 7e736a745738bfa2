"""Shipped families with other names: capitals, several words, signs, words of the language, other scripts.

The suite takes one set of odd names for each family. `RSPC_AUDIT=20` takes so many.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc.compiler.api import Family, check, load_bundle
from rspc.compiler.instances.groups import Exhausted
from rspc.compiler.random.stream import Stream
from rspc.dsl import syntax
from rspc.dsl.diagnostics import Diagnostic, SpecError
from rspc.dsl.parsing.parser import parse
from rspc.dsl.source import Source
from rspc.dsl.syntax.expressions import Node

from ..turns import by_turns

SPECS = Path(__file__).parents[2] / "specs"
FAMILIES = sorted((*SPECS.glob("*.rspec"), *SPECS.glob("*/*.rspec")))
TURNS = int(os.environ.get("RSPC_AUDIT", "1"))
"""How many sets of odd names are tried for each family."""

ODD = (
    *(
        "Great Auk",
        "New York",
        "Ann",
        "ann lee",
        "The Hague",
        "St. John",
        "A",
        "X",
        "X1",
        "BOB",
        "V0",
    ),
    *("rock or roll", "salt and pepper", "b, or c", "a, b", "not", "or", "and", "then", "none"),
    *("if", "the", "is", "does not", "usually", "holds of", "to", "of", "a", "all", "an hour"),
    *("true", "thing", "fact", "mod", "min", "price", "number of layovers", "usually holds"),
    *("it's", 'the "Bard"', "“q”", "`tick`", "back\\slash", "o’neil", "a-b", "(x)", "f(", "[x]"),
    *("7", "01", "-3", "1e5", "3pm", "17:30", "$5", "30%", "2026-01-01", "p(a)", "x > y"),
    *("小明", "Анна", "محمد", "שרה", "ελένη", "straße", "ßa", "ǆep", "İpek", "ıl", "é", "🦊"),
    *(
        "{{ a }}",
        "{% if %}",
        "{# c #}",
        "&amp;",
        "<i>b</i>",
        "*b*",
        "#h",
        "+",
        "…",
        "who?",
        "Yahoo!",
    ),
    *("a" * 200, "Ab " * 60 + "z", "a  b"),
)
UNSEEN = ("", " lead", "trail ", "_", "tab\tx", "new\nline", "zero\u200bwidth", "\u202eab", "<b>")
LOST = {
    "a sentence reads another way",
    "a sentence does not read back",
    "a statement has no wording",
    "two statements have the same words",
}
"""Why attempts are dropped for what their sentences are."""

Files = Mapping[str, str]
Place = tuple[str, int, int]


@dataclass
class Spots:
    """Where a word is written: by file, beginning and end; and the files of words and rows that have it."""

    places: list[Place] = field(default_factory=list)
    files: set[str] = field(default_factory=set)


@cache
def bundle(spec: Path) -> dict[str, Any]:
    return rspc.load(spec).bundle()


def terms(value: Node | None) -> Iterator[Node]:
    """Yield the words that braces list, in rows too."""
    match value:
        case syntax.Braces(groups=groups, lower=None, upper=None):
            for entry in (entry for group in groups for entry in group):
                yield from (
                    entry.term.items if isinstance(entry.term, syntax.Tuple) else (entry.term,)
                )
        case syntax.Junction(parts=parts):
            for part in parts:
                yield from terms(part)
        case syntax.Infix(right=right):
            yield from terms(right)
        case _:
            pass


def vocabulary(files: Files) -> dict[str, Spots]:
    """Return the words of pools, sorts and slots that no statement, expression or phrase has: those can be replaced."""
    found: dict[str, Spots] = defaultdict(Spots)
    rows: dict[str, set[str]] = defaultdict(set)
    named: set[str] = set()
    plain = {}
    for key, text in files.items():
        if key.endswith("/remarks.rspec"):
            continue  # whole sentences, in which nothing is named
        if key.endswith(".rspec"):
            plain[key] = re.sub(r"#[^\n]*", lambda comment: " " * len(comment[0]), text)
            for item in parse(Source(key, text))[0].items:
                match item:
                    case syntax.Pool(value=value) | syntax.Sort(value=value):
                        values, free = [value], True
                    case syntax.Record(fields=fields):
                        values, free = [each.type for each in fields], True
                    case syntax.Table(value=value):
                        values, free = [value], False
                    case _:
                        continue
                for term in (term for value in values for term in terms(value)):
                    if isinstance(term, syntax.Name | syntax.Text):
                        found[term.text].places.append((key, term.span.start, term.span.end))
                        named |= {term.text} if free else set()
        elif "/words/" in key:
            for word in filter(None, (line.split("#")[0].strip() for line in text.split("\n"))):
                found[word].files.add(key)
                named.add(word)
        elif key.endswith(".csv"):
            for cell in (cell.strip() for row in csv.reader(io.StringIO(text)) for cell in row):
                rows[cell].add(key)
    for word in [*found]:
        whole = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
        if word in named and len(found[word].places) >= sum(
            len(whole.findall(text)) for text in plain.values()
        ):
            found[word].files |= rows[word]
        else:
            del found[word]
    return found


def quoted(word: str) -> str:
    for sign, escape in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        word = word.replace(sign, escape)
    return f'"{word}"'


def replaced(spec: Path, names: Mapping[str, str]) -> Family:
    """Return a family with other names for some of its words."""
    own = bundle(spec)
    files, known = dict(own["files"]), vocabulary(own["files"])
    places = [(*place, new) for old, new in names.items() for place in known[old].places]
    for key, start, end, new in sorted(places, reverse=True):
        files[key] = files[key][:start] + quoted(new) + files[key][end:]
    for key in {key for old in names for key in known[old].files}:
        if key.endswith(".csv"):
            cells = [
                [names.get(cell.strip(), cell) for cell in row]
                for row in csv.reader(io.StringIO(files[key]))
            ]
            text = io.StringIO()
            csv.writer(text).writerows(cells)
            files[key] = text.getvalue()
        else:
            files[key] = "\n".join(names.get(line.strip(), line) for line in files[key].split("\n"))
    return load_bundle({**own, "files": files})


def fold(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name.replace("_", " ")).casefold().split())


REPEATING = (
    "outing_formalisation",
    "outing_repair",
)
"""Families whose drafts may hold a statement twice; such a draft is dropped for its words."""


def renaming(spec: Path, turn: int) -> dict[str, str]:
    """Return odd names for a share of a family's words, no two of them alike."""
    stream = Stream("odd names", spec.stem, turn)
    words = sorted(vocabulary(bundle(spec)["files"]))
    taken = {fold(each) for each in words}
    odd = [each for each in stream.shuffled(ODD) if fold(each) not in taken]
    odd = [each for each in odd if "#" not in each or not has_words_file(spec)]
    share = min(len(odd), -(-len(words) * 3 // 10))
    return dict(zip(stream.sample(words, share), odd, strict=False))


def has_words_file(spec: Path) -> bool:
    """Return whether a family has a file of words, in which `#` begins a comment."""
    return any("/words/" in key for key in bundle(spec)["files"])


def explained(found: tuple[Diagnostic, ...]) -> bool:
    """Return whether each diagnostic has a place and a repair."""
    return all(each.span.source.name and (each.help or each.label) for each in found)


@pytest.mark.parametrize("turn", range(TURNS))
@pytest.mark.parametrize("spec", by_turns(FAMILIES, 3), ids=lambda spec: spec.stem)
def test_odd_names_are_said_or_reported(spec: Path, turn: int) -> None:
    names = renaming(spec, turn)
    try:
        family = replaced(spec, names)
        warnings = (*family.warnings, *family.prove())
    except SpecError as error:
        errors = tuple(each for each in error.diagnostics if each.severity == "error")
        assert {each.code for each in errors} <= {"E0317", "E0510", "E0520"}
        assert explained(errors)
        return
    assert explained(warnings)
    reported = {each.code for each in warnings} & {"W0521", "W0522"}
    try:
        for instance in family.generate(2, seed=turn):
            repeats = {"two statements have the same words"} if spec.stem in REPEATING else set()
            assert reported or not LOST.intersection(instance.rejections) - repeats
            record = json.loads(json.dumps(instance.record()))
            assert rspc.verify({**record, "rspc": "0.0"}, family, other_version=True).ok
            assert reported or rspc.score(record, record["answer"]).value == 1
    except Exhausted:
        assert reported


@pytest.mark.parametrize("name", UNSEEN, ids=repr)
@pytest.mark.parametrize("family", ["gatehouse", "charter", "everyday/menu", "classic/agatha"])
def test_a_name_that_cannot_be_seen_is_refused_at_its_place(family: str, name: str) -> None:
    spec = SPECS / f"{family}.rspec"
    old = sorted(vocabulary(bundle(spec)["files"]))[0]
    with pytest.raises(SpecError) as caught:
        replaced(spec, {old: name})
    codes = {each.code for each in caught.value.diagnostics if each.severity == "error"}
    assert codes == {"E0317"}
    assert explained(caught.value.diagnostics)


# ---------------------------------------------------------------------------------- capitalised names of two words

FIRST = (
    "Great",
    "Iron",
    "Old",
    "Red",
    "New",
    "Saint",
    "Little",
    "North",
    "White",
    "High",
    "Deep",
    "Far",
)
SECOND = (
    "Auk",
    "Duke",
    "York",
    "Harbour",
    "Fox",
    "Haven",
    "Castle",
    "Bridge",
    "Field",
    "Wood",
    "Lake",
    "Hill",
)
PAIRS = tuple(f"{one} {other}" for other in SECOND for one in FIRST)
MANY = 500 if TURNS > 1 else 40


@pytest.mark.parametrize("name", ["boardgame", "flight"])
def test_families_are_read_back_with_capitalised_names_of_two_words(name: str) -> None:
    spec = SPECS / f"{name}.rspec"
    files = bundle(spec)["files"]
    chosen = [
        word
        for word, spots in sorted(vocabulary(files).items())
        if not any(key.endswith("verbs.txt") for key in spots.files)
    ]
    family = replaced(spec, dict(zip(chosen, PAIRS, strict=False)))
    assert len(chosen) >= 50
    assert family.prove() == ()
    book = family.words.phrasebook
    seen: set[str] = set()
    for instance in family.generate(MANY, seed=2):
        assert not LOST.intersection(instance.rejections)
        for each in instance.theory.statements:
            if each.id in instance.sentences:
                sentence = instance.sentences[each.id]
                assert book.read(sentence) == (each.statement,)
                seen |= {pair for pair in PAIRS if pair in sentence}
    assert len(seen) > 20


# --------------------------------------------------------------------------- new families with names of two words

NEW = sorted((Path(__file__).parent / "new").glob("*.rspec"))


@pytest.mark.parametrize("spec", NEW, ids=lambda spec: spec.stem)
def test_new_families_compile_with_names_of_two_words(spec: Path) -> None:
    assert check(spec, prove=True) == ()
    family = rspc.load(spec)
    book = family.words.phrasebook
    for instance in family.generate(20, seed=4):
        assert len(instance.engines) > 1
        assert not LOST.intersection(instance.rejections)
        for each in instance.theory.statements:
            assert book.read(instance.sentences[each.id]) == (each.statement,)
        record = json.loads(json.dumps(instance.record()))
        assert rspc.verify(record, family).ok
        assert rspc.score(record, record["answer"]).value == 1


def test_the_new_families_are_of_three_logics() -> None:
    assert {rspc.load(spec).logic.name for spec in NEW} == {"asp", "constraint", "defeasible"}
