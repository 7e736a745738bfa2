"""Jinja for texts that strangers wrote: no attributes beyond plain ones, no chance, no files, bounded work and size."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import BuiltinMethodType
from typing import TYPE_CHECKING, Any

from .meter import SMALL, Meter, refusal
from .metered_code import generator, insert_counters
from .template import Printable
from .template_errors import FILTERS

if TYPE_CHECKING:
    from jinja2 import nodes

SOURCE = 1 << 16
"""Characters that a Jinja source may have."""

_METHODS: Mapping[type, frozenset[str]] = {
    str: frozenset(
        {"upper", "lower", "strip", "lstrip", "rstrip", "startswith", "endswith", "split"}
        | {"title", "capitalize", "removeprefix", "removesuffix"}
    ),
    dict: frozenset({"items", "keys", "values", "get"}),
    list: frozenset({"index", "count"}),
    tuple: frozenset({"index", "count"}),
}

_PLAIN_FILTERS = frozenset({"count", "length", "default", "d", "first", "last"})

_PLAIN_TESTS = frozenset(
    {"defined", "undefined", "none", "sameas", "boolean", "true", "false", "string", "number"}
    | {"integer", "float", "mapping", "sequence"}
)
"""Filters and tests that look at no member of a value: they take nothing."""

_SCOPES = ("_loop_vars", "_block_vars")


@cache
def _environment() -> type:
    """Build the environment's class on first use, so that Jinja is not imported before."""
    from jinja2 import DictLoader, StrictUndefined, Undefined, UndefinedError
    from jinja2.exceptions import SecurityError
    from jinja2.filters import make_attrgetter
    from jinja2.runtime import LoopContext, Macro
    from jinja2.sandbox import ImmutableSandboxedEnvironment
    from jinja2.utils import Cycler, Joiner

    class Environment(Meter, ImmutableSandboxedEnvironment):
        intercepted_binops = frozenset({"*", "**", "%", "+"})
        code_generator_class = generator()

        def __init__(self, loader: Any = None) -> None:
            Meter.__init__(self)
            ImmutableSandboxedEnvironment.__init__(
                self,
                loader=loader or DictLoader({}),
                undefined=StrictUndefined,
                autoescape=False,
                cache_size=64 if loader else 0,
                # The optimizer takes time that grows with the cube of an expression's depth.
                optimized=False,
                finalize=self.finalized,
            )
            self.globals.clear()
            self.globals.update(range=self.numbers, dict=self.table)
            self.globals.update(joiner=Joiner, cycler=Cycler)
            known = {name: self.filters[name] for name in FILTERS}
            known |= {"join": self.joined_list, "replace": self.replaced, "trim": self.trimmed}
            known |= {"string": self.printed, "round": self.rounded, "sum": self.summed}
            known |= {"unique": self.distinct}
            self.filters.clear()
            self.admit(known)
            tests: dict[str, Any] = self.tests
            self.tests = {
                name: each if name in _PLAIN_TESTS else self.measured(each)
                for name, each in tests.items()
            }

        def admit(self, filters: Mapping[str, Callable[..., Any]]) -> None:
            """Add filters, whose work is counted."""
            self.filters |= {
                name: each if name in _PLAIN_FILTERS else self.measured(each)
                for name, each in filters.items()
            }

        def printed(self, value: Any) -> str:
            """Return a value as text; lists and tables have none, so that nothing prints them by oversight."""
            if isinstance(value, BuiltinMethodType):
                raise UndefinedError(_of_method(value))
            if value is None or isinstance(value, str | int | float | Printable):
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

        def trimmed(self, text: Any, ends: str | None = None) -> str:
            plain = self.printed(text)
            self.take(len(plain) * len(ends or ""))
            return plain.strip(ends)

        def rounded(self, value: float, precision: int = 0) -> float:
            return round(value, max(-15, min(15, precision)))

        def summed(self, values: Iterable[Any], attribute: Any = None, start: Any = 0) -> Any:
            """Return the sum of numbers: a sum of lists would copy what it has at each of them."""
            numbers = [start, *map(make_attrgetter(self, attribute), values)]
            if not all(isinstance(number, int | float) for number in numbers):
                raise SecurityError("`sum` is for numbers")
            return sum(numbers)

        def distinct(
            self, values: Iterable[Any], case_sensitive: bool = False, attribute: Any = None
        ) -> list[Any]:
            value_of = make_attrgetter(self, attribute)
            found: dict[Any, Any] = {}
            for value in values:
                key = self.key(value_of(value))
                folded = key.lower() if isinstance(key, str) and not case_sensitive else key
                found.setdefault(folded, value)
            return list(found.values())

        def table(self, **values: Any) -> Any:
            return self.kept(values)

        def numbers(self, *bounds: int) -> range:
            numbers = range(*bounds)
            if len(numbers) > 1000:
                raise SecurityError("`range` gives at most 1000 numbers")
            return numbers

        def call(self, context: Any, called: Any, /, *args: Any, **kwargs: Any) -> Any:
            owner = getattr(called, "__self__", None)
            if isinstance(called, Macro):
                return super().call(context, called, *args, **kwargs)
            if isinstance(owner, str) and called.__name__.endswith("strip"):
                self.take(len(owner) * sum(len(each) for each in args))
            # Jinja also passes on the variables of blocks and loops.
            said = [each for name, each in kwargs.items() if name not in _SCOPES]
            self.read((owner, args, said))
            return self.made(super().call(context, called, *args, **kwargs))

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
            if isinstance(result, int) and abs(result) > SMALL:
                raise SecurityError("a number has more than 40 digits")
            return result

        def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
            if isinstance(obj, LoopContext | Cycler):
                return not attr.startswith("_")
            return attr in _METHODS.get(type(obj), ())

        def getattr(self, obj: Any, attribute: str) -> Any:
            self.take(1)
            if isinstance(obj, BuiltinMethodType):
                raise UndefinedError(_of_method(obj))
            return super().getattr(obj, attribute)

        def getitem(self, obj: Any, argument: Any) -> Any:
            self.read(argument)
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
            check_size(source)
            try:
                return insert_counters(super()._parse(source, name, filename))
            except ValueError as error:  # of a number with more digits than Python reads
                raise SecurityError("a number has more than 40 digits") from error

    return Environment


def _of_method(method: Any) -> str:
    """Return the error for a method that is used where its caller wanted the value of that key."""
    name = method.__name__
    return (
        f'`.{name}` is a function here; for the value of that key write `["{name}"]`, or rename it'
    )


def check_size(source: str) -> None:
    """Raise SecurityError for a source that is too long to be read."""
    if len(source) > SOURCE:
        raise refusal(f"the source is longer than {SOURCE:,} characters")


def environment(
    filters: Mapping[str, Callable[..., Any]] | None = None,
    loader: Any = None,
) -> Any:
    """Return a sandbox with these filters, Jinja's harmless ones, and a loader of texts to include."""
    made = _environment()(loader)
    made.admit(filters or {})
    return made
