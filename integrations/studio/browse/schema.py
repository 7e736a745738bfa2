"""The tables of an index: one row for each record, with a column for each figure."""

import sqlite3
from pathlib import Path

PLACES = "row INTEGER PRIMARY KEY, file INTEGER, start INTEGER, length INTEGER, text INTEGER, size INTEGER, id TEXT"
"""Where the line of a record is in its file, and its prompt in the file of prompts, in bytes."""

FIXED = 7
"""How many columns come before those of figures."""

MOST_FIGURES = 600
"""How many figures have a column; datasets of more have their first ones in the index."""

COPY, PROMPTS = "records.jsonl", "prompts"
"""The files beside a database: lines of formats that are not lines of JSON, and prompts in small letters."""

_TABLES = (
    f"CREATE TABLE records ({PLACES})",
    "CREATE TABLE figures (place INTEGER PRIMARY KEY, name TEXT UNIQUE, kinds INTEGER)",
    "CREATE TABLE files (file INTEGER PRIMARY KEY, path TEXT, size INTEGER, changed INTEGER)",
    "CREATE TABLE faults (code TEXT, message TEXT, help TEXT)",
    "CREATE TABLE state (read INTEGER, skipped INTEGER, done INTEGER, left_out INTEGER)",
    "INSERT INTO state VALUES (0, 0, 0, 0)",
)


def create(path: Path) -> sqlite3.Connection:
    """Return a new database with empty tables, beside an empty file of prompts.

    Others can read it while it is written.
    """
    found = connect(path)
    found.execute("PRAGMA journal_mode = WAL")
    for each in _TABLES:
        found.execute(each)
    found.commit()
    (path.parent / PROMPTS).touch()
    return found


def connect(path: Path) -> sqlite3.Connection:
    """Open a database for any thread; its cache has 16 MiB at most."""
    found = sqlite3.connect(path, check_same_thread=False, timeout=30)
    found.execute("PRAGMA cache_size = -16384")
    found.execute("PRAGMA temp_store = FILE")
    found.execute("PRAGMA synchronous = OFF")
    return found
