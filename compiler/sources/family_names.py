"""What a family may be called: its name becomes a part of paths and of the ids of records."""

import re

from ...dsl.diagnostics import Report
from ...dsl.source import NOWHERE, Span

_NAME = re.compile(r"[a-z]\w{0,99}", re.ASCII)


def check_name(name: str, report: Report, span: Span = NOWHERE) -> None:
    """Report a name that no family can have (E0808)."""
    if _NAME.fullmatch(name):
        return
    plain = re.sub(r"\W+", "_", name.removesuffix(".rspec").lower(), flags=re.ASCII)
    plain = plain.strip("_0123456789")[:40] or "my_family"
    shown = name if len(name) <= 60 else f"{name[:59]}…"
    report.add(
        "E0808",
        f"`{shown}` cannot be the name of a family",
        span,
        help=f"it is part of file names: write letters, digits and `_`, for example `{plain}`",
    )
