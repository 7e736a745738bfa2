"""Settles what a token is from its neighbours, so that the grammar needs one token of lookahead and no more.

Words of items are plain names except where an item begins; a minus in front of an operand is another token than one
between two; a brace that opens a block of knobs is another than one that opens a choice; and so on.
"""

from ..reserved import ITEM_WORDS, LOCAL_WORDS, RESERVED, words
from .brackets import CLOSERS, OPENERS
from .lexer import split_call
from .tokens import Token

_ITEM_TYPES = frozenset(word.upper() for word in ITEM_WORDS) - {"SAY"}
_KNOWLEDGE = frozenset({"LET", "FACT", "TEST", "HOLDS"})
_SOFT = _ITEM_TYPES | {word.upper() for word in LOCAL_WORDS}
_WORDS = frozenset(word.upper() for word in RESERVED) | _SOFT | {"SAY"}

_OPERANDS = words(
    "NAME DOTTED VARIABLE HOLE NUMBER TEXT LONG_TEXT TRUE FALSE THING NOTHING EXPANSION EXPANSION_END RPAREN RBRACE"
    " RBRACE_TO RSQUARE MIN MAX COUNT SUM"
)
"""Tokens that end an operand: a minus after one of them subtracts."""
_KNOB_NAMES = (
    words("NAME FROM MIN MAX COUNT SUM THAN SAY ELSE WHERE WHEN IF WITH ATYPICAL AS SPLIT") | _SOFT
)
_VALUES = (
    words(
        "NUMBER DOTTED TEXT LONG_TEXT LPAREN HOLE HOLE_CALL VARIABLE CALL EXPANSION EXPANSION_CALL LBRACE TRUE FALSE"
        " THING NOTHING NAME"
    )
    | _SOFT
)
_BOUNDS = frozenset({"NUMBER", "HOLE", "VARIABLE"})
_ROLES = frozenset({"NAME", "HOLE", "EXPANSION", "EXPANSION_CALL"}) | _SOFT
_FILLERS = _VALUES | words("AGGREGATE NOT SOME ONLY MIN MAX EXACTLY MORE FEWER")
_RESTRICTIONS = frozenset({"MIN", "MAX", "EXACTLY", "THAN"})
_FUNCTIONS = frozenset({"MIN", "MAX", "COUNT", "SUM"})
_VOCABULARY = frozenset({"PRED", "ROLE", "CONCEPT"})
_ENDINGS = frozenset({"BODY", "SHARED", "SHUFFLED"})
_THEORIES = frozenset({"THEORY", "EMBED"})
_PARTS_DEPTH = {"GRID": 0, "GATHER": 1}
"""In how many brackets the parts `PATTERN as "…"` of an item are."""
_BLOCK_AFTER = frozenset({"LOGIC", "PRESET", "LEVEL", "THEORY"})


def settle(tokens: list[Token], item: bool) -> None:
    """Return every token of an item (or of a statement or an expression), whose brackets match, its final type."""
    if not item:
        _settle_indices(tokens)
    _Settling(tokens, _mates(tokens), tokens[0].type if item else "").run()


def _mates(tokens: list[Token]) -> dict[int, int]:
    mates: dict[int, int] = {}
    stack: list[int] = []
    for index, token in enumerate(tokens):
        if token.type in OPENERS:
            stack.append(index)
        elif token.type in CLOSERS and stack:
            start = stack.pop()
            mates[start] = index
            mates[index] = start
    return mates


def _settle_indices(tokens: list[Token]) -> None:
    """Mark the words that begin an indexed line, `each ?x in …: …`: `each` is a name elsewhere."""
    depth = 0
    mates = _mates(tokens)
    for index in range(len(tokens) - 1, -1, -1):
        token = tokens[index]
        depth += token.type in CLOSERS
        depth -= token.type in OPENERS
        if depth or (index and tokens[index - 1].type != "COLON"):
            continue
        after = tokens[index + 1].type if index + 1 < len(tokens) else ""
        if token.written == "each" and after in {"HOLE", "LPAREN"}:
            token.type = "EACH"
        elif token.written == "each(":
            closer = mates.get(index, len(tokens))
            if closer + 1 < len(tokens) and tokens[closer + 1].type == "IN":
                tokens[index : index + 1] = split_call(token, "each")


class _Settling:
    def __init__(self, tokens: list[Token], mates: dict[int, int], item: str) -> None:
        self.tokens = tokens
        self.mates = mates
        self.item = item
        self.used: set[str] = set()

    def run(self) -> None:
        depth, guarded = 0, False
        for index, token in enumerate(self.tokens):
            kind = token.type
            guarded = guarded or (kind == "WHEN" and not depth)
            if kind in CLOSERS:
                depth -= 1
            if kind in _WORDS:
                self._word(index, token, depth)
            elif kind == "MINUS":
                if not self._follows_operand(index, depth):
                    token.type = "NEGATIVE"
            elif kind == "LBRACE":
                if depth or guarded or self.item not in {"RECORD", "KNOWLEDGE", "GATHER"}:
                    self._open_brace(index, token)
            elif kind == "RBRACE":
                self._close_brace(index, token, depth)
            elif kind == "RPAREN":
                self._close_expansion(index)
            if kind in OPENERS:
                depth += 1
        if self.item == "ASK":
            self._question()
        elif self.item == "REQUIRE":
            self._require()

    def _type(self, index: int) -> str:
        return self.tokens[index].type if 0 <= index < len(self.tokens) else ""

    def _word(self, index: int, token: Token, depth: int) -> None:
        if index == 0 and self.item:
            return
        kind = token.type
        following = self._type(index + 1)
        if (
            (self.item == "ASK" and index == 1)
            or (self.item == "RECORD" and depth == 1 and following == "COLON")
            or (self.item in {"REQUIRE", "MEASURE"} and kind == "ATYPICAL")
            or (kind in _SOFT and not self._local(index, kind, depth))
            or (
                kind in _FUNCTIONS
                and self.item == "ASK"
                and not depth
                and self._stands_alone(index)
            )
        ):
            token.type = "NAME"
        elif kind in _FUNCTIONS and following == "LBRACE":
            after = self.mates.get(index + 1, len(self.tokens)) + 1
            if kind in {"COUNT", "SUM"} or not self._is_role(after):
                token.type = "AGGREGATE"

    def _is_role(self, index: int) -> bool:
        """Whether the role of a restriction is there, and not the part after an aggregate."""
        kind = self._type(index)
        if kind in _KNOWLEDGE and self.item == "KNOWLEDGE":
            return False
        return kind == "EXPANSION_CALL" or (kind in _ROLES and self._type(index + 1) in _FILLERS)

    def _stands_alone(self, index: int) -> bool:
        """Whether nothing follows that a word such as `min` could take: `ask best price min`."""
        following = self._type(index + 1)
        if following == "LBRACE":
            return self._begins_knob(index + 1)
        return following in {"", "COLON", "TEXT", "LONG_TEXT", "AS", "WHERE", "WHEN"}

    def _local(self, index: int, kind: str, depth: int) -> bool:
        """Whether a word that is a name elsewhere means something here."""
        if self.item == "KNOWLEDGE":
            return depth == 1 and kind in _KNOWLEDGE and self._type(index - 1) != "SPLIT"
        if depth or self.used & {kind}:
            return False
        if self.item == "TEST":
            here = kind == "ON" and index > 1
        elif self.item in _VOCABULARY:
            here = kind == "FUNCTIONAL" and index > 1
        elif self.item in _THEORIES:
            ends = self._type(index - 1) in _OPERANDS | _ENDINGS
            here = kind in {"SHARED", "SHUFFLED"} and index > 1 and ends
        elif self.item in {"BACKGROUND", "WORLD"}:
            here = kind == "KNOWN" and index > 1 and self._type(index - 1) not in {"COLON", "COMMA"}
        elif self.item == "SAY":
            ends = index > 1 and self._type(index - 1) in _OPERANDS
            here = kind == "ASKED" and ends and self._type(index + 1) == "AS"
        else:
            here = False
        if here:
            self.used.add(kind)
        return here

    def _follows_operand(self, index: int, depth: int) -> bool:
        before = self._type(index - 1)
        if before == "RSQUARE":  # the weight of an alternative, or the key of a table
            opener = self.mates.get(index - 1, 0)
            return self._type(opener - 1) in _OPERANDS
        if self._type(index - 2) == "AS" and depth == _PARTS_DEPTH.get(self.item):
            return False  # the next pattern begins after the text of a part
        if before == "RBRACE" and self._type(self.mates.get(index - 1, -1)) == "BLOCK":
            return False  # knobs have no value to subtract from
        return before in _OPERANDS and not (self.item == "ASK" and index == 2)

    def _open_brace(self, index: int, token: Token) -> None:
        before = self._type(index - 1)
        if self._takes_block(index) or self._begins_knob(index):
            token.type = "BLOCK"
        elif before in _BOUNDS or (before == "RPAREN" and self._group(index - 1)):
            token.type = "LBRACE_FROM"

    def _takes_block(self, index: int) -> bool:
        """Whether nothing but a block of knobs can begin here."""
        if self._type(index - 1) == "SPLIT" and self.item in {"POOL", "TABLE"}:
            return True
        if index == 1:
            return self.item in {"DISCOURSE", "GRID"}
        if index == 4 and self.item == "LEVEL":
            return self._type(2) == "RANGE"
        return index == 2 and self.item in _BLOCK_AFTER

    def _begins_knob(self, index: int) -> bool:
        """Whether the brace holds a word and then a value: `{ head 0.5`, and not an expression."""
        name, value = self._type(index + 1), self._type(index + 2)
        if name not in _KNOB_NAMES or value not in _VALUES:
            return False
        if name in _FUNCTIONS and value == "LBRACE":
            after = self._type(self.mates.get(index + 2, len(self.tokens)) + 1)
            return after in {"RBRACE", "COMMA", "LBRACE"} or (
                after in _WORDS | {"NAME"} and after not in _INFIX
            )
        return True

    def _close_brace(self, index: int, token: Token, depth: int) -> None:
        opener = self.mates.get(index, 0)
        if self.item in _VOCABULARY and not depth and self._type(opener - 1) in {"FROM", "OF"}:
            return  # names are written out there, and arguments follow
        if self._type(opener) == "BLOCK" or self._type(opener - 1) in _RESTRICTIONS | {"AGGREGATE"}:
            return
        following = self._type(index + 1)
        if following in _BOUNDS or following == "LPAREN":
            token.type = "RBRACE_TO"

    def _close_expansion(self, index: int) -> None:
        opener = self.mates.get(index)
        if (
            opener is not None
            and self._type(opener) == "EXPANSION_CALL"
            and self._type(index + 1) == "GREATER"
        ):
            self.tokens[index + 1].type = "EXPANSION_END"

    def _group(self, index: int) -> bool:
        """Whether the closing bracket there belongs to a parenthesis and not to a call."""
        opener = self.mates.get(index)
        return opener is not None and self._type(opener) == "LPAREN"

    def _question(self) -> None:
        ends = (at for at in range(len(self.tokens)) if self._type(at) in {"AS", "WHEN"})
        index = next((at for at in ends if not self._inside(at)), len(self.tokens)) - 1
        last = self.tokens[index]
        if last.type in {"TEXT", "LONG_TEXT"} and (
            index == 2 or self._type(index - 1) in _OPERANDS
        ):
            last.type = "QUESTION"

    def _inside(self, index: int) -> bool:
        """Whether a token is between brackets."""
        return any(start < index < end for start, end in self.mates.items())

    def _require(self) -> None:
        """Mark the words before a condition: `require distinct shape`."""
        starts = _VALUES - {"LBRACE"} | {
            "NOT",
            "SOME",
            "ONLY",
            "EXACTLY",
            "MORE",
            "FEWER",
            "AGGREGATE",
        }
        for index in range(1, len(self.tokens) - 1):
            if self._type(index) != "NAME" or self._type(index + 1) not in starts:
                return
            self.tokens[index].type = "WORD"


_INFIX = frozenset({"AND", "OR", "ISA", "IN", "OF", "MOD"})
