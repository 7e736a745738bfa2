"""Which statements must be removed, as few as possible, for a question to have another answer?"""

from .task import Repair

__all__ = ["Repair"]
