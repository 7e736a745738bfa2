"""Make the tables of chains of `std.kinship`.

    python tools/kinship.py

writes `stdlib/tables/kinship_steps.csv` and `stdlib/tables/kinship_ends.csv`.

A row of steps says: somebody who stands `here` has a relative who stands `there`, and is called `word` by the first;
`inverse` is what the relative calls the first. A chain begins with the younger of two people, at `me`, and ends with
the elder, at what that person is to the first. The last letter of a state is the person's sex.

Between them, the first letter of a state is the side: `m`, one's own, or `w`, that of one's spouse. The second is the
person: `b`, of one's own generation; `u`, an aunt or uncle; `p` and `q`, the parents; `g` and `h`, two grandparents;
`s` and `v`, who is married to a `b` or a `u`. The digits say whether a parent and a grandparent were passed: nobody has
more than two parents, and a third grandparent would leave open whose parent it is.

In chains from `me_two` to a state that ends in `_two`, both ends are met by a sibling or a spouse. A dead end of two
steps, to `aside`, begins with the other of these ties. With it, each end has a sibling and a spouse, and both of these
have further relatives.

A row of ends is a pair of such beginnings and ends. `turned` is 1 where the younger is asked about; `near` is where the
dead end of the person asked about begins, `far` that of the other of the two. Each answer has as many rows.
"""

import csv
from itertools import product
from pathlib import Path
from typing import TypeAlias

TABLES = Path(__file__).parents[1] / "stdlib" / "tables"

Row: TypeAlias = tuple[str, str, str]

OWN = {
    "b": "sibling",
    "p": "parent",
    "q": "parent",
    "g": "grandparent",
    "h": "grandparent",
    "u": "elder",
}
SPOUSES = {"p": "spouses_parent", "q": "spouses_parent"}
ENDS = {*OWN.values(), *SPOUSES.values()}
SEXES = ("f", "m")
WORDS = {
    "parent": {"f": "mother", "m": "father"},
    "child": {"f": "daughter", "m": "son"},
    "sibling": {"f": "sister", "m": "brother"},
    "spouse": {"f": "wife", "m": "husband"},
    "grandparent": {"f": "grandmother", "m": "grandfather"},
    "grandchild": {"f": "granddaughter", "m": "grandson"},
    "elder": {"f": "aunt", "m": "uncle"},
    "younger": {"f": "niece", "m": "nephew"},
    "spouses_parent": {"f": "mother-in-law", "m": "father-in-law"},
    "childs_spouse": {"f": "daughter-in-law", "m": "son-in-law"},
}
INVERSES = {
    "parent": "child",
    "child": "parent",
    "grandparent": "grandchild",
    "grandchild": "grandparent",
    "elder": "younger",
    "younger": "elder",
    "spouses_parent": "childs_spouse",
    "childs_spouse": "spouses_parent",
}
OTHER = {"sibling": "spouse", "spouse": "sibling"}
MET = {
    "parent": ("sibling", "spouse"),
    "grandparent": ("sibling", "spouse"),
    "elder": ("sibling", "sibling"),
    "spouses_parent": ("spouse", "spouse"),
    "sibling": ("sibling", "sibling"),
}
"""By which ties the younger and the elder end of a chain are met."""
TWO = ("sibling", "spouse")
ASIDES = {
    ("younger", "sibling"): ("sibling", "spouse", "parent", "elder", "grandparent"),
    ("younger", "spouse"): ("sibling", "parent", "elder", "grandparent"),
    ("elder", "sibling"): ("sibling", "spouse", "spouses_parent", "elder"),
    ("elder", "spouse"): ("sibling", "parent", "elder", "grandparent", "younger"),
}
"""The second ties of dead ends, by the end and the first tie.

A child of somebody who is not on the chain could be a cousin, and a parent a third grandparent.
"""
YOUNGER = {("sibling", "mb00"), ("spouse", "wb00")}
"""The ties by which the end of a chain can be met, where another sentence hides which of them it is."""


def steps_of(side: str, names: dict[str, str]) -> list[Row]:
    """Return the steps among the relatives of one side, and those that end a chain, by what the last is called."""
    return [
        row
        for parent, grand in product((0, 1), (0, 1))
        for row in steps_after(side, parent, grand, names)
    ]


def steps_after(side: str, parent: int, grand: int, names: dict[str, str]) -> list[Row]:
    """Return the steps of a side where a parent or a grandparent were passed already, or not."""
    rows: list[Row] = []

    def add(here: str, tie: str, there: str, *, p: int = parent, g: int = grand) -> None:
        at = f"{side}{here}{parent}{grand}"
        rows.append((at, tie, f"{side}{there}{p}{g}"))
        if there in names:
            rows.append((at, tie, names[there]))

    add("b", "sibling", "b")
    add("b", "elder", "u")
    add("u", "younger", "b")
    if side == "m":
        add("b", "spouse", "s")
        add("u", "spouse", "v")
    if not parent:
        add("b", "parent", "p", p=1)
        add("s", "spouses_parent", "p", p=1)
    else:
        add("p", "spouse", "q")
    for one in ("p", "q") if parent else ():
        add(one, "child", "b")
        add(one, "sibling", "u")
    if not grand:
        add("b", "grandparent", "g", g=1)
    else:
        add("g", "spouse", "h")
    for one in ("g", "h") if grand else ():
        add(one, "grandchild", "b")
    parents = ("p", "q") if parent else ()
    up = [
        *((one, "parent") for one in ("u", *parents)),
        *((one, "spouses_parent") for one in ("v", *parents)),
    ]
    for one, tie in up:
        if not grand:
            add(one, tie, "g", g=1)
        elif "g" in names:
            rows.append((f"{side}{one}{parent}1", tie, names["g"]))
    return rows


def chains() -> list[Row]:
    """Return every step that lies on a chain from a beginning to an end, in a fixed order."""
    inner = [*steps_of("m", OWN), *steps_of("w", SPOUSES)]
    first = [("me", tie, there) for here, tie, there in inner if here == "mb00"]
    first += [("me", "spouse", "wb00"), ("me", "spouses_parent", "wp10")]
    rows = [*first, *inner]
    rows += [(f"{here}_two", tie, there) for here, tie, there in first if (tie, there) in YOUNGER]
    rows += [(here, tie, f"{end}_two") for here, tie, end in rows if end in ENDS and tie in TWO]
    rows = [
        row
        for row in dict.fromkeys(rows)
        if row[1] != row[2] or row[1] not in ("elder", "grandparent")
    ]
    last = ENDS | {f"{end}_two" for end in ENDS}
    leading = grow(last, {(there, here) for here, _, there in rows})
    reached = grow({"me", "me_two"}, {(here, there) for here, _, there in rows})
    return [row for row in rows if row[0] in leading & reached and row[2] in leading & reached]


def grow(known: set[str], links: set[tuple[str, str]]) -> set[str]:
    """Return what the links lead to from what is known."""
    while more := {there for here, there in links if here in known} - known:
        known = known | more
    return known


def said(rows: list[Row]) -> list[tuple[str, str, str, str]]:
    """Return the steps between people of either sex, in words. A couple is a woman and a man."""
    return [
        (f"{here}_{own}", WORDS[tie][sex], WORDS[INVERSES.get(tie, tie)][own], f"{there}_{sex}")
        for here, tie, there in rows
        for own in SEXES
        for sex in SEXES
        if tie != "spouse" or own != sex
    ]


def ends() -> list[tuple[str | int, ...]]:
    """Return the pairs of a beginning and an end, each with the beginnings of the two dead ends."""
    rows: list[tuple[str | int, ...]] = []
    for end, (first, last) in MET.items():
        for younger, elder in product(SEXES, SEXES):
            asides = (f"younger_{OTHER[first]}_{younger}", f"elder_{OTHER[last]}_{elder}")
            chain = (f"me_{younger}", f"{end}_{elder}", f"me_two_{younger}", f"{end}_two_{elder}")
            for turned in (0, 1) if end != "sibling" else (0,):
                rows.append((*chain, turned, *(asides if turned else asides[::-1])))
    return rows


def dead_ends() -> list[Row]:
    """Return the steps of dead ends."""
    rows: list[Row] = []
    for (end, tie), ties in ASIDES.items():
        rows.append((f"{end}_{tie}", tie, f"beside_{end}_{tie}"))
        rows += [(f"beside_{end}_{tie}", one, "aside") for one in ties]
    return rows


def main() -> None:
    """Write the tables."""
    for name, heads, rows in (
        ("kinship_steps", ("here", "word", "inverse", "there"), said([*chains(), *dead_ends()])),
        (
            "kinship_ends",
            ("begin", "finish", "begin_two", "finish_two", "turned", "near", "far"),
            ends(),
        ),
    ):
        with (TABLES / f"{name}.csv").open("w", newline="") as out:
            writer = csv.writer(out, lineterminator="\n")
            writer.writerow(heads)
            writer.writerows(rows)


if __name__ == "__main__":
    main()
