"""Logs for machines: one JSON object a line. Only named facts go in, so cookies, keys and invitations never do.

A traceback is written once a minute for each line that raised, so that nobody can fill the disk with one.
"""

import json
import logging
import sys
import time
import traceback
from typing import Any

TRACE_SECONDS = 60.0
STANDARD = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonLines(logging.Formatter):
    """A log record as one line of JSON, with the facts given as `extra`."""

    def __init__(self) -> None:
        super().__init__()
        self._traced: dict[tuple[str, int, str], float] = {}  # by the places in the program that have raised

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in STANDARD}
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = type(record.exc_info[1]).__name__
            if self._is_new(record, record.exc_info[1]):
                line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)

    def _is_new(self, record: logging.LogRecord, problem: BaseException) -> bool:
        """Whether no such traceback was written within the last minute."""
        frames = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(problem.__traceback__)]
        key = *(frames or [("", 0)])[-1], record.name
        is_new = record.created - self._traced.get(key, 0.0) >= TRACE_SECONDS
        if is_new:
            self._traced[key] = record.created
        return is_new


def start_logs(level: str) -> None:
    """Write logs to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for noisy in ("alembic", "aiosqlite", "websockets", "httpx", "httpcore"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    for strangers in ("uvicorn.error", "asyncio"):  # their warnings are what strangers send, a line for each
        logging.getLogger(strangers).setLevel(logging.ERROR)
