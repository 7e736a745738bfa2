"""Verifies a dataset: its records, their order and number, and what its manifest tells of them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from ....dsl.diagnostics import Diagnostic, SpecError
from ...api import Family, load, load_families
from ..formats import columns, folder, read
from ..runs import Tally, count, executors, freeze_gc
from .account import Account, first_index
from .order import MixtureOrder
from .parts import PART, UNKNOWN, Examiner, Failed, Found, Item, Own, Part, kit, start_examiner
from .report import MOST, Fault, Findings, Report
from .sidecars import Sheets, check_bundle, check_descriptions
from .verifier import Verifiers


def verify(
    source: str | Path | Mapping[str, Any],
    family: Family | str | Path | None = None,
    engines: Sequence[str] = (),
    sample: float = 1.0,
    progress: Callable[[int], None] = lambda _: None,
    workers: int = 1,
    other_version: bool = False,
    executor: str = executors.LOCAL,
) -> Report:
    """Verify a record, or a dataset.

    Args:
        source: a record or a row of one, or the folder that a run wrote, or a file of records in it.
        family: the family of the records: a family, a spec or a `family.json`; by default the one next to
            the dataset.
        engines: engines that decide every problem again.
        sample: the share of a dataset's records to verify. Their ids alone determine which.
        progress: called from time to time with the number of verified records.
        workers: how many processes verify a dataset. The report does not depend on it, except for a warning
            about a worker that failed where another process does not (W0850).
        other_version: whether to accept records of another version of rspc, without comparing their wording.
        executor: where the processes run: `local` or `ray`.

    Raises:
        SpecError: there are no records (E0804), no family (E0848), no such executor (E0810) or no Ray (E0816), or an
            engine cannot be used.
        EngineError: an engine failed, or processes died repeatedly over some records.
    """
    executors.check(executor)
    if isinstance(source, Mapping):
        if family is None:
            raise SpecError(
                [
                    Diagnostic(
                        "E0848",
                        "verifying a record needs its family",
                        help="pass the family: `rspc.verify(record, family)`",
                    )
                ]
            )
        own = family if isinstance(family, Family) else load(family)
        verifier = Verifiers((own,), engines, other_version)
        findings = verifier.start_findings()
        findings.records = 1
        is_row = isinstance(source.get("certificate"), str)
        record = columns.record(source) if is_row else source
        verifier.of(record).verify(record)
        return findings.report()
    dataset = Path(source)
    paths = read.files(dataset)
    match family:
        case Family():
            families: tuple[Family, ...] = (family,)
        case None:
            families = load_families(_bundle(dataset))
        case _:
            families = load_families(Path(family)) if _is_bundle(family) else (load(family),)
    verifiers = Verifiers(families, engines, other_version)
    return _Run(dataset, paths, verifiers, sample, workers, executor).report(progress)


def _is_bundle(spec: str | Path) -> bool:
    return str(spec).endswith(".json")


def _bundle(dataset: Path) -> Path:
    found = folder.family_of(dataset)
    if found is not None:
        return found
    raise SpecError(
        [
            Diagnostic(
                "E0848",
                f"there is no `{folder.FAMILY}` next to the records of `{dataset}`",
                help="use `--family` with the path of the spec, or of a copy of `family.json`",
            )
        ]
    )


class _Run:
    """The verification of one dataset."""

    def __init__(
        self,
        dataset: Path,
        paths: Sequence[Path],
        verifiers: Verifiers,
        sample: float,
        workers: int,
        executor: str,
    ) -> None:
        self._dataset = dataset
        self._paths = paths
        self._verifiers = verifiers
        self._workers = workers
        self._executor = executor
        self._findings = Findings()
        self._most = int(sample * 2**64)
        self._account = Account(verifiers.families)
        self._next: dict[tuple[str, ...], int] = {}
        self._rejections: dict[str, int] = {}
        self._decoder = msgspec.json.Decoder(dict[str, Any])
        self._manifest = self._read_manifest()
        told = self._manifest or {}
        self._reduced = "reduced" in told
        whole = dataset.is_dir() and not self._reduced
        self._order = MixtureOrder(told) if whole and "mixture" in told else None
        self._first = first_index(dataset, told) if dataset.is_file() else 0
        self._split_of = {
            dataset / value["file"]: value.get("split") for value in told.get("files", ())
        }
        self._kept = (
            {path.name: path for path in folder.kept_files(dataset)} if dataset.is_dir() else {}
        )
        self._named = _by_beginnings(self._kept)
        self._sheets = Sheets(dataset, told if dataset.is_dir() else {})

    def report(self, progress: Callable[[int], None]) -> Report:
        verified = 0

        def told(part: Part, tally: Tally) -> None:
            progress(verified + tally.done)

        with closing(self._examine_parts(told)) as examined:
            for part, found in executors.in_order(examined):
                self._findings.merge(found.report)
                for cause, number in found.rejections.items():
                    count(self._rejections, cause, number)
                verified += part.size
                progress(verified)
        self._check_manifest()
        self._check_beside()
        for name in sorted(self._kept):
            self._findings.add(
                [Fault("E0844", "", name, f"`{name}` belongs to no verified record")]
            )
        self._check_foreign()
        return self._findings.report()

    def _examine_parts(
        self, told: Callable[[Part, Tally], None]
    ) -> Generator[tuple[Part, Found], None, None]:
        """Yield each part with the findings in it, as they are finished."""
        examiner = Examiner(self._verifiers)
        is_local = self._executor == executors.LOCAL
        if is_local and self._workers == 1:
            freeze_gc()
            for part in self._parts():
                yield part, examiner.examine(part, partial(told, part))
            return
        # Machines of a cluster share no folder with this one.
        parts = self._parts() if is_local else (part.read_files() for part in self._parts())
        finished = executors.run_tasks(
            self._executor, start_examiner, kit(self._verifiers), parts, self._workers, told
        )
        with closing(finished):
            for part, found in filter(None, finished):
                if isinstance(found, Failed):
                    self._warn_of_worker(part, found)
                    found = examiner.examine(part, partial(told, part))
                yield part, found

    def _warn_of_worker(self, part: Part, failed: Failed) -> None:
        """Warn that a worker failed on a part; if this process fails on it too, report that instead."""
        self._findings.warn(
            Diagnostic(
                "W0850",
                f"a worker failed on records {part.start} to {part.stop - 1}: {failed.reason}",
                help="another process verified them; if this happens again, use fewer workers",
            )
        )

    # ---------------------------------------------------------------------------------------------- the records

    def _parts(self) -> Iterator[Part]:
        """Yield the records to verify, in order."""
        start, stop, position = 1, 1, 0
        items: list[Item] = []
        context: object = None
        for item, own in self._items():
            whole = len(items) >= (PART if own is None or own != context else 2 * PART)
            if whole:
                yield Part(position, start, stop, tuple(items))
                start, position, items = stop, position + 1, []
            if item is not None:
                items.append(item)
            stop, context = self._findings.records + 1, own
        if items:
            yield Part(position, start, stop, tuple(items))

    def _items(self) -> Iterator[tuple[Item | None, object]]:
        """Yield every record of all files, and the error of each damaged file, after which the next file is read.

        A record without errors yields None. Each comes with what it shares with other records of its theory.
        """
        for path in self._paths:
            damaged = 0
            try:
                for line, _, row in read.lines(path):
                    item = self._item(line, path, row)
                    damaged += item[0] is not None and _is_damaged(item[0])
                    yield item
                    if damaged > MOST:
                        yield (
                            Item(
                                (
                                    Fault(
                                        "E0805",
                                        "",
                                        path.name,
                                        f"more than {MOST:,} records of `{path.name}` cannot be read",
                                    ),
                                )
                            ),
                            None,
                        )
                        break
            except SpecError as error:
                faults = (Fault(e.code, "", path.name, e.message) for e in error.diagnostics)
                yield Item(tuple(faults)), None

    def _item(self, line: bytes, path: Path, row: int) -> tuple[Item | None, object]:
        """Count a record, and return the parts of it to verify, with the hash of its context."""
        self._findings.records += 1
        self._account.line(path, line)
        self._sheets.add(path, line)
        try:
            record = read.decode_line(self._decoder, line, path, row)
        except SpecError as error:
            place = f"{path.name}:{row}"
            faults = tuple(Fault(e.code, "", place, e.message) for e in error.diagnostics)
            return Item(faults), None
        self._account.record(record)
        faults = tuple(self._report_misplaced(record, path))
        files = self._files(record["id"])
        for file in files:
            self._kept.pop(file.name)
        if files and self._texts() is False:
            faults += (
                Fault(
                    "E0844",
                    record["id"],
                    "keep",
                    f"the manifest's `keep` says that it has no files of its own, but it has `{files[0].name}`",
                ),
            )
        context = record.get("context_hash")
        if self._is_sampled(record["id"]):
            return Item(faults, line, tuple(map(Own, files)), self._texts() is True), context
        return Item(faults) if faults else None, context

    def _is_sampled(self, id: str) -> bool:
        digest = hashlib.blake2b(id.encode("utf-8", "replace"), digest_size=8).digest()
        return int.from_bytes(digest, "big") < self._most

    def _report_misplaced(self, record: Mapping[str, Any], path: Path) -> Iterator[Fault]:
        """Report a record that is in the file of another split, or not in the place of its index.

        Records of a split and a setting are numbered from 0, or increasing if some were left out.
        """
        index, split = record.get("index"), record.get("split")
        if not (isinstance(index, int) and isinstance(split, str)):
            return  # reported by the verifier
        key = (split, str(record.get("params_hash")), str(record.get("family_hash")))
        expected = self._next.get(key, 0 if self._next else self._first)
        self._next[key] = index + 1
        if index < expected or (index > expected and not self._reduced):
            yield Fault("E0845", record["id"], "index", f"index {expected} should be here")
        if self._order is not None and (missed := self._order.miss(record)):
            yield Fault("E0845", record["id"], "id", missed)
        own_split = self._split_of.get(path)
        if own_split not in (None, split) and not self._reduced:
            yield Fault(
                "E0845",
                record["id"],
                "split",
                f"its split is `{split}`, but it is in a file of split `{own_split}`",
            )
        for field in ("rspc", "seed"):
            own = record.get(field) if self._manifest is None else self._manifest.get(field)
            if record.get(field) != own:
                yield Fault(
                    "E0845",
                    record["id"],
                    field,
                    f"`{field}` is {record.get(field)}, and that of the manifest is {own}",
                )

    def _files(self, id: str) -> list[Path]:
        name = re.sub(r"[^\w.-]", "_", id)
        return [self._kept[each] for each in self._named.get(name, ()) if each in self._kept]

    def _texts(self) -> bool | None:
        """Return whether the last record is one of those that the run wrote separate files for.

        None if this is unknown, and if prompts were written but their whole folder is missing.
        """
        told = self._manifest or {}
        if "keep" not in told or self._reduced:
            return None
        kept = told["keep"] is None or self._findings.records <= told["keep"]
        return None if kept and not (self._dataset / folder.TEXT).is_dir() else kept

    def _check_beside(self) -> None:
        """Check the other files that the run made from the records, and the bundle of their family."""
        if self._dataset.is_dir():
            self._findings.add(self._sheets.faults())
            if (remark := check_descriptions(self._dataset, self._manifest or {})) is not None:
                self._findings.warn(remark)
        if "E0846" in self._findings.counts or self._verifiers.other_version:
            return  # another version may bundle a family otherwise
        bundle = folder.family_of(self._dataset)
        if bundle is not None and self._findings.records:
            self._findings.add(check_bundle(bundle, bundle.parent, self._verifiers.families))

    def _check_foreign(self) -> None:
        """Warn about files that do not belong to the run."""
        own = [*self._paths, *self._sheets.paths()]
        if self._dataset.is_dir() and (found := folder.foreign_files(self._dataset, own)):
            more = f" and {len(found) - 1} more" if len(found) > 1 else ""
            self._findings.warn(
                Diagnostic(
                    "W0849",
                    f"`{found[0].relative_to(self._dataset)}`{more} was not written by the run, and was not verified",
                    help="move it, so that it is not mistaken for a part of the dataset",
                )
            )

    # ---------------------------------------------------------------------------------------------- the manifest

    def _read_manifest(self) -> dict[str, Any] | None:
        found = read.manifest(self._dataset)
        if found is None:
            self._findings.warn(
                Diagnostic(
                    "W0847",
                    f"there is no `{folder.MANIFEST}` next to the records of `{self._dataset}`",
                    help="without it, missing records cannot be found",
                )
            )
        return found

    def _check_manifest(self) -> None:
        told = self._manifest
        if told is None or self._dataset.is_file():
            return
        own = self._account.kept(told)
        if not self._reduced:
            own |= self._account.made(told)
            if self._findings.remade == self._findings.records and UNKNOWN not in self._rejections:
                own["rejections"] = self._rejections
        lies = [*_differences("", {field: told.get(field) for field in own}, own)]
        files = self._account.files(self._dataset, told)
        for listed, found in zip(told.get("files", ()), files, strict=True):
            lies += _differences(f"files.{found['file']}.", listed, found)
        for field, said, held in lies:
            self._findings.add(
                [
                    Fault(
                        "E0844",
                        "",
                        field,
                        f"`{field}` is {said} in the manifest, and {held} by the records",
                    )
                ]
            )
        if self._order is not None:
            if why := self._order.end():
                self._findings.add([Fault("E0844", "", "mixture", why)])
        elif not self._reduced and (why := self._account.unplanned(told)):
            self._findings.add([Fault("E0844", "", "", f"the manifest contradicts itself: {why}")])


def _is_damaged(item: Item) -> bool:
    return any(fault.code == "E0805" for fault in item.faults)


def _differences(path: str, told: Any, own: Any) -> Iterator[tuple[str, str, str]]:
    """Yield where two values differ, and how: members of objects one by one, in any order."""
    if told == own:
        return
    if isinstance(told, Mapping) and isinstance(own, Mapping):
        for key in {**own, **told}:
            if key not in told or key not in own:
                yield f"{path}{key}", _member(told, key), _member(own, key)
            else:
                yield from _differences(f"{path}{key}.", told[key], own[key])
    else:
        yield path.removesuffix("."), _brief(told), _brief(own)


def _by_beginnings(names: Iterable[str]) -> dict[str, list[str]]:
    """Return the names that continue after a full stop, by everything that can come before it."""
    found: dict[str, list[str]] = {}
    for name in names:
        for stop in re.finditer(r"\.", name):
            found.setdefault(name[: stop.start()], []).append(name)
    return found


def _member(value: Mapping[str, Any], key: str) -> str:
    return _brief(value[key]) if key in value else "missing"


def _brief(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= 80 else f"{text[:79]}…"
