"""The extension for VS Code, as far as Python sees it: its grammar, its snippets and what its manifest names.

`.ci/editors` builds it, and tries its grammar in the engine that VS Code has.
"""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc.dsl.parsing.parser import parse
from rspc.dsl.reserved import ITEM_WORDS, LINE_WORDS
from rspc.dsl.source import Source
from rspc.dsl.syntax import Ask, Theory

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "editors" / "vscode"


def read(name: str) -> Any:
    return json.loads((FOLDER / name).read_text("utf-8"))


MANIFEST = read("package.json")
SNIPPETS = read("snippets/rspec.json")


def test_the_grammar_is_the_one_that_the_tool_writes() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "textmate_grammar.py"))
    assert tool["FILE"].read_text("utf-8") == tool["grammar"](), "run tools/textmate_grammar.py"


def test_every_kind_has_a_scope() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "textmate_grammar.py"))
    from rspc.dsl.highlighting import KINDS

    assert set(tool["SCOPES"]) == set(KINDS)


# ------------------------------------------------------------------------------------------------ snippets

_PART = re.compile(
    r"\\(?P<escaped>[$}\\])|\$(?P<mark>\d+)|\$\{(?P<number>\d+)(?P<sign>[:|}])|(?P<end>\})"
)


def expanded(body: str) -> str:
    """Return a snippet as it is inserted: placeholders have their defaults, choices their first word."""
    defaults: dict[str, str] = {}
    text, rest = _expanded(body, defaults, inside=False)
    assert not rest
    return re.sub("\0(\\d+)\0", lambda found: defaults.get(found[1], ""), text)


def _expanded(body: str, defaults: dict[str, str], *, inside: bool) -> tuple[str, str]:
    """Return the text up to the end of a placeholder or of the snippet, and the rest."""
    text = ""
    while (found := _PART.search(body)) is not None:
        text += body[: found.start()]
        body = body[found.end() :]
        if found["escaped"]:
            text += found["escaped"]
        elif found["end"]:
            if inside:
                return text, body
            text += "}"
        elif found["mark"] or found["sign"] == "}":
            text += f"\0{found['mark'] or found['number']}\0"
        elif found["sign"] == "|":
            words, _, body = body.partition("|}")
            text += defaults.setdefault(found["number"], words.split(",")[0])
        else:
            default, body = _expanded(body, defaults, inside=True)
            text += defaults.setdefault(found["number"], default)
    assert not inside, "a placeholder is never closed"
    return text + body, ""


def test_snippets_are_expanded_as_an_editor_does() -> None:
    assert expanded("a ${1:b} $1 {${2:c, d}} ${3|x,y|} \\$5 ${4:{\\}}$0") == "a b b {c, d} x $5 {}"


def written(name: str) -> str:
    text = expanded("\n".join(SNIPPETS[name]["body"]))
    return f"theory {{\n  {text}\n}}" if SNIPPETS[name]["prefix"] in LINE_WORDS else text


@pytest.mark.parametrize("name", SNIPPETS)
def test_a_snippet_parses_as_the_item_of_its_prefix(name: str) -> None:
    text = written(name)
    spec, found = parse(Source(name, text))
    assert found == (), text
    assert spec.items
    assert text.startswith(SNIPPETS[name]["prefix"]) or SNIPPETS[name]["prefix"] in LINE_WORDS
    assert SNIPPETS[name]["description"]


def test_every_item_has_a_snippet() -> None:
    assert {each["prefix"] for each in SNIPPETS.values()} == ITEM_WORDS | LINE_WORDS


def test_the_snippet_of_a_family_compiles(tmp_path: Path) -> None:
    path = tmp_path / "name.rspec"
    path.write_text(written("family"))
    assert rspc.load(path).instance().answer == "true"
    spec, _ = parse(Source("family", written("family")))
    assert [type(each) for each in spec.items[-2:]] == [Theory, Ask]


def test_choices_of_snippets_are_the_words_that_rspc_knows() -> None:
    from rspc.compiler.contract import plugins

    def choices(name: str) -> list[str]:
        (found,) = re.findall(r"\$\{\d+\|([^|]*)\|\}", "\n".join(SNIPPETS[name]["body"]))[:1]
        return found.split(",")

    assert set(choices("family")) == set(choices("logic")) == set(plugins.names(plugins.LOGICS))
    assert set(choices("ask")) <= set(plugins.names(plugins.TASKS))


# ------------------------------------------------------------------------------------------------ manifest


def test_what_the_manifest_names_is_there() -> None:
    contributes = MANIFEST["contributes"]
    (language,) = contributes["languages"]
    (grammar,) = contributes["grammars"]
    (snippets,) = contributes["snippets"]
    assert language["id"] == grammar["language"] == snippets["language"] == "rspec-reasoning"
    assert grammar["scopeName"] == read(grammar["path"])["scopeName"]
    files = {
        language["configuration"],
        grammar["path"],
        snippets["path"],
        "./README.md",
        "./LICENSE",
    }
    assert all((FOLDER / each).exists() for each in files)
    packed = re.findall(r"^!(.*)$", (FOLDER / ".vscodeignore").read_text(), re.MULTILINE)
    built = {MANIFEST["main"].removeprefix("./"), "dist/licences.txt", "package.json"}
    assert set(packed) == built | {each.removeprefix("./") for each in files}


def test_commands_and_settings_are_those_of_the_source() -> None:
    source = "".join(path.read_text("utf-8") for path in sorted((FOLDER / "src").glob("*.ts")))
    commands = {each["command"] for each in MANIFEST["contributes"]["commands"]}
    assert set(re.findall(r'registerCommand\("([\w.]+)"', source)) == commands
    settings = {
        each.split(".")[1] for each in MANIFEST["contributes"]["configuration"]["properties"]
    }
    assert set(re.findall(r'settings\.get\("(\w+)"', source)) <= settings
    assert settings - set(re.findall(r'\.get\("(\w+)"', source)) == {"trace"}


def test_the_licence_is_that_of_the_project() -> None:
    assert (FOLDER / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()


def test_patterns_of_the_configuration_fit_lines_of_specs() -> None:
    configuration = read("language-configuration.json")
    rules = configuration["indentationRules"]
    opens = re.compile(rules["increaseIndentPattern"])
    closes = re.compile(rules["decreaseIndentPattern"])
    assert all(opens.search(each) for each in ("theory {", "grid { rows 9 } {  # why", 'say "a" {'))
    assert not any(opens.search(each) for each in ("theory { p. }", 'say "a {', "# why {", "p(a)."))
    assert all(closes.search(each) for each in ("}", "  } known", ")"))
    assert not closes.search("p(a) }")
    assert re.fullmatch(configuration["wordPattern"], "?rest")
