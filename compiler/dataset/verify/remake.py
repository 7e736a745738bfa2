"""Generates a record again from its family, and reports differences.

A record is a pure function of its family, parameters, seed, split and index, so that the same version of rspc
generates it again, down to the last byte.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations, islice
from typing import Any

import msgspec

from ....dsl.diagnostics import SpecError
from ...api import Family
from ...family import Family as FamilyData, params_hash
from ...instances import Exhausted, Instance, Known
from .report import Fault

MOST_FIELDS = 8
"""How many fields of one record are reported."""

MOST_TRIED = 256
"""How many sets of chosen values are tried as the ones that a user set."""

LONGEST = 60


def settings_of(record: Mapping[str, Any], family: Family) -> Mapping[str, Any] | None:
    """Return the settings of a record, according to its parameters and their hash; None if they do not.

    A record does not say which of its chosen values were set by the user; its hash does.
    """
    params = record["params"]
    if params.keys() != {*family.parameters, *family.chosen_types}:
        return None
    chosen = list(family.chosen_types)
    sets = (
        combination
        for number in range(len(chosen) + 1)
        for combination in combinations(chosen, number)
    )
    for names in islice(sets, MOST_TRIED):
        shown = {name: family.shown(name, params[name]) for name in (*family.parameters, *names)}
        try:
            given = family.settings(shown)
        except SpecError:
            continue
        if params_hash(family, given) == record["params_hash"]:
            return given
    return None


def values_of(record: Mapping[str, Any], family: FamilyData) -> dict[str, Any]:
    """Return the parameters and chosen values of a record. Raises SpecError if they cannot be read."""
    params = {
        name: str(value).lower() if isinstance(value, bool) else family.shown(name, value)
        for name, value in record["params"].items()
        if name in family.parameters or (name in family.chosen_types and not _is_several(value))
    }
    return dict(family.settings(params))


def _is_several(value: Any) -> bool:
    """Return whether a chosen value is several values, which nobody can set."""
    return isinstance(value, str) and value.startswith("(")


class NotMade(Exception):
    """The family makes no such record; the message says why."""


def remake(record: Mapping[str, Any], family: Family, known: Known | None = None) -> Instance:
    """Make a record again; a verdict that is known takes the place of the engines.

    Raises:
        ProblemMismatch: the problem is another one than that whose verdict is known.
        NotMade: there is none of these parameters, seed, split and index.
        Disagreement, EngineError: as `Family.instance` does.
    """
    given = settings_of(record, family)
    if given is None:
        raise NotMade("its parameters do not match `params_hash`")
    seed, split, index = record["seed"], record["split"], record["index"]
    if split and split not in family.all_splits:
        raise NotMade(f"the family has no split `{split}`")
    if seed < 0 or index < 0:
        raise NotMade("its seed or its index is not a natural number")
    try:
        return family.maker.make(given, seed, split, index, known)
    except (Exhausted, SpecError) as error:
        raise NotMade(str(error)) from None


def differences(record: Mapping[str, Any], own: Mapping[str, Any]) -> list[Fault]:
    """Return a fault for each field of a record that is not as its family makes it."""
    found = islice(_differ("", record, own), MOST_FIELDS)
    return [Fault("E0840", record["id"], field, message) for field, message in found]


def _differ(path: str, found: Any, own: Any) -> Iterator[tuple[str, str]]:
    if _encode(found) == _encode(own):
        return
    if isinstance(found, Mapping) and isinstance(own, Mapping):
        if list(found) == list(own):
            for key in own:
                yield from _differ(f"{path}.{key}", found[key], own[key])
            return
        for key in (*own, *found):
            if key not in found or key not in own:
                verb = "is missing" if key in own else "is too much"
                yield (f"{path}.{key}"[1:], f"`{path[1:]}.{key}` {verb}".replace("`.", "`"))
                return
    if isinstance(found, list) and isinstance(own, list | tuple) and len(found) == len(own):
        for number, (one, other) in enumerate(zip(found, own, strict=True)):
            yield from _differ(f"{path}.{number}", one, other)
        return
    told, wanted = _short(found, own), _short(own, found)
    what = f"`{path[1:]}`" if path else "it"
    yield path[1:], f"{what} is {told}, and its family makes {wanted}"


def _encode(value: Any) -> bytes:
    return msgspec.json.encode(value)


def _short(value: Any, other: Any) -> str:
    """Show a value, from shortly before the first place where it differs from another."""
    text, against = _encode(value).decode(), _encode(other).decode()
    if len(text) <= LONGEST:
        return text
    same = next(
        (at for at, (a, b) in enumerate(zip(text, against, strict=False)) if a != b),
        min(len(text), len(against)),
    )
    start = max(0, same - LONGEST // 3)
    part = text[start : start + LONGEST]
    return f"{'…' if start else ''}{part}{'…' if start + LONGEST < len(text) else ''}"
