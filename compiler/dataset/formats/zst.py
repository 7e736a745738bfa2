"""JSON lines compressed with Zstandard (RFC 8878), by the package `zstandard` of the extra `rspc[data]`."""

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from typing import IO, ClassVar

from ...contract import Columns
from .opening import LONGEST_LINE, SPARED, SWELLING, format_bytes

LEVEL = 3
"""Zstandard's own default: a fifth of the size at a small part of the cost of making the records."""

CHUNK = 1 << 10
"""How many compressed bytes are read at once: they unpack to 32 MiB at most, a block of four to 128 KiB."""


class Zst:
    """JSON lines, compressed with Zstandard."""

    name: ClassVar[str] = "jsonl.zst"
    suffix: ClassVar[str] = ".jsonl.zst"
    streaming: ClassVar[bool] = True

    @staticmethod
    def lacks() -> str:
        """Raise an error if the package is missing."""
        return "" if find_spec("zstandard") else "`zstandard`: `pip install 'rspc[data]'`"

    def write(self, lines: Iterable[bytes], columns: Columns, file: IO[bytes]) -> None:
        """Write one frame with a checksum, on one thread: the bytes depend on the lines and the library's version."""
        import zstandard

        compressor = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True)
        with compressor.stream_writer(file, closefd=False) as stream:
            for line in lines:
                stream.write(line)

    def read(self, file: IO[bytes]) -> Iterator[bytes]:
        """Yield the lines; ValueError where the frame is damaged, cut short, or unpacks to too much."""
        begun: list[bytes] = []
        size = 0
        for part in _unpack(file):
            *lines, rest = part.split(b"\n")
            for line in lines:
                yield b"".join((*begun, line, b"\n"))
                begun.clear()
                size = 0
            begun.append(rest)
            size += len(rest)
            if size > LONGEST_LINE:
                raise ValueError(f"its line is longer than {format_bytes(LONGEST_LINE)}")
        if size:
            raise ValueError("it is cut short")


def _unpack(file: IO[bytes]) -> Iterator[bytes]:
    import zstandard

    stream = zstandard.ZstdDecompressor().decompressobj()
    read = made = 0
    while part := file.read(CHUNK):
        try:
            found = stream.decompress(part)
        except zstandard.ZstdError as error:
            raise ValueError(str(error)) from None
        read += len(part)
        made += len(found)
        if made > max(SPARED, SWELLING * read):
            raise ValueError(f"it unpacks to more than {SWELLING:,} times its size")
        yield found
    if not stream.eof:
        raise ValueError("it is cut short")
