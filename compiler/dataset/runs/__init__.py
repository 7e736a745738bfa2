"""Making many instances: plans, sweeps, batches, worker processes, and runs that go on."""

from .batch import Tally, count, freeze_gc
from .local_pool import Work
from .plan import Plan, plain
from .progress import Progress
from .run import Summary
from .sweep import Setting
from .writing import name

__all__ = [
    "Plan",
    "Progress",
    "Setting",
    "Summary",
    "Tally",
    "Work",
    "count",
    "freeze_gc",
    "name",
    "plain",
]
