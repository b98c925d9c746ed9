"""From the arguments of a method to a request. What would do something else than it says is refused here."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, TypedDict
from urllib.parse import quote, urlencode

from ._generated.tables import maps
from ._names import api_name, python_name
from ._records import Record
from .errors import UsageError

Kind = Literal["read", "keyed", "once"]


class Options(TypedDict, total=False):
    """What each method takes beside its own arguments."""

    timeout_s: float
    """For each try, in seconds."""
    max_retries: int
    """How often the call is repeated; a write whose outcome is unknown up to five times, unless this is 0."""


class KeyedOptions(Options, total=False):
    """What a write takes that happens once."""

    idempotency_key: str
    """Names the intent of a write, so that it takes effect once however often it is sent.

    By default each call gets one of its own, for its retries. Take one from what is paid, such as the number of an
    invoice, if the program may be started again. The server keeps that of a payment for ever, that of any other write
    for 48 hours unless its operator sets more.
    """


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation: verb, path, and the names that go into body and query, as the API has them."""

    verb: str
    path: str
    body: str = ""
    query: str = ""
    kind: Kind = "read"


@dataclass(frozen=True, slots=True)
class Sendable:
    """A request. `once`: the server takes no key for it, so it is only repeated where it surely did nothing."""

    verb: str
    path: str = field(repr=False)
    template: str
    """The path for messages: it has the names of its arguments, since one may be a token."""
    kind: Kind
    body: bytes | None = field(repr=False)


def request_of(operation: Operation, args: Mapping[str, object]) -> Sendable:
    """Returns the request for an operation.

    Raises `UsageError` for an unknown argument, a missing id, a fraction, and what JSON or a query cannot say.
    """
    left = {name: value for name, value in args.items() if name not in _options}
    where = f"{operation.verb} {operation.path}"

    def fill(found: re.Match[str]) -> str:
        value = left.pop(python_name(found[1]), None)
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise UsageError(f"{where} needs `{python_name(found[1])}`.")
        return _quoted(value, found[1])

    path = re.sub(r"\{(\w+)\}", fill, operation.path)
    search: list[tuple[str, str]] = []
    for name in _names_in(operation.query):
        if (own := python_name(name)) in left:
            _add_to(search, name, plain(left.pop(own), name))
    attributes = {}
    for name in _names_in(operation.body):
        if (own := python_name(name)) in left:
            attributes[name] = plain(left.pop(own), name)
    if left:
        raise UsageError(f"{where} has no argument `{next(iter(left))}`.")
    has_body = operation.verb not in ("GET", "DELETE")
    return Sendable(
        verb=operation.verb,
        path=f"{path}?{_query(search)}" if search else path,
        template=operation.path,
        kind=operation.kind,
        body=json.dumps({"data": {"attributes": attributes}}).encode() if has_body else None,
    )


_options = frozenset(KeyedOptions.__annotations__) | frozenset(Options.__annotations__)


def _names_in(text: str) -> list[str]:
    return text.split(",") if text else []


def _quoted(text: str, name: str) -> str:
    try:
        return quote(text, safe="")
    except UnicodeEncodeError:
        raise UsageError(f"`{python_name(name)}` has a character that is none of Unicode.") from None


def _query(pairs: list[tuple[str, str]]) -> str:
    try:
        return urlencode(pairs)
    except UnicodeEncodeError:
        raise UsageError("A filter has a character that is none of Unicode.") from None


def _add_to(search: list[tuple[str, str]], name: str, value: Any) -> None:
    if value is None:
        raise UsageError(f"`{python_name(name)}` is None, which filters nothing: leave it out.")
    if isinstance(value, dict):
        for key, each in value.items():
            _add_to(search, f"{name}[{key}]", each)
    elif isinstance(value, list):
        raise UsageError(f"`{python_name(name)}` takes one value.")
    else:
        search.append((name, str(value).lower() if isinstance(value, bool) else str(value)))


_deepest = 50
_largest = 2**53 - 1


def plain(value: object, name: str, parent: str = "", at: str | None = None, depth: int = 0) -> Any:
    """Returns a value as JSON has it, with the names of the API.

    Raises `UsageError` for a number that is not whole, since no amount has a fraction, and for a time without a zone.
    """
    at = at or python_name(name)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int) and abs(value) <= _largest:
        return int(value)
    if isinstance(value, Record):
        return value.to_dict()
    if isinstance(value, datetime):
        return _time_of(value, at)
    if depth <= _deepest and isinstance(value, Mapping):
        return _members_of(value, name, parent, at, depth)
    if depth <= _deepest and isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray)):
        return [plain(each, name, parent, f"{at}/{index}", depth + 1) for index, each in enumerate(value)]
    if isinstance(value, (int, float)) or hasattr(value, "as_integer_ratio"):
        raise UsageError(f"`{at}` must be a whole number: amounts are in minor units, so 12.50 USD is 1250.")
    raise UsageError(f"`{at[:100]}` is nothing that JSON can say.")


def _members_of(value: Mapping[Any, object], name: str, parent: str, at: str, depth: int) -> dict[str, Any]:
    is_map = f"{parent}/{name}" in maps
    members = {}
    for key, each in value.items():
        if not isinstance(key, str):
            raise UsageError(f"`{at[:100]}` has a name that is no text.")
        own = str.__str__(key) if is_map else api_name(key)
        if own in members:
            raise UsageError(f"`{at[:100]}` has `{own}` twice.")
        members[own] = plain(each, "" if is_map else own, name, f"{at}/{key}", depth + 1)
    return members


def _time_of(value: datetime, at: str) -> str:
    if value.tzinfo is None:
        raise UsageError(f"`{at}` has no time zone: take one such as datetime.now(timezone.utc).")
    return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
