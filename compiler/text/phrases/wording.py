"""Wording what holes are bound to: the same by compiled fields and by Jinja, through one function."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Protocol, TypeAlias

from ...ir import nodes as ir
from ...kinds import Kind, KindError
from ...language import Language
from ...notation import NotationError, spell, spell_application, spell_name
from ..english.verb_phrases import CONJUGATIONS
from ..templates.template import (
    APPLIED,
    FORM_OF,
    FORMS,
    JOINS,
    LISTED,
    SHAPES,
    VERBS,
    MisuseError,
    Plan,
    Printable,
    conjugate_word,
    form_named,
    repeated_word,
    speak_name,
)
from .patterns import FORMULA

_NAMED = frozenset({"ordinal", "number", "digits"})


class Unsayable(Exception):
    """A value has no words here."""


class Chooser(Protocol):
    """What picks among phrases: a random stream."""

    def below(self, n: int) -> int: ...


class Speaker(Protocol):
    """What words the parts of a phrase."""

    @property
    def language(self) -> Language:
        """The language of the phrases."""

    def formula(self, formula: ir.Node, mood: str) -> str:
        """Word a formula by a clause phrase, or raise Unsayable."""

    def operation(self, term: ir.Node) -> str:
        """Word an operation on values by a clause phrase, or raise Unsayable."""

    def complement(self, formula: ir.Node) -> ir.Node: ...

    def compound(self, formula: ir.Node, mood: str) -> bool:
        """Return whether `grouped` puts the words of a formula into parentheses."""

    def label(self, slot: str) -> str: ...

    def amount(self, kind: str, amount: int) -> str:
        """Word an amount of a kind."""


Member: TypeAlias = tuple[Any, str, "Kind | None"]
"""A value, the kind of its hole, and the kind of its slot if known."""


def word_values(values: list[Member], plan: Plan, speaker: Speaker, mood: str) -> str:
    """Word values as a plan says."""
    if plan.join == APPLIED:
        text = _apply_predicate(values)
    elif plan.join == LISTED:
        text = speaker.language.comma.join(
            [_member(value, plan, speaker, mood) for value in values]
        )
    elif plan.join:
        words = (_member(value, plan, speaker, mood) for value in values)
        text = speaker.language.join(words, plan.join, plan.again)
    elif len(values) == 1:
        text = _member(values[0], plan, speaker, mood)
    else:
        raise MisuseError("a list needs `either`, `all` or `then` to become a text")
    for name in plan.after:
        text = _format_name(text, name, speaker.language)
    return text


def _apply_predicate(values: list[Member]) -> str:
    """Write a predicate, which is the first value, with its arguments."""
    (called, _, _), *arguments = values
    try:
        return spell_application(str(called), tuple([spell(each) for each, _, _ in arguments]))
    except NotationError as error:
        raise Unsayable(str(error)) from error


def _member(member: Member, plan: Plan, speaker: Speaker, mood: str) -> str:
    value, sort, kind = member
    if sort == FORMULA and isinstance(value, ir.Node):
        if plan.negated:
            value = speaker.complement(value)
        text = speaker.formula(value, plan.mood or mood)
        if plan.brackets(speaker.compound(value, plan.mood or mood)):
            text = f"({text})"
    elif plan.negated or plan.mood or plan.grouped:
        raise MisuseError("`negated`, `given` and `grouped` are for formulas")
    else:
        return term(value, kind, speaker, plan.forms)
    for name in plan.forms:
        text = _format_name(text, name, speaker.language)
    return text


def connective(pattern: ir.Node) -> bool:
    """Return whether a phrase only joins or denies what other phrases word, so that its scope must be shown."""
    match pattern:
        case ir.Not(part=part):
            return isinstance(part, ir.Hole)
        case ir.And(parts=parts) | ir.Or(parts=parts) | ir.Modal(parts=parts):
            return any(isinstance(part, ir.Hole) for part in parts)
        case _:
            return False


def term(value: Any, kind: Kind | None, speaker: Speaker, forms: tuple[str, ...] = ()) -> str:
    """Word a value, name or slot, with its forms. Raises Unsayable for what has no words."""
    if forms and forms[0] == "written":
        text = _write_value(value, speaker)
        forms = forms[1:]
    elif forms and forms[0] in _NAMED:
        text = _amount(value, forms[0], speaker.language)
        forms = forms[1:]
    else:
        text = _plain(value, kind, speaker)
    for name in forms:
        if name.startswith(FORM_OF) and not isinstance(value, ir.Const | str):
            raise Unsayable("only a name has forms")
        if name != "the":
            text = _format_name(text, name, speaker.language)
        elif isinstance(value, ir.Slot | ir.Operation | str):
            text = f"the {text}"
    return text


def _write_value(value: Any, speaker: Speaker) -> str:
    if isinstance(value, str):
        return spell_name(value)
    if isinstance(value, ir.AggregateTerm):
        return speaker.operation(value)
    try:
        return spell(value)
    except NotationError as error:
        raise Unsayable(str(error)) from error


def _plain(value: Any, kind: Kind | None, speaker: Speaker) -> str:
    if kind is not None:
        try:
            return kind.words(kind.value(value))
        except KindError as error:
            raise Unsayable(f"expected {error}") from error
    match value:
        case ir.Quantity(name, amount):
            return speaker.amount(name, amount)
        case bool():
            return str(value).lower()
        case ir.Const(name):
            return name.replace("_", " ")
        case ir.Slot(name):
            return speaker.label(name)
        case str():
            return value.replace("_", " ")
        case ir.Operation() | ir.AggregateTerm():
            return speaker.operation(value)
        case ir.String(text) | ir.Var(text):
            return text
        case ir.SetOf(items):
            return speaker.language.join((_plain(term, None, speaker) for term in items), "or")
        case ir.ListOf(items):
            return speaker.language.join((_plain(term, None, speaker) for term in items), "then")
        case _:
            raise Unsayable(f"a {type(value).__name__} has no words")


def _amount(value: Any, name: str, language: Language) -> str:
    if isinstance(value, ir.Quantity) and value.kind == "integer":
        return language.spell(value.amount, name)
    if isinstance(value, ir.Slot | ir.Operation):
        raise Unsayable(f"`{name}` is for values")
    raise MisuseError(f"`{name}` is for whole numbers")


def _format_name(text: str, name: str, language: Language) -> str:
    if name == "the":
        return f"the {text}"
    if name.startswith(FORM_OF):
        found = language.form(text, name.removeprefix(FORM_OF))
        if found is None:
            column = name.removeprefix(FORM_OF)
            raise MisuseError(f"the table `forms` has no form `{column}` of `{text}`")
        return found
    form = FORMS.get(name) or CONJUGATIONS.get(name)
    if form is None:
        raise MisuseError(f"`{name}` comes too late; write it right after the hole")
    return form(text)


class Said(Printable):
    """What a hole is inside Jinja: it becomes text when it is printed, worded as its filters say."""

    __slots__ = ("_mood", "_plan", "_speaker", "_values")

    def __init__(self, values: list[Member], plan: Plan, speaker: Speaker, mood: str) -> None:
        self._values = values
        self._plan = plan
        self._speaker = speaker
        self._mood = mood

    def __str__(self) -> str:
        return word_values(self._values, self._plan, self._speaker, self._mood)

    def __len__(self) -> int:
        return len(self._values)

    def __bool__(self) -> bool:
        return bool(self._values)

    def __iter__(self) -> Iterator[Said]:
        return (self._one(value) for value in self._values)

    def __getitem__(self, place: int | slice) -> Said:
        if isinstance(place, slice):
            return Said(self._values[place], self._plan, self._speaker, self._mood)
        return self._one(self._values[place])

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Said):
            return self._values == other._values
        value = self._comparable()
        return value is not None and value == other

    __hash__ = None  # type: ignore[assignment]

    def __lt__(self, other: object) -> bool:
        return self._compare(other, operator.lt)

    def __le__(self, other: object) -> bool:
        return self._compare(other, operator.le)

    def __gt__(self, other: object) -> bool:
        return self._compare(other, operator.gt)

    def __ge__(self, other: object) -> bool:
        return self._compare(other, operator.ge)

    def _compare(self, other: object, by: Callable[[Any, Any], bool]) -> bool:
        one, two = self._comparable(), other._comparable() if isinstance(other, Said) else other
        for kind in (int | float, str):
            if isinstance(one, kind) and isinstance(two, kind):
                return by(one, two)
        raise MisuseError("only two whole numbers, or two names, can be compared and sorted")

    def _comparable(self) -> int | str | None:
        """Return the whole number or the name that this is; None of anything else."""
        match self._values:
            case [(ir.Quantity("integer", amount), _, _)]:
                return amount
            case [(ir.Const(name) | str(name), _, _)]:
                return name
            case _:
                return None

    def _one(self, member: Member) -> Said:
        return Said([member], self._plan, self._speaker, self._mood)

    def then(self, name: str, again: str = "") -> Said:
        """Return the same value under one more filter."""
        return Said(self._values, self._plan.then(name, again), self._speaker, self._mood)

    def with_more(self, others: tuple[Said, ...]) -> Said:
        """Return one list of this value's members and the others'."""
        values = list(self._values)
        for other in others:
            values += other._values
        return Said(values, self._plan, self._speaker, self._mood)


def text_filters(language: Language) -> dict[str, Callable[..., Any]]:
    """Return the word-form filters for plain texts and numbers, as documents use them."""
    made: dict[str, Callable[..., Any]] = {
        name: form for name, form in FORMS.items() if form is not None
    }
    made |= {
        "number": language.number,
        "ordinal": language.ordinal,
        "digits": language.digits,
        "form": lambda text, name="": _format_name(str(text), form_named(name), language),
        "the": lambda text: f"the {text}",
        **{
            name: partial(_join_texts, language, JOINS[name])
            for name in ("either", "both", "all", "then")
        },
    }
    return made


def _join_texts(language: Language, conjunction: str, texts: Iterable[Any], again: str = "") -> str:
    return language.join(map(str, texts), conjunction, repeated_word(again))


def phrase_filters(language: Language) -> dict[str, Callable[..., Any]]:
    """Return the filters of phrases: on holes they add to the plan, on plain texts they are `text_filters`."""
    from jinja2 import pass_context

    plain = text_filters(language)

    def filter_named(name: str) -> Callable[..., Any]:
        def apply(value: Any, *again: str) -> Any:
            if isinstance(value, Said):
                return value.then(name, *again)
            if name not in plain:
                raise MisuseError(f"`{name}` is for holes")
            return plain[name](value, *again)

        return apply

    def verb_named(name: str) -> Callable[..., Any]:
        @pass_context
        def apply(context: Any, word: Any) -> str:
            mood = context.get("mood")
            if not isinstance(word, Said):
                return speak_name(name, str(word)).text(mood)
            return str(word.then(conjugate_word(name, mood)))

        return apply

    def joined(value: Any, *others: Any) -> Any:
        if not isinstance(value, Said) or not all(isinstance(other, Said) for other in others):
            raise MisuseError("`with` is for holes")
        return value.with_more(others)

    def put(value: Any, *others: Any) -> Any:
        return joined(value, *others).then("applied")

    names = (*SHAPES, *JOINS, *FORMS, "form")
    return {
        **{name: filter_named(name) for name in names},
        **{name: verb_named(name) for name in VERBS},
        "with": joined,
        "applied": put,
    }
