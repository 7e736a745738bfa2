"""How a family names what its theories invent."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..random.stream import Stream
from .expressions import Lexicon
from .names import Names, Shape, names


@dataclass(frozen=True)
class Naming:
    """How a family names its invented predicates: the name of the chosen value for the style, and the lexicon.

    `parts` are the lexicons of the splits that have words of their own.
    """

    style: str
    lexicon: Lexicon | None
    parts: Mapping[str, Lexicon] = field(default_factory=dict)

    def names(
        self, shape: Shape, values: Mapping[str, Any], stream: Stream, split: str = ""
    ) -> Names:
        """Return the names of a theory's predicates and individuals, in the style among an instance's chosen values.

        Raises:
            SpecError: the lexicon has too few words or people for the split.
        """
        lexicon = self.parts.get(split, self.lexicon)
        return names(shape, str(values[self.style]), lexicon, stream)
