"""Pages of lists."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from typing import Any, Generic, TypeVar

from ._records import Response
from .errors import ConnectionError

T = TypeVar("T")
P = TypeVar("P", bound="_Page[Any]")


class _Page(Generic[T]):
    def __init__(self, data: tuple[T, ...], next_cursor: str | None, response: Response) -> None:
        self.data = data
        self.next_cursor = next_cursor
        """Where the next page begins; None on the last one. A page can be short, even empty, although one follows."""
        self._response = response

    def _behind(self, other: P) -> P:
        """Returns the page behind this one. Raises `ConnectionError` for one that leads to itself, without an end."""
        if other.next_cursor == self.next_cursor:
            raise ConnectionError("The list goes in circles: a page has the cursor of the page before it.")
        return other

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {len(self.data)}{'' if self.next_cursor is None else ', more follow'}>"


class Page(_Page[T]):
    """A page of a list. Iterated, it goes through this page and all that follow."""

    def __init__(
        self, data: tuple[T, ...], next_cursor: str | None, response: Response, read: Callable[[str], Page[T]]
    ) -> None:
        super().__init__(data, next_cursor, response)
        self._read = read

    def next_page(self) -> Page[T] | None:
        """Returns the next page; None after the last one."""
        return None if self.next_cursor is None else self._behind(self._read(self.next_cursor))

    def __iter__(self) -> Iterator[T]:
        page: Page[T] | None = self
        while page is not None:
            yield from page.data
            page = page.next_page()


class AsyncPage(_Page[T]):
    """A page of a list. Iterated, it goes through this page and all that follow."""

    def __init__(
        self,
        data: tuple[T, ...],
        next_cursor: str | None,
        response: Response,
        read: Callable[[str], Awaitable[AsyncPage[T]]],
    ) -> None:
        super().__init__(data, next_cursor, response)
        self._read = read

    async def next_page(self) -> AsyncPage[T] | None:
        """Returns the next page; None after the last one."""
        return None if self.next_cursor is None else self._behind(await self._read(self.next_cursor))

    async def __aiter__(self) -> AsyncIterator[T]:
        page: AsyncPage[T] | None = self
        while page is not None:
            for each in page.data:
                yield each
            page = await page.next_page()


class AsyncPages(Generic[T]):
    """A list that is asked for: awaited, its first page; iterated, all that it has."""

    def __init__(self, first: Callable[[], Awaitable[AsyncPage[T]]]) -> None:
        self._first = first

    def __await__(self) -> Generator[Any, Any, AsyncPage[T]]:
        return self._first().__await__()

    async def __aiter__(self) -> AsyncIterator[T]:
        async for each in await self._first():
            yield each
