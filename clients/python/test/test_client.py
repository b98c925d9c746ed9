"""What a program does with the library, on the server."""

from __future__ import annotations

import asyncio
import pickle
import threading
import uuid
from contextlib import aclosing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import SimpleQueue

import anyio
import pytest

import purser as library
from conftest import World
from proxy import Proxy
from purser import (
    APIError,
    AsyncPurser,
    AuthenticationError,
    NotFoundError,
    Purser,
    PurserError,
    SignatureError,
    UsageError,
    ValidationError,
    response_of,
)
from purser.types import ByPartyIdInput, Payment, ReasonLimitExceeded


def to_customer(world: World) -> ByPartyIdInput:
    return {"type": "party_id", "value": world.customer["partyId"]}


def as_(world: World, key: str) -> Purser:
    return Purser(api_key=world.main[key], base_url=world.base_url)


def test_a_program_pays_reads_and_finds_relationships_beside_attributes(world: World, purser: Purser) -> None:
    paid = purser.payments.create(
        counterparty=to_customer(world), amount=1250, currency="USD", description="Coffee", tags={"order_id": "1"}
    )
    assert (paid.object, paid.amount, paid.description, paid.initiator_agent) == ("payment", 1250, "Coffee", None)
    assert (paid.sender.id, paid.recipient.id) == (world.main["partyId"], world.customer["partyId"])
    assert paid.tags == {"order_id": "1"}
    read = purser.payments.get(payment_id=paid.id)
    assert (read.status, read.fee) == ("COMPLETED", None)
    assert read == purser.payments.get(payment_id=paid.id)
    assert read != paid
    moved = purser.transfers.withdraw(amount=100, currency="USD", external_account_id=world.main["externalAccountId"])
    assert (moved.object, moved.type) == ("transfer", "withdrawal")


def test_a_resource_cannot_be_changed_and_shows_only_its_id_and_status(world: World, purser: Purser) -> None:
    paid = purser.payments.create(counterparty=to_customer(world), amount=1, description="Secret gift")
    with pytest.raises(AttributeError):
        paid.amount = 2
    assert repr(paid) == f"<Payment {paid.id} PROCESSING>"
    assert pickle.loads(pickle.dumps(paid)) == paid  # noqa: S301
    assert len({paid, paid}) == 1
    copied = paid.to_dict()
    copied["tags"]["more"] = "x"
    assert paid.tags == {}
    key = purser.api_keys.create(name="Hidden", scopes=["payments.read"])
    assert key.api_key not in f"{key!r}{purser!r}{purser.party!r}{vars(purser)!r}"
    assert world.main["apiKey"] not in f"{purser!r}{purser.party!r}{vars(purser)!r}{purser._sender.connection!r}"


def test_an_approval_is_waited_for_as_a_result_and_given_by_another_person(world: World) -> None:
    with as_(world, "limitedAgentKey") as agent, as_(world, "approverApiKey") as approver:
        waiting = agent.payments.create(counterparty=to_customer(world), amount=25_000)
        assert waiting.status == "IN_REVIEW"
        (approval,) = approver.approvals.list(target_id=waiting.id).data
        (reason,) = approval.reasons
        assert isinstance(reason, ReasonLimitExceeded)
        assert (reason.limit_type, reason.actual_amount) == ("perTransactionAmount", 25_000)
        assert approver.approvals.approve(approval_id=approval.id).status == "approved"
        assert agent.payments.get(payment_id=waiting.id).status == "COMPLETED"


def test_limits_and_rules_have_names_of_python_and_keep_those_of_others(purser: Purser) -> None:
    agent = purser.agents.create(
        name="Rules",
        limits={"per_day": 1000, "currencies": {"EUR": {"per_day": 500}}},
        rules={"currencies": {"allow": ["USD", "EUR"], "on_breach": "refuse"}},
        tags={"tags": "a", "on_breach": "b"},
    )
    assert agent.limits is not None
    assert agent.limits.per_day == 1000
    assert agent.limits.currencies is not None
    assert agent.limits.currencies["EUR"].per_day == 500
    assert agent.rules is not None
    assert agent.rules.currencies is not None
    assert agent.rules.currencies.allow == ("USD", "EUR")
    assert agent.tags == {"tags": "a", "on_breach": "b"}
    purser.agents.revoke(agent_id=agent.id)


def test_a_replay_is_told(world: World, purser: Purser) -> None:
    key = uuid.uuid4().hex
    first, second = (
        purser.payments.create(counterparty=to_customer(world), amount=1, idempotency_key=key) for _ in range(2)
    )
    assert (response_of(first).status, response_of(first).is_replayed) == (201, False)
    assert response_of(second).is_replayed
    assert first == second
    assert str(response_of(second).request_id).startswith("req_")
    with pytest.raises(UsageError):
        response_of(first.sender)


def test_an_agent_of_the_party_acts_in_a_conversation(world: World, purser: Purser) -> None:
    chat = f"разговор {uuid.uuid4().hex}"
    agent = purser.as_agent(world.main["agentId"], instance_id=chat)
    paid = agent.payments.create(counterparty=to_customer(world), amount=2)
    assert paid.initiator_agent is not None
    assert paid.initiator_agent.id == world.main["agentId"]
    assert [each.id for each in purser.payments.list(instance_id=chat)] == [paid.id]


def test_a_list_is_gone_through_page_by_page_or_at_once(world: World, purser: Purser) -> None:
    tag = {"run": uuid.uuid4().hex}
    made = [purser.payments.create(counterparty=to_customer(world), amount=1, tags=tag).id for _ in range(7)][::-1]
    assert [each.id for each in purser.payments.list(limit=3, tag=tag)] == made
    pages, page = [], purser.payments.list(limit=3, tag=tag)
    while True:
        pages.append([each.id for each in page.data])
        following = page.next_page()
        if following is None:
            break
        page = following
    assert ([each for ids in pages for each in ids], [len(ids) for ids in pages]) == (made, [3, 3, 1])

    async def main() -> tuple[list[str], list[str]]:
        async with AsyncPurser(api_key=world.main["apiKey"], base_url=world.base_url) as other:
            every = [each.id async for each in other.payments.list(limit=3, tag=tag)]
            first = await other.payments.list(limit=3, tag=tag)
            second = await first.next_page()
            assert second is not None
            return every, [each.id async for each in second]

    assert asyncio.run(main()) == (made, made[3:])


def test_an_error_has_its_class_its_code_the_place_of_each_fault_and_the_request(purser: Purser) -> None:
    with pytest.raises(ValidationError) as bad:
        purser.payments.create(counterparty={"type": "email", "value": "a@example.com"}, amount=0, currency="usd")
    error = bad.value
    assert (error.status, error.code) == (422, "invalid_value")
    assert {each.pointer for each in error.errors} == {"/data/attributes/amount", "/data/attributes/currency"}
    assert str(error.request_id).startswith("req_")
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert (type(copy), str(copy), copy.errors) == (ValidationError, str(error), error.errors)
    with pytest.raises(NotFoundError) as absent:
        purser.payments.get(payment_id=f"pay_{'0' * 32}")
    assert isinstance(absent.value, APIError | PurserError)
    with pytest.raises(library.ConflictError, match="insufficient_funds"):
        purser.payments.create(counterparty={"type": "email", "value": "a@example.com"}, amount=900_000_000_000)


def test_a_wrong_key_and_no_server_give_one_clear_error(world: World) -> None:
    with Purser(api_key="sk_wrong", base_url=world.base_url) as wrong, pytest.raises(AuthenticationError) as refused:
        wrong.payments.list()
    assert "sk_wrong" not in str(refused.value)
    with Proxy(world.base_url) as gone:
        url = gone.url
    with (
        Purser(api_key="sk_wrong", base_url=url, max_retries=0) as nowhere,
        pytest.raises(library.ConnectionError, match=f"{url} could not be reached") as lost,
    ):
        nowhere.payments.create(counterparty=to_customer(world), amount=1)
    assert isinstance(lost.value, ConnectionError)
    assert type(lost.value) is library.ConnectionError


def test_events_come_as_they_happen_and_go_on_where_they_were(world: World, purser: Purser, proxy: Proxy) -> None:
    (last,) = purser.events.list(limit=1).data
    made = [purser.payments.create(counterparty=to_customer(world), amount=3).id for _ in range(3)]
    proxy.play(["chop", "drop", "chop"])
    breaks: list[Exception] = []
    seen: list[str] = []
    with Purser(api_key=world.main["apiKey"], base_url=proxy.url) as other:
        for event in other.events.stream(after=last.id, event_type="payment.completed", on_reconnect=breaks.append):
            assert isinstance(event.payload.object, Payment)
            seen.append(event.resource_id)
            if event.resource_id == made[-1]:
                break
    assert (seen[-3:], len(set(seen))) == (made, len(seen))  # earlier tests may have left a few
    assert len(breaks) >= 3

    async def main() -> list[str]:
        found: list[str] = []
        async with (
            AsyncPurser(api_key=world.main["apiKey"], base_url=world.base_url) as awaited,
            aclosing(awaited.events.stream(after=last.id, event_type="payment.completed")) as stream,
        ):
            async for event in stream:
                found.append(event.resource_id)
                if event.resource_id == made[-1]:
                    break
        return found

    assert asyncio.run(main()) == seen


def test_a_stream_begins_with_what_happens_now(world: World, purser: Purser) -> None:
    stream = purser.events.stream(event_type="payment.completed")
    first: SimpleQueue[str] = SimpleQueue()
    thread = threading.Thread(target=lambda: first.put(next(stream).resource_id))
    thread.start()
    made = set()
    while thread.is_alive():
        made.add(purser.payments.create(counterparty=to_customer(world), amount=3).id)
        thread.join(0.2)
    assert first.get() in made


def test_a_stream_raises_what_it_is_refused_for(world: World) -> None:
    with Purser(api_key="sk_wrong", base_url=world.base_url) as wrong, pytest.raises(AuthenticationError):
        next(wrong.events.stream())
    with Purser(api_key="x", base_url="http://127.0.0.1:1", max_retries=0) as nowhere:
        with pytest.raises(library.ConnectionError):
            next(nowhere.events.stream(after=f"evt_{'0' * 32}"))
        with pytest.raises(UsageError):
            next(nowhere.events.stream(afterwards="x"))  # type: ignore[call-arg]


def test_deliveries_are_verified_from_the_raw_body_only(world: World, purser: Purser) -> None:
    came: SimpleQueue[tuple[bytes, dict[str, str]]] = SimpleQueue()

    class Receiver(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            came.put((self.rfile.read(int(self.headers["Content-Length"])), dict(self.headers)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        url = f"http://127.0.0.1:{server.server_address[1]}/"
        hook = purser.webhooks.create(url=url, enabled_events=["payment.completed"])
        paid = purser.payments.create(counterparty=to_customer(world), amount=4)
        while True:
            body, headers = came.get(timeout=60)
            if paid.id.encode() in body:
                break
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
    assert hook.signing_secret is not None
    secrets = ["whsec_b3RoZXI=", hook.signing_secret]
    event = purser.webhooks.unwrap(body, headers, secrets)
    assert (event.type, event.resource_type) == ("payment.completed", "payment")
    assert isinstance(event.resource, Payment)
    assert (event.resource.id, event.resource.amount) == (paid.id, 4)
    assert purser.webhooks.unwrap(body.decode(), headers, hook.signing_secret) == event
    with pytest.raises(SignatureError):
        purser.webhooks.unwrap(body + b" ", headers, secrets)
    with pytest.raises(SignatureError):
        purser.webhooks.unwrap(body, {}, secrets)
    with pytest.raises(UsageError, match="raw body"):
        purser.webhooks.unwrap({"id": "x"}, headers, secrets)  # type: ignore[arg-type]
    purser.webhooks.remove(webhook_id=hook.id)


# Under trio, httpcore2 warns of a generator of its own when a stream is left.
@pytest.mark.filterwarnings("ignore:.*PoolByteStream.__aiter__:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore:.*PoolByteStream.__aiter__:ResourceWarning")
@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_what_is_awaited_works_under_both_backends(world: World, backend: str) -> None:
    async def main() -> None:
        async with AsyncPurser(api_key=world.main["apiKey"], base_url=world.base_url, max_retries=0) as made:
            last = (await made.events.list(limit=1)).data[0]
            paid = await made.payments.create(counterparty=to_customer(world), amount=1)
            assert paid.id in [each.id async for each in made.payments.list(limit=50, created_after=paid.created_at)]
            async with aclosing(made.events.stream(after=last.id)) as stream:
                assert (await anext(stream)).id > last.id
            with pytest.raises(library.TimeoutError):
                await made.party.get(timeout_s=0.000_001)

    anyio.run(main, backend=backend)


def test_a_client_that_outlives_its_event_loop_connects_anew(world: World, proxy: Proxy) -> None:
    outliving = AsyncPurser(api_key=world.main["apiKey"], base_url=proxy.url)

    async def look() -> str:
        found = await outliving.party.get()
        await outliving._sender.http.get().aclose()  # leaves no socket behind
        return found.id

    assert asyncio.run(look()) == asyncio.run(look()) == world.main["partyId"]
    assert len(proxy.seen) == 2  # none was sent twice
