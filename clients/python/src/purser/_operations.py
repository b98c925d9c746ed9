"""What the generated nouns stand on: from a method's arguments to its result, and nothing in between."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from ._pages import AsyncPage, AsyncPages, Page
from ._records import Record, flat, record_of
from ._request import KeyedOptions, Operation, Sendable, request_of
from ._send import Answer, call
from ._senders import AsyncSender, Sender

R = TypeVar("R", bound=Record)


class Operations:
    """The operations of a noun."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def _one(self, shape: type[R], operation: Operation, args: Mapping[str, object]) -> R:
        """Calls an operation that returns one thing."""
        request, options = _asked(operation, args)
        return _one_of(shape, self._sender.run(call(self._sender.connection, request, options)))

    def _page(self, item: type[R], operation: Operation, args: Mapping[str, object]) -> Page[R]:
        """Calls an operation that returns a page of a list."""
        request, options = _asked(operation, args)
        answer = self._sender.run(call(self._sender.connection, request, options))

        def read(cursor: str) -> Page[R]:
            return self._page(item, operation, {**args, "cursor": cursor})

        return Page(_items_of(item, answer), _cursor_in(answer), answer.response, read)


class AsyncOperations:
    """The operations of a noun."""

    def __init__(self, sender: AsyncSender) -> None:
        self._sender = sender

    async def _one(self, shape: type[R], operation: Operation, args: Mapping[str, object]) -> R:
        """Calls an operation that returns one thing."""
        request, options = _asked(operation, args)
        return _one_of(shape, await self._sender.run(call(self._sender.connection, request, options)))

    def _page(self, item: type[R], operation: Operation, args: Mapping[str, object]) -> AsyncPages[R]:
        """Calls an operation that returns a page of a list."""

        async def read(cursor: str | None = None) -> AsyncPage[R]:
            request, options = _asked(operation, args if cursor is None else {**args, "cursor": cursor})
            answer = await self._sender.run(call(self._sender.connection, request, options))
            return AsyncPage(_items_of(item, answer), _cursor_in(answer), answer.response, read)

        return AsyncPages(read)


def _asked(operation: Operation, args: Mapping[str, object]) -> tuple[Sendable, KeyedOptions]:
    options = {name: value for name, value in args.items() if name in KeyedOptions.__annotations__}
    return request_of(operation, args), cast(KeyedOptions, options)


def _one_of(shape: type[R], answer: Answer) -> R:
    """A single resource with its `meta`, if it has any; several things as `data`."""
    data, meta = flat(answer.body["data"]), answer.body.get("meta")
    own: dict[str, Any] = {"data": data} if not isinstance(data, dict) else data
    return record_of(shape, own if meta is None else {**own, "meta": flat(meta)}, answer.response)


def _items_of(item: type[R], answer: Answer) -> tuple[R, ...]:
    return tuple(record_of(item, flat(each)) for each in answer.body["data"])


def _cursor_in(answer: Answer) -> str | None:
    pagination: dict[str, str | None] = (answer.body.get("meta") or {}).get("pagination") or {}
    return pagination.get("nextCursor")
