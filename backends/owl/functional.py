"""Axioms in the functional syntax of OWL 2 (W3C 2012): queries are read, and conclusions are printed.

    SubClassOf(:Margherita ObjectAllValuesFrom(:hasTopping :Vegetarian))
    ClassAssertion(ObjectMinCardinality(2 :hasTopping) :mine)
    ObjectPropertyAssertion(:hasTopping :mine :slice)

A name is written `:Meat`, with a prefix of the ontology, or as a whole IRI. Its last part identifies it.
"""

import re
from typing import NamedTuple, NoReturn

from ...compiler.contract import EngineError
from ...compiler.ir import nodes as ir
from ...dsl import syntax
from ...dsl.diagnostics import Diagnostic, SpecError, did_you_mean
from ...dsl.source import Source, Span
from .names import OURS, OWL, RDF, RDFS, XSD, name_of_iri
from .statements import DEEPEST
from .text import axiom

TOKEN = re.compile(
    r"""(?P<blank>\s+|\#[^\n]*)
    |(?P<iri><[^<>\s]*>)
    |(?P<name>(?:[^\W\d][\w.-]*)?:\w(?:[\w.-]*[\w-])?)
    |(?P<word>[^\W\d]\w*)
    |(?P<number>\d+)
    |(?P<other>.)""",
    re.VERBOSE,
)
PREFIX = re.compile(
    r"""\bxmlns:([\w.-]+)\s*=\s*["']([^"']*)
    |<(?:\w+:)?Prefix\s+name\s*=\s*["']([\w.-]*)["']\s+IRI\s*=\s*["']([^"']*)""",
    re.VERBOSE,
)
LOCAL = re.compile(r"(?<!\w):(\w+)")
PLAIN = re.compile(r"(?!.*_x)\w(?:[\w.-]*[\w-])?")
SUCH = (
    "a query is an axiom in functional syntax, such as `SubClassOf(:A :B)`, `ClassAssertion(:A :x)` "
    "or `ObjectPropertyAssertion(:r :x :y)`"
)
AXIOMS = (
    *("SubClassOf", "DisjointClasses", "ObjectPropertyDomain", "ObjectPropertyRange"),
    *("ClassAssertion", "ObjectPropertyAssertion"),
)
JOINED = {"ObjectIntersectionOf": "and", "ObjectUnionOf": "or"}
QUANTIFIED = {"ObjectSomeValuesFrom": "some", "ObjectAllValuesFrom": "only"}
BOUNDED = {
    "ObjectMinCardinality": "min",
    "ObjectMaxCardinality": "max",
    "ObjectExactCardinality": "exactly",
}
CONCEPTS = ("ObjectComplementOf", *JOINED, *QUANTIFIED, *BOUNDED)
OTHERWISE = {
    "NegativeObjectPropertyAssertion": "ask `ObjectPropertyAssertion(:r :x :y)`: `false` says that it cannot be",
    "EquivalentClasses": "ask `SubClassOf(:A :B)`, and then `SubClassOf(:B :A)`",
    "DisjointUnion": "ask about one inclusion at a time: `SubClassOf(:A :B)`",
}
FRAME = re.compile(
    r"\s*(?:#.*|\)|(?:Prefix|Ontology|Declaration|DifferentIndividuals|Annotation\w*)\(.*)?"
)
"""Lines of an ontology in functional syntax that are no axioms of this logic."""

OUTSIDE = re.compile(
    r"Data\w+|Object(?:OneOf|Has\w+|InverseOf|PropertyChain)|(?:Same|Different)Individuals?|HasKey"
    r"|\w*ObjectProperty|\w+ObjectProperties|SubObjectPropertyOf|DatatypeDefinition"
)


def show(node: ir.Node) -> str | None:
    """Return a statement as an axiom, followed by its id, if any, in a comment; None if OWL cannot express it."""
    try:
        match node:
            case ir.Labelled(id=id, statement=statement):
                return f"{_axiom(statement)} # {id}"
            case ir.Literal():
                return _axiom(ir.Fact(node))
            case ir.Fact() | ir.Inclusion() | ir.ConceptAssertion():
                return _axiom(node)
            case _:
                return None
    except EngineError:
        return None


def _axiom(statement: ir.Statement) -> str:
    """Return an axiom with its names in letters of any language, where nothing else need be escaped."""
    return LOCAL.sub(_respelt, axiom(statement))


def _respelt(found: re.Match[str]) -> str:
    name = name_of_iri(f"{OURS}{found[1]}")
    return f":{name}" if PLAIN.fullmatch(name) else found[0]


def read_query(query: Source, ontology: Source) -> syntax.Statement:
    """Return the axiom of a query. Raises SpecError if it is not one, or is outside this logic."""
    return _Reader(query, ontology).axiom()


def read_axioms(text: Source) -> tuple[syntax.Statement, ...]:
    """Return the axioms of a text, each of which has a line; declarations and what frames them count for nothing.

    Raises:
        SpecError: a line is another text.
    """
    lines = (line for line in text.text.splitlines() if not FRAME.fullmatch(line))
    return tuple(read_query(Source(text.name, line.strip()), Source("", "")) for line in lines)


def write_axioms(theory: ir.Theory) -> str:
    """Return the axioms of a theory, each on a line. Raises EngineError for a statement that OWL does not have."""
    return "\n".join(_axiom(each.statement) for each in theory.statements)


class _Token(NamedTuple):
    kind: str
    text: str
    span: Span


class _Reader:
    """Reads one axiom; whatever cannot be read raises SpecError at its place."""

    def __init__(self, query: Source, ontology: Source) -> None:
        end = len(query.text.rstrip())
        self._tokens = [
            _Token(found.lastgroup or "", found[0], Span(query, *found.span()))
            for found in TOKEN.finditer(query.text, 0, end)
            if found.lastgroup != "blank"
        ]
        self._tokens.append(_Token("end", "", Span(query, end, end)))
        self._place = 0
        self._ontology = ontology

    def axiom(self) -> syntax.Statement:
        token = self._word(AXIOMS, "an axiom")
        self._take("(")
        found = self._inside(token)
        self._take(")")
        if self._now.kind != "end":
            self._fail("the end of the query")
        return found

    def _inside(self, token: _Token) -> syntax.Statement:
        span = token.span.to(self._tokens[-1].span)
        match token.text:
            case "SubClassOf":
                return syntax.Infix("isa", self._concept(), self._concept(), span=span)
            case "DisjointClasses":
                one, other = self._concept(), self._concept()
                return syntax.Infix("isa", one, syntax.Prefix("not", other), span=span)
            case "ObjectPropertyDomain":
                role = self._name("a role")
                some = syntax.Restriction("some", None, role, syntax.Word("thing"))
                return syntax.Infix("isa", some, self._concept(), span=span)
            case "ObjectPropertyRange":
                role = self._name("a role")
                only = syntax.Restriction("only", None, role, self._concept())
                return syntax.Infix("isa", syntax.Word("thing"), only, span=span)
            case "ClassAssertion":
                concept = self._concept()
                return syntax.Named(self._name("an individual"), concept, span=span)
            case _:
                role, one = self._name("a role"), self._name("an individual")
                return syntax.Call(role, (one, self._name("an individual")), span=span)

    # ------------------------------------------------------------------------------------------------ concepts

    def _concept(self, depth: int = 0) -> syntax.Expr:
        if depth > DEEPEST:
            self._refuse(f"concepts that nest more than {DEEPEST} deep lie outside this logic")
        if self._now.kind in ("name", "iri"):
            return self._read_name("a concept")
        token = self._word(CONCEPTS, "a concept")
        self._take("(")
        found = self._read_compound(token.text, depth + 1)
        self._take(")")
        return found

    def _read_compound(self, word: str, depth: int) -> syntax.Expr:
        if word == "ObjectComplementOf":
            return syntax.Prefix("not", self._concept(depth))
        if word in JOINED:
            parts = [self._concept(depth), self._concept(depth)]
            while self._now.text != ")":
                parts.append(self._concept(depth))
            return syntax.Junction(JOINED[word], tuple(parts))
        if word in QUANTIFIED:
            role = self._name("a role")
            return syntax.Restriction(QUANTIFIED[word], None, role, self._concept(depth))
        if self._now.kind != "number":
            self._fail("a whole number")
        bound = syntax.Quantity(self._next().text)
        role = self._name("a role")
        whole = self._now.text == ")"
        filler = syntax.Word("thing") if whole else self._concept(depth)
        return syntax.Restriction(BOUNDED[word], bound, role, filler)

    # --------------------------------------------------------------------------------------------------- names

    def _name(self, wanted: str) -> syntax.Name:
        found = self._read_name(wanted)
        if isinstance(found, syntax.Name):
            return found
        self._place -= 1
        self._fail(wanted)

    def _read_name(self, wanted: str) -> syntax.Name | syntax.Word:
        token = self._now
        if token.kind not in ("name", "iri"):
            self._fail(wanted)
        iri = self._iri(token)
        if iri in (f"{OWL}Thing", f"{OWL}Nothing"):
            self._place += 1
            return syntax.Word(iri.removeprefix(OWL).lower(), span=token.span)
        if iri.startswith((OWL, RDF, RDFS, XSD)):
            self._refuse(f"`{token.text}` lies outside this logic")
        self._place += 1
        return syntax.Name(name_of_iri(iri), span=token.span)

    def _iri(self, token: _Token) -> str:
        if token.kind == "iri":
            return token.text[1:-1]
        prefix, _, name = token.text.partition(":")
        known = {"": OURS, "owl": OWL, "rdf": RDF, "rdfs": RDFS, "xsd": XSD}
        for found in PREFIX.finditer(self._ontology.text):
            known.setdefault(found[1] or found[3], found[2] or found[4])
        if prefix not in known:
            raise SpecError(
                [
                    Diagnostic(
                        "E0101",
                        f"the ontology does not declare the prefix `{prefix}:`",
                        token.span,
                        help=f"write `:{name}`: a name is known by its last part",
                    )
                ]
            )
        return f"{known[prefix]}{name}"

    # -------------------------------------------------------------------------------------------------- tokens

    @property
    def _now(self) -> _Token:
        return self._tokens[self._place]

    def _next(self) -> _Token:
        self._place += 1
        return self._tokens[self._place - 1]

    def _take(self, sign: str) -> None:
        if self._now.text != sign:
            self._fail(f"`{sign}`")
        self._place += 1

    def _word(self, known: tuple[str, ...], wanted: str) -> _Token:
        """Take one of some words; refuse the others of OWL by their names."""
        token = self._now
        if token.kind == "word" and token.text in known:
            return self._next()
        if token.kind == "word" and token.text in OTHERWISE:
            raise SpecError(
                [
                    Diagnostic(
                        "E0421",
                        f"`{token.text}` cannot be used in a query",
                        token.span,
                        help=OTHERWISE[token.text],
                    )
                ]
            )
        if token.kind == "word" and OUTSIDE.fullmatch(token.text):
            self._refuse(f"`{token.text}` lies outside this logic")
        self._fail(wanted, known)

    def _refuse(self, message: str) -> NoReturn:
        raise SpecError(
            [
                Diagnostic(
                    "E0323",
                    message,
                    self._now.span,
                    help="use only the concepts, roles and individuals of the ontology",
                )
            ]
        )

    def _fail(self, wanted: str, known: tuple[str, ...] = ()) -> NoReturn:
        token = self._now
        told = f"`{token.text}`" if token.text else "the end of the query"
        bare = token.kind == "word" and wanted in ("a concept", "a role", "an individual")
        own = f"a name has a colon before it: `:{token.text}`" if bare else SUCH
        raise SpecError(
            [
                Diagnostic(
                    "E0101",
                    f"expected {wanted}, found {told}",
                    token.span,
                    help=did_you_mean(token.text, known, quoted=False) or own,
                )
            ]
        )
