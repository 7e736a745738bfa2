"""Verifies records one by one: their content is read and checked, and then compared with the records that
their family makes.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ....dsl.diagnostics import Diagnostic, SpecError
from ....version import __version__
from ...api import Family
from ...certify.certify import Disagreement, Spent, certify_all
from ...contract import Verdict, is_ordered
from ...contract.engine_set import Engines
from ...family import Answering, Env, Family as FamilyData, Settings, Stray, Strays
from ...instances import Instance, Known, prompt_faults, with_wording
from ...ir import nodes as ir
from ...maker import ProblemMismatch
from ...random.stream import Stream
from ..formats import whole
from .certificates import NEEDED, Refused, check, check_engines
from .problem import ProblemReader, Unreadable
from .remake import NotMade, differences, remake, values_of
from .report import Fault, Findings


class Verifiers:
    """The verifiers of the families of a dataset, which share their findings."""

    def __init__(
        self, families: Sequence[Family], engines: Sequence[str] = (), other_version: bool = False
    ) -> None:
        """Choose as for `Verifier`. Raises SpecError: an engine cannot be used."""
        self.families = families
        self.engines = engines
        self.other_version = other_version
        self._all = [Verifier(family, engines, other_version) for family in families]
        self._by_hash = {each.family.hash: each for each in self._all}

    def of(self, record: Mapping[str, Any]) -> "Verifier":
        """Return the verifier of a record's family; the first, which refuses the record, if it is of none of them."""
        hash = record.get("family_hash")
        return self._by_hash.get(hash if isinstance(hash, str) else "", self._all[0])

    def start_findings(self) -> Findings:
        """Return new findings, which take what is found from now on."""
        findings = Findings()
        for verifier in self._all:
            verifier.findings = findings
        return findings


class Verifier:
    """Verifies the records of one family, and collects the findings."""

    def __init__(
        self, family: Family, engines: Sequence[str] = (), other_version: bool = False
    ) -> None:
        """Choose additional engines, and whether to accept records of another version of rspc.

        Raises:
            SpecError: an engine cannot be used.
        """
        check_engines(family, engines)
        self.family = family
        self.engines = engines
        self.other_version = other_version
        self.findings = Findings()
        self._checker = family.engines.checkers.get(family.engines.carrier)
        self._others = {name: Engines(family.logic, (name,), family.kinds) for name in engines}
        self._reader = ProblemReader(family)
        self._strays = Strays(family)
        self._encoder = msgspec.json.Encoder()

    def verify(self, record: Mapping[str, Any], line: bytes | None = None) -> Instance | None:
        """Verify a record, and its line of JSON if given; return the instance if it was generated again.

        Raises:
            EngineError: an engine failed.
        """
        findings = self.findings
        fault = _stranger(record, self.family) or _misshapen(record)
        if fault is not None:
            findings.add([fault])
            return None
        same = record["rspc"] == __version__
        instance: Instance | None = None
        if same and self.family.naming is not None and self.family.signature.functional:
            # Which of the names that it invents have one value, only the instance says.
            instance = self._remake(record)
        signature = instance.theory.signature if instance is not None else self.family.signature
        known = self._check(record, signature)
        if not same:
            self._tell_version(record["rspc"])
            if known is not None:
                findings.add(list(check_answer(record, known.query.goal, self.family)))
            return None
        own = None if instance is None else instance.record()
        if known is not None and instance is None:
            instance = self._remake(record, known)
            own = None if instance is None else instance.record()
        if own is None or self._encoder.encode(own) != self._encoder.encode(record):
            # What was taken for granted may have been what dropped an attempt; then it is not taken for granted.
            instance = self._remake(record, telling=True)
            own = None if instance is None else instance.record()
        if own is None:
            return None
        findings.remade += 1
        found = [*_prompt_faults(record, instance), *differences(record, own)]
        if not found and line is not None and line != self._encoder.encode(own) + b"\n":
            found = [
                Fault("E0840", record["id"], "", "its JSON is not formatted as rspc writes it")
            ]
        findings.add(found)
        return None if found else instance

    def _tell_version(self, version: str) -> None:
        told = f"records were made by rspc {version}, and this is {__version__}"
        if self.other_version:
            self.findings.warn(
                Diagnostic(
                    "W0846",
                    told,
                    help="certificates and answers are checked, wording and figures are not compared",
                )
            )
        else:
            self.findings.add(
                [Fault("E0846", "", "rspc", f"{told}: wording and figures were not compared")]
            )

    def _remake(
        self, record: Mapping[str, Any], known: Known | None = None, telling: bool = False
    ) -> Instance | None:
        try:
            return remake(record, self.family, known)
        except (NotMade, ProblemMismatch, Disagreement, ArithmeticError, ValueError) as error:
            if telling:
                self.findings.add(
                    [Fault("E0840", record["id"], "", f"it cannot be generated again: {error}")]
                )
            return None

    def _check(self, record: Mapping[str, Any], signature: ir.Signature) -> Known | None:
        """Check a record on its own; return its problem with its verdict if its certificate is accepted."""
        id, label = record["id"], record["label"]
        engines = dict.fromkeys(self.family.engines.names, label)
        if record["engines"] != engines:
            self.findings.add(
                [
                    Fault(
                        "E0841",
                        id,
                        "engines",
                        f"`engines` is not the label {label} for each engine of the family: {', '.join(engines)}",
                    )
                ]
            )
        try:
            theory, query = self._reader.read(record, signature)
        except Unreadable as error:
            self.findings.add([Fault("E0842", id, error.field, str(error))])
            return None
        self.findings.add(_span_faults(record, theory))
        strays = self._strays.find(record, lambda: (theory, query))
        self.findings.add(
            Fault("E0851", id, stray.field, _stray(stray, record)) for stray in strays
        )
        self._decide(record, theory, query)
        if self._checker is None:
            return None
        try:
            check(self.family, self._checker, theory, query, label, record["certificate"])
        except Refused as error:
            self.findings.add(
                [
                    Fault(
                        "E0841",
                        id,
                        error.field,
                        f"{self._checker.name} refuses `{error.field}`: {error}",
                    )
                ]
            )
            return None
        self.findings.checked += 1
        own = {name: value for name, value in record["certificate"].items() if name != NEEDED}
        return Known(theory, query, Verdict(label, self._checker.name, own))

    def _decide(self, record: Mapping[str, Any], theory: ir.Theory, query: ir.Query) -> None:
        for engine, alone in self._others.items():
            try:
                label = certify_all(alone, theory, query)[0].label
            except Spent as spent:
                self.findings.warn(
                    Diagnostic(
                        "W0434",
                        f"record `{record['id']}`, and perhaps others: {spent}",
                        help="its labels rest on the other engines",
                    )
                )
                continue
            self.findings.decided[engine] += 1
            if label != record["label"]:
                self.findings.add(
                    [
                        Fault(
                            "E0843",
                            record["id"],
                            "label",
                            f"{engine} answers `{label}`, and the label is `{record['label']}`",
                        )
                    ]
                )


def _span_faults(record: Mapping[str, Any], theory: ir.Theory) -> Iterator[Fault]:
    """Yield a fault for each statement whose spans are no places in the record's prompt, in order."""
    ids = {statement.id for statement in theory.statements}
    for id, spans in record.get("spans", {}).items():
        message = ""
        if id not in ids:
            message = f"the theory has no statement `{id}`"
        elif not spans:
            message = "it has no place"
        else:
            places = [0, *(place for span in spans for place in span), len(record["prompt"])]
            if places != sorted(places) or any(start == end for start, end in spans):
                message = f"{spans} are not places in the prompt, in order"
        if message:
            yield Fault("E0842", record["id"], f"spans.{id}", f"`spans.{id}`: {message}")


def _stray(stray: Stray, record: Mapping[str, Any]) -> str:
    return f"`{stray.word}` belongs to another split than `{record['split']}`"


def _prompt_faults(record: Mapping[str, Any], instance: Instance | None) -> Iterator[Fault]:
    """Yield a fault for each sentence that a record's prompt drops, repeats or changes, and its family's does not."""
    if instance is None or record["prompt"] == instance.text:
        return
    beside = [option.text for option in instance.options]
    ordered = is_ordered(instance.family.logic)
    own, made = (
        prompt_faults(prompt, instance.plain, instance.question, beside, ordered)
        for prompt in (record["prompt"], instance.text)
    )
    for fault in own:
        if fault not in made:
            yield Fault(fault.code, record["id"], "prompt", fault.message)


def _stranger(record: Mapping[str, Any], family: Family) -> Fault | None:
    """Return the fault of a record of another family, or of another text of this one."""
    for field, own in (
        ("family", family.name),
        ("family_hash", family.hash),
        ("logic", family.logic.name),
    ):
        if record.get(field) != own:
            return Fault(
                "E0845",
                str(record.get("id")),
                field,
                f"`{field}` is `{record.get(field)}`, and that of `family.json` is `{own}`",
            )
    return None


def _misshapen(record: Mapping[str, Any]) -> Fault | None:
    reason = _why_not_a_line(record)
    wrong = ("", reason) if reason else whole(record)
    return Fault("E0805", str(record.get("id")), wrong[0], wrong[1]) if wrong else None


def _why_not_a_line(record: Mapping[str, Any]) -> str:
    """Return why a record cannot be a line of a file, or nothing."""
    try:
        msgspec.json.encode(record, order="sorted")
    except UnicodeEncodeError:
        return "it holds half a character of two"  # Python alone reads these from JSON
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        return f"it is no JSON: {error}"
    return ""


def check_answer(record: Mapping[str, Any], goal: ir.Goal, family: Family) -> Iterator[Fault]:
    """Yield a fault if no question of the family for the record's task has this answer for the label."""
    try:
        values = values_of(record, family)
    except SpecError as error:
        message = error.diagnostics[0].message
        yield Fault("E0842", record["id"], "params", f"`params` cannot be read: {message}")
        return
    own = with_wording(family, values)
    env = Env(Stream("answer"), values, {}, record["split"])
    asked = [ask for ask in family.asks if ask.task.name == record["task"]]
    if not asked:
        yield Fault("E0842", record["id"], "task", f"the family has no task `{record['task']}`")
    answers = [
        _answer_of(each.task, record, goal, each.knobs, env, own)
        for each in asked
        if isinstance(each.task, Answering)
    ]
    if answers and record["answer"] not in answers:
        told = " or ".join(f"`{answer}`" for answer in answers if answer) or "nothing"
        yield Fault(
            "E0841",
            record["id"],
            "answer",
            f"`answer` is `{record['answer']}`, and the label {record['label']} is answered by {told}",
        )


def _answer_of(
    task: Answering,
    record: Mapping[str, Any],
    goal: ir.Goal,
    knobs: Settings,
    env: Env,
    family: FamilyData,
) -> str | None:
    try:
        return task.answered(record, goal, knobs.draw(env), family)
    except (SpecError, LookupError, TypeError, ValueError):
        return None  # no label of this question
