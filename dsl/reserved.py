"""The words and the shapes of the language: all that its lexer, its highlighting and its completion lists know of both.

The grammar takes its patterns from here. `highlighting.py` has the rules that tell what a word is from its neighbours.
"""

from collections.abc import Mapping

from .quantities import TERMINAL


def words(text: str) -> frozenset[str]:
    """Return the set of the words of a text."""
    return frozenset(text.split())


ITEM_WORDS = words(
    "family module logic use param preset level choose pool table sort pred role concept record style fact rule axiom"
    " clue query syntax theory background world require measure knowledge test ask say grid gather document"
    " discourse verify"
)
"""Words that begin an item at the start of a line, and are plain names elsewhere (`say` excepted)."""

OTHER_WORDS: Mapping[str, str] = {
    **dict.fromkeys(("parameter", "option"), "param"),
    **dict.fromkeys(("import", "include"), "use"),
    **dict.fromkeys(("phrase", "sentence"), "say"),
    **dict.fromkeys(("question", "task"), "ask"),
    "predicate": "pred",
    "template": "document",
}
"""Words that authors write for words that begin an item."""

LOCAL_WORDS = words("on let holds functional shared shuffled known asked")
"""Words that mean something in one kind of item, and are plain names elsewhere."""

LINE_WORDS = words("each")
"""Words that mean something at the beginning of a line of a theory, and are plain names elsewhere."""

CONNECTIVES = words("and or not isa")
OPERATOR_WORDS = words("in of mod")
QUANTIFIERS = words("some only min max exactly more fewer than count sum minimize maximize")
CONSTANTS = words("true false thing nothing")
CLAUSE_WORDS = words("say else where when if with atypical as split from")

PARTS = "parts"
"""The hole of a gathering's sentences for what is said of the thing."""

RESERVED = CONNECTIVES | OPERATOR_WORDS | QUANTIFIERS | CONSTANTS | CLAUSE_WORDS
"""Words that cannot be names unless they are in backquotes."""

WORD_KINDS: Mapping[str, frozenset[str]] = {
    "item": ITEM_WORDS - RESERVED,
    "connective": CONNECTIVES,
    "operator": OPERATOR_WORDS,
    "quantifier": QUANTIFIERS,
    "constant": CONSTANTS,
    "clause": CLAUSE_WORDS,
    "local": LOCAL_WORDS | LINE_WORDS,
}
"""Every word of the language, by its kind. `say` is a clause, and begins an item at the start of a line."""

FUNCTIONS = frozenset({"min", "max", "count", "sum"})
"""Reserved words that are names directly before a parenthesis: `max(a, b)`."""

_NAME = "[a-z_][A-Za-z0-9_]*"
_QUOTED = r"`(?:[^`\\\n]|\\[^\n])+`"
_ITEM_BEGINS = "|".join(sorted(ITEM_WORDS))

SHAPES: Mapping[str, str] = {
    "NAME": _NAME,
    "VARIABLE": "_(?![A-Za-z0-9_])|[A-Z][A-Za-z0-9_]*",
    "DOTTED": rf"{_NAME}(?:\.[A-Za-z_][A-Za-z0-9_]*)+",
    "CALL": rf"{_NAME}\(",
    "HOLE": rf"\?{_NAME}(?:\.\.\.)?",
    "HOLE_CALL": rf"\?{_NAME}\(",
    "EXPANSION": f"<{_NAME}>",
    "EXPANSION_CALL": rf"<{_NAME}\(",
    "NUMBER": TERMINAL,
    "TEXT": r'"(?:[^"\\\n]|\\[^\n])*"',
    "LONG_TEXT": r'"""[\s\S]*?"""',
    "ARROW": "->|=>|~>",
    "COMPARISON": "<=|>=|==|!=|<",
    "QUOTED": _QUOTED,
    "QUOTED_CALL": rf"{_QUOTED}\(",
    "COMMENT": r"#[^\n]*",
    "OPEN_LONG": rf'"""(?:(?!\n(?:{_ITEM_BEGINS}) )[\s\S])*',
    "OPEN_TEXT": r'"[^\n]*',
    "OPEN_NAME": r"`[^`\n]*",
}
"""The regular expressions of the terminals of the grammar whose text varies; an unclosed text is `OPEN_…`."""
