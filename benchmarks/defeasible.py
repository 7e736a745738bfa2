"""Measures the native fixpoint beside the meta-program, on theories of 1,000 to 100,000 ground rules.

    python benchmarks/defeasible.py [--sizes 1000 3000 10000] [--variants blocking parallel]

The clock is the process's own CPU time, from the theory's nodes to the label, without Python's collector of cycles: its
work grows with all that the process holds. The theories are scaled copies of shapes
that Maher, Rock, Antoniou, Billington and Miller measured (Efficient defeasible reasoning systems, Int. J. Artificial
Intelligence Tools 2001), and one with variables.
"""

import argparse
import gc
import time
from collections.abc import Callable, Iterator
from itertools import product

from rspc.backends.defeasible.fixpoint import conclude
from rspc.backends.defeasible.metaprogram import Metaprogram
from rspc.compiler.contract import Limits
from rspc.compiler.ir import nodes as ir

SIZES = [1_000, 3_000, 10_000, 30_000, 100_000]
LIMITS = Limits(steps=500_000_000, seconds=3600)


def atom(name: str, *terms: ir.Term) -> ir.Literal:
    return ir.Literal(ir.Atom(name, terms))


def no(literal: ir.Literal) -> ir.Literal:
    return ir.Literal(literal.atom, not literal.negative)


def rule(body: tuple[ir.Literal, ...], head: ir.Literal) -> ir.Rule:
    return ir.Rule(body, "=>", head)


def chain(size: int) -> tuple[Iterator[ir.Statement], ir.Literal]:
    """Each literal gives the next one."""
    links = (rule((atom(f"p{n}"),), atom(f"p{n + 1}")) for n in range(size))
    return iter((ir.Fact(atom("p0")), *links)), atom(f"p{size}")


def circle(size: int) -> tuple[Iterator[ir.Statement], ir.Literal]:
    """Each literal gives the next one, and the last one the first: nothing is proved or refuted."""
    links = (rule((atom(f"p{n}"),), atom(f"p{(n + 1) % size}")) for n in range(size))
    return links, atom("p0")


def levels(size: int) -> tuple[Iterator[ir.Statement], ir.Literal]:
    """Each literal is attacked by the next one, so that every other attack fails."""
    made: list[ir.Statement] = [rule((), atom("p0"))]
    for n in range(size // 2):
        made += [rule((atom(f"p{n + 1}"),), no(atom(f"p{n}"))), rule((), atom(f"p{n + 1}"))]
    return iter(made), atom("p0")


def teams(size: int) -> tuple[Iterator[ir.Statement], ir.Literal]:
    """Each literal has two rules for it and two against it, each of the former beating one of the latter."""
    made: list[ir.Statement] = []
    for n in range(size // 4):
        below = (atom(f"p{n - 1}"),) if n else ()
        for head in (atom(f"p{n}"), no(atom(f"p{n}"))):
            made += [rule(below, head), rule((), head)]
        first = len(made) - 3
        made += [
            ir.Preference(f"s{first}", f"s{first + 2}"),
            ir.Preference(f"s{first + 1}", f"s{first + 3}"),
        ]
    return iter(made), atom(f"p{size // 4 - 1}")


def people(size: int) -> tuple[Iterator[ir.Statement], ir.Literal]:
    """Four rules with variables over many constants; one beats another."""
    x, y = ir.Var("X"), ir.Var("Y")
    made: list[ir.Statement] = [
        rule((atom("bird", x),), atom("flies", x)),
        rule((atom("heavy", x),), no(atom("flies", x))),
        rule((atom("near", x, y), atom("flies", y)), atom("warned", x)),
        rule((atom("bird", x), atom("warned", x)), no(atom("flies", x))),
        ir.Preference("s2", "s1"),
    ]
    for n in range(size // 3):
        here, there = ir.Const(f"c{n}"), ir.Const(f"c{n + 1}")
        made += [ir.Fact(atom("bird", here)), ir.Fact(atom("near", here, there))]
        if n % 3 == 0:
            made.append(ir.Fact(atom("heavy", here)))
    return iter(made), atom("flies", ir.Const("c1"))


SHAPES: dict[str, Callable[[int], tuple[Iterator[ir.Statement], ir.Literal]]] = {
    "chain": chain,
    "circle": circle,
    "levels": levels,
    "teams": teams,
    "people": people,
}


def decide_by_closure(theory: ir.Theory, query: ir.Query) -> str:
    """Return the label by closing the whole theory, as the fixpoint does where the query depends on itself."""
    return conclude(theory, query, LIMITS).label


def decide_by_metaprogram(theory: ir.Theory, query: ir.Query) -> str:
    """Return the label by the meta-program."""
    return Metaprogram().decide(theory, query, {}, LIMITS).label


def seconds(
    decide: Callable[[ir.Theory, ir.Query], str], theory: ir.Theory, query: ir.Query
) -> tuple[float, str]:
    """Return CPU seconds to the label, and the label."""
    gc.collect()
    gc.disable()
    begun = time.process_time()
    label = decide(theory, query)
    spent = time.process_time() - begun
    gc.enable()
    return spent, label


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--variants", nargs="*", default=["blocking", "parallel"])
    parser.add_argument("--shapes", nargs="*", default=list(SHAPES), choices=list(SHAPES))
    arguments = parser.parse_args()
    print("| ground rules | theory | variant | fixpoint, s | meta-program, s | ratio |")
    print("| --- | --- | --- | --- | --- | --- |")
    for size, variant, shape in product(
        arguments.sizes, arguments.variants, arguments.shapes
    ):  # no theory twice in a row: the fixpoint keeps the last one that it grounded
        made, asked = SHAPES[shape](size)
        statements = tuple(ir.Labelled(f"s{n}", each) for n, each in enumerate(made, 1))
        theory = ir.Theory("rules", statements, options=(("variant", variant),))
        query = ir.Query(ir.Entailed(ir.Fact(asked)))
        own, label = seconds(decide_by_closure, theory, query)
        other, second = seconds(decide_by_metaprogram, theory, query)
        if label != second:
            raise SystemExit(f"{shape} {variant} {size}: {label} and {second}")
        figures = f"{own:.3f} | {other:.3f} | {other / own:.1f}"
        print(f"| {size:,} | {shape} | {variant} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
