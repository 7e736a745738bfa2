"""What can be required and measured of the answer to a question. Tasks declare the figures that theirs have."""

import re
from collections.abc import Mapping

ANSWER_FIGURES: Mapping[str, str] = {
    "answers": "how many answers are right: individuals, options, answer sets, or statements that follow",
    "answer": "the answer, if it is a number, an amount in its smallest unit; the first of several numbers",
}

ANSWER_MARKS: Mapping[str, str] = {
    "holds": "the answer is that it is so: the statement follows, or what is asked for exists",
}


def answer_figures(*names: str) -> Mapping[str, str]:
    """Return some of the figures of answers, with their meanings."""
    return {name: ANSWER_FIGURES[name] for name in names}


_QUOTED = re.compile(r"""`(?:\\.|[^`\\])*`|"(?:\\.|[^"\\])*\"""")


def count_terms(label: str) -> int:
    """Return how many terms a label names: a comma inside quotes or parentheses does not separate terms."""
    depth, number = 0, 1
    for sign in _QUOTED.sub("", label):
        depth += (sign == "(") - (sign == ")")
        number += sign == "," and depth == 0
    return number
