"""The version of rspc."""

__version__ = "0.14.0"
