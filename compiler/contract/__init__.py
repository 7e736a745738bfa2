"""What a logic, backend, checker, strategy, task, writer and format must be.

All are found through entry points (`rspc.logics`, `rspc.backends`, `rspc.checkers`, `rspc.strategies`, `rspc.tasks`,
`rspc.writers`, `rspc.formats`); the shipped ones register as anybody's would. The compiler meets engines only here.
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
)
from .asking import Answering, AskScope, Posed, Score, Task
from .engines import (
    LIMITS,
    UNDECIDED,
    Backend,
    Checker,
    CheckResult,
    Demanding,
    Encoding,
    EngineError,
    Feature,
    Label,
    Limits,
    Undecided,
    Verdict,
)
from .files import Arranging, Columns, Format, Writer
from .growing import (
    Draft,
    Found,
    Knobs,
    Outcome,
    Rejected,
    Sampler,
    Scene,
    Seeker,
    Sought,
    Strategy,
)
from .logics import Classifier, Logic, Modal, Operator
from .proofs import Claim, Explainer, Said, Step

__all__ = [
    "LIMITS",
    "UNDECIDED",
    "Answering",
    "Arranging",
    "AskScope",
    "Backend",
    "Bulk",
    "CheckResult",
    "Checker",
    "Claim",
    "Classifier",
    "Columns",
    "Counterexample",
    "Demanding",
    "Draft",
    "Encoding",
    "EngineError",
    "Explainer",
    "Feature",
    "Format",
    "Found",
    "Grounder",
    "Knobs",
    "KnowledgeBase",
    "Label",
    "Labeller",
    "Limits",
    "Logic",
    "Modal",
    "Operator",
    "Outcome",
    "Posed",
    "Prover",
    "Reasoner",
    "Rejected",
    "Said",
    "Sampler",
    "Scene",
    "Score",
    "Seeker",
    "Session",
    "Sought",
    "Step",
    "Strategy",
    "Task",
    "Undecided",
    "Verdict",
    "Writer",
]
