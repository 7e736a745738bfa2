"""`.rspec` text in the colours of Pygments, which loads this module itself: `pygmentize -l rspec family.rspec`."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import (
    Comment,
    Error,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
    _TokenType,
)

from ..dsl.highlighting import RULES, Region, Rule

COLOURS = {
    "": Whitespace,
    "item": Keyword.Declaration,
    "connective": Operator.Word,
    "operator": Operator.Word,
    "quantifier": Keyword,
    "constant": Keyword.Constant,
    "clause": Keyword,
    "local": Keyword,
    "comment": Comment.Single,
    "number": Number,
    "variable": Name.Variable,
    "hole": Name.Variable.Instance,
    "expansion": Name.Entity,
    "declared": Name.Class,
    "call": Name.Function,
    "name": Name,
    "module": Name.Namespace,
    "sign": Operator,
    "punctuation": Punctuation,
    "invalid": Error,
    "escape": String.Escape,
    "marker": Name.Attribute,
    "filter": Name.Builtin,
    "quoted": Name.Other,
    "text": String.Double,
    "long_text": String.Heredoc,
    "placeholder": String.Interpol,
}
"""The token of Pygments for each kind."""

_PLAIN = r"""[^\\{"`\n]+"""
"""Characters of a text or a quoted name that no rule inside it begins with."""


def _states() -> dict[str, list[Any]]:
    """Return the rules as states of Pygments: one for each region, named by its place."""
    states: dict[str, list[Any]] = {}

    def fill(name: str, rules: Iterable[Rule | Region], first: list[Any], default: Any) -> None:
        state = states[name] = first
        for index, rule in enumerate(rules):
            if isinstance(rule, Rule):
                colours = [COLOURS[kind] for kind in rule.kinds]
                state.append(
                    (rule.pattern, colours[0] if len(colours) == 1 else bygroups(*colours))
                )
                continue
            inner, colour = f"{name}/{index}", COLOURS[rule.kind]
            state.append((rule.begin, colour, inner))
            ends: list[Any] = [(rule.end, colour, "#pop")]
            if rule.one_line:
                ends.append((r"(?=\n)", colour, "#pop"))
            fill(inner, rule.inside, ends, colour)
        if default in (String.Double, String.Heredoc, Name.Other):
            state.append((_PLAIN, default))
        state += [(r"\s+", Whitespace if default is Error else default), (r".", default)]

    fill("root", RULES, [], Error)
    return states


class SpecLexer(RegexLexer):
    """Colours `.rspec` text."""

    name = "rspec-reasoning"
    aliases: ClassVar = ["rspec-reasoning", "rspec"]
    filenames: ClassVar = ["*.rspec"]
    mimetypes: ClassVar = ["text/x-rspec-reasoning"]
    tokens: ClassVar = _states()

    def get_tokens_unprocessed(
        self, text: str, stack: Iterable[str] = ("root",)
    ) -> Iterator[tuple[int, _TokenType, str]]:
        """Yield the start, the colour and the text of each part; a region that lacks its end ends in no text."""
        for part in super().get_tokens_unprocessed(text, stack):
            if part[2]:
                yield part
