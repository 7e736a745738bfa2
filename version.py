"""The version of rspc."""

__version__ = "0.11.0"
