"""What a run's times and engines depend on, and its records do not."""

from __future__ import annotations

import os
import platform
import re
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Any


def machine() -> dict[str, Any]:
    """Give what a run's times and engines depend on, and its records do not."""
    return {
        "platform": platform.platform(),
        "python": platform.python_version(),
        "processors": os.cpu_count(),
        "packages": packages(),
    }


_EXTRA = re.compile(r"extra == ['\"](\w+)['\"]")
_MAKING = (None, "data", "java")
"""The extras whose packages write files or decide labels."""


def packages() -> dict[str, str]:
    """Give the installed version of everything that rspc makes datasets with."""
    found: dict[str, str] = {}
    try:
        needed = requires("rspc") or []
    except PackageNotFoundError:
        needed = []
    for requirement in needed:
        name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
        extra = _EXTRA.search(requirement)
        if (extra[1] if extra else None) in _MAKING:
            with suppress(PackageNotFoundError):
                found[name] = version(name)
    return dict(sorted(found.items()))
