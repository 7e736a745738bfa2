"""The version of rspc."""

__version__ = "0.9.0"
