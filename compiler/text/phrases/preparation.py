"""Making phrases ready: their texts are taken apart, and what is wrong with them is reported."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from ....dsl.diagnostics import Diagnostic, SpecError
from ....dsl.source import Span
from ...ir import matcher, nodes as ir, walk
from ...kinds import List, Set
from ...language import ENGLISH, Language, english
from ..templates.phrase import ASKED, MOODS, WISH, Phrase, inner_mood, spoken_mood
from ..templates.sandbox import check_size
from ..templates.template import (
    ENGLISH_FORMS,
    FORM_OF,
    RESERVED,
    WORDS,
    Field,
    MisuseError,
    Part,
    Spoken,
    Written,
    parts,
    settle_mood,
    speak_name,
)
from ..templates.template_errors import complaint, missing_names
from .entry import Entry, misuse, phrase_environment, phrase_template
from .patterns import FORMULA, TERM, Standing, as_statement, part, standings


def prepare(
    phrase: Phrase, layer: int, number: int, language: Language, wishes: bool
) -> tuple[Entry | None, list[Diagnostic]]:
    """Prepare a phrase, or report its errors. Warnings come with an entry.

    Phrasebooks share the entries of phrases that stand at the same place in them.
    """
    entry, found = _place(phrase, phrase.span, layer, number, language, wishes)
    return entry, list(found)


@lru_cache(maxsize=8192)
def _place(
    phrase: Phrase, span: Span, layer: int, number: int, language: Language, wishes: bool
) -> tuple[Entry | None, list[Diagnostic]]:
    entry, found = _prepare(phrase, span, language, wishes)
    return (None if entry is None else replace(entry, layer=layer, number=number)), found


@lru_cache(maxsize=4096)
def _prepare(
    phrase: Phrase, span: Span, language: Language, wishes: bool
) -> tuple[Entry | None, list[Diagnostic]]:
    """Prepare a phrase, as the first of the first layer: many families have those of the standard library.

    Phrases are equal whatever their spans, which the diagnostics need.
    """
    kinds = {name: kind.spoken(language) for name, kind in phrase.kinds.items()}
    phrase = replace(phrase, kinds=kinds)
    pattern = as_statement(phrase.pattern) if phrase.sentence else part(phrase.pattern)
    own = standings(pattern)
    found = {**_given(phrase), **own}
    wrong = _check_reserved(own, phrase)
    try:
        matches = matcher(pattern)
    except ValueError:
        return None, [_two_lists(phrase)]
    try:
        taken = _taken(phrase.text)
    except MisuseError as error:
        return None, [*wrong, misuse(error, phrase)]
    except Exception as error:
        return None, [*wrong, complaint(error, phrase.span)]
    if isinstance(taken, str):
        entry = Entry(phrase, 0, 0, pattern, found, None, taken, matches, language, wishes)
        wrong += _for_jinja(entry)
        return (
            None if any(diagnostic.severity == "error" for diagnostic in wrong) else entry
        ), wrong
    fields = [each for each in taken if isinstance(each, Field)]
    wrong += [*_check_language(taken, phrase, language), *_check_forms(fields, phrase, language)]
    if wrong:
        return None, wrong
    for each in fields:
        if "written" in each.plan.forms:
            found |= {
                hole: replace(found[hole], sort=_as_written(found[hole]))
                for hole in each.holes
                if hole in found
            }
    said = {hole for each in fields for hole in each.holes}
    wrong += missing_names(said, found, RESERVED, phrase.span, _variables(pattern))
    wrong = wrong or _fields(taken, found, phrase)
    if wrong:
        return None, wrong
    texts = {mood: settle_mood(taken, spoken_mood(mood, wishes)) for mood in MOODS}
    texts[ASKED] = tuple(_asked_about(each, found) for each in texts[ASKED])
    values = sorted(said.difference(own, RESERVED))
    unreadable = f"the text mentions the value of `{values[0]}`" if values else ""
    entry = Entry(phrase, 0, 0, pattern, found, texts, unreadable, matches, language, wishes)
    return entry, _left_out(entry)


def _check_language(
    taken: tuple[Part, ...], phrase: Phrase, language: Language
) -> Iterator[Diagnostic]:
    """Report filters and reserved names that say English words in another language."""
    names: list[str] = []
    for each in taken if language.code != ENGLISH else ():
        if isinstance(each, Spoken) and not isinstance(each, Written):
            names.append(next((name for name in WORDS if speak_name(name) == each), "verb"))
        elif isinstance(each, Field):
            names += [f for f in (*each.plan.forms, *each.plan.after) if f in ENGLISH_FORMS]
    for name in dict.fromkeys(names):
        yield Diagnostic(
            "E0546",
            f"`{name}` says English words, and this family speaks `{language.code}`",
            phrase.span,
            help="write the words out, or say forms of names with `form` and the table `forms`",
        )


def _check_forms(
    fields: Sequence[Field], phrase: Phrase, language: Language
) -> Iterator[Diagnostic]:
    """Report forms that the family's table does not have."""
    forms = [form for field in fields for form in (*field.plan.forms, *field.plan.after)]
    for form in dict.fromkeys(form for form in forms if form.startswith(FORM_OF)):
        column = form.removeprefix(FORM_OF)
        if column not in language.forms:
            has = ", ".join(f"`{name}`" for name in language.forms)
            yield Diagnostic(
                "E0507",
                f"there is no form `{column}` of words",
                phrase.span,
                help=f"the table `forms` has {has}" if has else "declare a table `forms`",
            )


def _variables(pattern: ir.Node) -> set[str]:
    return {each.name for each in walk(pattern) if isinstance(each, ir.Var)}


def _given(phrase: Phrase) -> dict[str, Standing]:
    """Return the names with values that a text can mention besides the holes of its pattern."""
    return {
        name: Standing(TERM, isinstance(type, List | Set))
        for name, type in phrase.values.items()
        if name not in RESERVED
    }


def _asked_about(piece: str | Field, found: Mapping[str, Standing]) -> str | Field:
    """Return a piece of a question: formulas in it are said as conditions, unless it says in which mood."""
    formulas = isinstance(piece, Field) and any(found[hole].sort == FORMULA for hole in piece.holes)
    if not isinstance(piece, Field) or piece.plan.mood or not formulas:
        return piece
    return replace(piece, plan=replace(piece.plan, mood=inner_mood(ASKED)))


def _as_written(standing: Standing) -> str:
    """Return the value of a hole whose text is written: the term, if a literal is possible as well."""
    return TERM if standing.sort == FORMULA else standing.sort


def _for_jinja(entry: Entry) -> list[Diagnostic]:
    """Check a phrase that only Jinja can word."""
    from jinja2 import meta

    phrase = entry.phrase
    made = phrase_environment(entry.language)
    try:
        with made.text():
            tree = made.parse(phrase.text)
            phrase_template(phrase.text, entry.language)
        used = meta.find_undeclared_variables(tree)
    except Exception as error:
        return [complaint(error, phrase.span)]
    unsaid = [hole for hole in standings(entry.pattern) if hole not in used]
    return [
        *missing_names(
            used,
            entry.standings,
            [*RESERVED, *made.globals],
            phrase.span,
            _variables(entry.pattern),
        ),
        *(_unsaid_hole("W0509", hole, phrase) for hole in unsaid),
    ]


def _two_lists(phrase: Phrase) -> Diagnostic:
    return Diagnostic(
        "E0512",
        "the pattern has two list holes in one list",
        phrase.span,
        "it is unclear where the first ends and the second begins",
        help="keep one `?rest...`",
    )


def mentioned_names(text: str) -> tuple[str, ...]:
    """Return the names that a phrase's text mentions, sorted; none if it cannot be read, which `prepare` reports."""
    from jinja2 import TemplateError, meta

    try:
        check_size(text)
        made = phrase_environment(english())
        with made.text():
            tree = made.parse(text)
        return tuple(sorted(meta.find_undeclared_variables(tree)))
    except (TemplateError, SpecError, RecursionError, ValueError):
        return ()


@lru_cache(maxsize=8192)
def _taken(text: str) -> tuple[Part, ...] | str:
    """Return the parts of a text, or why it has none. Raises an error of Jinja, or MisuseError."""
    check_size(text)
    return parts(_plain().parse(text))


@cache
def _plain() -> Any:
    """Return an environment for parsing only, which adds no steps to the tree. It never renders a text."""
    from jinja2 import Environment

    return Environment(autoescape=False)


def _check_reserved(found: Mapping[str, Standing], phrase: Phrase) -> list[Diagnostic]:
    return [
        Diagnostic(
            "E0508",
            f"a hole cannot have the name `{name}`",
            phrase.span,
            "this name is reserved",
            help=f"call the hole `?{name}_1`",
        )
        for name in found
        if name in RESERVED
    ]


def _fields(
    taken: tuple[Part, ...], found: Mapping[str, Standing], phrase: Phrase
) -> list[Diagnostic]:
    """Report filters that do not fit the kinds of their holes."""
    wrong = []
    for each in taken:
        if not isinstance(each, Field):
            continue
        rest = len(each.holes) > 1 or any(found[hole].rest for hole in each.holes)
        shown = each.holes[0]
        shaped = each.plan.negated or each.plan.mood or each.plan.grouped or each.plan.ungrouped
        if rest and not each.plan.join:
            help = f"write `{{{{ {shown} | either }}}}` or `{{{{ {shown} | all }}}}`"
            message = f"the list `{shown}` needs a filter that joins it"
        elif each.plan.join and not rest:
            message = f"`{shown}` is one value and cannot be joined"
            help = f"leave the filter out, or write `?{shown}...` in the pattern"
        elif each.plan.negated and isinstance(phrase.pattern, ir.Group):
            message = f"`{shown}` are parts of statements, which `negated` would turn into others"
            help = "leave the filter out"
        elif shaped and any(found[hole].sort != "formula" for hole in each.holes):
            message = f"`negated`, `given` and `grouped` need a formula, but `{shown}` is not one"
            help = "leave the filter out"
        else:
            continue
        wrong.append(Diagnostic("E0507", message, phrase.span, help=help))
    return wrong


def _left_out(entry: Entry) -> list[Diagnostic]:
    """Complain of holes that the text leaves out: it says different statements alike."""
    pieces = entry.pieces(WISH) or ()
    said = {hole for piece in pieces if isinstance(piece, Field) for hole in piece.holes}
    unsaid = _unsaid(entry.pattern)
    own = standings(entry.pattern)
    missing = [hole for hole in own if hole not in said and hole not in unsaid]
    if missing:
        entry.unreadable = f"the text leaves out {_show_hole(missing[0])}"
    return [_unsaid_hole("E0509", hole, entry.phrase) for hole in missing]


def _unsaid(pattern: ir.Node) -> set[str]:
    """Return the holes of a question that its text need not say, because no answer depends on them alone."""
    fields = getattr(pattern, "unsaid", ())
    return {hole for name in fields for hole in standings(getattr(pattern, name))} | {
        node.name for name in fields if isinstance(node := getattr(pattern, name), ir.Hole)
    }


def _show_hole(hole: str) -> str:
    return "the sign `~`" if " " in hole else f"`{hole}`"


def _repair(hole: str) -> str:
    """Return how a hole is said; one that the author did not name (`~p(?a)`) needs two patterns."""
    if " " in hole:
        return "write two phrases: one with `-` in place of `~`, and one without a sign"
    return f"say it with `{{{{ {hole} }}}}`, or write a value in its place in the pattern"


def _unsaid_hole(code: str, hole: str, phrase: Phrase) -> Diagnostic:
    return Diagnostic(
        code,
        f"the phrase has the same text for different values of {_show_hole(hole)}",
        phrase.span,
        f"{_show_hole(hole)} of the pattern is missing from the phrase",
        help=_repair(hole),
    )
