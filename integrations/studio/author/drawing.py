"""The parts of the page that show a problem, as HTML in which every text is escaped."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from ....compiler.view import LONGEST, right_options, safe
from ..escaping import bdi, prose
from .messages import Dropped, Evidence, Made, Stated

MOST_STEPS = 300


def parts(made: Made) -> dict[str, str]:
    """Return the parts that show a problem, by name."""
    record = made.record
    return {
        "head": head(made),
        "prompt": prompt(record),
        "options": options(record),
        "theory": theory(made.statements, record),
        "proof": proof(record),
        "engines": engines(made),
        "numbers": numbers(record),
    }


def head(made: Made) -> str:
    """Draw the id of a problem, its answer and what it took."""
    record = made.record
    attempts = int(record.get("attempt", 0))
    dropped = f", {attempts} {'draft' if attempts == 1 else 'drafts'} dropped" if attempts else ""
    took = f"{made.seconds:.2f} s{dropped}"
    label = str(record.get("label", ""))
    answer = str(record.get("answer", ""))
    told = f' <span class="muted">label</span> <b>{bdi(label)}</b>' if label != answer else ""
    return (
        f'<span class="answer"><span class="muted">Answer</span> <b class="right">{bdi(cut(answer))}</b>{told}</span>'
        f'<span class="grow"></span><span class="muted took">{safe(took)}</span>'
        f'<code class="muted id" title="the id of the record">{bdi(record.get("id", ""))}</code>'
    )


def cut(text: str, most: int = 200) -> str:
    """Return a text of at most so many characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


# ------------------------------------------------------------------------------------------------------ the prompt


def prompt(record: Mapping[str, Any]) -> str:
    """Draw a prompt, with each part that says statements in an element that names them."""
    text = str(record.get("prompt", ""))[:LONGEST]
    marks = [*_sentence_marks(record, len(text)), *_option_marks(record, text)]
    begins = defaultdict[int, list[_Mark]](list)
    for mark in marks:
        begins[mark.start].append(mark)
    cuts = sorted({0, len(text), *begins, *(mark.end for mark in marks)})
    drawn: list[str] = []
    open_marks: list[_Mark] = []
    for start, end in pairwise(cuts):
        open_marks = [mark for mark in open_marks if mark.end > start] + begins[start]
        drawn.append(_part(text[start:end], open_marks))
    return f'<div class="prompt" dir="auto">{"".join(drawn)}</div>'


class _Mark(NamedTuple):
    """A part of a prompt: that of a statement, or of an option."""

    start: int
    end: int
    id: str = ""
    option: str = ""


def _part(text: str, marks: Sequence[_Mark]) -> str:
    """Draw a part of a prompt that is all of some statements, and of an option."""
    if not marks:
        return safe(text)
    ids = " ".join(dict.fromkeys(mark.id for mark in marks if mark.id))
    option = next((mark.option for mark in marks if mark.option), "")
    kinds = " ".join(kind for kind in ("sentence" if ids else "", option) if kind)
    named = f' data-s="{safe(ids)}"' if ids else ""
    return f'<span class="{kinds}"{named}>{safe(text)}</span>'


def _sentence_marks(record: Mapping[str, Any], length: int) -> Iterator[_Mark]:
    for id, places in (record.get("spans") or {}).items():
        for start, end in places:
            if 0 <= start < end <= length:
                yield _Mark(start, end, id=str(id))


def _option_marks(record: Mapping[str, Any], text: str) -> Iterator[_Mark]:
    letters = [str(each["label"]) for each in record.get("options") or ()]
    right = right_options(letters, str(record.get("label")))
    for each in record.get("options") or ():
        shown = str(each["text"])
        start = text.rfind(shown) if shown else -1
        if start >= 0:
            kind = "option right" if each["label"] in right else "option"
            yield _Mark(start, start + len(shown), option=kind)


# --------------------------------------------------------------------------------------------------------- options


def options(record: Mapping[str, Any]) -> str:
    """Draw the options, each with the first statement that it violates; an empty string if there are none."""
    rows: Mapping[str, Any] = (record.get("certificate") or {}).get("rows") or {}
    given = record.get("options") or ()
    if not given:
        return _choices(record)
    theory = dict(_split(each) for each in record.get("theory") or ())
    letters = [str(each["label"]) for each in given]
    right = right_options(letters, str(record.get("label")))
    drawn = []
    for each in given:
        label = str(each["label"])
        row = rows.get(label)
        violated = str((row or {}).get("violated") or "")
        tests = ((row or {}).get("tests") or {}).get(violated)
        if label in right:
            why = '<span class="right">✓ right</span>'
            if row and violated:
                why += f" {_violates(violated, theory, tests)}"
        elif violated:
            why = _violates(violated, theory, tests)
        else:
            why = '<span class="muted">not right</span>'
        links = f' data-links="{safe(violated)}"' if violated else ""
        drawn.append(
            f'<li tabindex="0" data-option="{safe(label)}"{links}><b class="letter">{bdi(label)}</b>'
            f'<div><div class="cut" dir="auto">{safe(cut(str(each["text"]), 160))}</div><div>{why}</div></div></li>'
        )
    return f'<ul class="rows options">{"".join(drawn)}</ul>'


def _violates(id: str, theory: Mapping[str, str], tests: Any) -> str:
    told = ""
    if isinstance(tests, list) and tests:
        held = sum(value is True for value in tests)
        told = f' <span class="muted">({held} of {len(tests)} tests hold)</span>'
    return f'<span class="wrong">✗ violates {bdi(id)}</span> <code>{bdi(cut(theory.get(id, "")))}</code>{told}'


def _choices(record: Mapping[str, Any]) -> str:
    choices = record.get("choices") or ()
    if not choices:
        return ""
    drawn = "".join(
        f"<li>{'<span class=right>✓</span> <b>' if each == record.get('answer') else '○ '}"
        f"{bdi(each)}{'</b>' if each == record.get('answer') else ''}</li>"
        for each in map(str, choices)
    )
    return f'<ul class="choices">{drawn}</ul>'


def _split(statement: Any) -> tuple[str, str]:
    id, _, text = str(statement).partition(": ")
    return id, text


# ---------------------------------------------------------------------------------------------------- theory, proof


def theory(statements: Sequence[Stated], record: Mapping[str, Any]) -> str:
    """Draw the statements of a theory; those without a sentence of their own are marked."""
    drawn = []
    said = record.get("spans") or {}
    for each in statements:
        note = "" if each.id in said else ' <span class="muted note">not in the prompt</span>'
        drawn.append(
            f'<li tabindex="0" data-s="{safe(each.id)}"><span class="id">{bdi(each.id)}</span>'
            f"<div><code>{bdi(each.text)}</code>{note}</div></li>"
        )
    query = (
        f'<p class="query"><span class="muted">Query</span> <code>{bdi(record.get("query", ""))}</code></p>'
        if record.get("query")
        else ""
    )
    return f'{query}<ul class="rows theory">{"".join(drawn)}</ul>'


def proof(record: Mapping[str, Any]) -> str:
    """Draw a proof: each step names the statements that it uses; an empty string if there is none."""
    steps = record.get("proof")
    if not steps:
        return ""
    drawn = []
    for number, step in enumerate(steps[:MOST_STEPS], 1):
        uses = [str(each) for each in step.get("uses", ())]
        before = [str(each) for each in step.get("from", ())]
        beats = [str(each) for each in step.get("beats", ())]
        used = [*map(bdi, uses), *(f"step {safe(each)}" for each in before)]
        told = f' <span class="muted">from</span> {", ".join(used)}' if used else ""
        told += f' <span class="muted">beats</span> {", ".join(map(bdi, beats))}' if beats else ""
        drawn.append(
            f'<li tabindex="0" data-step="{number}" data-links="{safe(" ".join((*uses, *beats)))}" '
            f'data-from="{safe(" ".join(before))}"><span class="id">{number}</span><div>'
            f'<div dir="auto">{safe(step.get("text", ""))}</div>'
            f'<div class="small"><code>{bdi(step.get("gives", ""))}</code> '
            f'<span class="muted">{safe(step.get("tag", ""))}</span>{told}</div></div></li>'
        )
    return f'<ol class="rows proof">{"".join(drawn)}</ol>'


# ---------------------------------------------------------------------------------------------- engines and numbers


def engines(made: Made) -> str:
    """Draw what each engine said, and what the certificate shows."""
    labels = made.record.get("engines") or {}
    same = len(set(map(str, labels.values()))) <= 1
    rows = "".join(
        f"<tr><th scope=row>{bdi(name)}</th><td>{bdi(label)}</td></tr>"
        for name, label in labels.items()
    )
    verdict = "right" if same else "wrong"
    texts = {each.id: each.text for each in made.statements}
    told_by = "".join(_evidence(each, texts) for each in made.evidence)
    told = f'<p class="{verdict}">{safe(made.engines)}</p>' if made.engines else ""
    return (
        f'{told}<table class="plain"><thead><tr><th>engine</th><th>label</th></tr></thead><tbody>{rows}</tbody>'
        f"</table>{told_by}"
    )


def _evidence(each: Evidence, texts: Mapping[str, str]) -> str:
    items = "".join(f"<li><bdi>{prose(item)}</bdi></li>" for item in each.items)
    quoted = "".join(
        f'<li tabindex="0" data-links="{safe(id)}"><span class="id">{bdi(id)}</span> '
        f"<code>{bdi(cut(texts.get(id, '')))}</code></li>"
        for id in each.quoted
    )
    return (
        f"<p>{prose(each.text)}</p>"
        + (f'<ul class="quoted">{quoted}</ul>' if quoted else "")
        + (f'<ul class="items">{items}</ul>' if items else "")
    )


def numbers(record: Mapping[str, Any]) -> str:
    """Draw the metrics of a record."""
    rows = "".join(
        f"<tr><th scope=row>{bdi(name)}</th><td>{bdi(cut(_value(value), 80))}</td></tr>"
        for name, value in (record.get("metrics") or {}).items()
    )
    return f'<table class="plain"><tbody>{rows}</tbody></table>'


def _value(value: Any) -> str:
    match value:
        case True:
            return "yes"
        case False:
            return "no"
        case None:
            return "-"
        case [*items]:
            return ", ".join(map(str, items)) or "-"
        case _:
            return str(value)


# ----------------------------------------------------------------------------------------------------------- drops


def drops(found: Sequence[Dropped], none: str) -> str:
    """Draw the causes of dropped drafts, each with an example."""
    if not found:
        return f'<p class="muted">{safe(none)}</p>'
    total = sum(each.count for each in found)
    drawn = []
    for each in found:
        lines = "\n".join(each.lines)
        example = f'<pre class="example" dir="auto">{safe(lines)}</pre>' if lines else ""
        wide = round(100 * each.count / total) if total else 0
        drawn.append(
            f'<li class="drop"><div class="line"><b>{safe(each.cause)}</b><span class="grow"></span>'
            f'<span class="count">{each.count:,}</span></div><div class="meter" aria-hidden="true">'
            f'<span style="width:{wide}%"></span></div><div class="muted small">for example at {safe(each.place)}</div>'
            f"{example}</li>"
        )
    return f'<ul class="drops">{"".join(drawn)}</ul>'


# ---------------------------------------------------------------------------------------------------- side by side


def beside(made: Made, other: Made | None, wording: tuple[str, str], own: str) -> str:
    """Draw a problem twice: as it is, and in other words.

    Args:
        wording: the parameter, and its value on the right.
        own: its value on the left.
    """
    name, value = wording
    left = _column(f"{name} {own}", made)
    if other is None:
        return f'<div class="two">{left}<section><p class="muted">is made</p></section></div>'
    if other.failed:
        right = f'<section><h3>{safe(f"{name} {value}")}</h3><p class="wrong">{safe(other.failed)}</p></section>'
        return f'<div class="two">{left}{right}</div>'
    same = made.record.get("theory") == other.record.get("theory")
    told = (
        '<span class="right">✓ the same theory and question</span>'
        if same and made.record.get("query") == other.record.get("query")
        else '<span class="wrong">✗ another theory</span>'
    )
    labels = made.record.get("label"), other.record.get("label")
    return (
        f'<p class="verdict">{told}, labels {bdi(labels[0])} and {bdi(labels[1])}</p>'
        f'<div class="two">{left}{_column(f"{name} {value}", other)}</div>'
    )


def _column(title: str, made: Made) -> str:
    return f"<section><h3>{safe(title)}</h3>{prompt(made.record)}</section>"
