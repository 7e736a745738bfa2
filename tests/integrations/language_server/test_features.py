"""Every feature on shipped specs, over the protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rspc.dsl.printing.formatting import format_text
from rspc.dsl.source import Source

from .client import Client, Failed
from .conftest import FAMILY, SPECS, TEXT, URI, apply, place

OTHERS = sorted({*SPECS.rglob("*.rspec")} - {FAMILY})[::8]


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_shipped_specs_have_no_diagnostics(server: Client, path: Path) -> None:
    server.open(path.as_uri(), path.read_text("utf-8"))
    assert server.diagnostics(path.as_uri()) == []
    server.close_document(path.as_uri())


def test_hovering_shows_plugins_knobs_modules_and_names(opened: Client) -> None:
    told = {}
    for needle, more in [
        ("theory backward", 9),
        ("matched (", 2),
        ("std.dealings", 6),
        ("(construction ==", 4),
        ("ask entailment", 6),
    ]:
        found = opened.at("textDocument/hover", URI, *place(TEXT, needle, more))
        told[needle] = found["contents"]["value"]
    assert "strategy **backward**" in told["theory backward"]
    assert "knob **matched**: `on | off = on`" in told["matched ("]
    assert told["std.dealings"].startswith("module `std.dealings` — ")
    assert "param construction: name in {matched, published}" in told["(construction =="]
    assert "task **entailment**" in told["ask entailment"]


def test_words_of_modules_are_shown_with_a_sentence(opened: Client) -> None:
    (lens,) = opened.ask("textDocument/codeLens", {"textDocument": {"uri": URI}})
    if "command" not in lens:
        opened.ask("codeLens/resolve", lens)
    found = opened.at("textDocument/hover", URI, *place(TEXT, "asides of remarks", 12))
    assert "from `std.remarks`" in found["contents"]["value"]


def test_names_of_used_modules_are_completed(opened: Client) -> None:
    found = opened.at("textDocument/completion", URI, *place(TEXT, "asides of remarks", 10))
    assert {"remarks", "retractions", "asides"} <= {item["label"] for item in found["items"]}


def test_names_of_a_module_are_completed_after_its_colon(server: Client) -> None:
    uri = (SPECS / "unsaved.rspec").as_uri()
    server.open(uri, "family unsaved\nuse std.air: \n")
    found = server.at("textDocument/completion", uri, 1, 13)
    assert {"airports", "cities"} <= {item["label"] for item in found["items"]}
    server.close_document(uri)


def test_the_outline_has_every_item(opened: Client) -> None:
    found = opened.ask("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
    names = [each["name"] for each in found]
    assert names[:3] == ["boardgame", "defeasible", "std.dealings"]
    assert {"depth", "conflict", "Published", "NoConflict"} <= set(names)
    for each in found:
        outer, inner = each["range"], each["selectionRange"]
        assert outer["start"]["line"] <= inner["start"]["line"]
        assert inner["end"]["line"] <= outer["end"]["line"]
    everywhere = opened.ask("workspace/symbol", {"query": "lowconf"})
    assert [each["name"] for each in everywhere] == ["LowConflict"]


def test_items_and_uses_can_be_folded(opened: Client) -> None:
    found = opened.ask("textDocument/foldingRange", {"textDocument": {"uri": URI}})
    lines = {(each["startLine"], each["endLine"]): each.get("kind") for each in found}
    theory = place(TEXT, "theory backward")[0]
    assert any(start == theory for start, _ in lines)
    assert "imports" in lines.values()


def test_formatting_changes_the_lines_that_differ(server: Client) -> None:
    uri = (SPECS / "unformatted.rspec").as_uri()
    text = TEXT.replace("  depth depth\n", "     depth    depth\n").replace(
        "logic defeasible\n", "logic   defeasible\n"
    )
    server.open(uri, text)
    options = {"tabSize": 2, "insertSpaces": True}
    edits = server.ask(
        "textDocument/formatting", {"textDocument": {"uri": uri}, "options": options}
    )
    assert len(edits) == 2
    assert apply(text, edits) == format_text(Source("", TEXT))
    server.replace(uri, text + "theory {", 2)
    assert (
        server.ask("textDocument/formatting", {"textDocument": {"uri": uri}, "options": options})
        is None
    )
    server.close_document(uri)


def test_words_are_coloured_in_the_order_of_the_text(opened: Client) -> None:
    legend = opened.capabilities["semanticTokensProvider"]["legend"]["tokenTypes"]
    data = opened.ask("textDocument/semanticTokens/full", {"textDocument": {"uri": URI}})["data"]
    lines, line, column, kinds = TEXT.split("\n"), 0, 0, {}
    for step, start, length, kind, _ in zip(*[iter(data)] * 5, strict=True):
        line, column = line + step, start if step else column + start
        kinds.setdefault(lines[line][column : column + length], set()).add(legend[kind])
    assert kinds["theory"] == {"keyword"}
    assert kinds["std.dealings"] == {"namespace"}
    assert kinds["matched"] >= {"property"}
    assert kinds["construction"] == {"parameter", "property"}  # of a preset
    assert kinds["0.5"] == {"number"}


def test_the_line_above_the_family_has_the_answer_and_the_size(opened: Client) -> None:
    (lens,) = opened.ask("textDocument/codeLens", {"textDocument": {"uri": URI}})
    assert lens["range"]["start"] == {"line": 0, "character": 0}
    resolved = opened.ask("codeLens/resolve", lens)
    command = resolved["command"]
    assert command["command"] == "rspc.openProblem"
    assert command["arguments"] == [URI, 0, 0]
    problem = opened.ask(
        "workspace/executeCommand", {"command": "rspc.problem", "arguments": [URI, 0, 0]}
    )
    answer = command["title"].split(" · ")[1]
    assert f"Answer: {answer} " in problem["text"]
    assert command["title"].startswith("instance 0 · ")
    assert command["title"].endswith(" words")


def test_a_problem_is_a_page_in_which_everything_is_escaped(server: Client) -> None:
    uri = (SPECS / "marked.rspec").as_uri()
    text = TEXT.replace("family boardgame", "family marked").replace(
        "the claim", "the <script>claim</script> & more"
    )
    server.open(uri, text)
    assert server.diagnostics(uri) == []
    found = [
        server.ask(
            "workspace/executeCommand", {"command": "rspc.problem", "arguments": [uri, 3, index]}
        )
        for index in range(4)
    ]
    assert any("<script>claim</script> & more" in each["text"] for each in found)
    for each in found:
        assert each["html"].startswith("<!doctype html>")
        assert "<script" not in each["html"]
        assert f"<h1>{each['text'].splitlines()[0]}</h1>" in each["html"]
    assert any("&lt;script&gt;claim&lt;/script&gt; &amp; more" in each["html"] for each in found)
    server.close_document(uri)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        [URI],
        [URI, -1, 0],
        [URI, "0", 0],
        [URI, 0, 0, 0],
        ["file:///none", 0, 0],
        [3, 0, 0],
        [URI, True, 0],
        [URI, 0, False],
        [URI, 2**63, 0],
        [URI, 0, 10**30],
        [URI, 0.0, 0],
    ],
)
def test_other_arguments_of_the_command_are_refused(opened: Client, arguments: list[Any]) -> None:
    with pytest.raises(Failed) as failed:
        opened.ask("workspace/executeCommand", {"command": "rspc.problem", "arguments": arguments})
    assert failed.value.code == -32602


def test_a_wrong_spec_has_no_problem(server: Client) -> None:
    uri = (SPECS / "wrong.rspec").as_uri()
    server.open(uri, "family wrong\nlogic nothing_like_it\n")
    found = server.diagnostics(uri)
    assert found[0]["code"].startswith("E")
    assert found[0]["source"] == "rspc"
    with pytest.raises(Failed, match="E0"):
        server.ask(
            "workspace/executeCommand", {"command": "rspc.problem", "arguments": [uri, 0, 0]}
        )
    start = found[0]["range"]["start"]
    told = server.at("textDocument/hover", uri, start["line"], start["character"])
    assert f"# {found[0]['code']}: " in told["contents"]["value"]
    server.close_document(uri)
    assert server.wait(lambda: server.shown[uri]["diagnostics"] == [])


def test_errors_of_syntax_are_shown_before_the_check(server: Client) -> None:
    uri = (SPECS / "half.rspec").as_uri()
    server.open(uri, TEXT)
    assert server.diagnostics(uri) == []
    server.replace(uri, TEXT.replace("logic defeasible", 'logic "defeasible'), 2)
    found = server.diagnostics(uri, 2)
    assert "E0103" in [each["code"] for each in found]
    server.close_document(uri)


def test_a_change_of_a_module_is_seen_where_it_is_used(server: Client, tmp_path: Path) -> None:
    module, family = tmp_path / "words.rspec", tmp_path / "shop.rspec"
    module.write_text('module words\npool goods = {"tea", "salt"}\n')
    text = TEXT.replace("family boardgame", "family shop") + "\nuse words\nsort good = goods\n"
    family.write_text(text)
    server.open(family.as_uri(), text)
    before = server.diagnostics(family.as_uri())
    server.open(module.as_uri(), module.read_text())
    server.replace(module.as_uri(), 'module words\npool wares = {"tea", "salt"}\n', 2)
    assert server.wait(
        lambda: any(
            "goods" in each["message"]
            for each in server.shown.get(family.as_uri(), {}).get("diagnostics", [])
        )
    ), (before, server.shown[family.as_uri()])
    server.close_document(module.as_uri())
    assert server.wait(
        lambda: (
            not any(
                "goods" in each["message"] for each in server.shown[family.as_uri()]["diagnostics"]
            )
        )
    )
    server.close_document(family.as_uri())


@pytest.mark.parametrize(
    ("encodings", "width"), [(["utf-8"], 4), (["utf-32", "utf-8"], 1), ([], 2)]
)
def test_the_encoding_of_positions_is_negotiated(
    tmp_path: Path, encodings: list[str], width: int
) -> None:
    client = Client(tmp_path, encodings)
    assert client.capabilities["positionEncoding"] == (encodings or ["utf-16"])[0]
    text = 'family x "\U0001f600" param_x\n'
    uri = (tmp_path / "x.rspec").as_uri()
    client.open(uri, text)
    (found,) = [each for each in client.diagnostics(uri) if each["code"] == "E0101"]
    assert found["range"]["start"]["character"] == text.index("param_x") - 1 + width
    assert client.stop() == 0


def test_repairs_are_offered_and_applied(server: Client, tmp_path: Path) -> None:
    wrong = TEXT.replace("logic defeasible", "logic defeasable").replace(
        "  distractors distractors", "  distractor distractors"
    )
    uri = (tmp_path / "boardgame.rspec").as_uri()
    server.open(uri, wrong)
    found = server.diagnostics(uri)
    first = next(each for each in found if "defeasable" in each["message"])
    line = first["range"]["start"]["line"]
    asked = {
        "textDocument": {"uri": uri},
        "range": first["range"],
        "context": {"diagnostics": found, "only": ["quickfix"]},
    }
    (action,) = server.ask("textDocument/codeAction", asked)
    assert action["title"] == "did you mean `defeasible`?"
    assert action["diagnostics"] == [first]
    fixed = apply(wrong, action["edit"]["changes"][uri])
    assert fixed.split("\n")[line] == "logic defeasible"
    elsewhere = {
        **asked,
        "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}},
    }
    assert server.ask("textDocument/codeAction", elsewhere) == []
    everything = {**asked, "context": {"diagnostics": [], "only": ["source.fixAll"]}}
    (action,) = server.ask("textDocument/codeAction", everything)
    fixed = apply(wrong, action["edit"]["changes"][uri])
    server.replace(uri, fixed, 2)
    messages = [each["message"] for each in server.diagnostics(uri, 2)]
    assert not any("distractor`" in each or "defeasable" in each for each in messages)
    server.close_document(uri)


def test_what_nothing_uses_is_faded(server: Client) -> None:
    uri = (SPECS / "faded.rspec").as_uri()
    server.open(uri, TEXT + "pool idle = {one, two}\n")
    (found,) = server.diagnostics(uri)
    assert (found["code"], found["severity"], found["tags"]) == ("W0220", 2, [1])
    server.close_document(uri)


def test_notes_are_related_places(server: Client) -> None:
    uri = (SPECS / "twice.rspec").as_uri()
    line = "param depth: int in 1..4 = 2\n"
    server.open(uri, TEXT + line)
    found = [each for each in server.diagnostics(uri) if each["code"] == "E0202"]
    (note,) = found[0]["relatedInformation"]
    assert note["location"]["uri"] == uri
    assert note["location"]["range"]["start"]["line"] == place(TEXT, "param depth")[0]
    server.close_document(uri)


def test_a_template_that_is_open_is_read_as_it_stands(server: Client, tmp_path: Path) -> None:
    page = tmp_path / "page.md.jinja"
    page.write_text("{{ context }}\n{{ question }}\n")
    uri = (tmp_path / "boardgame.rspec").as_uri()
    text = TEXT[: TEXT.index("document ")] + 'document "page.md.jinja"\n'
    server.open(uri, text)
    before = server.diagnostics(uri)
    server.open(page.as_uri(), "{{ context }}\n{{ question \n", language="jinja")
    assert server.wait(
        lambda: any("page.md.jinja" in str(each) for each in server.shown[uri]["diagnostics"])
    ), before
    server.close_document(page.as_uri())
    server.close_document(uri)


def test_files_on_disk_are_watched_by_editors_that_can(tmp_path: Path) -> None:
    client = Client(
        tmp_path,
        capabilities={"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}},
    )
    assert client.wait(lambda: bool(client.asked))
    (registration,) = client.asked[0]["params"]["registrations"]
    assert registration["method"] == "workspace/didChangeWatchedFiles"
    (tmp_path / "words.rspec").write_text("module words\npool goods = {tea}\n")
    uri = (tmp_path / "shop.rspec").as_uri()
    client.open(uri, "family shop\nuse words\nsort good = wares\n")
    assert client.wait(lambda: "`wares`" in str(client.shown.get(uri)))
    (tmp_path / "words.rspec").write_text("module words\npool wares = {tea}\n")
    changed = {"uri": (tmp_path / "words.rspec").as_uri(), "type": 2}
    client.tell("workspace/didChangeWatchedFiles", {"changes": [changed]})
    assert client.wait(lambda: "`wares`" not in str(client.shown[uri]["diagnostics"]))
    assert client.stop() == 0
