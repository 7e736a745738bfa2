"""Tells files that a general tool has compressed, and that are read only once they are unpacked."""

_PACKED = (
    (b"\x1f\x8b", "gzip", "unpack it with `gunzip`"),
    (b"BZh", "bzip2", "unpack it with `bunzip2`"),
    (b"\xfd7zXZ\x00", "xz", "unpack it with `unxz`"),
    (b"PK\x03\x04", "zip", "unpack it with `unzip`"),
    (b"\x28\xb5\x2f\xfd", "Zstandard", "give it a name that ends in `.jsonl.zst`"),
    (b"PAR1", "Parquet", "give it a name that ends in `.parquet`"),
)
"""How files begin that hold no lines of JSON, what they are, and what makes them readable."""

LONGEST = max(len(magic) for magic, _, _ in _PACKED)

SUFFIXES = (".gz", ".bz2", ".xz", ".zip")


def packed_format(head: bytes) -> str:
    """Return the kind of a file that begins like this, if it is not lines of JSON, and how to read it."""
    found = ((form, help) for magic, form, help in _PACKED if head.startswith(magic))
    return next((f"it is {form}: {help}" for form, help in found), "")
