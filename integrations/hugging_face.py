"""Problems of a family as a `datasets.Dataset`, without a folder."""

from pathlib import Path
from typing import Any

import msgspec

from ..compiler.api import Family, choose_preset, load
from ..compiler.dataset.formats import columns
from ..dsl.diagnostics import Diagnostic, SpecError

_TYPES = {columns.TEXT: "string", columns.INTEGER: "int64", columns.JSON: "string"}


def dataset(
    family: Family | str | Path,
    n: int,
    *,
    seed: int = 0,
    split: str = "",
    preset: str = "",
    level: int | None = None,
    **params: Any,
) -> Any:
    """Return the first problems of a family as a `datasets.Dataset`.

    Its rows are those that `datasets.load_dataset` returns for a folder of `rspc compile`: `rspc.record`, `rspc.key`
    and `rspc.score` accept them. All rows are in memory.

    Args:
        family: a family, the name of an installed one, or the path of a spec.
        n: how many problems.

    Raises:
        SpecError: E0816 if the package `datasets` is not installed; and what `Family.generate` raises.
    """
    preset = choose_preset(preset, level)
    try:
        import datasets
    except ImportError:
        raise SpecError(
            [
                Diagnostic(
                    "E0816",
                    "`rspc.dataset` needs the package `datasets`, which is not installed",
                    help="install it with `pip install 'rspc[hf]'`",
                )
            ]
        ) from None
    own = family if isinstance(family, Family) else load(family)
    made = own.generate(n, seed, split, preset, **params)
    features = datasets.Features(
        {name: datasets.Value(_TYPES[kind]) for name, kind in columns.FIELDS.items()}
    )
    rows = [columns.row(msgspec.json.encode(instance.record())) for instance in made]
    return datasets.Dataset.from_list(rows, features=features)
