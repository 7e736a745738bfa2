"""Replies in the formats of tables and harnesses; `logs` has real logs of Inspect 0.3.285 and lm-eval 0.4.13."""

from __future__ import annotations

import json
import struct
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from rspc.compiler.dataset.score.predictions import Prediction, Predictions
from rspc.compiler.dataset.score.reading import archive, columnar, inspect_logs
from rspc.compiler.dataset.score.reading.names import read_columns
from rspc.compiler.dataset.score.scores import Scores, scores
from rspc.dsl.diagnostics import SpecError

LOGS = Path(__file__).parent / "logs"
RECORDS = LOGS / "records.jsonl"
IDS = [json.loads(line)["id"] for line in RECORDS.read_text().splitlines()]
TEXTS = ['I say "B", so:\nB', "A, B; C\tor D", "", "Ünsicher 你好"]


def scored(path: Path, format: str | None = None) -> Scores:
    return scores(RECORDS, path, format=format)


def refusal(path: Path, format: str | None = None, *columns: str) -> str:
    with pytest.raises(SpecError) as error, Predictions(path, format, read_columns(columns)):
        pass
    return "\n".join(f"{each.code}: {each.message}" for each in error.value.diagnostics)


def texts(path: Path, format: str | None = None, *columns: str) -> list[str]:
    with Predictions(path, format, read_columns(columns)) as found:
        return [each.text for id in IDS for each in found.of(id)]


def test_a_log_of_inspect_scores_as_inspect_did() -> None:
    pytest.importorskip("zstandard")
    # The log has 2 epochs of 2 samples: right and wrong, none and right; Inspect's accuracy is 0.5.
    found = scored(LOGS / "shop.eval")
    assert found.accuracy.right == 1.0
    assert found.missing == 2
    assert not any(each.code == "W0835" for each in found.remarks)
    assert found.tasks["choice"].reasons["no answer is named"] == 1
    with Predictions(LOGS / "shop.eval") as own:
        assert own.model == "mockllm/model"
        assert [len(own.of(id)) for id in IDS] == [2, 2, 0, 0]


def test_a_document_of_inspect_is_read() -> None:
    assert texts(LOGS / "shop.json") == ["The answer is D.", "I am not sure."]
    assert scored(LOGS / "shop.json").accuracy.right == 1
    assert texts(LOGS / "shop.json", "inspect") == ["The answer is D.", "I am not sure."]


def test_samples_of_lm_eval_score_as_it_did() -> None:
    path = LOGS / "samples_rspc_shop_train.jsonl"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    found = scored(path)
    assert found.accuracy.right == sum(line["acc"] for line in lines) == 2
    assert found.accuracy.count == len(lines)
    assert texts(path) == [line["resps"][0][0] for line in lines]


def test_of_several_filters_the_first_counts_and_all_repeats_do(tmp_path: Path) -> None:
    line = json.loads((LOGS / "samples_rspc_shop_train.jsonl").read_text().splitlines()[0])
    line["resps"] = [["A", "B", "B"]]
    path = tmp_path / "samples.jsonl"
    path.write_text("".join(json.dumps({**line, "filter": each}) + "\n" for each in ("x", "y")))
    assert texts(path) == ["A", "B", "B"]
    del line["resps"]
    path.write_text(json.dumps(line))
    assert texts(path) == line["filtered_resps"]


@pytest.mark.parametrize(
    "header", ["id,reply", "Record ID,Response", "problem-id;model_output", "id\ttext"]
)
def test_a_table_with_known_names_is_read(header: str, tmp_path: Path) -> None:
    between = next(each for each in ",;\t" if each in header)
    rows = [[id, text] for id, text in zip(IDS, TEXTS, strict=True)]
    quoted = ('"' + cell.replace('"', '""') + '"' for row in rows for cell in row)
    lines = [between.join(pair) for pair in zip(quoted, quoted, strict=True)]
    path = tmp_path / "replies.csv"
    path.write_text("\ufeff\n" + "\r\n".join([header, *lines, "", ""]), newline="")
    assert texts(path) == TEXTS
    path.rename(tmp_path / "replies.txt")
    assert texts(tmp_path / "replies.txt") == TEXTS


def test_columns_are_named_and_parquet_and_json_lines_have_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [{"id": "no", "key": id, "said": text} for id, text in zip(IDS, TEXTS, strict=True)]
    lines = tmp_path / "p.jsonl"
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert texts(lines, None, "id=key,reply=said") == TEXTS
    assert texts(lines, "jsonl", "id=key", "reply=said") == TEXTS
    lines.write_text(
        "".join(json.dumps({"id": row["key"], "output": row["said"]}) + "\n" for row in rows)
    )
    assert texts(lines) == TEXTS
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    path = tmp_path / "p.parquet"
    parquet.write_table(pyarrow.Table.from_pylist(rows), path)
    assert texts(path, None, "id=key", "reply=said") == TEXTS
    table = pyarrow.table({"id": IDS, "completion": TEXTS})
    parquet.write_table(table, path)
    assert texts(path) == TEXTS
    assert texts(path, "parquet") == TEXTS
    parquet.write_table(pyarrow.table({"id": [1], "text": ["A"]}), path)
    assert "E0836: the column `id`" in refusal(path)
    parquet.write_table(pyarrow.table({"id": [*IDS[:1], None], "text": ["A", "B"]}), path)
    assert "E0831: row 2 of" in refusal(path)
    path.write_bytes(path.read_bytes()[:-20])
    assert "E0830" in refusal(path)
    path.write_bytes(b"id,reply")
    assert "E0830" in refusal(path)
    parquet.write_table(pyarrow.table({"id": IDS[:1] * 50, "text": ["B" * 10_000] * 50}), path)
    monkeypatch.setattr(columnar, "SPARED", 1_000)
    monkeypatch.setattr(columnar, "SWELLING", 10)
    assert "unpacks to more than 10 times its size" in refusal(path)
    monkeypatch.setattr(columnar, "LONGEST_LINE", 9_000)
    monkeypatch.setattr(columnar, "SPARED", 1 << 20)
    assert "E0831: row 1 of" in refusal(path)


@pytest.mark.parametrize(
    ("content", "code", "words"),
    [
        ("id,reply,response\na,b,c\n", "E0836", "could be the reply: `reply` and `response`"),
        ("id,answer\na,b\n", "E0836", "no column of"),
        ("key,reply\na,b\n", "E0836", "known name for the ids"),
        ("id,reply,reply\na,b,c\n", "E0836", "has two columns `reply`"),
        ("", "E0836", "the columns are none"),
        ("id,reply\na,b\nc\nd,e,f\n", "E0831", "line 3 of"),
        ("id,reply\na,b\nc\nd,e,f\n", "E0831", "line 4 of"),
        ('id,reply\n\n"a\nb",c\nd\n', "E0831", "line 5 of"),
        ('id,reply\na,"b\n', "E0831", "unexpected end of data"),
        ("id,reply\na," + "x" * (9 << 20), "E0831", "longer than 8 MiB"),
        ("id,reply\na,\udcff\n", "E0830", "not UTF-8"),
    ],
)
def test_a_table_that_cannot_be_read_is_a_diagnostic(
    content: str, code: str, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "p.csv"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    told = refusal(path)
    assert code in told
    assert words in told


def test_a_cell_of_a_million_characters_is_read(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text(f"id,reply\n{IDS[0]},{'x' * 1_000_000} D\n")
    assert [len(each) for each in texts(path)] == [1_000_002]


@pytest.mark.parametrize("given", ["id", "id=", "other=x", "id=a,id=b", "=x", "id=a;reply=b,"])
def test_columns_that_are_not_names_are_refused(given: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError) as error:
        read_columns([given])
    assert error.value.diagnostics[0].code == "E0836"


def test_columns_that_are_not_there_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "p.csv"
    path.write_text("key,said\na,b\n")
    assert "has no column `sayd`" in refusal(path, None, "id=key,reply=sayd")
    assert "E0836" in refusal(LOGS / "shop.json", None, "id=key")
    assert "E0810: there is no format `exel`" in refusal(path, "exel")


def sample(id: Any = "", epoch: int = 1, text: str = "B", **more: Any) -> bytes:
    output = {"choices": [], "completion": text}
    return json.dumps({"id": id or IDS[0], "epoch": epoch, "output": output, **more}).encode()


def zipped(path: Path, method: int = zipfile.ZIP_DEFLATED, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w", method) as file:
        for name, content in members.items():
            file.writestr(name, content)
    return path


def test_archives_of_other_shapes_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.eval"
    parts = {
        "content": [
            {"type": "text", "text": "It is"},
            {"type": "image"},
            {"type": "text", "text": "B"},
        ]
    }
    old = {
        "id": 7,
        "metadata": {"key": json.dumps({"id": IDS[1]})},
        "output": {"choices": [{"message": parts}]},
    }
    odd = sample(scores={"s": {"value": "?"}}).replace(b'"?"', b"NaN")
    members = {
        "samples/x/y_epoch_1.json": odd,
        "samples/7_epoch_1/sample.json": json.dumps(old).encode(),
        "samples/7_epoch_1/events/0.json": b"[]",
        "samples/../../../up_epoch_2.json": sample(epoch=2, text="C"),
        "_journal/start.json": b"{",
    }
    zipped(path, **members)
    with zipfile.ZipFile(path, "a") as file, pytest.warns(UserWarning, match="Duplicate"):
        file.writestr("samples/x/y_epoch_1.json", sample(text="the last one counts"))
    assert texts(path) == ["the last one counts", "C", "It is\nB"]
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["a.eval"]
    path.rename(tmp_path / "renamed")
    assert len(texts(tmp_path / "renamed")) == 3


def test_archives_that_cannot_be_read_are_diagnostics(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, name = tmp_path / "a.eval", f"samples/{IDS[0]}_epoch_1.json"
    whole = (LOGS / "shop.eval").read_bytes()
    for content in (b"", b"PK\x03\x04", whole[: len(whole) // 2], whole[:-9], b"hello"):
        path.write_bytes(content)
        assert "E0837" in refusal(path)
    zipped(path, **{"readme.txt": b"x"})
    assert "E0837" in refusal(path)
    for bad in (b"{", b"[]", b'{"id": null}', b"[" * 100_000, b"\xff", b'{"id": ""}', b"NaN"):
        zipped(path, **{name: bad})
        assert f"E0831: sample `{name}` of" in refusal(path)
    zipped(path, **{name: sample(text="\ud800").replace(b'"epoch": 1', b'"epoch": 1, "x": NaN')})
    assert "E0831" in refusal(path)
    damaged = bytearray(zipped(path, zipfile.ZIP_STORED, **{name: sample()}).read_bytes())
    damaged[60 + len(name)] ^= 1
    path.write_bytes(damaged)
    assert "it is damaged" in refusal(path)
    flagged = zipped(path, zipfile.ZIP_STORED, **{name: sample()}).read_bytes()
    start = flagged.index(b"PK\x01\x02")
    path.write_bytes(flagged[: start + 8] + b"\x01" + flagged[start + 9 :])
    assert "it is encrypted" in refusal(path)
    path.write_bytes(flagged[: start + 10] + struct.pack("<H", 77) + flagged[start + 12 :])
    assert "E0831" in refusal(path)
    monkeypatch.setattr(archive, "LARGEST", 1_000)
    zipped(path, **{name: sample(text="x" * 2_000)})
    assert "it is larger than 1000 bytes" in refusal(path)
    monkeypatch.setattr(archive, "LARGEST", 1 << 20)
    monkeypatch.setattr(archive, "SPARED", 1_000)
    zipped(path, **{name: sample(text="x" * 500_000)})
    assert "E0837" in refusal(path)
    assert "unpacks to more than 200 times its size" in refusal(path)


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_damaged_member_is_a_diagnostic_whatever_its_method(tmp_path: Path, method: int) -> None:
    path, name = tmp_path / "a.eval", f"samples/{IDS[0]}_epoch_1.json"
    varied = "".join(chr(65 + index * 7 % 26) for index in range(900))
    whole = zipped(path, method, **{name: sample(text=varied)}).read_bytes()
    assert texts(path) == [varied]
    start = 30 + len(name)
    for place in range(start, whole.index(b"PK\x01\x02") - 4, 3):
        damaged = bytearray(whole)
        damaged[place : place + 4] = bytes(each ^ 0xFF for each in damaged[place : place + 4])
        path.write_bytes(damaged)
        assert f"E0831: sample `{name}` of" in refusal(path)


def test_an_archive_with_too_many_members_is_refused_before_they_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = zipped(tmp_path / "a.eval", **{f"samples/{IDS[0]}_epoch_1.json": sample()})
    assert texts(path) == ["B"]
    monkeypatch.setattr(archive, "LARGEST_DIRECTORY", 60)
    assert "lists too many members" in refusal(path)
    monkeypatch.undo()
    # The numbers of a large archive count, where there are any.
    whole = path.read_bytes()
    start, end = whole.index(b"PK\x01\x02"), whole.index(b"PK\x05\x06")
    counts = struct.pack("<QQQQ", 1, 1, 1 << 40, start)
    record = b"PK\x06\x06" + struct.pack("<QHHLL", 44, 45, 45, 0, 0) + counts
    locator = b"PK\x06\x07" + struct.pack("<LQL", 0, end, 1)
    path.write_bytes(whole[:end] + record + locator + whole[end:])
    assert "lists too many members" in refusal(path)


def test_members_in_zstandard_are_limited_and_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("zstandard")
    whole, path = bytearray((LOGS / "shop.eval").read_bytes()), tmp_path / "a.eval"
    with zipfile.ZipFile(LOGS / "shop.eval") as file:
        info = next(each for each in file.infolist() if each.filename.startswith("samples/"))
    assert info.compress_type == archive.ZSTANDARD
    path.write_bytes(whole)
    monkeypatch.setattr(archive, "LARGEST", 3_000)
    assert "it is larger than" in refusal(path)
    monkeypatch.undo()
    monkeypatch.setattr(archive, "find_spec", lambda _: None)
    assert "E0816" in refusal(path)
    monkeypatch.undo()
    middle = info.header_offset + 30 + len(info.filename) + info.compress_size // 2
    whole[middle : middle + 8] = b"\x00" * 8
    path.write_bytes(whole)
    assert f"E0831: sample `{info.filename}` of" in refusal(path)


def test_documents_that_cannot_be_read_are_diagnostics(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, text = tmp_path / "a.json", (LOGS / "shop.json").read_text()
    path.write_text(text[: len(text) // 2])
    assert "E0837" in refusal(path)
    log = json.loads(text)
    path.write_text(json.dumps({**log, "samples": None}))
    assert "has no samples" in refusal(path)
    path.write_text(json.dumps({**log, "results": float("nan")}))
    assert len(texts(path)) == 2
    path.write_text(json.dumps({**log, "samples": [{"id": "x", "output": 5}]}))
    assert "E0837" in refusal(path)
    path.write_text("[" * 100_000)
    assert "E0837" in refusal(path, "inspect")
    monkeypatch.setattr(inspect_logs, "LARGEST", 1_000)
    path.write_text(text)
    assert "is larger than" in refusal(path)


def test_samples_of_lm_eval_that_cannot_be_read_are_diagnostics(tmp_path: Path) -> None:
    path = tmp_path / "samples.jsonl"
    good = (LOGS / "samples_rspc_shop_train.jsonl").read_text().splitlines()[0]
    for bad in (
        "{",
        '{"doc": {"question": "?"}, "resps": [["A"]]}',
        '{"doc": {"id": "x"}, "resps": [[[-1.5, false]]]}',
        '{"doc": {"id": "x"}, "resps": []}',
        '{"doc": 5, "resps": [["A"]]}',
    ):
        path.write_text(f"{good}\n\n{bad}\n")
        assert "E0831: line 3 of" in refusal(path)
    path.write_text(f"{good}\n{'x' * (9 << 20)}\n")
    assert "E0830" in refusal(path)


def refusals(path: Path, format: str | None) -> set[str]:
    """Return the codes with which a file is refused; none if all is read."""
    try:
        with Predictions(path, format) as found:
            found.unused()
            assert all(isinstance(each, Prediction) for id in IDS for each in found.of(id))
    except SpecError as error:
        return {each.code for each in error.diagnostics}
    return set()


@settings(deadline=None, max_examples=40)
@given(
    st.binary(max_size=200), st.sampled_from(["p.jsonl", "p.csv", "p.tsv", "p.eval", "p.json", "p"])
)
def test_no_bytes_are_a_traceback(
    tmp_path_factory: pytest.TempPathFactory, content: bytes, name: str
) -> None:
    path = tmp_path_factory.mktemp("any") / name
    path.write_bytes(content)
    for format in (None, "jsonl", "csv", "inspect", "lm-eval", "parquet"):
        codes = refusals(path, format)
        assert codes <= {"E0830", "E0831", "E0836", "E0837"}


def test_altered_logs_are_read_or_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.eval"
    whole = (LOGS / "shop.eval").read_bytes()
    for place in range(0, len(whole), 293):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        assert refusals(path, None) <= {"E0830", "E0831", "E0837"}
