"""The version of rspc."""

__version__ = "0.6.0"
