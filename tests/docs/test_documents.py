"""The page on documents: its variables are those that a prompt is made with, and its examples are rendered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rspc
from rspc.compiler.elaboration.words import DOCUMENT_NAMES
from rspc.compiler.instances.instance import worked_example
from rspc.compiler.language import english
from rspc.compiler.text.phrases.wording import text_filters

from .pages import blocks, codes, lay_out, rows, section

PAGE = "documents"
TABLE = rows(section(PAGE, "What a document may use"))
NAMES = [code for row in TABLE for code in codes(row[0])]
EXAMPLES = [code for row in TABLE for code in codes(row[2])]


@pytest.fixture(autouse=True)
def parts_of_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples print parts of a problem, which no whole document may."""
    monkeypatch.setattr("rspc.compiler.maker.prompt_faults", lambda *parts: [])


def family(folder: Path, document: str) -> rspc.Family:
    lay_out(PAGE, folder)
    (folder / "tried.jinja").write_text(f"[{document}]", "utf-8")
    path = folder / "trips.rspec"
    text = re.sub(r"^document .*\n", "", path.read_text("utf-8"), flags=re.MULTILINE)
    path.write_text(f'{text}document "tried.jinja"\n', "utf-8")
    return rspc.load(path)


def test_every_variable_is_on_the_page() -> None:
    assert {re.split(r"[.\[]", name)[0] for name in NAMES} == set(DOCUMENT_NAMES)


def test_the_parts_of_the_variables_are_on_the_page(tmp_path: Path) -> None:
    shown = worked_example(family(tmp_path, "").instance())
    parts = {f"demonstration.{key}" for key in shown if key != "options"}
    parts |= {f"demonstration.options[i].{key}" for option in shown["options"] for key in option}
    assert {name for name in NAMES if name.startswith("demonstration.")} == parts


@pytest.mark.parametrize("key", ["label", "text", "values", "holds"])
def test_what_an_option_has_is_on_the_page(key: str, tmp_path: Path) -> None:
    made = family(tmp_path, f"{{{{ options[0]['{key}'] | length }}}}")
    if f"options[i].{key}" in NAMES:
        assert made.instance().text != "[0]\n"
    else:
        with pytest.raises(rspc.SpecError):
            made.instance()


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_is_rendered(example: str, tmp_path: Path) -> None:
    made = family(tmp_path, example)
    texts = {made.instance(seed=seed).text for seed in range(8)}
    assert texts != {"[]\n"}


def test_every_variable_has_an_example() -> None:
    used = " ".join(EXAMPLES)
    assert len(EXAMPLES) == len(TABLE) - 1
    assert [name for name in DOCUMENT_NAMES if name not in used] == []


def test_parameters_are_plain_values(tmp_path: Path) -> None:
    items = "param fare: money = $5\nparam warm: bool = on\nchoose left = {$3: 1}\nchoose p = {a_b: 1}\n"
    path = tmp_path / "trips.rspec"
    family(
        tmp_path,
        "{{ params.options + 1 }} {{ params.layout }} {{ params.fare }}{{ params.left }} "
        "{{ params.p }}{% if params.warm %} warm{% endif %}",
    )
    path.write_text(f"{path.read_text('utf-8')}{items}", "utf-8")
    assert rspc.load(path).instance().text == "[5 page $5300 a_b warm]\n"


def test_any_other_name_is_refused(tmp_path: Path) -> None:
    for name in ("label", "answer", "theory", "certificate", "layout"):
        with pytest.raises(rspc.SpecError) as caught:
            family(tmp_path, f"{{{{ {name} }}}}")
        assert [each.code for each in caught.value.diagnostics] == ["E0503"]


def test_a_list_is_not_printed(tmp_path: Path) -> None:
    with pytest.raises(rspc.SpecError) as caught:
        family(tmp_path, "{{ statements }}").instance()
    assert [each.code for each in caught.value.diagnostics] == ["E0502"]


def test_the_last_document_is_used_where_no_condition_holds(tmp_path: Path) -> None:
    made = family(tmp_path, "x")
    path = tmp_path / "trips.rspec"
    (tmp_path / "other.jinja").write_text("other", "utf-8")
    guarded = made.library.text("trips.rspec").replace(
        'document "tried.jinja"',
        'document "tried.jinja" when options > 5\ndocument "other.jinja" when options > 6',
    )
    path.write_text(guarded, "utf-8")
    assert rspc.load(path).instance().text == "other\n"
    assert rspc.load(path).instance(options=6).text == "[x]\n"


def test_the_filters_are_those_of_documents() -> None:
    text = " ".join(section(PAGE, "Jinja in documents").split())
    listed = codes(text.partition("strings and numbers:")[2].partition("Only strings")[0])
    assert sorted(listed) == sorted(text_filters(english()))


def test_a_block_of_a_shipped_document_is_replaced(tmp_path: Path) -> None:
    (block,) = (each for each in blocks(PAGE) if each.language == "jinja" and not each.file)
    path = tmp_path / lay_out("rules", tmp_path)
    (tmp_path / "reading.jinja").write_text(block.text, "utf-8")
    text = path.read_text("utf-8").replace("std/rules.md.jinja", "reading.jinja")
    path.write_text(text, "utf-8")
    (said,) = re.findall(r"%}(A rule .*?){%", block.text)
    assert said in rspc.load(path).instance().text
