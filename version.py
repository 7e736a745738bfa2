"""The version of rspc."""

__version__ = "0.15.0"
