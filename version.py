"""The version of rspc."""

__version__ = "0.10.0"
