"""Ids of problems that reveal nothing about them, for tests whose answers are kept secret."""

from hashlib import blake2b

GUESSED = 1 << 32
"""Smaller seeds than this can be found by trying them all."""


def private_id(id: str) -> str:
    """Return the id of a record's problem in a private test: 32 hexadecimal digits.

    The id of a record contains its seed, so a seed that cannot be guessed makes an id that cannot.
    """
    return blake2b(id.encode(), digest_size=16, person=b"rspc private").hexdigest()
