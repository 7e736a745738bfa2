"""The version of rspc."""

__version__ = "0.12.0"
