"""A compiler for families of reasoning problems.

A family is a `.rspec` file: a distribution over theories, the questions asked about them, and the sentences that
say both. `load` checks one; its instances are drawn by number, and each label carries a certificate.

    family = rspc.load("specs/family.rspec")
    instance = family.instance(seed=0, index=17)
    instance.text, instance.answer, instance.record()
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .version import __version__

if TYPE_CHECKING:
    from . import reward
    from .compiler.api import Family, load
    from .compiler.contract import Score
    from .compiler.curriculum.curriculum import Curriculum, replay
    from .compiler.dataset.export.export import export
    from .compiler.dataset.filter import filter
    from .compiler.dataset.formats import record, records
    from .compiler.dataset.mix import mix
    from .compiler.dataset.score.key import key
    from .compiler.dataset.score.score import score
    from .compiler.dataset.stats.stats import stats
    from .compiler.dataset.verify.dataset import verify
    from .compiler.dataset.verify.report import Report
    from .compiler.instances import Instance
    from .compiler.solve import Answer, answers, solve
    from .dsl.diagnostics import SpecError
    from .integrations.hugging_face import dataset


__all__ = [
    "Answer",
    "Curriculum",
    "Family",
    "Instance",
    "Report",
    "Score",
    "SpecError",
    "__version__",
    "answers",
    "dataset",
    "export",
    "filter",
    "key",
    "load",
    "mix",
    "record",
    "records",
    "replay",
    "reward",
    "score",
    "solve",
    "stats",
    "verify",
]

_HOMES = {
    "Answer": ".compiler.solve",
    "Curriculum": ".compiler.curriculum.curriculum",
    "Family": ".compiler.api",
    "Instance": ".compiler.instances.instance",
    "Report": ".compiler.dataset.verify.report",
    "Score": ".compiler.contract",
    "SpecError": ".dsl.diagnostics",
    "answers": ".compiler.solve",
    "dataset": ".integrations.hugging_face",
    "export": ".compiler.dataset.export.export",
    "filter": ".compiler.dataset.filter",
    "key": ".compiler.dataset.score.key",
    "load": ".compiler.api",
    "mix": ".compiler.dataset.mix",
    "record": ".compiler.dataset.formats.columns",
    "records": ".compiler.dataset.formats.read",
    "replay": ".compiler.curriculum.curriculum",
    "score": ".compiler.dataset.score.score",
    "solve": ".compiler.solve",
    "stats": ".compiler.dataset.stats.stats",
    "verify": ".compiler.dataset.verify.dataset",
}

_MODULES = ("reward",)


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that `import rspc` costs nothing."""
    if name in _MODULES:
        return import_module(f".{name}", __name__)
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name], __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
