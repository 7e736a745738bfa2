"""The description logic ALCQ (Baader, Horrocks, Lutz and Sattler 2017), in the direct semantics of OWL 2."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from ..contract import EXCLUDED, FOLLOWING, Feature, Knobs, Label
from ..ir import nodes as ir


class Options(Knobs, frozen=True):
    """What a theory takes for granted of its individuals."""

    unique_names: Annotated[
        bool, Meta(description="whether different names always denote different individuals")
    ] = True


class Alcq:
    """A theory contains concept inclusions and assertions of concepts and roles; the world is open."""

    name: ClassVar[str] = "alcq"
    accepts: ClassVar[frozenset[Feature]] = frozenset(
        {
            "concepts",
            "quantifiers",
            "number_restrictions",
            "facts",
            "negation",
            "conjunction",
            "disjunction",
        }
    )
    options: ClassVar[type[Knobs]] = Options
    phrasebook: ClassVar[str] = "std.concepts"
    establishes: ClassVar[str] = "alcq"
    confirms: ClassVar[tuple[str, ...]] = ("justification",)
    explores: ClassVar[str] = "alcq"
    monotonic: ClassVar[bool] = True
    introduces: ClassVar[str] = "{text}"
    notation: ClassVar[Mapping[Feature, str]] = {
        "": "notation concepts",
        "quantifiers": "notation quantifiers",
        "number_restrictions": "notation numbers",
    }

    def meanings(self, goal: ir.Entailed) -> Mapping[Label, str]:
        """Return meanings by whether the question is about a role of two individuals, or about concepts."""
        return FOLLOWING if isinstance(goal.statement, ir.Fact) else EXCLUDED

    def readings(self, options: Options) -> Mapping[str, Options]:
        """Return the theory without its unique names, or with them."""
        other = not options.unique_names
        return {f"unique_names {'on' if other else 'off'}": Options(other)}
