"""Every operation is called by both clients, on the server and offline."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
import types
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from urllib.parse import parse_qsl, unquote

import httpx2
import pytest

from conftest import World
from purser import AsyncPage, AsyncPurser, Page, Purser, Record, response_of
from purser._names import python_name

Json = dict[str, Any]


def pythonic(value: Any, name: str = "", parent: str = "") -> Any:
    """Returns a value of the API as a program in Python writes it."""
    if isinstance(value, list):
        return [pythonic(each, name, parent) for each in value]
    if not isinstance(value, dict):
        return value
    is_map = name in ("tags", "tag") or (parent, name) == ("limits", "currencies")
    return {key if is_map else python_name(key): pythonic(each, key, name) for key, each in value.items()}


def holds(value: Any, hint: Any) -> bool:
    """Returns whether a value is what its annotation says."""
    origin, args = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if origin in (Union, types.UnionType):
        return any(holds(value, each) for each in args)
    if origin is Literal:
        return value in args
    if origin is tuple:
        return isinstance(value, tuple) and all(holds(each, args[0]) for each in value)
    if origin is not None:
        return isinstance(value, Mapping) and all(holds(each, args[1]) for each in value.values())
    if isinstance(hint, type) and issubclass(hint, Record):
        return isinstance(value, hint) and faults_of(value) == []
    return isinstance(value, hint) and not (hint is int and isinstance(value, bool))


def faults_of(record: Record) -> list[str]:
    """Returns the attributes of a record that are not as annotated, and those without an annotation."""
    hints = {name: hint for name, hint in get_type_hints(type(record)).items() if not name.startswith("_")}
    shown = {name for name in vars(record) if not name.startswith("_")}
    unknown = [] if type(record) is Record else sorted(shown - set(hints))
    wrong = [name for name, hint in hints.items() if not holds(getattr(record, name, "absent"), hint)]
    return [f"{type(record).__name__}.{name}" for name in [*unknown, *wrong]]


def attributes_of(probe: Json, known: dict[str, str]) -> Any:
    text = re.sub(r":(token|walletId)\b", lambda found: known.get(found[1], ""), json.dumps(probe.get("send", {})))
    return json.loads(text.replace('":amounts"', known.get("amounts", "")))


_parameters = {
    "customer": "partyId",
    "customerInvitation": "invitationId",
    "invitation": "invitationId",
    "microDeposits": "externalAccountId",
}


def store_ids(shown: Json, known: dict[str, str]) -> None:
    """Keeps the ids of an answer, for the probes that follow."""
    if "object" not in shown:
        return
    known[_parameters.get(shown["object"], f"{shown['object']}Id")] = shown.get("id", "")
    known["transaction_id"] = (shown.get("transaction") or {}).get("id") or known.get("transaction_id", "")
    if "amounts" in shown:
        known["amounts"] = json.dumps(shown["amounts"])
    found = re.search(r"(?:/(?:invitations|join|claims)/|^)([\w-]{32})$", shown.get("text") or "", re.MULTILINE)
    link = shown.get("paymentLinkUrl")
    known["token"] = (found[1] if found else None) or (link.split("/")[-1] if link else known.get("token", ""))


Call = Callable[[str, str, str, Json], Awaitable[Any]]


async def walk(world: World, probes: list[Json], call: Call, exchanges: list[tuple[Json, Json]]) -> set[str]:
    """Calls the method of each probe, and compares what left and what came back. Returns which operations it called."""
    routes = {(each["verb"], each["path"]): each for each in world.operations}
    known: dict[str, str] = {}
    called: set[str] = set()
    for probe in probes:
        verb, template = probe["route"].split(" ")
        operation = routes.get((verb, re.sub(r":(\w+)", r"{\1}", template)))
        if operation is None:
            continue
        names = re.findall(r":(\w+)", template)
        ids = {name: probe.get("ids", {}).get(name) or known.get(name, "none") for name in names}
        attributes = attributes_of(probe, known)
        args = {python_name(name): pythonic(each, name) for name, each in [*ids.items(), *attributes.items()]}
        args |= {python_name(name): each for name, each in probe.get("query", {}).items()}
        exchanges.clear()
        shown = await call(probe.get("as", world.main["apiKey"]), operation["noun"], operation["method"], args)
        (sent, came), *others = exchanges
        assert others == []
        assert sent == {
            "method": verb,
            "path": filled(template, r":(\w+)", ids),
            "query": probe.get("query", {}),
            "body": None if verb in ("GET", "DELETE") else {"data": {"attributes": attributes}},
            "is_keyed": operation["kind"] == "keyed",
            "has_key": operation["hasKey"],
        }
        assert response_of(shown).status in (200, 201, 202)
        several = shown.data if isinstance(shown, Page | AsyncPage) or operation["form"] == "several" else (shown,)
        raw = came["data"] if isinstance(came["data"], list) else [came["data"]]
        assert len(several) == len(raw)
        for record, each in zip(several, raw, strict=True):
            assert faults_of(record) == [], operation["id"]
            assert set(each["attributes"]) | set(each.get("relationships", {})) <= set(record.to_dict())
        if several:
            store_ids(several[0].to_dict(), known)
        called.add(operation["id"])
    return called


def filled(template: str, pattern: str, values: dict[str, str]) -> str:
    """Returns a path with ids."""
    return re.sub(pattern, lambda found: str(values[found[1]]), template)


def sent_in(request: httpx2.Request) -> Json:
    path, _, query = request.url.raw_path.decode().partition("?")
    return {
        "method": request.method,
        "path": unquote(path),
        "query": dict(parse_qsl(query)),
        "body": json.loads(request.content) if request.content else None,
        "is_keyed": "Idempotency-Key" in request.headers,
        "has_key": "Authorization" in request.headers,
    }


def test_every_operation_leaves_as_it_should_and_its_answer_is_as_annotated(world: World) -> None:
    exchanges: list[tuple[Json, Json]] = []

    def keep(response: httpx2.Response) -> None:
        exchanges.append((sent_in(response.request), json.loads(response.read())))

    with httpx2.Client(event_hooks={"response": [keep]}) as http:

        async def call(key: str, noun: str, method: str, args: Json) -> Any:
            purser = Purser(api_key=key, base_url=world.base_url, max_retries=0, http_client=http)
            return getattr(getattr(purser, noun), method)(**args)

        called = asyncio.run(walk(world, world.probes[0], call, exchanges))
    assert {each["id"] for each in world.operations} - called == set()
    assert len(called) > 120


def test_every_operation_does_the_same_when_it_is_awaited(world: World) -> None:
    exchanges: list[tuple[Json, Json]] = []

    async def keep(response: httpx2.Response) -> None:
        exchanges.append((sent_in(response.request), json.loads(await response.aread())))

    async def main() -> set[str]:
        async with httpx2.AsyncClient(event_hooks={"response": [keep]}) as http:

            async def call(key: str, noun: str, method: str, args: Json) -> Any:
                purser = AsyncPurser(api_key=key, base_url=world.base_url, max_retries=0, http_client=http)
                return await getattr(getattr(purser, noun), method)(**args)

            return await walk(world, world.probes[1], call, exchanges)

    assert {each["id"] for each in world.operations} - asyncio.run(main()) == set()


@pytest.mark.parametrize("is_async", [False, True])
def test_each_argument_goes_where_the_document_has_it(world: World, is_async: bool) -> None:
    sent: list[Json] = []
    data: list[Any] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        sent.append(sent_in(request))
        return httpx2.Response(200, json={"data": data[-1], "meta": {}})

    async def call(operation: Json, args: Json) -> Any:
        if not is_async:
            http = httpx2.Client(transport=httpx2.MockTransport(answer))
            made = Purser(api_key="key", base_url="https://purser.example", http_client=http)
            return getattr(getattr(made, operation["noun"]), operation["method"])(**args)
        own = httpx2.AsyncClient(transport=httpx2.MockTransport(answer))
        other = AsyncPurser(api_key="key", base_url="https://purser.example", http_client=own)
        return await getattr(getattr(other, operation["noun"]), operation["method"])(**args)

    for operation in world.operations:
        given = {**operation["attributes"], **operation["inQuery"], **operation["inPath"]}
        args = {python_name(name): pythonic(each, name) for name, each in given.items()}
        data.append([] if operation["form"] != "one" else {"type": "thing", "id": "thing_1", "attributes": {}})
        shown = asyncio.run(call(operation, args))
        query: dict[str, str] = {}
        for name, each in operation["inQuery"].items():
            query |= {f"{name}[{key}]": str(one) for key, one in each.items()} if isinstance(each, dict) else {}
            query |= {} if isinstance(each, dict) else {name: str(each)}
        has_body = operation["verb"] not in ("GET", "DELETE")
        assert sent[-1] == {
            "method": operation["verb"],
            "path": filled(operation["path"], r"\{(\w+)\}", operation["inPath"]),
            "query": query,
            "body": {"data": {"attributes": operation["attributes"]}} if has_body else None,
            "is_keyed": operation["kind"] == "keyed",
            "has_key": operation["hasKey"],
        }
        assert isinstance(shown, Page | AsyncPage) == (operation["form"] == "page")
    assert len(sent) == len(world.operations)


def test_every_method_says_what_it_does(world: World) -> None:
    with Purser(api_key="key") as purser:
        for operation in world.operations:
            method = getattr(getattr(purser, operation["noun"]), operation["method"])
            assert inspect.getdoc(method)
