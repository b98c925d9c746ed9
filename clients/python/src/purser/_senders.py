"""Does the steps of calls: one sender waits, the other one awaits. Nothing is decided here."""

from __future__ import annotations

import builtins
import inspect
import time
from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, cast

import anyio
import httpx2

from ._send import Connection, Raw, Send, Step, Token, Wait, late
from ._stream import Emit, Open, Read, StreamStep
from .errors import TimeoutError

T = TypeVar("T")

_limits = httpx2.Limits(max_connections=None, max_keepalive_connections=100)


class Sender:
    """Sends, and waits meanwhile."""

    def __init__(self, connection: Connection, http: httpx2.Client | None) -> None:
        self.connection = connection
        self.http = http or httpx2.Client(limits=_limits)
        self.is_own = http is None

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
        with self.http.stream(**_request_of(step, step.timeout_s), **_as_it_is) as response:
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
        request = self.http.build_request(**_request_of(step.send, step.silence_s))
        response = self.http.send(request, stream=True, **_as_it_is)
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

    def __init__(self, connection: Connection, http: httpx2.AsyncClient | None) -> None:
        self.connection = connection
        self.http = http or httpx2.AsyncClient(limits=_limits)
        self.is_own = http is None

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
        with _time_limit(step.timeout_s):
            async with self.http.stream(**_request_of(step, step.timeout_s), **_as_it_is) as response:
                return Raw(response.status_code, response.headers, await response.aread())

    async def _do_of_stream(self, step: Step | Open | Read, opened: _AsyncOpened) -> object:
        if isinstance(step, Read):
            return await anext(opened.chunks, None)
        if not isinstance(step, Open):
            return await self._do(step)
        await opened.close()
        request = self.http.build_request(**_request_of(step.send, step.silence_s))
        response = await self.http.send(request, stream=True, **_as_it_is)
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
    timeout = httpx2.Timeout(silence_s, connect=min(step.timeout_s, _longest_connect_s))
    return {
        "method": step.verb,
        "url": step.url,
        "headers": step.headers,
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
