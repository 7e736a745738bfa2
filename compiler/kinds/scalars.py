"""The kinds whose values are exact amounts of one unit: numbers, money, shares, clock times, durations, dates."""

import datetime
import re
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from ...dsl.quantities import kind_of
from ..ir import Quantity, Term
from .expressions import literal
from .kind import KindError, Value, Worded


@dataclass(frozen=True)
class Scalar(Worded):
    """An amount in the kind's smallest unit.

    Attributes:
        low, high: the least and greatest amount, if any.
        units: the number of smallest units by which each function (`dollars`, `hours`) divides.
        wraps: the length of the cycle for a kind that returns to its start, else 0.
    """

    low: int | None = None
    high: int | None = None

    label: ClassVar[str]
    units: ClassVar[Mapping[str, int]] = {}
    wraps: ClassVar[int] = 0
    example: ClassVar[str]
    with_unit: ClassVar[str] = ""
    """How a plain number is written as what can be added to an amount; empty if it cannot."""
    point: ClassVar[bool] = False
    """Whether an amount is a point in time, which has no multiples and no shares."""
    derived: ClassVar[str] = ""
    """How a record computes such a value, for kinds that formulas cannot compute with."""
    article: ClassVar[str] = ""
    """The kind's name with its article, where the label alone takes none."""
    called: ClassVar[str] = ""
    remedy: ClassVar[str] = ""
    """What a literal that has the form of the kind and is not an amount of it should be, and how to write it."""

    @property
    def name(self) -> str:
        return self.label

    def _pattern_of(self, key: str, **holes: str) -> str:
        """Return an expression for the texts of a key, with expressions for its holes."""
        return self.language.replaced(key, literal, holes)

    def _heard(self, key: str, text: str, **holes: str) -> re.Match[str] | None:
        """Match a text with that of a key, with a group for each hole."""
        groups = {name: f"(?P<{name}>{pattern})" for name, pattern in holes.items()}
        return re.fullmatch(self._pattern_of(key, **groups), text, re.ASCII)

    @property
    @abstractmethod
    def loose(self) -> str:
        """A regular expression for the unsigned amounts that people write."""

    @property
    def described(self) -> str:
        """The kind's name with its article."""
        return self.article or f"{'an' if self.label[0] in 'aeiou' else 'a'} {self.label}"

    @property
    def sort(self) -> str:
        return "Int"

    @property
    def step(self) -> int:
        """The step between round amounts, in smallest units: a dollar, a percent."""
        return min(self.units.values(), default=1)

    @property
    def round_unit(self) -> int:
        """The greatest unit that people count in, in smallest units."""
        return max(self.units.values(), default=1)

    def read(self, text: str) -> int:
        sign = -1 if text.startswith("-") else 1
        amount = self.amount(text.removeprefix("-").strip())
        if amount is None:
            raise KindError(f"{self.described} such as {self.example}")
        amount *= sign
        if not self.holds(amount):
            raise KindError(f"{self.described} {self.bounds()}")
        return amount

    def holds(self, amount: int) -> bool:
        """Return whether an amount lies within the bounds."""
        return (self.low is None or amount >= self.low) and (
            self.high is None or amount <= self.high
        )

    def bounds(self) -> str:
        low = "" if self.low is None else f"from {self.show(self.low)}"
        high = "" if self.high is None else f"to {self.show(self.high)}"
        return " ".join(part for part in (low, high) if part) or "of any size"

    @abstractmethod
    def amount(self, text: str) -> int | None:
        """Return the amount that an unsigned literal spells, or None if it spells none of this kind."""

    def show(self, value: Value) -> str:
        assert isinstance(value, int)
        return f"-{self.spell(-value)}" if value < 0 else self.spell(value)

    @abstractmethod
    def spell(self, amount: int) -> str:
        """Return the literal of an amount that is not negative."""

    def words(self, value: Value) -> str:
        assert isinstance(value, int)
        return f"-{self.say(-value)}" if value < 0 else self.say(value)

    def say(self, amount: int) -> str:
        """Return the wording of an amount that is not negative."""
        return self.spell(amount)

    def unwords(self, text: str) -> int:
        negative = text.startswith("-")
        amount = self.hear(text.removeprefix("-"))
        if amount is None or (negative and amount == 0):
            raise KindError(f"{self.described} such as {self.words(self.read(self.example))}")
        return -amount if negative else amount

    def mentioned(self, text: str) -> list[tuple[int, int, int]]:
        """Return the amounts of this kind in a free text, in either spelling, each with its start and end."""
        amounts = []
        for found in re.finditer(rf"(?<![\w.,$:-])-?(?:{self.loose})(?![\w%]|:\d|[.,]\d)", text):
            sign = -1 if found[0].startswith("-") else 1
            amount = self.loosely(found[0].removeprefix("-"))
            if amount is not None:
                amounts.append((sign * amount, found.start(), found.end()))
        return amounts

    def loosely(self, text: str) -> int | None:
        """Return the amount that a text spells, in the literal's form or in words, however it is grouped."""
        return self.amount(text)

    def hear(self, text: str) -> int | None:
        """Return the amount that `say` says so, or None."""
        amount = self.amount(text)
        return amount if amount is not None and self.say(amount) == text else None

    def term(self, value: Value) -> Quantity:
        assert isinstance(value, int)
        return Quantity(self.label, value)

    def value(self, term: Term) -> int:
        if isinstance(term, Quantity) and term.kind == self.label:
            return term.amount
        raise KindError(f"{self.described} such as {self.example}")

    def smt(self, value: Value) -> str:
        assert isinstance(value, int)
        return str(value) if value >= 0 else f"(- {-value})"

    def domain(self, constant: str) -> str:
        parts = [] if self.low is None else [f"(>= {constant} {self.smt(self.low)})"]
        parts += [] if self.high is None else [f"(<= {constant} {self.smt(self.high)})"]
        return f"(and {' '.join(parts)})" if len(parts) > 1 else "".join(parts) or "true"


def _digits(text: str) -> int | None:
    plain = text.replace(",", "")
    return int(plain) if plain.isascii() and plain.isdigit() and len(plain) <= 18 else None


@dataclass(frozen=True)
class Integer(Scalar):
    label = "integer"
    example = "3"
    loose = r"\d[\d,]*"

    @cached_property
    def pattern(self) -> str:
        return f"-?[0-9]{self.language.digit}*"

    def amount(self, text: str) -> int | None:
        return _digits(text)

    def hear(self, text: str) -> int | None:
        amount = _digits(self.language.plain(text))
        return amount if amount is not None and self.say(amount) == text else None

    def spell(self, amount: int) -> str:
        return str(amount)

    def say(self, amount: int) -> str:
        return self.language.grouped(amount)


class Untyped(Integer):
    """Stands in for the kind of a slot whose type is wrong: nothing that mentions the slot is checked against it."""


def _hundredths(text: str) -> int | None:
    whole, point, part = text.partition(".")
    units = _digits(whole)
    if units is None or (point and not re.fullmatch(r"\d{1,2}", part, re.ASCII)):
        return None
    return units * 100 + int(part.ljust(2, "0") or "0")


def _decimal(amount: int, places: int | None = None) -> str:
    whole, part = divmod(amount, 100)
    if part == 0:
        return str(whole)
    text = f"{whole}.{part:02d}"
    return text if places == 2 else text.rstrip("0")


@dataclass(frozen=True)
class Money(Scalar):
    """Dollars, in cents."""

    label = "money"
    article = "an amount of money"
    example = "$1200"
    with_unit = "${}"
    units: ClassVar[Mapping[str, int]] = {"dollars": 100}
    loose = r"\$ ?\d[\d,]*(?:\.\d{1,2})?|\d[\d,]*(?:\.\d{1,2})? dollars?"

    def amount(self, text: str) -> int | None:
        return _hundredths(text.removeprefix("$"))

    def loosely(self, text: str) -> int | None:
        return self.amount(text.rstrip("dolars").replace("$", "").strip())

    def spell(self, amount: int) -> str:
        return f"${_decimal(amount, 2)}"

    @cached_property
    def pattern(self) -> str:
        point = literal(self.language.point)
        return "-?" + self._pattern_of(
            "money", amount=f"[0-9]{self.language.digit}*(?:{point}[0-9]{{2}})?"
        )

    def say(self, amount: int) -> str:
        whole, part = divmod(amount, 100)
        cents = f"{self.language.point}{part:02d}" if part else ""
        return self.language.say("money", amount=self.language.grouped(whole) + cents)

    def hear(self, text: str) -> int | None:
        found = self._heard("money", text, amount=".+")
        amount = _hundredths(self.language.plain(found["amount"])) if found else None
        return amount if amount is not None and self.say(amount) == text else None


@dataclass(frozen=True)
class Percent(Scalar):
    """A share, in hundredths of a percent."""

    label = "percent"
    article = "a percentage"
    example = "30%"
    with_unit = "{}%"
    derived = "total: money = price * (1 + tax)"
    units: ClassVar[Mapping[str, int]] = {"percent": 100}
    loose = r"\d+(?:\.\d{1,2})?(?: ?%| percent)"

    def amount(self, text: str) -> int | None:
        return _hundredths(text.removesuffix("%").rstrip())

    def loosely(self, text: str) -> int | None:
        return self.amount(text.removesuffix("percent").rstrip())

    @cached_property
    def pattern(self) -> str:
        point = literal(self.language.point)
        return "-?" + self._pattern_of("percent", amount=f"[0-9]+(?:{point}[0-9]{{1,2}})?")

    def spell(self, amount: int) -> str:
        return f"{_decimal(amount)}%"

    def say(self, amount: int) -> str:
        return self.language.say(
            "percent", amount=_decimal(amount).replace(".", self.language.point)
        )

    def hear(self, text: str) -> int | None:
        found = self._heard("percent", text, amount=".+")
        amount = _hundredths(self.language.plain(found["amount"])) if found else None
        return amount if amount is not None and self.say(amount) == text else None


@dataclass(frozen=True)
class Time(Scalar):
    """A time of day on a clock of 24 hours, in minutes after midnight."""

    low: int | None = 0
    high: int | None = 24 * 60 - 1

    label = "time"
    example = "17:30"
    with_unit = "{}m"
    point = True
    derived = "later: time = start + 90m"
    called = "a time of day"
    remedy = "write 00:00 to 23:59"
    wraps: ClassVar[int] = 24 * 60
    loose = r"\d{1,2}:\d{2}(?: ?[aApP]\.?[mM]\b\.?)?"

    @property
    def round_unit(self) -> int:
        return 60

    def amount(self, text: str) -> int | None:
        found = re.fullmatch(r"([01]?\d|2[0-3]):([0-5]\d)(?::00)?", text, re.ASCII)
        return int(found[1]) * 60 + int(found[2]) if found else None

    def loosely(self, text: str) -> int | None:
        """Return the time; with `am` or `pm` it is one of a clock of twelve hours."""
        found = re.fullmatch(r"(\d{1,2}):([0-5]\d) ?([ap])\.?m\.?", text.lower(), re.ASCII)
        if not found:
            return self.amount(text)
        hour = int(found[1])
        return (
            (hour % 12 + 12 * (found[3] == "p")) * 60 + int(found[2]) if 1 <= hour <= 12 else None
        )

    @cached_property
    def pattern(self) -> str:
        return self._pattern_of("time", hour="[0-2][0-9]", minute="[0-5][0-9]")

    def spell(self, amount: int) -> str:
        return f"{amount // 60:02d}:{amount % 60:02d}"

    def say(self, amount: int) -> str:
        return self.language.say("time", hour=f"{amount // 60:02d}", minute=f"{amount % 60:02d}")

    def hear(self, text: str) -> int | None:
        found = self._heard("time", text, hour=r"\d\d", minute=r"\d\d")
        amount = self.amount(f"{found['hour']}:{found['minute']}") if found else None
        return amount if amount is not None and self.say(amount) == text else None


@dataclass(frozen=True)
class Duration(Scalar):
    """A length of time, in minutes."""

    label = "duration"
    example = "2h30m"
    with_unit = "{}m"
    units: ClassVar[Mapping[str, int]] = {"minutes": 1, "hours": 60}
    loose = (
        r"\d[\d,]* ?(?:hours?|hrs?|h)\b(?:,? (?:and )?| ?)(?:\d{1,2} ?(?:minutes?|mins?|m)\b)?"
        r"|\d+h\d+m|\d[\d,]* ?(?:minutes?|mins?|m)\b"
    )

    def amount(self, text: str) -> int | None:
        found = re.fullmatch(r"(?:(\d{1,16})h)? ?(?:(\d{1,18})m)?", text, re.ASCII)
        if not found or not text:
            return None
        return int(found[1] or 0) * 60 + int(found[2] or 0)

    def loosely(self, text: str) -> int | None:
        hours = re.search(r"(?<![\d,])([\d,]+) ?h", text)
        minutes = re.search(r"(\d[\d,]*) ?m", text)
        found = [_digits(each[1]) if each else 0 for each in (hours, minutes)]
        return None if None in found else (found[0] or 0) * 60 + (found[1] or 0)

    def spell(self, amount: int) -> str:
        hours, minutes = divmod(amount, 60)
        return (f"{hours}h" if hours else "") + (f"{minutes}m" if minutes or not hours else "")

    @cached_property
    def _parts(self) -> tuple[str, str]:
        """Expressions for hours and for minutes."""
        number = f"[0-9]{self.language.digit}*"
        hours, minutes = (
            f"(?:{self._pattern_of(one, n=number)}|{self._pattern_of(many, n=number)})"
            for one, many in (("hour", "hours"), ("minute", "minutes"))
        )
        return hours, minutes

    @cached_property
    def pattern(self) -> str:
        hours, minutes = self._parts
        both = self._pattern_of("hours and minutes", hours=hours, minutes=minutes)
        return f"-?(?:{both}|{hours}|{minutes})"

    def say(self, amount: int) -> str:
        hours, minutes = divmod(amount, 60)
        said = self.language.say
        long = said("hour" if hours == 1 else "hours", n=self.language.grouped(hours))
        short = said("minute" if minutes == 1 else "minutes", n=minutes)
        if hours and minutes:
            return said("hours and minutes", hours=long, minutes=short)
        return long if hours else short

    def hear(self, text: str) -> int | None:
        hours, minutes = self._parts
        both = self._heard("hours and minutes", text, hours=hours, minutes=minutes)
        long, short = (both["hours"], both["minutes"]) if both else (text, text)
        found = [self._counted(long, "hour"), self._counted(short, "minute")]
        if found == [None, None]:
            return None
        amount = (found[0] or 0) * 60 + (found[1] or 0)
        return amount if self.say(amount) == text else None

    def _counted(self, text: str, unit: str) -> int | None:
        """Return how many of a unit a text says."""
        for key in (unit, f"{unit}s"):
            found = self._heard(key, text, n=".+")
            amount = _digits(self.language.plain(found["n"])) if found else None
            if amount is not None:
                return amount
        return None


@dataclass(frozen=True)
class Date(Scalar):
    """A day of the Gregorian calendar, in days since the first day of year 1, which is day 1."""

    low: int | None = 1
    high: int | None = datetime.date.max.toordinal()

    label = "date"
    example = "2026-04-17"
    point = True
    derived = "later: date = day + 3"
    called = "a date"
    remedy = "write year, month and day: `2026-04-17`"

    @cached_property
    def pattern(self) -> str:
        months = "|".join(map(literal, self.language.months))
        return self._pattern_of("date", month=f"(?:{months})", day="[0-9]{1,2}", year="[0-9]{1,4}")

    @property
    def loose(self) -> str:
        return rf"{self.pattern}|\d{{4}}-\d{{2}}-\d{{2}}"

    def amount(self, text: str) -> int | None:
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII):
            return None
        try:
            return datetime.date.fromisoformat(text).toordinal()
        except ValueError:
            return None

    def loosely(self, text: str) -> int | None:
        return self.amount(text) if text[0].isdigit() else self.hear(text)

    def spell(self, amount: int) -> str:
        return datetime.date.fromordinal(amount).isoformat()

    def say(self, amount: int) -> str:
        day = datetime.date.fromordinal(amount)
        month = self.language.months[day.month - 1]
        return self.language.say("date", month=month, day=day.day, year=day.year)

    def hear(self, text: str) -> int | None:
        found = self._heard("date", text, month=".+", day=r"\d{1,2}", year=r"\d{1,4}")
        if not found or found["month"] not in self.language.months:
            return None
        month = 1 + self.language.months.index(found["month"])
        try:
            day = datetime.date(int(found["year"]), month, int(found["day"]))
        except ValueError:
            return None
        return day.toordinal() if self.say(day.toordinal()) == text else None


SCALARS: tuple[type[Scalar], ...] = (Integer, Money, Percent, Time, Duration, Date)
"""The scalar kinds, in the order in which a literal without a unit of its own is tried."""

UNBOUNDED: Mapping[str, Scalar] = {each.label: each() for each in SCALARS}
"""Those kinds by name, each with all its amounts."""


def literal_kind(text: str) -> Scalar | None:
    """Return the scalar kind that an unsigned literal's own form shows, or None for a plain decimal."""
    kind = UNBOUNDED[kind_of(text)]
    return kind if kind.amount(text) is not None else None


def misread(text: str) -> tuple[str, str]:
    """Return the error of a literal that has no kind, and its repair."""
    kind = UNBOUNDED[kind_of(text)]
    what = f"`{text}` is not {kind.called or 'a valid number or quantity'}"
    return what, kind.remedy
