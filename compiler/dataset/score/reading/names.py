"""Which columns of a table hold the ids, the replies and the proofs."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .....dsl.diagnostics import did_you_mean
from .rows import Columns, refused

ID, REPLY, PROOF = "id", "reply", "proof"

SYNONYMS = {
    ID: ("id", "record_id", "problem_id", "sample_id", "question_id", "example_id"),
    REPLY: (
        "text",
        "reply",
        "response",
        "completion",
        "prediction",
        "output",
        "generation",
        "generated_text",
        "model_output",
    ),
    PROOF: ("proof",),
}
"""The names that are known for each column, in lower case with underscores."""

MOST_NAMED = 20
"""How many columns a message lists."""


@dataclass(frozen=True)
class Chosen:
    """The places of the columns; -1 for a table without proofs."""

    id: int
    reply: int
    proof: int


def read_columns(given: Sequence[str]) -> Columns:
    """Return the names of columns that are given as `id=…,reply=…,proof=…`.

    Raises:
        SpecError: E0836 for anything else.
    """
    found: dict[str, str] = {}
    for part in (part for text in given for part in text.split(",")):
        role, equals, name = part.partition("=")
        role = role.strip()
        if not equals or not name or role not in SYNONYMS or role in found:
            why = (
                "is given twice"
                if role in found
                else "is not `id=NAME`, `reply=NAME` or `proof=NAME`"
            )
            raise refused(
                "E0836", f"`{part}` in `--columns` {why}", "write `--columns id=NAME,reply=NAME`"
            )
        found[role] = name.strip()
    return found


def choose(names: Sequence[str], given: Columns, path: Path) -> Chosen:
    """Return which columns hold what: those that the user names, or those with a known name.

    Raises:
        SpecError: E0836 if a column is missing, or several may be meant.
    """
    repeated = [name for name, times in Counter(names).items() if times > 1]
    places = {role: _place(role, names, given, path) for role in SYNONYMS}
    for place in places.values():
        if place is not None and names[place] in repeated:
            raise refused(
                "E0836", f"`{path}` has two columns `{names[place]}`", "rename one of them"
            )
    id, reply, proof = places[ID], places[REPLY], places[PROOF]
    for role, found in ((ID, id), (REPLY, reply)):
        if found is None:
            listed = ", ".join(f"`{name}`" for name in names[:MOST_NAMED]) or "none"
            what = "the ids of the records" if role == ID else "the replies"
            raise refused(
                "E0836",
                f"no column of `{path}` has a known name for {what}; the columns are {listed}",
                f"name the column with `--columns {role}=NAME`",
            )
    assert id is not None
    assert reply is not None
    return Chosen(id, reply, -1 if proof is None else proof)


def _place(role: str, names: Sequence[str], given: Columns, path: Path) -> int | None:
    if role in given:
        if given[role] in names:
            return names.index(given[role])
        listed = ", ".join(f"`{name}`" for name in names[:MOST_NAMED])
        raise refused(
            "E0836",
            f"`{path}` has no column `{given[role]}`",
            did_you_mean(given[role], names) or f"its columns are {listed}",
        )
    found = [place for place, name in enumerate(names) if plain(name) in SYNONYMS[role]]
    several = list(dict.fromkeys(names[place] for place in found))
    if len(several) > 1:
        listed = " and ".join(f"`{name}`" for name in several)
        raise refused(
            "E0836",
            f"several columns of `{path}` could be the {role}: {listed}",
            f"name one with `--columns {role}=NAME`",
        )
    return found[0] if found else None


def has_both(names: Sequence[str]) -> bool:
    """Return whether some columns have known names for the ids and for the replies."""
    known = {plain(name) for name in names}
    return all(known.intersection(SYNONYMS[role]) for role in (ID, REPLY))


def plain(name: str) -> str:
    """Return a name in lower case with underscores."""
    return "_".join(name.strip().casefold().replace("-", " ").replace("_", " ").split())
