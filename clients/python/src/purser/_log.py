"""Keeps tokens out of the log: httpx2 names there each address that it asks, and that of a claim has its token."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import httpx2

from ._send import Send

_sent: ContextVar[Send | None] = ContextVar("purser_sent", default=None)


@contextmanager
def without_token(step: Send) -> Iterator[None]:
    """Has the log name this request as `shown` says."""
    token = _sent.set(step)
    try:
        yield
    finally:
        _sent.reset(token)


class _Filter(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        step = _sent.get()
        if step is not None and step.url != step.shown and isinstance(record.args, tuple):
            record.args = tuple(step.shown if isinstance(each, httpx2.URL) else each for each in record.args)
        return True


logging.getLogger("httpx2").addFilter(_Filter())
