"""The text of a program before clingo reads it: its tokens, and replacements for some of them.

Unlike DLV2, clingo has no predicates in upper case, and it lacks the `v` of older DLV. Its parser must not
receive files to include or unknown characters. These are replaced or refused. The text for clingo has the same
lines, and each of its columns maps back to the author's text.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ....dsl.diagnostics import Report
from ....dsl.source import Source, Span
from .limits import MAX_FACTS, MAX_LETTERS, MAX_STATEMENTS, MAX_TERMS, MAX_WHOLE
from .refusals import Refusals
from .tokens import AGGREGATES, CLOSING, Edit, Token, tokens

BEGINNERS = frozenset({"", ":-", ":~", ",", ";", ":", "not", "{"})
ENDERS = frozenset({".", ",", ";", ":-", ":", "}"})


@dataclass(frozen=True)
class Prepared:
    """A program for clingo, and how it maps back to the author's text.

    Attributes:
        source: the author's text.
        text: the text for clingo, without plain ground facts and plain rules.
        statements: the tokens of each statement but these.
        before: the prefix of substituted names.
        others: substituted names and strings, with the originals.
        edits: the replacements, in order.
        facts: where rows of plain ground facts begin and end.
        rules: where rows of plain rules do.
    """

    source: Source
    text: str
    statements: Sequence[Sequence[Token]]
    before: str
    others: Mapping[str, str]
    edits: Sequence[Edit]
    facts: Sequence[tuple[int, int]] = ()
    rules: Sequence[tuple[int, int]] = ()

    @cached_property
    def whole(self) -> str:
        """The text for clingo with all facts: after an error, clingo goes on after the next full stop."""
        return _apply_edits(self.source.text, self.edits)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(hit.end() for hit in re.finditer("\n", self.source.text))]

    @cached_property
    def _moved(self) -> dict[int, list[Edit]]:
        """The edits that move what follows them, by line."""
        found: dict[int, list[Edit]] = {}
        for edit in self.edits:
            if len(edit.text) != edit.end - edit.start:
                found.setdefault(bisect_right(self._starts, edit.start), []).append(edit)
        return found

    def offset(self, line: int, column: int) -> int:
        """Return the place in the author's text of a place in clingo's, both counted from 1."""
        if line > len(self._starts):
            return len(self.source.text)
        place = self._starts[line - 1] + column - 1
        for edit in self._moved.get(line, ()):
            if place <= edit.start:
                break
            place += max(edit.end - edit.start - len(edit.text), edit.start - place)
        return min(place, len(self.source.text))

    def name(self, name: str) -> str:
        """Return the author's spelling of a name or a text."""
        return self.others.get(name, name) if name.startswith(self.before) else name

    @cached_property
    def _firsts(self) -> list[int]:
        return [statement[0].start for statement in self.statements]

    def statement(self, offset: int) -> int:
        """Return the number of the statement that contains the place, or comes before it."""
        return max(0, bisect_right(self._firsts, offset) - 1)


def prepare(source: Source, report: Report) -> Prepared:
    """Make a text ready for clingo; statements that it must not see, or cannot, are reported and left out.

    Raises:
        SpecError: the program is too large.
    """
    _short(source, report)
    text = source.text
    before = "u" * (1 + max(map(len, re.findall("(u+)_", text)), default=0)) + "_"
    work, refusals = _Preparing(before), Refusals(source, report)
    statements: list[list[Token]] = []
    rows: list[tuple[int, int]] = []
    rules: list[tuple[int, int]] | None = [] if _has_few_rules(text) else None
    for statement in tokens(source, work.edits, report, rows, rules):
        if len(statements) == MAX_STATEMENTS:
            refusals.bad(
                "E0319",
                f"the program has more than {MAX_STATEMENTS:,} statements that are not plain facts",
                statement[0],
                "write rules with variables, or one fact on each line",
            )
            report.raise_errors()
        if refusals.refuse(statement):
            work.blank_out(statement, text)
        else:
            work.respell(statement)
        if refusals.parts > MAX_WHOLE:
            refusals.bad(
                "E0319",
                f"the program has more than {MAX_WHOLE:,} literals, elements and arguments",
                statement[0],
                "write rules with variables, or one fact on each line",
            )
            report.raise_errors()
        statements.append(statement)
    _few(source, rows, report)
    if "#const" in text:  # a name may be replaced by something else
        rows = []
    plain = [*rows, *(rules or ())]
    blanks = [Edit(start, end, _blank(text[start:end])) for start, end in plain]
    left = _apply_edits(text, sorted([*work.edits, *blanks]))
    edits = sorted(work.edits)
    return Prepared(source, left, statements, before, work.others, edits, rows, rules or ())


def _has_few_rules(text: str) -> bool:
    """Return whether plain rules can be read from the text: none of the limits on statements is near."""
    rules, parts = text.count(":-"), text.count(",")
    return rules < MAX_STATEMENTS // 10 and parts < MAX_WHOLE // 10 and "#const" not in text


def _few(source: Source, rows: Sequence[tuple[int, int]], report: Report) -> None:
    """Report too many facts."""
    facts = terms = 0
    for start, end in rows:
        here = source.text.count(".", start, end)
        facts += here
        terms += here + source.text.count(",", start, end)
        if facts > MAX_FACTS:
            message = f"the program has more than {MAX_FACTS:,} facts"
        elif terms > MAX_TERMS:
            message = f"the program's facts have more than {MAX_TERMS:,} arguments"
        else:
            continue
        report.add(
            "E0319",
            message,
            Span(source, start, start),
            help="state fewer facts, or derive them with a rule",
        )
        report.raise_errors()


_LONG = re.compile(rf'(?<!\w)\w{{{MAX_LETTERS + 1}}}|"[^"\n]{{{MAX_LETTERS + 1}}}')


def _short(source: Source, report: Report) -> None:
    """Report a name, a number or a string that is too long."""
    if found := _LONG.search(source.text):
        place = Span(source, found.start(), found.start() + 1)
        report.add(
            "E0319",
            f"a name or a string has more than {MAX_LETTERS:,} characters",
            place,
            help="write a shorter one",
        )
        report.raise_errors()


def _blank(text: str) -> str:
    """Return a text with a space for each character of its lines."""
    return re.sub(r"[^\n]+", lambda found: " " * len(found[0]), text)


def _apply_edits(text: str, edits: Sequence[Edit]) -> str:
    parts, place = [], 0
    for edit in edits:
        if edit.start >= place:
            parts += [text[place : edit.start], edit.text]
            place = edit.end
    return "".join([*parts, text[place:]])


@dataclass
class _Preparing:
    before: str
    edits: list[Edit] = field(default_factory=list)
    others: dict[str, str] = field(default_factory=dict)

    def blank_out(self, statement: Sequence[Token], text: str) -> None:
        """Replace a statement of the author's text with blanks, instead of what else replaces parts of it."""
        start, end = statement[0].start, statement[-1].end
        while self.edits and self.edits[-1].end > start:
            self.edits.pop()
        self.edits.append(Edit(start, end, _blank(text[start:end])))

    def respell(self, statement: Sequence[Token]) -> None:
        """Assign names that clingo reads to predicates in upper case, to `v` and to texts that are not plain."""
        for place, token in enumerate(statement):
            if token.kind == "text" and not token.text.isascii():
                spelt = f"{self.before}{len(self.others)}"
                self.others[spelt] = unescape(token.text)
                self.edits.append(Edit(token.start, token.end, f'"{spelt}"'))
            elif token.kind == "variable" and self._is_applied(statement, place):
                self._name(token)
        for place in _literals(statement):
            token = statement[place]
            if token.kind == "variable" and not token.text.endswith("_"):
                self._name(token)
            elif token.text == "v":
                self.edits.append(Edit(token.start, token.end, "|"))

    def _is_applied(self, statement: Sequence[Token], place: int) -> bool:
        following = statement[place + 1] if place + 1 < len(statement) else None
        token = statement[place]
        if following is None or token.text.strip("_") == "":
            return False
        if following.text == "(" and following.start == token.end:
            return True
        return statement[0].text in ("#show", "#defined") and following.text == "/"

    def _name(self, token: Token) -> None:
        spelt = f"{self.before}{token.text}"
        self.others[spelt] = token.text
        self.edits.append(Edit(token.start, token.end, spelt))


def unescape(text: str) -> str:
    """Return the value of a quoted string."""
    return re.sub(r"\\(.)", lambda each: "\n" if each[1] == "n" else each[1], text[1:-1])


def _literals(statement: Sequence[Token]) -> Iterator[int]:
    """Yield the places of variables in the position of a literal, and of `v` in the position of a disjunction sign.

    Within the braces of an aggregate, literals follow the colon of an element; in brackets there are none.
    """
    inside: list[str] = ["terms"] if statement[0].text == "#show" else ["literals"]
    previous, head, starts = "", statement[0].text[:1] not in (":", "#"), True
    for place, token in enumerate(statement):
        text = token.text
        if text in CLOSING:
            aggregate = previous in AGGREGATES or previous == "#maximise"
            braces = "terms" if aggregate else "literals"
            inside.append(braces if text == "{" else "arguments")
            starts = True
        elif text in CLOSING.values() and token.kind == "sign":
            if len(inside) > 1:
                inside.pop()
        elif text == ":" and inside[-1] == "terms":
            inside[-1] = "conditions"
        elif text == ";" and inside[-1] == "conditions":
            inside[-1] = "terms"
        following = statement[place + 1].text if place + 1 < len(statement) else ""
        if text == ":-":
            head = False
        here = inside[-1] in ("literals", "conditions")
        alternatives = head and len(inside) == 1
        ends = following in ENDERS or (alternatives and following in ("|", "v"))
        if here and starts and token.kind == "variable" and ends:
            yield place
        joins = alternatives and text == "v" and token.kind == "name" and not starts
        if joins and place and _ends_atom(statement[place - 1]):
            yield place
            starts = True
        else:
            bar = text == "|" and alternatives and place > 0 and _ends_atom(statement[place - 1])
            starts = bar or text in BEGINNERS or (starts and text == "-")
        previous = text


def _ends_atom(token: Token) -> bool:
    return token.closes and token.text not in ("}", "not")
