"""What the parts of the page of a dataset ask of it."""

from collections.abc import Awaitable
from pathlib import Path
from typing import Protocol

from nicegui import Client, ui

from .index import Chosen, Index
from .opened import Opened
from .state import Filters, View


class Shown(Protocol):
    """A page of a dataset.

    Attributes:
        filters: those of the records that are shown.
        shown: which tab, rows and columns are shown.
        models: those whose replies are in the index.
        read: how many records have been read.
    """

    dataset: Path
    opened: Opened
    index: Index
    filters: Filters
    shown: View
    models: tuple[str, ...]
    read: int
    client: Client
    records_body: ui.element

    def chosen(self) -> Chosen:
        """Return the choice of records that is shown."""

    async def choose(self, filters: Filters) -> None:
        """Show the records of other filters."""

    async def show_table(self) -> None:
        """Show the rows of the table that are on its page."""

    async def set_models(self, names: tuple[str, ...]) -> None:
        """Show the verdicts of other models."""

    def start(self, job: Awaitable[None]) -> None:
        """Do something while other events are received."""
