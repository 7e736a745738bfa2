"""The scores of models as one self-contained page of HTML, which loads nothing and runs no script."""

from collections.abc import Iterator, Mapping
from importlib import resources

from .....dsl.visible import visible
from ...stats.layout.cells import Table, number
from ...stats.page.plots import shares
from ..layout import reasons
from ..outcome import Accuracy, Scores
from .comparison import Comparisons
from .layout import tables

MOST_ROWS = 40
"""How many points a plot has; figures with more are only in the tables."""


def html(found: Comparisons) -> str:
    """Return the page: scores with intervals, tables, reasons, and sample problems with the replies of all models."""
    from jinja2 import Environment, StrictUndefined
    from markupsafe import Markup

    source = resources.files(__package__).joinpath("page.html.jinja").read_text("utf-8")
    environment = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )
    names = list(found.models)
    count = next(iter(found.models.values())).accuracy.count
    several = len(names) > 1
    return environment.from_string(source).render(
        title=f"Scores: {', '.join(names)}",
        subtitle=f"{count} problems of {found.dataset}",
        plots=tuple(map(Markup, _plots(found))),
        tables=[*tables(found), *_reasons(found)],
        samples=found.samples,
        names=names,
        heading="Problems on which models differ" if several else "Problems that are not solved",
        number=number,
    )


def _shown(value: object) -> object:
    from markupsafe import Markup

    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _plots(found: Comparisons) -> Iterator[str]:
    """Yield the plots of the scores: of all problems, by task if there are several, and by each figure."""
    models = found.models
    yield _plot("All problems", {name: each.accuracy for name, each in models.items()})
    tasks = sorted({name for each in models.values() for name in each.tasks})
    if len(tasks) > 1:
        by_task = {
            _join(task, name, models): each.tasks[task].accuracy
            for task in tasks
            for name, each in models.items()
            if task in each.tasks
        }
        yield _plot("By task", by_task)
    figures = next(iter(models.values())).by
    for figure, values in figures.items():
        if len(values) * len(models) <= MOST_ROWS:
            by_value = {
                _join(value, name, models): each.by[figure][value]
                for value in values
                for name, each in models.items()
            }
            yield _plot(f"By {figure}", by_value)


def _plot(title: str, rows: Mapping[str, Accuracy]) -> str:
    drawn = [
        (name, each.share, (each.low, each.high), None, each.count) for name, each in rows.items()
    ]
    return shares(title, drawn, "right replies: point and 95% interval")


def _join(value: str, model: str, models: Mapping[str, Scores]) -> str:
    return f"{value}, {model}" if len(models) > 1 else value


def _reasons(found: Comparisons) -> Iterator[Table]:
    for name, scores in found.models.items():
        for task, each in scores.tasks.items():
            if each.reasons:
                yield reasons(f"Not right: {name}, {task}", each)
