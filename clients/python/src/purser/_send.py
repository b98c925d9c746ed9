"""What is sent, and when again: the same for programs that wait and for those that await.

A call is a generator of steps. It yields what is to be done (`Token`, `Send`, `Wait`), and gets what came of it; a
sender does these steps, with or without `await`. So the rules about money stand once, and see no network.
"""

from __future__ import annotations

import json
import random
import re
import uuid
from collections.abc import Awaitable, Callable, Generator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, TypeAlias, cast
from urllib.parse import urlsplit

import anyio
import httpx2

from ._records import Response
from ._request import KeyedOptions, Sendable
from .errors import (
    APIError,
    ConnectionError,
    Fault,
    OutcomeUnknownError,
    PurserError,
    TimeoutError,
    UsageError,
    class_of,
)

TokenSource: TypeAlias = Callable[[], str] | Callable[[], Awaitable[str]]


@dataclass(frozen=True, slots=True)
class Connection:
    """Where requests go, and as whom. Its `repr` has no secret."""

    base_url: str
    api_key: str | None = field(repr=False)
    token: TokenSource | None = field(repr=False)
    """Returns a token in place of the API key. It is asked again once if the server does not take the token."""
    max_retries: int
    timeout_s: float
    headers: Mapping[str, str | bytes] = field(repr=False)
    """With names in lower case, so that those of a request take their place."""


@dataclass(frozen=True, slots=True)
class Token:
    """Asks for a token. Gets it."""

    timeout_s: float


@dataclass(frozen=True, slots=True)
class Send:
    """Sends a request. Gets a `Raw`."""

    verb: str
    url: str = field(repr=False)
    shown: str
    """The address for logs: without the token that the path of a claim or an invitation has."""
    headers: Mapping[str, str | bytes] = field(repr=False)
    body: bytes | None = field(repr=False)
    timeout_s: float


@dataclass(frozen=True, slots=True)
class Wait:
    seconds: float


@dataclass(frozen=True, slots=True)
class Raw:
    """An answer as it came. `text` is empty for a stream that was opened."""

    status: int
    headers: Mapping[str, str]
    text: bytes


Step: TypeAlias = Token | Send | Wait
Call: TypeAlias = Generator[Step, Any, "Answer"]


@dataclass(frozen=True, slots=True)
class Answer:
    body: dict[str, Any]
    response: Response


@dataclass(frozen=True, slots=True)
class _Failure:
    """What a try came to. `is_sure`: it surely had no effect."""

    error: Exception
    is_sure: bool
    may_repeat: bool
    retry_after_s: float | None = None


_unknown_retries = 5
_first_wait_s = 0.5
_longest_wait_s = 8.0
_longest_asked_s = 60.0
_an_hour_s = 3600.0
_longest_time_s = 2_147_483.0


def call(connection: Connection, request: Sendable, options: KeyedOptions) -> Call:
    """Sends a request, and repeats it where that is safe.

    A read is repeated after every failure of network or server, a write under the one key that it has from the first
    try on. Raises the error of the last try; `OutcomeUnknownError` if a write may have taken effect although no answer
    came. What ends the call from outside, such as Ctrl-C or a cancellation, gets a note with the key.
    """
    max_retries = checked_count(options.get("max_retries", connection.max_retries))
    timeout_s = checked_time(options.get("timeout_s", connection.timeout_s))
    key = _key_of(request, options)
    has_doubt = is_new_token = False
    tries = 0
    given_up: Exception | None = None
    try:
        while True:
            attempt = yield from _try_once(connection, request, key, timeout_s)
            if isinstance(attempt, Answer):
                return attempt
            has_doubt = has_doubt or (not attempt.is_sure and request.kind != "read")
            is_refused_token = connection.token is not None and not is_new_token and _is_unauthenticated(attempt.error)
            is_keyed_doubt = has_doubt and request.kind == "keyed" and max_retries > 0
            most = max(max_retries, _unknown_retries) if is_keyed_doubt else max_retries
            is_over = not (attempt.may_repeat and tries < most) and not is_refused_token
            if is_over or (attempt.retry_after_s or 0) > _longest_asked_s:
                if has_doubt:
                    raise _unknown_outcome(attempt, request, key) from attempt.error
                given_up = attempt.error
                raise given_up
            is_new_token = is_new_token or is_refused_token
            if not is_refused_token:
                yield Wait(backoff_s(tries, attempt.retry_after_s))
            tries += 1
    except BaseException as error:
        if key is not None and error is not given_up and not isinstance(error, (PurserError, GeneratorExit)):
            error.add_note(f"Nobody knows whether the write took effect. Send it again with the idempotency key {key}.")
        raise


def _key_of(request: Sendable, options: KeyedOptions) -> str | None:
    """Returns the idempotency key of a call. Raises `UsageError` for one that the server does not take."""
    if request.kind != "keyed":
        if "idempotency_key" in options:
            raise UsageError(f"{request.verb} {request.template} takes no idempotency key.")
        return None
    key = options.get("idempotency_key", None) or ("" if "idempotency_key" in options else str(uuid.uuid4()))
    if not isinstance(key, str) or not re.fullmatch(r"[\x20-\x7e]{1,255}", key):
        raise UsageError("`idempotency_key` must have 1 to 255 characters of ASCII.")
    return key


def checked_count(retries: int) -> int:
    """Returns how often a call is repeated. Raises `UsageError` for what is no number of times."""
    if isinstance(retries, bool) or not isinstance(retries, int) or retries < 0:
        raise UsageError("`max_retries` must be a whole number, 0 or more.")
    return retries


def checked_time(seconds: float) -> float:
    """Returns a time limit. Raises `UsageError` for one that is none."""
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 < seconds <= _longest_time_s:
        raise UsageError(f"A time limit must be a number of seconds, up to {_longest_time_s:.0f}.")
    return float(seconds)


def _unknown_outcome(failure: _Failure, request: Sendable, key: str | None) -> OutcomeUnknownError:
    answer = failure.error if isinstance(failure.error, APIError) else None
    advice = "Look whether it took effect." if key is None else f"Send it again with the idempotency key {key}."
    return OutcomeUnknownError(
        f"Nobody knows whether {request.verb} {request.template} took effect: {failure.error} {advice}",
        idempotency_key=key,
        request_id=answer.request_id if answer else None,
        refusal=answer if failure.is_sure else None,
    )


def _is_unauthenticated(error: Exception) -> bool:
    return isinstance(error, APIError) and error.status == 401


def backoff_s(tries: int, asked_s: float | None = None) -> float:
    """Returns how long to wait after this many failures.

    Half a second at first, then twice as long each time; at least as long as the server asks, up to an hour. A part of
    it is by chance, so that clients do not come back all at once.
    """
    own = min(_longest_wait_s, _first_wait_s * 2.0 ** min(tries, 10)) * (0.75 + random.random() / 4)  # noqa: S311
    return max(own, min(asked_s or 0, _an_hour_s) * (1 + random.random() / 10))  # noqa: S311


def _try_once(
    connection: Connection, request: Sendable, key: str | None, timeout_s: float
) -> Generator[Step, Any, Answer | _Failure]:
    is_sent = False
    try:
        headers: dict[str, str | bytes] = {"accept": "application/json"}
        if request.body is not None:
            headers["content-type"] = "application/json"
        if key is not None:
            headers["idempotency-key"] = key
        sent = yield from signed(connection, request, headers, timeout_s)
        is_sent = True
        return _read(connection, (yield sent), request, key)
    except Exception as error:
        if is_sent and not isinstance(error, _failures):
            raise  # it is of the program, such as a time limit that its signal handler raises
        is_sure = request.kind == "read" or not is_sent or isinstance(error, (UsageError, *_never_sent))
        known = error if not is_sent else as_ours(connection, error, timeout_s)
        may_repeat = isinstance(known, ConnectionError) and (request.kind != "once" or is_sure)
        return _Failure(known, is_sure, may_repeat)


_never_sent = (httpx2.ConnectError, httpx2.ConnectTimeout, httpx2.PoolTimeout, httpx2.UnsupportedProtocol)
"""The connection was never made, so the server has seen nothing."""


of_network = (
    httpx2.HTTPError,
    httpx2.InvalidURL,
    httpx2.StreamError,
    OSError,
    anyio.BrokenResourceError,
    anyio.ClosedResourceError,
)
_failures = (PurserError, *of_network)


def as_ours(connection: Connection, error: Exception, timeout_s: float) -> PurserError:
    """Returns an error of the network as one of this library, with the other one as its cause."""
    if isinstance(error, PurserError):
        return error
    where = f"{connection.base_url} could not be reached, or the connection broke"
    ours: PurserError = ConnectionError(f"{where}{_reason_of(error)}.")
    if isinstance(error, httpx2.TimeoutException) and not isinstance(error, httpx2.ConnectTimeout):
        ours = TimeoutError(late(timeout_s))
    ours.__cause__ = error
    return ours


def _reason_of(error: BaseException) -> str:
    """Returns why the system says that a connection failed, such as ` (Connection refused)`."""
    inner: BaseException | None = error
    while inner is not None:
        if isinstance(inner, OSError) and inner.strerror:
            return f" ({inner.strerror})"
        inner = inner.__cause__ or inner.__context__
    return ""


def late(timeout_s: float) -> str:
    return f"There was no answer within {timeout_s:g} seconds."


def signed(
    connection: Connection, request: Sendable, headers: Mapping[str, str | bytes], timeout_s: float
) -> Generator[Step, Any, Send]:
    """Returns a request with its credential. Raises `UsageError` without one, and for one that no header takes."""
    credential: dict[str, str | bytes] = {}
    if not is_without_key(request.path):
        key = connection.api_key if connection.token is None else cast(object, (yield Token(timeout_s)))
        if not key:
            raise UsageError("There is no API key: give `api_key` to `Purser()`, or set PURSER_API_KEY.")
        if not isinstance(key, str) or not re.fullmatch(r"[\x21-\x7e]+", key):
            raise UsageError("The API key or token has a space, a line break or a character that is not ASCII.")
        credential["authorization"] = f"Bearer {key}"
    url = f"{connection.base_url}{request.path}"
    shown = url if credential else f"{connection.base_url}{request.template}"
    return Send(request.verb, url, shown, {**connection.headers, **headers, **credential}, request.body, timeout_s)


def is_without_key(path: str) -> bool:
    """Returns whether the token in the path is the authority, not a key."""
    return re.fullmatch(r"/(?:claims|invitations|party-invitations)/[^/]+/\w+", path) is not None


_sure_statuses = frozenset({408, 429, 503})
"""What the server refuses before it does anything, or says that it did not do: such a write surely had no effect."""


def _read(connection: Connection, raw: Raw, request: Sendable, key: str | None) -> Answer | _Failure:
    refuse_redirect(connection, raw)
    is_success = 200 <= raw.status <= 299
    body = parsed(raw.text)
    if is_success and _is_of_purser(body):
        is_replayed = raw.headers.get("Idempotency-Replayed") == "true"
        return Answer(body, Response(raw.status, raw.headers.get("Request-Id"), is_replayed))
    error = refusal_of(raw, key)
    codes = {each.code for each in error.errors}
    is_under_way = "idempotency_request_in_progress" in codes
    is_told = bool(error.errors) and not is_under_way and "outcome_unknown" not in codes
    is_sure = is_told and (raw.status < 500 or raw.status in _sure_statuses)
    is_passing = is_success or raw.status >= 500 or raw.status in _sure_statuses or is_under_way
    may_repeat = is_passing and "too_many_in_review" not in codes and (request.kind != "once" or is_sure)
    return _Failure(error, is_sure, may_repeat, error.retry_after_s)


def _is_of_purser(body: Any) -> bool:
    """Returns whether a body has a resource or a list. A gateway may answer with a success of its own."""
    data = body.get("data") if isinstance(body, dict) else None
    return isinstance(data, list) or (isinstance(data, dict) and isinstance(data.get("type"), str))


def refuse_redirect(connection: Connection, raw: Raw) -> None:
    """Raises `UsageError` if the address redirects: following it could take the key to another host."""
    if not 300 <= raw.status <= 399:
        return
    target = "another address"
    try:
        found = urlsplit(raw.headers.get("Location", ""))
        if found.hostname:
            target = f"{found.scheme or 'https'}://{found.netloc.rpartition('@')[2]}"
    except ValueError:
        pass
    raise UsageError(f"{connection.base_url} redirects to {target}: give the right address as `base_url`.")


def refusal_of(raw: Raw, key: str | None) -> APIError:
    """Returns the error for an answer that refuses. An answer without the id of a request is none of Purser's."""
    request_id = raw.headers.get("Request-Id")
    return class_of(raw.status)(
        status=raw.status,
        errors=() if request_id is None else _faults_in(parsed(raw.text)),
        request_id=request_id,
        idempotency_key=key,
        retry_after_s=_retry_after_s(raw.headers.get("Retry-After", "")),
    )


def parsed(text: bytes | str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _faults_in(body: Any) -> tuple[Fault, ...]:
    found = body.get("errors") if isinstance(body, dict) else None
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        return ()
    if not all(isinstance(each.get("code"), str) for each in found):
        return ()
    return tuple(_fault_of(each) for each in found)


def _fault_of(error: dict[str, Any]) -> Fault:
    source, meta = error.get("source"), error.get("meta")
    place = source if isinstance(source, dict) else {}
    return Fault(
        code=error["code"],
        title=str(error.get("title", "")),
        detail=str(error.get("detail", "")),
        pointer=place.get("pointer"),
        parameter=place.get("parameter"),
        header=place.get("header"),
        meta=meta if isinstance(meta, dict) else {},
    )


def _retry_after_s(text: str) -> float | None:
    """Returns how long the server asks to wait: by seconds or by a date. None if it does not say."""
    text = text.strip()
    if re.fullmatch(r"[0-9]+", text):
        return float(text)
    try:
        until = parsedate_to_datetime(text)
        return max(0.0, (until - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError, OverflowError):
        return None
