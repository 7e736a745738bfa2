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
    **dict.fromkeys(("compare", "cmp"), "diff"),
    **dict.fromkeys(("deduplicate", "unique"), "dedup"),
}
"""What commands of other tools are called here."""


GROUPS: Mapping[str, tuple[str, ...]] = {
    "Write a family": ("new", "check", "fmt", "preview", "explain", "list"),
    "Make problems": ("compile", "mix", "filter", "dedup", "export"),
    "Look at them": ("show", "stats", "diff", "verify"),
    "Judge and solve": ("score", "solve"),
}
"""The commands by what they are for."""

EXAMPLES: Mapping[str, tuple[str, str]] = {
    "new": ("new garden --logic asp", "new rooms --logic constraint"),
    "check": ("check garden.rspec", "check garden.rspec --prove"),
    "fmt": ("fmt garden.rspec", "fmt --check garden.rspec"),
    "preview": ("preview garden.rspec", "preview garden.rspec --level 2"),
    "explain": ("explain E0203", "explain W0432"),
    "list": ("list families", "list tasks entailment"),
    "compile": (
        "compile garden.rspec -n 100",
        "compile garden.rspec -n 1000 --workers 4 -o out/garden",
    ),
    "mix": ("mix blend.toml -o out/blend", "mix blend.toml --workers 2 -o out/blend"),
    "filter": (
        'filter out/garden --where "slots >= 4" -o out/long',
        'filter out/garden --where "not label = A" -o out/others',
    ),
    "dedup": ("dedup out/garden -o out/unique", "dedup out/garden --exact -o out/unique"),
    "export": ("export out/garden inspect -o tasks", "export out/garden trl -o data"),
    "show": ("show out/garden", 'show out/garden --where "slots >= 4" --random'),
    "stats": ("stats out/garden", "stats out/garden --by slots --html garden.html"),
    "diff": ("diff out/before out/after", "diff out/before out/after --json"),
    "verify": ("verify out/garden", "verify out/garden --sample 0.1 --workers 4"),
    "score": ("score out/garden replies.jsonl", "score out/garden replies.jsonl --by depth"),
    "solve": ("solve program.lp", 'solve birds.dfl --query "flies(tweety)"'),
}
"""Two examples of each command, without the name of the program."""


class Commands(typer.core.TyperGroup):
    """The commands, in groups; an unknown one is refused with the nearest, or with all."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write each group of commands, with whole sentences."""
        for title, names in GROUPS.items():
            found = ((name, self.get_command(ctx, name)) for name in names)
            rows = [(name, _sentence(each)) for name, each in found if each is not None]
            with formatter.section(title):
                formatter.write_dl(rows)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        formatter.write_paragraph()
        formatter.write_text("`rspc COMMAND --help` shows the options of a command, and examples.")

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            known = self.list_commands(ctx)
            near = MEANT.get(args[0]) or next(
                iter(difflib.get_close_matches(args[0], known, 1)), ""
            )
            said = f" Did you mean '{near}'?" if near else ""
            ctx.fail(f"No such command '{args[0]}'.{said} The commands are {', '.join(known)}.")
        return super().resolve_command(ctx, args)


def _sentence(command: Any) -> str:
    """Return what a command does: the first paragraph of its help."""
    return " ".join((command.help or "").split("\n\n")[0].split())


class Command(typer.core.TyperCommand):
    """A command, with examples; an unknown option is refused with the one that was probably meant."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        examples = EXAMPLES.get(str(self.name), ())
        if examples:
            with formatter.section("Examples"):
                for each in examples:
                    formatter.write(f"{'':>{formatter.current_indent}}rspc {each}\n")

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
