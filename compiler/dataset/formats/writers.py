"""Which writer a format has, and which reads a file."""

from contextlib import suppress
from pathlib import Path

from ....dsl.diagnostics import Diagnostic, SpecError, did_you_mean
from ...contract import Demanding, Writer, plugins

PLAIN = "jsonl"
"""The default format of a run, and of a file with an unknown suffix."""


def writer_named(format: str) -> Writer:
    """Return the writer of a format.

    Raises:
        SpecError: E0810 if there is none, E0816 if a package that it needs is not installed.
    """
    known = plugins.names(plugins.WRITERS)
    if format not in known:
        raise SpecError(
            [
                Diagnostic(
                    "E0810",
                    f"there is no output format `{format}`",
                    help=did_you_mean(format, known) or f"there are: {', '.join(known)}",
                )
            ]
        )
    writer: Writer = plugins.make(plugins.WRITERS, format)
    return _usable(writer)


def suffixes() -> dict[str, str]:
    """Return the format of every suffix, the longest suffixes first."""
    found: dict[str, str] = {}
    for name in plugins.names(plugins.WRITERS):
        with suppress(plugins.PluginError):  # a broken one is reported when it is asked for
            found.setdefault(plugins.load(plugins.WRITERS, name).suffix, name)
    return dict(sorted(found.items(), key=lambda each: -len(each[0])))


def of(path: Path) -> Writer:
    """Return the writer that reads a file, by its suffix; by default that of JSON lines.

    Raises:
        SpecError: E0816 if a package that it needs is not installed.
    """
    ending = (name for suffix, name in suffixes().items() if path.name.endswith(suffix))
    return writer_named(next(ending, PLAIN))


def _usable(writer: Writer) -> Writer:
    if isinstance(writer, Demanding) and (lacking := writer.lacks()):
        raise SpecError(
            [
                Diagnostic(
                    "E0816",
                    f"the format `{writer.name}` needs a package that is not installed: {lacking}",
                    help="install it, or use `jsonl`",
                )
            ]
        )
    return writer
