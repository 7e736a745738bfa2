"""Formulas of SMT-LIB 2 joined, negated and applied, with what is plain left out."""

from collections.abc import Iterable


def both(texts: Iterable[str]) -> str:
    """Join formulas by `and`."""
    return _join("and", texts, "true")


def either(texts: Iterable[str]) -> str:
    """Join formulas by `or`."""
    return _join("or", texts, "false")


def _join(operator: str, texts: Iterable[str], empty: str) -> str:
    absorbing = "false" if empty == "true" else "true"
    kept = [text for text in texts if text != empty]
    if absorbing in kept:
        return absorbing
    if len(kept) < 2:
        return kept[0] if kept else empty
    return f"({operator} {' '.join(kept)})"


def negate(text: str) -> str:
    return {"true": "false", "false": "true"}.get(text, f"(not {text})")


def apply(name: str, arguments: Iterable[str]) -> str:
    """Apply a function; one without arguments has no parentheses."""
    given = " ".join(arguments)
    return f"({name} {given})" if given else name
