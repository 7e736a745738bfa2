"""The members of a zip archive that nobody vouches for, read one by one into memory of a limited size.

Nothing is unpacked to the disk, so the paths of members are names and nothing more. The method 93, Zstandard, is read
by the package `zstandard` of the extra `rspc[data]`, because Python reads it from 3.14 only.
"""

import struct
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import IO

from ...formats.opening import SPARED, format_bytes
from .rows import refused

LARGEST = 64 << 20
"""Bytes of the largest member that is read."""

SWELLING = 200
"""How many times its size an archive may unpack to; logs do to some ten."""

ZSTANDARD = 93
"""The number of the method (APPNOTE.TXT of PKWARE, 4.4.5)."""

ENCRYPTED = 1
"""The flag of an encrypted member."""

_LOCAL = struct.Struct("<4s22xHH")
"""The header before a member's bytes: its mark, and the lengths of a name and of more fields after it."""


LARGEST_DIRECTORY = 32 << 20
"""Bytes of the largest list of members that is read: those of some 200,000 samples. A member takes 46 or more."""

_END = struct.Struct("<4s8xLLH")
"""The record at the end of an archive: its mark, the size of the list of members and its place, a comment's length."""

_LOCATOR = struct.Struct("<4s4xQ4x")
"""What is before it in a large archive: a mark, and the place of a record with larger numbers."""

_LARGE = struct.Struct("<4s36xQ")
"""That record: its mark, and the size of the list of members."""


def _decoder_errors() -> tuple[type[Exception], ...]:
    """Return what decoders raise for damaged content; Python can be built without LZMA."""
    try:
        from lzma import LZMAError
    except ImportError:
        return (zlib.error,)
    return (zlib.error, LZMAError)


_DAMAGE: tuple[type[Exception], ...] = (
    zipfile.BadZipFile,
    EOFError,
    OSError,
    struct.error,
    *_decoder_errors(),
)


class MemberError(ValueError):
    """A member cannot be read."""


def open_archive(path: Path, file: IO[bytes]) -> zipfile.ZipFile:
    """Return an archive.

    Raises:
        SpecError: E0837 if the file is none, is cut short, or lists too many members.
    """
    try:
        if _directory_size(file) > LARGEST_DIRECTORY:
            raise refused("E0837", f"`{path}` lists too many members", "split the log")
        return zipfile.ZipFile(file)
    except (zipfile.BadZipFile, struct.error, ValueError, NotImplementedError, EOFError):
        raise refused(
            "E0837",
            f"`{path}` is not a whole zip archive: it is damaged or cut short",
            "copy it again",
        ) from None


def _directory_size(file: IO[bytes]) -> int:
    """Return the size of the list of members, which Python reads whole. Raises BadZipFile if there is none."""
    size = file.seek(0, 2)
    start = file.seek(max(0, size - _END.size - 0xFFFF - _LOCATOR.size))
    tail = file.read()
    place = tail.rfind(b"PK\x05\x06")
    if place < 0:
        raise zipfile.BadZipFile("it has no end")
    _, found, _, _ = _END.unpack_from(tail, place)
    if place >= _LOCATOR.size:
        mark, large = _LOCATOR.unpack_from(tail, place - _LOCATOR.size)
        if mark == b"PK\x06\x07":
            file.seek(min(large, start + place))
            _, found = _LARGE.unpack(file.read(_LARGE.size))
    return int(found)


def members(
    path: Path, file: IO[bytes], archive: zipfile.ZipFile, wanted: Iterable[zipfile.ZipInfo]
) -> Iterator[tuple[str, bytes | MemberError]]:
    """Yield the content of each wanted member, or why it has none.

    Raises:
        SpecError: E0837 if they unpack to more than `SWELLING` times the archive; E0816 if a member needs
            `zstandard`, and it is not installed.
    """
    size, made = file.seek(0, 2), 0
    for info in wanted:
        if info.compress_type == ZSTANDARD and find_spec("zstandard") is None:
            raise refused(
                "E0816",
                f"`{path}` needs a package that is not installed: `zstandard`",
                "install it: `pip install 'rspc[data]'`",
            )
        try:
            content = _content(file, archive, info)
        except MemberError as error:
            yield info.filename, error
            continue
        made += len(content)
        if made > max(SPARED, SWELLING * size):
            raise refused("E0837", f"`{path}` unpacks to more than {SWELLING} times its size")
        yield info.filename, content


def _content(file: IO[bytes], archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    if info.flag_bits & ENCRYPTED:
        raise MemberError("it is encrypted")
    try:
        if info.compress_type == ZSTANDARD:
            found = _unpack(file, info)
        else:
            with archive.open(info) as opened:
                found = opened.read(LARGEST + 1)
    except _DAMAGE as error:
        raise MemberError(f"it is damaged: {error}") from None
    except (NotImplementedError, RuntimeError, ValueError) as error:
        raise MemberError(f"it cannot be unpacked: {error}") from None
    if len(found) > LARGEST:
        raise MemberError(f"it is larger than {format_bytes(LARGEST)}")
    return found


def _unpack(file: IO[bytes], info: zipfile.ZipInfo) -> bytes:
    """Return a member that is compressed with Zstandard, in one frame or more, and compare its checksum."""
    import zstandard

    if info.compress_size > LARGEST:
        raise ValueError(f"it is larger than {format_bytes(LARGEST)}")
    file.seek(info.header_offset)
    mark, name, more = _LOCAL.unpack(file.read(_LOCAL.size))
    if mark != b"PK\x03\x04":
        raise zipfile.BadZipFile("its header is missing")
    file.seek(name + more, 1)
    packed = file.read(info.compress_size)
    try:
        with zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True) as stream:
            found = stream.read(LARGEST + 1)
    except (zstandard.ZstdError, MemoryError) as error:
        raise zipfile.BadZipFile(str(error)) from None
    if len(found) <= LARGEST and zlib.crc32(found) != info.CRC:
        raise zipfile.BadZipFile("its checksum does not match")
    return found
