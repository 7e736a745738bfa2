"""Files that a browser sends in pieces."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

from rspc.integrations.studio.browse.uploading import LARGEST, MOST, PIECE, Uploads


def piece(content: bytes, at: int = 0, size: int | None = None, **more: Any) -> dict[str, Any]:
    own = content[at : at + PIECE]
    return {
        "key": "1",
        "name": "said.parquet",
        "size": len(content) if size is None else size,
        "at": at,
        "content": base64.b64encode(own).decode(),
        **more,
    }


def test_pieces_come_in_any_order(tmp_path: Path) -> None:
    content = bytes(range(256)) * (PIECE // 256) + b"end"
    uploads = Uploads(tmp_path)
    assert uploads.add(piece(content, PIECE)) is None
    found = uploads.add(piece(content))
    assert isinstance(found, Path)
    assert found.read_bytes() == content
    assert found.name == "said.parquet"


def test_an_empty_file(tmp_path: Path) -> None:
    found = Uploads(tmp_path).add(piece(b""))
    assert isinstance(found, Path)
    assert found.read_bytes() == b""


@pytest.mark.parametrize(
    "name", ["../../x.csv", "/etc/x.csv", "..", ".", "", "a\0b.csv", "..\\x.csv", "é" * 400, ".x"]
)
def test_no_name_leaves_the_folder(tmp_path: Path, name: str) -> None:
    found = Uploads(tmp_path).add(piece(b"id,reply\n", name=name))
    assert isinstance(found, Path)
    assert found.resolve().parent.parent == tmp_path.resolve()
    assert not found.name.startswith(".")


@pytest.mark.parametrize(
    "wrong",
    [
        {"at": -PIECE},
        {"at": 1},
        {"at": "0"},
        {"at": 2 * PIECE},
        {"content": "no base 64!"},
        {"content": "YQ=="},
        {"content": "A" * (3 * PIECE)},
        {"size": -1},
        {"size": LARGEST + 1},
        {"name": 3},
        {"key": None},
    ],
)
def test_what_is_no_piece_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    assert isinstance(Uploads(tmp_path).add({**piece(b"id,reply\n"), **wrong}), str)


def test_only_some_files_are_taken(tmp_path: Path) -> None:
    uploads = Uploads(tmp_path)
    for key in range(MOST):
        assert isinstance(uploads.add(piece(b"x", key=str(key))), Path)
    assert isinstance(uploads.add(piece(b"x", key="more")), str)
