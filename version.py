"""The version of rspc."""

__version__ = "0.8.0"
