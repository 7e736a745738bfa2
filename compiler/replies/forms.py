"""The forms in which a prompt can ask for an answer, so that a program finds it in the reply."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ...dsl.diagnostics import Diagnostic, SpecError, did_you_mean
from ..text import boxed_answers, json_answers, strip_reasoning, tagged_answers


@dataclass(frozen=True)
class Form:
    """A form of answers.

    Attributes:
        instruction: the sentence that asks for it, at the end of a prompt; empty if none does.
        write: returns an answer in this form.
        answers: returns the answers that a reply gives in this form, in order.
    """

    instruction: str
    write: Callable[[str], str]
    answers: Callable[[str], list[str]]


PLAIN = "plain"
"""The form of a prompt that asks for none: the whole reply is read."""

FORMS: Mapping[str, Form] = {
    PLAIN: Form("", str, lambda text: [text]),
    "boxed": Form(
        r"Write your final answer in \boxed{}.",
        lambda answer: rf"\boxed{{{answer}}}",
        boxed_answers,
    ),
    "json": Form(
        'End your reply with your final answer as a JSON object: {"answer": "..."}',
        lambda answer: json.dumps({"answer": answer}, ensure_ascii=False),
        json_answers,
    ),
    "tag": Form(
        "Write your final answer between <answer> and </answer>.",
        lambda answer: f"<answer>{answer}</answer>",
        tagged_answers,
    ),
}
"""The forms by name."""


def check_form(name: str) -> None:
    """Refuse a name that no form has. Raises SpecError (E0856)."""
    if name not in FORMS:
        help = did_you_mean(name, FORMS) or f"there are: {', '.join(FORMS)}"
        raise SpecError([Diagnostic("E0856", f"there is no form of answers `{name}`", help=help)])


def in_form(reply: str, name: str) -> str | None:
    """Return the answer that a reply gives in a form, outside its reasoning; None unless it gives exactly one."""
    found = FORMS[name].answers(strip_reasoning(reply))
    return found[0].strip() if len(found) == 1 else None
