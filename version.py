"""The version of rspc."""

__version__ = "0.7.0"
