"""Answer sets by the stock clingo, as sets of texts in clingo's spelling."""

from __future__ import annotations

import clingo

from rspc.compiler.ir import nodes as ir

from .printing import printed

Sets = set[frozenset[str]]


def models(text: str, *options: str) -> list[tuple[frozenset[str], list[int], bool]]:
    control = clingo.Control(["0", "--warn=none", *options])
    control.add("base", [], text)
    control.ground([("base", [])])
    found = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            atoms = frozenset(str(each) for each in model.symbols(atoms=True))
            found.append((atoms, list(model.cost), model.optimality_proven))
    return found


def answer_sets(theory: ir.Theory) -> tuple[Sets, list[int]]:
    """Return the answer sets, the optimal ones where the program optimises, and their cost."""
    text = printed(theory)
    if "imize" not in text:
        return {atoms for atoms, _, _ in models(text)}, []
    found = models(text, "--opt-mode=optN")
    proved = [each for each in found if each[2]]
    if not proved:  # nothing to optimise was left of the program
        return {atoms for atoms, _, _ in found}, []
    return {atoms for atoms, _, _ in proved}, proved[0][1]
