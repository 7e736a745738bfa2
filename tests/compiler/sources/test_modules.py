"""Imports, pools and tables: what a family may use, and every way in which a file can be wrong."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from rspc.compiler.api import check, load
from rspc.compiler.family.expressions.scope import Vocabularies
from rspc.compiler.sources.library import Library
from rspc.compiler.sources.modules import Program, read_program
from rspc.dsl.diagnostics import Diagnostic, Report, SpecError


def read(specs: Any, main: str = "family main", **files: str) -> tuple[Program, Report]:
    for name, text in {**files, "main": main}.items():
        specs.write(f"{name}.rspec", text)
    report = Report()
    return read_program(Library(specs.folder), "main.rspec", report), report


def vocabulary(specs: Any, main: str, **files: str) -> tuple[Vocabularies, Program, Report]:
    program, report = read(specs, main, **files)
    found = Vocabularies(program, report)
    found.read_all()
    return found, program, report


def only(report: Report) -> Diagnostic:
    (found,) = report
    return found


# ----------------------------------------------------------------------------------------------------------- use


def test_a_module_gives_all_its_names_or_those_asked_for(specs: Any) -> None:
    words = "module words\npool animals = {dog, cat}\npool colours = {red}"
    program, report = read(specs, "family main\nuse words", words=words)
    assert (list(report), sorted(program.main.names)) == ([], ["animals", "colours"])
    program, report = read(specs, "family main\nuse words: colours", words=words)
    assert (list(report), sorted(program.main.names)) == ([], ["colours"])


SHOP = """module shop
use words
param size: int in 1..3 = 2
param other: int in 1..3 = 1
choose mood = {glad: 1, sad: 1}
pool colours = {red, green}
record item { price: money = $1..$9  paint: one of colours = {red: size, green: 1} }
say item as "it is {{ paint }} and costs {{ price }}"
say price < ?v as "the price {{ be }} below {{ v }}"
test cheap(?v) on price: price < ?v where ?v = 1 of price when other < 3
test dear(?v) on price: price > ?v where ?v = 1 of price
test painted(?v) on paint: paint == ?v where ?v = 1 of paint
require statements < other
measure doubled = statements * 2
document "shop.md.jinja"
preset big { size 3 }
"""
SHOP_WORDS = 'module words\nsay ?a as "Note that {{ a }}."\ntest odd on price: price > $3\n'
OWN = "record ware { price: money = $1..$20 }\ntheory { price > $2. }\nask choice { options 2  from 9 of ware }\n"


def at_work(specs: Any, use: str) -> list[str]:
    program, report = read(specs, f"family main\n{use}", shop=SHOP, words=SHOP_WORDS)
    assert not list(report)
    return [
        item.span.text.split("\n")[0][:14]
        for item, module in program.items()
        if module is not program.main
    ]


@pytest.mark.parametrize(
    ("use", "wanted"),
    [
        ("use shop: colours", ["pool colours ="]),
        ("use shop: other", ["param other: i"]),
        ("use shop: mood", ["choose mood = "]),
        ("use shop: item", ["param size: in", "record item { ", 'say item as "i']),
        ("use shop: dear", ['say ?a as "Not', "say price < ?v", "test dear(?v) "]),
        (
            "use shop: cheap",
            ['say ?a as "Not', "param other: i", "say price < ?v", "test cheap(?v)"],
        ),
        ("use shop: doubled, odd", ['say ?a as "Not', "test odd on pr", "measure double"]),
    ],
)
def test_of_a_module_only_what_is_asked_for_is_at_work_and_what_that_needs(
    specs: Any, use: str, wanted: list[str]
) -> None:
    assert at_work(specs, use) == wanted


def test_what_is_used_whole_anywhere_is_at_work_whole(specs: Any) -> None:
    every = at_work(specs, "use shop")
    assert len(every) == len(SHOP.splitlines()) + len(SHOP_WORDS.splitlines())
    assert at_work(specs, "use shop: colours\nuse shop") == every
    assert at_work(specs, "use words: odd\nuse shop: colours") == [
        'say ?a as "Not',
        "test odd on pr",
        "pool colours =",
    ]


def test_what_is_not_asked_for_takes_no_part_in_a_family(specs: Any) -> None:
    files = {"shop": SHOP, "words": SHOP_WORDS}
    found = specs.load(f"use shop: colours\n{OWN}", **files)
    assert (dict(found.parameters), found.tests, found.chosen, found.requirements) == (
        {},
        (),
        (),
        (),
    )
    assert found.record is not None
    assert found.record.name == "ware"
    assert not found.instance().context.startswith("Note that")
    found = specs.load(f"use shop: cheap\n{OWN}", **files)
    assert ([each.name for each in found.tests], list(found.parameters)) == (["cheap"], ["other"])
    assert specs.codes(f"use shop: painted\n{OWN}", **files) == ["E0201"]
    assert "E0214" in specs.codes(f"use shop\n{OWN}", **files)


def test_productions_at_work_bring_what_they_expand(specs: Any) -> None:
    rules = """module rules
param deep: int = 2
pred likes(animal)
rule a = <part(deep)> => ?p(?a)
rule b = <part(1)> => ?p(?a)
syntax part(n) = <leaf>
syntax leaf = ?p(?b)
syntax other = ?p(?b)
"""
    program, report = read(specs, "family main\nuse rules: a", rules=rules)
    assert not list(report)
    names = [
        getattr(item, "name", "") for item, module in program.items() if module is not program.main
    ]
    assert names == ["deep", "likes", "a", "part", "leaf"]


def test_a_module_of_a_folder_is_named_by_dots_and_finds_its_own_neighbours(specs: Any) -> None:
    specs.write("sub/inner.rspec", 'module inner\nuse near\npool a = near_words | "a.txt"')
    specs.write("sub/near.rspec", "module near\npool near_words = {x}")
    specs.write("sub/a.txt", "y\n# no word\n\nz # a comment\n")
    found, program, report = vocabulary(specs, "family main\nuse sub.inner")
    pool = found.pool(program.main, "a")
    assert not list(report)
    assert pool is not None
    assert pool.values == ("x", "y", "z")


def test_the_standard_library_is_there(specs: Any) -> None:
    program, report = read(specs, "family main\nuse std.notes")
    assert not list(report)
    assert [each.key for each in program.modules] == ["std/notes.rspec", "main.rspec"]


def test_a_module_used_by_two_ways_is_one(specs: Any) -> None:
    files = {
        "left": "module left\nuse base",
        "right": "module right\nuse base",
        "base": "module base\npool animals = {dog}",
    }
    program, report = read(specs, "family main\nuse left\nuse right", **files)
    assert not list(report)
    assert [each.key for each in program.modules].count("base.rspec") == 1


@pytest.mark.parametrize(
    ("use", "code", "at", "help"),
    [
        ("use std.recrods", "E0206", "std.recrods", "did you mean `std.records`?"),
        ("use nowhere", "E0206", "nowhere", None),
        ("use words: anmals", "E0201", "anmals", "did you mean `animals`?"),
        ("use words: animals.tset", "E0203", "animals.tset", "did you mean `test`?"),
        ("use words: colours.test", "E0203", "colours.test", None),
        ("use other", "E0209", "use other", None),
        ("use headless", "E0210", "use headless", None),
        ("use binary", "E0602", "use binary", None),
        ("use latin", "E0602", "use latin", None),
    ],
)
def test_a_bad_use_is_told_at_its_place(
    specs: Any, use: str, code: str, at: str, help: str | None
) -> None:
    specs.write("binary.rspec", b"module binary\n\0")
    specs.write("latin.rspec", "module latin\n# é".encode("latin-1"))
    words = """module words
pool animals = {dog, cat} split { train 0.5  test 0.5 }
pool colours = {red}"""
    _, report = read(
        specs, f"family main\n{use}", words=words, other="family other", headless="pool a = {b}"
    )
    found = only(report)
    assert (found.code, found.span.text) == (code, at)
    assert help is None or found.help == help


@pytest.mark.parametrize(
    "files",
    [
        {"main": "family main\nuse main"},
        {"main": "family main\nuse a", "a": "module a\nuse main"},
        {"main": "family main\nuse a", "a": "module a\nuse b", "b": "module b\nuse a"},
        {
            "main": "family main\nuse a",
            "a": "module a\nuse b",
            "b": "module b\nuse c",
            "c": "module c\nuse a",
        },
    ],
)
def test_a_circle_is_told_once_with_its_way(specs: Any, files: dict[str, str]) -> None:
    _, report = read(specs, **files)
    found = only(report)
    assert found.code == "E0207"
    first, *_, last = found.message.removeprefix("modules use each other in a circle: ").split(
        " -> "
    )
    assert first == last


@pytest.mark.parametrize(
    "main",
    [
        "family main\nuse words\npool animals = {cat}",
        "family main\nuse words\nuse others",
        "family main\nuse words: animals.train\nuse words",
        "family main\nparam a: int = 1\npool a = {dog}",
        "family main\nchoose (a, a) = {(1, 2): 1}",
    ],
)
def test_a_name_that_hides_another_is_refused_with_both_places(specs: Any, main: str) -> None:
    words = "module words\npool animals = {dog, cat} split { train 0.5  test 0.5 }"
    _, report = read(specs, main, words=words, others="module others\npool animals = {owl}")
    found = only(report)
    assert (found.code, len(found.notes)) == ("E0202", 1)


def test_all_faults_of_all_files_are_told(specs: Any) -> None:
    _, report = read(
        specs, "family main\nuse a\nuse nowhere\npool = 3", a="module a\nuse nowhere\nparam x"
    )
    assert {each.span.source.name.rpartition("/")[2] for each in report} == {
        "main.rspec",
        "a.rspec",
    }
    assert len(list(report)) == 4


# ---------------------------------------------------------------------------------------------- pools and tables


def test_a_split_deals_all_members_out(specs: Any) -> None:
    names = ", ".join(f"w{n}" for n in range(20))
    text = f"family main\npool words = {{{names}}} split {{ train 0.75  test 0.25 }}"
    found, program, report = vocabulary(specs, text)
    pool = found.pool(program.main, "words")
    assert not list(report)
    assert pool is not None
    train, test = pool.parts["train"], pool.parts["test"]
    assert (len(train), len(test), set(train) | set(test)) == (15, 5, set(pool.values))


def test_a_use_may_narrow_a_pool_or_a_table(specs: Any) -> None:
    words = """module words
pool animals = {dog, cat} split { train 0.5  test 0.5 }
table cities(city, size) = {(oslo, 1), (rome, 2)} split { train 0.5  test 0.5 }"""
    text = "family main\nuse words: animals.test, cities.train"
    found, program, report = vocabulary(specs, text, words=words)
    pool, table = found.pool(program.main, "animals"), found.table(program.main, "cities")
    assert not list(report)
    assert pool is not None
    assert table is not None
    assert (len(pool.values), len(table.rows)) == (1, 1)


def test_columns_have_the_kind_that_their_cells_show(specs: Any) -> None:
    specs.write("t.csv", 'city,size,fare,"start"\nOslo, 3, $5,08:00\n"Rome, Italy",4,$7.50,09:30\n')
    found, program, report = vocabulary(
        specs, 'family main\ntable t(city, size, fare, start) = "t.csv"'
    )
    table = found.table(program.main, "t")
    assert not list(report)
    assert table is not None
    assert [kind.name for kind in table.kinds] == ["city", "integer", "money", "time"]
    assert table.rows == (("Oslo", 3, 500, 480), ("Rome, Italy", 4, 750, 570))


@pytest.mark.parametrize(
    ("item", "code"),
    [
        ('pool a = "missing.txt"', "E0601"),
        ('pool a = "latin.txt"', "E0602"),
        ('pool a = "nul.txt"', "E0602"),
        ('pool a = "empty.txt"', "E0604"),
        ('pool a = "../outside.txt"', "E0208"),
        ('pool a = "/etc/passwd"', "E0208"),
        ('pool a = "C:/words.txt"', "E0208"),
        ('pool a = "std/words/airports.txt"', "E0208"),
        ('pool a = "link.txt"', "E0208"),
        ('pool a = "."', "E0601"),
        (f'pool a = "{"x" * 300}.txt"', "E0601"),
        ("pool a = {}", "E0604"),
        ("pool a = {dog, dog}", "W0601"),
        ("pool a = {dog: 2}", "E0605"),
        ("pool a = 3..4", "E0605"),
        ("pool a = {dog} | nosuch", "E0201"),
        ("pool b = {dog}\npool a = b.test", "E0203"),
        ("pool a = b\npool b = a", "E0201"),
        ("pool a = {dog} split { train 0.5 }", "E0402"),
        ("pool a = {dog} split { train much  test 1 }", "E0402"),
        ("pool a = {dog} split { train 0.5  train 0.5 }", "E0202"),
        ("sort a = nosuch", "E0201"),
        ("pool b = {dog}\nsort a = b.train", "E0203"),
        ("table t(a, b) = {(1, 2), (3)}", "E0606"),
        ("table t(a, b) = {(1, some r c)}", "E0605"),
        ("table t(a) = 3", "E0605"),
        ('table t(a, b) = "ragged.csv"', "E0606"),
        ('table t(a, b) = "headed.csv"', "E0625"),
        ('table t(a, b) = "mac.csv"', "E0614"),
        ('table t(a, b) = "void.csv"', "E0604"),
    ],
)
def test_a_bad_list_of_words_is_told(specs: Any, tmp_path: Path, item: str, code: str) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside.txt"
    outside.write_text("secret\n")
    os.symlink(outside, specs.folder / "link.txt")
    specs.write("latin.txt", "é".encode("latin-1"))
    specs.write("nul.txt", b"dog\0\n")
    specs.write("empty.txt", "# nothing\n")
    specs.write("void.csv", "")
    specs.write("headed.csv", "a,c\n1,2\n")
    specs.write("ragged.csv", "1,2\n3\n")
    specs.write("mac.csv", b"1,2\r3,4\r")
    _, _, report = vocabulary(specs, f"family main\n{item}")
    found = [each.code for each in report]
    assert code in found, list(report)
    assert all(each.span.text for each in report)


# --------------------------------------------------------------------------------------------------- whole files


def test_a_family_begins_as_one(specs: Any) -> None:
    for text, code in {
        "": "E0210",
        "logic constraint": "E0210",
        "module main\nlogic constraint": "E0210",
        "family main": "E0211",
        "family main\nfamily again\nlogic constraint": "E0212",
        "family main\nlogic constriant": "E0213",
        "family main\nlogic constraint\nlogic constraint": "E0212",
        "family main\nlogic constraint { deep 3 }": "E0412",
        "family main\nlogic constraint": "E0211",
    }.items():
        path = specs.write("main.rspec", text)
        with pytest.raises(SpecError) as caught:
            load(path)
        assert code in {each.code for each in caught.value.diagnostics}, text


def test_a_bundle_carries_a_family_whole(specs: Any, books: Any) -> None:
    import json

    path = specs.write("family.json", json.dumps(books.bundle()))
    again = load(path)
    assert again.hash == books.hash
    assert again.instance(3, 4).record() == books.instance(3, 4).record()


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"main": 3}',
        '{"main": "m", "files": {}}',
        '{"main": "m", "files": {"m": "base64:?"}}',
        '{"main": "m", "files": {"m": "family m\\nuse n"}}',
    ],
)
def test_a_broken_bundle_is_refused(specs: Any, text: str) -> None:
    with pytest.raises(SpecError):
        load(specs.write("family.json", text))


def test_the_hash_is_of_the_meaning(specs: Any, books: Any) -> None:
    assert specs.books("# a remark\n").hash == books.hash
    assert specs.books("param other: int = 3\n").hash != books.hash


def test_a_family_uses_words_under_a_condition(tmp_path: Path) -> None:
    (tmp_path / "cats.rspec").write_text(
        "module cats\npool felines = {tom, kit}\nsort cat = felines\npred purrs(cat)\n"
        'say purrs(?x) as "{{ x | capital }} hums."\n'
    )
    (tmp_path / "dogs.rspec").write_text(
        "module dogs\npool canines = {rex, max_}\nsort dog = canines\npred barks(dog)\n"
    )
    spec = tmp_path / "pets.rspec"
    spec.write_text(
        "family pets\nlogic asp\nparam kind: name in {cats, dogs} = cats\n"
        "use cats when kind == cats\nuse dogs when kind == dogs\n"
        "fact any = ?p(?x)\ntheory { 1 of any. }\nask computation\n"
    )
    family = load(spec)
    purring = family.instance()
    assert purring.statements[0] in ("Tom hums.", "Kit hums.")
    barking = family.instance(kind="dogs")
    assert "barks(" in barking.statements[0]
    assert family.prove() == ()


def test_a_module_uses_others_always(tmp_path: Path) -> None:
    (tmp_path / "inner.rspec").write_text("module inner\npool felines = {tom, kit}\n")
    (tmp_path / "outer.rspec").write_text("module outer\nuse inner when 1 < 2\n")
    spec = tmp_path / "pets.rspec"
    spec.write_text("family pets\nlogic asp\nuse outer\ntheory { p(a). }\nask computation\n")
    assert [each.code for each in check(spec)] == ["E0219"]
