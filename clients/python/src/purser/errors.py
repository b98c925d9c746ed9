"""The errors of this library. Each is a `PurserError`."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a request, as the server found it."""

    code: str
    """Stable: use it in programs."""
    title: str
    """For people: it may change."""
    detail: str
    pointer: str | None = None
    """Where it is in the body, as a JSON pointer such as `/data/attributes/amount`, with the names of the API."""
    parameter: str | None = None
    """Which parameter of path or query it is."""
    header: str | None = None
    meta: Mapping[str, Any] = field(default_factory=dict)
    """More about it, such as the `reasons` of `rule_broken`, as the API has it."""

    @property
    def place(self) -> str | None:
        return self.pointer or self.parameter or self.header


class PurserError(Exception):
    """The base of all errors of this library. Errors can be pickled, to pass between processes."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[PurserError], args: tuple[Any, ...], state: dict[str, Any]) -> PurserError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(state)
    return error


class UsageError(PurserError):
    """The call or an option is wrong, such as an address that redirects: the server did nothing."""


class ConnectionError(PurserError, builtins.ConnectionError):
    """The server could not be reached, or the connection broke. A read can be repeated; a write was never sent."""


class TimeoutError(ConnectionError, builtins.TimeoutError):
    """A read, or the token for a call, took longer than `timeout_s`."""


class SignatureError(PurserError):
    """The signature of a delivery is wrong, or the delivery is too old."""


class APIError(PurserError):
    """The server has refused the request: it changed nothing. `errors` has every fault, each with its place."""

    status: int
    code: str
    """The code of the first fault; `unknown` if the answer was none of Purser's."""
    errors: Sequence[Fault]
    request_id: str | None
    idempotency_key: str | None
    retry_after_s: float | None
    """How long the server asks to wait; None if it does not say."""

    def __init__(
        self,
        *,
        status: int,
        errors: Sequence[Fault],
        request_id: str | None,
        idempotency_key: str | None,
        retry_after_s: float | None,
    ) -> None:
        texts = [f"{each.code}: {each.detail}{f' [{each.place}]' if each.place else ''}" for each in errors]
        about = "" if request_id is None else f" ({request_id})"
        super().__init__(f"{status} {'; '.join(texts) or 'no answer of Purser'}{about}")
        self.status = status
        self.code = errors[0].code if errors else "unknown"
        self.errors = errors
        self.request_id = request_id
        self.idempotency_key = idempotency_key
        self.retry_after_s = retry_after_s


class AuthenticationError(APIError):
    """401: the key is missing, wrong, revoked or expired."""


class PermissionError(APIError):
    """403: the key, its user or its agent may not do this."""


class NotFoundError(APIError):
    """404: there is nothing of this name that the key may see."""


class ConflictError(APIError):
    """409: the state of the world does not allow it, such as `insufficient_funds`."""


class ValidationError(APIError):
    """400 and 422: a value of the request is wrong; `errors` names each."""


class RateLimitError(APIError):
    """429: too many requests, also after waiting."""


class ServerError(APIError):
    """5xx: the server is at fault. Only for reads and for writes that surely did nothing."""


class OutcomeUnknownError(PurserError):
    """A write may or may not have taken effect: its answer was lost, and no retry has cleared it up.

    Send it again with `idempotency_key`: it takes effect once at most, and a later try gets the first answer. A payment
    keeps its key for ever, any other write for 48 hours, or as the server's PURSER_IDEMPOTENCY_HOURS says: later, look
    first whether it took effect. Without a key, look whether it took effect.
    """

    idempotency_key: str | None
    request_id: str | None
    """Of the last answer; None if there was none."""
    refusal: APIError | None
    """Why the server refused the last try, such as `insufficient_funds`; None if it did not.

    The write has then had no effect, unless a lost try is still on its way.
    """

    def __init__(
        self, message: str, *, idempotency_key: str | None, request_id: str | None, refusal: APIError | None
    ) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key
        self.request_id = request_id
        self.refusal = refusal


_by_status: Mapping[int, type[APIError]] = {
    400: ValidationError,
    401: AuthenticationError,
    403: PermissionError,
    404: NotFoundError,
    409: ConflictError,
    422: ValidationError,
    429: RateLimitError,
}


def class_of(status: int) -> type[APIError]:
    """Returns the class of the error for an answer with this status."""
    return ServerError if status >= 500 else _by_status.get(status, APIError)
