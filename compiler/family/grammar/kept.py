"""Holes that only some words fill: `where ?p in POOL` of productions and questions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ....dsl import syntax
from ....dsl.diagnostics import Report, did_you_mean, meant
from ...ir import holes, nodes as ir
from ..expressions import Expressions

MANY = 8
"""How many words a message lists at most."""


@dataclass(frozen=True)
class WordList:
    """The words that fill a hole: those of a pool or sort that an instance has, or those that are written out."""

    name: str
    written: tuple[str, ...]

    def of(self, sorts: Mapping[str, Sequence[str]]) -> frozenset[str]:
        """Return the words of an instance, which has these members of sorts and pools."""
        return frozenset(sorts.get(self.name, ()) if self.name else self.written)


KeptWords = Mapping[str, frozenset[str]]
"""The words that can fill each hole that is kept to some."""


def spelling(value: Any) -> str:
    """Return the word of a value that fills a hole: a predicate, concept or role, a name or a whole number."""
    match value:
        case ir.Const(name=name):
            return str(name)
        case ir.Quantity(amount=amount):
            return str(amount)
        case _:
            return str(value)


def fits(hole: str, value: Any, kept: KeptWords) -> bool:
    """Return whether a value can fill a hole."""
    return hole not in kept or spelling(value) in kept[hole]


def build_kept(
    clauses: Iterable[syntax.Kept],
    templates: Sequence[ir.Node],
    taken: Collection[str],
    expressions: Expressions,
) -> dict[str, WordList]:
    """Check the clauses of a `where`: each is about a hole of a template, and names words.

    Args:
        taken: the names whose holes have a value already: of parameters and chosen values.
    """
    found: dict[str, WordList] = {}
    known = dict.fromkeys(name for template in templates for name in holes(template))
    report = expressions.report
    for clause in clauses:
        message, help = "", ""
        if clause.hole not in known:
            message = f"there is no hole `?{clause.hole}` before this `where`"
            help = did_you_mean(clause.hole, known) or "name a hole of the statement"
        elif clause.hole in found:
            message, help = f"`?{clause.hole}` is kept to words twice", "remove one of the two"
        elif clause.hole in taken:
            message = f"`?{clause.hole}` stands for the value of `{clause.hole}`"
            help = f"rename the hole, for example `?{clause.hole}_1`"
        if message:
            report.add("E0486", message, clause.span, help=help)
            continue
        words = _words(clause.words, expressions)
        if words is not None:
            found[clause.hole] = words
    return found


def _words(expr: syntax.Expr, expressions: Expressions) -> WordList | None:
    names, report = expressions.names, expressions.report
    match expr:
        case syntax.Braces(groups=groups, lower=None, upper=None):
            entries = [entry for group in groups for entry in group]
            words = [
                entry.term.text
                for entry in entries
                if isinstance(entry.term, syntax.Name | syntax.Text | syntax.Quantity)
                and entry.value is None
            ]
            if words and len(words) == len(entries):
                return WordList("", tuple(words))
            help = "list names: `where ?p in {big, small}`"
            report.add("E0488", "these braces must list words", expr.span, help=help)
            return None
        case syntax.Name(text=text):
            pool, part = names.pool(text), ""
        case syntax.Dotted(parts=(text, *_, part)):
            pool = names.pool(text)
        case _:
            pool, text, part = None, expr.span.text, ""
    if pool is None:
        help = meant(text, names.pools) or "name a pool or a sort, or list words in braces"
        report.add("E0201", f"there is no pool or sort `{text}`", expr.span, help=help)
        return None
    if part and part not in pool.parts:
        help = did_you_mean(part, pool.parts)
        report.add("E0203", f"pool `{text}` has no split `{part}`", expr.span, help=help)
        return None
    return WordList("", pool.of(part)) if part else WordList(text, ())


def check_kept(
    kept: Mapping[str, WordList],
    clauses: Sequence[syntax.Kept],
    places: Iterable[tuple[str, str, frozenset[str | None]]],
    sorts: Mapping[str, Sequence[str]],
    report: Report,
) -> None:
    """Report holes that none of their words fits, and words that are written out and do not fit.

    Args:
        places: holes with a description of what fits there, and the words that fit; None stands for numbers.
    """
    fitting: dict[str, list[tuple[str, frozenset[str | None]]]] = {}
    for hole, wanted, words in places:
        fitting.setdefault(hole, []).append((wanted, words))
    for clause in clauses:
        own = kept.get(clause.hole)
        if own is None or report.has_error(clause.span):
            continue
        words = own.of(sorts)
        for wanted, fit in fitting.get(clause.hole, ()):
            wrong = sorted(word for word in words if not _is_fitting(word, fit))
            if fit and words and (len(wrong) == len(words) or (wrong and own.written)):
                shown = f"`{wrong[0]}` is not {wanted}"
                if len(wrong) == len(words) > 1:
                    shown = f"none of these words is {wanted}"
                near = sorted(str(word) for word in fit if word is not None)[:MANY]
                help = f"the words that fit are {', '.join(near)}" if near else "write numbers"
                report.add("E0488", shown, clause.span, help=help)
                break


def _is_fitting(word: str, fit: frozenset[str | None]) -> bool:
    return word in fit or (None in fit and word.lstrip("-").isdigit())
