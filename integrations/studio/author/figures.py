"""Figures over many problems, as HTML."""

from ....compiler.view import safe
from ..escaping import bdi
from .messages import Looked, Reading, Spread

NAMES = {
    "prompt_words": "words of the prompt",
    "words": "words before the question",
    "longest_sentence": "words of the longest sentence",
    "proof_steps": "steps of the proof",
}


def figures(looked: Looked) -> str:
    """Draw the answers, the readers and the spread of each figure."""
    varied = [each for each in looked.spreads if len(each.counts) > 1]
    return (
        f"{_progress(looked)}"
        f'<div class="cards top">{_answers(looked)}{_readers(looked)}</div>'
        f'<h3>Metrics</h3><div class="cards">{"".join(map(_spread, varied))}</div>{_same(looked)}'
    )


def _progress(looked: Looked) -> str:
    rate = looked.made / looked.seconds if looked.seconds else 0.0
    lost = f", {looked.lost} without any draft that is kept" if looked.lost else ""
    failed = f'<p class="wrong">{safe(looked.failed)}</p>' if looked.failed else ""
    return (
        f'<p class="progress-line"><progress max="{looked.most}" value="{looked.made + looked.lost}"></progress> '
        f"{looked.made} of {looked.most} instances{lost}, {rate:.1f} a second</p>{failed}"
    )


def _bars(counts: tuple[tuple[str, int], ...], title: str) -> str:
    most = max((count for _, count in counts), default=1)
    total = sum(count for _, count in counts) or 1
    rows = "".join(
        f'<tr><th scope="row">{bdi(name)}</th><td><span class="meter" aria-hidden="true">'
        f'<span style="width:{round(100 * count / most)}%"></span></span></td>'
        f"<td>{count}</td><td>{round(100 * count / total)}%</td></tr>"
        for name, count in counts
    )
    return f'<table class="bars" aria-label="{safe(title)}"><tbody>{rows}</tbody></table>'


def _answers(looked: Looked) -> str:
    return f'<section class="card"><h3>Answers</h3>{_bars(looked.answers, "Answers")}</section>'


def _readers(looked: Looked) -> str:
    if looked.readers:
        rows = "".join(map(_reader, looked.readers))
        body = (
            '<table class="plain"><thead><tr><th>reader</th><th>right</th><th>chance</th><th>interval</th>'
            f"<th></th></tr></thead><tbody>{rows}</tbody></table>"
        )
    else:
        body = '<p class="muted">They guess after 60 instances; open answers are not guessed.</p>'
    return f'<section class="card wide"><h3>Shallow readers</h3>{body}</section>'


def _reader(each: Reading) -> str:
    told = (
        '<span class="wrong">leaks</span>' if each.leaks else '<span class="right">no leak</span>'
    )
    by = ", ".join(f"“{safe(part)}”" for part in each.telling)
    telling = (
        f'<tr class="telling"><td colspan="5" class="muted">by {by}</td></tr>'
        if each.telling and each.leaks
        else ""
    )
    return (
        f'<tr><th scope="row">{safe(each.reader)}</th><td>{each.accuracy:.0%}</td><td>{each.chance:.0%}</td>'
        f"<td>{each.low:.0%} to {each.high:.0%}</td><td>{told}</td></tr>{telling}"
    )


def _spread(each: Spread) -> str:
    name = _named(each)
    told = f"{each.low:.4g} to {each.high:.4g}, mean {each.mean:.4g}"
    return (
        f'<section class="card"><h3>{safe(name)}</h3><p class="muted small">{safe(told)}</p>'
        f"{_bars(each.counts, name)}</section>"
    )


def _named(each: Spread) -> str:
    return NAMES.get(each.name, each.name.replace("_", " "))


def _same(looked: Looked) -> str:
    """Draw the figures that have one value."""
    same = [each for each in looked.spreads if len(each.counts) == 1]
    listed = "".join(
        f"<dt>{safe(_named(each))}</dt><dd>{safe(each.counts[0][0])}</dd>" for each in same
    )
    return f'<h3>The same in all</h3><dl class="same">{listed}</dl>' if same else ""
