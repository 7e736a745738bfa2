"""How lines that differ are laid out: words are marked, and nothing is wider than the terminal."""

import json
import random
import re
import shutil
from pathlib import Path

import pytest

from rspc.cli.changes import draw_changes, fill_lines

from .test_commands import rspc

STORY = " ".join(f"word{number}" for number in range(60))


def drawn(lines: list[str], width: int = 80) -> list[str]:
    return ["".join(text for text, _ in parts) for parts in draw_changes(lines, width)]


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        (["-Who is the killer?", "+Who was the killer?"], ["~ Who [-is-] {+was+} the killer?"]),
        (["-a b c d e", "+a b c d e f g"], ["~ a b c d e {+f g+}"]),
        (["-a b c d", "+b c d"], ["~ [-a-] b c d"]),
        (["-one two", "+three four"], ["-one two", "+three four"]),
        (["-a b c", "-d e f", "+a b x"], ["-a b c", "-d e f", "+a b x"]),
        (["-a b c", "-d e f", "+a b x", "+d e y"], ["~ a b [-c-] {+x+}", "~ d e [-f-] {+y+}"]),
        (["@@ -1 +1 @@", " same", "", "…"], ["@@ -1 +1 @@", " same", "", "…"]),
        (
            [f"-{STORY}", f"+{STORY.replace('word30', 'other')}"],
            [
                "~ … word24 word25 word26 word27 word28 word29 [-word30-] {+other+} word31 word32",
                "  word33 word34 word35 word36 …",
            ],
        ),
        (
            [f"-{STORY.replace('word30', 'a b c d e f g')}"],
            [
                "-word0 word1 word2 word3 word4 word5 word6 word7 word8 word9 word10 word11",
                "  word12 word13 word14 word15 word16 word17 word18 word19 word20 word21 word22",
                "  word23 word24 word25 word26 word27 word28 word29 a b c d e f g word31 word32",
                "  word33 word34 word35 word36 word37 word38 word39 word40 word41 word42 …",
            ],
        ),
    ],
)
def test_lines_that_differ(lines: list[str], shown: list[str]) -> None:
    assert drawn(lines) == shown


@pytest.mark.parametrize("seed", range(20))
def test_no_line_is_too_wide_and_marked_words_are_those_that_differ(seed: int) -> None:
    draw = random.Random(seed)
    words = ["x" * draw.randint(1, 12) + "漢" * draw.randint(0, 3) for _ in range(12)]
    old = [draw.choice(words) for _ in range(12)]
    new = [word if draw.random() < 0.7 else draw.choice(words) for word in old]
    width = draw.randint(30, 90)
    shown = drawn([f"-{' '.join(old)}", f"+{' '.join(new)}"], width)
    assert all(len(line) + line.count("漢") <= width for line in shown)
    text = " ".join(line.strip() for line in shown)
    if text.startswith("~") and "…" not in text:
        first = re.sub(r"\{\+.*?\+\}|\[-|-\]", "", text[1:]).split()
        second = re.sub(r"\[-.*?-\]|\{\+|\+\}", "", text[1:]).split()
        assert (first, second) == (old, new)


def test_long_values_are_broken() -> None:
    lines = list(fill_lines(f"settings: {'x' * 100} -> y", 40))
    assert max(map(len, lines)) <= 40
    assert re.sub(r"\s", "", "".join(lines)) == f"settings:{'x' * 100}->y"


def test_two_datasets(spec: Path) -> None:
    for folder, size in (("one", 3), ("two", 4)):
        assert rspc("compile", spec, "-n", size, "-o", folder).exit_code == 0
    shutil.copytree("one", "three")
    file = Path("three/records.jsonl")
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    for row in rows:
        row["prompt"] = row["prompt"].replace("the", "that", 1)
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    shown = rspc("diff", "one", "three", "--width", 60)
    assert shown.exit_code == 1
    assert "[-the-] {+that+}" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 60
    shown = rspc("diff", "one", "two", "--width", 40)
    assert "records: 3 -> 4" in shown.stdout
    assert max(map(len, shown.stdout.splitlines())) <= 40
