"""Families that are found by name: those that come with rspc, and those of other installed packages."""

import os
from dataclasses import dataclass
from pathlib import Path

from ...dsl.diagnostics import Diagnostic, SpecError, did_you_mean
from ..contract import plugins
from .library import STANDARD, folder_of


@dataclass(frozen=True)
class InstalledFamily:
    """A family of an installed package.

    Attributes:
        name: its name, which is that of its file.
        path: its spec file.
        home: the name and version of the distribution that brings it.
    """

    name: str
    path: Path
    home: str


def installed_families() -> tuple[InstalledFamily, ...]:
    """Return the families of all packages that are registered in `rspc.families`, by name.

    A package's families are the files `NAME.rspec` in its folder and the folders below that begin with `family NAME`.
    """
    found = []
    for package in plugins.names(plugins.FAMILIES):
        home = plugins.home(plugins.FAMILIES, package)
        for folder in _folders(package):
            found += [
                InstalledFamily(path.stem, path, home)
                for path in folder.rglob("*.rspec")
                if path.is_file() and _declares_family(path)
            ]
    return tuple(sorted(found, key=lambda family: (family.name, family.path)))


def is_installed(path: Path) -> bool:
    """Return whether a file belongs to a library of modules, or to a package that was installed."""
    place = Path(os.path.realpath(path))  # which, unlike `resolve`, accepts links in a circle
    if {"site-packages", "dist-packages"} & {*place.parts}:
        return True
    libraries = (STANDARD, *plugins.names(plugins.LIBRARIES))
    return any(place.is_relative_to(folder_of(library).resolve()) for library in libraries)


def find_spec(spec: str | Path) -> Path:
    """Return the file that a user means by a spec.

    A `Path`, and a string with a `/` or with a suffix `.rspec` or `.json`, are the path of a file. Any other string is
    the name of an installed family.

    Raises:
        SpecError: E0623 if no family has the name, E0624 if several have it.
    """
    if isinstance(spec, Path) or _is_path(spec):
        return Path(spec)
    families = installed_families()
    claims = [family for family in families if family.name == spec]
    if not claims:
        raise SpecError([_describe_unknown(spec, [family.name for family in families])])
    if len(claims) > 1:
        places = " and ".join(f"{claim.home} (`{claim.path}`)" for claim in claims)
        raise SpecError(
            [
                Diagnostic(
                    "E0624",
                    f"several installed families are called `{spec}`: those of {places}",
                    help="use the path of one of them",
                )
            ]
        )
    return claims[0].path


def _is_path(spec: str) -> bool:
    return os.sep in spec or "/" in spec or spec.endswith((".rspec", ".json"))


def _folders(package: str) -> tuple[Path, ...]:
    """Return the folders of a registered package; one without code may have several."""
    module = plugins.load(plugins.FAMILIES, package)
    return tuple(Path(folder) for folder in module.__path__)


def _declares_family(path: Path) -> bool:
    """Return whether a file begins with `family` and its own name, after comments and blank lines."""
    with path.open(encoding="utf-8-sig", errors="replace") as lines:
        for line in lines:
            words = line.split()
            if words and not words[0].startswith("#"):
                return words[:2] == ["family", path.stem]
    return False


def _describe_unknown(name: str, names: list[str]) -> Diagnostic:
    shown = name if len(name) <= 60 else f"{name[:59]}…"
    here = [Path(name), Path(f"{name}.rspec")] if name and len(name) <= 200 else []
    file = next((path for path in here if path.is_file()), None)
    repair = (
        f"to use the file, write `./{file}`"
        if file is not None
        else did_you_mean(name, names)
        or "`rspc list families` shows the names; a path has a `/` or ends in `.rspec`"
    )
    return Diagnostic("E0623", f"no installed family is called `{shown}`", help=repair)
