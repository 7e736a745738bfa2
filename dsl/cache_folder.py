"""The folder in which `rspc` keeps what it can make again: tables of the grammar, verdicts of proofs."""

import os
from pathlib import Path

from platformdirs import user_cache_path

VARIABLE = "RSPC_CACHE"
"""The variable of the environment that names the folder; an empty one turns keeping off."""


def cache_folder() -> Path | None:
    """Return the folder, of this user or of `RSPC_CACHE`; None if nothing is to be kept.

    Whether it exists or can be written is not known.
    """
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named).absolute() if named.strip() else None
    found = user_cache_path("rspc", appauthor=False)
    # A relative path, as of a wrong `XDG_CACHE_HOME`, would mean another folder wherever the command is run.
    return found if found.is_absolute() else None
