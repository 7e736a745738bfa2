"""How scores are laid out: long answers are cut, and told apart by their numbers."""

from __future__ import annotations

from rspc.compiler.dataset.score.layout import LONG, WIDEST, tables
from rspc.compiler.dataset.score.outcome import Accuracy, Class, Scores, TaskScores

HALF = Accuracy(1, 2, 0.5, 2.0, 0.1, 0.9)
CLASS = Class(0.5, 0.5, 0.5, 1)


def laid_out(answers: list[str]) -> list[tuple[str, ...]]:
    row = {**dict.fromkeys(answers, 1), "(no answer)": 1}
    confusion = dict.fromkeys(answers, row)
    reasons = {f"the right answer is {each}": 1 for each in answers}
    task = TaskScores(HALF, HALF, 0.5, dict.fromkeys(answers, CLASS), confusion, reasons)
    found = Scores("", "", HALF, 0, 0, 0, {"computation": task}, {}, None, ())
    drawn = list(tables(found))
    return [line for each in drawn for line in (each.columns, *each.rows)]


def test_long_answers_are_cut_and_numbered() -> None:
    answers = [f"{{{', '.join(f'p({i}, {j})' for j in range(99))}}}" for i in range(3)]
    lines = laid_out(answers)
    assert max(len(cell) for line in lines for cell in line) <= WIDEST + 4
    assert ("right", "1.", "2.", "3.", "(no answer)") in lines
    assert len({line[0] for line in lines if line[0].startswith("2. {p(1, 0)")}) == 1


def test_short_answers_are_shown_as_they_are() -> None:
    lines = laid_out(["A", "B" * LONG])
    assert ("right", "A", "B" * LONG, "(no answer)") in lines
