"""What is installed, as completion and hovering show it."""

from typing import Any

from ...compiler.contract import plugins
from ...compiler.contract.descriptions import describe_plugin, describe_schema
from ...compiler.family import DiscourseKnobs, GridKnobs

ITEMS = {"discourse": DiscourseKnobs, "grid": GridKnobs}
"""The items with knobs of their own."""


def installed() -> dict[str, dict[str, Any]]:
    """Return the description of each plug-in by group and name; `items` are the items with knobs of their own."""
    found: dict[str, dict[str, Any]] = {}
    for group in plugins.GROUPS:
        if group not in plugins.PACKAGES:
            names = plugins.names(group)
            found[group.rpartition(".")[2]] = {name: describe_plugin(group, name) for name in names}
    found["items"] = {name: {"knobs": describe_schema(knobs)} for name, knobs in ITEMS.items()}
    return found
