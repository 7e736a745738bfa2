"""The README of an export: what it holds, and how to run it."""

from textwrap import dedent

from ...contract import Export


def readme(export: Export, program: str, how: str) -> str:
    """Return the README. `how` is Markdown that says how to run the export."""
    files = "\n".join(
        f"| `{export.files[split]}` | {split} | {count:,} |"
        for split, count in export.counts.items()
    )
    head = f"""\
        # {export.family} for {program}

        Problems of `{export.family}` (version `{export.version}`), exported by rspc {export.rspc}. Every label is
        certified. Replies are scored by `rspc`, so install the same version where you run this:

        ```
        pip install rspc=={export.rspc}
        ```

        | file | split | problems |
        | --- | --- | ---: |
        """
    return f"{dedent(head)}{files}\n\n{dedent(how).strip()}\n"


def splits_to_train_and_test(export: Export) -> tuple[str, str]:
    """Return the files to train on and to test on: those of the splits of these names, else the first and the last."""
    names = list(export.files)
    train = "train" if "train" in names else names[0]
    rest = [name for name in names if name != train]
    test = "test" if "test" in names else (rest or names)[-1]
    return export.files[train], export.files[test]
