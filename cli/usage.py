"""Wrong usage: unknown commands and options, with the name that was probably meant."""

import difflib
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import typer.core

from ..dsl.visible import visible
from ..dsl.wrapping import wrap_line
from . import colours, talk
from .options import MOST

USAGE_ERROR: Any = typer.BadParameter.__bases__[0]
"""The class of errors in a command line, in the copy of Click that Typer uses."""

MEANT: Mapping[str, str] = {
    **dict.fromkeys(("generate", "gen", "make", "create", "run", "build"), "compile"),
    **dict.fromkeys(("lint", "validate", "test", "fix", "repair"), "check"),
    **dict.fromkeys(("format", "prettify"), "fmt"),
    **dict.fromkeys(("init", "start", "template"), "new"),
    **dict.fromkeys(("evaluate", "eval", "grade"), "score"),
    **dict.fromkeys(("statistics", "summary", "describe"), "stats"),
    **dict.fromkeys(("view", "print", "cat"), "show"),
    **dict.fromkeys(("prove", "decide", "answer"), "solve"),
    **dict.fromkeys(("plugins", "logics", "engines"), "list"),
    **dict.fromkeys(("compare", "cmp"), "diff"),
    **dict.fromkeys(("deduplicate", "unique"), "dedup"),
    **dict.fromkeys(("language-server", "langserver", "server", "serve"), "lsp"),
}
"""What commands of other tools are called here."""


GROUPS: Mapping[str, tuple[str, ...]] = {
    "Write a family": ("new", "check", "fmt", "preview", "explain", "list", "lsp", "studio"),
    "Make problems": ("compile", "mix", "filter", "dedup", "export"),
    "Look at them": ("show", "stats", "diff", "verify"),
    "Judge and solve": ("score", "solve"),
}
"""The commands by what they are for."""

EXAMPLES: Mapping[str, tuple[str, str]] = {
    "new": ("new garden --logic asp", "new rooms --logic constraint"),
    "check": ("check garden.rspec", "check garden.rspec --fix"),
    "fmt": ("fmt garden.rspec", "fmt --check garden.rspec"),
    "preview": ("preview garden.rspec", "preview garden.rspec --level 2"),
    "explain": ("explain E0203", "explain W0432"),
    "list": ("list families asp", "list theory backward"),
    "lsp": ("lsp", "lsp --stdio"),
    "studio": ("studio garden.rspec", "studio out/garden"),
    "compile": (
        "compile garden.rspec -n 500 --preset hard --seed 7 -o out/hard",
        "compile garden.rspec -n 1000 --workers 4 -o out/garden",
    ),
    "mix": ("mix blend.toml -o out/blend", "mix blend.toml --workers 2 -o out/blend"),
    "filter": (
        'filter out/garden --where "slots >= 4" -o out/long',
        'filter out/garden --where "label = B" -o out/b',
    ),
    "dedup": ("dedup out/garden -o out/unique", "dedup out/garden --exact -o out/unique"),
    "export": ("export out/garden lm-eval -o tasks", "export out/garden trl -o data"),
    "show": ("show out/garden 7", 'show out/garden --label B --where "slots >= 4"'),
    "stats": ("stats out/garden", "stats out/garden --by slots --html garden.html"),
    "diff": ("diff out/before out/after", "diff out/before out/after --json"),
    "verify": ("verify out/garden", "verify out/garden --sample 0.1 --workers 4"),
    "score": (
        "score out/garden replies.jsonl --by depth",
        "score out/garden large.csv small.eval --html models.html",
    ),
    "solve": ("solve program.lp", 'solve birds.dfl --query "flies(tweety)"'),
}
"""Two examples of each command, without the name of the program."""

STEPS: tuple[tuple[str, str], ...] = (
    ("list families", "the families that come with rspc"),
    ("preview FAMILY", "one problem of a family"),
    ("compile FAMILY -n 500 --level 5 -o out", "500 hard problems"),
    ("show out 7", "the problem with index 7, and its proof"),
    ("score out replies.jsonl", "how many replies are right"),
)
"""What somebody does first, each with what it gives."""


@contextmanager
def _errors_shown() -> Iterator[None]:
    """Let errors of usage be shown as messages are: wrapped, in colour, with what is not seen spelled out."""
    try:
        yield
    except USAGE_ERROR as error:
        if "\n" not in str(
            error.message
        ):  # the help of a command without arguments is an error, too
            error.show = partial(_show, error)
        raise


def _show(error: Any, file: Any = None) -> None:
    context = error.ctx
    if context is not None:
        talk.say(str(context.get_usage()))
        talk.say(f"Try '{context.command_path} --help' for help.\n")
    head, width = "Error: ", talk.width_of_messages()
    first, *others = wrap_line(f"{head}{visible(error.format_message())}", width, 0)
    talk.say_parts((head.strip(), "wrong"), (first[len(head.strip()) :], ""))
    for line in others:
        talk.say(line)


class Painted:
    """The help of a command, and the errors of its use: in colour on a terminal."""

    def make_context(self, *args: Any, **kwargs: Any) -> Any:
        with _errors_shown():
            return super().make_context(*args, **kwargs)  # type: ignore[misc]

    def invoke(self, ctx: Any) -> Any:
        with _errors_shown():
            return super().invoke(ctx)  # type: ignore[misc]

    def get_help(self, ctx: Any) -> str:
        """Return the help, with codes for colours if stdout gets them."""
        text: str = super().get_help(ctx)  # type: ignore[misc]
        if colours.is_forced():
            ctx.color = True  # or else it is printed without its codes where there is no terminal
        return colours.paint_help(text) if colours.is_coloured(sys.stdout) else text


class Commands(Painted, typer.core.TyperGroup):
    """The commands, in groups; an unknown one is refused with the nearest, or with all."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write each group of commands, with whole sentences."""
        widest = max(len(name) for names in GROUPS.values() for name in names)
        for title, names in GROUPS.items():
            found = ((name, self.get_command(ctx, name)) for name in names)
            rows = [(f"{name:<{widest}}", _sentence(each)) for name, each in found if each]
            with formatter.section(title):
                formatter.write_dl(rows)

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        with formatter.section("First steps"):
            formatter.write_dl([(f"rspc {line}", gives) for line, gives in STEPS], col_max=46)
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


class Command(Painted, typer.core.TyperCommand):
    """A command, with examples; an unknown option is refused with the one that was probably meant."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [_plain_name(piece) for piece in super().collect_usage_pieces(ctx)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options without types of Python, and without bounds that nobody meets."""
        write = formatter.write_dl

        def write_plain(rows: Any, *args: Any, **kwargs: Any) -> None:
            write([(_plain_name(name), _plain_help(help)) for name, help in rows], *args, **kwargs)

        formatter.write_dl = write_plain
        super().format_options(ctx, formatter)
        formatter.write_dl = write

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


_TYPES = re.compile(r" (?:<(int|float)[^>]*>|(INTEGER|FLOAT)(?: RANGE)?)$")
_WORDS = re.compile(r" (?:<(?:str|path|list\[\w+\])>|TEXT|PATH)$")


def _plain_name(name: str) -> str:
    """Return the name of an argument or option, with N for a number and TEXT for a word."""
    name = re.sub(r"\{([^{}]*)\}(?:\.\.\.)?", r"\1", name)
    name = _TYPES.sub(" N", name)
    return _WORDS.sub(" TEXT" if name.startswith("-") else "", name)


def _plain_help(help: str) -> str:
    """Return the help of an option with its bounds in words; those of 64 bits are left out."""
    help = re.sub(rf"(?:; )?-?\d+<=x<={MOST}", "", help).replace("  []", "")
    help = re.sub(r"([\d.]+)<=x<=([\d.]+)", r"\1 to \2", help)
    return re.sub(r"x>=(\d+)", r"at least \1", help)


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
