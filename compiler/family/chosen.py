"""The first stage of an instance: what it is made under, and the values that its family chooses."""

import hashlib
from collections.abc import Mapping
from typing import Any

from ..random.stream import Stream
from .expressions import Env, shown_params
from .family import Family


def params_hash(family: Family, given: Mapping[str, Any]) -> str:
    """Return the name of the settings that an instance is made under: sixteen hexadecimal digits."""
    return _digest(*shown_params(family.parameters, family.chosen, given).items())


def theory_params_hash(family: Family, given: Mapping[str, Any]) -> str:
    """Return the name of those settings that are not wording: sixteen hexadecimal digits."""
    shown = shown_params(family.parameters, family.chosen, given).items()
    return _digest(*(each for each in shown if each[0] not in family.wording))


def chosen_values(
    family: Family,
    given: Mapping[str, Any],
    key: tuple[str | int, ...],
    group: int,
    split: str = "",
) -> dict[str, Any]:
    """Return parameters and chosen values for a group of instances that share a theory."""
    values = {name: parameter.default for name, parameter in family.parameters.items()}
    values.update({name: value for name, value in given.items() if name in values})
    stream = Stream(*key, "choose", group)
    for chosen in family.chosen:
        chosen.draw(Env(stream.fork(*chosen.names), values, {}, split), key, group, given)
    return values


def _digest(*parts: tuple[str, str]) -> str:
    text = "\n".join(f"{len(name)}:{name}={len(value)}:{value}" for name, value in parts)
    return hashlib.blake2b(text.encode("utf-8"), digest_size=8).hexdigest()
