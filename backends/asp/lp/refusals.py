"""What is reported of a statement before clingo reads it: what its parser must not receive, or cannot read."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ....dsl.diagnostics import Report
from ....dsl.edits import Edit, Help, write
from ....dsl.source import Source, Span
from .limits import GREATEST, MAX_DEPTH, MAX_ELEMENTS, MAX_PARTS
from .tokens import AGGREGATES, CLOSING, Token

READ = (*AGGREGATES, "#maximise", "#inf", "#infimum", "#sup", "#supremum", "#true", "#false")
REFUSED: Mapping[str, str] = {
    "#include": "a program reads no other files: copy its statements here",
    "#script": "a program is data and runs no code",
    "#program": "all statements belong to one part, `base`: remove the line, and write the parameters out",
    "#external": "write a choice, `{ p(X) : q(X) }.`, or the facts",
    "#theory": "theory atoms need another solver",
    "#project": "to leave literals out of the answer sets, write `#show p/1.`",
    "#edge": "say with rules that there is no circle",
    "#heuristic": "remove the line: it changes no answer set",
}


@dataclass
class Refusals:
    """Reports what is wrong with statements.

    Attributes:
        faults: how many parts were reported.
        parts: how many literals, elements and arguments there are so far.
    """

    source: Source
    report: Report
    faults: int = 0
    parts: int = 0

    def refuse(self, statement: Sequence[Token]) -> bool:
        """Report parts of a statement that clingo must not see; return whether there are any."""
        count = self.faults
        self._signs(statement)
        self._brackets(statement)
        self._parts(statement)
        self._directives(statement)
        self._arrow(statement)
        return self.faults > count

    def bad(self, code: str, message: str, token: Token, help: str) -> None:
        self.faults += 1
        self.report.add(code, message, self.span(token), help=help)

    def span(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)

    def _signs(self, statement: Sequence[Token]) -> None:
        operators = 0
        for place, token in enumerate(statement):
            sign = token.kind == "sign" and token.text in ("-", "+", "*", "/", "\\", "**", "~", "^")
            operators = operators + sign if sign or token.closes else 0
            if operators > MAX_DEPTH:
                self.bad(
                    "E0109",
                    f"there are more than {MAX_DEPTH} operators in a row",
                    token,
                    "name a part of it by a variable: `Y = X + 1`",
                )
                return
            if token.kind == "other":
                self.bad(
                    "E0102",
                    f"unknown symbol `{token.text}`",
                    token,
                    "put it in quotes, or write it in plain letters",
                )
                return
            if token.text == '"':
                self.bad(
                    "E0103",
                    "unterminated string",
                    token,
                    'write a string on one line: `"…"`; write a quote in it as `\\"`',
                )
                return
            if token.kind == "text" and (
                bad := re.search(r"\\[^n\\\"]", _replace_surrogates(token.text))
            ):
                self.bad(
                    "E0104",
                    f"unknown escape `{bad[0]}`",
                    token,
                    'there are `\\n`, `\\"` and `\\\\`',
                )
            if token.kind == "number" and _beyond(token.text):
                self.bad(
                    "E0319",
                    f"`{token.excerpt}` is larger than clingo's largest number, {GREATEST}",
                    token,
                    "write it as a string, or in a larger unit",
                )
            if token.text == "?" and place == len(statement) - 1:
                self.bad(
                    "E0101",
                    "a program cannot contain a query",
                    token,
                    'give the query on the command line: `rspc solve FILE --query "…"`',
                )

    def _brackets(self, statement: Sequence[Token]) -> None:
        opened: list[Token] = []
        for token in statement:
            if token.kind != "sign":
                continue
            if token.text in CLOSING:
                opened.append(token)
                if len(opened) > MAX_DEPTH:
                    self.bad(
                        "E0109",
                        f"more than {MAX_DEPTH} brackets are open",
                        token,
                        "write several rules instead",
                    )
                    return
            elif token.text in CLOSING.values():
                if not opened:
                    self.bad(
                        "E0106",
                        f"there is no opening bracket for `{token.text}`",
                        token,
                        f"remove the `{token.text}`",
                    )
                    return
                left = opened.pop()
                if CLOSING[left.text] != token.text:
                    self.bad(
                        "E0106",
                        f"`{token.text}` does not close `{left.text}`",
                        token,
                        f"write `{CLOSING[left.text]}`",
                    )
                    return
        if opened:
            left = opened[-1]
            self.bad(
                "E0105",
                f"`{left.text}` is never closed",
                left,
                f"close it with `{CLOSING[left.text]}`",
            )

    def _parts(self, statement: Sequence[Token]) -> None:
        """Report a statement that would be too large for the engines."""
        depth = parts = elements = 0
        self.parts += 1
        for token in statement:
            if token.kind == "sign" and token.text in CLOSING:
                depth += 1
            elif token.kind == "sign" and token.text in CLOSING.values():
                depth -= 1
            elif token.text in (",", ";", "|", "v"):
                parts, elements = (parts, elements + 1) if depth else (parts + 1, elements)
                self.parts += 1
            if parts >= MAX_PARTS:
                message = f"a statement has more than {MAX_PARTS} literals"
                help = "define a predicate for them with several rules"
            elif elements >= MAX_ELEMENTS:
                message = f"a statement has more than {MAX_ELEMENTS} elements and arguments"
                help = "state them as facts, and use these: `{ p(X) : q(X) }`"
            else:
                continue
            self.bad("E0319", message, token, help)
            return

    def _directives(self, statement: Sequence[Token]) -> None:
        for token in statement:
            name = token.text
            if token.kind == "sign" and name == "#":
                self.bad(
                    "E0101", "`#` does not start a comment", token, write("%", self.span(token))
                )
                return
            if token.kind != "directive" or name in READ:
                continue
            first = token is statement[0]
            if (
                name == "#program"
                and first
                and [each.text for each in statement[1:]] == ["base", "."]
            ):
                continue
            if name in REFUSED:
                self.bad("E0319", f"`{name}` of clingo is not supported", token, REFUSED[name])
            elif not (first and name in ("#const", "#show", "#defined")):
                self.bad(
                    "E0101",
                    f"clingo does not accept `{name}` here",
                    token,
                    "if this is a comment, start it with `%`",
                )

    def _arrow(self, statement: Sequence[Token]) -> None:
        """Report arrows of other languages, which clingo takes for comparisons with a minus, or for nothing."""
        begun = any(each.text == ":-" for each in statement)
        for token in statement:
            if token.text == "<-" and not begun and token.kind == "sign":
                self.bad(
                    "E0101",
                    "unknown symbol `<-`",
                    token,
                    Help("write `head :- body.`", Edit(self.span(token), ":-")),
                )
            elif token.kind == "sign" and token.text in ("->", "=>"):
                self.bad(
                    "E0101",
                    f"unknown symbol `{token.text}`",
                    token,
                    "write the head first, then `:-`: `head :- body.`",
                )


def _beyond(number: str) -> bool:
    """Return whether a number is too large; one with more digits than its value needs is, too."""
    return len(number) > 40 or int(number, 0 if number[1:2].isalpha() else 10) > GREATEST


def _replace_surrogates(text: str) -> str:
    return text.replace("\\\\", "")
