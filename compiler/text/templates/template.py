"""The text of a phrase taken apart: literal text and fields `{{ hole | filter }}`, for quick wording and for reading.

A text that holds anything else (tests, loops, other filters) has no such parts; it is worded by Jinja and cannot be
read back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from ..english import morphology
from ..english.verb_phrases import CONJUGATIONS
from .metered_code import is_whole
from .phrase import ASKED, COMMON, GIVEN, MANY, WISH, inner_mood

if TYPE_CHECKING:
    from jinja2 import nodes as jinja

LISTED, APPLIED = ",", "()"
JOINS = {
    "either": "or",
    "both": "and",
    "all": "and",
    "then": "then",
    "listed": LISTED,
    "applied": APPLIED,
}
"""The filters that make one text of a list, with the word before its last member, or the signs between and around."""

FORMS = {
    "base": morphology.base,
    "third": morphology.third,
    "past": morphology.past,
    "participle": morphology.participle,
    "plural": morphology.plural,
    "singular": morphology.singular,
    "a": morphology.with_article,
    "capital": morphology.capital,
    "ordinal": None,
    "number": None,
    "digits": None,
    "written": None,
    "the": None,
}
"""The filters that change the words of a value; those without a function depend on the value itself."""

FORM_OF = "form "
"""What precedes the column of the table `forms` in a filter that says a form of a word."""


def form_named(column: str) -> str:
    """Return the filter that says a form of a word, by its column. Raises MisuseError if there is none."""
    if not column:
        raise MisuseError("`form` takes the name of a form, as in `form('dative')`")
    return FORM_OF + column


VERBS = ("verb", "verb_not", "verb_plain", "verb_plain_not")
"""The filters that make a verb of a text, by mood."""

ENGLISH_FORMS = frozenset(
    {"base", "third", "past", "participle", "plural", "singular", "a", "the", *VERBS}
)
"""The filters that make forms of English words."""

MOODY = {"given": GIVEN, "one": GIVEN, "many": MANY, "wish": WISH, "asked": ASKED}
"""The filters that word a formula in a mood: `one` is another name of `given`."""

SHAPES = ("negated", *MOODY, "grouped", "ungrouped")
"""The filters that change how a formula is worded."""

WORDS = {
    "be": ("should be", "is", "are"),
    "be_not": ("should not be", "is not", "are not"),
    "are": ("should be", "are", "are"),
    "are_not": ("should not be", "are not", "are not"),
    "have": ("should have", "has", "have"),
    "have_not": ("should not have", "does not have", "do not have"),
    "do": ("should do", "does", "do"),
    "do_not": ("should not do", "does not do", "do not do"),
}
"""The reserved names and their words in each mood. `mood` is reserved too."""

RESERVED = frozenset(WORDS) | {"mood"}


class Printable:
    """The base of the values that a template may print, in addition to strings and numbers."""

    __slots__ = ()


class MisuseError(ValueError):
    """Raised if a filter has no meaning where it is used. The message names the repair."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a value is worded: the result of its filters, independent of equivalent orders.

    Attributes:
        negated: word the complement.
        mood: the mood to word a formula in, empty for that of the phrase.
        grouped: put a compound into parentheses; members of a list always are.
        ungrouped: use no parentheses: the wording of compounds shows where each ends.
        forms: filters on the words of each member, in order.
        join: the word before the last member of a list; empty if this is not a list.
        again: the text before each member but the first, such as the word before the list.
        after: filters on the joined text, in order.
    """

    negated: bool = False
    mood: str = ""
    grouped: bool = False
    ungrouped: bool = False
    forms: tuple[str, ...] = ()
    join: str = ""
    again: str = ""
    after: tuple[str, ...] = ()

    def then(self, name: str, again: str = "") -> Plan:
        """Return the plan with one more filter. Raises MisuseError for one that comes too late."""
        if again and name != "form" and (name not in JOINS or name in ("listed", "applied")):
            raise MisuseError(f"`{name}` takes no word to repeat; `all` and `either` do")
        if name in JOINS:
            if self.join:
                raise MisuseError(f"`{name}` joins what is joined already; keep one of the two")
            return replace(self, join=JOINS[name], again=repeated_word(again))
        if name in SHAPES:
            if self.forms or self.join:
                raise MisuseError(f"`{name}` comes too late; write it right after the hole")
            match name:
                case "negated":
                    return replace(self, negated=not self.negated)
                case "grouped" | "ungrouped":
                    return replace(self, grouped=name == "grouped", ungrouped=name == "ungrouped")
                case _:
                    return replace(self, mood=MOODY[name])
        if name == "form":
            name, again = form_named(again), ""
        if self.join:
            return replace(self, after=(*self.after, name))
        return replace(self, forms=(*self.forms, name))

    def brackets(self, compound: bool) -> bool:
        """Return whether the wording of a member is in parentheses."""
        return compound and not self.ungrouped and (self.grouped or bool(self.join))


@dataclass(frozen=True, slots=True)
class Field:
    """`{{ hole | filters }}`; more than one hole where `with` adds members to a list."""

    holes: tuple[str, ...]
    plan: Plan


@dataclass(frozen=True, slots=True)
class Spoken:
    """A text that depends on the mood."""

    wish: str
    given: str
    many: str

    def text(self, mood: str) -> str:
        return {GIVEN: self.given, MANY: self.many}.get(inner_mood(mood), self.wish)


class Written(Spoken):
    """A text that depends on the mood, both forms of which the author wrote."""

    __slots__ = ()


def repeated_word(word: str) -> str:
    """Return the word to repeat before members of a list. Raises MisuseError for one that is too long."""
    if len(word) > 100:
        raise MisuseError(f"the word to repeat before members has {len(word):,} characters; 100 do")
    return word


Part: TypeAlias = str | Spoken | Field


def speak_name(name: str, word: str = "") -> Spoken:
    """Return the words of a reserved name, or of a verb under one of the verb filters."""
    if name in WORDS:
        return Spoken(*WORDS[name])
    return Spoken(*(CONJUGATIONS[conjugate_word(name, mood)](word) for mood in COMMON))


def conjugate_word(name: str, mood: str) -> str:
    """Return the form that a verb filter gives a word in a mood, by its name among the conjugations."""
    denied = ", not" if name.endswith("_not") else ""
    if mood == WISH:
        return f"wish{denied}"
    one = inner_mood(mood) == GIVEN and not name.startswith("verb_plain")
    return f"of one{denied}" if one else f"of many{denied}"


def parts(template: jinja.Template) -> tuple[Part, ...] | str:
    """Divide a parsed text into parts, or report a part that is neither text nor a field.

    Raises MisuseError for filters in an order without meaning.
    """
    from jinja2 import nodes as jinja

    found: list[Part] = []
    for statement in template.body:
        if not isinstance(statement, jinja.Output):
            name = type(statement).__name__.lower()
            return f"the text contains a Jinja statement (`{name}`)"
        for node in statement.nodes:
            part = node.data if isinstance(node, jinja.TemplateData) else _part(node)
            if isinstance(part, Unreadable):
                return part.reason
            if isinstance(part, str) and found and isinstance(found[-1], str):
                found[-1] += part
            else:
                found.append(part)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why an expression is not a field."""

    reason: str


def _part(node: jinja.Node) -> Part | Unreadable:
    from jinja2 import nodes as jinja

    match node:
        case jinja.Const(value=str(text)) if is_whole(text):
            return text
        case jinja.Name(name=name) if name in WORDS:
            return speak_name(name)
        case jinja.Name(name=name) if name != "mood":
            return Field((name,), Plan())
        case jinja.Filter(node=jinja.Const(value=str(word)), name=name) if name in VERBS:
            return speak_name(name, word)
        case jinja.CondExpr() if (spoken := _by_mood(node)) is not None:
            return spoken
        case jinja.Filter(node=inner, name=name, args=args, kwargs=[]) if inner is not None:
            part = _part(inner)
            return (
                _apply_filter(part, name, args)
                if isinstance(part, Field)
                else _refuse_part(part, name)
            )
        case _:
            name = type(node).__name__.lower()
            return Unreadable(
                f"the text contains a Jinja expression (`{name}`), but only a hole and its filters are allowed"
            )


def _by_mood(choice: jinja.CondExpr) -> Written | None:
    """Return the texts of `"…" if mood == "wish" else "…"`; None of any other choice."""
    from jinja2 import nodes as jinja

    match choice:
        case jinja.CondExpr(
            test=jinja.Compare(
                expr=jinja.Name(name="mood"),
                ops=[jinja.Operand(op="eq", expr=jinja.Const(value="wish"))],
            ),
            expr1=jinja.Const(value=str(wish)),
            expr2=jinja.Const(value=str(other)),
        ) if is_whole(wish) and is_whole(other):
            return Written(wish, other, other)
        case _:
            return None


def _refuse_part(part: Part | Unreadable, name: str) -> Unreadable:
    if isinstance(part, Unreadable):
        return part
    return Unreadable(f"the filter `{name}` is applied to something that is not a hole")


def _apply_filter(field: Field, name: str, args: list[jinja.Expr]) -> Part | Unreadable:
    from jinja2 import nodes as jinja

    if name == "with":
        if field.plan != Plan():
            raise MisuseError("`with` comes too late; write it right after the hole")
        more = [expr.name for expr in args if isinstance(expr, jinja.Name)]
        if len(more) != len(args) or not more:
            raise MisuseError("`with` takes holes: `{{ a | with(rest) | either }}`")
        return Field((*field.holes, *more), field.plan)
    if name == "applied":
        more = [expr.name for expr in args if isinstance(expr, jinja.Name)]
        if field.plan != Plan() or len(field.holes) > 1 or len(more) != len(args) or not more:
            raise MisuseError("`applied` takes the arguments: `{{ p | applied(x) }}`")
        return Field((*field.holes, *more), field.plan.then(name))
    if name == "form" and not args:
        return Field(field.holes, field.plan.then(name))
    if name in (*JOINS, "form") and len(args) == 1 and isinstance(args[0], jinja.Const):
        return Field(field.holes, field.plan.then(name, str(args[0].value)))
    if args or not (name in JOINS or name in SHAPES or name in FORMS or name in VERBS):
        return Unreadable(f"the filter `{name}` cannot be undone")
    return Field(field.holes, field.plan.then(name))


def settle_mood(parts: tuple[Part, ...], mood: str) -> tuple[str | Field, ...]:
    """Return the parts in a mood, with neighbouring texts joined."""
    found: list[str | Field] = []
    for part in parts:
        for each in _settle_mood(part, mood):
            if isinstance(each, str) and found and isinstance(found[-1], str):
                found[-1] += each
            elif each != "":
                found.append(each)
    return tuple(found)


def _settle_mood(part: Part, mood: str) -> tuple[str | Field, ...]:
    if isinstance(part, Spoken):
        return (part.text(mood),)
    if isinstance(part, Field) and part.plan.forms[:1] and part.plan.forms[0] in VERBS:
        form = conjugate_word(part.plan.forms[0], mood)
        return (Field(part.holes, replace(part.plan, forms=(form, *part.plan.forms[1:]))),)
    return (part,)
