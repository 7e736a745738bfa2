"""A family: everything a spec says, checked, and ready to make instances."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ..dsl.diagnostics import Diagnostic, Report, SpecError, did_you_mean
from ..dsl.source import NOWHERE, Span
from .contract import Limits, Logic, Strategy, Task
from .ir import nodes as ir
from .ir.match import match
from .ir.traversal import walk
from .kinds import Kind
from .knobs import Settings
from .library import Library
from .parameters import Chosen, Parameter, read_settings
from .records import RecordType
from .slot_tests import SlotTest
from .text.phrase import Phrase
from .typed import Type, Typed

USUAL_SPLITS = ("train", "validation", "test")
"""The splits that every family has."""

if TYPE_CHECKING:
    from .division import Division
    from .drops import Drop
    from .instance import Instance
    from .knowledge import Knowledge
    from .styles import Naming
    from .text.phrasebook import Phrasebook
    from .undivided import Undivided
    from .words import Words
    from .written import Written


@dataclass(frozen=True)
class Growth:
    """How theories are made: by a strategy with its knobs, on statements written out (`core`), or by those alone."""

    core: Written
    strategy: Strategy | None = None
    knobs: Settings | None = None
    span: Span = NOWHERE


@dataclass(frozen=True)
class Asked:
    """A question of the family: its task, knobs, goal, the author's own words for it, and when it is asked."""

    task: Task
    knobs: Settings
    goal: ir.Goal
    text: str
    span: Span
    guard: Typed | None = None

    @cached_property
    def phrase(self) -> Phrase | None:
        """The words as a phrase for the goal, where its holes make them differ between instances."""
        if not self.text or not any(isinstance(each, ir.Hole) for each in walk(self.goal)):
            return None
        return Phrase(self.goal, self.text, span=self.span)

    def worded(
        self, goal: ir.Goal, book: Phrasebook, pattern: ir.Goal, given: Mapping[str, ir.Term]
    ) -> str | None:
        """Return the question in the author's own words; None where these are not a phrase for this goal.

        Args:
            pattern: the question with what its holes named like parameters and chosen values stand for, as `given`.
        """
        bound = None if self.phrase is None else match(pattern, goal)
        if self.phrase is None or bound is None:
            return None
        return book.say_by(self.phrase, {**given, **bound})


@dataclass(frozen=True)
class Requirement:
    """A condition that an instance must meet, with its own text for the account of rejections."""

    text: str
    holds: Typed


@dataclass(frozen=True)
class Family:
    """A compiled family.

    `hash` names its meaning: the canonical text of all its files; `theory_hash` names what theories, questions and
    labels depend on, which is all but the wording. `wording` holds the parameters and chosen values that change words
    alone. `splits` are those that its pools and tables are divided into, and `undivided` the words of all of them: an
    instance has its own in the grammar of its scene. `lists` are all lists of words, where one of them is divided.
    """

    name: str
    description: str
    hash: str
    theory_hash: str
    logic: Logic
    options: tuple[tuple[str, str | bool | int], ...]
    parameters: Mapping[str, Parameter]
    presets: Mapping[str, Mapping[str, Any]]
    chosen: tuple[Chosen, ...]
    chosen_types: Mapping[str, Type]
    record: RecordType | None
    tests: tuple[SlotTest, ...]
    knowledge: tuple[Knowledge, ...]
    undivided: Undivided
    signature: ir.Signature
    growth: Growth
    asks: tuple[Asked, ...]
    requirements: tuple[Requirement, ...]
    measures: Mapping[str, Typed]
    engines: tuple[str, ...]
    words: Words
    library: Library
    main: str
    wording: frozenset[str] = frozenset()
    splits: tuple[str, ...] = ()
    lists: tuple[Division, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
    naming: Naming | None = None
    attempts: int = 200
    name_spans: Mapping[str, Span] = field(default_factory=dict, compare=False, repr=False)
    memo: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of the record's slots."""
        found: Mapping[str, Kind] | None = self.memo.get("kinds")
        if found is None:
            found = self.memo["kinds"] = self.record.kinds if self.record is not None else {}
        return found

    @property
    def all_splits(self) -> tuple[str, ...]:
        """The usual splits, and those of its own. Each problem belongs to one of them."""
        return tuple(dict.fromkeys((*USUAL_SPLITS, *self.splits)))

    def settings(self, pairs: Mapping[str, str], preset: str = "") -> dict[str, Any]:
        """Type settings that a user wrote as text, over those of a preset; SpecError names every bad one."""
        return read_settings(pairs, self.parameters, self.chosen_types, self._preset(preset))

    def _preset(self, name: str) -> Mapping[str, Any]:
        if name and name not in self.presets:
            listed = f"its presets are {', '.join(self.presets) or 'none'}"
            help = f"{did_you_mean(name, self.presets)} {listed}".lstrip()
            raise SpecError([Diagnostic("E0418", f"the family has no preset `{name}`", help=help)])
        return self.presets.get(name, {})

    def instance(
        self,
        seed: int = 0,
        index: int = 0,
        split: str = "",
        preset: str = "",
        **params: Any,
    ) -> Instance:
        """Make one instance: a pure function of its arguments, whatever was made before.

        Raises:
            SpecError: a parameter is unknown or out of its domain, or a value cannot be drawn.
            Exhausted: every attempt at this index was dropped.
            Disagreement: engines gave different labels.
        """
        from .pipeline import make

        self.check_split(split)
        given = {name: self.shown(name, value) for name, value in params.items()}
        return make(self, self.settings(given, preset), seed, split, index)

    def explain(
        self, seed: int, index: int, attempt: int, split: str = "", **params: Any
    ) -> Drop | None:
        """Return the draft that was dropped at an attempt at an instance; None where none was."""
        from .pipeline import explain

        given = {name: self.shown(name, value) for name, value in params.items()}
        return explain(self, self.settings(given), seed, split, index, attempt)

    def check_split(self, split: str) -> None:
        """Raise SpecError (E0423) for a split that the family has not; the empty name is of none."""
        known = self.all_splits
        if split and split not in known:
            near = did_you_mean(split, known) or f"its splits are {', '.join(known)}"
            raise SpecError([Diagnostic("E0423", f"the family has no split `{split}`", help=near)])

    def shown(self, name: str, value: Any) -> str:
        """Give the value of a parameter as a user would write it."""
        if isinstance(value, str):
            return value
        parameter = self.parameters.get(name)
        return parameter.show(value) if parameter is not None else str(value)

    def generate(
        self, n: int, seed: int = 0, split: str = "", preset: str = "", **params: Any
    ) -> Iterator[Instance]:
        """Make the instances 0 to n - 1."""
        return self.instances(range(n), seed, split, preset, **params)

    def instances(
        self, indices: range, seed: int = 0, split: str = "", preset: str = "", **params: Any
    ) -> Iterator[Instance]:
        """Make the instances at some indices: each is what `instance` makes, and raises what that raises."""
        from .pipeline import make_each

        self.check_split(split)
        given = {name: self.shown(name, value) for name, value in params.items()}
        return make_each(self, self.settings(given, preset), seed, split, indices)

    def together(self, preset: str = "", **params: Any) -> int:
        """Give how many instances in a row are made with the least work: some may share a theory.

        Raises SpecError as `instance` does.
        """
        from .attempts import Attempts

        given = {name: self.shown(name, value) for name, value in params.items()}
        return Attempts(self, self.settings(given, preset), 0, "").together()

    def prove(self, limits: Limits | None = None) -> tuple[Diagnostic, ...]:
        """Prove that tests and their complements are exact opposites, and that no two statements share words.

        Gives warnings of what is no fault, and yet of no use.

        Raises:
            SpecError: with a value for each test that fails, and both phrases of each text that is shared.
        """
        from .proofs import prove

        report = Report()
        prove(self, limits or Limits(), report)
        report.raise_errors()
        return report.warnings

    def bundle(self) -> dict[str, Any]:
        """Give the family as one JSON value that can be loaded again: every file that it was made from."""
        rows = self.library.rows()
        named = {"rows": {self.record.name: rows[0]}} if self.record is not None and rows else {}
        return {
            "family": self.name,
            "hash": self.hash,
            "main": self.main,
            **named,
            "files": self.library.bundle(),
        }


def load(
    path: str | Path, report: Report | None = None, rows: Mapping[str, str | Path] | None = None
) -> Family:
    """Read and check a spec file, or a `family.json` that a run wrote.

    Args:
        path: the `.rspec` file.
        report: takes the diagnostics, warnings too, where given.
        rows: files with rows (CSV, JSONL, Parquet) that take the place of a record's sampled ones, by record.

    Raises:
        SpecError: with every fault found.
    """
    from .elaborate import elaborate

    report = report if report is not None else Report()
    library, main, own = _library(Path(path))
    return elaborate(library, main, report, own | _paths(rows))


def unbundled(bundle: Mapping[str, Any]) -> Family:
    """Compile a family from what `Family.bundle` gave.

    Raises:
        SpecError: it is no such value, or was changed into one that is wrong.
    """
    from .elaborate import elaborate

    library, main, own = _opened(msgspec.json.encode(bundle), "the bundle")
    return elaborate(library, main, Report(), own)


def check(
    path: str | Path, rows: Mapping[str, str | Path] | None = None, prove: bool = False
) -> tuple[Diagnostic, ...]:
    """Give everything wrong with a family or a module, proofs included where asked for.

    Raises:
        SpecError: when the file cannot be read at all.
    """
    from .elaborate import check_file

    report = Report()
    library, main, own = _library(Path(path))
    try:
        family = check_file(library, main, report, own | _paths(rows))
        if prove and family is not None:
            report.extend(family.prove())
    except SpecError as error:
        report.extend(error.diagnostics)
    return tuple(report)


def _paths(rows: Mapping[str, str | Path] | None) -> dict[str, Path]:
    return {name: Path(file) for name, file in (rows or {}).items()}


def _library(path: Path) -> tuple[Library, str, dict[str, Path]]:
    """Give where a file's family has its files, its main one, and the files of rows that it comes with."""
    from ..dsl.reading import read_source

    source = read_source(path)
    if path.suffix != ".json":
        return Library(path.parent), path.name, {}
    return _opened(source.text.encode("utf-8"), f"`{path}`")


def _opened(content: bytes, shown: str) -> tuple[Library, str, dict[str, Path]]:
    try:
        bundle = msgspec.json.decode(content, type=_Bundle)
    except msgspec.MsgspecError as error:
        lacking = re.search(r"required field `(\w+)`", str(error))
        why = f"it lacks `{lacking[1]}`" if lacking else "it is not what `rspc compile` writes"
        help = "name a spec, or the `family.json` of a dataset"
        raise SpecError(
            [Diagnostic("E0602", f"{shown} is no family bundle: {why}", help=help)]
        ) from None
    return Library(None, bundle.files), bundle.main, _paths(bundle.rows)


class _Bundle(msgspec.Struct):
    main: str
    files: dict[str, str]
    rows: dict[str, str] = {}
