"""The names of a theory: what its symbols are, and what they mean in words."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from ....dsl.reserved import FUNCTIONS, ITEM_WORDS, RESERVED
from ...ir import Symbol, nodes as ir, rebuild, symbols, walk
from ...kinds import Kind, OneOf, Scalar, Set
from ...language import Language
from ...notation import free_spelling, show, spell_name
from ...text import Phrasebook

MOST_STEPS = 1000
"""An interval with more members is not written out."""

_ODD = re.compile(r"[^A-Za-z0-9]+")
_WORDS = RESERVED | ITEM_WORDS | FUNCTIONS

_EXAMPLES = {"money": 12_500, "percent": 1200, "time": 870, "duration": 90, "date": 740_000}
"""Amounts of the kinds that are written with a unit."""

_VARIABLES = ("X", "Y", "Z", "U", "V", "W")


def plain_spellings(statements: Iterable[ir.Labelled], slots: Mapping[str, Kind]) -> dict[str, str]:
    """Return for each name that is written in quotes one that is not, for readers to write.

    The names of slots are kept, but not those of their values.
    """
    known = {**symbols(each.statement for each in statements), **_symbols_of(slots)}
    taken = {name for _, name, _ in known}
    found: dict[str, str] = {}
    for word, name, _ in known:
        if word in ("text", "slot") or name in found or show(ir.Const(name)) == name:
            continue
        bare = _ODD.sub("_", name.casefold()).strip("_")
        base = bare if bare[:1].isalpha() else f"n_{bare}"
        base = f"{base}_" if base in _WORDS else base
        found[name] = free_spelling(base, taken)
        taken.add(found[name])
    return found


def _symbols_of(slots: Mapping[str, Kind]) -> dict[Symbol, None]:
    return {("name", value, 0): None for kind in slots.values() for value in _names_of(kind)}


def respell_kind(kind: Kind, spellings: Mapping[str, str]) -> Kind:
    """Return a kind with other names of its values."""
    match kind:
        case OneOf(label=label, values=values):
            return OneOf(label, tuple(spellings.get(value, value) for value in values))
        case Set(element=OneOf() as element):
            inner = respell_kind(element, spellings)
            assert isinstance(inner, OneOf)
            return Set(inner)
        case _:
            return kind


def known_kind(kind: Kind, spellings: Mapping[str, str]) -> Kind:
    """Return a kind whose values have their own names and the others as well."""
    match kind:
        case OneOf(label=label, values=values):
            own = [spellings[value] for value in values if value in spellings]
            return OneOf(label, (*values, *own))
        case Set(element=OneOf() as element):
            inner = known_kind(element, spellings)
            assert isinstance(inner, OneOf)
            return Set(inner)
        case _:
            return kind


def respell(node: ir.Node, spellings: Mapping[str, str]) -> ir.Node:
    """Return a node with other names of predicates, individuals, concepts and roles."""
    match node:
        case ir.Atom(predicate=str(name)):
            node = replace(node, predicate=spellings.get(name, name))
        case ir.Const(name=name) | ir.Named(name=str(name)):
            return replace(node, name=spellings.get(name, name))
        case ir.Restriction(role=str(name)):
            node = replace(node, role=spellings.get(name, name))
    return rebuild(node, lambda part: respell(part, spellings))


def unknown_symbol(
    given: Iterable[ir.Labelled], known: Mapping[Symbol, None], slots: Mapping[str, Kind]
) -> str:
    """Return the first name of some statements that is none of the known ones; the empty text if there is none."""
    values = _symbols_of(slots)
    for symbol in symbols(each.statement for each in given):
        if symbol in known or symbol in values:
            continue
        word, name, size = symbol
        return f"{spell_name(name)}/{size}" if word == "predicate" else spell_name(name)
    return ""


def names(*theories: ir.Theory) -> tuple[ir.Term, ...]:
    """Return the individuals and numbers that theories are about, in the order in which they occur.

    If these are fewer than the variables of a statement, there are as many others as are missing: otherwise a statement
    with variables could say nothing, or the same as one with fewer.
    """
    found: dict[ir.Term, None] = {}
    most = 0
    for labelled in (each for theory in theories for each in theory.statements):
        nodes = tuple(walk(labelled.statement))
        most = max(most, len({each for each in nodes if isinstance(each, ir.Var)}))
        for node in nodes:
            found.update(dict.fromkeys(_ground(node)))
    taken = {each.name for each in found if isinstance(each, ir.Const)}
    while len(found) < most:
        name = free_spelling("somebody", taken)
        taken.add(name)
        found[ir.Const(name)] = None
    return tuple(found)


def _ground(term: ir.Node) -> Iterator[ir.Term]:
    match term:
        case ir.Const() | ir.String() | ir.Quantity():
            yield term
        case ir.Interval(low=ir.Quantity(kind=kind, amount=low), high=ir.Quantity(amount=high)) if (
            high - low < MOST_STEPS
        ):
            for amount in range(low, high + 1):
                yield ir.Quantity(kind, amount)


def glossary(
    statements: Sequence[ir.Labelled],
    slots: Mapping[str, Kind],
    labels: Mapping[str, str],
    spellings: Mapping[str, str],
    book: Phrasebook,
    split: str,
    language: Language,
) -> list[str]:
    """Return a line for each symbol of some statements, and one for the names of individuals.

    Args:
        slots: those of the record, with their kinds; `labels` are their names in words.
        spellings: how names are spelt otherwise.
        book: says what symbols mean.
    """

    def gloss(statement: ir.Statement, symbol: ir.Node) -> str:
        said = book.say(statement, None, split)
        shown = _bare(show(respell(symbol, spellings)))
        if said is None:
            return language.say("symbol", symbol=shown)
        return language.say("symbol said", symbol=shown, said=_bare(said).rstrip(".!"))

    lines: list[str] = []
    individuals: list[str] = []
    for word, name, size in symbols(each.statement for each in statements):
        match word:
            case "predicate":
                fact = _fact(name, size)
                lines.append(gloss(fact, fact))
            case "concept":
                concept = ir.Named(name)
                lines.append(gloss(ir.ConceptAssertion(ir.Const("X"), concept), concept))
            case "slot":
                kind = respell_kind(slots[name], spellings)
                lines.append(_slot(name, kind, labels[name], language))
            case "name" if not slots:
                individuals.append(f"`{show(respell(ir.Const(name), spellings))}`")
            case "text":
                individuals.append(f"`{show(ir.String(name))}`")
    if individuals:
        lines.append(language.join(individuals, "and"))
    return [f"- {line}" for line in lines]


def _fact(name: str, size: int) -> ir.Fact:
    letters = _VARIABLES if size <= len(_VARIABLES) else [f"X{n}" for n in range(1, size + 1)]
    terms = tuple(ir.Const(letter) for letter in letters[:size])
    return ir.Fact(ir.Literal(ir.Atom(name, terms)))


def _bare(text: str) -> str:
    """Return a text without the quotes of the letters that stand for arguments."""
    return re.sub(r"`([A-Z]\d*)`", r"\1", text)


def _slot(name: str, kind: Kind, label: str, language: Language) -> str:
    """Return a slot with its values, and with its name in words where that is another one."""
    symbol = spell_name(name)
    values = [f"`{spell_name(value)}`" for value in _names_of(kind)]
    match kind:
        case Set():
            one, *more = [value.strip("`") for value in values]
            some = f"{{{', '.join([one, *more[:1]])}}}"
            listed = language.join(values, "and")
            said = language.say("values of set", values=listed, symbol=symbol, one=one, some=some)
        case Scalar(label=word) if word in _EXAMPLES:
            example = kind.show(_EXAMPLES[word])
            said = language.say("values such as", any=language.text(f"any {word}"), example=example)
        case Scalar(label=word):
            said = language.text(f"any {word}")
        case _:
            said = language.join(values, "or")
    if label.replace(" ", "_") == name:
        return language.say("symbol said", symbol=symbol, said=said)
    return language.say("symbol of label", symbol=symbol, label=label, said=said)


def _names_of(kind: Kind) -> Sequence[str]:
    match kind:
        case OneOf(values=values) | Set(element=OneOf(values=values)):
            return values
        case _:
            return ()
