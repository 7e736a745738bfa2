"""Names over the protocol: where they are declared and used, in all files, and how they are renamed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .client import Client, Failed
from .conftest import TEXT, URI, apply, place

MODULE = """module words
pool goods = {tea, salt, `green tea`}
pool shops = {corner, market}
"""


SHOP = """family shop "what is sold where"
logic {logic}
use words: goods, shops
sort good = goods
sort shop = shops
pred sells(shop, good)
theory {{
  sells(corner, tea).
  sells(market, `green tea`).
}}
ask entailment
"""


@pytest.fixture
def shop(tmp_path: Path) -> dict[str, Path]:
    logic = next(word for word in ("asp",))
    found = {name: tmp_path / f"{name}.rspec" for name in ("words", "shop", "other")}
    found["words"].write_text(MODULE)
    found["shop"].write_text(SHOP.format(logic=logic))
    found["other"].write_text(SHOP.format(logic=logic).replace("family shop", "family other"))
    return found


def spots(found: list[dict[str, Any]]) -> set[tuple[str, int, int]]:
    return {
        (
            each["uri"].rpartition("/")[2],
            each["range"]["start"]["line"],
            each["range"]["start"]["character"],
        )
        for each in found
    }


def test_a_definition_is_found_in_another_file(server: Client, shop: dict[str, Path]) -> None:
    uri, text = shop["shop"].as_uri(), shop["shop"].read_text()
    server.open(uri, text)
    found = server.at("textDocument/definition", uri, *place(text, "= goods", 3))
    assert found["uri"] == shop["words"].as_uri()
    assert found["range"]["start"] == {"line": 1, "character": 5}
    server.close_document(uri)


def test_references_are_found_in_all_specs_that_use_a_module(
    server: Client, shop: dict[str, Path]
) -> None:
    uri = shop["words"].as_uri()
    server.open(uri, MODULE)
    found = server.at("textDocument/references", uri, 1, 7, context={"includeDeclaration": True})
    assert spots(found) == {
        ("words.rspec", 1, 5),
        ("shop.rspec", 2, 11),
        ("shop.rspec", 3, 12),
        ("other.rspec", 2, 11),
        ("other.rspec", 3, 12),
    }
    fewer = server.at("textDocument/references", uri, 1, 7, context={"includeDeclaration": False})
    assert spots(fewer) == spots(found) - {("words.rspec", 1, 5)}
    server.close_document(uri)


def test_a_new_name_is_written_everywhere(server: Client, shop: dict[str, Path]) -> None:
    uri, text = shop["shop"].as_uri(), shop["shop"].read_text()
    server.open(uri, text)
    where = place(text, "= goods", 3)
    prepared = server.at("textDocument/prepareRename", uri, *where)
    assert prepared["placeholder"] == "goods"
    found = server.at("textDocument/rename", uri, *where, newName="wares")
    assert {each.rpartition("/")[2] for each in found["changes"]} == {
        "words.rspec",
        "shop.rspec",
        "other.rspec",
    }
    for path in shop.values():
        path.write_text(apply(path.read_text(), found["changes"][path.as_uri()]))
    for path in shop.values():
        assert "goods" not in path.read_text()
        server.replace(path.as_uri(), path.read_text(), 2) if path == shop["shop"] else server.open(
            path.as_uri(), path.read_text(), 2
        )
        assert server.diagnostics(path.as_uri(), 2) == []
        server.close_document(path.as_uri())


@pytest.mark.parametrize("order", [("shop", "words"), ("words", "shop")])
def test_names_of_a_family_are_found_while_its_module_is_open(
    server: Client, shop: dict[str, Path], order: tuple[str, str]
) -> None:
    for name in order:
        server.open(shop[name].as_uri(), shop[name].read_text())
    for name in order:
        server.diagnostics(shop[name].as_uri())
    text, uri = shop["shop"].read_text(), shop["shop"].as_uri()
    where = place(text, "sells(corner", 1)
    assert server.at("textDocument/definition", uri, *where)["uri"] == uri
    found = server.at("textDocument/rename", uri, *where, newName="offers")
    assert apply(text, found["changes"][uri]) == text.replace("sells", "offers")
    for name, text in (("shop", "= goods"), ("words", "pool goods")):
        uri = shop[name].as_uri()
        where = place(shop[name].read_text(), text, 5)
        found = server.at("textDocument/rename", uri, *where, newName="wares")
        assert found["changes"].keys() == {path.as_uri() for path in shop.values()}
    for name in order:
        server.close_document(shop[name].as_uri())


@pytest.mark.parametrize(
    ("written", "more"),
    [
        ("use\n  words", {}),
        ("use # a comment\n  # another\n  words", {}),
        ("use between", {"between.rspec": "module between\nuse words\n"}),
    ],
)
def test_every_way_to_use_a_module_is_seen(
    server: Client, shop: dict[str, Path], written: str, more: dict[str, str]
) -> None:
    for name, text in more.items():
        shop["words"].with_name(name).write_text(text)
    shop["other"].write_text(shop["other"].read_text().replace("use words", written))
    uri = shop["words"].as_uri()
    server.open(uri, MODULE)
    found = server.at("textDocument/rename", uri, 1, 7, newName="wares")
    assert found["changes"].keys() == {path.as_uri() for path in shop.values()}
    server.close_document(uri)


@pytest.mark.parametrize("name", ["shops", "", "a\nb", "sells", "a\u202eb", "a" * 101])
def test_a_name_that_is_taken_or_none_is_refused(
    server: Client, shop: dict[str, Path], name: str
) -> None:
    uri, text = shop["shop"].as_uri(), shop["shop"].read_text()
    server.open(uri, text)
    with pytest.raises(Failed):
        server.at("textDocument/rename", uri, *place(text, "= goods", 3), newName=name)
    server.close_document(uri)


def test_names_of_installed_modules_are_not_changed(opened: Client) -> None:
    where = place(TEXT, "asides of remarks", 12)
    found = opened.at("textDocument/definition", URI, *where)
    assert found["uri"].endswith("/stdlib/remarks.rspec")
    with pytest.raises(Failed, match="remarks"):
        opened.at("textDocument/prepareRename", URI, *where)
    with pytest.raises(Failed, match="remarks"):
        opened.at("textDocument/rename", URI, *where, newName="others")


def test_the_places_of_a_name_are_highlighted(opened: Client) -> None:
    found = opened.at("textDocument/documentHighlight", URI, *place(TEXT, "param depth", 7))
    lines = [each["range"]["start"]["line"] for each in found]
    kinds = {each["range"]["start"]["line"]: each["kind"] for each in found}
    assert kinds[place(TEXT, "param depth")[0]] == 3
    assert place(TEXT, "  depth depth")[0] in lines
    assert len(found) == TEXT.count("depth") - 1  # a knob has the same name


def test_places_after_letters_outside_the_first_plane(server: Client, tmp_path: Path) -> None:
    text = 'family x "\U0001f600\U0001f600" param_x\n'
    uri = (tmp_path / "x.rspec").as_uri()
    server.open(uri, text)
    (found,) = [each for each in server.diagnostics(uri) if each["code"] == "E0101"]
    assert found["range"]["start"]["character"] == len(text[: text.index("param_x")]) + 2
    server.close_document(uri)


def test_files_beside_a_spec_are_offered_as_modules(server: Client, shop: dict[str, Path]) -> None:
    uri, text = shop["shop"].as_uri(), shop["shop"].read_text()
    server.open(uri, text)
    found = server.at("textDocument/completion", uri, *place(text, "use words", 4))
    assert [item["label"] for item in found["items"]][:2] == ["other", "words"]
    blank = {"triggerKind": 2, "triggerCharacter": " "}
    where = place(text, "sort good", 5)
    assert server.at("textDocument/completion", uri, *where, context=blank) is None
    server.close_document(uri)
