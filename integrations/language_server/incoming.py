"""The bytes that an editor sends: a message that says it is larger than any can be ends the server in order."""

import re
from typing import BinaryIO

from ...dsl.diagnostics import Diagnostic, SpecError

LARGEST = 256 << 20
"""Bytes of the largest message."""

_LENGTH = re.compile(rb"content-length:\s*0*(\d+)\s*", re.IGNORECASE)


class Incoming:
    """The input of the server, read by lines and by numbers of bytes.

    Both of its methods are those of a file. The first raises SpecError at a line that announces a message that is too
    large.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def readline(self) -> bytes:
        line = self._stream.readline()
        found = _LENGTH.fullmatch(line)
        if found and (len(found[1]) > len(str(LARGEST)) or int(found[1]) > LARGEST):
            raise SpecError(
                [
                    Diagnostic(
                        "E0122",
                        f"the editor announces a message of more than {LARGEST >> 20} MiB",
                        help="its `Content-Length` must be the number of bytes of the message",
                    )
                ]
            )
        return line

    def read(self, size: int) -> bytes:
        return self._stream.read(size)
