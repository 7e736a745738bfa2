"""A family with a closed question on guests, in several logics."""

from __future__ import annotations

from pathlib import Path

import rspc

GUESTS = """family guests
"who is away"
logic {logic}
sort person = {{ann, bob, cid, dan}}
pred host(person)
pred away(person)
choose asked = 1 of person
fact known = host(?a) | -host(?a)
theory {{ {number} of known.  {rules} }}
{ask}
"""
RULES = {
    "asp": "host(X) -> away(X).  -host(X) -> -away(X).",
    "defeasible": "host(X) => away(X).  -host(X) => -away(X).",
}


def load(folder: Path, text: str) -> rspc.Family:
    path = folder / "family.rspec"
    path.write_text(text, "utf-8")
    return rspc.load(path)


def guests(folder: Path, ask: str, logic: str = "asp", number: int = 3) -> rspc.Family:
    text = GUESTS.format(logic=logic, number=number, rules=RULES[logic], ask=ask)
    return load(folder, text)
