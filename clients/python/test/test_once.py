"""Money moves once, whatever happens to answers."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import purser as library
from conftest import World
from proxy import Proxy, Refuse, Trick
from purser import AsyncPurser, OutcomeUnknownError, Purser, RateLimitError, ServerError, response_of
from purser.types import ByPartyIdInput

cases: list[tuple[str, list[Trick]]] = [
    ("its answer is cut off after the commit", ["cut"]),
    ("its connection ends before the server sees it", ["drop"]),
    ("its answer comes too late", ["delay"]),
    ("it meets 429, which asks to wait", [Refuse(429, "rate_limited", "0")]),
    ("it meets 500 and 503", [Refuse(500, "server_error"), Refuse(503, "service_unavailable")]),
    ("it meets a gateway that is broken", [Refuse(502), Refuse(504)]),
    ("its outcome is unknown to the server", [Refuse(503, "outcome_unknown"), "cut", "cut"]),
    ("its first try is under way", [Refuse(409, "idempotency_request_in_progress")]),
]


def to_customer(world: World) -> ByPartyIdInput:
    return {"type": "party_id", "value": world.customer["partyId"]}


def count_of(world: World, tag: str) -> int:
    with Purser(api_key=world.main["apiKey"], base_url=world.base_url) as purser:
        return len(list(purser.payments.list(tag={"run": tag}, limit=100)))


def through(world: World, proxy: Proxy, **options: Any) -> Purser:
    return Purser(api_key=world.main["apiKey"], base_url=proxy.url, **options)


@pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])
@pytest.mark.parametrize(("name", "tricks"), cases, ids=[name for name, _ in cases])
def test_a_payment_takes_effect_once_when(
    world: World, proxy: Proxy, name: str, tricks: list[Trick], is_async: bool
) -> None:
    tag = uuid.uuid4().hex
    proxy.play(tricks)
    timeout_s = 4.0 if "delay" in tricks else 30.0

    async def pay() -> int:
        async with AsyncPurser(api_key=world.main["apiKey"], base_url=proxy.url, timeout_s=timeout_s) as made:
            return (await made.payments.create(counterparty=to_customer(world), amount=1, tags={"run": tag})).amount

    if is_async:
        assert asyncio.run(pay()) == 1
    else:
        with through(world, proxy, timeout_s=timeout_s) as made:
            assert made.payments.create(counterparty=to_customer(world), amount=1, tags={"run": tag}).amount == 1
    keys = {key for _, key in proxy.seen}
    assert (len(keys), len(proxy.seen), count_of(world, tag)) == (1, len(tricks) + 1, 1)


def draws(count: int) -> list[Trick]:
    """Returns tricks by chance, always the same: one request in four is lost, cut off or refused."""
    kinds: list[Trick] = ["cut", "drop", Refuse(429, "rate_limited", "0"), Refuse(503)]
    drawn, found = 0, []
    for _ in range(count):
        drawn = (drawn * 1_103_515_245 + 12_345) % 2**31
        at = (drawn >> 8) % 16
        found.append(kinds[at] if at < len(kinds) else "pass")
    return found


payments = 300


def test_three_hundred_payments_from_threads_are_each_paid_once(world: World, proxy: Proxy) -> None:
    tag = uuid.uuid4().hex
    proxy.play(draws(payments))
    with through(world, proxy, max_retries=10) as made, ThreadPoolExecutor(60) as pool:

        def pay(_: int) -> str:
            return made.payments.create(counterparty=to_customer(world), amount=1, tags={"run": tag}).id

        ids = list(pool.map(pay, range(payments)))
    assert (len(set(ids)), count_of(world, tag), len(proxy.seen) > payments) == (payments, payments, True)


def test_three_hundred_awaited_payments_are_each_paid_once(world: World, proxy: Proxy) -> None:
    tag = uuid.uuid4().hex
    proxy.play(draws(payments))

    async def main() -> list[str]:
        async with AsyncPurser(api_key=world.main["apiKey"], base_url=proxy.url, max_retries=10) as made:

            async def pay() -> str:
                return (await made.payments.create(counterparty=to_customer(world), amount=1, tags={"run": tag})).id

            return await asyncio.gather(*(pay() for _ in range(payments)))

    ids = asyncio.run(main())
    assert (len(set(ids)), count_of(world, tag), len(proxy.seen) > payments) == (payments, payments, True)


def error_of(work: Callable[[], object]) -> Exception | None:
    try:
        work()
    except Exception as error:
        return error
    return None


def test_without_any_answer_a_payment_raises_its_key_and_is_paid_once_later(world: World, proxy: Proxy) -> None:
    tag = uuid.uuid4().hex
    proxy.play(["cut"] * 6)
    with through(world, proxy, max_retries=1) as made:
        with pytest.raises(OutcomeUnknownError) as lost:
            made.payments.create(counterparty=to_customer(world), amount=1, tags={"run": tag})
        key = lost.value.idempotency_key
        assert key is not None
        assert key in str(lost.value)
        assert isinstance(lost.value.__cause__, library.ConnectionError)
        assert len(proxy.seen) == 6
        again = made.payments.create(counterparty=to_customer(world), amount=1, tags={"run": tag}, idempotency_key=key)
    assert response_of(again).is_replayed
    assert count_of(world, tag) == 1


def test_a_read_says_so_after_its_retries(world: World, proxy: Proxy) -> None:
    with through(world, proxy, max_retries=1) as made:
        proxy.play(["cut", "drop"])
        assert type(error_of(made.party.get)) is library.ConnectionError
        proxy.play(["delay", "delay"])
        assert type(error_of(lambda: made.party.get(timeout_s=0.3))) is library.TimeoutError
        proxy.play([Refuse(500, "server_error"), Refuse(502)])
        assert type(error_of(made.party.get)) is ServerError
        proxy.play(["cut"])
        assert made.party.get().id == world.main["partyId"]


def test_a_write_without_a_key_is_repeated_only_where_it_surely_did_nothing(world: World, proxy: Proxy) -> None:
    name = uuid.uuid4().hex
    with through(world, proxy) as made:

        def make() -> object:
            return made.api_keys.create(name=name, scopes=["payments.read"])

        proxy.play(["cut"])
        assert type(error_of(make)) is OutcomeUnknownError
        proxy.play([Refuse(500, "server_error")])
        assert type(error_of(make)) is OutcomeUnknownError
        proxy.play([Refuse(429, "rate_limited", "0")])
        assert error_of(make) is None
        assert len([each for each in made.api_keys.list(limit=100) if each.name == name]) == 2


def test_a_call_waits_no_longer_than_a_minute_for_what_asks_for_more(world: World, proxy: Proxy) -> None:
    proxy.play([Refuse(429, "rate_limited", "3600")])
    with through(world, proxy) as made, pytest.raises(RateLimitError) as refused:
        made.party.get()
    assert refused.value.retry_after_s == 3600


def test_a_cancelled_write_tells_its_key(world: World, proxy: Proxy) -> None:
    proxy.play(["delay"])

    async def main() -> str:
        async with AsyncPurser(api_key=world.main["apiKey"], base_url=proxy.url) as made:
            call = asyncio.ensure_future(made.payments.create(counterparty=to_customer(world), amount=1))
            while not proxy.seen:
                await asyncio.sleep(0.01)
            call.cancel()
            try:
                await call
            except asyncio.CancelledError as error:
                return "".join(getattr(error, "__notes__", []))
        return ""

    note = asyncio.run(main())
    key = proxy.seen[0][1]
    assert key is not None
    assert key in note


def test_a_call_asks_once_for_another_token(world: World) -> None:
    tokens = ["sk_old", world.main["apiKey"]]
    with Purser(token=lambda: tokens.pop(0), base_url=world.base_url) as made:
        assert made.payments.create(counterparty=to_customer(world), amount=1).amount == 1
    assert tokens == []
    with Purser(token=lambda: "sk_old", base_url=world.base_url) as refused:
        assert type(error_of(refused.party.get)) is library.AuthenticationError

    async def token() -> str:
        return world.main["apiKey"]

    async def main() -> str:
        async with AsyncPurser(token=token, base_url=world.base_url) as other:
            return (await other.party.get()).id

    assert asyncio.run(main()) == world.main["partyId"]
