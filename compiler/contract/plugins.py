"""Finds logics, engines, all other plug-ins and libraries by entry points, ours as a stranger's."""

import re
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from ..stopping import Stopped
from . import EngineError, Knobs

LOGICS: Final = "rspc.logics"
BACKENDS: Final = "rspc.backends"
CHECKERS: Final = "rspc.checkers"
STRATEGIES: Final = "rspc.strategies"
TASKS: Final = "rspc.tasks"
WRITERS: Final = "rspc.writers"
FORMATS: Final = "rspc.formats"
EXPORTERS: Final = "rspc.exporters"
LIBRARIES: Final = "rspc.libraries"
FAMILIES: Final = "rspc.families"

KINDS: Final = {
    LOGICS: "logic",
    BACKENDS: "backend",
    CHECKERS: "checker",
    STRATEGIES: "strategy",
    TASKS: "task",
    WRITERS: "writer",
    FORMATS: "format",
    EXPORTERS: "exporter",
    LIBRARIES: "library",
    FAMILIES: "package of families",
}
"""What one plug-in of each group is called."""

GROUPS: Final = tuple(KINDS)

PACKAGES: Final = (LIBRARIES, FAMILIES)
"""The groups whose members are packages of `.rspec` files."""

_SUFFIX: Final = re.compile(r"\.\w[\w.-]*", re.ASCII)
_INTERRUPTS: Final = (KeyboardInterrupt, Stopped)
"""What is never a plug-in's own fault, whatever else of its making it may raise."""


class PluginError(EngineError):
    """A plug-in is missing or broken. The message names it and the distribution that it comes from."""


@cache
def _entry_points_by_name(group: str) -> dict[str, tuple[EntryPoint, ...]]:
    """Return the entry points of a group by name; several under one name are several distributions' claims to it."""
    found: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in sorted(entry_points(group=group), key=lambda each: (each.name, each.value)):
        others = found.get(entry.name, ())
        if all(entry.value != other.value for other in others):
            found[entry.name] = (*others, entry)
    if not found and not any(entry_points(group=other) for other in GROUPS):
        raise PluginError(
            "no plug-in is registered, not even those of rspc itself: this copy runs without its package metadata; "
            "install it with `pip install .` (or `pip install -e .` to work on it)"
        )
    return found


def _home(entry: EntryPoint) -> str:
    distribution = entry.dist
    if distribution is None:
        return "an unknown distribution"
    return f"`{distribution.name} {distribution.version}`"


def names(group: str) -> tuple[str, ...]:
    """Return the names registered in a group such as `BACKENDS`, in order; nothing is imported."""
    return tuple(_entry_points_by_name(group))


def modules() -> tuple[str, ...]:
    """Return the names of the modules of all plug-ins, in order; nothing is imported."""
    entries = (
        each for group in GROUPS for some in _entry_points_by_name(group).values() for each in some
    )
    return tuple(sorted({entry.module for entry in entries}))


def home(group: str, name: str) -> str:
    """Return the name and version of the distribution that registers a plug-in, for messages and lists."""
    return _home(_entry_points_by_name(group)[name][0])


@cache
def load(group: str, name: str) -> Any:
    """Import a plug-in's class, once; of a library, which is a package of `.rspec` modules, the package.

    Raises:
        PluginError: no distribution, or more than one, registers the name, or the import fails.
    """
    kind = KINDS[group]
    claims = _entry_points_by_name(group).get(name, ())
    if not claims:
        raise PluginError(f"no {kind} `{name}` is installed; there are: {', '.join(names(group))}")
    if len(claims) > 1:
        homes = " and ".join(_home(claim) for claim in claims)
        raise PluginError(f"the {kind} `{name}` is registered by {homes}: uninstall all but one")
    entry = claims[0]
    try:
        loaded = entry.load()
    except _INTERRUPTS:
        raise
    except BaseException as fault:
        raise PluginError(
            f"the {kind} `{name}` of {_home(entry)} cannot be loaded from `{entry.value}`: "
            f"{type(fault).__name__}: {fault}"
        ) from fault
    declared = getattr(loaded, "name", None)
    if declared != name and group not in PACKAGES:
        raise PluginError(
            f"the {kind} `{name}` of {_home(entry)} is registered under another name than its own, `{declared}`"
        )
    if wrong := _wrong_attribute(group, loaded):
        raise PluginError(f"the {kind} `{name}` of {_home(entry)} declares {wrong}")
    return loaded


def _wrong_attribute(group: str, loaded: Any) -> str:
    """Return which attribute of a plug-in's class is of another type than its contract has, if any."""
    for attribute in ("knobs", "options"):
        schema = getattr(loaded, attribute, None)
        sound = isinstance(schema, type) and issubclass(schema, Knobs)
        if schema is not None and not sound:
            return f"`{attribute}` that are no class of knobs, but `{schema!r}`"
    for attribute in ("monotonic", "ordered"):
        truth = getattr(loaded, attribute, False)
        if group == LOGICS and not isinstance(truth, bool):
            return f"`{attribute}` that is no truth value, but `{truth!r}`"
    reads = getattr(loaded, "reads", None)
    if group == TASKS and not (
        isinstance(reads, tuple) and all(isinstance(path, str) for path in reads)
    ):
        return f"`reads` that are no tuple of fields, but `{reads!r}`"
    suffix = getattr(loaded, "suffix", None)
    if group == WRITERS and not (isinstance(suffix, str) and _SUFFIX.fullmatch(suffix)):
        return f"a suffix that ends no file's name: `{suffix!r}`; one is such as `.jsonl`"
    return ""


def make(group: str, name: str) -> Any:
    """Return a new object of a plug-in's class.

    Raises:
        PluginError: as `load` does, or the class cannot be called.
    """
    loaded = load(group, name)
    try:
        return loaded()
    except _INTERRUPTS:
        raise
    except BaseException as fault:
        raise plugin_failure(group, name, "its making", fault) from fault


def plugin_failure(group: str, name: str, where: str, fault: BaseException) -> PluginError:
    """Return the error for a failed plug-in, with its distribution and the failed operation."""
    return PluginError(
        f"the {KINDS[group]} `{name}` of {home(group, name)} failed at {where}: {type(fault).__name__}: {fault}"
    )


def forget() -> None:
    """Look for plug-ins again at the next question, as after an installation."""
    _entry_points_by_name.cache_clear()
    load.cache_clear()
