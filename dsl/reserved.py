"""The words that mean something by themselves."""


def words(text: str) -> frozenset[str]:
    """Return the set of the words of a text."""
    return frozenset(text.split())


ITEM_WORDS = words(
    "family module logic use param preset level choose pool table sort pred role concept record style fact rule axiom"
    " clue query syntax theory background world require measure knowledge test ask say grid gather document"
    " discourse verify"
)
"""Words that begin an item at the start of a line, and are plain names elsewhere (`say` excepted)."""

RESERVED = words(
    "and or not isa in of mod some only min max exactly more fewer than count sum minimize maximize true false thing"
    " nothing say else where when if with atypical as split from"
)
"""Words that cannot be names unless they are in backquotes."""

FUNCTIONS = frozenset({"min", "max", "count", "sum"})
"""Reserved words that are names directly before a parenthesis: `max(a, b)`."""
