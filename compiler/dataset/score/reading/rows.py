"""What a reader of a format yields: replies, and places that hold none."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeAlias

from .....dsl.diagnostics import Diagnostic, SpecError


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply: the id of a record, the text, and the text of its proof, if there is one."""

    id: str
    text: str
    proof: str | None = None


@dataclass(frozen=True, slots=True)
class Damaged:
    """A place of a file that should hold a reply, and why it holds none."""

    where: str
    why: str


Columns: TypeAlias = Mapping[str, str]
"""The names of the columns that the user gives for `id`, `reply` and `proof`."""

Rows: TypeAlias = Iterator[Reply | Damaged]

Reader: TypeAlias = Callable[[Path, IO[bytes], Columns], Rows]
"""Yields what an opened file holds, in one pass; raises SpecError if the whole file is refused."""


def refused(code: str, message: str, help: str = "") -> SpecError:
    """Return the error of a file that is refused as a whole."""
    return SpecError([Diagnostic(code, message, help=help)])
