"""The order of the records of a mixture, as its manifest determines it."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec

from ..runs.mixture import interleave

_Count = Annotated[int, msgspec.Meta(ge=0)]


class _Component(msgspec.Struct):
    family: str
    family_hash: str
    params_hash: str
    counts: dict[str, _Count]


class _Told(msgspec.Struct):
    mixture: list[_Component]
    counts: dict[str, _Count]
    seed: Annotated[int, msgspec.Meta(ge=0)]


class MixtureOrder:
    """Compares records with the component that each must be of, one after another."""

    def __init__(self, manifest: Mapping[str, Any]) -> None:
        self._wrong = ""
        self._position = 0
        self._expected: Iterator[tuple[str, _Component]] = iter(())
        try:
            told = msgspec.convert(manifest, _Told)
            self._check_sums(told)
            self._expected = _order(told)
        except msgspec.ValidationError as error:
            self._wrong = f"its `mixture` cannot be read: {error}"

    def _check_sums(self, told: _Told) -> None:
        for split, n in told.counts.items():
            held = sum(component.counts.get(split, 0) for component in told.mixture)
            if held != n:
                self._wrong = (
                    f"its `mixture` has {held} problems of split `{split}`, and its `counts` {n}"
                )

    def miss(self, record: Mapping[str, Any]) -> str:
        """Return why the next record is not the expected one, or nothing; only the first is reported."""
        self._position += 1
        if self._wrong:
            return ""
        split, own = next(self._expected, ("", None))
        if own is None:
            self._wrong = f"its `mixture` has fewer than {self._position} problems"
            return ""
        if (record.get("split"), record.get("family_hash"), record.get("params_hash")) == (
            split,
            own.family_hash,
            own.params_hash,
        ):
            return ""
        self._wrong = "its `mixture` has the problems in another order"
        place = f" of split `{split}`" if split else ""
        return (
            f"the mixture has a problem of `{own.family}`{place} at position {self._position}, "
            f"with `params_hash` {own.params_hash}"
        )

    def end(self) -> str:
        """Return how the manifest and all records differ, or nothing."""
        if not self._wrong and next(self._expected, None) is not None:
            return f"its `mixture` has more than {self._position} problems"
        return self._wrong


def _order(told: _Told) -> Iterator[tuple[str, _Component]]:
    for split in told.counts:
        counts = [component.counts.get(split, 0) for component in told.mixture]
        for chosen in interleave(told.seed, split, counts):
            yield split, told.mixture[chosen]
