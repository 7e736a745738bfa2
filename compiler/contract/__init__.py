"""The protocols of logics, backends, checkers, strategies, tasks, writers, formats and exporters.

All are found through entry points (`rspc.logics`, `rspc.backends`, `rspc.checkers`, `rspc.strategies`,
`rspc.tasks`, `rspc.writers`, `rspc.formats`, `rspc.exporters`); the shipped ones are registered like any other.
The compiler knows engines only by these protocols.
A package of `.rspec` modules is a library, registered in `rspc.libraries`: `use NAME.module` reads one of them.
"""

from .abilities import (
    Bulk,
    Counterexample,
    Grounder,
    KnowledgeBase,
    Labeller,
    Prover,
    Reasoner,
    Session,
    Sparer,
)
from .engines import (
    LIMITS,
    UNDECIDED,
    Backend,
    Checker,
    CheckResult,
    Deadline,
    Demanding,
    Encoding,
    EngineError,
    Feature,
    Label,
    LimitReached,
    Limits,
    Undecided,
    Verdict,
    remaining,
)
from .exporters import MESSAGES, Export, Exporter, Message, Problem, Shape, Unsuitable
from .files import Arranging, Columns, Format, Notation, Tabular, Writer
from .knobs import Knobs
from .logics import Classifier, Logic, Modal, Operator
from .proofs import Claim, Explainer, Said, Step
from .score import Score

__all__ = [
    "LIMITS",
    "MESSAGES",
    "UNDECIDED",
    "Arranging",
    "Backend",
    "Bulk",
    "CheckResult",
    "Checker",
    "Claim",
    "Classifier",
    "Columns",
    "Counterexample",
    "Deadline",
    "Demanding",
    "Encoding",
    "EngineError",
    "Explainer",
    "Export",
    "Exporter",
    "Feature",
    "Format",
    "Grounder",
    "Knobs",
    "KnowledgeBase",
    "Label",
    "Labeller",
    "LimitReached",
    "Limits",
    "Logic",
    "Message",
    "Modal",
    "Notation",
    "Operator",
    "Problem",
    "Prover",
    "Reasoner",
    "Said",
    "Score",
    "Session",
    "Shape",
    "Sparer",
    "Step",
    "Tabular",
    "Undecided",
    "Unsuitable",
    "Verdict",
    "Writer",
    "remaining",
]
