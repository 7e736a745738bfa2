"""For which individuals does a literal follow? As in `Who attacks the dog?`"""

from .goals import BLANK, about, read_goal
from .task import Value

__all__ = ["BLANK", "Value", "about", "read_goal"]
