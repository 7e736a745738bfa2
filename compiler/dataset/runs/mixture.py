"""Mixtures: which families and settings one dataset is made of, how many problems each gives, and in what order."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import floor
from pathlib import Path
from typing import Annotated, Any, NoReturn

import msgspec

from ....dsl.diagnostics import Diagnostic, SpecError
from ....dsl.reading import read_source
from ....dsl.source import NOWHERE, Source, Span
from ...api import Family, choose_preset, load
from ...family import params_hash
from ...random.stream import Stream
from .plan import plain
from .sweep import Setting, settings

MOST_COMPONENTS = 500
"""How many settings a mixture can have; each is a file that is open while they are merged."""

_Count = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
_Counts = _Count | dict[Annotated[str, msgspec.Meta(pattern=r"^[\w-]{1,100}$")], _Count]


class _Part(msgspec.Struct, forbid_unknown_fields=True):
    family: str
    weight: Annotated[float, msgspec.Meta(gt=0, le=1e9)] | None = None
    count: _Counts | None = None
    level: Annotated[int, msgspec.Meta(ge=1, le=10)] | None = None
    preset: str = ""
    set: dict[str, str | int | float | bool] = {}
    sweep: dict[str, str | list[str | int | float | bool]] = {}


class _File(msgspec.Struct, forbid_unknown_fields=True):
    part: Annotated[list[_Part], msgspec.Meta(min_length=1)]
    count: _Counts | None = None
    name: Annotated[str, msgspec.Meta(pattern=r"^\w[\w-]{0,99}$")] | None = None
    seed: Annotated[int, msgspec.Meta(ge=0, le=2**63 - 1)] = 0
    license: str = "unknown"


@dataclass(frozen=True)
class Component:
    """A family with one setting, and how many of its problems each split of the mixture has."""

    family: Family
    setting: Setting
    counts: Mapping[str, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def identity(self) -> dict[str, Any]:
        """Return what a manifest says of it."""
        return {
            "family": self.family.name,
            "family_hash": self.family.hash,
            "setting": self.setting.label,
            "params": plain(self.setting.params),
            "params_hash": params_hash(self.family, self.setting.params),
            "counts": dict(self.counts),
        }


@dataclass(frozen=True)
class Mixture:
    """What `rspc mix` makes. `counts` is the number of problems of each split."""

    name: str
    seed: int
    license: str
    counts: Mapping[str, int]
    components: tuple[Component, ...]

    @property
    def families(self) -> tuple[Family, ...]:
        """The different families, in the order of their components."""
        return tuple({part.family.hash: part.family for part in self.components}.values())


def interleave(seed: int, split: str, counts: Sequence[int]) -> Iterator[int]:
    """Yield which component each problem of a split is of: each order of them is equally likely.

    A component's problems keep the order of their indices; these are independent draws, except for questions
    that share a theory.
    """
    left, stream = list(counts), Stream("mixture", seed, split)
    for remaining in range(sum(left), 0, -1):
        drawn = stream.below(remaining)
        chosen = next(at for at, below in enumerate(accumulate(left)) if drawn < below)
        left[chosen] -= 1
        yield chosen


def hash_families(families: Sequence[Family]) -> str:
    """Return the name of what some families mean: the hash of the only one, or one of theirs."""
    if len(families) == 1:
        return families[0].hash
    return hashlib.sha256(" ".join(family.hash for family in families).encode()).hexdigest()


def bundle_families(families: Sequence[Family]) -> dict[str, Any]:
    """Return what the file `family.json` holds of some families."""
    if len(families) == 1:
        return families[0].bundle()
    return {"families": [family.bundle() for family in families]}


def read_mixture(path: Path) -> Mixture:
    """Read a TOML file that says what to mix; paths of families are relative to its folder.

    Raises:
        SpecError: E0120 if it cannot be read, E0865 if it is malformed, E0866 for numbers that cannot be met, E0867 for
            two parts with the same problems; and what `load` raises for a family.
    """
    return _Reader(path).mixture()


class _Reader:
    def __init__(self, path: Path) -> None:
        self._folder = path.parent
        self._stem = path.stem
        self._source = read_source(path)
        self._file = self._decode()
        self._families: dict[str, Family] = {}

    def _decode(self) -> _File:
        try:
            return msgspec.toml.decode(self._source.text, type=_File)
        except msgspec.ValidationError as error:
            at = re.search(r"`\$\.part\[(\d+)\]", str(error))
            why = _describe(str(error))
            self._refuse("E0865", why, _SHAPE, None if at is None else int(at[1]))
        except msgspec.DecodeError as error:
            line = re.search(r"at line (\d+)", str(error))
            place = NOWHERE if line is None else _line_span(self._source, int(line[1]))
            raise SpecError([Diagnostic("E0865", str(error), place, help=_SHAPE)]) from None

    def mixture(self) -> Mixture:
        wanted = self._splits()
        drawn = [
            (at, setting) for at in range(len(self._file.part)) for setting in self._settings(at)
        ]
        if len(drawn) > MOST_COMPONENTS:
            self._refuse(
                "E0866",
                f"the parts have {len(drawn)} settings, more than {MOST_COMPONENTS}",
                "sweep fewer values",
            )
        shares = {
            split: self._share(split, n, [at for at, _ in drawn]) for split, n in wanted.items()
        }
        components = tuple(
            Component(self._family(at), setting, {split: shares[split][place] for split in wanted})
            for place, (at, setting) in enumerate(drawn)
        )
        self._check_different(drawn, components)
        counts = {split: sum(share) for split, share in shares.items()}
        for split, n in counts.items():
            if n == 0:
                self._refuse(
                    "E0866", f"no part has problems{_of(split)}", "give `count` or `weight`"
                )
        name = self._file.name or re.sub(r"[^\w-]", "_", self._stem)
        return Mixture(name, self._file.seed, self._file.license, counts, components)

    def _splits(self) -> dict[str, int | None]:
        """Return how many problems each split is to have; None where the parts' own numbers say it."""
        match self._file.count:
            case int(n):
                return {"": n}
            case dict(counts) if counts:
                return dict(counts)
            case dict():
                self._refuse("E0865", "`count` names no split", _SHAPE)
        names = [
            name for part in self._file.part if isinstance(part.count, dict) for name in part.count
        ]
        return dict.fromkeys(names or [""])

    def _family(self, at: int) -> Family:
        name = self._file.part[at].family
        if name not in self._families:
            is_path = "/" in name or name.endswith((".rspec", ".json"))
            try:
                self._families[name] = load(self._folder / name if is_path else name)
            except SpecError as error:
                raise SpecError([self._place(each, at) for each in error.diagnostics]) from None
        return self._families[name]

    def _settings(self, at: int) -> tuple[Setting, ...]:
        part, family = self._file.part[at], self._family(at)
        fixed = [f"{name}={_text(value)}" for name, value in part.set.items()]
        swept = [
            f"{name}={values if isinstance(values, str) else ','.join(map(_text, values))}"
            for name, values in part.sweep.items()
        ]
        try:
            return settings(family, fixed, swept, choose_preset(part.preset, part.level))
        except ValueError as error:
            self._refuse(
                "E0865", str(error), 'write `set = { depth = 2 }`, `sweep = { depth = "1..3" }`', at
            )
        except SpecError as error:
            raise SpecError([self._place(each, at) for each in error.diagnostics]) from None

    def _place(self, diagnostic: Diagnostic, at: int) -> Diagnostic:
        own = self._part_span(at) if diagnostic.span is NOWHERE else diagnostic.span
        return Diagnostic(diagnostic.code, diagnostic.message, own, help=diagnostic.help)

    def _share(self, split: str, wanted: int | None, parts: Sequence[int]) -> list[int]:
        """Return how many problems of a split each setting gives, in order."""
        quotas = {at: self._quota(at, split) for at in dict.fromkeys(parts)}
        fixed = sum(quota for quota in quotas.values() if quota is not None)
        free = [at for at, quota in quotas.items() if quota is None]
        if wanted is None:
            if free:
                self._refuse(
                    "E0866",
                    "a weight needs a number of problems to share",
                    "write `count = 1000` above the parts",
                    free[0],
                )
            wanted = fixed
        if fixed > wanted or (not free and fixed < wanted):
            self._refuse(
                "E0866",
                f"the parts have {fixed:,} problems{_of(split)}, and the mixture {wanted:,}",
                "change one of the numbers, or give a part a `weight` instead",
            )
        weights = [self._file.part[at].weight or 1.0 for at in free]
        given = dict(zip(free, divide(wanted - fixed, weights), strict=True))
        found: list[int] = []
        for at, quota in quotas.items():
            number = given[at] if quota is None else quota
            found += divide(number, [1.0] * parts.count(at))
        return found

    def _quota(self, at: int, split: str) -> int | None:
        part = self._file.part[at]
        if part.count is not None and part.weight is not None:
            self._refuse("E0865", "a part has both `count` and `weight`", "choose one", at)
        match part.count:
            case None:
                return None
            case int(n) if split == "":
                return n
            case dict(counts) if split != "" and split in self._names(counts, at):
                return counts.get(split, 0)
        self._refuse(
            "E0865",
            "the `count` of a part does not name the splits of the mixture",
            "write `count = 100` in both, or `count = { train = 80, test = 20 }` in both",
            at,
        )

    def _names(self, counts: Mapping[str, int], at: int) -> Mapping[str, Any]:
        """Return the splits of the mixture if those of a part are among them."""
        known = self._splits()
        for split in counts:
            if split not in known:
                listed = ", ".join(known)
                self._refuse(
                    "E0865", f"the mixture has no split `{split}`", f"its splits are {listed}", at
                )
        return known

    def _check_different(
        self, drawn: Sequence[tuple[int, Setting]], components: Sequence[Component]
    ) -> None:
        """Refuse two components with the same problems, and splits that a family has not."""
        seen: dict[tuple[str, str], int] = {}
        for (at, setting), component in zip(drawn, components, strict=True):
            key = component.family.hash, params_hash(component.family, setting.params)
            if key in seen:
                which = f"part {seen[key] + 1}" if seen[key] != at else "the same part"
                self._refuse(
                    "E0867",
                    f"family `{component.family.name}` has this setting in {which} already",
                    "join them, or change a setting: equal settings have the same problems",
                    at,
                )
            seen[key] = at
            for split, n in component.counts.items():
                if n:
                    component.family.check_split(split)

    def _part_span(self, at: int) -> Span:
        heads = [*re.finditer(r"(?m)^[ \t]*\[\[[ \t]*part[ \t]*\]\]", self._source.text)]
        return (
            Span(self._source, heads[at].start(), heads[at].end()) if at < len(heads) else NOWHERE
        )

    def _refuse(self, code: str, message: str, repair: str, at: int | None = None) -> NoReturn:
        span = NOWHERE if at is None else self._part_span(at)
        shown = message if span is not NOWHERE else f"`{self._source.name}`: {message}"
        raise SpecError([Diagnostic(code, shown, span, help=repair)])


_SHAPE = "a mixture has `count` and, for each `[[part]]`, `family` and `weight` or `count`"


def divide(number: int, weights: Sequence[float]) -> list[int]:
    """Divide a number by weights; what is left over goes to the largest remainders (Hamilton's method)."""
    whole = sum(weights)
    if not weights:
        return []
    exact = [number * weight / whole for weight in weights]
    found = [floor(share) for share in exact]
    order = sorted(range(len(weights)), key=lambda at: (found[at] - exact[at], at))
    for at in order[: number - sum(found)]:
        found[at] += 1
    return found


_TYPES = {
    "array": "an array",
    "bool": "true or false",
    "float": "a number",
    "int": "an integer",
    "null": "nothing",
    "object": "a table",
    "str": "a string",
}


def _describe(fault: str) -> str:
    """Return what msgspec says of a value, with TOML's names of types and the key that the value belongs to."""
    what, _, where = fault.partition(" - at ")
    keys = re.findall(r"\.(\w+)", where)
    types = re.compile(r"`([a-z |]+)`")

    def name_types(found: re.Match[str]) -> str:
        named = [_TYPES.get(each, f"`{each}`") for each in found[1].split(" | ")]
        return " or ".join(each for each in named if each != "nothing")

    said = types.sub(name_types, what) if what.startswith("Expected") else what
    said = said[:1].lower() + said[1:]
    return f"`{keys[-1]}`: {said}" if keys else said


def _text(value: str | float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _of(split: str) -> str:
    return f" of split `{split}`" if split else ""


def _line_span(source: Source, line: int) -> Span:
    start = sum(len(each) for each in source.text.splitlines(keepends=True)[: line - 1])
    end = source.text.find("\n", start)
    return Span(source, start, len(source.text) if end < 0 else end)
