"""What replies say of the lines of a proof, in words that the reading of answers knows."""

import re

from ...text import end_of

_SURELY = r"(?: (?:actually|clearly|really|just|indeed|logically|correctly|validly|in fact|also))?"
_RIGHT = (
    r"(?:right|correct|valid|fine|good|ok|okay|sound|true|justified|warranted|supported|entailed|prove[dn]|licensed"
    r"|derivable|provable)"
)
_LINE = r"(?:line|step) (\d{1,4})"
_NOT = r"(?:does(?: not|n['’]t)|can(?:not|['’]t| not)|fails to)"

_THE_WRONG = re.compile(
    r"\b(?:the )?(?:(?:first|only) )?(?:(?:line|step|one) )?(?:that|which) (?:does not|doesn['’]t) follow\b(?! from)"
    r"|\bthe (?:wrong|incorrect|invalid|faulty|flawed) (?:line|step|one)(?= is\b)",
    re.I,
)
_WRONG = re.compile(
    rf"\b{_LINE}(?:"
    rf" {_NOT}(?:{_SURELY} (?:follow|hold|work|apply|check out"
    r"|be (?:derived|inferred|justified|proved|proven|concluded|right|correct))|(?=\s*(?:[.,;!]|$)))"
    rf"| is(?: not|n['’]t){_SURELY} {_RIGHT}"
    r"| is(?: the| an?)? (?:wrong|incorrect|invalid|faulty|flawed|false|unsound|unjustified|unsupported|error|mistake)"
    r"(?: (?:one|line|step))?"
    r"| fails(?: to follow)?)(?!\w)",
    re.I,
)
"""What is said of the wrong line: elsewhere, such words take an answer back."""

_FINE = re.compile(
    rf"\b{_LINE}(?: does)?{_SURELY} (?:follows?|holds?|works|applies|checks out|is{_SURELY} {_RIGHT})\b"
    rf"|\b{_LINE} does(?=\s*(?:[.,;!]|$))"
    rf"|\b(?:no problem|nothing wrong) with {_LINE}",
    re.I,
)
"""What is said of other lines."""

_VERDICT = re.compile(
    rf"^[ \t]*(?:{_LINE}|(\d{{1,4}}))[ \t]*[:.)][ \t]*"
    rf"(?:(not {_RIGHT}|invalid|wrong|incorrect|false|does(?: not|n['’]t) follow)|{_RIGHT}|follows)[ \t.]*$",
    re.I | re.M,
)
"""A verdict in a list, with nothing else on its line."""


def reworded(text: str) -> str:
    """Return a reply in which what it says of the wrong line is no denial of the answer, and other lines are none."""
    spoken = _THE_WRONG.sub("the answer", _VERDICT.sub(_sentence, end_of(text)))
    return _WRONG.sub(r"the answer is \1", _FINE.sub("this line follows", spoken))


def _sentence(found: re.Match[str]) -> str:
    return f"the answer is {found[1] or found[2]}" if found[3] else "this line follows"
