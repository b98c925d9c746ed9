"""The client library of Purser: payments for parties and the software agents that act for them."""

from ._client import AsyncPurser, Purser
from ._pages import AsyncPage, AsyncPages, Page
from ._records import Record, Response, response_of
from ._stream import StreamArgs
from ._webhooks import WebhookEvent
from .errors import (
    APIError,
    AuthenticationError,
    ConflictError,
    ConnectionError,
    Fault,
    NotFoundError,
    OutcomeUnknownError,
    PermissionError,
    PurserError,
    RateLimitError,
    ServerError,
    SignatureError,
    TimeoutError,
    UsageError,
    ValidationError,
)
from .money import Money, format_money, money

__all__ = [
    "APIError",
    "AsyncPage",
    "AsyncPages",
    "AsyncPurser",
    "AuthenticationError",
    "ConflictError",
    "ConnectionError",
    "Fault",
    "Money",
    "NotFoundError",
    "OutcomeUnknownError",
    "Page",
    "PermissionError",
    "Purser",
    "PurserError",
    "RateLimitError",
    "Record",
    "Response",
    "ServerError",
    "SignatureError",
    "StreamArgs",
    "TimeoutError",
    "UsageError",
    "ValidationError",
    "WebhookEvent",
    "format_money",
    "money",
    "response_of",
]
