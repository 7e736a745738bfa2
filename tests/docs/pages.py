"""The pages of `docs/` taken apart: fenced blocks, tables, sections.

The word behind a block's language is the file that the block is, or for `text` the file that it comes from:
` ```rspec hikes.rspec `. A page's examples belong to the family that it holds, else to that of the README.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from rspc.compiler.contract import plugins

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(path.stem for path in DOCS.glob("*.md"))
HOME = "books.rspec"
"""The file in which the README's family stands."""

_BLOCK = re.compile(r"^```(?P<words>[^\n]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
_PROGRESS = re.compile(r"^\d+ of \d+(?: \(.*\))?\n", re.MULTILINE)
_CELL = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the words behind it, its text."""

    language: str
    words: tuple[str, ...]
    text: str

    @property
    def file(self) -> str:
        return self.words[0] if self.words else ""

    @property
    def whole(self) -> bool:
        """Whether it is a family of its own."""
        return self.language == "rspec" and self.text.startswith("family ")


def shipped(group: str) -> tuple[str, ...]:
    """Return the plug-ins of a group that are rspc's own, whatever is installed beside it."""
    names = plugins.names(group)
    return tuple(each for each in names if plugins.home(group, each).startswith("`rspc "))


def read(page: str) -> str:
    return (DOCS / f"{page}.md").read_text("utf-8")


def taken_apart(text: str) -> tuple[Block, ...]:
    """Return the fenced blocks of a page's text."""
    found = []
    for match in _BLOCK.finditer(text):
        language, *words = match["words"].split() or [""]
        found.append(Block(language, tuple(words), match["text"]))
    return tuple(found)


def blocks(page: str) -> tuple[Block, ...]:
    return taken_apart(read(page))


def home() -> Block:
    """Return the README's family."""
    text = (ROOT / "README.md").read_text("utf-8")
    (found,) = [block for block in taken_apart(text) if block.whole]
    return Block("rspec", (HOME,), found.text)


def steps(block: Block) -> list[tuple[str, str]]:
    """Return the commands of a block, each with what it is shown to print; nothing shown may be anything."""
    given = re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
    return [(line, shown) for line, _, shown in (each.partition("\n") for each in given)]


def alike(shown: str, text: str) -> bool:
    """Return whether a text is the one shown, where `…` stands for anything.

    How far a command is, which it says every few seconds, is not shown.
    """
    pattern = ".+?".join(re.escape(part) for part in shown.strip().split("…"))
    return re.fullmatch(pattern, _PROGRESS.sub("", text).strip(), re.DOTALL) is not None


def prose(page: str) -> str:
    """Return a page without its blocks."""
    return _BLOCK.sub("", read(page))


def section(page: str, heading: str) -> str:
    """Return the prose under a heading, up to the next."""
    parts = _HEADING.split(prose(page))
    found: str = parts[parts.index(heading) + 1]
    return found


def rows(text: str) -> list[list[str]]:
    """Return the rows of the tables in a text, without their heads."""
    found: list[list[str]] = []
    for line in text.splitlines():
        cells = [cell.strip().replace("\\|", "|") for cell in _CELL.split(line)[1:-1]]
        if cells and set("".join(cells)) <= set("-: "):
            found.pop()
        elif line.startswith("|"):
            found.append(cells)
    return found


def codes(text: str) -> list[str]:
    """Return what is written in backquotes, in order; two of them hold a text that has one."""
    return [(a or b).strip() for a, b in re.findall(r"``(.+?)``|`([^`]+)`", text)]


def lay_out(page: str, folder: Path) -> str:
    """Write the files that a page holds, and give that of its family; a part of a spec comes with the family."""
    family = next((block for block in blocks(page) if block.whole), home())
    for block in (family, *blocks(page)):
        if not block.file or block.language in ("text", "console"):
            continue
        part = block.language == "rspec" and not block.whole
        text = f"{family.text}\n{block.text}" if part else block.text
        (folder / block.file).write_text(text, "utf-8")
    return family.file


def write_problem(page: str, family: str, text: str, answer: str) -> None:
    """Put a problem and its answer into the section of a family on a page, in the place of those there."""
    head, title, rest = re.split(rf"(^## {family}\n)", read(page), maxsplit=1, flags=re.MULTILINE)
    block = re.compile(r"^```text\n.*?^```$\n\nThe answer: (?:[^\n]+\n)+", re.MULTILINE | re.DOTALL)
    new = f"```text\n{text}```\n\nThe answer: {answer}\n"
    (DOCS / f"{page}.md").write_text(
        head + title + block.sub(lambda _: new, rest, count=1), "utf-8"
    )
