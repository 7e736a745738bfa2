"""The version of rspc."""

__version__ = "0.5.0"
