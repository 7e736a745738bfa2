"""The string that shows whether a model was trained on a dataset."""

import uuid
from functools import lru_cache

_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_DNS, "canary.rspc")


@lru_cache(maxsize=64)
def canary(family_hash: str, seed: int) -> str:
    """Return the canary string of a family's problems with a seed.

    Its GUID is a UUID of version 5 (RFC 9562), so it occurs nowhere else, and a run that is repeated has the same.
    The use of such a string follows BIG-bench (Srivastava et al. 2022): a filter finds and removes the data, and
    a model that completes the string has seen them.
    """
    return f"rspc canary GUID {uuid.uuid5(_NAMESPACE, f'{family_hash}/{seed}')}"
