"""Datasets of unknown authors: links, pipes, bombs and lies in the place of each of their files."""

from __future__ import annotations

import atexit
import functools
import gzip
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from .running import RUN, Case

SPECS = Path(__file__).parents[2] / "specs"
HUGE = 1 << 40
"""The size of a file of which nothing is stored."""


@functools.cache
def dataset(format: str = "jsonl") -> Path:
    """Make a small dataset once for all cases."""
    folder = Path(tempfile.mkdtemp(prefix="rspc-hostile-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    out = folder / "set"
    words = [
        "compile",
        SPECS / "flat.rspec",
        "-n",
        "3",
        "--keep",
        "2",
        "-o",
        out,
        "--format",
        format,
    ]
    subprocess.run([sys.executable, "-c", RUN, *map(str, words)], check=True, capture_output=True)
    return out


def copied(folder: Path, format: str = "jsonl") -> Path:
    return Path(shutil.copytree(dataset(format), folder / "set"))


def only(folder: Path, pattern: str) -> Path:
    return min(folder.glob(pattern))


# ------------------------------------------------------------------------------------- what stands in a file's place


def passwd(path: Path) -> None:
    path.symlink_to("/etc/passwd")


def zeros(path: Path) -> None:
    path.symlink_to("/dev/zero")


def circle(path: Path) -> None:
    path.symlink_to(path.name)


def above(path: Path) -> None:
    path.symlink_to("..")


def pipe(path: Path) -> None:
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.mkdir()


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(HUGE)


def endless(path: Path) -> None:
    """What was there, and then a terabyte of nothing."""
    content = path.with_name(f"{path.name}.kept").read_bytes()
    with path.open("wb") as file:
        file.write(content)
        file.truncate(HUGE)


def deep(path: Path) -> None:
    path.write_bytes(b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"\n")


def lists(path: Path) -> None:
    path.write_bytes(b'{"id":"x","files":[' + b"[]," * 2_000_000 + b"[]]}\n")


def letters(path: Path) -> None:
    path.write_bytes(b"\xff\xfe\x00\xd8" * 1000)


def blank(path: Path) -> None:
    path.write_bytes(b"\n" * 3_000_000)


def turned(path: Path) -> None:
    """Characters that turn or colour text, wherever a text of the file has a blank."""
    content = path.with_name(f"{path.name}.kept").read_text("utf-8")
    path.write_text(content.replace(" ", " \u202e\\u001b[31m\u009b2J"), "utf-8")


PLACES = ("records.jsonl", "manifest.json", "family.json", "README.md", "data/*.csv", "text/*.txt")
THINGS: tuple[Callable[[Path], None], ...] = (
    *(passwd, zeros, circle, above, pipe, folder),
    *(sparse, endless, deep, lists, letters, blank, turned),
)
COMMANDS = (["verify"], ["show"], ["stats"], ["dedup", "-o", "other"], ["verify", "--json"])


def replaced(place: str, thing: Callable[[Path], None], command: list[str]) -> Case:
    def make(here: Path) -> list[str | Path]:
        path = only(copied(here), place)
        kept = path.rename(path.with_name(f"{path.name}.kept"))
        thing(path)
        kept.unlink()
        name, *rest = command
        return [name, "set", *rest]

    what = f"{place.partition('.')[0].replace('/*', '')}-{thing.__name__}-{command[0]}"
    return Case("dataset", what, make)


def placed() -> Iterator[Case]:
    """One command for each thing in each place, by turns; all of them where records are read."""
    for number, place in enumerate(PLACES):
        for turn, thing in enumerate(THINGS):
            if place == "records.jsonl":
                yield from (replaced(place, thing, each) for each in COMMANDS[:4])
            else:
                yield replaced(place, thing, COMMANDS[0 if number > 2 else (number + turn) % 4])


# ---------------------------------------------------------------------------------------------------------- bombs


def zst(content: bytes, times: int) -> bytes:
    import zstandard

    maker = zstandard.ZstdCompressor(level=3).compressobj()
    return b"".join([*(maker.compress(content) for _ in range(times)), maker.flush()])


def bomb(name: str, suffix: str, content: Callable[[], bytes], command: str) -> Case:
    def make(here: Path) -> list[str | Path]:
        (here / "set").mkdir()
        shutil.copy(dataset() / "family.json", here / "set" / "family.json")
        (here / "set" / f"records{suffix}").write_bytes(content())
        return [command, "set"]

    return Case("bomb", f"{name}-{command}", make)


def repeated() -> bytes:
    """Return a record's line as it stands in the small dataset."""
    return (dataset() / "records.jsonl").read_bytes().splitlines(keepends=True)[0]


def parquet(rows: int, size: int) -> bytes:
    """Return a file of few bytes whose one text is said for all rows."""
    import io

    import msgspec
    import pyarrow
    from pyarrow import parquet

    from rspc.compiler.dataset.formats import columns
    from rspc.compiler.dataset.formats.parquet import KEY

    record = json.loads(repeated())
    arrays, fields = [], []
    for name, kind in columns.FIELDS.items():
        value = "x" * size if name == "prompt" else record.get(name)
        cell = json.dumps(value) if kind == columns.JSON else "" if value is None else value
        if kind == columns.INTEGER:
            arrays.append(pyarrow.array([cell] * rows, pyarrow.int64()))
        else:
            said = pyarrow.array([cell], pyarrow.string())
            places = pyarrow.array([0] * rows, pyarrow.int32())
            arrays.append(pyarrow.DictionaryArray.from_arrays(places, said))
        fields.append(pyarrow.field(name, arrays[-1].type))
    # Written as texts by a schema that says so, of which each stands in the file once.
    schema = pyarrow.schema(fields)
    file = io.BytesIO()
    with parquet.ParquetWriter(file, schema, compression="zstd", store_schema=False) as writer:
        table = pyarrow.Table.from_arrays(arrays, schema=schema)
        writer.write_table(table, row_group_size=1000)
        writer.add_key_value_metadata({KEY: msgspec.json.encode(dict(columns.FIELDS))})
    return file.getvalue()


def bombs() -> Iterator[Case]:
    for command in ("show", "verify", "stats"):
        yield bomb("zst-zeros", ".jsonl.zst", lambda: zst(bytes(1 << 20), 2000), command)
        yield bomb("zst-lines", ".jsonl.zst", lambda: zst(b"\n" * (1 << 20), 2000), command)
        yield bomb("zst-records", ".jsonl.zst", lambda: zst(repeated() * 100, 3000), command)
        yield bomb("parquet-rows", ".parquet", lambda: parquet(100_000, 1_000_000), command)
        yield bomb("parquet-text", ".parquet", lambda: parquet(3, 200_000_000), command)
        yield bomb("gzip", ".jsonl.gz", lambda: gzip.compress(bytes(1 << 26)), command)


# ----------------------------------------------------------------------------------------------------------- lies


def edited(
    name: str, place: str, edit: Callable[[dict[str, Any]], Any], command: list[str]
) -> Case:
    def make(here: Path) -> list[str | Path]:
        path = only(copied(here), place)
        held = [json.loads(each) for each in _documents(path)]
        for each in held:
            edit(each)
        lines = [json.dumps(each, ensure_ascii=False) for each in held]
        path.write_text("\n".join([*lines, ""]), "utf-8", "surrogatepass")
        return command

    return Case("lie", f"{name}-{command[0]}", make)


def _documents(path: Path) -> list[str]:
    text = path.read_text("utf-8")
    return text.splitlines() if path.suffix == ".jsonl" else [text]


def lies() -> Iterator[Case]:
    verify, show = ["verify", "set"], ["show", "set"]
    manifest, family, records = "manifest.json", "family.json", "records.jsonl"
    outside = "../../../../etc/passwd"
    paths = (outside, "/etc/passwd", "text", ".", "", "records.jsonl\0x", "x" * 5000)
    for number, path in enumerate(paths):
        name = f"listed-{number}"
        yield edited(name, manifest, lambda m, p=path: m["files"][0].update(file=p), verify)
        yield edited(
            f"{name}-sheet", manifest, lambda m, p=path: m["sheets"][0].update(file=p), verify
        )
        yield edited(f"{name}-main", family, lambda m, p=path: m.update(main=p), verify)
        yield edited(f"{name}-file", family, lambda m, p=path: m["files"].update({p: "x"}), verify)
        yield edited(f"{name}-rows", family, lambda m, p=path: m.update(rows={"flat": p}), verify)
    for field, value in (
        *(("theory", ["s1: " + "not " * 20_000 + "a"]), ("theory", ["s1: a"] * 20_000)),
        *(
            ("query", "answer sets 999999999999999999999"),
            ("query", "stable {" + "a, " * 50_000 + "}"),
        ),
        *(("certificate", {"kind": "evaluation", "rows": []}), ("certificate", {"needed": 1})),
        *(("params", {str(each): each for each in range(20_000)}), ("metrics", {"words": 1e308})),
        *(("options", None), ("options", [{"label": "A", "text": "", "values": {}}] * 5000)),
        *(("prompt", "x" * 5_000_000), ("answer", "\u202eA\x1b[2J"), ("label", "\x9b31m")),
        *(
            ("id", "../../../x"),
            ("id", "\ud800"),
            ("seed", 10**30),
            ("index", -1),
            ("split", "../x"),
        ),
        *(("rspc", "9.9"), ("task", "rm -rf"), ("logic", "\u2066"), ("family", "../x")),
    ):
        name = f"{field}-{abs(hash_of(value)):x}"[:24]
        yield edited(name, records, lambda r, f=field, v=value: r.update({f: v}), verify)
        yield edited(name, records, lambda r, f=field, v=value: r.update({f: v}), show)
        yield edited(name, records, lambda r, f=field, v=value: r.update({f: v}), ["stats", "set"])


def hash_of(value: Any) -> int:
    import zlib

    return zlib.crc32(json.dumps(value).encode())


CASES = [*placed(), *bombs(), *lies()]
