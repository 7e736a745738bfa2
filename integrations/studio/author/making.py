"""A problem of a spec as it stands in the editor, with all that the page shows of it."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ....compiler.api import Family, prove_family
from ....compiler.dataset.formats.evidence import describe_certificate, describe_engines
from ....compiler.family import Family as FamilyContent
from ....compiler.instances import Exhausted, Instance
from ....compiler.notation import show
from ....dsl.diagnostics import Diagnostic, SpecError
from ...language_server.inspection import fault, load, open_files
from ...language_server.messages import Files
from .messages import (
    Choice,
    Described,
    Dropped,
    Evidence,
    Knob,
    Made,
    Make,
    Prove,
    Proved,
    Stated,
)

MOST_CAUSES = 20
"""How many causes of drops an example is made of."""

MOST_LINES = 40
"""How many lines of an example are shown."""

EXAMPLES = 2.0
"""Seconds for examples of drops."""

_kept: dict[str, tuple[Any, Family]] = {}


def family_of(files: Files) -> Family:
    """Return the family of a spec; the last one is kept, because many questions are about the same files.

    Raises:
        SpecError: with every fault found.
    """
    key = (files.path, files.text, tuple(sorted(files.texts.items())))
    known = _kept.get("last")
    if known is not None and known[0] == key and not _has_changed(known[1], files):
        return known[1]
    _kept.clear()
    made = Family.of(load(files))
    _kept["last"] = key, made
    return made


def forget() -> None:
    """Forget the family that is kept: a question about it was given up midway."""
    _kept.clear()


def _has_changed(family: Family, files: Files) -> bool:
    """Return whether a file on disk that a family was read from has another content now."""
    home = Path(files.path).parent if files.path else Path(files.folder)
    for name, text in family.library.bundle().items():
        path = home / name
        if ":" in name or str(path) == files.path or str(path) in files.texts:
            continue
        try:
            if path.read_bytes() != text.encode("utf-8"):
                return True
        except OSError:
            return True
    return False


def make(asked: Make) -> Made:
    """Return a problem and what is known of it; the faults of the spec if it has some.

    Raises what `Family.instance` raises but for a wrong spec and exhausted attempts.
    """
    started = time.perf_counter()
    try:
        family = family_of(asked.files)
    except SpecError as error:
        opened = open_files(asked.files)
        first = _first_error(error)
        faults = tuple(fault(opened, each) for each in error.diagnostics[:20])
        return Made(failed=f"{first.code}: {first.message}", faults=faults)
    choice = asked.choice
    described = describe_family(family, choice)
    try:
        params = family.settings(known_params(family, choice), choice.preset)
        made = family.instance(choice.seed, choice.index, choice.split, **params)
    except Exhausted as error:
        return Made(
            described=described,
            drops=tuple(_exhausted(error)),
            seconds=time.perf_counter() - started,
            failed=f"every attempt at instance {choice.index} was dropped{_commonest(error)}",
        )
    except SpecError as error:
        first = _first_error(error)
        help = f"; {first.help}" if first.help else ""
        return Made(described=described, failed=f"{first.code}: {first.message}{help}")
    seconds = time.perf_counter() - started
    record = made.record()
    evidence = tuple(
        Evidence(each.text, each.quoted, (*each.items, *map(", ".join, each.literals)))
        for each in describe_certificate(record)
    )
    return Made(
        dict(record),
        tuple(statements(made)),
        evidence,
        describe_engines(record),
        tuple(drops(family, made, params, choice)),
        described,
        seconds,
    )


def prove(asked: Prove) -> Proved:
    """Return what is wrong with the words of a spec that has no other errors: what `rspc check --prove` reports."""
    try:
        found = prove_family(family_of(asked.files))
    except SpecError as error:
        found = tuple(error.diagnostics)
    opened = open_files(asked.files)
    return Proved(tuple(fault(opened, each) for each in found))


def _first_error(error: SpecError) -> Diagnostic:
    """Return the first diagnostic that is an error: warnings keep no problem from being made."""
    errors = (each for each in error.diagnostics if not each.code.startswith("W"))
    return next(errors, error.diagnostics[0])


def _commonest(error: Exhausted) -> str:
    """Return the commonest cause of drops, as the end of a sentence."""
    causes = sorted(error.rejections.items(), key=lambda item: (-item[1], item[0]))
    return f", most often because: {causes[0][0]} (see Drops)" if causes else ""


def known_params(family: FamilyContent, choice: Choice) -> dict[str, str]:
    """Return the parameters that are set, without those that the spec has no longer."""
    return {name: value for name, value in choice.params.items() if name in family.parameters}


def statements(made: Instance) -> list[Stated]:
    """Return the statements of a problem."""
    return [Stated(each.id, show(each).partition(": ")[2]) for each in made.theory.statements]


# ------------------------------------------------------------------------------------------------------- drops


def drops(
    family: Family, made: Instance, params: Mapping[str, Any], choice: Choice
) -> list[Dropped]:
    """Return the causes of the drafts that were dropped before a problem, the commonest first, with an example each."""
    deadline = time.perf_counter() + EXAMPLES
    ordered = sorted(made.rejections, key=lambda cause: (-made.rejections[cause], cause))
    found = []
    for cause in ordered[:MOST_CAUSES]:
        attempt = made.drops.get(cause, 0)
        place = f"attempt {attempt + 1} at instance {choice.index}"
        lines: tuple[str, ...] = ()
        if time.perf_counter() < deadline:
            drop = family.explain(choice.seed, choice.index, attempt, choice.split, **params)
            lines = tuple(drop.lines()[:MOST_LINES]) if drop is not None else ()
        found.append(Dropped(cause, made.rejections[cause], place, lines))
    return found


def _exhausted(error: Exhausted) -> list[Dropped]:
    deadline = time.perf_counter() + EXAMPLES
    found = []
    for cause, count in sorted(error.rejections.items(), key=lambda item: (-item[1], item[0])):
        drop = error.explain(cause) if time.perf_counter() < deadline else None
        lines = tuple(drop.lines()[:MOST_LINES]) if drop is not None else ()
        found.append(Dropped(cause, count, f"instance {error.index}", lines))
    return found[:MOST_CAUSES]


# ---------------------------------------------------------------------------------------------------- parameters


def describe_family(family: FamilyContent, choice: Choice) -> Described:
    """Return what can be set in a family, with the values of the preset that is chosen, if it has that preset."""
    preset = family.presets.get(choice.preset, {})
    knobs = []
    for name, parameter in family.parameters.items():
        knobs.append(
            Knob(
                name,
                parameter.kind,
                parameter.show(preset.get(name, parameter.default)),
                parameter.description,
                "" if parameter.low is None else parameter.show(parameter.low),
                "" if parameter.high is None else parameter.show(parameter.high),
                tuple(parameter.show(each) for each in parameter.members),
                name in family.wording,
            )
        )
    presets = tuple(name for name in family.presets if not name.isdigit())
    return Described(family.name, tuple(knobs), presets, family.levels, family.all_splits)
