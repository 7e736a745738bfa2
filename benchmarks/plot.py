"""Draws the table of defeasible theories in `benchmarks/README.md` as curves.

    pip install '.[bench]'
    python benchmarks/plot.py [--output benchmarks/defeasible.svg]

Times are shown as multiples of what the native engine takes for the same theory at the smallest size, so that machines
drop out and growth remains. A line is the median over the kinds of theories, a band reaches from the least to the
greatest.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

README = Path(__file__).with_name("README.md")
HEADING = "| ground rules | theory | variant |"
ENGINES = {"fixpoint": "native fixpoint", "metaprogram": "meta-program in clingo"}
COLOURS = {"fixpoint": "#0072b2", "metaprogram": "#d55e00"}
MARKS = {"fixpoint": "o", "metaprogram": "s"}


class Point(NamedTuple):
    """One cell of the table: CPU seconds of an engine for a theory of some size."""

    engine: str
    variant: str
    theory: str
    size: int
    seconds: float


def points(text: str) -> Iterator[Point]:
    """Read the rows of the table; ValueError where a page has none."""
    _, found, table = text.partition(HEADING)
    if not found:
        raise ValueError(f"there is no table that begins with `{HEADING}`")
    for line in table.split("\n")[2:]:
        if not line.startswith("|"):
            return
        size, theory, variant, own, other, _ = (part.strip() for part in line.strip("|").split("|"))
        for engine, seconds in zip(ENGINES, (own, other), strict=True):
            yield Point(engine, variant, theory, int(size.replace(",", "")), float(seconds))


def curves(found: list[Point]) -> dict[str, dict[str, dict[int, list[float]]]]:
    """Return , by variant, engine and size, the multiples of the native engine's time at the smallest size."""
    least = min(each.size for each in found)
    unit = {
        (each.variant, each.theory): each.seconds
        for each in found
        if each.engine == "fixpoint" and each.size == least
    }
    made: dict[str, dict[str, dict[int, list[float]]]] = defaultdict(lambda: defaultdict(dict))
    for each in found:
        multiples = made[each.variant][each.engine].setdefault(each.size, [])
        multiples.append(each.seconds / unit[each.variant, each.theory])
    return made


def draw(made: dict[str, dict[str, dict[int, list[float]]]], output: Path) -> None:
    """Write the curves as a picture, one panel a variant; the same bytes for the same table."""
    import matplotlib

    matplotlib.use("agg")
    matplotlib.rcParams |= {
        "svg.hashsalt": "rspc",
        "font.family": "DejaVu Sans",
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
    }
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(
        1, len(made), figsize=(4.6 * len(made), 4.2), sharey=True, squeeze=False
    )
    for panel, (variant, engines) in zip(panels[0], made.items(), strict=True):
        _panel(panel, variant, engines)
    panels[0][0].set_ylabel("CPU time, as a multiple of the\nnative engine's at 1,000 rules")
    handles, names = panels[0][0].get_legend_handles_labels()
    figure.legend(handles, names, loc="lower center", ncols=3, frameon=False)
    figure.tight_layout(rect=(0, 0.07, 1, 1))
    figure.savefig(output, metadata={"Date": None} if output.suffix == ".svg" else None, dpi=150)


def _panel(panel: Any, variant: str, engines: dict[str, dict[int, list[float]]]) -> None:
    for engine, by_size in engines.items():
        sizes = sorted(by_size)
        middle = [median(by_size[size]) for size in sizes]
        low, high = ([end(by_size[size]) for size in sizes] for end in (min, max))
        colour = COLOURS[engine]
        panel.fill_between(sizes, low, high, color=colour, alpha=0.18, linewidth=0)
        mark = MARKS[engine]
        panel.plot(sizes, middle, mark, ls="-", ms=5, color=colour, label=ENGINES[engine])
        last = f"{middle[-1]:,.0f}×"
        place = (sizes[-1], middle[-1])
        panel.annotate(last, place, (6, 0), textcoords="offset points", va="center", color=colour)
    ends = sizes[0], sizes[-1]
    line = [size / sizes[0] for size in ends]
    panel.plot(
        ends, line, ls=(0, (4, 3)), lw=1, color="#666666", label="in proportion to the rules"
    )
    panel.set(xscale="log", yscale="log", xlabel="ground rules", title=f"variant {variant}")
    panel.set_xlim(sizes[0] / 1.3, sizes[-1] * 2)
    panel.set_xticks(sizes, [f"{size:,}" for size in sizes])
    panel.minorticks_off()
    panel.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}×")
    panel.grid(True, color="#dddddd", linewidth=0.6)
    panel.set_axisbelow(True)


def main() -> None:
    """Read the table, write the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=README.with_name("defeasible.svg"))
    arguments = parser.parse_args()
    draw(curves(list(points(README.read_text("utf-8")))), arguments.output)


if __name__ == "__main__":
    main()
