"""Writes a copy of a dataset with the records that meet a condition."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from ...dsl.diagnostics import Diagnostic, SpecError, did_you_mean
from ...dsl.source import Source, Span
from .copies import Reduced, write_copy
from .score.verdicts import PassRates
from .stats.account import figures
from .stats.expressions.conditions import Condition, figures_in, holds, parse_condition
from .stats.expressions.statistics import ExpressionError

TOKENS = "tokens"
PASS_RATE = "pass_rate"


def filter(
    dataset: str | Path,
    where: str,
    out: str | Path,
    verdicts: Sequence[str | Path] = (),
    tokenizer: str | Path | None = None,
    force: bool = False,
    progress: Callable[[int], None] = lambda _: None,
) -> Reduced:
    """Write the records of a dataset that meet a condition, unchanged and in order. Each split has its own file.

    A condition compares the figures that `rspc stats` knows, and `characters`, `tokens` and `pass_rate`. A comparison
    of a figure that a record lacks is false.

    Args:
        where: the condition, as `slots >= 4 and not label = A`.
        verdicts: files that `rspc score --out` wrote for this dataset; `pass_rate` is the mean of their verdicts.
        tokenizer: a `tokenizer.json`, with which `tokens` are counted.
        progress: called after each record with how many were read.

    Raises:
        SpecError: E0860 for a condition that is malformed, E0861 for an unknown figure, E0862 for verdicts that do not
            belong to the records, E0863 for a tokenizer that cannot be read, E0864 if no record meets the condition;
            and what `write_copy` raises.
    """
    condition = read_condition(where)
    names = set(figures_in(condition))
    count_tokens = _open_tokenizer(tokenizer) if TOKENS in names else None
    if PASS_RATE in names and not verdicts:
        raise _refuse(
            "E0861",
            where,
            PASS_RATE,
            "`pass_rate` needs verdicts",
            "give a file of `rspc score --out` as `--verdicts`",
        )
    seen: set[str] = set()
    with ExitStack() as files:
        rates = [
            files.enter_context(PassRates(Path(path)))
            for path in (verdicts if PASS_RATE in names else ())
        ]

        def keeps(record: Mapping[str, Any]) -> bool:
            known = {**figures(record), "characters": len(record["prompt"])}
            if count_tokens is not None:
                known[TOKENS] = count_tokens(record["prompt"])
            if rates:
                known[PASS_RATE] = sum(rate.of(record["id"]) for rate in rates) / len(rates)
            seen.update(known)
            return holds(condition, known)

        def check(kept: int) -> None:
            check_figures(names, seen, where)
            if not kept:
                message = f"no record of `{dataset}` meets the condition"
                raise SpecError(
                    [Diagnostic("E0864", message, help="see the figures with `rspc stats`")]
                )

        account = {"by": where, **({"verdicts": len(rates)} if rates else {})}
        return write_copy(Path(dataset), Path(out), account, keeps, check, force, progress)


def check_figures(names: set[str], seen: set[str], where: str) -> None:
    """Refuse a condition with a figure that no record has: raises SpecError (E0861)."""
    for name in sorted(names - seen):
        near = did_you_mean(name, seen) or f"there are {', '.join(_plain(seen))}"
        raise _refuse("E0861", where, name, f"no record has a figure `{name}`", near)


def read_condition(text: str) -> Condition:
    """Return the condition of a text. Raises SpecError (E0860) if it is none."""
    try:
        return parse_condition(text)
    except ExpressionError as error:
        span = Span(Source("--where", text), error.start, max(error.start + 1, error.end))
        raise SpecError([Diagnostic("E0860", str(error), span, help=error.repair)]) from None


def _refuse(code: str, text: str, name: str, message: str, repair: str) -> SpecError:
    start = max(0, text.find(name))
    span = Span(Source("--where", text), start, start + len(name))
    return SpecError([Diagnostic(code, message, span, help=repair)])


def _plain(names: set[str]) -> Iterator[str]:
    return (name for name in sorted(names) if "." not in name)


def _open_tokenizer(path: str | Path | None) -> Callable[[str], int]:
    """Return a function that counts tokens as a `tokenizer.json` says. Raises SpecError (E0863, E0816)."""
    if path is None:
        raise SpecError(
            [
                Diagnostic(
                    "E0863",
                    "`tokens` needs a tokenizer",
                    help="give a `tokenizer.json` as `--tokenizer`",
                )
            ]
        )
    try:
        import tokenizers
    except ImportError:
        raise SpecError(
            [
                Diagnostic(
                    "E0816",
                    "counting tokens needs the package `tokenizers`, which is not installed",
                    help="install it with `pip install 'rspc[tokenizers]'`, or compare `prompt_words`",
                )
            ]
        ) from None
    try:
        found = tokenizers.Tokenizer.from_file(str(path))
    except Exception as error:  # the package raises `Exception` itself
        raise SpecError(
            [
                Diagnostic(
                    "E0863",
                    f"`{path}` cannot be read as a tokenizer: {str(error)[:200]}",
                    help="name the `tokenizer.json` of a model",
                )
            ]
        ) from None
    return lambda text: len(found.encode(text))
