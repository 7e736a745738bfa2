"""Wrong usage: unknown commands and options, with the name that was probably meant."""

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any

import typer.core

USAGE_ERROR: Any = typer.BadParameter.__bases__[0]
"""The class of errors in a command line, in the copy of Click that Typer uses."""

MEANT: Mapping[str, str] = {
    **dict.fromkeys(("generate", "gen", "make", "create", "run", "build"), "compile"),
    **dict.fromkeys(("lint", "validate", "test"), "check"),
    **dict.fromkeys(("format", "prettify"), "fmt"),
    **dict.fromkeys(("init", "start", "template"), "new"),
    **dict.fromkeys(("evaluate", "eval", "grade"), "score"),
    **dict.fromkeys(("statistics", "summary", "describe"), "stats"),
    **dict.fromkeys(("view", "print", "cat"), "show"),
    **dict.fromkeys(("prove", "decide", "answer"), "solve"),
    **dict.fromkeys(("plugins", "logics", "engines"), "list"),
    **dict.fromkeys(("deduplicate", "unique"), "dedup"),
}
"""What commands of other tools are called here."""


class Commands(typer.core.TyperGroup):
    """The commands; an unknown one is refused with the nearest, or with all."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            known = self.list_commands(ctx)
            near = MEANT.get(args[0]) or next(
                iter(difflib.get_close_matches(args[0], known, 1)), ""
            )
            said = f" Did you mean '{near}'?" if near else ""
            ctx.fail(f"No such command '{args[0]}'.{said} The commands are {', '.join(known)}.")
        return super().resolve_command(ctx, args)


class Command(typer.core.TyperCommand):
    """A command; an unknown option is refused with the one that was probably meant."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except USAGE_ERROR as error:
            option = getattr(error, "option_name", "")
            if not option:
                error.message = _number(error)
                raise
            known = [name for param in self.params for name in param.opts if name.startswith("-")]
            near = nearest(option, known)
            help = f"Did you mean '{near}'?" if near else f"The options are {', '.join(known)}."
            raise USAGE_ERROR(f"No such option: {option}. {help}", ctx) from None


def _number(error: Any) -> str:
    """Return what is wrong with a value; for a value that is not a number, without naming Python types."""
    message = str(error.message)
    noun = re.search(r"valid (?:(int)|number|float)", message)
    if noun is None:
        return message
    details: Any = getattr(error.__cause__, "errors", list)()
    quoted = re.match(r"'(.*)' is not", message)
    value = quoted[1] if quoted else details[0].get("input") if details else None
    wanted = "a whole number" if noun[1] else "a number"
    return f"expected {wanted}" if value is None else f"`{value}` is not {wanted}"


def nearest(option: str, known: Iterable[str]) -> str:
    """Return the option that was probably meant: a part of its word, its first letter, or one spelt nearly so."""
    names = list(known)
    word = option.lstrip("-")
    parts = [
        name
        for name in names
        if len(name.lstrip("-")) > 1
        and (word.startswith(name.lstrip("-")) or name.lstrip("-").startswith(word))
    ]
    letters = [f"-{word[:1]}"] if f"-{word[:1]}" in names else []
    close = difflib.get_close_matches(option, names, 1, cutoff=0.8)
    return next(iter([*parts, *close, *letters, *difflib.get_close_matches(option, names, 1)]), "")
