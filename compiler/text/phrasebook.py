"""A family's phrases, to say statements and to read them back."""

from functools import cached_property

from ..ir import nodes as ir
from .phrases import PhraseIndex
from .reading.reader import Reader
from .templates.phrase import WISH


class Phrasebook(PhraseIndex):
    """Says statements by phrases, and reads sentences by the same phrases."""

    def read(self, sentence: str) -> tuple[ir.Node, ...]:
        """Assign every statement that a sentence can be read as, each once; none if it is none of ours."""
        return self.reader.sentence(sentence)

    def read_clause(self, text: str, mood: str = WISH) -> tuple[ir.Node, ...]:
        """Return every formula that a clause can be read as."""
        return self.reader.clause(text, mood)

    @cached_property
    def reader(self) -> Reader:
        """What reads texts by these phrases."""
        return Reader(self)
