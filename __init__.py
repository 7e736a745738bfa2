"""A compiler for families of reasoning problems.

A family is a `.rspec` file: a distribution over theories, the questions asked about them, and the sentences that
say both. `load` checks one; its instances are drawn by number, and each label carries a certificate.

    family = rspc.load("specs/family.rspec")
    instance = family.instance(seed=0, index=17)
    instance.text, instance.answer, instance.record()
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .compiler.contract import Score
    from .compiler.emit.columns import record
    from .compiler.emit.read import records
    from .compiler.family import Family, load
    from .compiler.instance import Instance
    from .compiler.scoring.score import score
    from .compiler.solving import Answer, answers, solve
    from .compiler.statistics.stats import stats
    from .compiler.verifying.dataset import verify
    from .compiler.verifying.report import Report
    from .dsl.diagnostics import SpecError

__version__ = "0.4.0"

__all__ = [
    "Answer",
    "Family",
    "Instance",
    "Report",
    "Score",
    "SpecError",
    "__version__",
    "answers",
    "load",
    "record",
    "records",
    "score",
    "solve",
    "stats",
    "verify",
]

_HOMES = {
    "Answer": ".compiler.solving",
    "Family": ".compiler.family",
    "Instance": ".compiler.instance",
    "Report": ".compiler.verifying.report",
    "Score": ".compiler.contract",
    "SpecError": ".dsl.diagnostics",
    "answers": ".compiler.solving",
    "load": ".compiler.family",
    "record": ".compiler.emit.columns",
    "records": ".compiler.emit.read",
    "score": ".compiler.scoring.score",
    "solve": ".compiler.solving",
    "stats": ".compiler.statistics.stats",
    "verify": ".compiler.verifying.dataset",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that `import rspc` costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
