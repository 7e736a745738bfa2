"""A dataset folder as the Hugging Face hub has them: Parquet by split."""

from typing import ClassVar

from .folder import PARTS, UNNAMED
from .parquet import Parquet


class HuggingFace(Parquet):
    """A Hugging Face dataset folder: `data/SPLIT-….parquet`."""

    name: ClassVar[str] = "huggingface"

    def place(self, split: str, number: int, of: int) -> str:
        """Return the path of a split's file."""
        return f"{PARTS}/{split or UNNAMED}-{number:05}-of-{of:05}{self.suffix}"
