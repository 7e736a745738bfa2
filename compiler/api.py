"""The public functions: `load` and `check` for specs, and `Family`, which generates and proves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from ..dsl.diagnostics import Diagnostic, Report, SpecError
from ..dsl.reading import read_source
from ..dsl.source import Source
from .contract import Limits
from .elaboration.elaborate import check_file, elaborate
from .family import Family as FamilyData
from .instances import Drop, Instance
from .maker import Maker
from .proving import proofs
from .proving.verdicts import find_verdict, keep_verdict, verdict_key
from .sources import Library, Program, Use, find_spec, find_unused, find_uses


class Family(FamilyData):
    """A compiled family with the verbs of its users: the content of a spec, and its instances."""

    @cached_property
    def maker(self) -> Maker:
        """What makes the instances of the family."""
        return Maker(self)

    @classmethod
    def of(cls, family: FamilyData) -> Family:
        """Return a family of data with these verbs."""
        return cls(**{field.name: getattr(family, field.name) for field in fields(family)})

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
            SpecError: a parameter or split is unknown, a value is out of its domain, or one cannot be drawn.
            Exhausted: every attempt at this index was dropped.
            Disagreement: engines gave different labels.
        """
        self.check_split(split)
        return self.maker.make(self.typed(params, preset), seed, split, index)

    def explain(
        self, seed: int, index: int, attempt: int, split: str = "", **params: Any
    ) -> Drop | None:
        """Return the draft that was dropped at an attempt at an instance; None if none was."""
        return self.maker.explain(self.typed(params), seed, split, index, attempt)

    def generate(
        self, n: int, seed: int = 0, split: str = "", preset: str = "", **params: Any
    ) -> Iterator[Instance]:
        """Make the instances 0 to n - 1."""
        return self.instances(range(n), seed, split, preset, **params)

    def instances(
        self, indices: range, seed: int = 0, split: str = "", preset: str = "", **params: Any
    ) -> Iterator[Instance]:
        """Make the instances at some indices: each is what `instance` makes, and raises what that raises."""
        self.check_split(split)
        return self.maker.make_each(self.typed(params, preset), seed, split, indices)

    def together(self, preset: str = "", **params: Any) -> int:
        """Return how many instances in a row are made with the least work: some may share a theory.

        Raises SpecError as `instance` does.
        """
        return self.maker.batch(self.typed(params, preset))

    def prove(
        self, limits: Limits | None = None, cache: Path | None = None
    ) -> tuple[Diagnostic, ...]:
        """Prove what `prove_family` proves of this family, and keep the verdict in the folder of a cache, if given."""
        key = None if cache is None else verdict_key(self)
        warnings = prove_family(self, limits)
        if cache is not None and key is not None and key == verdict_key(self):
            keep_verdict(self, key, warnings, cache)
        return warnings

    def proved(self, cache: Path) -> tuple[Diagnostic, ...] | None:
        """Return what `prove` returned earlier for the same files, code and libraries; None if it is not known."""
        key = verdict_key(self)
        return None if key is None else find_verdict(self, key, cache)


def prove_family(family: FamilyData, limits: Limits | None = None) -> tuple[Diagnostic, ...]:
    """Prove that tests and their complements are exact opposites, and that no two statements share words.

    Return warnings about parts that are correct but useless.

    Raises:
        SpecError: with a value for each test that fails, and both phrases of each shared sentence.
    """
    report = Report()
    proofs.prove(family, limits or Limits(), report)
    report.raise_errors()
    return report.warnings


def load(
    spec: str | Path, report: Report | None = None, rows: Mapping[str, str | Path] | None = None
) -> Family:
    """Read and check an installed family, a spec file, or a `family.json` that a run wrote.

    Args:
        spec: the name of an installed family such as `"animals"`, or the path of a file: a `Path`, or a string with a
            `/` or a suffix.
        report: takes the diagnostics, warnings too, where given.
        rows: files with rows (CSV, JSONL, Parquet) that take the place of a record's sampled ones, by record.

    Raises:
        SpecError: with every fault found.
    """
    report = report if report is not None else Report()
    library, main, own = _library(find_spec(spec))
    return Family.of(elaborate(library, main, report, own | _paths(rows)))


def choose_preset(preset: str, level: int | None) -> str:
    """Return the preset that a user chose by its name or, for a level of difficulty, by its number.

    Raises:
        ValueError: both are given.
    """
    if preset and level is not None:
        raise ValueError("both `preset` and `level` are given: choose one")
    return preset if level is None else str(level)


def load_families(path: Path) -> tuple[Family, ...]:
    """Return the families of a `family.json`: one, or those of a mixture.

    Raises:
        SpecError: it is no such file, or was changed into one that is wrong.
    """
    content = read_source(path).text.encode("utf-8")
    try:
        bundles = msgspec.json.decode(content, type=_Bundles).families
    except msgspec.MsgspecError:
        return (load(path),)
    return tuple(load_bundle(bundle) for bundle in bundles)


def load_bundle(bundle: Mapping[str, Any]) -> Family:
    """Compile a family from what `Family.bundle` gave.

    Raises:
        SpecError: it is no such value, or was changed into one that is wrong.
    """
    library, main, own = _open_bundle(msgspec.json.encode(bundle), "the bundle")
    return Family.of(elaborate(library, main, Report(), own))


def check(
    spec: str | Path | Source,
    rows: Mapping[str, str | Path] | None = None,
    prove: bool = False,
    overlays: Mapping[Path, str] | None = None,
) -> tuple[Diagnostic, ...]:
    """Return everything wrong with a family or a module, with proofs if requested.

    Args:
        spec: as `load` takes it, or a text that is in no file: the modules that it uses are in the current folder.
        overlays: as `inspect` takes them.

    Raises:
        SpecError: when the file cannot be read at all.
    """
    inspection = inspect(spec, overlays, rows)
    if not prove or inspection.family is None:
        return inspection.diagnostics
    report = Report()
    report.extend(inspection.diagnostics)
    try:
        report.extend(prove_family(inspection.family))
    except SpecError as error:
        report.extend(error.diagnostics)
    return tuple(report)


@dataclass(frozen=True)
class Inspection:
    """What is known about a spec, as far as it can be read.

    Attributes:
        diagnostics: everything wrong with it, in the order of places.
        program: its files; None if the main one cannot be read at all.
        family: what it declares; None for a module, and for a family with an error.
        uses: the names in its own files, with the places of their declarations.
    """

    diagnostics: tuple[Diagnostic, ...]
    program: Program | None = None
    family: FamilyData | None = None
    uses: tuple[Use, ...] = ()

    def path(self, source: Source) -> Path | None:
        """Return the file of a source; None if it is not a file of the program."""
        for module in self.program.modules if self.program is not None else ():
            if module.spec.span.source.name == source.name:
                return self.program.library.location(module.key) if self.program else None
        return None


def inspect(
    spec: str | Path | Source,
    overlays: Mapping[Path, str] | None = None,
    rows: Mapping[str, str | Path] | None = None,
) -> Inspection:
    """Check a family or a module, and find what its names refer to.

    Args:
        spec: as `check` takes it.
        overlays: texts that stand for the contents of files, such as those of an editor that are not saved. They are
            used for the spec, and for the files in and below its folder that it uses.

    Raises:
        SpecError: when the file cannot be read at all.
    """
    report = Report()
    if isinstance(spec, Source):
        library, main, own = Library(Path()), spec.name, dict[str, Path]()
        library.put(main, spec.text)
        _lay_over(library, Path(), overlays or {})
    else:
        library, main, own = _open(find_spec(spec), overlays or {})
    program, family = check_file(library, main, report, own | _paths(rows))
    uses = find_uses(program) if program is not None else ()
    if program is not None and not report.errors:
        _warn_unused(program, uses, report)
    return Inspection(tuple(report), program, family, uses)


def _warn_unused(program: Program, uses: tuple[Use, ...], report: Report) -> None:
    for use in find_unused(program, uses):
        report.add(
            "W0220",
            f"nothing uses `{use.name}`",
            use.span,
            help="remove it, or use it",
        )


def _open(path: Path, overlays: Mapping[Path, str]) -> tuple[Library, str, dict[str, Path]]:
    """Return a file's library, with the texts that stand for the contents of files, as `_library` does."""
    if not any(path.absolute() == each.absolute() for each in overlays):
        library, main, own = _library(path)
    else:
        library, main, own = Library(path.parent), path.name, {}
    _lay_over(library, path.parent, overlays)
    return library, main, own


def _lay_over(library: Library, folder: Path, overlays: Mapping[Path, str]) -> None:
    """Put texts in the place of files in a folder and below it."""
    home = folder.absolute()
    for path, text in overlays.items():
        if path.absolute().is_relative_to(home):
            library.put(path.absolute().relative_to(home).as_posix(), text)


def _paths(rows: Mapping[str, str | Path] | None) -> dict[str, Path]:
    return {name: Path(file) for name, file in (rows or {}).items()}


def _library(path: Path) -> tuple[Library, str, dict[str, Path]]:
    """Return where a file's family has its files, its main one, and the files of rows that it comes with."""
    source = read_source(path)
    if path.suffix != ".json":
        return Library(path.parent), path.name, {}
    return _open_bundle(source.text.encode("utf-8"), f"`{path}`")


def _open_bundle(content: bytes, shown: str) -> tuple[Library, str, dict[str, Path]]:
    try:
        bundle = msgspec.json.decode(content, type=_Bundle)
    except msgspec.MsgspecError as error:
        lacking = re.search(r"required field `(\w+)`", str(error))
        why = (
            "it has the families of a mixture"
            if b'"families"' in content[:20]
            else f"it lacks `{lacking[1]}`"
            if lacking
            else "it is not a file that `rspc compile` writes"
        )
        raise SpecError(
            [
                Diagnostic(
                    "E0602",
                    f"{shown} is not a family bundle: {why}",
                    help="use the path of a spec, or of the `family.json` of a dataset",
                )
            ]
        ) from None
    return Library(None, bundle.files), bundle.main, _paths(bundle.rows)


class _Bundle(msgspec.Struct):
    main: str
    files: dict[str, str]
    rows: dict[str, str] = {}


class _Bundles(msgspec.Struct):
    families: list[dict[str, Any]]
