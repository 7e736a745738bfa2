"""What checks have in common whose certificates are canonical: that another one is refused, and in which words."""

from collections.abc import Callable, Mapping
from typing import Any

from ....compiler.contract import UNDECIDED, CheckResult, EngineError, Label, Limits, Verdict
from .budget import Spent


def check_canonical(
    verdict: Verdict,
    own: Callable[[], tuple[Label, Mapping[str, Any]]],
    refusals: tuple[type[Exception], ...],
    limits: Limits,
) -> CheckResult:
    """Accept a verdict if its label and its certificate are those that `own` returns.

    `own` can check the verdict's certificate first. The message of one of the `refusals` says why it proves
    nothing.
    """
    try:
        label, certificate = own()
    except Spent:
        return _refuse_undecided(limits)
    except refusals as error:
        return CheckResult(False, str(error))
    except EngineError as error:
        return _unread(error)
    if label != verdict.label or not _same(certificate, verdict.certificate):
        return CheckResult(False, "the certificate is not the canonical one")
    return CheckResult(True)


def derived_verdict(
    verdict: Verdict, derive: Callable[[], Verdict], limits: Limits
) -> Verdict | CheckResult:
    """Return the verdict that `derive` gives, or why the label of another one is refused."""
    try:
        expected = derive()
    except EngineError as error:
        return _unread(error)
    if expected.label == UNDECIDED:
        return _refuse_undecided(limits)
    if verdict.label != expected.label:
        return CheckResult(False, f"the label is `{expected.label}`, not `{verdict.label}`")
    return expected


def _unread(error: EngineError) -> CheckResult:
    return CheckResult(False, f"the problem cannot be read: {error}")


def _refuse_undecided(limits: Limits) -> CheckResult:
    return CheckResult(False, f"the check takes more than {limits.steps:,} steps")


def _same(expected: Any, found: Any) -> bool:
    """Return whether two plain values are equal, `True` not being 1, and a list the same as a tuple."""
    match expected, found:
        case Mapping(), Mapping():
            return set(expected) == set(found) and all(
                _same(value, found[key]) for key, value in expected.items()
            )
        case ((list() | tuple()), (list() | tuple())):
            return len(expected) == len(found) and all(map(_same, expected, found))
        case _:
            return type(expected) is type(found) and bool(expected == found)
