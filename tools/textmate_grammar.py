"""Write the TextMate grammar of `.rspec` text, which VS Code and other editors colour it by.

    python tools/textmate_grammar.py            # write editors/vscode/syntaxes/rspec.tmLanguage.json
    python tools/textmate_grammar.py --check    # only compare; the exit status is 1 if it differs

Its rules are those of `dsl/highlighting.py`. `tests/editors` fails where the file differs from what is written here.
"""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rspc.dsl.highlighting import RULES, Region, Rule

FILE = Path(__file__).parents[1] / "editors" / "vscode" / "syntaxes" / "rspec.tmLanguage.json"
LANGUAGE = "rspec-reasoning"
SCOPE = f"source.{LANGUAGE}"

SCOPES = {
    "item": "keyword.control.item",
    "connective": "keyword.operator.word.connective",
    "operator": "keyword.operator.word",
    "quantifier": "keyword.other.quantifier",
    "constant": "constant.language",
    "clause": "keyword.other.clause",
    "local": "keyword.other.local",
    "comment": "comment.line.number-sign",
    "number": "constant.numeric",
    "variable": "variable.other",
    "hole": "variable.parameter.hole",
    "expansion": "entity.name.tag.expansion",
    "declared": "entity.name.type",
    "call": "entity.name.function",
    "name": "meta.name",
    "module": "entity.name.namespace",
    "sign": "keyword.operator",
    "punctuation": "punctuation.separator",
    "invalid": "invalid.illegal",
    "escape": "constant.character.escape",
    "marker": "variable.parameter.marker",
    "filter": "support.function.filter",
    "quoted": "meta.name.quoted",
    "text": "string.quoted.double",
    "long_text": "string.quoted.triple",
    "placeholder": "meta.embedded.placeholder",
}
"""The scope of each kind. A scope that begins with `meta` has the colour of plain text in most themes."""

MARKS = {
    "quoted": "punctuation.definition.name",
    "text": "punctuation.definition.string",
    "long_text": "punctuation.definition.string",
    "placeholder": "punctuation.section.embedded",
}
"""The scope of the marks at both ends of a region."""


def named(scope: str) -> dict[str, Any]:
    return {"name": f"{scope}.rspec"}


def pattern(rule: Rule | Region) -> dict[str, Any]:
    """Return a rule, or a region with the rules inside it, as a pattern of a TextMate grammar."""
    if isinstance(rule, Region):
        marks = {"0": named(MARKS[rule.kind])}
        return {
            **named(SCOPES[rule.kind]),
            "begin": rule.begin,
            "beginCaptures": marks,
            "end": f"{rule.end}|$" if rule.one_line else rule.end,
            "endCaptures": marks,
            "patterns": patterns(rule.inside),
        }
    if len(rule.kinds) == 1:
        return {**named(SCOPES[rule.kinds[0]]), "match": rule.pattern}
    captures = {str(at): named(SCOPES[kind]) for at, kind in enumerate(rule.kinds, 1) if kind}
    return {"match": rule.pattern, "captures": captures}


def patterns(rules: Iterable[Rule | Region]) -> list[dict[str, Any]]:
    return [pattern(rule) for rule in rules]


def grammar() -> str:
    """Return the text of the grammar."""
    found = {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "rspec (reasoning problems)",
        "scopeName": SCOPE,
        "fileTypes": ["rspec"],
        "patterns": patterns(RULES),
    }
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(FILE.read_text("utf-8") != grammar())
    FILE.write_text(grammar(), "utf-8")
    print(FILE)
