"""Knowledge bases that come with the code of DELTA_D, with their questions, labels and explanations.

Poulis, Tsalapati and Koubarakis, Transformers in the Service of Description Logic-Based Contexts, EKAW 2024;
https://github.com/angelosps/DELTA. An explanation holds the numbers of its statements, without the question itself,
which is counted there for false inclusions; what has depth 0 there stands in the text, or is contradicted by it.
"""

from __future__ import annotations

from typing import NamedTuple


class Published(NamedTuple):
    """A base as `source`, a file at a commit, has it."""

    source: str
    statements: tuple[str, ...]
    questions: tuple[tuple[str, str, list[int]], ...]


FIRST = Published(
    "test.jsonl at 28a272f, 1",
    (
        "charlie : only eats not young",
        "harry : not furry",
        "anne : some eats thing",
        "gary : some eats thing",
        "loves(gary, dave)",
        "chases(anne, gary)",
        "only chases quiet isa some chases thing",
        "only likes only likes nothing isa not blue",
        "not furry isa only chases quiet",
        "only chases quiet isa only likes only likes nothing",
    ),
    (
        ("gary : some eats thing", "true", [4]),
        # Who chased no one would chase only quiet people, and so someone.
        ("charlie : some chases thing", "true", [7]),
        ("harry : only chases quiet", "true", [2, 9]),
        ("gary : only eats nothing", "false", [4]),
        ("dave : only chases nothing", "false", [7]),
        ("harry : some chases not quiet", "false", [2, 9]),
        ("fiona : green", "unknown", []),
        ("eats(erin, charlie)", "unknown", []),
        ("young isa smart", "unknown", []),
    ),
)
SECOND = Published(
    "test.jsonl at 28a272f, 2",
    (
        "anne : only admires furry",
        "charlie : furry",
        "eats(erin, fiona)",
        "gary : not quiet",
        "dave : only admires nothing",
        "eats(bob, harry)",
        "charlie : not red",
        "loves(dave, gary)",
        "only chases only loves nothing isa not nice",
        "young isa not kind",
        "young isa not white",
        "only eats some admires thing isa only chases only loves nothing",
        "not quiet isa only eats some admires thing",
        "only eats some admires thing isa smart",
        "only chases only loves nothing isa young",
    ),
    (
        ("young isa not white", "true", [11]),
        ("dave : only admires furry", "true", [5]),
        ("gary : only eats some admires thing", "true", [4, 13]),
        ("dave : some admires thing", "false", [5]),
        ("dave : some admires not furry", "false", [5]),
        ("gary : some eats only admires nothing", "false", [4, 13]),
        ("likes(fiona, anne)", "unknown", []),
        ("gary : some loves thing", "unknown", []),
        ("admires(harry, charlie)", "unknown", []),
    ),
)
THIRD = Published(
    "test.jsonl at b79f25c, 1",
    (
        "dave : only admires nothing",
        "loves(charlie, anne)",
        "chases(charlie, erin)",
        "harry : cold",
        "nice isa some loves furry",
        "nice isa red",
        "only admires nothing isa nice",
        "only likes only admires not rough isa not green",
        "nice isa not cold",
        "not cold isa only likes only admires not rough",
    ),
    (
        ("chases(charlie, erin)", "true", [3]),
        ("dave : only admires not rough", "true", [1]),
        ("harry : not cold", "false", [4]),
        ("dave : some admires rough", "false", [1]),
        ("round isa only chases nothing", "unknown", []),
        ("admires(gary, gary)", "unknown", []),
    ),
)
FOURTH = Published(
    "test.jsonl at b79f25c, 2",
    (
        "charlie : not young",
        "anne : not smart",
        "likes(charlie, anne)",
        "loves(anne, charlie)",
        "gary : not rough",
        "eats(bob, bob)",
        "dave : some loves thing",
        "only likes not young isa fewer than 3 likes not young",
        "not rough isa only likes not young",
    ),
    (
        ("loves(anne, charlie)", "true", [4]),
        ("anne : some loves thing", "true", [4]),
        ("gary : rough", "false", [5]),
        ("anne : only loves nothing", "false", [4]),
        ("erin : some chases thing", "unknown", []),
        ("anne : only likes nothing", "unknown", []),
    ),
)
FIFTH = Published(
    "data.jsonl at 0226fce, 1",
    (
        "ioanna : not confident",
        "panos : only admires (confident or some supports ambitious)",
        "maria : creative",
        "supports(dimitrios, dimitrios)",
        "instructs(maria, eleni)",
        "maria : more than 3 supports determined",
        "instructs(panos, maria)",
        "not confident isa only leads (innovative or not determined)",
        "only admires (confident or some supports ambitious) isa some supports determined",
        "some supports determined isa only guides not creative",
        "some supports determined isa not confident",
    ),
    (
        ("instructs(panos, maria)", "true", [7]),
        ("panos : some admires (not confident and only supports not ambitious)", "false", [2]),
        ("instructs(angelos, angelos)", "unknown", []),
    ),
)
SIXTH = Published(
    "data.jsonl at 0226fce, 2",
    (
        "consults(maria, eleni)",
        "supervises(eleni, eleni)",
        "eleni : only supports confident",
        "manolis : some supervises not persevering",
        "panos : determined",
        "consults(maria, maria)",
        "eleni : some supports logical",
        "some supervises not persevering isa some consults (determined and exactly 2 admires ambitious)",
        "some consults (determined and exactly 2 admires ambitious)"
        " isa only supervises some instructs persevering",
    ),
    (
        ("consults(maria, maria)", "true", [6]),
        ("eleni : some supports not confident", "false", [3]),
        ("some supports thing isa not confident", "unknown", []),
    ),
)
SEVENTH = Published(
    "data.jsonl at 51bcbf7, 1",
    (
        "erin : some eats (not kind or big)",
        "harry : some eats (big and not white and big)",
        "gary : round",
        "dave : exactly 2 admires not blue or not kind and min 2 admires some likes thing",
        "admires(fiona, charlie)",
        "gary : only admires (not big or not rough or only loves not quiet)",
        "fiona : exactly 2 admires (some admires not round and (not red or some eats furry))",
        "admires(bob, fiona)",
        "round isa quiet",
        "quiet isa green",
        "not young isa some eats thing",
        "green isa not young",
        "green isa not furry and some loves only admires nothing",
    ),
    (
        ("admires(fiona, charlie)", "true", [5]),
        ("harry : some eats thing", "true", [2]),
        ("furry isa not quiet", "true", [10, 13]),
        ("gary : green", "true", [3, 9, 10]),
        ("harry : only eats nothing", "false", [2]),
        ("gary : not quiet", "false", [3, 9]),
        ("round isa not quiet", "false", [3, 9]),
        ("anne : only chases (only chases not furry and (furry or green))", "unknown", []),
        (
            "kind isa only chases (not rough and (not young or only chases nothing))",
            "unknown",
            [],
        ),
        ("only loves rough isa some loves thing", "unknown", []),
        ("not nice isa young", "unknown", []),
    ),
)
YOUNG = "only likes (young or not young and only chases smart)"
TWO = "exactly 2 loves (some likes thing and not white and fewer than 2 admires smart)"
EIGHTH = Published(
    "data.jsonl at 51bcbf7, 4",
    (
        "likes(harry, harry)",
        "loves(erin, anne)",
        "gary : some likes not red and not big",
        "harry : not furry or not smart or fewer than 1 eats some chases blue",
        "loves(harry, anne)",
        "admires(charlie, fiona)",
        "loves(charlie, harry)",
        "charlie : not blue and not kind",
        f"{YOUNG} isa only chases green and only likes red",
        f"only admires (not smart or red) isa {YOUNG}",
        "not blue isa only admires (not smart or red)",
        "only chases green and only likes red isa young",
        f"{YOUNG} isa {TWO}",
    ),
    (
        (f"{YOUNG} isa only chases green and only likes red", "true", [9]),
        ("gary : some likes not red", "true", [3]),
        (f"only admires (not smart or red) isa {TWO}", "true", [10, 13]),
        (f"not blue isa {TWO}", "true", [10, 11, 13]),
        ("charlie : blue", "false", [8]),
        ("dave : only loves (not cold or furry or smart)", "unknown", []),
        ("fiona : fewer than 2 likes (nice or exactly 2 chases young)", "unknown", []),
        ("not quiet isa more than 3 chases (young and (round or not furry))", "unknown", []),
        ("erin : only chases (quiet and (young or only eats nothing))", "unknown", []),
    ),
)
CHASING = "some chases (not kind or more than 2 loves not cold)"
LONELY = "not round and more than 1 chases only loves nothing"
NINTH = Published(
    "data.jsonl at 51bcbf7, 5",
    (
        "anne : some chases (some chases thing or kind and not rough)",
        "admires(erin, bob)",
        "admires(anne, erin)",
        "likes(anne, charlie)",
        f"harry : {CHASING}",
        "erin : only admires (some likes not kind or not kind or some loves not white)",
        "not round isa blue or red or not quiet",
        f"{LONELY} and only likes not green isa max 1 eats (not blue or fewer than 2 eats not white)",
        f"{CHASING} isa exactly 3 likes rough",
        "blue or red or not quiet"
        " isa only chases (some admires not furry or kind and max 2 admires cold)",
        f"exactly 3 likes rough isa {LONELY} and only likes not green",
        "only likes not green isa only chases (cold and min 1 admires not smart)",
        "not round isa max 1 loves (not furry and kind and only loves nothing)",
        "not round isa not young",
    ),
    (
        (
            "erin : only admires (some likes not kind or not kind or some loves not white)",
            "true",
            [6],
        ),
        (f"{LONELY} isa blue or red or not quiet", "true", [7]),
        ("harry : exactly 3 likes rough", "true", [5, 9]),
        ("harry : more than 1 chases only loves nothing", "true", [5, 9, 11]),
        (f"{CHASING} isa not exactly 3 likes rough", "false", [5, 9]),
        (
            "some admires thing isa not round and (not cold or only chases some likes cold)",
            "unknown",
            [],
        ),
        ("eats(anne, charlie)", "unknown", []),
        ("bob : not round or some eats only chases nice", "unknown", []),
        (
            "not rough or not furry and some admires exactly 1 admires not kind"
            " isa not blue or only chases exactly 3 admires nice",
            "unknown",
            [],
        ),
    ),
)
BASES = (FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH, EIGHTH, NINTH)

JUNCTIONS = (
    (SEVENTH, "gary : some admires (big or rough or some loves quiet)"),
    (EIGHTH, "harry : furry or smart or min 1 eats some chases blue"),
    (EIGHTH, "charlie : some admires (smart or not red)"),
    (EIGHTH, "not blue isa some admires (smart or not red)"),
    (NINTH, "erin : some admires (only likes kind or kind or only loves white)"),
    (NINTH, "anne : only chases nothing or not kind or rough"),
    (NINTH, "bob : only likes kind or kind or only loves white"),
)
"""What is labelled false there, where the opposite of `C or D` is taken to be `not C or not D`."""
