"""What the server tells in its terminal when something fails: one line, and nothing for messages that make no sense."""

import asyncio
import logging
from typing import Any

LOGGERS = ("asyncio", "engineio.server", "nicegui", "socketio.server", "uvicorn", "uvicorn.error")

NONSENSE = ("Invalid UTF-8 sequence received from client.", "message async handler error")
"""What is said of messages that no browser sends."""

DISPATCH = "_handle_event_internal"
"""The task that hands a message on. What fails there is the message: what pages do has a task of its own."""


class _Line(logging.Formatter):
    """Writes a message without the stack that it comes from."""

    def format(self, record: logging.LogRecord) -> str:
        fault = record.exc_info[1] if record.exc_info else None
        return _told(record.getMessage(), fault)


class _Sense(logging.Filter):
    """Keeps messages back that are about what no browser sends."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.getMessage() not in NONSENSE


def report_in_lines() -> None:
    """Have the loggers of the server write a line for each error."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Line())
    handler.addFilter(_Sense())
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.ERROR)


def watch_tasks() -> None:
    """Have the loop that runs report what fails in a task in one line."""
    asyncio.get_running_loop().set_exception_handler(_report)


def _report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    task = context.get("task") or context.get("future")
    if isinstance(task, asyncio.Task) and DISPATCH in getattr(task.get_coro(), "__qualname__", ""):
        return
    logging.getLogger("asyncio").error(_told(str(context.get("message")), context.get("exception")))


def _told(message: str, fault: BaseException | None) -> str:
    lines = message.strip().splitlines() or [""]
    why = f": {type(fault).__name__}: {fault}" if fault is not None else ""
    return f"rspc studio: {lines[0]}{why}"[:500]
