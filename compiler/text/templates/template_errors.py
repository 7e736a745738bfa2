"""Complaints about texts: what Jinja, Python and the sandbox raise, as diagnostics in an author's words."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from ....dsl.diagnostics import Diagnostic, did_you_mean
from ....dsl.source import Span
from ..english.sentence_ends import STOPS
from .template import FORMS, JOINS, SHAPES, VERBS

FILTERS = (
    *("abs", "capitalize", "count", "d", "default", "dictsort", "escape", "e", "first", "float"),
    *("groupby", "int", "items", "last", "length", "list", "lower", "map", "max", "min"),
    *("reject", "rejectattr", "reverse", "select", "selectattr", "sort", "sum", "title", "trim"),
    *("unique", "upper", "wordcount"),
)

GLOBALS = ("range", "dict", "joiner", "cycler")

_CLASSES: Mapping[str, str] = {
    "builtin_function_or_method": "a function",
    "method": "a function",
    "dict": "a table",
    "list": "a list",
    "tuple": "a list",
    "str": "a text",
    "int": "a number",
    "float": "a number",
    "bool": "a truth value",
    "NoneType": "nothing",
}
"""What an author calls the classes of Python that its messages name."""

_CLASS = re.compile(r"'?\b(" + "|".join(_CLASSES) + r")\b(?: object)?'?(?: object)?")


def _translate_message(message: str) -> str:
    """Return a message of Python or Jinja without the names of their classes."""
    message = re.sub(
        r"^'([\w.]+) object' has no attribute '(\w+)'$",
        lambda found: f"{_CLASSES.get(found[1], 'this value')} has no `{found[2]}`",
        message,
    )
    if not re.search(
        r"'(?:builtin_\w+|method|dict|list|tuple|str|int|float|bool|NoneType)\b", message
    ):
        return message
    return _CLASS.sub(lambda found: _CLASSES[found[1]], message)


def missing_names(
    used: Iterable[str],
    own: Iterable[str],
    common: Iterable[str],
    span: Span,
    variables: Collection[str] = (),
) -> tuple[Diagnostic, ...]:
    """Report the names in a text that have no value.

    Args:
        used: the names in the text.
        own: the names that have a value in this text.
        common: the names that have one in every text; the help does not list them.
        span: the text.
        variables: the variables of a phrase's pattern, which have no words.
    """
    names = sorted({*own, *common})
    shown = ", ".join(f"`{each}`" for each in sorted(set(own)))

    def repair(name: str) -> str:
        if name in variables:
            return f"a variable has no words: write a hole such as `?{name.lower()}` in the pattern"
        known = f"the names known here are {shown}" if shown else "no name has a value here"
        return did_you_mean(name, names) or known

    return tuple(
        Diagnostic(
            "E0503",
            f"nothing here is called `{name}`",
            span,
            f"`{name}` has no value",
            help=repair(name),
        )
        for name in sorted(set(used).difference(names))
    )


def complaint(error: Exception, span: Span, where: str = "") -> Diagnostic:
    """Turn what Jinja raised into a diagnostic at the span of the text."""
    from jinja2 import TemplateNotFound, TemplateSyntaxError, UndefinedError
    from jinja2.exceptions import SecurityError

    place = f" in `{where}`" if where else ""
    message = _translate_message(str(error) or type(error).__name__)
    match error:
        case TemplateSyntaxError(lineno=line):
            text, label = error.message or message, f"line {line} of the text"
            name = re.search(r"No filter named '(\w+)'", text)
            if name is not None:
                return _unknown_filter(name[1], span, label, place)
            return Diagnostic(
                "E0501", f"the text{place} is not valid Jinja: {_lower_first(text)}", span, label
            )
        case TemplateNotFound():
            return Diagnostic(
                "E0504",
                f"there is no document `{message}` to include",
                span,
                help="only the documents of this file's folder and of the library can be included",
            )
        case UndefinedError():
            return Diagnostic(
                "E0503", f"the text{place} uses a name without a value: {message}", span
            )
        case RecursionError() | MemoryError() | SyntaxError():
            message = "it is nested too deeply, or its macros call each other endlessly"
            return Diagnostic(
                "E0502",
                f"the text{place} does something that templates may not do: {message}",
                span,
            )
        case SecurityError() | OverflowError():
            return Diagnostic(
                "E0502",
                f"the text{place} does something that templates may not do: {message}",
                span,
            )
        case _:
            return Diagnostic("E0505", f"the text{place} cannot be rendered: {message}", span)


def _unknown_filter(name: str, span: Span, label: str, place: str) -> Diagnostic:
    known = [*FILTERS, *FORMS, *JOINS, *SHAPES, *VERBS, "with"]
    elsewhere = f"`{name}` is for the phrases of statements" if name in known else ""
    return Diagnostic(
        "E0506",
        f"there is no filter `{name}`{place}",
        span,
        label,
        help=elsewhere or _nearest_filter(name, known),
    )


def _nearest_filter(name: str, known: Sequence[str]) -> str:
    """Return the filter that a name is the beginning of, or like; if there is none, the filters of phrases."""
    own = sorted({*FORMS, *JOINS, *SHAPES, *VERBS, "with"})
    begun = [each for each in (*own, *known) if len(name) > 1 and each.startswith(name)]
    listed = f"filters of phrases are {', '.join(f'`{each}`' for each in own)}"
    return did_you_mean(begun[0] if begun else name, known) or listed


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(STOPS)
