"""`rspc new`: a family to start from."""

from typing import Annotated

import typer

from . import talk
from .faults import with_exit_codes


@with_exit_codes
def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The family's name.")],
    logic: Annotated[str, typer.Option("--logic", metavar="L", help="A logic of `rspc list`.")],
    json: Annotated[bool, typer.Option("--json", help="Print the files written as JSON.")] = False,
) -> None:
    """Create a small family to start from."""
    from ..compiler.sources import start

    path = start(name, logic)
    if json:
        talk.give({"path": str(path)})
    else:
        talk.put(path)
        talk.say(f"now try: rspc compile {path} -n 3 -o out/{name}")
