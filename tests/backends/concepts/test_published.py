"""Two knowledge bases that come with the code of DELTA_D, with their questions, labels, depths and explanations.

Poulis, Tsalapati and Koubarakis, Transformers in the Service of Description Logic-Based Contexts, EKAW 2024;
https://github.com/angelosps/DELTA, `test.jsonl` at 28a272f. What has depth 0 there stands in the text, or is
contradicted by it: one statement is the justification.
"""

from __future__ import annotations

import pytest

from rspc.backends.checkers.justification import Justification

from ..ontologies import asked, theory

FIRST = (
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
)
SECOND = (
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
)


@pytest.mark.parametrize(
    ("base", "question", "label", "explanation"),
    [
        (FIRST, "gary : some eats thing", "true", [3]),
        # Who chased no one would chase only quiet people, and so someone.
        (FIRST, "charlie : some chases thing", "true", [6]),
        (FIRST, "harry : only chases quiet", "true", [1, 8]),
        (FIRST, "gary : only eats nothing", "false", [3]),
        (FIRST, "dave : only chases nothing", "false", [6]),
        (FIRST, "harry : some chases not quiet", "false", [1, 8]),
        (FIRST, "fiona : green", "unknown", []),
        (FIRST, "eats(erin, charlie)", "unknown", []),
        (FIRST, "young isa smart", "unknown", []),
        (SECOND, "young isa not white", "true", [10]),
        (SECOND, "dave : only admires furry", "true", [4]),
        (SECOND, "gary : only eats some admires thing", "true", [3, 12]),
        (SECOND, "dave : some admires thing", "false", [4]),
        (SECOND, "dave : some admires not furry", "false", [4]),
        (SECOND, "gary : some eats only admires nothing", "false", [3, 12]),
        (SECOND, "likes(fiona, anne)", "unknown", []),
        (SECOND, "gary : some loves thing", "unknown", []),
        (SECOND, "admires(harry, charlie)", "unknown", []),
    ],
)
def test_labels_and_explanations_are_those_published(
    base: tuple[str, ...], question: str, label: str, explanation: list[int]
) -> None:
    verdict = Justification().derive(theory(*base), asked(question), {})
    assert verdict.label == label
    told = [f"a{place + 1}" for place in explanation]
    assert verdict.certificate.get("justification", []) == told
