"""What a package with parts of its own imports: logics, engines, checkers, strategies, tasks, writers and formats.

`rspc.compiler.contract` lists the entry points under which a part is registered. Names not exported here change from
version to version.
"""

from __future__ import annotations

from .compiler.certify.exploration import answer
from .compiler.contract import (
    LIMITS,
    UNDECIDED,
    Arranging,
    Backend,
    Bulk,
    Checker,
    CheckResult,
    Claim,
    Classifier,
    Columns,
    Counterexample,
    Deadline,
    Demanding,
    Encoding,
    EngineError,
    Explainer,
    Feature,
    Format,
    Grounder,
    Knobs,
    KnowledgeBase,
    Label,
    Labeller,
    LimitReached,
    Limits,
    Logic,
    Modal,
    Notation,
    Operator,
    Prover,
    Reasoner,
    Said,
    Score,
    Session,
    Sparer,
    Step,
    Tabular,
    Undecided,
    Verdict,
    Writer,
    remaining,
)
from .compiler.family.ask_scope import AskScope
from .compiler.family.draft import Draft, Found, Outcome, Rejected, Sought
from .compiler.family.expressions.typed import Env, NoValue
from .compiler.family.family import Answering, Family, Sampler, Scene, Seeker, Strategy, Task
from .compiler.family.grammar.expansion import draw_statement, every_statement
from .compiler.family.posed import Posed
from .compiler.ir import nodes as ir
from .compiler.ir.fill import fill, holes
from .compiler.ir.match import match
from .compiler.ir.traversal import children, rebuild, walk
from .compiler.kinds import Kind
from .compiler.notation.to_syntax import show
from .compiler.random.stream import Stream
from .dsl import syntax
from .dsl.diagnostics import Diagnostic, Report, SpecError
from .dsl.source import Source, Span

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
    "Deadline",
    "Demanding",
    "Diagnostic",
    "Draft",
    "Encoding",
    "EngineError",
    "Env",
    "Explainer",
    "Family",
    "Feature",
    "Format",
    "Found",
    "Grounder",
    "Kind",
    "Knobs",
    "KnowledgeBase",
    "Label",
    "Labeller",
    "LimitReached",
    "Limits",
    "Logic",
    "Modal",
    "NoValue",
    "Notation",
    "Operator",
    "Outcome",
    "Posed",
    "Prover",
    "Reasoner",
    "Rejected",
    "Report",
    "Said",
    "Sampler",
    "Scene",
    "Score",
    "Seeker",
    "Session",
    "Sought",
    "Source",
    "Span",
    "Sparer",
    "SpecError",
    "Step",
    "Strategy",
    "Stream",
    "Tabular",
    "Task",
    "Undecided",
    "Verdict",
    "Writer",
    "answer",
    "children",
    "draw_statement",
    "every_statement",
    "fill",
    "holes",
    "ir",
    "match",
    "rebuild",
    "remaining",
    "show",
    "syntax",
    "walk",
]
