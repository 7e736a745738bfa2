"""Arguments and options that several commands take."""

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

MOST = 2**63 - 1
"""The largest number that a command takes: what fits into 64 bits."""

MOST_WORKERS = 1024


def read_folder_name(text: str) -> Path:
    """Read the name of a folder to write. An empty one, as from an unset variable, would be the current folder."""
    if not text:
        raise typer.BadParameter("it is empty: name a folder, or `.`")
    return Path(text)


Spec: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="FAMILY",
        help="A family: its name, as `rspc list families` shows it, or the path of its spec.",
    ),
]
Dataset: TypeAlias = Annotated[
    Path,
    typer.Argument(
        metavar="DATASET",
        help="A folder written by `rspc compile`, or a file of records.",
    ),
]
Seed: TypeAlias = Annotated[int, typer.Option(min=0, max=MOST, help="Seed of the random choices.")]
Preset: TypeAlias = Annotated[
    str, typer.Option(metavar="PRESET", help="Use a preset: `rspc list families NAME` shows them.")
]
Level: TypeAlias = Annotated[
    int | None,
    typer.Option(
        min=1,
        max=10,
        help="Level of difficulty, the easiest first; `rspc list families NAME` shows them.",
    ),
]
Parameters: TypeAlias = Annotated[
    list[str] | None, typer.Option("--set", metavar="K=V", help="Set a parameter.")
]
Rows: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        metavar="RECORD=FILE", help="Read a record's rows from a CSV, JSONL or Parquet file."
    ),
]
Out: TypeAlias = Annotated[
    Path,
    typer.Option("-o", "--out", metavar="DIR", parser=read_folder_name, help="Output folder."),
]
Workers: TypeAlias = Annotated[
    int,
    typer.Option(min=1, max=MOST_WORKERS, help="Number of processes that generate instances."),
]
Executor: TypeAlias = Annotated[
    str, typer.Option(help="Where processes run: local, or ray (`rspc[ray]`).")
]
Force: TypeAlias = Annotated[
    bool, typer.Option("--force", help="Overwrite the files of another run.")
]
JsonSummary: TypeAlias = Annotated[bool, typer.Option("--json", help="Print a summary as JSON.")]
NoCache: TypeAlias = Annotated[
    bool,
    typer.Option("--no-cache", help="Prove the family again, and keep no verdict of it."),
]
Width: TypeAlias = Annotated[
    int | None,
    typer.Option(
        "--width",
        min=20,
        max=1000,
        metavar="N",
        help="Wrap text to N characters. [default: the terminal's width, or 80]",
    ),
]
