"""Growing a requirement as a simplified product of sums, with a test for each slot's occurrences.

Slots are chosen, and minterms over them are drawn and simplified to a product of sums. Each
occurrence of a slot then becomes a literal: a test of that slot, or the test's complement if the
occurrence is negated. After Kohli and Sun (2024), section 3, with tests whose complements are exact
and literals that are never vacuous.

Finally the literals are grouped into sums again at random, and none is alone in its sum. All
groupings are equally likely, so a reader who sees which literals an option satisfies, but not which
share a sum, learns nothing.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, TypeVar

from msgspec import Meta

from ..contract import Feature, Knobs
from ..family import (
    Columns,
    Draft,
    Env,
    NoValue,
    Rejected,
    Scene,
    SlotTest,
    exclusive,
    slot_values,
    union,
)
from ..ir import nodes as ir
from ..random.stream import Stream, weighted_draw
from .minimise import product_of_sums


class ProductKnobs(Knobs, frozen=True):
    """The knobs of the strategy."""

    slots: Annotated[
        int, Meta(ge=1, le=8, description="the number of slots in the requirement")
    ] = 3
    minterms: Annotated[int, Meta(ge=1, le=32, description="the number of minterms")] = 2
    sums: Annotated[int, Meta(ge=1, le=64, description="the fewest sums")] = 2
    widest: Annotated[
        int, Meta(ge=1, le=8, description="the fewest literals in the widest sum")
    ] = 2
    satisfying: Annotated[int, Meta(ge=1, description="the fewest rows that satisfy it")] = 1
    essential: Annotated[
        bool, Meta(description="whether each sum excludes a row that no other sum excludes")
    ] = True
    matched: Annotated[
        bool,
        Meta(
            description="whether any literals can share a sum and none is alone, so that counts reveal nothing"
        ),
    ] = True
    least: Annotated[
        float, Meta(ge=0, le=1, description="the smallest share of rows that satisfy a literal")
    ] = 0.0
    most: Annotated[
        float, Meta(ge=0, le=1, description="the largest share of rows that satisfy a literal")
    ] = 1.0
    tries: Annotated[
        int,
        Meta(
            ge=1,
            le=1000,
            description="attempts to group literals before a draft is rejected",
        ),
    ] = 100


CANDIDATES = 6
"""How many literals are drawn for each occurrence of a slot."""


SUMS = 3
"""The fewest sums of regrouped literals, or one for each slot if there are fewer slots."""

VARIED = 10
"""The wanted number of different sets of satisfied literals.

With this many, enough groupings accept an option of their own in most drafts.
"""

COMPARED = 16
"""The maximum number of good requirements compared to find one with that many sets."""

REGROUPED = 40
"""The number of attempts to group literals."""


Sum = tuple[tuple[int, bool], ...]

T = TypeVar("T")


@dataclass(frozen=True)
class Placed:
    """A literal in its place; its formula is made only once the theory is complete."""

    slot: str
    test: SlotTest
    values: Mapping[str, Any]
    positive: bool
    mask: int
    unusual: bool

    @property
    def key(self) -> tuple[Any, ...]:
        return (self.test.name, self.positive, tuple(self.values.items()))


class ProductOfSums:
    """Grows a requirement: minterms over tests, simplified to a product of sums."""

    name: ClassVar[str] = "product_of_sums"
    makes: ClassVar[frozenset[Feature]] = frozenset({"requirements", "slots"})
    draws: ClassVar[frozenset[str]] = frozenset()
    knobs: ClassVar[type[Knobs]] = ProductKnobs
    figures: ClassVar[Mapping[str, str]] = {
        "slots": "how many slots it speaks of",
        "minterms": "how many minterms were drawn",
        "sums": "how many sums were grown",
        "literals": "how many literals all sums have together",
        "width": "how many literals the widest sum has",
        "component": "slots in the largest group that sums connect",
        "degree": "the most other slots that one slot shares a sum with",
    }
    marks: ClassVar[Mapping[str, str]] = {
        "atypical": "a test marks one of its literals as unusual",
    }

    def grow(self, scene: Scene, knobs: ProductKnobs, stream: Stream) -> Draft | Rejected:
        """Draw a requirement that suits the available rows, or reject it with a reason."""
        tests = _usable(scene, stream)
        if len(tests) < knobs.slots:
            return Rejected(f"only {len(tests)} slots have tests, but `slots` is {knobs.slots}")
        if knobs.minterms >= 1 << knobs.slots:
            return Rejected(
                f"{knobs.slots} slots have too few minterms to leave one of {knobs.minterms} out"
            )
        names = sorted(stream.sample(list(tests), knobs.slots), key=list(tests).index)
        sums = _sums(knobs, stream)
        if sums is None:
            return Rejected("the product of sums of these minterms is too simple")
        placed = _Literals(scene, tests, names, knobs, stream).place(sums)
        if isinstance(placed, str):
            return Rejected(placed)
        return _draft(scene, placed, names, knobs)


@dataclass(frozen=True)
class _Tests:
    """The tests of a slot that can be used, and the function that chooses one by their weights."""

    tests: Sequence[SlotTest]
    choose: Callable[[Stream], int]


def _usable(scene: Scene, stream: Stream) -> dict[str, list[tuple[SlotTest, float]]]:
    """Return the tests of each slot whose guard holds, with their weights, slots in the record's order."""
    env = Env(stream, dict(scene.values), {}, scene.split)
    found: dict[str, list[tuple[SlotTest, float]]] = {}
    for test in scene.family.tests:
        if test.item.split not in ("", scene.split):
            continue
        if test.guard is None or test.guard.draw(env):
            weight = 1.0 if test.weight is None else float(test.weight.draw(env))
            if weight > 0:
                found.setdefault(test.slots[0], []).append((test, weight))
    return {name: found[name] for name in scene.family.kinds if name in found}


def _sums(knobs: ProductKnobs, stream: Stream) -> tuple[Sum, ...] | None:
    """Draw minterms until their simplest product of sums is rich enough and uses every slot."""
    for _ in range(200):
        minterms = stream.sample(range(1 << knobs.slots), knobs.minterms)
        sums: Sequence[Sum] | None = product_of_sums(knobs.slots, minterms)
        assert sums is not None
        if len({variable for each in sums for variable, _ in each}) < knobs.slots:
            continue
        if knobs.matched:
            sums = _regroup(sums, stream)
        if sums is not None and len(sums) >= knobs.sums and max(map(len, sums)) >= knobs.widest:
            return tuple(stream.shuffled([tuple(stream.shuffled(each)) for each in sums]))
    return None


def _regroup(sums: Sequence[Sum], stream: Stream) -> list[Sum] | None:
    """Group the literals at random into sums of the same sizes; single literals join other sums."""
    sizes = sorted(map(len, sums))
    while sizes[0] == 1 and len(sizes) > 1:
        sizes = sorted([1 + sizes[1], *sizes[2:]])
    literals = [literal for each in sums for literal in each]
    if len(sizes) < min(SUMS, len({variable for variable, _ in literals})):
        return None
    groups = regroup([variable for variable, _ in literals], sizes, stream)
    if groups is None:
        return None
    return [tuple(literals[each] for each in group) for group in groups]


def dealt(members: Sequence[T], sizes: Sequence[int], stream: Stream) -> list[list[T]]:
    """Divide members at random into groups of these sizes."""
    order = iter(stream.shuffled(members))
    return [list(itertools.islice(order, size)) for size in sizes]


def regroup(slots: Sequence[Any], sizes: Sequence[int], stream: Stream) -> list[list[int]] | None:
    """Divide places of literals at random into groups without repeated slots; None if it fails."""
    for _ in range(REGROUPED):
        groups = dealt(range(len(slots)), sizes, stream)
        if all(len({slots[each] for each in group}) == len(group) for group in groups):
            return groups
    return None


class _Literals:
    """Draws candidates for every occurrence and combines them at random into a good requirement."""

    def __init__(
        self,
        scene: Scene,
        tests: Mapping[str, Sequence[tuple[SlotTest, float]]],
        names: Sequence[str],
        knobs: ProductKnobs,
        stream: Stream,
    ) -> None:
        self.scene = scene
        self.tests = {
            name: _Tests(
                [test for test, _ in tests[name]], weighted_draw([w for _, w in tests[name]])
            )
            for name in names
        }
        self.names = names
        self.stream = stream
        self.knobs = knobs
        self.columns = Columns(scene.rows)
        self.count = len(scene.rows)
        self.every = (1 << self.count) - 1
        self.least = max(1, knobs.least * self.count)
        self.most = min(self.count - 1, knobs.most * self.count)
        slots = {slot for name in names for test, _ in tests[name] for slot in test.slots}
        self.taken = {
            slot: slot_values(self.columns[slot]) for slot in scene.family.kinds if slot in slots
        }

    def place(self, sums: Sequence[Sum]) -> list[list[Placed]] | str:
        """Return a literal for every occurrence, or why no requirement is good."""
        candidates: list[list[list[Placed]]] = []
        for each in sums:
            drawn = [self._candidates(self.names[place], positive) for place, positive in each]
            for (place, _), found in zip(each, drawn, strict=True):
                if not found:
                    return f"no test of `{self.names[place]}` splits the rows"
            candidates.append(drawn)
        reason = ""
        pick = self.stream.pick
        # the most sets, their requirement, and the number of good requirements
        most, varied, good = -1, None, 0
        for _ in range(self.knobs.tries):
            placed = [[pick(found) for found in drawn] for drawn in candidates]
            reason = self._fault(placed)
            if reason:
                continue
            ways = self._ways(placed) if self.knobs.matched else VARIED
            good += 1
            if ways > most:
                most, varied = ways, placed
            if most >= VARIED or good == COMPARED:
                break
        return varied or reason

    def _ways(self, placed: Sequence[Sequence[Placed]]) -> int:
        """Count the different sets of as many satisfied literals as there are sums.

        A row's set of satisfied literals determines which groupings accept it. Rows that satisfy
        more literals are accepted by most groupings.
        """
        masks = [literal.mask for literals in placed for literal in literals]
        spelled = (f"{mask:0{self.count}b}" for mask in masks)
        return sum(1 for way in set(zip(*spelled, strict=True)) if way.count("1") == len(placed))

    def _candidates(self, slot: str, positive: bool) -> list[Placed]:
        """Draw literals for one occurrence that some rows satisfy and some do not."""
        tests, choose = self.tests[slot].tests, self.tests[slot].choose
        found: list[Placed] = []
        env = Env(self.stream, {}, self.taken, self.scene.split)
        for _ in range(3 * CANDIDATES):
            test = tests[choose(self.stream)] if len(tests) > 1 else tests[0]
            env.values = dict(self.scene.values)
            try:
                values = test.draw(env)
            except NoValue:
                continue
            mask = test.mask(self.columns, values)
            if not positive:
                mask ^= self.every
            if not self.least <= mask.bit_count() <= self.most:
                continue
            marked = test.atypical if positive else test.atypical_else
            unusual = marked is not None and bool(marked.draw(env))
            found.append(Placed(slot, test, values, positive, mask, unusual))
            if len(found) == CANDIDATES:
                break
        return found

    def _fault(self, placed: Sequence[Sequence[Placed]]) -> str:
        """Return why a requirement is not good; the empty string if it is."""
        masks = [[literal.mask for literal in literals] for literals in placed]
        reason = fault(masks, self.every, self.knobs.satisfying, self.knobs.essential)
        if reason:
            return reason
        keys = [literal.key for literals in placed for literal in literals]
        return "a literal stands twice" if len(set(keys)) < len(keys) else ""


def fault(
    literals: Sequence[Sequence[int]], every: int, satisfying: int = 1, essential: bool = True
) -> str:
    """Return why sums are not a good requirement, by each literal's rows; empty if they are."""
    masks = [union(literal) for literal in literals]
    product = every
    for mask in masks:
        product &= mask
    if product.bit_count() < satisfying:
        return "too few rows satisfy every sum"
    if every in masks:
        return "a sum excludes no row"
    if any(not all(exclusive([~mask for mask in literal], every)) for literal in literals):
        return "a literal of a sum adds nothing to the others"
    if essential and not all(exclusive(masks, every)):
        return "a sum excludes no row of its own"
    return ""


def _draft(
    scene: Scene, placed: Sequence[Sequence[Placed]], names: Sequence[str], knobs: ProductKnobs
) -> Draft:
    sums = [[each.test.fill(each.values, each.positive) for each in part] for part in placed]
    labelled = scene.label(
        [ir.Requirement(part[0] if len(part) == 1 else ir.Or(tuple(part))) for part in sums]
    )
    ids = [each.id for each in labelled]
    family = scene.family
    return Draft(
        ir.Theory(family.logic.name, labelled, family.signature, family.options),
        _figures(placed, names, knobs),
        {id: tuple(each.mask for each in part) for id, part in zip(ids, placed, strict=True)},
        {id: tuple(each.slot for each in part) for id, part in zip(ids, placed, strict=True)},
    )


def _figures(
    placed: Sequence[Sequence[Placed]], names: Sequence[str], knobs: ProductKnobs
) -> dict[str, Any]:
    """Measure a product of sums; its dependency graph joins slots that share a sum."""
    edges = {
        (a.slot, b.slot)
        for literals in placed
        for a, b in itertools.permutations(literals, 2)
        if a.slot != b.slot
    }
    return {
        "slots": len(names),
        "minterms": knobs.minterms,
        "sums": len(placed),
        "literals": sum(map(len, placed)),
        "width": max(map(len, placed)),
        "component": _component(names, edges),
        "degree": max(sum(1 for a, _ in edges if a == name) for name in names),
        "atypical": any(literal.unusual for literals in placed for literal in literals),
    }


def _component(names: Sequence[str], edges: set[tuple[str, str]]) -> int:
    left, largest = set(names), 0
    while left:
        reached = frontier = {min(left)}
        while frontier:
            frontier = {b for a, b in edges if a in frontier} - reached
            reached = reached | frontier
        left -= reached
        largest = max(largest, len(reached))
    return largest
