"""The process that checks specs and makes problems.

It stays warm: plug-ins are imported once, and modules and tables of libraries are kept by their content.
"""

from ..processes.serving import answer_all, describe
from .messages import (
    Browse,
    Check,
    Checked,
    Exported,
    Exports,
    Installed,
    Locate,
    Located,
    Preview,
    Previewed,
    Question,
    Render,
    Rendered,
    Reply,
)


def serve() -> None:
    """Answer the requests that are read from standard input, a line of JSON each, and write a line for each."""
    answer_all(Question, answer)


def answer(asked: Question) -> Reply:
    """Return the answer to a request; what fails is in its field `failed`, as one line."""
    try:
        return _answer(asked)
    except MemoryError:
        return _failed(asked, "memory ran out")
    except Exception as fault:
        return _failed(asked, describe(fault))


def _answer(asked: Question) -> Reply:
    match asked:
        case Check(files):
            from .inspection import check

            return check(files)
        case Locate():
            from .locating import locate

            return locate(asked)
        case Browse():
            from .inspection import standard_module_names
            from .installed import installed

            return Installed(installed(), standard_module_names())
        case Exports(module):
            from .inspection import exported_names

            return Exported(exported_names(module))
        case Preview():
            from .problems import preview

            return preview(asked)
        case Render():
            from .problems import render

            return render(asked)


def _failed(asked: Question, why: str) -> Reply:
    match asked:
        case Check():
            return Checked(failed=why)
        case Locate():
            return Located(failed=why)
        case Browse():
            return Installed(failed=why)
        case Exports():
            return Exported(failed=why)
        case Preview():
            return Previewed(failed=why)
        case Render():
            return Rendered(failed=why)
