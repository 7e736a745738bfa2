"""The version of rspc."""

__version__ = "0.4.0"
