"""Which line of a proof does not follow?"""

from .task import Error

__all__ = ["Error"]
