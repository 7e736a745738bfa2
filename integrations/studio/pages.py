"""Which address shows which page."""

from nicegui import ui

from .address import author_address, browse_address
from .author.page import author_page
from .browse.page import browse_page
from .frame import list_page
from .target import Target


def add_pages(target: Target) -> None:
    """Register the pages of a studio."""

    @ui.page("/")
    def first() -> None:
        only = [
            *(author_address(name) for name in target.specs),
            *(browse_address(name) for name in target.datasets),
        ]
        if len(only) == 1:
            ui.navigate.to(only[0])
        else:
            list_page(target)

    @ui.page("/author")
    def author(spec: str = "") -> None:
        if spec in target.specs:
            author_page(target, spec)
        else:
            list_page(target)

    @ui.page("/browse")
    def browse(dataset: str = "") -> None:
        if dataset in target.datasets:
            browse_page(target, dataset)
        else:
            list_page(target)
