"""What a run's times and engines depend on, and its records do not."""

from __future__ import annotations

import os
import platform
import re
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


def packages() -> dict[str, str]:
    """Give the installed version of everything that rspc depends on."""
    found: dict[str, str] = {}
    try:
        needed = requires("rspc") or []
    except PackageNotFoundError:
        needed = []
    for requirement in needed:
        name = re.split(r"[^\w.-]", requirement, maxsplit=1)[0]
        if "extra ==" not in requirement:
            found[name] = version(name)
    return dict(sorted(found.items()))
