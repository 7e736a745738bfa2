"""Replies of unknown authors, and files of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from .datasets import HUGE, dataset
from .running import Case

SIZE = 32_000

PATTERNS = {
    "letters": "A ",
    "not": "not ",
    "announced": "The answer is ",
    "sentences": "A. B. C. ",
    "parentheses": "(A ",
    "closing": ") ",
    "blanks": " ",
    "digits": "1",
    "amounts": "$1,000 + ",
    "commas": "A, B, ",
    "lines": "- A\n",
    "cells": "| A | B |\n",
    "bold": "**A** ",
    "backquotes": "`",
    "dollars": "$A$ ",
    "quotes": '"A ',
    "boxed": "\\boxed{",
    "questions": "A? ",
    "because": "A because B ",
    "if": "if A then B ",
    "wait": "Wait, actually A. ",
    "word": "x",
    "dashes": "-",
    "equal": "= ",
    "chinese": "答案是未知。",
    "turning": "\u202eA\u202c \x1b[2J",
    "heads": "# A\n",
    "codes": "```\nA\n```\n",
}


def reply(name: str, text: str) -> Case:
    def make(here: Path) -> list[str | Path]:
        records = (dataset() / "records.jsonl").read_text("utf-8").splitlines()
        ids = [json.loads(each)["id"] for each in records]
        lines = [json.dumps({"id": each, "text": text}) for each in ids]
        (here / "replies.jsonl").write_text("\n".join(lines), "utf-8")
        return ["score", dataset(), "replies.jsonl"]

    return Case("reply", name, make)


def predictions(name: str, content: bytes, size: int = 0) -> Case:
    def make(here: Path) -> list[str | Path]:
        with (here / "replies.jsonl").open("wb") as file:
            file.write(content)
            if size:
                file.truncate(size)
        return ["score", dataset(), "replies.jsonl"]

    return Case("predictions", name, make)


def files() -> Iterator[Case]:
    yield predictions("sparse", b"", HUGE)
    yield predictions("endless", b'{"id": "x", "text": "A"}\n', HUGE)
    yield predictions("deep", b'{"id": "x", "text": "A", "proof": ' + b"[" * 100_000 + b"\n")
    yield predictions("bad", b"{}\n" * 1_000_000)
    yield predictions("ids", b"".join(b'{"id": "%d", "text": ""}\n' % n for n in range(500_000)))
    yield predictions("doubled", b'{"id": "x", "text": "A"}\n' * 500_000)
    yield predictions("controls", b'{"id": "\\u202e\\u001b[31m", "text": "A"}\n' * 3)
    yield predictions("binary", bytes(range(256)) * 1000)
    yield predictions("wide", '{"id": "x", "text": "A"}\n'.encode("utf-16"))


CASES = [
    *(reply(name, each * (SIZE // len(each))) for name, each in PATTERNS.items()),
    *(
        reply(f"{name}-1M", PATTERNS[name] * (1_000_000 // len(PATTERNS[name])))
        for name in ("letters", "not", "lines")
    ),
    *files(),
]
