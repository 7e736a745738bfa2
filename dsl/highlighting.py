"""Rules that colour `.rspec` text without reading it: from them come the lexer of Pygments and the TextMate grammar.

At each place the first rule that fits there holds. A rule looks at one line, or at blanks and the word after it, since
editors colour a line at a time. The rules tell a word of the language from a name of the same spelling as far as its
neighbours do.
"""

from dataclasses import dataclass

from .reserved import CONSTANTS, FUNCTIONS, ITEM_WORDS, RESERVED, SHAPES, WORD_KINDS, words


@dataclass(frozen=True)
class Rule:
    """A regular expression, and the kind of each of its groups, or of the whole match if it has none."""

    pattern: str
    kinds: tuple[str, ...]


@dataclass(frozen=True)
class Region:
    """A text from its opening mark to its closing mark, with the rules inside it.

    A region of one line also ends where its line does.
    """

    kind: str
    begin: str
    end: str
    inside: tuple["Rule | Region", ...]
    one_line: bool = True


KINDS = (
    *("item", "connective", "operator", "quantifier", "constant", "clause", "local"),
    *("comment", "number", "variable", "hole", "expansion", "declared", "call", "name", "module"),
    *(
        "sign",
        "punctuation",
        "invalid",
        "escape",
        "marker",
        "filter",
        "quoted",
        "text",
        "long_text",
    ),
    "placeholder",
)
"""Every kind of a rule or a region. The first seven are those of `WORD_KINDS`."""

WORDS_ARE = frozenset(KINDS[:7])
"""The kinds of the words of the language."""

_NAME = SHAPES["NAME"]
_DECLARING = words(
    "family module logic param preset pool table sort pred role concept record style fact rule axiom clue query"
    " syntax knowledge test measure choose theory"
)
"""Items whose second word is a name, and is coloured as what is declared there."""


def any_of(chosen: frozenset[str]) -> str:
    """Return a regular expression for whole words, which are not directly before a dot and a name."""
    return rf"\b(?:{'|'.join(sorted(chosen))})\b(?!\.[A-Za-z_])"


def _before(word: str, following: str, after: str = "") -> Rule:
    """Return the rule of a local word that is recognized by what follows it on its line, unless it is after a word."""
    behind = rf"(?<!{after})" if after else ""
    return Rule(rf"{behind}\b{word}\b(?={following})", ("local",))


_BEGINS_TERM = r"[ \t]+(?!(?:and|or|isa|in|of|mod|as)\b)[\w?(\-\"`{$<]"

_ITEMS = (
    Rule(
        rf"^({any_of(_DECLARING)})([ \t]+)(?!from\b)({_NAME}|{SHAPES['VARIABLE']})(?![\w.])",
        ("item", "", "declared"),
    ),
    Rule(
        rf"^(ask)([ \t]+)({_NAME})([ \t]+)({_NAME})([ \t]+)({any_of(FUNCTIONS)})(?!\()",
        ("item", "", "declared", "", "name", "", "name"),
    ),
    Rule(rf"^(ask)([ \t]+)({_NAME})\b", ("item", "", "declared")),
    Rule(rf"^{any_of(ITEM_WORDS)}(?!\()", ("item",)),
    Rule(rf'^{_NAME}(?=[ \t]+")', ("item",)),
)

_LOCAL = (
    Rule(rf"\b(split)([ \t]+)({_NAME})\b", ("clause", "", "name")),
    _before("on", rf"[ \t]+{_NAME}(?:[ \t]*,[ \t]*{_NAME})*[ \t]*:"),
    _before("let", rf"[ \t]+(?:\?|\(|{_NAME}[ \t]*=)"),
    _before("fact", r"[ \t]+[-~?a-z_`]", after="of "),
    _before("test", r'[ \t]+"|[ \t]*$'),
    _before("holds", _BEGINS_TERM),
    Rule(r"(?<=\) )functional\b", ("local",)),
    Rule(
        r'(?<=[}"] )(?:shared|shuffled|known)\b|(?<=shared )shuffled\b|(?<=shuffled )shared\b',
        ("local",),
    ),
    _before("asked", r"[ \t]+as\b"),
    _before("each", r"[ \t]+(?:\?|\(|of\b)"),
)

_NAMES_BY_PLACE = (
    Rule(any_of(RESERVED - CONSTANTS) + r"(?=[ \t]*:)", ("name",)),
    Rule(r"\batypical\b(?![ \t]+(?:when|else)\b)", ("name",)),
)

_WORDS = (
    Rule(any_of(FUNCTIONS) + r"(?=\()", ("call",)),
    *(
        Rule(any_of(chosen & RESERVED), (kind,))
        for kind, chosen in WORD_KINDS.items()
        if chosen & RESERVED
    ),
)

_PARTS = (
    Rule(SHAPES["COMMENT"], ("comment",)),
    Rule(SHAPES["NUMBER"], ("number",)),
    Rule(r"[A-Za-z0-9_]*[^\W\d_a-zA-Z]\w*|\$?\d\w*", ("invalid",)),
    Rule(SHAPES["DOTTED"], ("module",)),
    Rule(rf"<{_NAME}(?=\()|{SHAPES['EXPANSION']}", ("expansion",)),
    Rule(SHAPES["HOLE"], ("hole",)),
)

_SIGNS = (
    Rule(SHAPES["VARIABLE"], ("variable",)),
    Rule(rf"{_NAME}(?=\()", ("call",)),
    Rule(_NAME, ("name",)),
    Rule(rf"{SHAPES['ARROW']}|{SHAPES['COMPARISON']}|\*\*|\.\.|[>=+\-~*/@|]", ("sign",)),
    Rule(r"[(){}\[\],;:.]", ("punctuation",)),
)

# ---------------------------------------------------------------------------------------------- inside of texts

_ESCAPE = Rule(r"\\.", ("escape",))
_IN_TEMPLATE = (
    Rule(r"\\?'[^'\n}]*'", ("text",)),
    Rule(rf"(\|)(\s*)({_NAME})", ("sign", "", "filter")),
    Rule(r"\b(?:if|elif|else|endif|for|in|endfor|set|not|and|or|is)\b", ("clause",)),
    Rule(r"\d+", ("number",)),
    Rule(r"\w+", ("name",)),
    Rule(r"[()\[\],.|+\-*/=<>!~%:]", ("sign",)),
)


def _templates(end: str) -> tuple[Region, ...]:
    """Return the regions of placeholders in a text; one that lacks its end does not go beyond that of the text."""
    return tuple(
        Region("placeholder", begin, rf"{close}|(?={end})", _IN_TEMPLATE, one_line=end == _QUOTE)
        for begin, close in ((r"\{\{", r"\}\}"), (r"\{%", r"%\}"))
    )


_QUOTE = r'(?<!\\)"'
_MARKER = Rule(rf"\{{{_NAME}\}}", ("marker",))

REGIONS = (
    Region("long_text", '"""', '"""', _templates('"""'), one_line=False),
    Region("text", '"', '"', (_ESCAPE, *_templates(_QUOTE))),
    Region("quoted", "`", "`", (_ESCAPE, _MARKER)),
)
"""Texts and names in backquotes. `{x}` in such a name stands for the value of a parameter."""

RULES: tuple[Rule | Region, ...] = (
    *REGIONS,
    *_ITEMS,
    *_PARTS,
    *_LOCAL,
    *_NAMES_BY_PLACE,
    *_WORDS,
    *_SIGNS,
)
"""All rules, in their order."""
