"""The description logic ALCQ (Baader, Horrocks, Lutz and Sattler 2017), in the direct semantics of OWL 2."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from ..contract import Feature, Knobs


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
    introduces: ClassVar[str] = "{text}"

    def readings(self, options: Options) -> Mapping[str, Options]:
        """Return the theory without its unique names, or with them."""
        other = not options.unique_names
        return {f"unique_names {'on' if other else 'off'}": Options(other)}
