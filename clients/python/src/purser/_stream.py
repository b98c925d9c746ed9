"""Events as they happen. Like a call, a stream is a generator of steps; what it emits is among them."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypedDict, TypeVar

from ._generated.types import Event
from ._records import flat, record_of
from ._request import Operation, request_of
from ._send import (
    Connection,
    Raw,
    Send,
    Step,
    Wait,
    as_ours,
    backoff_s,
    call,
    checked_time,
    of_network,
    parsed,
    refusal_of,
    refuse_redirect,
    signed,
)
from .errors import APIError, ConnectionError, UsageError

T = TypeVar("T")


class StreamArgs(TypedDict, total=False):
    """The arguments of `events.stream`."""

    after: str
    """The id of the last event that was seen: the stream goes on behind it. By default it begins now."""
    event_type: str
    """Only events of this name."""
    party_id: str
    """A customer who delegated `payments.read` to your party; by default your own party."""
    customer_party_id: str
    """The same as `party_id`."""
    on_reconnect: Callable[[Exception], object]
    """Called each time that the connection is lost, before it is made again."""
    silence_s: float
    """After how much silence a connection counts as lost; 45 seconds by default. The server is never silent for 15."""


@dataclass(frozen=True, slots=True)
class Open:
    """Opens a connection. Gets a `Raw`, with a text only if the server refuses."""

    send: Send
    silence_s: float


@dataclass(frozen=True, slots=True)
class Read:
    """Reads from the open connection. Gets bytes, or None at its end."""


@dataclass(frozen=True, slots=True)
class Emit(Generic[T]):
    value: T


StreamStep: TypeAlias = Step | Open | Read | Emit[T]
Events: TypeAlias = Generator[StreamStep[Event], Any, None]

_operation = Operation("GET", "/events/stream", query="eventType,partyId,customerPartyId")
_list = Operation("GET", "/events", query="partyId,customerPartyId,limit")
_before_all = f"evt_{'0' * 32}"


def events(connection: Connection, args: StreamArgs) -> Events:
    """Yields the steps of a stream, which ends only by an error or when it is left.

    If the connection breaks, it goes on where it was: nothing is left out and nothing comes twice. Raises the errors of
    a refused request, such as `AuthenticationError`, and `ConnectionError` if the first connection and its retries
    fail; later ones are made again for as long as it takes.
    """
    filters = {name: value for name, value in args.items() if name not in ("after", "on_reconnect", "silence_s")}
    on_reconnect = args.get("on_reconnect")
    silence_s = checked_time(args.get("silence_s", 45.0))
    request_of(_operation, filters)
    last = args.get("after")
    if "after" in args and (not isinstance(last, str) or not re.fullmatch(r"[\x21-\x7e]+", last)):
        raise UsageError("`after` must be the id of an event: leave it out to begin with what happens now.")
    was_open = is_new_token = False
    failures = 0
    while True:
        try:
            if last is None:
                last = yield from _newest(connection, filters)
            yield from _open(connection, filters, last, silence_s)
            reader = Reader()
            while (chunk := (yield Read())) is not None:
                was_open, is_new_token, failures = True, False, 0
                for event in reader.read(chunk):
                    last = event.id
                    yield Emit(event)
            raise ConnectionError("The stream has ended.")
        except Exception as raised:
            error = as_ours(connection, raised, silence_s) if isinstance(raised, of_network) else raised
            is_refused = isinstance(error, APIError) and error.status < 500 and error.status != 429
            is_unauthenticated = isinstance(error, APIError) and error.status == 401
            is_refused_token = connection.token is not None and not is_new_token and is_unauthenticated
            is_lost = isinstance(error, ConnectionError | APIError)
            is_over = not is_lost or (not was_open and failures >= connection.max_retries)
            if not is_refused_token and (is_refused or is_over):
                raise error from error.__cause__
            is_new_token = is_new_token or is_refused_token
        if on_reconnect is not None:
            on_reconnect(error)
        if not is_refused_token:
            yield Wait(backoff_s(failures, error.retry_after_s if isinstance(error, APIError) else None))
        failures += 1


def _newest(connection: Connection, filters: Mapping[str, object]) -> Generator[Step, Any, str]:
    """Returns the id behind which the stream begins, so that a break before its first event loses none."""
    own = {name: value for name, value in filters.items() if name != "event_type"}
    answer = yield from call(connection, request_of(_list, {**own, "limit": 1}), {"max_retries": 0})
    found = answer.body["data"]
    return str(found[0]["id"]) if found else _before_all


def _open(
    connection: Connection, filters: Mapping[str, object], last: str, silence_s: float
) -> Generator[Step | Open, Any, None]:
    """Opens a connection. Raises `ConnectionError` if what answers is no stream."""
    headers: dict[str, str | bytes] = {"accept": "text/event-stream", "last-event-id": last}
    sent = yield from signed(connection, request_of(_operation, filters), headers, connection.timeout_s)
    raw: Raw = yield Open(sent, silence_s)
    refuse_redirect(connection, raw)
    if raw.status != 200:
        raise refusal_of(raw, None)
    if not raw.headers.get("Content-Type", "").startswith("text/event-stream"):
        raise ConnectionError(f"{connection.base_url} answers with no stream of events.")


class Reader:
    """Reads server-sent events from what arrives."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self._text = ""

    def read(self, chunk: bytes) -> list[Event]:
        """Returns the events that this chunk completes, which may be none."""
        self._text += self._decoder.decode(chunk)
        *parts, self._text = re.split(r"\r?\n\r?\n", self._text)
        return [event for part in parts for event in _events_in(part)]


def _events_in(part: str) -> list[Event]:
    lines = [line[5:].lstrip() for line in re.split(r"\r?\n", part) if line.startswith("data:")]
    if not lines:
        return []
    data = parsed("\n".join(lines))
    if not isinstance(data, dict):
        raise ConnectionError("The stream has an event that is no JSON.")
    return [record_of(Event, flat(data))]
