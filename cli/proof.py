"""Proves a family before it is compiled, unless the same proof was made earlier."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import talk

if TYPE_CHECKING:
    from ..compiler.api import Family


def prove(family: Family, cached: bool = True) -> None:
    """Prove a family, and show the warnings of the proof. Raises SpecError with the errors.

    Args:
        cached: use the verdict of an earlier run, and keep that of this one.
    """
    from ..compiler.proving.verdicts import folder

    kept = folder() if cached else None
    warnings = None if kept is None else family.proved(kept)
    if warnings is None:
        tests = (
            "every test and its complement"
            if family.tests
            else "that no two statements share words"
        )
        talk.say(f"proving {tests}")
        warnings = family.prove(cache=kept)
    talk.show(warnings)
