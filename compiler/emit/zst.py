"""JSON lines compressed with Zstandard (RFC 8878), by the package `zstandard` of the extra `rspc[data]`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from typing import IO, ClassVar

from ..contract import Columns

LEVEL = 3
"""Zstandard's own default: a fifth of the size at a small part of the cost of making the records."""

CHUNK = 1 << 16
"""How many compressed bytes are read at once."""


class Zst:
    """JSON lines, compressed with Zstandard."""

    name: ClassVar[str] = "jsonl.zst"
    suffix: ClassVar[str] = ".jsonl.zst"

    @staticmethod
    def lacks() -> str:
        """Say that the package is missing, where it is."""
        return "" if find_spec("zstandard") else "`zstandard`: `pip install 'rspc[data]'`"

    def write(self, lines: Iterable[bytes], columns: Columns, file: IO[bytes]) -> None:
        """Write one frame with a checksum, on one thread: the bytes hang on the lines and the library's version."""
        import zstandard

        compressor = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True)
        with compressor.stream_writer(file, closefd=False) as stream:
            for line in lines:
                stream.write(line)

    def read(self, file: IO[bytes]) -> Iterator[bytes]:
        """Yield the lines; ValueError where the frame is damaged or cut short."""
        import zstandard

        stream = zstandard.ZstdDecompressor().decompressobj()
        rest = b""
        while part := file.read(CHUNK):
            try:
                *lines, rest = (rest + stream.decompress(part)).split(b"\n")
            except zstandard.ZstdError as error:
                raise ValueError(str(error)) from None
            yield from (line + b"\n" for line in lines)
        if rest or not stream.eof:
            raise ValueError("it is cut short")
