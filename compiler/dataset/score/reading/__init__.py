"""Reading replies from the files that models, people and harnesses write."""

from .detecting import FORMATS
from .source import Source, open_source

__all__ = ["FORMATS", "Source", "open_source"]
