"""Measures `rspc.solve`, and clingo alone on the same programs beside it.

    python benchmarks/solve.py SPEC [-n 30] [--facts 20000] [--rounds 5]

The programs are those of a family with 30 to 50 statements, read in clingo's language. Both engines decide each of
them. clingo alone means: a control for each program, grounding, and up to two answer sets. Rounds of both alternate.
With `--facts`, one program of so many facts and a rule is solved, too.
"""

import argparse
import statistics
import time

import clingo

import rspc
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation import show


def problems(spec: str, number: int) -> list[tuple[str, str]]:
    """Return programs and the literals that are asked about."""
    found: list[tuple[str, str]] = []
    for instance in rspc.load(spec).instances(range(10 * number)):
        if not 30 <= len(instance.theory.statements) <= 50:
            continue
        goal = instance.query.goal
        if isinstance(goal, ir.Entailed) and isinstance(goal.statement, ir.Fact):
            lines = instance.encodings()["clingo"].text.splitlines()
            text = "\n".join(line for line in lines if line and line[0] not in "%#")
            found.append((text, show(goal.statement.literal).replace("`", "")))
        if len(found) == number:
            break
    return found


def solve(asked: list[tuple[str, str]]) -> float:
    """Return the CPU seconds that `rspc.solve` takes."""
    start = time.process_time()
    for text, query in asked:
        rspc.solve(text, syntax="lp", query=query)
    return time.process_time() - start


def alone(asked: list[tuple[str, str]]) -> float:
    """Return the CPU seconds that clingo takes."""
    start = time.process_time()
    for text, _ in asked:
        control = clingo.Control(["--models=2"], logger=lambda code, message: None)
        control.add("base", [], text)
        control.ground([("base", [])])
        control.solve(on_model=lambda model: None)
    return time.process_time() - start


def many_facts(number: int) -> list[tuple[str, str]]:
    """Return a program of facts about edges with one rule, and a question."""
    edges = (f"edge(n{each}, n{each * 7919 % number})." for each in range(number))
    return [("\n".join([*edges, "linked(Y) :- edge(X, Y)."]), "linked(n5)")]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("spec", metavar="SPEC")
    parser.add_argument("-n", type=int, default=30)
    parser.add_argument("--facts", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    for asked in (
        problems(arguments.spec, arguments.n),
        *([many_facts(arguments.facts)] if arguments.facts else []),
    ):
        solve(asked)  # loads engines and library
        rounds = [(solve(asked), alone(asked)) for _ in range(arguments.rounds)]
        ours, theirs = (
            statistics.median(times) / len(asked) for times in zip(*rounds, strict=True)
        )
        print(
            f"{len(asked)} programs: {1e3 * ours:.1f} ms each, clingo alone {1e3 * theirs:.2f} ms"
        )
        print(f"ratio {statistics.median(one / other for one, other in rounds):.1f}")


if __name__ == "__main__":
    main()
