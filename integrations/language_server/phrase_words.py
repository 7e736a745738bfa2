"""What can be written in the holes of a phrase, `{{ … }}`: names, words that follow the mood, and filters."""

import re

FILTERS = {
    "a": "puts `a` or `an` before it, by its sound",
    "all": "makes one text of a list: `A, B, and C`",
    "applied": "writes a predicate with these arguments: `likes(X, ann)`",
    "asked": "says a formula as a part of a question",
    "base": "attack",
    "both": "makes one text of a list: `A and B`",
    "capital": "makes the first letter capital",
    "digits": "writes a whole number without a comma",
    "either": "makes one text of a list: `A, B, or C`",
    "form": "says a form of a word, of the table `forms`",
    "given": "says a formula as a condition: *is*",
    "grouped": "puts an `and` or `or` into parentheses",
    "listed": "makes one text of a list: `A, B, C`",
    "many": "says a formula as a condition on many: *are*",
    "negated": "says the complement of a formula",
    "number": "says a whole number in words: twenty-one",
    "one": "says a formula for what one is or does, as `given`",
    "ordinal": "says the place of a whole number: twenty-first",
    "participle": "attacking",
    "past": "attacked",
    "plural": "wolves",
    "singular": "wolf",
    "the": "puts `the` before it; a plain value stays as it is",
    "then": "makes one text of a list: `A, B, then C`",
    "third": "attacks",
    "ungrouped": "puts nothing into parentheses",
    "verb": "should leave, leaves, or leave, by the mood",
    "verb_not": "should not leave, does not leave, or do not leave, by the mood",
    "verb_plain": "should leave, or leave, by the mood",
    "verb_plain_not": "should not leave, or do not leave, by the mood",
    "wish": "says a formula as a wish: *should be*",
    "with": "makes one list of this hole and others",
    "written": "writes a term or a name in symbols",
}
"""The filters of phrases, and what each does."""

MOODS = {
    "be": "should be, is, are",
    "be_not": "should not be, is not, are not",
    "are": "should be, are",
    "are_not": "should not be, are not",
    "have": "should have, has, have",
    "have_not": "should not have, does not have, do not have",
    "do": "should do, does, do",
    "do_not": "should not do, does not do, do not do",
}
"""The words that change with the mood of a formula, and what they become."""

_OPEN = re.compile(r"\{\{-?((?:(?!\}\}).)*)\Z", re.DOTALL)


def expected_in(text: str) -> str:
    """Return what comes next behind a part of a phrase: `filter`, `name`, or an empty string for plain text."""
    found = _OPEN.search(text)
    if found is None:
        return ""
    if re.search(r"\|\s*\w*\Z", found[1]):
        return "filter"
    return "name" if re.fullmatch(r"\s*\w*", found[1]) else ""
