"""Writes a finished dataset in the form that another program reads."""

import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec

from ....dsl.diagnostics import Diagnostic, SpecError, did_you_mean
from ....version import __version__
from ...contract import Export, Exporter, Problem, Unsuitable, plugins
from ...replies import PLAIN, check_form
from ..formats import UNNAMED, content, disk, folder, read
from .problems import choose_shots, posed
from .tables import Table, open_table

ACCOUNT = "export.json"
"""The file that marks a folder as an export, and lists its files."""

OLD = ".old"

MOST_SHOTS = 100
"""How many worked problems a prompt can have."""

MOST_VALUES = 20
"""Parameters with more values are not listed."""


@dataclass(frozen=True)
class Exported:
    """What was written: the folder, and how many problems each split has."""

    out: Path
    target: str
    counts: Mapping[str, int]
    files: tuple[str, ...]


def export(
    dataset: str | Path,
    target: str,
    out: str | Path,
    *,
    shots: int = 0,
    shots_from: str | None = None,
    answer_format: str = PLAIN,
    proof: bool = False,
    force: bool = False,
    progress: Callable[[int], None] = lambda _: None,
) -> Exported:
    """Write a dataset in the form of a target. All files appear at once, or none does.

    Args:
        dataset: a folder that `rspc compile` wrote, or a file of records in it.
        target: the name of an exporter, such as `trl`.
        out: the folder to write.
        shots: how many worked problems precede each prompt.
        shots_from: the split that they come from, which is then not exported; by default `train`.
        answer_format: `plain`, or the form that prompts ask for: `boxed`, `json` or `tag`.
        proof: whether keys have what a reward for proofs needs.
        force: whether an earlier export in the folder is replaced.
        progress: called after each record with how many were read.

    Raises:
        SpecError: E0804 or E0805 for a missing or damaged dataset; E0801 to E0803 for a folder that cannot be
            used; E0816 if a package is missing; E0810 for an unknown target, E0856 for an unknown form; E0857 for a
            problem that the target cannot have; E0858 for worked problems that cannot be chosen; E0859 for an
            unfinished run.
    """
    source, place = Path(dataset), Path(out)
    exporter = _exporter(target)
    check_form(answer_format)
    told = _finished(source)
    examples, left_out = _examples(source, shots, shots_from, answer_format)
    _check(place, force)
    with _staged(place) as stage:
        written = _Written(stage, exporter)
        with ExitStack() as files:
            for number, record in enumerate(read.problems(source), 1):
                progress(number)
                if (record["split"] or UNNAMED) != left_out:
                    written.add(posed(record, answer_format, examples, proof), files)
        if not written.counts:
            raise _no_shots(f"`{source}` has no other split than `{left_out}`")
        about = written.about(told, source)
        for name, text in exporter.files(about).items():
            (stage / name).parent.mkdir(parents=True, exist_ok=True)
            disk.place(stage / name, text.encode())
        account = _account(stage, target, told, about, shots=shots, form=answer_format, proof=proof)
        disk.write(stage / ACCOUNT, account)
        names = tuple(each["file"] for each in account["files"])
        _publish(stage, place)
    return Exported(place, target, about.counts, names)


def _exporter(target: str) -> Exporter:
    known = plugins.names(plugins.EXPORTERS)
    if target not in known:
        help = did_you_mean(target, known) or f"there are: {', '.join(known)}"
        raise SpecError([Diagnostic("E0810", f"there is no target `{target}`", help=help)])
    found: Exporter = plugins.make(plugins.EXPORTERS, target)
    return found


def _finished(dataset: Path) -> Mapping[str, Any]:
    """Return the manifest of a dataset, an empty one if it has none; refuse an unfinished run."""
    told = read.manifest(dataset) or {}
    home = dataset.parent if dataset.is_file() else dataset
    if told.get("complete", True) is not True or (not told and folder.has_unfinished_run(home)):
        raise SpecError(
            [
                Diagnostic(
                    "E0859",
                    f"the run in `{home}` is not finished",
                    help="repeat its command, which continues it",
                )
            ]
        )
    return told


def _examples(
    dataset: Path, count: int, split: str | None, form: str
) -> tuple[tuple[Problem, ...], str | None]:
    """Return worked problems, and the split that they come from; none if none are wanted."""
    if count == 0 and split is None:
        return (), None
    if not 1 <= count <= MOST_SHOTS:
        raise _no_shots(f"{count} worked problems are not between 1 and {MOST_SHOTS}")
    chosen = split or UNNAMED
    found = choose_shots(read.records(dataset, chosen), count, form)
    if len(found) < count:
        raise _no_shots(f"split `{chosen}` of `{dataset}` has only {len(found)} problems")
    return found, chosen


def _no_shots(why: str) -> SpecError:
    return SpecError(
        [
            Diagnostic(
                "E0858",
                why,
                help="worked problems come from a split of their own: compile with `--split train=20,test=100`",
            )
        ]
    )


def _check(out: Path, force: bool) -> None:
    """Refuse a folder with anything but an earlier export, and that too unless it may be replaced."""
    with disk.report_os_errors(out):
        if not os.path.lexists(out):
            return
        if out.is_symlink() or not out.is_dir():
            raise SpecError(
                [Diagnostic("E0802", f"`{out}` is not a folder", help="use `-o` to name a folder")]
            )
        held = {path.relative_to(out).as_posix() for path in out.rglob("*") if not path.is_dir()}
    foreign = held - _own_files(out)
    if foreign:
        raise SpecError(
            [
                Diagnostic(
                    "E0803",
                    f"`{out}` holds `{min(foreign)}`, which is of no export",
                    help="use `-o` to name another folder",
                )
            ]
        )
    if held and not force:
        raise SpecError(
            [
                Diagnostic(
                    "E0803",
                    f"`{out}` holds another export",
                    help="use `-o` to name another folder, or `--force` to replace it",
                )
            ]
        )


def _own_files(out: Path) -> set[str]:
    """Return the files of an earlier export in a folder, as its account lists them."""
    try:
        held = msgspec.json.decode(content(out / ACCOUNT, out), type=_Account)
    except (OSError, SpecError, msgspec.MsgspecError, UnicodeError):
        return set()
    return {ACCOUNT, *(each.file for each in held.files)}


class _File(msgspec.Struct):
    file: str


class _Account(msgspec.Struct):
    files: list[_File]


@contextmanager
def _staged(out: Path) -> Iterator[Path]:
    """Yield a new hidden folder beside the one to write; it is removed if it was not published."""
    stage = out.absolute().with_name(f".{out.absolute().name}.{uuid4().hex[:12]}{folder.PARTIAL}")
    with disk.report_os_errors(out):
        stage.mkdir(parents=True)
    try:
        yield stage
    finally:
        shutil.rmtree(stage, ignore_errors=True)


class _Written:
    """The tables of an export, and what is known of its problems so far."""

    def __init__(self, stage: Path, exporter: Exporter) -> None:
        self._stage = stage
        self._exporter = exporter
        self._tables: dict[str, Table] = {}
        self._families: dict[str, str] = {}
        self._values: dict[str, dict[Any, None]] = {}
        self.counts = Counter[str]()

    def add(self, problem: Problem, files: ExitStack) -> None:
        """Write the row of a problem to the table of its split."""
        record, split = problem.record, problem.split
        try:
            row = self._exporter.row(problem)
        except Unsuitable as unsuitable:
            raise SpecError(
                [
                    Diagnostic(
                        "E0857",
                        f"`{self._exporter.name}` cannot have record `{record['id']}`: {unsuitable}",
                        help="choose another target, or other settings of the family",
                    )
                ]
            ) from None
        if split not in self._tables:
            folder.check_split(split, record["id"], len(self._tables))
            path = self._stage / self._name(split)
            self._tables[split] = files.enter_context(open_table(path, self._exporter.columns))
        self._tables[split].add(row)
        self.counts[split] += 1
        if len(self._families) < 2:
            self._families[record["family"]] = record["family_hash"]
        for name, value in record["params"].items():
            held = self._values.setdefault(name, {})
            if len(held) <= MOST_VALUES and not isinstance(value, dict | list):
                held[value] = None

    def about(self, manifest: Mapping[str, Any], dataset: Path) -> Export:
        """Return what the exporter's own files say of the dataset."""
        (family, version), *others = self._families.items()
        if others:
            family, version = dataset.absolute().name, str(manifest.get("digest", version))
        return Export(
            family=re.sub(r"\W+", "_", family),
            version=version,
            rspc=__version__,
            files={split: self._name(split) for split in sorted(self.counts)},
            counts=dict(sorted(self.counts.items())),
            varied={
                name: tuple(values)
                for name, values in sorted(self._values.items())
                if 1 < len(values) <= MOST_VALUES
            },
        )

    def _name(self, split: str) -> str:
        return f"{split}{self._exporter.suffix}"


def _account(
    stage: Path, target: str, manifest: Mapping[str, Any], export: Export, **settings: Any
) -> dict[str, Any]:
    """Return what identifies an export: what it was made from and how, and its files."""
    names = sorted(
        path.relative_to(stage).as_posix() for path in stage.rglob("*") if path.is_file()
    )
    return {
        "target": target,
        "rspc": export.rspc,
        "family": export.family,
        "of": manifest.get("digest"),
        **settings,
        "counts": dict(export.counts),
        "files": [
            {
                "file": name,
                "bytes": (stage / name).stat().st_size,
                "digest": disk.digest(stage / name),
            }
            for name in names
        ],
    }


def _publish(stage: Path, out: Path) -> None:
    """Give a staged folder its name, in place of an earlier export."""
    earlier = stage.with_name(f"{stage.name}{OLD}")
    with disk.report_os_errors(out):
        if out.exists():
            os.replace(out, earlier)
        os.replace(stage, out)
        disk.settle(out.absolute().parent)
        shutil.rmtree(earlier, ignore_errors=True)
