"""A private test: prompts alone. The dataset that they come from is the key, and stays with its owner."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ...contract import Export, Problem, Shape, Unsuitable
from ..score.private import GUESSED, private_id
from .readme import readme


class PrivateTest:
    """Prompts without answers, with ids that reveal neither the seed nor the setting."""

    name: ClassVar[str] = "private-test"
    suffix: ClassVar[str] = ".jsonl"
    columns: ClassVar[Mapping[str, Shape]] = {"id": "text", "prompt": "text"}

    def row(self, problem: Problem) -> Mapping[str, Any]:
        if problem.record["seed"] < GUESSED:
            raise Unsuitable(
                f"its seed, {problem.record['seed']}, can be guessed, and the problem made again; "
                f"compile with a random `--seed` of {GUESSED} or more"
            )
        return {"id": private_id(problem.record["id"]), "prompt": problem.prompt}

    def files(self, export: Export) -> Mapping[str, str]:
        how = """\
            Each line has an `id` and a `prompt`. Send back a file with a line `{"id": …, "text": …}` for each reply.
            The owner of the dataset scores it:

            ```
            rspc score DATASET replies.jsonl
            ```
            """
        return {"README.md": readme(export, "a private test", how)}
