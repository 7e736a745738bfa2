"""Which settings of a family's parameters a run goes through: one, or each of a sweep in order."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...api import Family

MOST = 10_000
"""How many settings one run may go through."""

_RANGE = re.compile(r"(-?\d{1,18})\.\.(-?\d{1,18})", re.ASCII)


class UsageError(ValueError):
    """A `k=v` or `k=a..b` of the command line is malformed; the message says which and how to write it."""


@dataclass(frozen=True)
class Setting:
    """Values of parameters, and the short string that distinguishes this setting from the others of its run."""

    label: str
    params: Mapping[str, Any]


def pairs(texts: Iterable[str]) -> dict[str, str]:
    """Read `name=value` texts, each name once."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name.strip() and equals and value.strip()):
            raise UsageError(f"`{text}` is not of the form NAME=VALUE")
        if name.strip() in found:
            raise UsageError(f"`{name.strip()}` is set twice")
        found[name.strip()] = value.strip()
    return found


def points(text: str) -> tuple[str, ...]:
    """Return the values that a sweep goes through: `1..3`, or `a,b,c`."""
    whole = _RANGE.fullmatch(text)
    if whole is None:
        values = tuple(part.strip() for part in text.split(","))
        if not all(values):
            raise UsageError(f"`{text}` is neither a range such as 1..3 nor values such as a,b,c")
        return values
    low, high = int(whole[1]), int(whole[2])
    if high < low:
        raise UsageError(f"`{text}` is empty: write the smaller bound first")
    if high - low >= MOST:
        raise UsageError(f"`{text}` has more than {MOST} values")
    return tuple(str(value) for value in range(low, high + 1))


def settings(
    family: Family, fixed: Sequence[str] = (), swept: Sequence[str] = (), preset: str = ""
) -> tuple[Setting, ...]:
    """Return the settings of a run, in the order of the sweeps; several sweeps are crossed, the last one fastest.

    Raises:
        UsageError: a text is malformed.
        SpecError: the family refuses a name or a value.
    """
    always, sweeps = pairs(fixed), pairs(swept)
    for name in sweeps:
        if name in always:
            raise UsageError(f"`{name}` is both set and swept")
    values = {name: points(text) for name, text in sweeps.items()}
    found: dict[str, Setting] = {}
    for chosen in itertools.islice(itertools.product(*values.values()), MOST + 1):
        point = dict(zip(values, chosen, strict=True))
        label = " ".join(f"{name}={value}" for name, value in point.items())
        setting = Setting(label, family.settings({**always, **point}, preset))
        first = found.setdefault(repr(sorted(setting.params.items())), setting)
        if first is not setting:
            raise UsageError(f"`{label}` is the setting `{first.label}` again")
        if len(found) > MOST:
            raise UsageError(f"the sweeps make more than {MOST} settings")
    return tuple(found.values())
