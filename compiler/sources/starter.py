"""Starts a family: a commented template of a library under a name of the author's."""

import re
from pathlib import Path

from ...dsl.diagnostics import Diagnostic, Report, SpecError, did_you_mean
from ..contract import plugins
from .family_names import check_name
from .library import STANDARD, folder_of

_HEADER = re.compile(r"^family +[a-z][a-z0-9_]*", re.MULTILINE)


def start(name: str, logic: str, folder: Path = Path()) -> Path:
    """Write `name.rspec` from the logic's template and return its path.

    Raises:
        SpecError: E0808 for a name that no family can have, E0810 for a logic that is not installed, E0811
            for one without a template, E0807 if the file exists, E0801 if it cannot be written.
    """
    report = Report()
    check_name(name, report)
    report.raise_errors()
    text = named_template(name, logic)
    path = folder / f"{name}.rspec"
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise SpecError(
            [
                Diagnostic(
                    "E0807",
                    f"`{path}` already exists",
                    help="choose another name, or remove the file first",
                )
            ]
        ) from None
    except OSError as error:
        raise SpecError(
            [Diagnostic("E0801", f"`{path}` cannot be written: {error.strerror}")]
        ) from None
    return path


def named_template(name: str, logic: str) -> str:
    """Return the text of a logic's template as a family of this name. Raises SpecError as `template`."""
    return _HEADER.sub(f"family {name}", template(logic), count=1)


def template(logic: str) -> str:
    """Return the text of a logic's template."""
    known = plugins.names(plugins.LOGICS)
    if logic not in known:
        raise SpecError(
            [
                Diagnostic(
                    "E0810",
                    f"no logic `{logic}` is installed",
                    help=did_you_mean(logic, known) or f"there are: {', '.join(known)}",
                )
            ]
        )
    libraries = (STANDARD, *plugins.names(plugins.LIBRARIES))
    files = (folder_of(library) / "new" / f"{logic}.rspec" for library in libraries)
    file = next((path for path in files if path.is_file()), None)
    if file is None:
        raise SpecError(
            [
                Diagnostic(
                    "E0811",
                    f"logic `{logic}` has no template",
                    help="copy one of the families that ship, or start from the logic's own documentation",
                )
            ]
        )
    return file.read_text(encoding="utf-8")
