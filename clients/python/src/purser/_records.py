"""What answers contain: frozen objects with the names of Python, made of JSON by the annotations of their classes."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NoReturn, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from ._names import python_name
from .errors import UsageError


@dataclass(frozen=True, slots=True)
class Response:
    """How an answer came. A replay leaves out what is shown once: new keys and secrets."""

    status: int
    request_id: str | None
    is_replayed: bool
    """Whether it is the answer of an earlier request with this idempotency key."""


class Record:
    """A resource that an answer contains, or a part of one. It cannot be changed.

    `repr` shows its id and status only, since others may read a log. What the server leaves out is None. What a newer
    server adds has its name here too, as JSON has it.
    """

    _kinds: ClassVar[dict[str, list[type[Record]]]] = {}
    _json: Mapping[str, Any]
    _response: Response | None

    def __init_subclass__(cls, kind: str | None = None) -> None:
        if kind is not None:
            Record._kinds.setdefault(kind, []).append(cls)

    def to_dict(self) -> dict[str, Any]:
        """Returns a copy of it as JSON has it: flat, with the names of the API. It has all that `repr` leaves out."""
        return deepcopy(dict(self._json))

    def __repr__(self) -> str:
        words = [type(self).__name__, *(str(self._json[name]) for name in ("id", "status") if name in self._json)]
        return f"<{' '.join(words)}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and type(self) is type(other) and self._json == other._json

    def __hash__(self) -> int:
        return hash((type(self), self._json.get("id")))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed")


R = TypeVar("R", bound=Record)


def response_of(answer: object) -> Response:
    """Returns how an answer came: its status, the id of its request, and whether it was a replay.

    Takes what a method returned, a resource or a page. Raises `UsageError` for anything else, such as a part of it.
    """
    found = getattr(answer, "_response", None)
    if not isinstance(found, Response):
        raise UsageError("Give what a method has returned: a part of it has no response of its own.")
    return found


def record_of(shape: type[R], json: Mapping[str, Any], response: Response | None = None) -> R:
    """Makes a record of flat JSON. Nothing is checked: a value that is not as annotated stays as JSON has it."""
    kind = cast(type[R], _class_of(json)) if shape is Record else shape
    readers = _readers_of(kind)
    record = kind.__new__(kind)
    values = {python_name(name): value for name, value in json.items()}
    for name, value in values.items():
        record.__dict__[name] = readers[name](value) if name in readers else value
    record.__dict__.update(_json=json, _response=response)
    return record


def _class_of(json: Mapping[str, Any]) -> type[Record]:
    """Returns the class of a resource that an event shows: of those of its kind, the one that knows most of it.

    Of two that know the same, it is the plainer one: `Webhook`, not `CreatedWebhook`, which may have a secret.
    """
    fitting = [each for each in Record._kinds.get(str(json.get("object")), []) if _fits(each, json)]
    names = {python_name(name) for name in json}
    return min(fitting, key=lambda each: (len(names - (own := _readers_of(each).keys())), len(own)), default=Record)


Reader = Callable[[Any], Any]


_readers: dict[type[Record], dict[str, Reader]] = {}


def _readers_of(shape: type[Record]) -> dict[str, Reader]:
    """Returns how each attribute of a class is read. Annotations are looked at once for each class."""
    if shape not in _readers:
        _readers[shape] = {name: _reader_of(hint) for name, hint in _hints_of(shape)}
    return _readers[shape]


def _hints_of(shape: type[Record]) -> list[tuple[str, Any]]:
    return [(name, hint) for name, hint in get_type_hints(shape).items() if not name.startswith("_")]


def _reader_of(hint: Any) -> Reader:
    origin, args = get_origin(hint), get_args(hint)
    if isinstance(hint, type) and issubclass(hint, Record):
        return lambda value: record_of(hint, value) if isinstance(value, dict) else value
    if origin is tuple:
        each = _reader_of(args[0])
        return lambda value: tuple(map(each, value)) if isinstance(value, list) else value
    if origin is not None and isinstance(origin, type) and issubclass(origin, Mapping):
        own = _reader_of(args[1])
        return lambda value: {key: own(item) for key, item in value.items()} if isinstance(value, dict) else value
    if origin in (Union, types.UnionType):
        return _reader_of_one(args)
    return lambda value: value


def _reader_of_one(hints: tuple[Any, ...]) -> Reader:
    """Of several records, takes the first whose literals are those of the value, and that misses nothing."""
    shapes = [each for each in hints if isinstance(each, type) and issubclass(each, Record)]
    others = [_reader_of(each) for each in hints if each not in shapes]

    def read(value: Any) -> Any:
        if isinstance(value, dict) and shapes:
            found = next((each for each in shapes if _fits(each, value)), Record)
            return record_of(found, value)
        for each in others:
            value = each(value)
        return value

    return read


def _fits(shape: type[Record], json: Mapping[str, Any]) -> bool:
    values = {python_name(name): value for name, value in json.items()}
    for name, hint in _hints_of(shape):
        if name not in values and not hasattr(shape, name):
            return False
        if get_origin(hint) is Literal and name in values and values[name] not in get_args(hint):
            return False
    return True


def flat(value: Any) -> Any:
    """Returns a value of an answer with its resources flat.

    `type` is `object`, the attributes stand beside `id`, and so do the relationships, each as what it leads to. An
    attribute wins over a relationship of the same name.
    """
    if isinstance(value, list):
        return [flat(each) for each in value]
    if not isinstance(value, dict):
        return value
    kind, attributes = value.get("type"), value.get("attributes")
    if not isinstance(kind, str) or not isinstance(attributes, dict) or not isinstance(value.get("id", ""), str):
        return {name: flat(each) for name, each in value.items()}
    own = {"id": value["id"]} if "id" in value else {}
    related = {name: _reference(each.get("data")) for name, each in (value.get("relationships") or {}).items()}
    return {"object": kind, **own, **related, **{name: flat(each) for name, each in attributes.items()}}


def _reference(data: Any) -> Any:
    if isinstance(data, list):
        return [_reference(each) for each in data]
    if not isinstance(data, dict):
        return data
    attributes = {name: flat(each) for name, each in data.get("attributes", {}).items()}
    return {"object": data.get("type"), "id": data.get("id"), **attributes}
