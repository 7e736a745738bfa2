"""Pages on the families of a folder of specs: a table of all, then a section for each, with a problem."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import rspc

from .pages import ROOT, codes, read, rows, write_problem


@dataclass(frozen=True)
class FamilyPage:
    """A page, by its name, and the folder of its specs."""

    page: str
    folder: str

    @property
    def specs(self) -> Path:
        return ROOT / "specs" / self.folder

    @property
    def families(self) -> list[str]:
        return sorted(path.stem for path in self.specs.glob("*.rspec"))

    def load(self, name: str) -> rspc.Family:
        return rspc.load(self.specs / f"{name}.rspec")

    def table(self) -> dict[str, list[str]]:
        """Return the other cells of each row of the table by the name of its family."""
        table = rows(read(self.page).partition("## ")[0])
        found = {codes(name)[0]: rest for name, *rest in table}
        assert len(found) == len(table)
        return found

    def section(self, name: str) -> str:
        """Return the text of a family's section, with its blocks."""
        pattern = rf"^## {name}\n(.*?)(?=^## |\Z)"
        (found,) = re.findall(pattern, read(self.page), re.MULTILINE | re.DOTALL)
        return str(found)

    def problem(self, name: str, instance: rspc.Instance, update: bool) -> str:
        """Return the problem that a family's section shows; with `update`, after the section is given this instance."""
        if update:
            write_problem(self.page, name, instance.text, instance.answer)
        (found,) = re.findall(r"^```text\n(.*?)^```$", self.section(name), re.MULTILINE | re.DOTALL)
        return str(found)


def asked(family: rspc.Family) -> list[str]:
    """Return the tasks of a family's questions, each once."""
    return list(dict.fromkeys(each.task.name for each in family.asks))


def unnamed_presets(family: rspc.Family, text: str) -> list[str]:
    """Return the presets, other than levels, that a section does not name with their values."""
    return [
        preset
        for preset, values in family.presets.items()
        if preset not in family.levels
        and f"`{preset}`: {', '.join(f'{k} {v}' for k, v in values.items())}" not in text
    ]


def has_levels(family: rspc.Family, text: str) -> bool:
    """Return whether a section gives the levels of a family that has some."""
    return not family.levels or f"Levels: 1 to {len(family.levels)}." in text
