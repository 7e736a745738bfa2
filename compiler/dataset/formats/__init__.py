"""The files of a dataset: records, tables, cards and manifests, in each output format."""

from .columns import note_members, record
from .folder import UNNAMED
from .opening import LARGEST, content, format_bytes, plain
from .packed import LONGEST, packed_format
from .page import cut, fold
from .read import is_cut_short, records, whole
from .sheets import LOADING

__all__ = [
    "LARGEST",
    "LOADING",
    "LONGEST",
    "UNNAMED",
    "content",
    "cut",
    "fold",
    "format_bytes",
    "is_cut_short",
    "note_members",
    "packed_format",
    "plain",
    "record",
    "records",
    "whole",
]
