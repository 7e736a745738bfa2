from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from rspc.compiler.random.stream import Stream, encode

modest = settings(max_examples=80, deadline=None, derandomize=True)
parts = st.text(max_size=3) | st.integers(-300, 300) | st.binary(max_size=3)
keys = st.lists(parts, max_size=3).map(tuple)


def golden() -> Stream:
    return Stream("golden", 17, b"\x00")


def several(draw: Callable[[Stream], Any], count: int) -> list[Any]:
    stream = golden()
    return [draw(stream) for _ in range(count)]


# --------------------------------------------------------------------------------------------- frozen for ever


def test_the_words_are_keyed_hashes_of_a_counter() -> None:
    spelled = encode(("golden", 17, b"\x00"))
    assert spelled.hex() == (
        "730600000000000000676f6c64656e" + "69010000000000000011" + "62010000000000000000"
    )
    key = hashlib.blake2b(spelled, person=b"rspc key").digest()
    words = []
    for block in range(2):
        counter = block.to_bytes(8, "little")
        digest = hashlib.blake2b(counter, key=key, person=b"rspc draw").digest()
        words += [int.from_bytes(digest[i : i + 8], "little") for i in range(0, 64, 8)]
    assert words[0] == 0x8E8E0623261BD1D6
    assert words[8] == 0x66D06A2A47EC5E54
    assert several(lambda s: s.below(2**64), 16) == words


def test_frozen_below() -> None:
    assert several(lambda s: s.below(10), 12) == [8, 9, 1, 1, 1, 6, 6, 6, 8, 5, 6, 4]


def test_frozen_rejection() -> None:
    assert several(lambda s: s.below(3 * 2**62), 3) == [
        10272154548111659478,
        10902742779856378629,
        1687824829990785171,
    ]


def test_frozen_below_a_large_number() -> None:
    assert several(lambda s: s.below(10**30), 3) == [
        761495255034301196169226473942,
        440255413279428405752434217107,
        248454434253822581751078690717,
    ]


def test_frozen_between() -> None:
    assert several(lambda s: s.between(-3, 3), 8) == [-1, 0, -3, -3, 2, 3, -2, -3]


def test_frozen_unit() -> None:
    assert several(lambda s: s.unit(), 4) == [
        0.5568546138584758,
        0.5910388703985466,
        0.09149716737254932,
        0.6556374150650336,
    ]


def test_frozen_chance() -> None:
    assert several(lambda s: int(s.chance(0.3)), 12) == [0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0]


def test_frozen_pick_sample_shuffled() -> None:
    assert "".join(several(lambda s: s.pick("abcdef"), 8)) == "adddfeea"
    assert golden().sample(range(100), 8) == [78, 58, 65, 64, 33, 76, 40, 10]
    assert "".join(golden().shuffled("abcdefgh")) == "gefbcadh"


def test_frozen_weighted() -> None:
    assert several(lambda s: s.weighted([5, 0, 3, 2]), 12) == [3, 3, 0, 0, 0, 2, 2, 2, 3, 2, 2, 0]
    floats = [0.5, 0.0, 0.3, 0.2]
    assert several(lambda s: s.weighted(floats), 12) == [2, 2, 0, 2, 3, 0, 0, 2, 0, 0, 2, 2]


def test_frozen_forks() -> None:
    child = golden().fork("child", 1)
    assert [child.below(1000) for _ in range(5)] == [913, 20, 346, 188, 710]
    bare = Stream()
    assert [bare.below(1000) for _ in range(5)] == [844, 311, 160, 659, 770]


# -------------------------------------------------------------------------------------------------------- keys


@modest
@given(keys, keys)
def test_no_two_keys_are_spelled_alike(one: tuple[Any, ...], other: tuple[Any, ...]) -> None:
    assert (encode(one) == encode(other)) == (one == other)


def test_the_type_and_the_bounds_of_a_part_count() -> None:
    alike = [("1",), (1,), (b"1",), ("1", ""), ("", "1"), ("a", "bc"), ("ab", "c"), ("abc",), (-1,)]
    assert len({encode(key) for key in alike}) == len(alike)
    assert len({Stream(*key).below(2**64) for key in alike}) == len(alike)


def test_any_text_is_a_key() -> None:
    assert Stream("\ud800").below(2**64) != Stream("?").below(2**64)


@pytest.mark.parametrize("part", [1.5, None, ("a",)])
def test_what_is_no_part_of_a_key(part: Any) -> None:
    with pytest.raises(TypeError, match="a key must contain strings"):
        Stream(part)


def test_streams_of_one_key_are_alike() -> None:
    one, other = Stream("a", 1), Stream("a", 1)
    assert [one.unit() for _ in range(50)] == [other.unit() for _ in range(50)]


# ------------------------------------------------------------------------------------------------------- forks


def test_a_fork_depends_on_keys_alone() -> None:
    fresh, used = golden(), golden()
    for _ in range(13):
        used.unit()
    one, other = fresh.fork("x", 2), used.fork("x", 2)
    assert [one.below(100) for _ in range(20)] == [other.below(100) for _ in range(20)]


def test_forking_and_drawing_from_forks_moves_nothing() -> None:
    plain, forked = golden(), golden()
    forked.fork("x").unit()
    assert [plain.unit() for _ in range(20)] == [forked.unit() for _ in range(20)]


@pytest.mark.parametrize("n", [1, 7, 2**32, 2**63 + 1, 2**70])
def test_several_draws_are_so_many_draws(n: int) -> None:
    one, other = Stream("several", n), Stream("several", n)
    assert one.several(n, 20) == [other.below(n) for _ in range(20)]
    assert one.below(n) == other.below(n)


def test_forks_differ_from_each_other_and_from_streams() -> None:
    streams = [
        golden(),
        golden().fork(),
        golden().fork("x"),
        golden().fork("y"),
        golden().fork("x", "y"),
        golden().fork("x").fork("y"),
        Stream("golden", 17, b"\x00", "x"),
        Stream("x"),
    ]
    assert len({stream.below(2**64) for stream in streams}) == len(streams)


def test_parent_and_fork_are_uncorrelated() -> None:
    parent = Stream("correlation")
    child = parent.fork(1)
    count = 4000
    pairs = [(parent.unit() - 0.5, child.unit() - 0.5) for _ in range(count)]
    correlation = 12 * sum(a * b for a, b in pairs) / count
    assert abs(correlation) < 4 / math.sqrt(count)


# -------------------------------------------------------------------------------------------------- statistics


def chi_squared(counts: Sequence[int], shares: Sequence[float]) -> float:
    total = sum(counts)
    return sum(
        (count - total * share) ** 2 / (total * share)
        for count, share in zip(counts, shares, strict=True)
    )


def far_out(degrees: int) -> float:
    """Return about the 99.9th percentile of chi-squared (Wilson and Hilferty's approximation)."""
    spread = 2 / (9 * degrees)
    return float(degrees * (1 - spread + 3.09 * math.sqrt(spread)) ** 3)


@pytest.mark.parametrize("n", [2, 7, 64, 100])
def test_below_is_uniform(n: int) -> None:
    stream = Stream("uniform", n)
    counts = Counter(stream.below(n) for _ in range(200 * n))
    assert chi_squared([counts[i] for i in range(n)], [1 / n] * n) < far_out(n - 1)


def test_below_near_the_size_of_a_word_is_uniform() -> None:
    stream = Stream("near")
    n = 3 * 2**62
    counts = Counter(stream.below(n) // 2**62 for _ in range(3000))
    assert chi_squared([counts[i] for i in range(3)], [1 / 3] * 3) < far_out(2)


def test_below_a_large_number_is_uniform() -> None:
    stream = Stream("large")
    n = 5 * 2**70
    counts = Counter(stream.below(n) // 2**70 for _ in range(3000))
    assert chi_squared([counts[i] for i in range(5)], [1 / 5] * 5) < far_out(4)


def test_unit_is_uniform_and_below_one() -> None:
    stream = Stream("unit")
    drawn = [stream.unit() for _ in range(5000)]
    assert 0 <= min(drawn) < max(drawn) < 1
    counts = Counter(int(x * 20) for x in drawn)
    assert chi_squared([counts[i] for i in range(20)], [1 / 20] * 20) < far_out(19)
    assert all((x * 2**53).is_integer() for x in drawn)


@pytest.mark.parametrize("p", [0.0, 0.1, 0.5, 1.0])
def test_chance(p: float) -> None:
    stream = Stream("chance")
    hits = sum(stream.chance(p) for _ in range(4000))
    assert abs(hits - 4000 * p) <= 4 * math.sqrt(4000 * p * (1 - p))


@pytest.mark.parametrize(
    "weights", [[1, 0, 2, 5], [0.1, 0.0, 0.2, 0.5], [10**20, 0, 2 * 10**20, 5 * 10**20]]
)
def test_weighted_follows_the_weights(weights: list[float]) -> None:
    stream = Stream("weighted")
    counts = Counter(stream.weighted(weights) for _ in range(4000))
    assert counts[1] == 0
    held = [(counts[i], weight / sum(weights)) for i, weight in enumerate(weights) if weight]
    assert chi_squared([c for c, _ in held], [s for _, s in held]) < far_out(2)


def test_all_orders_are_equally_likely() -> None:
    stream = Stream("orders")
    counts = Counter(tuple(stream.shuffled("abcd")) for _ in range(24 * 100))
    assert len(counts) == 24
    assert chi_squared(list(counts.values()), [1 / 24] * 24) < far_out(23)


def test_all_samples_are_equally_likely() -> None:
    stream = Stream("samples")
    counts = Counter(tuple(stream.sample(range(5), 2)) for _ in range(20 * 100))
    assert len(counts) == 20
    assert chi_squared(list(counts.values()), [1 / 20] * 20) < far_out(19)


# ---------------------------------------------------------------------------------------------------- contracts


@modest
@given(keys, st.integers(1, 2**70))
def test_below_stays_below(key: tuple[Any, ...], n: int) -> None:
    stream = Stream(*key)
    assert all(0 <= stream.below(n) < n for _ in range(5))


@modest
@given(keys, st.integers(-1000, 1000), st.integers(0, 1000))
def test_between_holds_its_ends(key: tuple[Any, ...], low: int, more: int) -> None:
    assert low <= Stream(*key).between(low, low + more) <= low + more
    assert Stream(*key).between(low, low) == low


@modest
@given(keys, st.lists(st.integers(), max_size=12), st.data())
def test_samples_hold_different_places(
    key: tuple[Any, ...], members: list[int], data: st.DataObject
) -> None:
    k = data.draw(st.integers(0, len(members)))
    places = Stream(*key).sample(range(len(members)), k)
    assert len(set(places)) == k
    assert Stream(*key).sample(members, k) == [members[place] for place in places]
    assert Stream(*key).shuffled(members)[:k] == Stream(*key).sample(members, k)
    assert sorted(Stream(*key).shuffled(members)) == sorted(members)


@modest
@given(keys, st.lists(st.floats(0, 1e300), min_size=1, max_size=6))
def test_weighted_gives_no_index_without_weight(key: tuple[Any, ...], weights: list[float]) -> None:
    if 0 < sum(weights) < math.inf:
        assert weights[Stream(*key).weighted(weights)] > 0


@pytest.mark.parametrize(
    "draw",
    [
        lambda s: s.below(0),
        lambda s: s.between(2, 1),
        lambda s: s.chance(1.1),
        lambda s: s.chance(-0.1),
        lambda s: s.chance(math.nan),
        lambda s: s.pick([]),
        lambda s: s.sample("ab", 3),
        lambda s: s.sample("ab", -1),
        lambda s: s.weighted([]),
        lambda s: s.weighted([0, 0]),
        lambda s: s.weighted([0.0]),
        lambda s: s.weighted([2, -1]),
        lambda s: s.weighted([math.nan]),
        lambda s: s.weighted([math.inf]),
        lambda s: s.weighted([1e308, 1e308]),
    ],
)
def test_what_cannot_be_drawn(draw: Callable[[Stream], Any]) -> None:
    with pytest.raises(ValueError, match=r"."):
        draw(golden())
