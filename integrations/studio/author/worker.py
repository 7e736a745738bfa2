"""The process behind the page of a spec: it checks, makes problems, and looks at many of them."""

from collections.abc import Callable
from typing import Any, TypeVar

from ...language_server.worker import answer as answer_editor
from ...processes.serving import Superseded, answer_all, describe
from . import looking, making
from .messages import Look, Looked, Made, Make, Prove, Proved, Question

Answer = TypeVar("Answer", Made, Looked, Proved)


def serve() -> None:
    """Answer the requests that are read from standard input, a line of JSON each, and write a line for each."""
    answer_all(Question, answer)


def answer(asked: Question) -> Any:
    """Return the answer to a request; what fails is in its field `failed`, as one line."""
    match asked:
        case Make():
            return _answered(lambda: making.make(asked), Made)
        case Look():
            return _answered(lambda: looking.look(asked), Looked)
        case Prove():
            return _answered(lambda: making.prove(asked), Proved)
        case _:
            return answer_editor(asked)


def _answered(ask: Callable[[], Answer], kind: type[Answer]) -> Answer:
    try:
        return ask()
    except Superseded:
        _forget()
        raise
    except MemoryError:
        return kind(failed="memory ran out")
    except Exception as fault:
        return kind(failed=describe(fault))


def _forget() -> None:
    """Forget what may be half done."""
    looking.forget()
    making.forget()
