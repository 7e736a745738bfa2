"""Definitions, references and new names, over several files and over all shipped specs."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from rspc.compiler.api import Family, Inspection, inspect
from rspc.compiler.sources import (
    Library,
    RenamingError,
    Space,
    Use,
    find_uses,
    read_program,
    rename,
    use_at,
)
from rspc.dsl.diagnostics import Report
from rspc.dsl.edits import Edit
from rspc.dsl.parsing.places import name_span, tokens_of, word_span
from rspc.dsl.source import Source, Span

SHIPPED = sorted((Path(__file__).parents[3] / "specs").rglob("*.rspec"))

FILES = {
    "trip.rspec": """family trip
"who likes what"
logic asp
use people: person, names
use words
param size: int in 1..3 = 2 "how many facts"
preset Large { size 3 }
preset `S{size}` { size 1..3 }
choose chosen = size of names
pool `odd words` = {red, blue}
sort shade = `odd words`
pred likes(person, shade) say "{{ a }} likes {{ b }}"
pred kind(person) say "{{ a }} is kind"
fact likings = likes(?a, ?b) where ?a in names
theory { size of likings. likes(ann, red). each ?x in chosen: kind(?x). likes(X, red) -> kind(X). }
require size >= 1
ask computation
""",
    "people.rspec": """module people
use names
sort person = names
""",
    "names.rspec": """module names
pool names = {ann, ben, cal}
""",
    "words.rspec": """module words
say likes(X, ?b) -> kind(X) as "whoever likes {{ b }} is kind."
""",
}


def write(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder / next(iter(files))


def find(found: Inspection, file: str, word: str, nth: int = 0) -> Use:
    """Return the use at the nth place where a word is written in a file."""
    source = next(
        module.spec.span.source
        for module in found.program.modules
        if module.spec.span.source.name.endswith(file)
    )
    places = [match.start() for match in re.finditer(rf"(?<![\w]){word}(?!\w)", source.text)]
    use = use_at(found.uses, source.name, places[nth])
    assert use is not None, f"no use at place {nth} of `{word}`"
    return use


def _seeded(found: Inspection) -> Family:
    """Return the family with a seed of its own, which otherwise depends on the text of its files."""
    assert found.family is not None
    return Family.of(replace(found.family, hash="same", theory_hash="same"))


def changed(edits: tuple[Edit, ...]) -> dict[Path, str]:
    texts: dict[Path, str] = {}
    for edit in sorted(edits, key=lambda each: -each.span.start):
        path = Path(edit.span.source.name)
        text = texts.get(path, edit.span.source.text)
        texts[path] = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return texts


@pytest.mark.parametrize(
    ("word", "nth", "space", "file", "declared"),
    [
        ("size", 1, Space.DECLARATION, "trip.rspec", "param size"),
        ("size", 2, Space.DECLARATION, "trip.rspec", "param size"),  # in the name of a preset
        ("size", 4, Space.DECLARATION, "trip.rspec", "param size"),
        ("names", 0, Space.DECLARATION, "names.rspec", "pool names"),
        ("names", 2, Space.DECLARATION, "names.rspec", "pool names"),
        ("person", 0, Space.DECLARATION, "people.rspec", "sort person"),
        ("person", 1, Space.DECLARATION, "people.rspec", "sort person"),
        ("likes", 3, Space.SYMBOL, "trip.rspec", "pred likes"),
        ("likings", 1, Space.DECLARATION, "trip.rspec", "fact likings"),
        ("`odd words`", 1, Space.DECLARATION, "trip.rspec", "pool `odd words`"),
        ("x", 1, Space.LOCAL, "trip.rspec", "each ?x"),
        ("X", 1, Space.LOCAL, "trip.rspec", "likes(X"),
        ("people", 0, Space.MODULE, "people.rspec", "module people"),
    ],
)
def test_a_name_leads_to_its_declaration(
    tmp_path: Path, word: str, nth: int, space: Space, file: str, declared: str
) -> None:
    found = inspect(write(tmp_path, FILES))
    use = find(found, "trip.rspec", word, nth)
    assert use.space == space
    place = use.declaration
    assert place.source.name.endswith(file)
    assert place.source.text[: place.end].endswith(declared)


def test_the_names_of_other_things_are_no_uses(tmp_path: Path) -> None:
    """Words that are values, settings, plug-ins or parts of texts refer to nothing."""
    found = inspect(write(tmp_path, FILES))
    written = {use.span.text for use in found.uses if use.span.source.name.endswith("trip.rspec")}
    assert not written & {"asp", "computation", "Large", "int", "in", "split"}


def test_a_new_name_over_three_files_changes_nothing_else(tmp_path: Path) -> None:
    spec = write(tmp_path, FILES)
    found = inspect(spec)
    assert found.diagnostics == ()
    edits = rename(found.program, found.uses, find(found, "trip.rspec", "names"), "persons")
    assert {Path(edit.span.source.name).name for edit in edits} == {
        "trip.rspec",
        "people.rspec",
        "names.rspec",
    }
    again = inspect(spec, changed(edits))
    assert again.diagnostics == ()
    for index in range(3):
        one, other = (_seeded(each).instance(0, index) for each in (found, again))
        assert (one.text, one.label) == (other.text, other.label)


def test_overlays_stand_for_files_that_are_used(tmp_path: Path) -> None:
    spec = write(tmp_path, FILES)
    overlay = FILES["names.rspec"].replace("pool names", "pool others")
    codes = {each.code for each in inspect(spec, {tmp_path / "names.rspec": overlay}).diagnostics}
    assert "E0201" in codes
    assert inspect(spec).diagnostics == ()
    overlay = FILES["trip.rspec"].replace("asp", "apsp")
    assert [each.code for each in inspect(spec, {spec: overlay}).diagnostics] == ["E0213"]


@pytest.mark.parametrize(
    ("word", "name", "why"),
    [
        ("people", "persons", "a module has the name of its file"),
        ("size", "names", "already occurs on line"),
        ("size", "likes", "already occurs on line"),
        ("size", "", "at least one character"),
        ("size", "a\tb", "invisible characters"),
        ("size", "a\u202eb", "invisible characters"),
        ("size", "a\u2028b", "invisible characters"),
        ("size", " a", "invisible characters"),
        ("size", "a" * 101, "has 101 characters, more than 100"),
        ("size", "ann", "already occurs on line"),
        ("X", "x", "a variable begins with a capital"),
        ("X", "a b", "cannot be the name of a hole or a variable"),
        ("X", "True", "is a reserved word"),
        ("x", "true", "is a reserved word"),
        ("x", "none", "is a reserved word"),
        ("x", "not", "is a reserved word"),
        ("x", "exactly", "is a reserved word"),
    ],
)
def test_what_cannot_be_renamed(tmp_path: Path, word: str, name: str, why: str) -> None:
    found = inspect(write(tmp_path, FILES))
    with pytest.raises(RenamingError, match=why):
        rename(found.program, found.uses, find(found, "trip.rspec", word), name)


TRAIN = """family train
"which stations can be reached"
logic asp
param closed: int in 1..2 = 1
param parts: int in 1..2 = 1
pool towns = {aa, bb, cc, dd}
sort place = towns
pred runs(place, place) say "{{ a | capital }} sends trains to {{ b | capital }}."
pred closed(place) say "{{ a | capital }} is closed."
fact train = runs(?a, ?b)
fact shut = closed(?c)
theory {
  each ?a in 3 of place: 1 of train.
  each ?d in parts of place: runs(?d, aa).
  closed of shut.
}
ask computation
gather ?a {
  runs(?a, ?b) as "{{ b | capital }}"
} say "From {{ a | capital }} to {{ parts | all }}."
"""


@pytest.mark.parametrize("nth", [0, 1])
def test_a_hole_that_a_line_fills_in_what_it_draws_keeps_its_name(tmp_path: Path, nth: int) -> None:
    found = inspect(write(tmp_path, {"train.rspec": TRAIN}))
    holes = [use for use in found.uses if use.name == "a" and use.declares]
    with pytest.raises(
        RenamingError, match=r"^line 13 of `.*` draws `train`, and fills its hole `\?a`$"
    ):
        rename(found.program, found.uses, holes[nth], "start")
    assert rename(found.program, found.uses, find(found, "train.rspec", "d"), "start")


@pytest.mark.parametrize(("word", "places"), [("closed", 2), ("parts", 2)])
def test_a_parameter_is_told_from_what_has_its_name(tmp_path: Path, word: str, places: int) -> None:
    spec = write(tmp_path, {"train.rspec": TRAIN})
    found = inspect(spec)
    edits = rename(found.program, found.uses, find(found, "train.rspec", word), "number")
    assert len(edits) == places
    assert inspect(spec, changed(edits)).diagnostics == found.diagnostics == ()


def test_a_predicate_that_a_library_words_keeps_its_name(tmp_path: Path) -> None:
    text = """family party
"who comes"
logic asp
use std.guests
pool people = {ann, bob}
sort person = people
pred comes(person)
pred invited(person) say "{{ a | capital }} is invited."
theory { invited(ann). }
ask computation
"""
    found = inspect(write(tmp_path, {"party.rspec": text}))
    with pytest.raises(RenamingError, match=r"^`comes` is used in `std/guests\.rspec`"):
        rename(found.program, found.uses, find(found, "party.rspec", "comes", 1), "appears")
    assert rename(found.program, found.uses, find(found, "party.rspec", "invited"), "asked")


def test_names_of_libraries_stay(tmp_path: Path) -> None:
    text = FILES["trip.rspec"].replace("use words", "use words\nuse std.remarks: remarks")
    found = inspect(write(tmp_path, {**FILES, "trip.rspec": text}))
    use = find(found, "trip.rspec", "remarks", 1)
    assert use.declaration.source.name == "std/remarks.rspec"
    with pytest.raises(RenamingError, match="which is not part of this family"):
        rename(found.program, found.uses, use, "asides")


def test_a_parameter_keeps_its_place_in_documents(tmp_path: Path) -> None:
    spec = write(tmp_path, FILES)
    (tmp_path / "page.md.jinja").write_text(
        '{% extends "std/page.md.jinja" %}{% block opening %}{{ params.size }} in size{% endblock %}',
        encoding="utf-8",
    )
    spec.write_text(FILES["trip.rspec"] + 'document "page.md.jinja"\n', encoding="utf-8")
    found = inspect(spec)
    edits = rename(found.program, found.uses, find(found, "trip.rspec", "size"), "number")
    page = changed(edits)[tmp_path / "page.md.jinja"]
    assert "{{ params.number }} in size" in page


def with_document(folder: Path, text: str, **more: str) -> Path:
    """Write a family whose document has a text, with other documents by name, and return its path."""
    for name, content in {"page": text, **more}.items():
        (folder / f"{name}.md.jinja").write_text(content, encoding="utf-8")
    return write(
        folder, {**FILES, "trip.rspec": FILES["trip.rspec"] + 'document "page.md.jinja"\n'}
    )


def renamed_in_documents(spec: Path, name: str) -> dict[str, str]:
    """Return the documents that a new name of the parameter `size` changes, in a family that is only parsed."""
    program = read_program(Library(spec.parent), spec.name, Report())
    uses = find_uses(program)
    use = next(each for each in uses if each.name == "size" and each.declares)
    texts = changed(rename(program, uses, use, name))
    return {path.name: text for path, text in texts.items() if path.suffix == ".jinja"}


def test_documents_are_read_for_a_new_name(tmp_path: Path) -> None:
    """The documents that the family names, and those that they extend and include; no others."""
    spec = with_document(
        tmp_path,
        '{% extends "frame.md.jinja" %}{% block a %}{{ params . size }}{% endblock %}',
        frame="{% block a %}{% endblock %}{% include 'end.md.jinja' %}",
        end="{{ params[\"size\"] }} {{ params[ 'size' ] }} {{ params.sizes }} params.size {# params.size #}",
        other="{{ params.size }}",
    )
    assert renamed_in_documents(spec, "number") == {
        "page.md.jinja": '{% extends "frame.md.jinja" %}{% block a %}{{ params . number }}{% endblock %}',
        "end.md.jinja": "{{ params[\"number\"] }} {{ params[ 'number' ] }} {{ params.sizes }} params.size"
        " {# params.size #}",
    }


def test_documents_that_use_each_other_are_read_once(tmp_path: Path) -> None:
    spec = with_document(
        tmp_path,
        '{% include "other.md.jinja" %}{{ params.size }}',
        other='{% include "page.md.jinja" %}{% include "none.md.jinja" %}',
    )
    assert list(renamed_in_documents(spec, "number")) == ["page.md.jinja"]


@pytest.mark.parametrize(
    ("text", "name", "why"),
    [
        ("{{ params.size }}", "a b", "uses `params.size`"),
        ("{{ params.size }}", "none", "uses `params.size`"),
        ("{{ params.size }}", "items", "uses `params.size`"),
        ("{% set size = 'x' %}{{ params[size] }}", "number", "may use `size`"),
        ("{{ params | attr('size') }}", "number", "may use `size`"),
    ],
)
def test_a_document_can_forbid_a_new_name(tmp_path: Path, text: str, name: str, why: str) -> None:
    with pytest.raises(RenamingError, match=re.escape(why)):
        renamed_in_documents(with_document(tmp_path, text), name)


def test_what_nothing_uses_is_warned_about(tmp_path: Path) -> None:
    text = (
        FILES["trip.rspec"]
        .replace("each ?x in chosen: kind(?x). ", "")
        .replace("require size >= 1", "pool rest = {x, y}\nparam extra: int = 1")
    )
    found = inspect(write(tmp_path, {**FILES, "trip.rspec": text}))
    assert [(each.code, each.span.text) for each in found.diagnostics] == [
        ("W0220", "chosen"),
        ("W0220", "rest"),
        ("W0220", "extra"),
    ]


def _declarations(spec: Path, found: Inspection) -> list[Use]:
    return [use for use in found.uses if use.declares and use.span.source.name == str(spec)]


def _check_renamed(spec: Path, found: Inspection, use: Use) -> None:
    name = ("Zz" if use.name[:1].isupper() else "zz_") + re.sub(r"\W", "_", use.name)
    try:
        edits = rename(found.program, found.uses, use, name)
    except RenamingError:
        return
    again = inspect(spec, changed(edits))
    assert [each.code for each in again.diagnostics] == [each.code for each in found.diagnostics]


@pytest.mark.parametrize("spec", SHIPPED[::3], ids=lambda spec: spec.stem)
def test_a_new_name_leaves_a_shipped_spec_right(spec: Path) -> None:
    found = inspect(spec)
    declared = _declarations(spec, found)
    if declared:
        _check_renamed(spec, found, declared[sum(map(ord, spec.stem)) % len(declared)])


@pytest.mark.long
@pytest.mark.parametrize("spec", SHIPPED, ids=lambda spec: spec.stem)
def test_new_names_leave_shipped_specs_right(spec: Path) -> None:
    found = inspect(spec)
    for use in _declarations(spec, found):
        _check_renamed(spec, found, use)


@pytest.mark.parametrize("spec", SHIPPED, ids=lambda spec: spec.stem)
def test_shipped_specs_declare_nothing_in_vain(spec: Path) -> None:
    assert [each.message for each in inspect(spec).diagnostics if each.code == "W0220"] == []


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("?size", "size"),
        ("?rest...", "rest"),
        ("likes(", "likes"),
        ("?likes(", "likes"),
        ("<concept>", "concept"),
        ("<concept(", "concept"),
        ("`a b`", "`a b`"),
        ("`a b`(", "`a b`"),
        ("X", "X"),
    ],
)
def test_the_word_in_a_token(text: str, word: str) -> None:
    (token, *_) = tokens_of(Source("", text))
    assert word_span(token).text == word


@pytest.mark.parametrize(
    ("text", "name", "start"),
    [
        ("pool pool = {a}", "pool", 5),
        ("pool: int", "pool", 0),
        ("choose (slots, minterms) = {a}", "minterms", 15),
        ("rule r(X) = r(X)", "r", 5),
        ("ask choise { options 3 }", "choise", 4),
    ],
)
def test_the_name_of_an_item(text: str, name: str, start: int) -> None:
    source = Source("", text)
    assert name_span(Span(source, 0, len(text)), name) == Span(source, start, start + len(name))
