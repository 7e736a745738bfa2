"""Scores right answers in many dresses, and replies that are worth nothing, for records of families.

python benchmarks/replies.py SPEC... [-n 10]

Families with a parameter `task` are asked each of its questions. Ends with 1 where a reply is not worth what it should
be.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import rspc

GOLD = (
    "{}",
    "{}.",
    " {}\n",
    "**{}**",
    "Answer: {}",
    "The answer is {}.",
    "I think the answer is {}.",
    "So, after some thought:\n\n**Final answer:** {}",
    "<answer>{}</answer>",
    "<think>It might be this or that; perhaps not.</think>{}",
    "{prompt}\n\n{}",
)
GARBAGE = (
    "",
    "?!",
    "banana",
    "I do not know.",
    "{prompt}",
    "{question}",
    "Probably {}.",
    "I doubt that the answer is {}.",
    "I first thought that the answer is {}.",
    "The answer is {}, which is wrong.",
    "The answer is {}. But that is wrong.",
    "The wrong answer is {}.",
    "<think>{}",
    "<!-- {} -->",
)


def records(spec: Path, n: int) -> Iterator[dict[str, Any]]:
    """Yield records of a family, of each of the questions that it asks by a parameter."""
    family = rspc.load(spec)
    asked = family.parameters.get("task")
    for task in (None,) if asked is None else asked.members:
        for each in family.generate(n, **({} if task is None else {"task": task})):
            yield each.record()


def fill_form(form: str, record: dict[str, Any]) -> str:
    """Return a reply: a form with the answer, the prompt or the question in its place."""
    prompt, question = record["prompt"], record["question"]
    for hole, text in (("{prompt}", prompt), ("{question}", question), ("{}", record["answer"])):
        form = form.replace(hole, text, 1)
    return form


def others(record: dict[str, Any]) -> Iterator[str]:
    """Yield replies that name another answer, or all of them."""
    options = [each["label"] for each in record["options"] or ()]
    names = options or list(record["choices"] or ())
    yield from (name for name in names if name != record["answer"])
    if len(names) > 1 and set(record["answer"].split(",")) != set(names):
        yield " or ".join(names)


def main() -> None:
    """Print a table in Markdown, and what is wrong in full."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spec", type=Path, nargs="+")
    parser.add_argument("-n", type=int, default=10)
    arguments = parser.parse_args()
    faults = 0
    print("| family | records | right replies | worth 1 | others | worth 0 |")
    print("| --- | --- | --- | --- | --- | --- |")
    for spec in arguments.spec:
        counts = [0, 0, 0, 0, 0]
        for record in records(spec, arguments.n):
            counts[0] += 1
            replies = [(1, fill_form(each, record)) for each in GOLD]
            replies += [(0, fill_form(each, record)) for each in GARBAGE]
            replies += [(0, other) for other in others(record)]
            for worth, reply in replies:
                found = rspc.score(record, reply)
                counts[3 - 2 * worth] += 1
                counts[4 - 2 * worth] += found.value == worth
                if found.value != worth:
                    faults += 1
                    print(f"{record['id']}: {reply[-300:]!r} is {found}", file=sys.stderr)
        print(f"| {spec.stem} | {' | '.join(map(str, counts))} |", flush=True)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
