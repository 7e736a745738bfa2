"""Formulas over records as SMT-LIB 2 terms.

A one-of sort becomes a datatype, a set an array of truth values, a list a sequence; amounts are integers in the
smallest unit of their kind. Functions of lists are unrolled up to the length that the kind allows. By definition `sum`,
`min` and `max` of an empty list are 0, `first` and `last` of it are 0 or, of symbols, none: that equals no symbol.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ...compiler.contract import EngineError
from ...compiler.ir import nodes as ir
from ...compiler.kinds import Integer, Kind, List, OneOf, Scalar, Set, smt_symbol
from .connectives import both, either, negate
from .terms import ORDER, Kinds, default, unfit


@dataclass(frozen=True)
class Coded:
    """The SMT-LIB text of a value, its kind, and the condition under which there is such a value at all."""

    text: str
    kind: Kind
    present: str = "true"


One: TypeAlias = Coded | ir.Const
"""An amount or a symbol. A symbol has no text until it is known which sort it is compared in."""


def sorts(kinds: Iterable[Kind]) -> dict[str, OneOf]:
    """Return each one-of sort that kinds are built on, by label, with all of its values."""
    found: dict[str, OneOf] = {}
    for kind in kinds:
        base = kind.element if isinstance(kind, Set | List) else kind
        if isinstance(base, OneOf):
            known = found[base.label].values if base.label in found else ()
            found[base.label] = OneOf(base.label, tuple(dict.fromkeys((*known, *base.values))))
    return found


@dataclass
class Encoder:
    """Turns formulas into text; `functions` collects the definitions that the text needs."""

    kinds: Kinds
    functions: dict[str, str] = field(default_factory=dict)

    # ------------------------------------------------------------------------------------------------ formulas

    def formula(self, formula: ir.Node) -> str:
        match formula:
            case ir.And(parts=parts):
                return both([self.formula(part) for part in parts])
            case ir.Or(parts=parts):
                return either([self.formula(part) for part in parts])
            case ir.Not(part=part):
                return negate(self.formula(part))
            case ir.Truth(value=value):
                return "true" if value else "false"
            case ir.Comparison():
                return self._comparison(formula)
            case _:
                raise unfit(formula)

    def _comparison(self, test: ir.Comparison) -> str:
        left, right = test.left, test.right
        match test.operator:
            case operator if operator in ORDER:
                return f"({operator} {self.amount(left)} {self.amount(right)})"
            case "==":
                return self._same(left, right)
            case "!=":
                return negate(self._same(left, right))
            case "in":
                return self._contains(right, self.one(left))
            case "within":
                return self._in_one_go("within", left, right) or self._within(left, right)
            case "meets":
                if short := self._in_one_go("meets", left, right):
                    return short
                members = self._members(left)
                return either([both([at, self._contains(right, one)]) for at, one in members])
            case _:
                raise unfit(test)

    def _within(self, left: ir.Node, right: ir.Node) -> str:
        members = self._members(left)
        return both([either([negate(at), self._contains(right, one)]) for at, one in members])

    def _in_one_go(self, name: str, left: ir.Node, right: ir.Node) -> str:
        """Compare a list's place with a set by a function of both; the empty text where that does not fit."""
        kind, place = self.kinds.of(left), isinstance(left, ir.Slot | ir.Hole)
        if not (place and isinstance(kind, List) and isinstance(kind.element, OneOf)):
            return ""
        of_set = self._set_text(right, kind.element)
        if not of_set:
            return ""
        title = smt_symbol(f"{name}: list of {kind.element.label}, at most {kind.longest}")
        if title not in self.functions:
            held = [(at, f"(select |a set| {one.text})") for at, one in _places("|a list|", kind)]
            body = (
                [f"(=> {at} {text})" for at, text in held]
                if name == "within"
                else [f"(and {at} {text})" for at, text in held]
            )
            takes = f"((|a list| {kind.sort}) (|a set| {Set(kind.element).sort}))"
            lines = "\n    ".join(["(and true" if name == "within" else "(or false", *body])
            self.functions[title] = f"(define-fun {title} {takes} Bool\n  {lines}))"
        return f"({title} {self._place(left)} {of_set})"

    def _set_text(self, term: ir.Node, element: OneOf) -> str:
        """Return a set over one sort as an array; "" if it has other members."""
        kind = self.kinds.of(term)
        if isinstance(term, ir.Slot | ir.Hole):
            fits = isinstance(kind, Set) and kind.element.label == element.label
            return self._place(term) if fits else ""
        if not isinstance(term, ir.SetOf):
            return ""
        text = Set(element).smt(frozenset())
        for item in term.items:
            one = self.one(item)
            if isinstance(one, ir.Const):
                if one.name not in element.values:
                    continue
                one = Coded(element.smt(one.name), element)
            if not isinstance(one.kind, OneOf) or one.kind.label != element.label:
                return ""
            if one.present != "true":
                return ""
            text = f"(store {text} {one.text} true)"
        return text

    # --------------------------------------------------------------------------------------- amounts and symbols

    def amount(self, term: ir.Node) -> str:
        """Return the text of a term that is an amount."""
        found = self.one(term)
        if isinstance(found, ir.Const) or not isinstance(found.kind, Scalar):
            raise unfit(term)
        return found.text

    def one(self, term: ir.Node) -> One:
        """Return an amount or a symbol."""
        match term:
            case ir.Const():
                return term
            case ir.Quantity(amount=amount):
                return Coded(Integer().smt(amount), self.kinds.of(term) or Integer())
            case ir.Operation(operator="len" | "sum" | "min" | "max" | "first" | "last" as name):
                if len(term.operands) != 1 or not self.kinds.collects(term.operands[0]):
                    raise unfit(term)
                return self._function(name, term.operands[0])
            case ir.Operation(operator="+" | "-" | "*" | "neg" as operator, operands=operands):
                if (len(operands) == 1) != (operator == "neg"):
                    raise unfit(term)
                texts = " ".join(self.amount(operand) for operand in operands)
                sign = "-" if operator == "neg" else operator
                return Coded(f"({sign} {texts})", self.kinds.of(term) or Integer())
        kind = self.kinds.of(term)
        if kind is None or isinstance(kind, Set | List):
            raise unfit(term)
        return Coded(self._place(term), kind)

    def _place(self, term: ir.Node) -> str:
        match term:
            case ir.Slot(name=name):
                return smt_symbol(name)
            case ir.Hole(name=name):
                return smt_symbol(f"?{name}")
            case _:
                raise unfit(term)

    def _equal(self, a: One, b: One) -> str:
        present = [one.present if isinstance(one, Coded) else "true" for one in (a, b)]
        same = both([*present, self._same_value(a, b)])
        if "true" in present:
            return same
        return either([same, both([negate(each) for each in present])])

    def _same_value(self, a: One, b: One) -> str:
        match a, b:
            case ir.Const(), ir.Const():
                return "true" if a == b else "false"
            case ir.Const(), Coded():
                return self._same_value(b, a)
            case Coded(kind=OneOf() as kind), ir.Const(name=name):
                return f"(= {a.text} {kind.smt(name)})" if name in kind.values else "false"
            case Coded(kind=OneOf() as left), Coded(kind=OneOf() as right):
                if left.label == right.label:
                    return f"(= {a.text} {b.text})"
                shared = [value for value in left.values if value in right.values]
                return either(
                    f"(and (= {a.text} {left.smt(value)}) (= {b.text} {right.smt(value)}))"
                    for value in shared
                )
            case Coded(kind=Scalar()), Coded(kind=Scalar()):
                return f"(= {a.text} {b.text})"
            case _:
                raise EngineError("a symbol is compared with an amount")

    # ------------------------------------------------------------------------------------------- sets and lists

    def _same(self, left: ir.Node, right: ir.Node) -> str:
        if not self.kinds.collects(left) and not self.kinds.collects(right):
            return self._equal(self.one(left), self.one(right))
        kinds = self.kinds.of(left), self.kinds.of(right)
        places = isinstance(left, ir.Slot | ir.Hole) and isinstance(right, ir.Slot | ir.Hole)
        if places and kinds[0] and kinds[1] and kinds[0].sort == kinds[1].sort:
            return f"(= {self._place(left)} {self._place(right)})"
        if self._is_list(left) and self._is_list(right):
            return self._same_lists(left, right)
        if self._is_list(left) or self._is_list(right):
            raise EngineError("a list is compared with something that is not a list")
        for place, symbols in ((left, right), (right, left)):
            kind = self.kinds.of(place)
            if isinstance(place, ir.Slot | ir.Hole) and isinstance(kind, Set):
                if isinstance(symbols, ir.SetOf) and _is_ground(symbols, kind):
                    return f"(= {self._place(place)} {self._set_text(symbols, kind.element)})"
        return both([self._within(left, right), self._within(right, left)])

    def _is_list(self, term: ir.Node) -> bool:
        return isinstance(term, ir.ListOf) or isinstance(self.kinds.of(term), List)

    def _same_lists(self, left: ir.Node, right: ir.Node) -> str:
        first, second = self._members(left), self._members(right)
        pairs = list(zip(first, second, strict=False))
        longer = max(first, second, key=len)[len(pairs) :]
        lengths = [f"(= {self._length(left)} {self._length(right)})"]
        unequal_ends = [negate(at) for at, _ in longer[:1]]
        equal = [either([negate(at), self._equal(a, b)]) for (at, a), (_, b) in pairs]
        return both([*lengths, *unequal_ends, *equal])

    def _length(self, term: ir.Node) -> str:
        if isinstance(term, ir.ListOf):
            return str(len(term.items))
        if isinstance(self.kinds.of(term), List):
            return f"(seq.len {self._place(term)})"
        seen: list[One] = []
        counted = []
        for at, one in self._members(term):
            repeated = "false"
            if isinstance(term, ir.SetOf):
                repeated = either([self._equal(one, earlier) for earlier in seen])
                seen.append(one)
            counted.append(f"(ite {both([at, negate(repeated)])} 1 0)")
        return _add(counted)

    def _members(self, term: ir.Node) -> list[tuple[str, One]]:
        """Return all that a set or list can hold, each with the condition under which it does; lists in order."""
        if isinstance(term, ir.SetOf | ir.ListOf):
            return [("true", self.one(item)) for item in term.items]
        kind, place = self.kinds.of(term), self._place(term)
        if isinstance(kind, Set):
            one = kind.element
            texts = [one.smt(value) for value in one.values]
            return [(f"(select {place} {text})", Coded(text, one)) for text in texts]
        if isinstance(kind, List):
            return list(_places(place, kind))
        raise unfit(term)

    def _contains(self, term: ir.Node, one: One) -> str:
        kind = self.kinds.of(term)
        if isinstance(kind, Set) and not isinstance(term, ir.SetOf):
            if isinstance(one, ir.Const):
                held = one.name in kind.element.values
                return (
                    f"(select {self._place(term)} {kind.element.smt(one.name)})"
                    if held
                    else "false"
                )
            if isinstance(one.kind, OneOf) and one.kind.label == kind.element.label:
                return both([one.present, f"(select {self._place(term)} {one.text})"])
        return either([both([at, self._equal(one, member)]) for at, member in self._members(term)])

    # ------------------------------------------------------------------------------------------------ functions

    def _function(self, name: str, term: ir.Node) -> Coded:
        if name == "len":
            return Coded(self._length(term), Integer())
        if not self._is_list(term):
            raise unfit(term)
        kind = self.kinds.of(term)
        element = kind.element if isinstance(kind, List) else Integer()
        if isinstance(term, ir.ListOf):
            return Coded(self._fold(name, self._members(term), element), element)
        assert isinstance(kind, List)
        present = "true"
        if isinstance(kind.element, OneOf):
            present = f"(> {self._length(term)} 0)"
        title = smt_symbol(f"{name} of {kind.element.name}, at most {kind.longest}")
        if title not in self.functions:
            body = self._fold(name, _places("|a list|", kind), element)
            self.functions[title] = (
                f"(define-fun {title} ((|a list| {kind.sort})) {element.sort}\n  {body})"
            )
        return Coded(f"({title} {self._place(term)})", element, present)

    def _fold(self, name: str, members: Sequence[tuple[str, One]], element: Kind) -> str:
        empty = element.smt(element.values[0] if isinstance(element, OneOf) else default(element))
        texts = [(at, self._text(one, element)) for at, one in members]
        if name in ("first", "last"):
            # The last of the places that are held is found by trying them from the end.
            ordered = texts[:1] if name == "first" else texts
            found = empty
            for at, text in ordered:
                found = text if at == "true" else f"(ite {at} {text} {found})"
            return found
        if not isinstance(element, Scalar):
            raise EngineError(f"`{name}` of a list of symbols")
        if name == "sum":
            return _add(text if at == "true" else f"(ite {at} {text} 0)" for at, text in texts)
        return _extreme(">" if name == "max" else "<", texts, empty)

    def _text(self, one: One, kind: Kind) -> str:
        return kind.smt(one.name) if isinstance(one, ir.Const) else one.text


def _is_ground(term: ir.SetOf, kind: Set) -> bool:
    values = kind.element.values
    return all(isinstance(item, ir.Const) and item.name in values for item in term.items)


def _places(text: str, kind: List) -> list[tuple[str, Coded]]:
    return [
        (f"(> (seq.len {text}) {place})", Coded(f"(seq.nth {text} {place})", kind.element))
        for place in range(kind.longest)
    ]


def _extreme(beats: str, texts: list[tuple[str, str]], empty: str) -> str:
    """Return the expression for the greatest or least value: each is compared with the best of those before it."""
    if not texts:
        return empty
    (at, text), *rest = texts
    found = text if at == "true" else f"(ite {at} {text} {empty})"
    lets = ""
    for place, (at, text) in enumerate(rest, 1):
        best = smt_symbol(f"best of {place}")
        lets += f"(let (({best} {found}))\n  "
        found = f"(ite {both([at, f'({beats} {text} {best})'])} {text} {best})"
    return lets + found + ")" * len(rest)


def _add(texts: Iterable[str]) -> str:
    given = list(texts)
    return f"(+ {' '.join(given)})" if len(given) > 1 else "".join(given) or "0"


def declarations(kinds: Iterable[Kind]) -> list[str]:
    """Return the commands that declare the sorts of kinds, each once."""
    return [line for sort in sorts(kinds).values() for line in sort.declarations()]


def domain(kind: Kind, constant: str, all_values: Mapping[str, OneOf]) -> str:
    """Return the formula that restricts a constant to its kind, if the declared sort is wider."""
    base = kind.element if isinstance(kind, Set | List) else kind
    extra: list[str] = []
    if isinstance(base, OneOf):
        outside = [v for v in all_values[base.label].values if v not in base.values]
        for value in outside:
            text = base.smt(value)
            match kind:
                case Set():
                    extra.append(f"(not (select {constant} {text}))")
                case List():
                    extra += [
                        f"(not (and {at} (= {one.text} {text})))"
                        for at, one in _places(constant, kind)
                    ]
                case _:
                    extra.append(f"(not (= {constant} {text}))")
    return both([kind.domain(constant), *extra])
