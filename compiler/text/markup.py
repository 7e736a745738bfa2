"""A reply as plain text in pieces: without the thoughts before it, the markup around its words, and its
quotations.
"""

import json
import re
import unicodedata
from collections import deque
from collections.abc import Container, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

MARK = "\x02"
"""The mark before a part that a reply highlights as its answer, by a box or a tag."""

LEAST = 3
"""How many words of the prompt make a quotation; fewer may be an answer."""

LONGEST = 50_000
"""How many characters of a reply are read: the last, from the beginning of a word."""

MOST = 2_000
"""How many sentences and lines of it are read: the last."""

_THOUGHT = re.compile(r"<(think|thinking|thought|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.I)
_THOUGHT_END = re.compile(r"</(?:think|thinking|thought|reasoning)>", re.I)
_TAGGED = re.compile(r"<(answer|final_answer|final)>((?:(?!<\1>).)*?)</\1>", re.DOTALL | re.I)
_KEYED = re.compile(
    r"\"(?:final[_ ]?)?answers?\"\s*:\s*(\"(?:[^\"\\]|\\.)*\"|\[[^\[\]]*\]|[\w.-]+)", re.I
)
"""The answer in an object of JSON."""

_STRUCK = re.compile(
    r"<!--(?:(?!<!--).)*?-->|<(s|del|strike)>(?:(?!<\1>).)*?</\1>|~~[^~]+~~", re.DOTALL | re.I
)
"""What a page does not show, or shows struck out."""

_TAG = re.compile(r"</?(?:b|i|u|em|strong|code|pre|p|br|span|div|mark|answer)\b[^<>]*>", re.I)
_BOX = re.compile(r"\\(?:boxed|fbox)\s*\{")
_STYLE = re.compile(r"\\(?:text|textbf|textit|texttt|mathrm|mathbf|mathit|mathtt)\s*\{([^{}]*)\}")
_MATHS = re.compile(r"(?<![\w$\\])\$(?!\d[\d.,]*[^$\d.,])([^\s$]+)\$(?![\w$])")
_FENCE = re.compile(r"^[ \t]*```\w*[ \t]*$", re.MULTILINE)
_BULLET = re.compile(r"^[ \t]*[*•–-][ \t]+", re.MULTILINE)
_NUMBERED = re.compile(r"^[ \t]*\d{1,2}[.)][ \t]+", re.MULTILINE)
_HEAD = re.compile(r"^[ \t]*(?:#{1,6}|>)[ \t]*", re.MULTILINE)
_STARS = re.compile(
    r"(?<![\d*])\*+(?=[^\s*])|(?<=[^\s*])\*+(?![\d*])|^[ \t]*\*{2,}[ \t]*$", re.MULTILINE
)
"""Stars around words; between two digits they are a sign of arithmetic."""
_LINES = re.compile(r"(?<![^\W_])_{1,3}(?=\w)|(?<=\w)_{1,3}(?![^\W_])")
_END = re.compile(
    r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)[\"')\]]*\s+|(?<=[。！？])\s*(?=[^\s。！？])|\n+"
)
_LABEL = re.compile(r"\(?[A-Za-z]{1,2}\)?[.)]")
_ITEM = re.compile(rf"[\s{MARK}\x03]*{_LABEL.pattern}\s")
_MINUS = re.compile(r"[−–‑](?=[\d$])")
_PLAIN = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "\u200b": "", "\u2010": "-", "→": "->", "⇒": "=>"}
)
_UNSEEN = re.compile("[\x00\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ud800-\udfff]+")
_WORD = re.compile(r"\w+")
_RAISED = re.compile(r"(?<=\d)[²³¹⁰⁴-⁹]")
_RUN = re.compile(r"[^ \n]{1,500}")


@dataclass(frozen=True)
class Piece:
    """A sentence or a line; `marked` if the reply highlights it as its answer, `listed` if it is an item."""

    text: str
    marked: bool = False
    listed: bool = False

    @property
    def short(self) -> bool:
        """Return whether it is too short to quote."""
        return not _long(self.text)


def strip_reasoning(text: str) -> str:
    """Return a reply without the text in tags of thought; a reply that breaks off within them becomes empty.

    Of a reply longer than `LONGEST`, only the end is used.
    """
    spoken = _THOUGHT.sub("", text)
    for end in deque(_THOUGHT_END.finditer(spoken), 1):
        spoken = spoken[end.end() :]
    return end_of(spoken)


def end_of(text: str) -> str:
    """Return the last `LONGEST` characters of a text, from the beginning of a word."""
    if len(text) <= LONGEST:
        return text
    return re.split(r"\s", text[-LONGEST:], maxsplit=1)[-1]


def without_unseen(text: str) -> str:
    """Return a text without characters that are not seen, such as marks of direction."""
    return text if text.isascii() and "\0" not in text else _UNSEEN.sub("", text)


def json_answers(text: str) -> list[str]:
    """Return the answers in the JSON objects of a text, such as `{"answer": "B"}`."""
    return [_unquote(found) for found in _KEYED.findall(text)]


def _unquote(text: str) -> str:
    """Return the text of a value in JSON, with its escapes resolved, or left out where they are wrong."""
    if text.startswith('"'):
        with suppress(ValueError):
            return str(json.loads(text, strict=False))
    return re.sub(r"\\(.)", r"\1", text.strip('"'))


def tagged_answers(text: str) -> list[str]:
    """Return the answers in tags of a text, such as `<answer>B</answer>`."""
    return [text[start:end] for start, end in tagged_places(text)]


def tagged_places(text: str) -> list[tuple[int, int]]:
    """Return where the answers in tags begin and end."""
    return [found.span(2) for found in _TAGGED.finditer(text)]


def strip_strikethrough(text: str) -> str:
    """Return a text without comments and struck-out parts."""
    return _STRUCK.sub(" ", text)


def plain(text: str) -> str:
    """Return a text without markup: LaTeX, HTML and Markdown; boxed or tagged parts begin a line with `MARK`."""
    text = strip_strikethrough(end_of(_normal(text)).translate(_PLAIN))
    text = _KEYED.sub(rf"\n{MARK}\1\n", text.replace("{,}", ","))
    text = _TAGGED.sub(rf"\n{MARK}\2\n", _unbox(_STYLE.sub(r"\1", text)))
    text = _TAG.sub("", _FENCE.sub("", text))
    text = re.sub(r"\\[()\[\]]|\\[,;! ]", " ", _MATHS.sub(r"\1", text))
    text = re.sub(r"\\([%${}_&#])", r"\1", text)
    text = _HEAD.sub("", _BULLET.sub("\x03", text))
    if len(_NUMBERED.findall(text)) > 1:
        text = _NUMBERED.sub("\x03", text)
    text = text.replace("`", "")
    if "*" in text:  # these two patterns look at every character
        text = _STARS.sub("", text)
    if "_" in text:
        text = _LINES.sub("", text)
    return _MINUS.sub("-", text)


def _normal(text: str) -> str:
    """Return a text in Unicode's form NFKC, a word at a time: the form of a long run of marks takes quadratic time.

    A raised digit after a number is a power: `6²` is `6^2`, not 62.
    """
    if text.isascii():
        return text
    text = _RAISED.sub(r"^\g<0>", text)
    return _RUN.sub(lambda each: unicodedata.normalize("NFKC", each[0]), text)


def boxed_answers(text: str) -> list[str]:
    """Return the contents of the boxes of a text; an unclosed box extends to the end."""
    return [text[start:end] for start, end in boxed_places(text)]


def boxed_places(text: str) -> list[tuple[int, int]]:
    """Return where the contents of the boxes begin and end."""
    return [(start, end) for _, start, end, _ in _boxes(text)]


def _boxes(text: str) -> Iterator[tuple[int, int, int, int]]:
    """Yield for each box its start, the start and end of its content, and its end."""
    place = 0
    while (box := _BOX.search(text, place)) is not None:
        depth, place = 1, box.end()
        while place < len(text) and depth:
            depth += {"{": 1, "}": -1}.get(text[place], 0)
            place += 1
        yield box.start(), box.end(), place - (depth == 0), place


def _unbox(text: str) -> str:
    """Put the contents of boxes on lines of their own."""
    parts, place = [], 0
    for begin, start, end, after in _boxes(text):
        parts += [text[place:begin], f"\n{MARK}{text[start:end]}\n"]
        place = after
    return "".join([*parts, text[place:]])


def pieces(text: str, prompt: str = "", question: str = "") -> list[Piece]:
    """Return the sentences and lines of a reply, without those that only repeat the prompt."""
    reply = plain(strip_reasoning(text))
    known: Container[str] = ()
    if _long(reply):
        known = _quotable(prompt, question)
        for repeat in known.repeats:
            reply = repeat.sub(" ", reply)
    lines = _strip_quotations(reply.splitlines(), known)
    lines = _items(lines)
    return [
        Piece(bare, MARK in each, "\x03" in each)
        for each in deque(_split("\n".join(lines)), MOST)
        if (bare := each.replace(MARK, "").replace("\x03", "").strip())
        and (_ITEM.match(each) or not (_long(bare) and _bare(bare) in known))
    ]


class _Quotable:
    """The sentences and lines of a prompt and its question, bare.

    Most replies repeat none: the prompt is split only if a reply has the words of some in their order.

    Attributes:
        repeats: patterns for the sentences of the question.
    """

    def __init__(self, prompt: str, question: str) -> None:
        asked = plain(question)
        repeats = [
            r"\s+".join(map(re.escape, each.rstrip(".?!").split()))
            for each in filter(_long, _split(asked))
        ]
        self.repeats = [re.compile(rf"[\"']?{each}[.?!]?[\"']?", re.I) for each in repeats]
        self._whole = f"{plain(prompt)}\n{asked}"
        self._words = f" {_bare(self._whole)} "
        self._bare: frozenset[str] | None = None

    def __contains__(self, bare: object) -> bool:
        if self._bare is None:
            if f" {bare} " not in self._words:
                return False
            parts = {*self._whole.splitlines(), *_split(self._whole)}
            self._bare = frozenset(map(_bare, parts))
        return bare in self._bare


@lru_cache(maxsize=64)
def _quotable(prompt: str, question: str) -> _Quotable:
    return _Quotable(prompt, question)


def _strip_quotations(lines: list[str], known: Container[str]) -> list[str]:
    """Leave out lines that repeat the prompt; but one option that is repeated alone, with its letter, is chosen."""
    quoted = [line for line in lines if _long(line) and _bare(line) in known]
    options = [line for line in quoted if _ITEM.match(line)]
    left = {line for line in quoted if len(options) != 1 or line not in options}
    return [line for line in lines if line not in left]


def _items(lines: list[str]) -> list[str]:
    """Mark one or two words on their own line as an item, if an adjacent line is one too."""
    short = [1 <= len(_WORD.findall(line)) < LEAST and MARK not in line for line in lines]
    beside = [any(short[max(0, at - 1) : at] + short[at + 1 : at + 2]) for at in range(len(lines))]
    return [
        f"\x03{line}" if own and near else line
        for line, own, near in zip(lines, short, beside, strict=True)
    ]


def _split(text: str) -> Iterator[str]:
    """Yield sentences and lines; the letter of an option stays with its option."""
    held, place = "", 0
    for end in chain(_END.finditer(text), (None,)):
        each = text[place : end.start()] if end else text[place:]
        place = end.end() if end else place
        if held:
            each = f"{held} {each.strip()}"
            held = ""
        if end and end[0].startswith(" ") and _LABEL.fullmatch(each.strip(" \x03")):
            held = each
        elif each.strip():
            yield each
    if held:
        yield held


def _long(text: str) -> bool:
    return len(_WORD.findall(text)) >= LEAST


def _bare(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
