"""The version of rspc."""

__version__ = "0.13.5"
