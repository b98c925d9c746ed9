"""Does the steps of calls: one sender waits, the other one awaits. Nothing is decided here."""

from __future__ import annotations

import builtins
import inspect
import os
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Generator, Iterator
from contextlib import contextmanager
from threading import local
from typing import Any, Generic, TypeVar, cast

import anyio
import anyio.lowlevel
import httpx2

from ._log import without_token
from ._send import Connection, Raw, Send, Step, Token, Wait, late
from ._stream import Emit, Open, Read, StreamStep
from .errors import TimeoutError, UsageError

T = TypeVar("T")
H = TypeVar("H", bound=httpx2.Client | httpx2.AsyncClient)

_limits = httpx2.Limits(max_connections=None, max_keepalive_connections=100)


class Http(Generic[H]):
    """The client of httpx2 that senders share: the program's own, or one that is made where it is first used.

    A forked process gets another one: with the sockets of its parent, each would read the answers of the other. So does
    another event loop, since connections belong to the one that made them.
    """

    def __init__(self, given: H | None, make: Callable[[], H], place: Callable[[], object], made: Any) -> None:
        self._given = given
        self._make = make
        self._place = place
        self._made = made
        self._process = os.getpid()
        self._is_closed = False

    def get(self) -> H:
        """Returns the client for here. Raises `UsageError` for one that is closed, or that another process has made."""
        if self._given is not None and self._process != os.getpid():
            raise UsageError("`http_client` was made before this process was forked: make one in each process.")
        http = self._given or self.made()
        if self._is_closed or (http is not None and http.is_closed):
            raise UsageError("This client is closed.")
        if http is None:
            http = self._make()
            self._made.here = self._place(), http  # both at once, since threads may look meanwhile
        return http

    def made(self) -> H | None:
        """Returns the client that was made for here, if there is one."""
        place, http = getattr(self._made, "here", (None, None))
        return cast(H, http) if place == self._place() else None

    def leave(self) -> H | None:
        """Ends its use. Returns what is to be closed."""
        if self._given is not None:
            return None
        self._is_closed = True
        return self.made()


class _Made:
    """Where `Http` keeps what it made, with the place for which: a process here, a process and an event loop below."""


def http_of(given: httpx2.Client | None) -> Http[httpx2.Client]:
    http = Http(given, lambda: httpx2.Client(limits=_limits), os.getpid, _Made())
    http.get()  # before threads share it
    return http


def async_http_of(given: httpx2.AsyncClient | None) -> Http[httpx2.AsyncClient]:
    made = local()  # a thread has one event loop at a time
    return Http(given, lambda: httpx2.AsyncClient(limits=_limits), _event_loop, made)


def _event_loop() -> object:
    return os.getpid(), anyio.lowlevel.current_token()


class Sender:
    """Sends, and waits meanwhile."""

    def __init__(self, connection: Connection, http: Http[httpx2.Client], *, is_own: bool = True) -> None:
        self.connection = connection
        self.http = http
        self.is_own = is_own

    def run(self, steps: Generator[Step, Any, T]) -> T:
        """Does the steps of a call. Returns what it returns, and raises what it raises."""
        try:
            step = next(steps)
            while True:
                try:
                    done = self._do(step)
                except BaseException as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(done)
        except StopIteration as end:
            return cast(T, end.value)

    def stream(self, steps: Generator[StreamStep[T], Any, None]) -> Iterator[T]:
        """Does the steps of a stream, and yields what it emits."""
        opened = _Opened()
        try:
            step = next(steps)
            while True:
                if isinstance(step, Emit):
                    yield step.value
                    step = steps.send(None)
                    continue
                try:
                    done = self._do_of_stream(step, opened)
                except BaseException as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(done)
        except StopIteration:
            return
        finally:
            steps.close()
            opened.close()

    def _do(self, step: Step) -> object:
        match step:
            case Token():
                source = self.connection.token
                return source() if source is not None else None
            case Wait(seconds):
                time.sleep(seconds)
                return None
            case Send():
                return self._send(step)

    def _send(self, step: Send) -> Raw:
        until = time.monotonic() + step.timeout_s
        text = bytearray()
        sent = self.http.get().stream(**_request_of(step, step.timeout_s), **_as_it_is)
        with without_token(step), sent as response:
            for chunk in response.iter_bytes():
                text += chunk
                if time.monotonic() > until:
                    raise TimeoutError(late(step.timeout_s))
            return Raw(response.status_code, response.headers, bytes(text))

    def _do_of_stream(self, step: Step | Open | Read, opened: _Opened) -> object:
        if isinstance(step, Read):
            return next(opened.chunks, None)
        if not isinstance(step, Open):
            return self._do(step)
        opened.close()
        http = self.http.get()
        request = http.build_request(**_request_of(step.send, step.silence_s))
        response = http.send(request, stream=True, **_as_it_is)
        if response.status_code != 200:
            try:
                return Raw(response.status_code, response.headers, response.read())
            finally:
                response.close()
        opened.response, opened.chunks = response, response.iter_bytes()
        return Raw(response.status_code, response.headers, b"")


class _Opened:
    """The open connection of a stream."""

    response: httpx2.Response | None = None
    chunks: Iterator[bytes] = iter(())

    def close(self) -> None:
        if self.response is not None:
            self.response.close()


class AsyncSender:
    """Sends, and lets others work meanwhile: under asyncio and trio."""

    def __init__(self, connection: Connection, http: Http[httpx2.AsyncClient], *, is_own: bool = True) -> None:
        self.connection = connection
        self.http = http
        self.is_own = is_own

    async def run(self, steps: Generator[Step, Any, T]) -> T:
        """Does the steps of a call. Returns what it returns, and raises what it raises."""
        try:
            step = next(steps)
            while True:
                try:
                    done = await self._do(step)
                except BaseException as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(done)
        except StopIteration as end:
            return cast(T, end.value)

    async def stream(self, steps: Generator[StreamStep[T], Any, None]) -> AsyncGenerator[T]:
        """Does the steps of a stream, and yields what it emits."""
        opened = _AsyncOpened()
        try:
            step = next(steps)
            while True:
                if isinstance(step, Emit):
                    yield step.value
                    step = steps.send(None)
                    continue
                try:
                    done = await self._do_of_stream(step, opened)
                except BaseException as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(done)
        except StopIteration:
            return
        finally:
            steps.close()
            await opened.close()

    async def _do(self, step: Step) -> object:
        match step:
            case Token(timeout_s):
                source = self.connection.token
                with _time_limit(timeout_s):
                    token = source() if source is not None else None
                    return await token if inspect.isawaitable(token) else token
            case Wait(seconds):
                await anyio.sleep(seconds)
                return None
            case Send():
                return await self._send(step)

    async def _send(self, step: Send) -> Raw:
        with _time_limit(step.timeout_s), without_token(step):
            async with self.http.get().stream(**_request_of(step, step.timeout_s), **_as_it_is) as response:
                return Raw(response.status_code, response.headers, await response.aread())

    async def _do_of_stream(self, step: Step | Open | Read, opened: _AsyncOpened) -> object:
        if isinstance(step, Read):
            return await anext(opened.chunks, None)
        if not isinstance(step, Open):
            return await self._do(step)
        await opened.close()
        http = self.http.get()
        request = http.build_request(**_request_of(step.send, step.silence_s))
        response = await http.send(request, stream=True, **_as_it_is)
        if response.status_code != 200:
            try:
                return Raw(response.status_code, response.headers, await response.aread())
            finally:
                await response.aclose()
        opened.response, opened.chunks = response, response.aiter_bytes()
        return Raw(response.status_code, response.headers, b"")


class _AsyncOpened:
    """The open connection of a stream."""

    response: httpx2.Response | None = None
    chunks: AsyncIterator[bytes]

    async def close(self) -> None:
        if self.response is not None:
            with anyio.CancelScope(shield=True):
                if isinstance(self.chunks, AsyncGenerator):
                    await self.chunks.aclose()
                await self.response.aclose()


_as_it_is: dict[str, Any] = {"auth": None, "follow_redirects": False}
"""The credential is ours, whatever the program's own client has, and goes to no other address."""

_longest_connect_s = 10.0


def _request_of(step: Send, silence_s: float) -> dict[str, Any]:
    headers = {
        name.encode(): value if isinstance(value, bytes) else value.encode() for name, value in step.headers.items()
    }
    timeout = httpx2.Timeout(silence_s, connect=min(step.timeout_s, _longest_connect_s))
    return {
        "method": step.verb,
        "url": step.url,
        "headers": httpx2.Headers(list(headers.items())),  # their `repr`, which a traceback may have, hides the key
        "content": step.body,
        "timeout": timeout,
    }


@contextmanager
def _time_limit(timeout_s: float) -> Iterator[None]:
    try:
        with anyio.fail_after(timeout_s):
            yield
    except builtins.TimeoutError as error:
        raise error if isinstance(error, TimeoutError) else TimeoutError(late(timeout_s)) from error
