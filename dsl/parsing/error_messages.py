"""Describes what a parser expected, in an author's terms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

from ..diagnostics import Diagnostic, meant
from ..edits import Edit, Help, insert, insert_before, remove, write
from ..reserved import ITEM_WORDS, RESERVED, words
from ..source import Source, Span
from .lexer import QUOTE_WITHIN
from .sign_repairs import word_repair
from .tokens import Token

if TYPE_CHECKING:
    from lark.parsers.lalr_interactive_parser import InteractiveParser

_SIGNS = {
    "ARROW": "`->`",
    "AT": "`@`",
    "BAR": "`|`",
    "BLOCK": "`{`",
    "BODY": "`{`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "EQUALS": "`=`",
    "EXPANSION_END": "`>`",
    "LBRACE": "`{`",
    "LPAREN": "`(`",
    "LSQUARE": "`[`",
    "RBRACE": "`}`",
    "RBRACE_TO": "`}`",
    "RPAREN": "`)`",
    "RSQUARE": "`]`",
    "SEMICOLON": "`;`",
    "AGGREGATE": "`count`",
    "COMPARISON": "a comparison",
    "GREATER": "`>`",
    "MINUS": "`-`",
    "NEGATIVE": "`-`",
    "PLUS": "`+`",
    "POWER": "`**`",
    "RANGE": "`..`",
    "SLASH": "`/`",
    "STAR": "`*`",
    "STOP": "`.`",
    "TILDE": "`~`",
    "VARIABLE": "a variable",
    "NAME": "a name",
    "CALL": "`name(`",
    "HOLE": "a hole",
    "HOLE_CALL": "a hole",
    "EXPANSION": "an expansion",
    "EXPANSION_CALL": "an expansion",
    "TEXT": "a text",
    "LONG_TEXT": "a text",
    "QUESTION": "a text",
    "NUMBER": "a number",
    "DOTTED": "a dotted name",
}
_OPERATORS = words("AND OR ISA IN OF MOD COMPARISON GREATER RANGE AT PLUS MINUS STAR SLASH POWER")
_EXPRESSION = frozenset({"NAME", "NUMBER", "VARIABLE", "LPAREN", "CALL"})
_EXPRESSION_STARTS = words(
    "NAME NUMBER VARIABLE LPAREN CALL HOLE HOLE_CALL EXPANSION EXPANSION_CALL DOTTED TEXT LONG_TEXT LBRACE TRUE FALSE"
    " THING NOTHING NOT SOME ONLY MIN MAX EXACTLY MORE FEWER NEGATIVE TILDE AGGREGATE MINIMIZE MAXIMIZE EACH"
)
_KNOB = frozenset({"NAME", "FROM", "AGGREGATE", "SPLIT", "THAN"})
_KNOB_STARTS = words(
    "NAME FROM MIN MAX COUNT SUM AGGREGATE THAN SAY ELSE WHERE WHEN IF WITH ATYPICAL AS SPLIT"
)
_COMPARING = words("COMPARISON GREATER MOD PLUS MINUS STAR SLASH POWER")
_BOUNDED = frozenset({"MIN", "MAX", "EXACTLY", "THAN"})
_QUANTIFIERS = words("some only min max exactly more fewer")
_LIST_ENDS = words("COMMA RPAREN RBRACE RSQUARE")
_OPENERS = words("LPAREN CALL HOLE_CALL EXPANSION_CALL LSQUARE LBRACE LBRACE_FROM BLOCK")
_CLOSERS = words("RPAREN RSQUARE RBRACE RBRACE_TO")
_TEXTS = frozenset({"TEXT", "LONG_TEXT", "QUESTION"})
_HIDDEN = frozenset({"LBRACE_FROM", "WORD", "RBRACE_TO"})


END_STATEMENT = "end every statement with `.`"
ONE_STOP = "`..` is an interval, as in `p(1..3)`: end a statement with one `.`"


def report_unexpected(
    tokens: Sequence[Token], token: Any, parser: InteractiveParser, source: Source, start: str
) -> Diagnostic:
    """Make the complaint about a token (type `$END` for the end) that a parser cannot go on with.

    `parser` is a fresh one: the one that failed has already closed what the token does not fit into.
    """
    ended = token.type == "$END"
    earlier = tokens if ended else [each for each in tokens if each.span.start < token.span.start]
    for each in earlier:
        parser.feed_token(cast(Any, each))
    accepted: set[str] = parser.accepts()  # type: ignore[no-untyped-call]  # lark leaves it bare
    before = earlier[-1] if earlier else None
    torn = not ended and _torn(tokens, token)
    if not ended and not torn:
        special = (
            _theory(tokens, token)
            or _index(tokens, earlier, token, start)
            or _knobs(tokens, earlier, token, accepted)
        )
        types = [each.type for each in earlier]
        braced = start == "item" and types.count("LBRACE") > types.count("RBRACE")
        special = special or _special(before, token, accepted, start, braced)
        if special is not None:
            return special
    wanted = _list_words(describe_expected(accepted, start))
    if not ended:
        single = start == "statement" and _is_single(tokens, token)
        repair = _repair(before, token, accepted, single)
        if torn:
            repair = QUOTE_WITHIN
        elif "COMMA" in accepted:
            repair = _propose_turned(tokens, token) or _several(tokens, token, start) or repair
        repair = word_repair(earlier, token) or repair
        return Diagnostic(
            "E0101",
            f"expected {wanted}, found `{_show_token(token)}`",
            token.span,
            f"expected {wanted}",
            help=repair,
        )
    if before is None:
        return Diagnostic("E0101", f"expected {wanted}, found nothing", Span(source, 0, 0))
    end = Span(source, before.span.end - 1, before.span.end)
    return Diagnostic(
        "E0101",
        f"expected {wanted} after `{_show_token(before)}`, found the end of the {start}",
        end,
        "ends here",
        help=_propose_end(earlier, accepted, start),
    )


def describe_expected(accepted: set[str], start: str) -> list[str]:
    """Return what an author could type where the parser accepts these terminals, the most general words first."""
    rest = set(accepted) - _HIDDEN
    result: list[str] = []
    if rest >= _EXPRESSION:
        result.append("an expression")
        rest -= _EXPRESSION_STARTS
    if rest >= _KNOB:
        result.append("the name of a knob")
        rest -= _KNOB_STARTS
    operators = ("PLUS" in rest and bool(rest & {"AND", "STAR"})) or rest >= {"RANGE", "OF"}
    if operators:
        rest -= _OPERATORS | {"LSQUARE"}
    found = {_SIGNS.get(each, f"`{each.lower()}`") for each in rest - {"$END"}}
    result += sorted(found, key=lambda each: (each.startswith("`"), each))
    if operators:
        result.append("an operator")
    if "$END" in accepted:
        result.append("`.`" if start == "statement" else f"the end of the {start}")
    return result


def _list_words(words: list[str]) -> str:
    if len(words) < 2:
        return "".join(words) or "nothing more"
    return ", ".join(words[:-1]) + " or " + words[-1]


def _show_token(token: Any) -> str:
    text: str = token.span.text.split("\n")[0]
    return text if len(text) <= 30 else text[:29] + "…"


def _special(
    before: Token | None, token: Any, accepted: set[str], start: str, braced: bool
) -> Diagnostic | None:
    """Make the complaint about a mistake that is common enough for words of its own.

    Args:
        braced: whether the token is within braces that list or weigh, as those of an item do.
    """
    text: str = token.span.text
    first = _first_of_line(token)
    code = "E0101"
    repair: str
    if token.type == "EQUALS" and "COMPARISON" in accepted and _next(token) == "<":
        message = "unknown symbol `=<`"
        repair = write("<=", Span(token.span.source, token.span.start, token.span.end + 1))
    elif token.type == "EQUALS" and "COLON" in accepted and braced:
        message = "`=` stands where `:` is meant"
        repair = Help("write `:` between a key and its value", Edit(token.span, ":"))
    elif text == "==" and "EQUALS" in accepted:
        message, repair = "`==` stands where `=` is meant", write("=", token.span)
    elif token.type == "EQUALS" and "COMPARISON" in accepted:
        message = "`=` stands where a comparison is meant"
        repair = Help("write `==` to compare", Edit(token.span, "=="))
    elif token.type == "STOP":
        message = "a full stop stands outside the statements of a theory"
        repair = Help("remove it", remove(token.span))
    elif start == "statement" and first and "$END" in accepted and before is not None:
        end = Span(before.span.source, before.span.end - 1, before.span.end)
        repair = Help(END_STATEMENT, insert(".", end))
        return Diagnostic(
            "E0108", "a full stop is missing", end, "the statement ends here", help=repair
        )
    elif text in ITEM_WORDS and first and start == "item":
        message = f"`{text}` does not begin at the start of its line"
        repair = Help("remove the space before it", _to_first_column(token))
    elif text in RESERVED and accepted & {"NAME", "CALL"}:
        return reserved_word(token)
    elif before is not None and before.written in _QUANTIFIERS and token.type in _LIST_ENDS:
        return reserved_word(before)
    elif text == "-" and before is not None and before.type in _BOUNDED:
        code, message = "E0320", "the bound of a restriction must be a whole number"
        repair = "write a number from 0 on: `min 2 r c`"
    elif token.type == "BAR" and start == "statement":
        message, repair = "`|` stands outside parentheses", "write a disjunction as `(a | b)`"
    else:
        return None
    return Diagnostic(code, message, token.span, help=repair)


def reserved_word(token: Any) -> Diagnostic:
    """Make the complaint about a reserved word where a name is needed."""
    text = token.span.text
    repair = f"write it in backquotes to use it as a name: `` `{text}` ``"
    edits = (Edit(token.span, f"`{text}`"),)
    return Diagnostic("E0111", f"`{text}` is a reserved word", token.span, help=repair, edits=edits)


def _to_first_column(token: Any) -> Edit:
    source: Source = token.span.source
    line = source.text.rfind("\n", 0, token.span.start) + 1
    return Edit(Span(source, line, token.span.start), "")


def _next(token: Any) -> str:
    """Return the character directly after a token."""
    return _rest(token)[:1]


def _rest(token: Any) -> str:
    """Return the first characters after a token."""
    source: Source = token.span.source
    return source.text[token.span.end : token.span.end + 3]


def _theory(tokens: Sequence[Token], token: Any) -> Diagnostic | None:
    """Make the complaint about a theory whose `with` is missing, or has no strategy before it."""
    types = [each.type for each in tokens]
    if len(tokens) < 3 or types[0] != "THEORY":
        return None
    if types[1] == "WITH" and token.start == tokens[1].start:
        message = "this theory has no strategy before `with`"
        repair = "write `theory { … }`, or `theory STRATEGY with { … }`"
    elif "STOP" in types and "BODY" not in types:
        message = "the statements of a theory with a strategy must come after `with`"
        repair = f"write `theory {_show_token(tokens[1])} with {{ … }}`, with any knobs in braces before `with`"
        if tokens[2].written == "{":
            repair = Help(repair, insert_before("with ", tokens[2].span))
    else:
        return None
    return Diagnostic("E0101", message, token.span, help=repair)


def _index(
    tokens: Sequence[Token], earlier: Sequence[Token], token: Any, start: str
) -> Diagnostic | None:
    """Make the complaint about an indexed line whose names are not holes, or are not in parentheses."""
    if start != "statement" or not earlier or earlier[0].text != "each":
        return None
    shown = _show_token(token)
    if len(earlier) == 1 and token.type in {"NAME", "VARIABLE"}:
        message = f"`{shown}` after `each` is not a hole"
        hole = f"?{shown.lower()}"
        same = (each for each in tokens if (each.type, each.text) == (token.type, token.text))
        repair: str = Help(
            f"write `each {hole} in …: …`", *(Edit(each.span, hole) for each in same)
        )
    elif len(earlier) == 2 and token.type == "COMMA":
        message = "several names after `each` are not in parentheses"
        repair = f"write `each (?{earlier[1].text}, …) in …: …`"
    else:
        return None
    return Diagnostic("E0480", message, token.span, help=repair)


def _knobs(
    tokens: Sequence[Token], earlier: Sequence[Token], token: Any, accepted: set[str]
) -> Diagnostic | None:
    """Return the diagnostic for a sign after the name of a knob; in a question, only for the first knob."""
    signs = {"COLON", "EQUALS"}
    found = token if token.type in signs and {"BLOCK", "NUMBER"} <= accepted else None
    if found is None and earlier and earlier[0].type == "ASK":
        parts = zip(earlier, earlier[1:], [*earlier[2:], token], strict=False)
        found = next(
            (
                sign
                for brace, name, sign in parts
                if brace.type == "LBRACE" and name.type == "NAME" and sign.type in signs
            ),
            None,
        )
    if found is None:
        return None
    shown = _show_token(found)
    return Diagnostic(
        "E0101",
        f"`{shown}` comes after the name of a knob",
        found.span,
        help=Help(
            "write the value of a knob behind its name: `{ options 4, from 60 of room }`",
            *_without_signs(tokens, found.start),
        ),
    )


def _without_signs(tokens: Sequence[Token], start: int) -> Iterator[Edit]:
    """Yield the edits that remove the signs after names of knobs, from the first one in their braces to the last."""
    place = next((i for i, each in enumerate(tokens) if each.start == start), len(tokens))
    depth = 0
    for before, sign in zip(tokens[place - 1 :], tokens[place:], strict=False):
        depth += (sign.type in _OPENERS) - (sign.type in _CLOSERS)
        if depth < 0:
            return
        knob = before.type in {"NAME", "FROM", "SPLIT", "COUNT", "SUM", "MIN", "MAX"}
        if depth == 0 and knob and sign.type in {"COLON", "EQUALS"}:
            spaced = _next(sign).isspace()
            yield Edit(sign.span, "" if spaced else " ")


def _propose_end(tokens: Sequence[Token], accepted: set[str], start: str) -> str:
    """Propose an end for what has none."""
    if start == "statement" and tokens[-1].type == "RANGE":
        return Help(ONE_STOP, Edit(tokens[-1].span, "."))
    before = tokens[-2].type if len(tokens) > 1 else ""
    conditions = any(token.type == "COMMA" for token in tokens) or before in _COMPARING
    if "ARROW" in accepted and conditions and not any(token.type == "ARROW" for token in tokens):
        return "conditions that cannot hold together end in `-> false`"
    if tokens[-1].type == "VARIABLE":
        return meant(_show_token(tokens[-1]), ())
    if tokens[-1].type == "NAME" and before in {"SOME", "ONLY", "NUMBER"}:
        return f"a restriction says of whom: `{_show_token(tokens[-1])} thing` for anyone at all"
    return ""


def _torn(tokens: Sequence[Token], token: Any) -> bool:
    """Return whether a string touches the next word, because a quotation mark within the string ended it too early."""
    place = next((i for i, each in enumerate(tokens) if each.start == token.span.start), 0)
    around = tokens[max(0, place - 1) : place + 2]
    return any(
        one.end == other.start
        and (one.type in _TEXTS) != (other.type in _TEXTS)
        and all(each.type in _TEXTS or each.written[:1].isalnum() for each in (one, other))
        for one, other in zip(around, around[1:], strict=False)
    )


def _first_of_line(token: Any) -> bool:
    source: Source = token.span.source
    line = source.text.rfind("\n", 0, token.span.start) + 1
    return not source.text[line : token.span.start].strip()


def _is_single(tokens: Sequence[Token], token: Any) -> bool:
    """Return whether a token begins another fact: no bracket is open before it, and no arrow is in the statement."""
    types = [each.type for each in tokens]
    earlier = [each.type for each in tokens if each.start < token.span.start]
    opened = sum(each in _OPENERS for each in earlier) - sum(each in _CLOSERS for each in earlier)
    return not opened and not {"ARROW", "COMMA"} & {*_outer(types)}


def _outer(types: Sequence[str]) -> list[str]:
    """Return the types of the tokens that are in no bracket."""
    depth, found = 0, []
    for type_ in types:
        depth -= type_ in _CLOSERS
        if not depth:
            found.append(type_)
        depth += type_ in _OPENERS
    return found


def _propose_turned(tokens: Sequence[Token], token: Any) -> str:
    """Propose `some r c` where `r some c` is written."""
    place = next((i for i, each in enumerate(tokens) if each.start == token.span.start), 0)
    if token.type not in {"SOME", "ONLY"} or not place or tokens[place - 1].type != "NAME":
        return ""
    word, role = _show_token(token), _show_token(tokens[place - 1])
    types = [each.type for each in tokens[place + 1 : place + 3]]
    if types[:1] != ["NAME"]:
        return f"`{word}` comes before the role: `{word} {role} …`"
    if types[1:] and types[1] in _EXPRESSION_STARTS:
        return ""
    turned = f"{word} {role} {_show_token(tokens[place + 1])}"
    whole = tokens[place - 1].to(tokens[place + 1])
    return Help(f"write `{turned}`: `{word}` comes before the role", Edit(whole, turned))


def _several(tokens: Sequence[Token], token: Any, start: str) -> str:
    """Propose quotation marks around a name of several capitalised words."""
    place = next((i for i, each in enumerate(tokens) if each.start == token.span.start), 0)
    words = [tokens[place - 1]] if place else []
    for each in tokens[place:]:
        if not words or words[-1].end + 1 != each.start:
            break
        words.append(each)
    count = next((i for i, each in enumerate(words) if not _is_word(each)), len(words))
    if count < 2:
        return ""
    whole = words[0].to(words[count - 1])
    name = whole.text
    opened: list[str] = []
    for each in tokens[:place]:
        if each.type in _OPENERS:
            opened.append(each.type)
        elif each.type in _CLOSERS and opened:
            opened.pop()
    if start == "item" and opened[-1:] == ["LBRACE"]:
        return Help(f'a name of several words is a text: `"{name}"`', Edit(whole, f'"{name}"'))
    return Help(
        f"write a name of several words in backquotes: `` `{name}` ``", Edit(whole, f"`{name}`")
    )


def _is_word(token: Token) -> bool:
    return token.type == "VARIABLE" and len(token.text) > 1 and token.text.isalpha()


def _repair(before: Token | None, token: Any, accepted: set[str], single: bool) -> str:
    """Propose an edit if one is likely."""
    if before is None or token.type == "$END":
        return ""
    if token.type == "VARIABLE" and "NAME" in accepted:
        return meant(_show_token(token), ())
    adjacent = before.span.end == token.span.start
    if token.type == "COLON" and before.type == "NUMBER" and adjacent:
        repair = "a time is written with two digits each: `07:30`"
        short = re.fullmatch(r"\d", before.text) and re.match(r"\d\d(?!\d)", _rest(token))
        return Help(repair, insert_before("0", before.span)) if short else repair
    if token.type == "LPAREN" and before.type == "VARIABLE":
        name = f"`` `{_show_token(before)}`( ``"
        return f"write a predicate in lower case, and any other name in backquotes: {name}"
    if token.type == "LPAREN" and before.type == "NAME" and not adjacent:
        gap = Span(before.source, before.end, token.span.start)
        repair = f"write `{_show_token(before)}(` without a space"
        return Help(repair, Edit(gap, "")) if gap.text.strip(" ") == "" else repair
    if token.type in {"MINUS", "PLUS", "STAR", "SLASH"} and accepted & {"SPLIT", "THAN"}:
        return "write the value of a knob that is not a single word or number in parentheses"
    if "AS" in accepted and token.type in _TEXTS:
        return Help("write `as` before the text", insert_before("as ", token.span))
    if single and "$END" in accepted and token.type in _EXPRESSION_STARTS:
        return Help("is a `.` missing?", insert(".", before.span))
    if "COMMA" in accepted and token.type in _EXPRESSION_STARTS:
        return "is a `,` missing?"
    return ""
