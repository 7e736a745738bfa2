"""Applies the edits of diagnostics to specs, until none makes a spec better."""

from __future__ import annotations

import difflib
import os
import sys
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..compiler.notation import replace_file
from ..compiler.sources import find_spec, is_installed
from ..dsl.diagnostics import Diagnostic, SpecError, count_noun
from ..dsl.edits import Edit, apply_edits
from ..dsl.reading import read_source
from ..dsl.source import Source

MOST_CHECKS = 10
"""How often texts with edits are checked, not counting rounds in which all edits make a spec better."""

MOST_ROUNDS = 40
"""How many rounds there are: each leaves fewer errors, or reveals others further on in a file."""

SYNTAX = "E01"
"""How the codes of errors of syntax begin."""

MOST_COMPARED = 2000
"""Of how many lines with different ends even those that occur often are compared one by one."""

Find = Callable[[Mapping[str, str]], tuple[Diagnostic, ...]]
"""Finds what is wrong if files, by the names of their sources, have these texts."""


@dataclass(frozen=True)
class Repaired:
    """What repairs make of a spec.

    Attributes:
        found: what is wrong at the end.
        texts: the new texts of the files that change, by the names of their sources.
        fixed: how many diagnostics of each severity were repaired in each of these files.
    """

    found: tuple[Diagnostic, ...]
    texts: Mapping[str, str]
    fixed: Mapping[tuple[str, str], int]

    def is_better(self, other: Repaired) -> bool:
        """Return whether less is wrong than in another state: errors count first, then text not read, then warnings."""
        return _weigh(self.found) < _weigh(other.found)


def _weigh(found: Sequence[Diagnostic]) -> tuple[int, int, int]:
    """Return the numbers of errors, of characters from errors of syntax to the ends of files, and of warnings.

    An error of syntax may hide others that are further on in its item, but none before it.
    """
    errors = [each for each in found if each.severity == "error"]
    unread = sum(
        len(each.span.source.text) - each.span.start
        for each in errors
        if each.code.startswith(SYNTAX)
    )
    return len(errors), unread, len(found) - len(errors)


def repair(
    before: tuple[Diagnostic, ...], find: Find, may_change: Callable[[str], bool]
) -> Repaired:
    """Apply the edits of diagnostics in rounds, as long as each leaves a better state than before.

    Args:
        before: what is wrong.
        find: finds what is wrong, by the texts of the files that have changed; called at most `MOST_CHECKS` times,
            and twice for each of at most `MOST_ROUNDS` rounds in which all edits help.
        may_change: whether the file with this name may be changed.
    """
    state = Repaired(before, {}, {})
    checks = _Checks(find)
    for _ in range(MOST_ROUNDS):
        better = _better(state, checks, may_change) if checks.left else None
        if better is None:
            break
        state = better
    return state


class _Checks:
    """Checks texts with edits, a bounded number of times."""

    def __init__(self, find: Find) -> None:
        self._find = find
        self.left = MOST_CHECKS

    def apply(self, state: Repaired, diagnostics: Sequence[Diagnostic]) -> Repaired:
        """Return a state with the edits of these diagnostics."""
        self.left -= 1
        return _apply(state, diagnostics, self._find)


def _better(state: Repaired, checks: _Checks, may_change: Callable[[str], bool]) -> Repaired | None:
    """Return a better state: with all edits, or also those that they reveal, or the parts of them that help."""
    usable = _usable(state, may_change)
    if not usable:
        return None
    left = checks.left
    whole = checks.apply(state, usable)
    if whole.is_better(state):
        checks.left = left
        return whole
    further = _usable(whole, may_change) if checks.left else []
    if further and (revealed := checks.apply(whole, further)).is_better(state):
        checks.left = left
        return revealed
    return _better_in_part(state, usable, checks)


def _better_in_part(
    state: Repaired, usable: Sequence[Diagnostic], checks: _Checks
) -> Repaired | None:
    """Return the state with those halves of the edits that help, and halves of the other halves, larger ones first."""
    best: Repaired | None = None
    helpful: list[Diagnostic] = []
    parts = deque(_halves(usable))
    while parts and checks.left:
        part = parts.popleft()
        tried = checks.apply(state, [*helpful, *part])
        if tried.is_better(best or state):
            best = tried
            helpful += part
        else:
            parts += _halves(part)
    return best


def _halves(part: Sequence[Diagnostic]) -> list[Sequence[Diagnostic]]:
    middle = len(part) // 2
    return [part[:middle], part[middle:]] if middle else []


def _usable(state: Repaired, may_change: Callable[[str], bool]) -> list[Diagnostic]:
    """Return the diagnostics with edits in files that may be changed; none overlaps another."""
    taken: dict[str, _Taken] = {}
    usable = []
    for each in state.found:
        if not each.edits or not all(may_change(edit.span.source.name) for edit in each.edits):
            continue
        places = [
            (taken.setdefault(edit.span.source.name, _Taken()), edit)
            for edit in dict.fromkeys(each.edits)
        ]
        if all(place.is_free(edit) for place, edit in places):
            for place, edit in places:
                place.take(edit)
            usable.append(each)
    return usable


class _Taken:
    """The edits of a file that are to be made, in the order of their places; none overlaps another."""

    def __init__(self) -> None:
        self._edits: list[tuple[int, int, str]] = []

    def is_free(self, edit: Edit) -> bool:
        """Return whether an edit is one of these, or overlaps none of them."""
        key = _key(edit)
        place = bisect_left(self._edits, key)
        beside = self._edits[max(0, place - 2) : place + 2]
        return key in beside or not any(_overlap(key, other) for other in beside)

    def take(self, edit: Edit) -> None:
        """Add an edit that is free."""
        key = _key(edit)
        place = bisect_left(self._edits, key)
        if self._edits[place : place + 1] != [key]:
            self._edits.insert(place, key)


def _key(edit: Edit) -> tuple[int, int, str]:
    return edit.span.start, edit.span.end, edit.text


def _overlap(one: tuple[int, int, str], other: tuple[int, int, str]) -> bool:
    """Return whether two edits change the same characters, or insert at the same place."""
    (start, end, _), (begin, stop, _) = one, other
    return start == end == begin == stop or (start < stop and begin < end)


def _apply(state: Repaired, diagnostics: Sequence[Diagnostic], find: Find) -> Repaired:
    edits: dict[str, list[Edit]] = {}
    fixed = Counter(state.fixed)
    for each in diagnostics:
        for edit in each.edits:
            edits.setdefault(edit.span.source.name, []).append(edit)
        for name in {edit.span.source.name for edit in each.edits}:
            fixed[name, each.severity] += 1
    texts = dict(state.texts)
    for name, changes in edits.items():
        texts[name] = apply_edits(changes[0].span.source.text, changes)
    return Repaired(find(texts), texts, fixed)


def unified_diff(name: str, before: str, after: str) -> Iterator[str]:
    """Yield the lines of a unified diff of two texts of a file."""
    old, new = (text.splitlines(keepends=True) for text in (before, after))
    for line in difflib.unified_diff(old, new, fromfile=name, tofile=name):
        yield line.removesuffix("\n")
        if not line.endswith("\n"):
            yield "\\ No newline at end of file"


MARK = "\N{ZERO WIDTH NO-BREAK SPACE}".encode()


def rewrite(content: bytes, text: str) -> bytes:
    """Return a file's content with another text: its byte order mark and its line ends are kept.

    A new line ends as the one before it; the first one, as the first line of the file.
    """
    mark = MARK if content.startswith(MARK) else b""
    old = content.removeprefix(MARK).decode("utf-8").split("\n")
    new = text.split("\n")
    bare = [line.removesuffix("\r") for line in old]
    ends = ["\r" * line.endswith("\r") for line in old]
    if len(set(ends[:-1])) == 1:
        return mark + f"{ends[0]}\n".join(new).encode("utf-8")
    lines: list[str] = []
    matcher = difflib.SequenceMatcher(None, bare, new, autojunk=len(new) > MOST_COMPARED)
    for _, start, _, first, last in matcher.get_opcodes():
        for index in range(first, last):
            kept = ends[max(0, min(start + index - first, len(ends) - 2))]
            lines.append(new[index] + (kept if index < len(new) - 1 else ""))
    return mark + "\n".join(lines).encode("utf-8")


def account(name: str, fixed: Mapping[tuple[str, str], int]) -> str:
    """Return a line about what was repaired in a file: `fixed 3 errors in a.rspec`."""
    counts = [
        count_noun(fixed[name, severity], severity)
        for severity in ("error", "warning")
        if fixed.get((name, severity))
    ]
    return f"fixed {' and '.join(counts)} in {name}"


class Files:
    """The files that may be changed for a spec: its own, and the modules in its folder and below."""

    def __init__(self, given: Path | Source, content: bytes = b"") -> None:
        """Hold the files for a spec; one from standard input is given as a source, with its bytes."""
        self.given = given
        self._content = content
        self._before: dict[str, str] = {}

    def may_change(self, name: str) -> bool:
        """Return whether a file is one of these, by the name of its source."""
        if isinstance(self.given, Source):
            return name == self.given.name
        if name not in self._before and self._is_own(name):
            self._before[name] = read_source(Path(name)).text
        return name in self._before

    def _is_own(self, name: str) -> bool:
        assert isinstance(self.given, Path)
        path = Path(name)
        beside = path.suffix == ".rspec" and path.is_relative_to(self.given.parent)
        return (path == self.given or beside) and path.is_file() and not is_installed(path)

    def text(self, name: str) -> str:
        """Return the text that one of these files had first."""
        return self.given.text if isinstance(self.given, Source) else self._before[name]

    def refuse_read_only(self, names: Iterable[str]) -> None:
        """Raise SpecError if some of these files are read-only."""
        paths = [] if isinstance(self.given, Source) else [Path(name) for name in sorted(names)]
        refused = [
            _refuse(str(path), "it is read-only", "allow writing to it, or fix a copy")
            for path in paths
            if not (path.stat().st_mode & 0o222 and os.access(path, os.W_OK))
        ]
        if refused:
            raise SpecError(refused)

    def write(self, name: str, text: str) -> None:
        """Give a file another text at once, or write the text of standard input to standard output.

        Raises SpecError if the file cannot be written, or has changed since it was read.
        """
        if isinstance(self.given, Source):
            sys.stdout.buffer.write(rewrite(self._content, text))
            sys.stdout.buffer.flush()
            return
        path = Path(name)
        if read_source(path).text != self._before[name]:
            raise _refusal(name, "it changed during the check", "run the command again")
        replace_file(path, rewrite(path.read_bytes(), text))


def place_of(spec: str) -> Path:
    """Return the file of a spec that may be fixed. Raises SpecError if it is no file of the user's own."""
    path = find_spec(spec)
    why = (
        "it is a bundle of files"
        if path.suffix == ".json"
        else "it belongs to an installed package"
        if is_installed(path) or str(path) != str(Path(spec))
        else ""
    )
    if why:
        repair = "copy the spec to a folder of your own, and fix the copy"
        raise _refusal(spec, why, repair)
    return path


def _refusal(name: str, why: str, repair: str) -> SpecError:
    return SpecError([_refuse(name, why, repair)])


def _refuse(name: str, why: str, repair: str) -> Diagnostic:
    return Diagnostic("E0817", f"`{name}` cannot be fixed: {why}", help=repair)
