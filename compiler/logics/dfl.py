"""DFL, the text format of reasoners for defeasible logic (SPINdle, Lam and Governatori 2009): read and written.

    >> bird(tweety)                     a fact; it may have a label, `f1: >> bird(tweety)`
    r1: bird(X), -ill(X) -> animal(X)   a strict rule; `=>` a defeasible one, `~>` a defeater
    r2: => sunny                        a rule without conditions
    r1 > r2                             r1 is superior to r2
    # a comment, to the end of the line

A statement is on one line. A negation is `-`, `~` or `¬`. Arguments that begin with a capital are variables.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, NoReturn

from ...dsl import syntax
from ...dsl.diagnostics import Diagnostic, Report, SpecError
from ...dsl.source import Source, Span
from ..contract import EngineError
from ..ir import nodes as ir, walk
from ..notation import free_spelling, show

TOKEN = re.compile(
    r"""(?P<blank>\s+|\#.*)
    |(?P<sign>>>|->|=>|~>|[>:,()~¬-])
    |(?P<number>\d+(?!\w))
    |(?P<name>\w(?:\w|-(?=\w))*)
    |(?P<other>.)""",
    re.VERBOSE,
)
NEGATIONS = ("-", "~", "¬")
ARROWS = ("->", "=>", "~>")
PLAIN = re.compile(r"[a-z][A-Za-z0-9_]*")
STATEMENT = "a statement is such as `>> p(a)`, `r1: p(X), -q(X) => r(X)` or `r1 > r2`"
QUERY = "a query is a literal such as `p(a)` or `-p(a)`"


class Dfl:
    """Defeasible theories in DFL, the notation of DFL reasoners."""

    name: ClassVar[str] = "dfl"
    suffix: ClassVar[str] = ".dfl"
    logic: ClassVar[str] = "defeasible"
    instructions: ClassVar[str] = "notation dfl"

    def read(self, source: Source) -> tuple[syntax.Statement, ...]:
        """Return the statements of a text. Raises SpecError with every line that cannot be read."""
        report = Report()
        found: list[syntax.Statement] = []
        start = 0
        for line in source.text.split("\n"):
            end = start + len(line)
            tokens = [*_tokens(source, start, end)]
            try:
                if tokens:
                    found.append(_Text(tokens, Span(source, end, end)).statement())
            except SpecError as error:
                report.extend(error.diagnostics)
            start = end + 1
        if not found and not report.errors:
            report.add("E0604", f"`{source.name}` contains no statement", Span(source, 0, 0))
        report.raise_errors()
        return tuple(found)

    def settings(self, source: Source) -> Mapping[str, str]:
        """Return nothing: a text sets no options."""
        return {}

    def write(self, theory: ir.Theory) -> str:
        """Return a theory as text.

        Names that DFL cannot spell are written in letters, digits and underscores, each name in its own way; so are
        amounts other than whole numbers. Raises ValueError for a statement that DFL does not have.
        """
        printer = _spell_names(theory)
        return "".join(f"{printer.line(statement)}\n" for statement in theory.statements)

    def read_reply(self, reply: Source) -> tuple[syntax.Statement, ...]:
        """Return the statements that a reader wrote. Raises SpecError as `read` does."""
        return self.read(reply)

    def write_reply(self, theory: ir.Theory) -> str:
        """Return a theory as text. Raises EngineError for a statement that DFL does not have."""
        try:
            return self.write(theory).rstrip("\n")
        except ValueError as error:
            raise EngineError(str(error)) from None

    def read_query(self, query: Source, problem: Source) -> syntax.Statement:
        """Return the literal of a query, with or without `>>` before it. Raises SpecError if it is not a literal."""
        end = len(query.text.rstrip())
        return _Text([*_tokens(query, 0, end)], Span(query, end, end), "query", QUERY).query()

    def show(self, node: ir.Node) -> str | None:
        """Return a literal or a statement in DFL; None for what DFL lacks, and for names that it cannot spell."""
        try:
            match node:
                case ir.Literal():
                    return _AS_READ.literal(node)
                case ir.Labelled():
                    return _AS_READ.line(node)
                case ir.Fact() | ir.Rule() | ir.Preference():
                    return _AS_READ.statement(node)
                case _:
                    return None
        except ValueError:
            return None


# ------------------------------------------------------------------------------------------------------- reading


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    span: Span


def _tokens(source: Source, start: int, end: int) -> Iterator[_Token]:
    for found in TOKEN.finditer(source.text, start, end):
        kind = found.lastgroup or ""
        if kind != "blank":
            yield _Token(kind, found[0], Span(source, *found.span()))


class _Text:
    """Reads a line, or a query, from its tokens; whatever cannot be read raises SpecError at its place."""

    def __init__(
        self, tokens: list[_Token], end: Span, kind: str = "line", such: str = STATEMENT
    ) -> None:
        self._tokens = [*tokens, _Token("end", "", end)]
        self._place = 0
        self._end = f"the end of the {kind}"
        self._such = such

    def query(self) -> syntax.Expr:
        whole = self._tokens[0].span.to(self._tokens[-1].span)
        if any(token.kind == "sign" and token.text in (*ARROWS, ">") for token in self._tokens):
            raise SpecError(
                [
                    Diagnostic(
                        "E0421",
                        "a query must be a literal, not a rule",
                        whole,
                        help="ask about the head of the rule",
                    )
                ]
            )
        self._skip(">>")
        found = self._literal()
        if self._now.kind != "end":
            self._fail(self._end)
        atom = found.operand if isinstance(found, syntax.Prefix) else found
        for part in atom.arguments if isinstance(atom, syntax.Call) else ():
            if isinstance(part, syntax.Variable):
                raise SpecError(
                    [
                        Diagnostic(
                            "E0426",
                            f"`{part.text}` is unbound in this query",
                            part.span,
                            help="ask about an individual: an argument that begins with a capital is a variable",
                        )
                    ]
                )
        return found

    def statement(self) -> syntax.Statement:
        first = self._now
        label = None
        if first.kind in ("name", "number") and self._tokens[self._place + 1].text == ":":
            label = syntax.Name(first.text, span=first.span)
            self._place += 2
        body = self._superiority() if label is None else None
        body = body or self._fact() or self._rule()
        if self._now.kind != "end":
            self._fail(self._end)
        if label is None:
            return body
        return syntax.Named(label, body, span=first.span.to(body.span))

    def _superiority(self) -> syntax.Statement | None:
        stronger = self._now
        if stronger.kind != "name" or self._tokens[self._place + 1].text != ">":
            return None
        self._place += 2
        weaker = self._take("name", "the label of a rule")
        sides = (syntax.Name(token.text, span=token.span) for token in (stronger, weaker))
        return syntax.Infix(">", *sides, span=stronger.span.to(weaker.span))

    def _fact(self) -> syntax.Statement | None:
        mark = self._now
        if not self._skip(">>"):
            return None
        return self._literal(mark.span)

    def _rule(self) -> syntax.Statement:
        start = self._now.span
        body: list[syntax.Expr] = []
        if self._now.text not in ARROWS:
            body.append(self._literal())
            while self._skip(","):
                body.append(self._literal())
        arrow = self._now
        if arrow.text not in ARROWS:
            self._fail("`->`, `=>` or `~>`" if body else "a statement")
        self._place += 1
        head = self._literal()
        parts = tuple(body) or (syntax.Word("true", span=arrow.span),)
        return syntax.Implication(parts, arrow.text, head, span=start.to(head.span))

    def _literal(self, start: Span | None = None) -> syntax.Expr:
        """Read a literal; its span begins at `start` where that is given."""
        sign = self._now
        negative = any(self._skip(each) for each in NEGATIONS)
        name = self._take("name", "a literal")
        begin = start or (sign if negative else name).span
        predicate = syntax.Name(name.text, span=name.span)
        atom: syntax.Expr = syntax.Name(
            name.text, span=(name.span if negative else begin).to(name.span)
        )
        if self._skip("("):
            arguments = [self._argument()]
            while self._skip(","):
                arguments.append(self._argument())
            closing = self._now
            if not self._skip(")"):
                self._fail("`,` or `)`")
            span = (name.span if negative else begin).to(closing.span)
            atom = syntax.Call(predicate, tuple(arguments), span=span)
        return syntax.Prefix("-", atom, span=begin.to(atom.span)) if negative else atom

    def _argument(self) -> syntax.Expr:
        token = self._now
        if token.kind == "number":
            self._place += 1
            return syntax.Quantity(token.text, span=token.span)
        self._take("name", "a constant or a variable")
        if _variable(token.text):
            return syntax.Variable(token.text, span=token.span)
        return syntax.Name(token.text, span=token.span)

    # -------------------------------------------------------------------------------------------------- tokens

    @property
    def _now(self) -> _Token:
        return self._tokens[self._place]

    def _skip(self, sign: str) -> bool:
        found = self._now.kind == "sign" and self._now.text == sign
        self._place += found
        return found

    def _take(self, kind: str, wanted: str) -> _Token:
        token = self._now
        if token.kind != kind:
            self._fail(wanted)
        self._place += 1
        return token

    def _fail(self, wanted: str) -> NoReturn:
        token = self._now
        told = f"`{token.text}`" if token.text else self._end
        lacking = token.kind == "other" and self._such == STATEMENT
        raise SpecError(
            [
                Diagnostic(
                    "E0101",
                    f"expected {wanted}, found {told}",
                    token.span,
                    help="modes, times, conflicts and annotations are not supported"
                    if lacking
                    else self._such,
                )
            ]
        )


# ------------------------------------------------------------------------------------------------------- writing


@dataclass(frozen=True)
class _Printer:
    """Writes nodes; returns the spelling of each name, or raises ValueError."""

    predicate: Callable[[str], str]
    label: Callable[[str], str]
    term: Callable[[ir.Term], str]

    def line(self, labelled: ir.Labelled) -> str:
        text = self.statement(labelled.statement)
        if isinstance(labelled.statement, ir.Preference):
            return text
        return f"{self.label(labelled.id)}: {text}"

    def statement(self, statement: ir.Statement) -> str:
        match statement:
            case ir.Fact(literal=ir.Literal() as literal):
                return f">> {self.literal(literal)}"
            case ir.Rule(body=body, arrow="->" | "=>" | "~>" as arrow, head=ir.Literal() as head):
                given = ", ".join(
                    self._part(condition) for condition in body if condition != ir.Truth(True)
                )
                return f"{given}{' ' if given else ''}{arrow} {self.literal(head)}"
            case ir.Preference(stronger=str(stronger), weaker=str(weaker)):
                return f"{self.label(stronger)} > {self.label(weaker)}"
            case _:
                raise ValueError("DFL has no such statement")

    def _part(self, part: ir.BodyPart) -> str:
        if not isinstance(part, ir.Literal):
            raise ValueError("the conditions of a DFL rule must be literals")
        return self.literal(part)

    def literal(self, literal: ir.Literal) -> str:
        if literal.default:
            raise ValueError("DFL has no `not`")
        sign = "-" if literal.negative else ""
        name = self.predicate(str(literal.atom.predicate))
        terms = [self.term(argument) for argument in literal.atom.arguments]
        return f"{sign}{name}({', '.join(terms)})" if terms else f"{sign}{name}"


def _spell_names(theory: ir.Theory) -> _Printer:
    """Spell the names of one theory: a plain name unchanged, any other as a unique plain name."""
    atoms = [each for each in walk(theory) if isinstance(each, ir.Atom)]
    terms = dict.fromkeys(
        term for atom in atoms for term in atom.arguments if not isinstance(term, ir.Var)
    )
    predicates = _assign_spellings(str(each.predicate) for each in atoms)
    labels = _assign_spellings(statement.id for statement in theory.statements)
    names = _assign_spellings(_text(each) for each in terms)

    def term(node: ir.Term) -> str:
        return node.name if isinstance(node, ir.Var) else names[_text(node)]

    return _Printer(predicates.__getitem__, labels.__getitem__, term)


def _name(name: str) -> str:
    """Return a predicate or a label as it is read."""
    found = TOKEN.fullmatch(name)
    if found is None or found.lastgroup != "name":
        raise ValueError(f"DFL cannot spell `{name}`")
    return name


def _argument(term: ir.Term) -> str:
    match term:
        case ir.Var(name=name) if _variable(_name(name)):
            return name
        case ir.Const(name=name) if not _variable(_name(name)):
            return name
        case ir.Quantity(kind="integer", amount=amount) if amount >= 0:
            return str(amount)
        case _:
            raise ValueError("DFL has no such argument")


def _variable(name: str) -> bool:
    return name == "_" or name[0].isupper()


_AS_READ = _Printer(_name, _name, _argument)


def _text(term: ir.Term) -> str:
    """Return the original name of a constant's spelling; whole numbers are written as they are."""
    match term:
        case ir.Const(name=name):
            return name
        case ir.String(text=text):
            return f'"{text}"'
        case _:
            return show(term)


def _assign_spellings(names: Iterable[str]) -> dict[str, str]:
    """Assign each name a spelling of its own."""
    found: dict[str, str] = {}
    others: list[str] = []
    for name in dict.fromkeys(names):
        if PLAIN.fullmatch(name) or (name.isascii() and name.isdigit()):
            found[name] = name
        else:
            others.append(name)
    taken = set(found)
    for name in others:
        base = re.sub(r"\W+", "_", name, flags=re.ASCII).strip("_")
        base = base[:1].lower() + base[1:]
        if not base or base[0].isdigit():
            base = f"n{base}"
        found[name] = free_spelling(base, taken)
        taken.add(found[name])
    return found
