"""The triples of an ontology as our statements, by the mapping of OWL 2 to RDF (W3C 2012); the rest is refused."""

from collections.abc import Iterator
from itertools import combinations

from ...dsl import syntax
from ...dsl.diagnostics import Report
from .names import OWL, RDF, RDFS, XSD, name_of_iri, short_iri
from .triples import Amount, Triples, Value

TYPE = f"{RDF}type"
REFUSED_TYPES = {
    "TransitiveProperty": "transitive roles",
    "SymmetricProperty": "symmetric roles",
    "AsymmetricProperty": "asymmetric roles",
    "ReflexiveProperty": "reflexive roles",
    "IrreflexiveProperty": "irreflexive roles",
    "FunctionalProperty": "functional roles",
    "InverseFunctionalProperty": "inverse functional roles",
    "DatatypeProperty": "datatypes",
    "DataRange": "datatypes",
    "NegativePropertyAssertion": "negated role assertions",
    "AllDisjointProperties": "disjoint roles",
}
REFUSED = {
    f"{OWL}imports": "imports",
    f"{OWL}inverseOf": "inverse roles",
    f"{OWL}propertyChainAxiom": "chains of roles",
    f"{OWL}equivalentProperty": "equivalent roles",
    f"{OWL}propertyDisjointWith": "disjoint roles",
    f"{OWL}sameAs": "equal individuals",
    f"{OWL}hasValue": "nominals",
    f"{OWL}oneOf": "nominals",
    f"{OWL}hasSelf": "roles to oneself",
    f"{OWL}hasKey": "keys",
    f"{OWL}onDataRange": "datatypes",
    f"{OWL}onDatatype": "datatypes",
    f"{OWL}onProperties": "datatypes",
    f"{OWL}datatypeComplementOf": "datatypes",
    f"{RDFS}subPropertyOf": "hierarchies of roles",
}
"""What the logic cannot express, by the word of OWL for it."""

INSTEAD = {
    "functional roles": "write `thing isa max 1 r thing` in its place",
    "imports": "put what it imports into the file: nothing is fetched",
    "nominals": "name a concept for them, and assert it of the individuals",
}

PARTS = {
    *(f"{OWL}{each}" for each in ("onProperty", "onClass", "someValuesFrom", "allValuesFrom")),
    *(f"{OWL}{each}" for each in ("members", "distinctMembers", "annotatedSource")),
    *(f"{OWL}{each}" for each in ("annotatedProperty", "annotatedTarget")),
    f"{RDF}first",
    f"{RDF}rest",
}
"""Words that only say more of what others begin."""

CARDINALITIES = {
    f"{OWL}{name}{suffix}": (kind, qualified)
    for kind, plain, full in (
        ("min", "minCardinality", "minQualifiedCardinality"),
        ("max", "maxCardinality", "maxQualifiedCardinality"),
        ("exactly", "cardinality", "qualifiedCardinality"),
    )
    for name, suffix, qualified in ((plain, "", False), (full, "", True))
}

REMARKS = {
    *(f"{RDFS}{each}" for each in ("label", "comment", "seeAlso", "isDefinedBy")),
    *(f"{OWL}{each}" for each in ("versionInfo", "versionIRI", "priorVersion", "deprecated")),
    *(f"{OWL}{each}" for each in ("backwardCompatibleWith", "incompatibleWith")),
}
REMARKING = ("http://purl.org/dc/", "http://www.w3.org/2004/02/skos/core#")
"""Annotations, by their names or prefixes: they have no logical meaning, and are skipped."""

DEEPEST = 80
"""How deep concepts may nest, as in our own texts."""


class Statements:
    """Reads the statements of one ontology; what is wrong goes to a report, at its place in the file."""

    def __init__(self, triples: Triples, report: Report) -> None:
        self._triples = triples
        self._report = report
        self._told: set[tuple[str, str]] = set()
        self._remarks = {
            subject
            for subject, predicate, value in triples.all
            if predicate == TYPE and value == f"{OWL}AnnotationProperty"
        }
        self._spelt: dict[str, str] = {}

    def read(self) -> tuple[syntax.Statement, ...]:
        found: dict[syntax.Statement, None] = {}
        for subject, predicate, value in self._triples.all:
            for part in self._statements(subject, predicate, value):
                found[part] = None
        return tuple(found)

    def unique_names(self) -> bool:
        """Return whether all individuals are declared different; report an error if only some are."""
        named = self._individuals()
        apart = {frozenset(pair) for pair in self._apart()}
        if not apart:
            return False
        missing = next(
            (pair for pair in combinations(sorted(named), 2) if frozenset(pair) not in apart), None
        )
        if missing:
            one, other = map(name_of_iri, missing)
            span = self._triples.span(f"{OWL}AllDifferent", f"{OWL}differentFrom")
            self._report.add(
                "E0323",
                f"some individuals are declared different, but not `{one}` and `{other}`",
                span,
                help="declare all of them different, or none",
            )
        return not missing

    def _individuals(self) -> set[str]:
        found: set[str] = set()
        for subject, predicate, value in self._triples.all:
            if predicate == TYPE and self._is_assertion(subject, value):
                found.add(subject)
            elif self._is_role_assertion(subject, predicate) and isinstance(value, str):
                found |= {subject, value}
            elif (predicate, value) == (TYPE, f"{OWL}NamedIndividual"):
                found.add(subject)
        return found

    def _apart(self) -> Iterator[tuple[str, str]]:
        for subject, predicate, value in self._triples.all:
            if predicate == f"{OWL}differentFrom" and isinstance(value, str):
                yield subject, value
            elif predicate == TYPE and value == f"{OWL}AllDifferent":
                for word in ("members", "distinctMembers"):
                    listed = self._triples.members(self._triples.one(subject, f"{OWL}{word}"))
                    yield from combinations((each for each in listed if isinstance(each, str)), 2)

    # ---------------------------------------------------------------------------------------------- statements

    def _statements(self, subject: str, predicate: str, value: Value) -> Iterator[syntax.Statement]:
        if predicate in REFUSED and subject not in self._remarks:
            self._refuse(REFUSED[predicate], predicate, subject)
        elif isinstance(value, Amount):
            self._literal(subject, predicate)
        elif predicate == TYPE:
            yield from self._type_statements(subject, value)
        elif predicate == f"{RDFS}subClassOf":
            yield self._inclusion(self._concept(subject), self._concept(value), subject)
        elif predicate in (f"{OWL}equivalentClass", f"{OWL}disjointWith", f"{OWL}disjointUnionOf"):
            yield from self._relation_statements(subject, predicate, value)
        elif predicate.removeprefix(OWL) in ("intersectionOf", "unionOf", "complementOf"):
            if not subject.startswith("_"):
                one, other = self._read_name(subject), self._junction(predicate, value, 0)
                yield self._inclusion(one, other, subject)
                yield self._inclusion(other, one, subject)
        elif predicate in (f"{RDFS}domain", f"{RDFS}range"):
            if subject not in self._remarks:
                yield self._of_role(subject, predicate, value)
        elif self._is_role_assertion(subject, predicate):
            yield self._role_assertion(subject, predicate, value)
        elif not self._is_skipped(predicate):
            self._refuse(f"`{short_iri(predicate)}`", predicate, subject)

    def _is_skipped(self, predicate: str) -> bool:
        known = PARTS | REMARKS | CARDINALITIES.keys() | {f"{OWL}differentFrom"} | self._remarks
        return predicate in known or predicate.startswith(REMARKING)

    def _is_role_assertion(self, subject: str, predicate: str) -> bool:
        foreign = not predicate.startswith((OWL, RDF, RDFS, XSD))
        return foreign and not self._is_skipped(predicate) and predicate not in REFUSED

    def _literal(self, subject: str, predicate: str) -> None:
        if not self._is_skipped(predicate):
            self._refuse("datatypes", predicate, subject)

    def _is_assertion(self, subject: str, value: Value) -> bool:
        """Return whether a type is a concept that holds of an individual, and no word of OWL."""
        if not isinstance(value, str) or value.startswith((RDF, RDFS, XSD)):
            return False
        return not value.startswith(OWL) or value == f"{OWL}Nothing"

    def _type_statements(self, subject: str, value: str) -> Iterator[syntax.Statement]:
        word = value.removeprefix(OWL)
        if self._is_assertion(subject, value):
            concept = self._concept(value)
            name = self._individual(subject)
            yield syntax.Named(name, concept, span=name.span)
        elif word in REFUSED_TYPES:
            self._refuse(REFUSED_TYPES[word], subject, value)
        elif value in (f"{RDFS}Datatype", f"{RDFS}Literal"):
            self._refuse("datatypes", subject, value)
        elif word == "AllDisjointClasses":
            members = self._triples.members(self._triples.one(subject, f"{OWL}members"))
            for one, other in combinations(members, 2):
                yield self._disjoint(one, other, subject)

    def _relation_statements(
        self, subject: str, predicate: str, value: str
    ) -> Iterator[syntax.Statement]:
        if predicate == f"{OWL}disjointWith":
            yield self._disjoint(subject, value, subject)
            return
        one = self._concept(subject)
        if predicate == f"{OWL}equivalentClass":
            other = self._concept(value)
        else:
            members = self._triples.members(value)
            other = self._joint("or", [self._concept(member) for member in members], subject)
            yield from (self._disjoint(a, b, subject) for a, b in combinations(members, 2))
        yield self._inclusion(one, other, subject)
        yield self._inclusion(other, one, subject)

    def _disjoint(self, one: Value, other: Value, at: str) -> syntax.Statement:
        right = self._concept(other)
        return self._inclusion(self._concept(one), syntax.Prefix("not", right, span=right.span), at)

    def _inclusion(self, left: syntax.Expr, right: syntax.Expr, at: str) -> syntax.Statement:
        return syntax.Infix("isa", left, right, span=self._triples.span(at))

    def _of_role(self, role: str, predicate: str, value: str) -> syntax.Statement:
        """Return a role's domain, `some r thing isa C`, or its range, `thing isa only r C`."""
        span, concept = self._triples.span(role), self._concept(value)
        thing = syntax.Word("thing", span=span)
        if predicate == f"{RDFS}domain":
            some = syntax.Restriction("some", None, self._name(role), thing, span=span)
            return self._inclusion(some, concept, role)
        only = syntax.Restriction("only", None, self._name(role), concept, span=span)
        return self._inclusion(thing, only, role)

    def _role_assertion(self, subject: str, predicate: str, value: str) -> syntax.Statement:
        role, one, other = self._name(predicate), self._individual(subject), self._individual(value)
        return syntax.Call(role, (one, other), span=one.span)

    # ------------------------------------------------------------------------------------------------ concepts

    def _concept(self, value: Value, depth: int = 0) -> syntax.Expr:
        if isinstance(value, Amount):
            return self._report_unsupported("datatypes", value.datatype)
        if not value.startswith("_"):
            return self._read_name(value)
        if depth > DEEPEST:
            return self._report_unsupported(f"concepts that nest more than {DEEPEST} deep", value)
        for word in ("intersectionOf", "unionOf", "complementOf"):
            of = self._triples.one(value, f"{OWL}{word}")
            if of is not None:
                return self._junction(f"{OWL}{word}", of, depth + 1)
        role = self._triples.one(value, f"{OWL}onProperty")
        if isinstance(role, str):
            return self._restriction(value, role, depth + 1)
        inside = self._triples.of.get(value, {})
        refused = next((REFUSED[each] for each in inside if each in REFUSED), "")
        return self._report_unsupported(refused or "a class without a description", value)

    def _read_name(self, value: str) -> syntax.Expr:
        span = self._triples.span(value)
        if value in (f"{OWL}Thing", f"{OWL}Nothing"):
            return syntax.Word(value.removeprefix(OWL).lower(), span=span)
        if value.startswith((OWL, RDF, RDFS, XSD)):
            refused = "datatypes" if value.startswith((XSD, RDFS)) else f"`{short_iri(value)}`"
            return self._report_unsupported(refused, value)
        return self._name(value)

    def _junction(self, word: str, value: Value, depth: int) -> syntax.Expr:
        if word == f"{OWL}complementOf":
            inner = self._concept(value, depth)
            return syntax.Prefix("not", inner, span=inner.span)
        parts = [self._concept(member, depth) for member in self._triples.members(value)]
        return self._joint("and" if word == f"{OWL}intersectionOf" else "or", parts, "")

    def _joint(self, operator: str, parts: list[syntax.Expr], at: str) -> syntax.Expr:
        if len(parts) > 1:
            return syntax.Junction(operator, tuple(parts), span=parts[0].span)
        if parts:
            return parts[0]
        word = "thing" if operator == "and" else "nothing"
        return syntax.Word(word, span=self._triples.span(at))

    def _restriction(self, value: str, role: str, depth: int) -> syntax.Expr:
        if role.startswith("_"):
            return self._report_unsupported("inverse roles", value, f"{OWL}inverseOf")
        span, of = self._triples.span(role), self._triples.of[value]
        for kind, word in (("some", "someValuesFrom"), ("only", "allValuesFrom")):
            if filler := of.get(f"{OWL}{word}"):
                concept = self._concept(filler[0], depth)
                return syntax.Restriction(kind, None, self._name(role), concept, span=span)
        for word, (kind, qualified) in CARDINALITIES.items():
            bound = of[word][0] if word in of else None
            if isinstance(bound, Amount) and not bound.text.isdecimal():
                return self._report_unsupported(f"a bound such as `{bound.text}`", role, value)
            if isinstance(bound, Amount):
                amount = syntax.Quantity(bound.text, span=span)
                classes = of.get(f"{OWL}onClass") if qualified else None
                whole = syntax.Word("thing", span=span)
                concept = self._concept(classes[0], depth) if classes else whole
                return syntax.Restriction(kind, amount, self._name(role), concept, span=span)
        refused = next((REFUSED[each] for each in of if each in REFUSED), "")
        return self._report_unsupported(
            refused or "a restriction without a filler or a bound", role, value
        )

    # --------------------------------------------------------------------------------------------------- names

    def _name(self, value: str) -> syntax.Name:
        """Return the name that an IRI ends in; two IRIs that end in the same are reported."""
        name = name_of_iri(value)
        first = self._spelt.setdefault(name, value)
        if first != value:
            self._tell(
                f"two names of the ontology have the same last part: <{first}> and <{value}>",
                "rename one of them: names are distinguished by their last parts",
                value,
            )
        return syntax.Name(name, span=self._triples.span(value))

    def _individual(self, value: str) -> syntax.Name:
        if value.startswith("_"):
            self._refuse("individuals without a name", value)
            return syntax.Name("nobody", span=self._triples.span(value))
        return self._name(value)

    def _report_unsupported(self, what: str, *at: str) -> syntax.Expr:
        self._refuse(what, *at)
        return syntax.Word("thing", span=self._triples.span(*at))

    def _refuse(self, what: str, *at: str) -> None:
        verb = "lies" if what.startswith("a ") else "lie"
        self._tell(f"{what} {verb} outside this logic", INSTEAD.get(what, ""), *at)

    def _tell(self, message: str, help: str, *at: str) -> None:
        where = next((each for each in at if not each.startswith("_")), "")
        if (message, where) in self._told:
            return
        self._told.add((message, where))
        named = f"`{short_iri(where)}`" if where else ""
        self._report.add(
            "E0323",
            message,
            self._triples.span(*at),
            named,
            help=help or "leave it out, or ask a reasoner for all of OWL",
        )
