"""How much memory this process holds."""

import contextlib
import os
import sys
from pathlib import Path


def process_memory() -> int:
    """Return the current, or else the peak memory of this process in bytes; 0 if the system reports neither.

    On Linux, the peak includes memory of the process that started this one.
    """
    with contextlib.suppress(OSError):
        resident = int(Path("/proc/self/statm").read_text("ascii").split()[1])
        return resident * os.sysconf("SC_PAGESIZE")
    if sys.platform == "win32":
        return 0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most << 10
