"""The two clients."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any, Self, Unpack
from urllib.parse import urlsplit

import httpx2

from . import _stream
from ._generated.async_nouns import AsyncEventsOperations, AsyncNouns, AsyncWebhooksOperations
from ._generated.nouns import EventsOperations, Nouns, WebhooksOperations
from ._generated.types import Event
from ._send import Connection, TokenSource, checked_count, checked_time
from ._senders import AsyncSender, Sender, async_http_of, http_of
from ._stream import StreamArgs
from ._webhooks import Headers, WebhookEvent, unwrap
from .errors import UsageError

_version = "0.1.0"


class _Unset:
    """What stands for an option that is left out: None is what a program forgot to set."""

    def __repr__(self) -> str:
        return "…"


_unset: Any = _Unset()


class Events(EventsOperations):
    """The operations of `purser.events`."""

    def stream(self, **args: Unpack[StreamArgs]) -> Iterator[Event]:
        """Yields events as they happen, until it is left.

        If the connection breaks, it goes on where it was: nothing is left out and nothing comes twice. Raises the
        errors of a refused request, such as `AuthenticationError`, and `ConnectionError` if the first connection and
        its retries fail; later ones are made again for as long as it takes.
        """
        return self._sender.stream(_stream.events(self._sender.connection, args))


class AsyncEvents(AsyncEventsOperations):
    """The operations of `purser.events`."""

    def stream(self, **args: Unpack[StreamArgs]) -> AsyncGenerator[Event]:
        """Yields events as they happen, until it is left: leave it by `contextlib.aclosing`, which ends the connection.

        If the connection breaks, it goes on where it was: nothing is left out and nothing comes twice. Raises the
        errors of a refused request, such as `AuthenticationError`, and `ConnectionError` if the first connection and
        its retries fail; later ones are made again for as long as it takes.
        """
        return self._sender.stream(_stream.events(self._sender.connection, args))


class _Unwraps:
    def unwrap(self, raw_body: str | bytes, headers: Headers, secrets: str | Sequence[str]) -> WebhookEvent:
        """Verifies a delivery and returns its event. It asks the server nothing.

        `raw_body` is the text or bytes that came, not what a framework has parsed. `secrets` is the webhook's secret;
        two while it is rotated. Raises `SignatureError` unless Purser sent it within the last five minutes, and
        `UsageError` for a parsed body and for a secret that is none.
        """
        return unwrap(raw_body, headers, secrets)


class Webhooks(_Unwraps, WebhooksOperations):
    """The operations of `purser.webhooks`."""


class AsyncWebhooks(_Unwraps, AsyncWebhooksOperations):
    """The operations of `purser.webhooks`."""


class Purser(Nouns):
    """A client of one server, as one key. Its nouns have the operations: `purser.payments.create(…)`.

    Arguments have the names of the API in snake_case. Amounts are whole numbers of minor units: 1250 is 12.50 USD.
    Threads can share it. `with Purser() as purser:` closes its connections at the end, as `close()` does.

    - `api_key`: an API key or an agent key; by default PURSER_API_KEY. An empty one and None are refused: another key
      would pay.
    - `base_url`: where the server is; by default PURSER_URL, or else http://127.0.0.1:8080.
    - `token`: returns a token in place of a key. It is asked for each try, and once more if it is refused.
    - `max_retries`: how often a call is repeated where that is safe. A write in doubt is repeated 5 times, unless this
      is 0.
    - `timeout_s`: for each try, in seconds.
    - `headers`: sent with each request.
    - `http_client`: your own client of httpx2, such as one with certificates. You close it.
    """

    def __init__(
        self,
        *,
        api_key: str = _unset,
        base_url: str | None = None,
        token: Callable[[], str] = _unset,
        max_retries: int = 2,
        timeout_s: float = 30.0,
        headers: Mapping[str, str] | None = None,
        http_client: httpx2.Client | None = None,
    ) -> None:
        connection = _connection_of(api_key, base_url, token, max_retries, timeout_s, headers)
        self._set(Sender(connection, http_of(http_client)))

    def _set(self, sender: Sender) -> None:
        super().__init__(sender)
        self.events = Events(sender)
        self.webhooks = Webhooks(sender)
        self._sender = sender

    def as_agent(self, agent_id: str, *, instance_id: str) -> Self:
        """Returns a client that acts as an agent of the party, under its limits, with the party's key.

        `instance_id` is the conversation of the agent. An agent with a key of its own needs none of this. Both clients
        share their connections.
        """
        other = type(self).__new__(type(self))
        own = _as_agent(self._sender.connection, agent_id, instance_id)
        other._set(Sender(own, self._sender.http, is_own=False))
        return other

    def close(self) -> None:
        """Closes the connections, unless they are those of `http_client` or of another client."""
        http = self._sender.http.leave() if self._sender.is_own else None
        if http is not None:
            http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._sender.connection.base_url}>"


class AsyncPurser(AsyncNouns):
    """A client like `Purser`, whose methods are awaited: under asyncio and trio.

    Lists are iterated with `async for`, or awaited for their first page. `async with AsyncPurser() as purser:` closes
    its connections at the end, as `aclose()` does. `token` may be a coroutine function.
    """

    def __init__(
        self,
        *,
        api_key: str = _unset,
        base_url: str | None = None,
        token: Callable[[], str] | Callable[[], Awaitable[str]] = _unset,
        max_retries: int = 2,
        timeout_s: float = 30.0,
        headers: Mapping[str, str] | None = None,
        http_client: httpx2.AsyncClient | None = None,
    ) -> None:
        connection = _connection_of(api_key, base_url, token, max_retries, timeout_s, headers)
        self._set(AsyncSender(connection, async_http_of(http_client)))

    def _set(self, sender: AsyncSender) -> None:
        super().__init__(sender)
        self.events = AsyncEvents(sender)
        self.webhooks = AsyncWebhooks(sender)
        self._sender = sender

    def as_agent(self, agent_id: str, *, instance_id: str) -> Self:
        """Returns a client that acts as an agent of the party, under its limits, with the party's key.

        `instance_id` is the conversation of the agent. An agent with a key of its own needs none of this. Both clients
        share their connections.
        """
        other = type(self).__new__(type(self))
        own = _as_agent(self._sender.connection, agent_id, instance_id)
        other._set(AsyncSender(own, self._sender.http, is_own=False))
        return other

    async def aclose(self) -> None:
        """Closes the connections, unless they are those of `http_client` or of another client."""
        http = self._sender.http.leave() if self._sender.is_own else None
        if http is not None:
            await http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._sender.connection.base_url}>"


def _connection_of(
    api_key: str | None,
    base_url: str | None,
    token: TokenSource | None,
    max_retries: int,
    timeout_s: float,
    headers: Mapping[str, str] | None,
) -> Connection:
    _refuse_none(api_key=api_key, token=token)
    return Connection(
        base_url=_address_of(base_url if base_url is not None else _environment("PURSER_URL") or _usual_address),
        api_key=_environment("PURSER_API_KEY") if api_key is _unset else api_key,
        token=None if token is _unset else token,
        max_retries=checked_count(max_retries),
        timeout_s=checked_time(timeout_s),
        headers={"user-agent": f"purser-python/{_version}", **_headers_of(headers or {})},
    )


def _refuse_none(**options: object) -> None:
    """Raises `UsageError` for an option that a program forgot to set: another key would pay."""
    for name, value in options.items():
        if value is None:
            raise UsageError(f"`{name}` is None: give a value, or leave it out.")


_usual_address = "http://127.0.0.1:8080"


def _environment(name: str) -> str | None:
    """Returns a variable of the environment. An empty one counts as unset."""
    return os.environ.get(name) or None


def _as_agent(connection: Connection, agent_id: str, instance_id: str) -> Connection:
    for text in (agent_id, instance_id):
        if not isinstance(text, str) or not text.strip():
            raise UsageError("`as_agent` needs the id of an agent and an `instance_id`: without, the party would act.")
    agent = _headers_of({"X-Agent-ID": agent_id})
    if re.search(r"[\x00-\x1f\x7f]", instance_id):
        raise UsageError("`instance_id` must be a text without control characters.")
    headers = {**connection.headers, **agent, "x-instance-id": instance_id.encode()}
    return Connection(
        connection.base_url,
        connection.api_key,
        connection.token,
        connection.max_retries,
        connection.timeout_s,
        headers,
    )


def _headers_of(given: Mapping[str, str]) -> dict[str, str | bytes]:
    """Returns headers by their names in lower case. Raises `UsageError` for what no header can have, or others say."""
    for name, value in given.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise UsageError("`headers` has a name or a value that is no text.")
        if name.lower() in ("authorization", "idempotency-key"):
            raise UsageError(f"`headers` cannot have {name}: use `api_key`, `token` or `idempotency_key`.")
        if not re.fullmatch(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+", name) or not re.fullmatch(r"[\x20-\x7e]*", value):
            raise UsageError("`headers` has a name or a value that no header can have.")
    return {name.lower(): value for name, value in given.items()}


def _address_of(text: str) -> str:
    try:
        parts = urlsplit(text)
        is_right = (
            parts.scheme in ("http", "https")
            and bool(parts.hostname)
            and not re.search(r"[\x00-\x20\x7f\\?#]", text)
            and not (parts.username or parts.password or "@" in parts.netloc)
            and parts.port != 0
        )
    except (ValueError, AttributeError, TypeError):
        is_right = False
    if not is_right:
        raise UsageError("The address must be one such as https://purser.example.com, without password or query.")
    return text.rstrip("/")
