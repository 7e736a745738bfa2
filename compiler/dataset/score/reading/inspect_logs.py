"""Replies in the logs of Inspect: `.eval`, a zip archive, and `.json`, one document.

In the archive, a sample is `samples/ID_epoch_N.json`, or `samples/ID_epoch_N/sample.json` if its parts are stored
separately; the last member with a name counts. `header.json` names the model. A document has the same samples as a
list. A sample has its `id`, `epoch`, `metadata`, `error` and `output`, whose `completion` is the reply. Format:
`inspect_ai/log`, <https://github.com/UKGovernmentBEIS/inspect_ai>.
"""

import json
import re
from pathlib import Path
from typing import IO, Any

import msgspec

from ...formats.opening import format_bytes
from .archive import MemberError, members, open_archive
from .keys import id_of
from .rows import Columns, Damaged, Reply, Rows, refused

LARGEST = 256 << 20
"""Bytes of the largest document that is read: it is held in memory whole."""

HEADER = "header.json"

_SAMPLE = re.compile(r"samples/.+_epoch_\d+(\.json|/sample\.json)", re.DOTALL)


class _Metadata(msgspec.Struct):
    key: Any = None


class _Message(msgspec.Struct):
    content: Any = None


class _Choice(msgspec.Struct):
    message: _Message


class _Output(msgspec.Struct):
    completion: str | None = None
    choices: list[_Choice] = []


class _Sample(msgspec.Struct):
    id: str | int
    epoch: int = 1
    output: _Output = msgspec.field(default_factory=_Output)
    metadata: _Metadata | None = None
    error: dict[str, Any] | None = None


class _Spec(msgspec.Struct):
    model: str = ""


class _Log(msgspec.Struct):
    eval: _Spec
    samples: list[_Sample] | None = None


def read_archive(path: Path, file: IO[bytes], given: Columns) -> Rows:
    """Yield the replies of a `.eval` log, sample by sample; the samples of a problem's epochs are its replies.

    Raises:
        SpecError: E0837 if it is not a log or has no samples; and what `members` raises.
    """
    with open_archive(path, file) as archive:
        named = {info.filename: info for info in archive.infolist()}
        wanted = [info for name, info in named.items() if _SAMPLE.fullmatch(name)]
        if not wanted:
            raise _no_samples(path)
        decoder = msgspec.json.Decoder(_Sample)
        for name, content in members(path, file, archive, wanted):
            where = f"sample `{name}`"
            if isinstance(content, MemberError):
                yield Damaged(where, str(content))
                continue
            try:
                sample = _decode(content, decoder)
            except (ValueError, RecursionError) as error:
                yield Damaged(where, str(error))
            else:
                yield _reply(sample, where)


def read_document(path: Path, file: IO[bytes], given: Columns) -> Rows:
    """Yield the replies of a `.json` log.

    Raises:
        SpecError: E0837 if it is larger than `LARGEST`, is not a log, or has no samples.
    """
    content = file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise refused(
            "E0837",
            f"`{path}` is larger than {format_bytes(LARGEST)}",
            "convert it to the format `eval`, which is read sample by sample",
        )
    try:
        log = _decode(content, msgspec.json.Decoder(_Log))
    except (ValueError, RecursionError) as error:
        raise refused("E0837", f"`{path}` is not a log of Inspect: {error}") from None
    if not log.samples:
        raise _no_samples(path)
    for number, sample in enumerate(log.samples, 1):
        yield _reply(sample, f"sample {number}")


def model_of(path: Path, file: IO[bytes]) -> str:
    """Return the model that a `.eval` log names; nothing if its header does not say."""
    with open_archive(path, file) as archive:
        wanted = [info for info in archive.infolist() if info.filename == HEADER][-1:]
        for _, content in members(path, file, archive, wanted):
            if isinstance(content, bytes):
                try:
                    return str(_decode(content, msgspec.json.Decoder(_Log)).eval.model)
                except (ValueError, RecursionError):
                    pass
    return ""


def _decode(content: bytes, decoder: "msgspec.json.Decoder[Any]") -> Any:
    """Return a decoded document. The numbers NaN and Infinity, which JSON lacks and these logs may have, are read."""
    try:
        return decoder.decode(content)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:
        if b"NaN" not in content and b"Infinity" not in content:
            raise
        return msgspec.convert(json.loads(content), decoder.type)


def _reply(sample: _Sample, where: str) -> Reply | Damaged:
    id = id_of(sample.metadata.key if sample.metadata else None, sample.id)
    if not id:
        return Damaged(where, "its `id` is empty")
    return Reply(id, _completion(sample.output))


def _completion(output: _Output) -> str:
    """Return the text of an output; older logs have it in the message alone, as text or in parts."""
    if output.completion:
        return output.completion
    content = output.choices[0].message.content if output.choices else ""
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, dict))
        return "\n".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def _no_samples(path: Path) -> Exception:
    return refused(
        "E0837",
        f"`{path}` has no samples of Inspect",
        "name a log that `inspect eval` wrote with `--log-samples`; unpack other archives",
    )
