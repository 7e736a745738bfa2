"""The command line that makes what the page shows."""

import shlex
from pathlib import Path

from .messages import Choice

COUNT = 100
"""How many instances the command line makes, or more if the one that is shown has a higher index."""


def command_line(path: Path, choice: Choice, count: int = COUNT) -> str:
    """Return the `rspc compile` that makes the instance that is shown, and those before it."""
    parts = ["rspc", "compile", str(_near(path)), "-n", str(max(count, choice.index + 1))]
    parts += ["--seed", str(choice.seed)]
    if choice.split:
        parts += ["--split", f"{choice.split}={max(count, choice.index + 1)}"]
        del parts[3:5]
    if choice.preset.isdigit():
        parts += ["--level", choice.preset]
    elif choice.preset:
        parts += ["--preset", choice.preset]
    for name, value in choice.params.items():
        parts += ["--set", f"{name}={value}"]
    return " ".join(map(shlex.quote, parts))


def _near(path: Path) -> Path:
    """Return a path as it is named in the folder where the server was started, if it is below it."""
    try:
        return path.relative_to(Path.cwd())
    except ValueError:
        return path
