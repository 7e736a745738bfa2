"""The version of rspc."""

__version__ = "0.17.0"
