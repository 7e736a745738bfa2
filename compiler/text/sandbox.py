"""Jinja for texts that strangers wrote: no attributes beyond plain ones, no chance, no files, bounded work and size."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import BuiltinMethodType
from typing import TYPE_CHECKING, Any

from ...dsl.diagnostics import Diagnostic, did_you_mean
from ...dsl.source import NOWHERE, Span
from .endings import STOPS

if TYPE_CHECKING:
    from jinja2 import nodes

LARGEST = 1 << 20
"""Characters that a text may have, and that all texts made on the way may have together."""

STEPS = 200_000
"""Rounds of loops and calls of macros that one text may take."""

SOURCE = 1 << 16
"""Characters that a Jinja source may have."""

_FILTERS = (
    *("abs", "capitalize", "count", "d", "default", "dictsort", "escape", "e", "first", "float"),
    *("groupby", "int", "items", "last", "length", "list", "lower", "map", "max", "min"),
    *("reject", "rejectattr", "reverse", "select", "selectattr", "sort", "sum", "title", "trim"),
    *("unique", "upper", "wordcount"),
)

_GLOBALS = ("range", "dict", "joiner", "cycler")

_METHODS: Mapping[type, frozenset[str]] = {
    str: frozenset(
        {"upper", "lower", "strip", "lstrip", "rstrip", "startswith", "endswith", "split"}
        | {"title", "capitalize", "removeprefix", "removesuffix"}
    ),
    dict: frozenset({"items", "keys", "values", "get"}),
    list: frozenset({"index", "count"}),
    tuple: frozenset({"index", "count"}),
}

_HOUSE = __name__.rpartition(".")[0]
"""Values of this folder's own classes know how they are said."""


@cache
def _classes() -> tuple[type, type]:
    """Build the environment's class on first use, so that Jinja is not imported before."""
    from jinja2 import DictLoader, StrictUndefined, Undefined, UndefinedError, nodes
    from jinja2.exceptions import SecurityError
    from jinja2.runtime import LoopContext, Macro
    from jinja2.sandbox import ImmutableSandboxedEnvironment
    from jinja2.utils import Cycler, Joiner

    class Environment(ImmutableSandboxedEnvironment):
        intercepted_binops = frozenset({"*", "**", "%", "+"})

        def __init__(self, loader: Any = None) -> None:
            self.start()
            super().__init__(
                loader=loader or DictLoader({}),
                undefined=StrictUndefined,
                autoescape=False,
                cache_size=64 if loader else 0,
                finalize=self.finalized,
            )
            self.globals.clear()
            self.globals.update(range=self.counted, dict=self.table)
            self.globals.update(joiner=Joiner, cycler=Cycler)
            self.filters = {name: self.filters[name] for name in _FILTERS}
            self.filters.update(join=self.joined_list, replace=self.replaced)
            self.filters.update(string=self.printed, round=self.rounded)

        def start(self) -> None:
            """Begin a text: the bounds count from here."""
            self.steps = 0
            self.characters = 0

        def tick(self, size: int) -> str:
            """Count a round of a loop or a call of a macro, and the literal text that it may print."""
            self.steps += 1
            if self.steps > STEPS:
                raise SecurityError(f"the text takes more than {STEPS:,} steps")
            self.charge(size)
            return ""

        def charge(self, size: int) -> None:
            self.characters += size
            if self.characters > LARGEST:
                raise SecurityError(f"the text is longer than {LARGEST:,} characters")

        def printed(self, value: Any) -> str:
            """Give a value as text; lists and tables have none, so that nothing prints them by oversight."""
            if isinstance(value, BuiltinMethodType):
                raise UndefinedError(_of_method(value))
            ours = type(value).__module__.startswith(_HOUSE)
            if value is None or ours or isinstance(value, str | int | float):
                text = value if type(value) is str else str(value)
                self.charge(len(text))
                return text
            raise SecurityError(
                "only texts and numbers can be printed; print a list's members, or use `join`"
            )

        def finalized(self, value: Any) -> Any:
            if type(value) is str:
                self.charge(len(value))
                return value
            return value if isinstance(value, Undefined) else self.printed(value)

        def concat_values(self, *values: Any) -> str:
            return "".join(self.printed(value) for value in values)

        def joined_list(self, values: Iterable[Any], by: str = "") -> str:
            members = [self.printed(value) for value in values]
            self.charge(len(by) * len(members))
            return by.join(members)

        def replaced(self, text: Any, old: str, new: str) -> str:
            plain = self.printed(text)
            self.charge(plain.count(old) * len(new))
            return plain.replace(old, new)

        def rounded(self, value: float, precision: int = 0) -> float:
            return round(value, max(-15, min(15, precision)))

        def kept(self, value: Any) -> Any:
            """Count a list or table with all that it holds: lists of lists grow faster than their texts."""
            self.charge(_weight(value, LARGEST))
            return value

        def table(self, **values: Any) -> Any:
            return self.kept(values)

        def counted(self, *bounds: int) -> range:
            numbers = range(*bounds)
            if len(numbers) > 1000:
                raise SecurityError("`range` gives at most 1000 numbers")
            return numbers

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            number = isinstance(left, int | float) and isinstance(right, int | float)
            if operator in ("%", "*") and not number:
                raise SecurityError(f"`{operator}` is for numbers")
            if operator == "**" and (not number or abs(right) > 64 or abs(left) > 10**6):
                raise SecurityError("`**` is for small numbers")
            if operator == "+" and not number:
                sized = (str, list, tuple)
                if not isinstance(left, sized) or not isinstance(right, sized):
                    raise SecurityError("`+` is for two numbers, two texts or two lists")
            result = super().call_binop(context, operator, left, right)
            if not number:
                self.kept(result)
            if isinstance(result, int) and abs(result) > 10**40:
                raise SecurityError("a number has more than 40 digits")
            return result

        def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
            if isinstance(obj, LoopContext | Cycler):
                return not attr.startswith("_")
            return attr in _METHODS.get(type(obj), ())

        def getattr(self, obj: Any, attribute: str) -> Any:
            if isinstance(obj, BuiltinMethodType):
                raise UndefinedError(_of_method(obj))
            return super().getattr(obj, attribute)

        def getitem(self, obj: Any, argument: Any) -> Any:
            if isinstance(obj, BuiltinMethodType):
                raise UndefinedError(_of_method(obj))
            return super().getitem(obj, argument)

        def is_safe_callable(self, obj: Any) -> bool:
            owner = getattr(obj, "__self__", None)
            return (
                isinstance(obj, Macro | Joiner | Cycler)
                or obj in (Joiner, Cycler)
                or owner is self
                or type(owner) in _METHODS
                or isinstance(owner, LoopContext | Cycler)
            )

        def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
            if len(source) > SOURCE:
                raise SecurityError(f"the source is longer than {SOURCE:,} characters")
            template: Any = super()._parse(source, name, filename)
            for node in (template, *template.find_all((nodes.For, nodes.Macro, nodes.CallBlock))):
                _bound(node.body, nodes)
            return _counted(template, nodes)  # type: ignore[no-any-return]

    return Environment, SecurityError


def _of_method(method: Any) -> str:
    """Return what is wrong with a method that stands where its caller wanted the value of that key."""
    name = method.__name__
    return (
        f'`.{name}` is a function here; for the value of that key write `["{name}"]`, or rename it'
    )


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


def _translated(message: str) -> str:
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


def _bound(body: list[Any], nodes: Any) -> None:
    """Put a step in front of a body."""
    if body and isinstance(body[0], nodes.Extends):
        return
    size = sum(
        len(data.data)
        for each in body
        for data in (each, *each.find_all(nodes.TemplateData))
        if isinstance(data, nodes.TemplateData)
    )
    tick = nodes.Call(nodes.EnvironmentAttribute("tick"), [nodes.Const(1 + size)], [], None, None)
    line = body[0].lineno if body else 1
    body.insert(0, nodes.ExprStmt(tick).set_lineno(line))


def _counted(node: Any, nodes: Any) -> Any:
    """Put calls that count what they make in the place of `~` and around lists and tables."""
    for field, value in node.iter_fields():
        if isinstance(value, list):
            value[:] = [_counted(x, nodes) if isinstance(x, nodes.Node) else x for x in value]
        elif isinstance(value, nodes.Node):
            setattr(node, field, _counted(value, nodes))
    match node:
        case nodes.Concat(nodes=parts):
            name, arguments = "concat_values", parts
        case nodes.List() | nodes.Tuple(ctx="load"):
            name, arguments = "kept", [node]
        case nodes.Dict():
            name, arguments = "kept", [node]
        case _:
            return node
    call = nodes.Call(nodes.EnvironmentAttribute(name), arguments, [], None, None)
    return call.set_lineno(node.lineno)


def _weight(value: Any, most: int) -> int:
    """Give how much a value holds, counting what stands twice twice, up to a bound."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list | tuple):
        return 1
    total = 1
    for each in value:
        total += _weight(each, most - total)
        if total > most:
            break
    return total


def environment(filters: Mapping[str, Callable[..., Any]] | None = None) -> Any:
    """Give a sandbox with the filters given besides Jinja's harmless ones, and no texts to include."""
    made = _classes()[0]()
    made.filters.update(filters or {})
    return made


class Texts:
    """Documents: Jinja texts by name, which may include one another and nothing else."""

    def __init__(
        self,
        texts: Mapping[str, str] | Callable[[str], str | None],
        spans: Mapping[str, Span] | None = None,
        filters: Mapping[str, Callable[..., Any]] | None = None,
    ) -> None:
        """Take the texts, or a function that gives the text of a name (None if there is none)."""
        from jinja2 import DictLoader, FunctionLoader

        from .wording import text_filters

        loader = FunctionLoader(texts) if callable(texts) else DictLoader(texts)
        self._environment = _classes()[0](loader)
        self._environment.filters.update(text_filters())
        self._environment.filters.update(filters or {})
        self._spans = spans or {}

    def render(self, name: str, values: Mapping[str, Any]) -> str:
        """Give the text of a document. Raises SpecError with one diagnostic where it cannot be made."""
        from ...dsl.diagnostics import SpecError

        try:
            self._environment.start()
            text: str = self._environment.get_template(name).render(values)
            return text
        except Exception as error:
            raise SpecError([complaint(error, self._spans.get(name, NOWHERE), name)]) from error

    def check(self, name: str, known: Iterable[str]) -> tuple[Diagnostic, ...]:
        """Give what is wrong with a document without rendering it: syntax, and names that no value has."""
        from jinja2 import TemplateError, meta

        span = self._spans.get(name, NOWHERE)
        try:
            self._environment.start()
            source = self._environment.loader.get_source(self._environment, name)[0]
            tree = self._environment.parse(source)
            self._environment.from_string(source)
            used = meta.find_undeclared_variables(tree)
        except (TemplateError, RecursionError) as error:
            return (complaint(error, span, name),)
        return missing_names(used, [*known, *_GLOBALS], span)

    def sources(self, name: str) -> tuple[str, ...]:
        """Give the source of a document, and of every text that it includes by name, directly or not.

        Reading them makes them files of the family, counted in its hash and carried in its bundle. What cannot be
        read is left out: `check` and `render` complain of it.
        """
        from jinja2 import TemplateError, meta

        names, found = [name], []
        for each in names:
            try:
                source = self._environment.loader.get_source(self._environment, each)[0]
                others = meta.find_referenced_templates(self._environment.parse(source))
                names += [other for other in others if other is not None and other not in names]
            except (TemplateError, RecursionError):
                continue
            found.append(source)
        return tuple(found)


def missing_names(used: Iterable[str], known: Iterable[str], span: Span) -> tuple[Diagnostic, ...]:
    """Complain of the names in a text that nothing gives a value to."""
    names = sorted(set(known))
    shown = ", ".join(f"`{each}`" for each in names if each not in _GLOBALS) or "none"
    return tuple(
        Diagnostic(
            "E0503",
            f"nothing here is called `{name}`",
            span,
            f"`{name}` has no value",
            help=did_you_mean(name, names) or f"the names known here are {shown}",
        )
        for name in sorted(set(used).difference(names))
    )


def complaint(error: Exception, span: Span, where: str = "") -> Diagnostic:
    """Turn what Jinja raised into a diagnostic at the span of the text."""
    from jinja2 import TemplateNotFound, TemplateSyntaxError, UndefinedError
    from jinja2.exceptions import SecurityError

    place = f" in `{where}`" if where else ""
    message = _translated(str(error) or type(error).__name__)
    match error:
        case TemplateSyntaxError(lineno=line):
            text, label = error.message or message, f"line {line} of the text"
            name = re.search(r"No filter named '(\w+)'", text)
            if name is not None:
                return _unknown_filter(name[1], span, label, place)
            return Diagnostic(
                "E0501", f"the text{place} is no Jinja: {_lowered(text)}", span, label
            )
        case TemplateNotFound():
            return Diagnostic(
                "E0504",
                f"there is no text called `{message}` to include",
                span,
                help="only the documents of this file's folder and of the library can be included",
            )
        case UndefinedError():
            return Diagnostic("E0503", f"the text{place} uses what has no value: {message}", span)
        case SecurityError() | RecursionError() | MemoryError() | OverflowError():
            if isinstance(error, RecursionError):
                message = "macros call one another without end"
            return Diagnostic("E0502", f"the text{place} does what texts may not: {message}", span)
        case _:
            return Diagnostic("E0505", f"the text{place} cannot be worded: {message}", span)


def _unknown_filter(name: str, span: Span, label: str, place: str) -> Diagnostic:
    from .template import FORMS, JOINS, SHAPES, VERBS

    known = [*_FILTERS, *FORMS, *JOINS, *SHAPES, *VERBS, "with"]
    elsewhere = f"`{name}` is for the phrases of statements" if name in known else ""
    help = elsewhere or did_you_mean(name, known)
    return Diagnostic("E0506", f"there is no filter `{name}`{place}", span, label, help=help)


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:].rstrip(STOPS)
