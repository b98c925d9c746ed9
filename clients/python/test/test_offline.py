"""What the library decides by itself: a network that never was replies."""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from email.message import Message
from email.utils import format_datetime
from functools import partial
from traceback import TracebackException
from typing import Any, get_type_hints

import httpx2
import pytest
from standardwebhooks import Webhook as Signer

import purser as library
from conftest import World
from purser import (
    APIError,
    AsyncPurser,
    ConflictError,
    OutcomeUnknownError,
    Purser,
    RateLimitError,
    Record,
    SignatureError,
    UsageError,
    format_money,
    money,
)
from purser._names import api_name
from purser._records import record_of
from purser._send import backoff_s, is_without_key
from purser.types import ByEmailInput, CreatedWebhook, Webhook

Reply = httpx2.Response | Exception
pay_id = f"pay_{'1' * 32}"
email: ByEmailInput = {"type": "email", "value": "a@example.com"}


def paid() -> httpx2.Response:
    return httpx2.Response(200, json={"data": {"type": "payment", "id": pay_id, "attributes": {"amount": 1}}})


def refused(status: int, code: str, headers: dict[str, str] | None = None) -> httpx2.Response:
    fault = {"code": code, "title": code, "detail": code}
    return httpx2.Response(status, json={"errors": [fault]}, headers={"Request-Id": "req_1", **(headers or {})})


class Offline:
    """A client whose network replies with these, one after the other, and what it has sent."""

    def __init__(self, *replies: Reply, **options: Any) -> None:
        self.left = list(replies)
        self.sent: list[httpx2.Request] = []
        http = httpx2.Client(transport=httpx2.MockTransport(self.reply))
        settings = {"api_key": "sk_secret", "base_url": "https://purser.example", "max_retries": 0, **options}
        self.purser = Purser(http_client=http, **settings)

    def reply(self, request: httpx2.Request) -> httpx2.Response:
        self.sent.append(request)
        reply = self.left.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply

    def pay(self, **options: Any) -> object:
        return self.purser.payments.create(counterparty=email, amount=1, **options)


def error_of(work: Callable[[], object]) -> Exception | None:
    try:
        work()
    except Exception as error:
        return error
    return None


def lost() -> Exception:
    return httpx2.ReadError("connection reset")


def test_a_key_that_is_given_empty_is_refused_and_an_empty_variable_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PURSER_API_KEY", "sk_of_another")
    offline = Offline(paid(), api_key="")
    assert isinstance(error_of(offline.pay), UsageError)
    assert offline.sent == []
    unset: Any = None  # what os.environ.get returns for a variable that is not there
    for forgotten in ({"api_key": unset}, {"token": unset}):
        assert isinstance(error_of(partial(Purser, **forgotten)), UsageError)
        assert isinstance(error_of(partial(AsyncPurser, **forgotten)), UsageError)
    other = Offline(paid())
    own = httpx2.Client(transport=httpx2.MockTransport(other.reply))
    Purser(http_client=own).payments.create(counterparty=email, amount=1)
    assert other.sent[0].headers["Authorization"] == "Bearer sk_of_another"
    monkeypatch.setenv("PURSER_API_KEY", "")
    assert "There is no API key" in str(error_of(Purser().payments.list))
    monkeypatch.setenv("PURSER_URL", "")
    assert repr(Purser()) == "<Purser http://127.0.0.1:8080>"
    monkeypatch.setenv("PURSER_URL", "https://purser.example/")
    assert repr(AsyncPurser()) == "<AsyncPurser https://purser.example>"


def test_a_token_that_fails_after_a_lost_try_leaves_the_key_of_the_write() -> None:
    def no_token() -> str:
        raise LookupError("no token")

    tokens: list[Callable[[], str]] = [lambda: "one", no_token]
    error = error_of(Offline(lost(), token=lambda: tokens.pop(0)(), max_retries=1).pay)
    assert isinstance(error, OutcomeUnknownError)
    assert len(error.idempotency_key or "") == 36
    assert isinstance(error.__cause__, LookupError)
    assert isinstance(error_of(Offline(token=no_token).pay), LookupError)


def test_a_token_that_hangs_is_a_timeout() -> None:
    async def hang() -> str:
        await asyncio.sleep(60)
        return ""

    async def main() -> None:
        async with AsyncPurser(token=hang, base_url="https://purser.example", max_retries=0, timeout_s=0.05) as made:
            await made.payments.create(counterparty=email, amount=1)

    with pytest.raises(library.TimeoutError):
        asyncio.run(main())


def test_no_message_has_a_credential() -> None:
    broken = error_of(Offline(paid(), api_key="sk_secret\nx").pay)
    assert isinstance(broken, UsageError)
    assert "secret" not in str(broken)
    offline = Offline(lost())
    claim = error_of(lambda: offline.purser.claims.accept(token="tok_secret", name="A"))
    assert "POST /claims/{token}/accept" in str(claim)
    assert "tok_secret" not in f"{claim!r}{claim}{claim.__cause__!r}" if claim else None


def test_no_log_has_the_token_of_a_claim_and_no_traceback_a_key(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    offline = Offline(paid(), paid(), lost())
    offline.purser.claims.accept(token="tok_secret", name="A")
    offline.purser.payments.get(payment_id=pay_id)
    assert "/claims/{token}/accept" in caplog.text
    assert pay_id in caplog.text
    assert "secret" not in caplog.text
    error = error_of(offline.pay)
    assert error is not None
    shown = "".join(TracebackException.from_exception(error, capture_locals=True).format())
    assert "sk_secret" not in shown
    assert "a@example.com" not in shown.replace(repr(email), "")


def test_a_credential_is_left_out_exactly_where_the_document_asks_for_none(world: World) -> None:
    found = [each["path"] for each in world.operations if is_without_key(each["path"].replace("{token}", "x"))]
    assert found == [each["path"] for each in world.operations if not each["hasKey"]]
    assert len(found) > 3


def test_an_answer_that_is_not_one_of_purser_is_no_success_and_no_refusal() -> None:
    ours = {"Request-Id": "req_1"}
    answers = [
        httpx2.Response(200, json={}),
        httpx2.Response(200, json=7),
        httpx2.Response(200, text="<html>"),
        httpx2.Response(200, json={"data": None}),
        httpx2.Response(200, json={"data": {"ok": True}}),
        httpx2.Response(503, json={"errors": [{"message": "busy"}]}, headers=ours),
        httpx2.Response(422, json={"errors": [{"code": "x"}]}),
        httpx2.Response(503, json={"errors": [None]}, headers=ours),
    ]
    for answer in answers:
        error = error_of(Offline(answer).pay)
        assert isinstance(error, OutcomeUnknownError)
        assert isinstance(error.__cause__, APIError)
    assert isinstance(error_of(Offline(httpx2.Response(200, json={})).purser.payments.list), APIError)


def test_a_redirect_is_one_clear_error_at_once_and_names_the_host_only() -> None:
    offline = Offline(
        httpx2.Response(307, headers={"Location": "https://user:pw@login.example/?token=x"}), max_retries=5
    )
    error = error_of(offline.pay)
    assert isinstance(error, UsageError)
    assert "redirects to https://login.example: give" in str(error)
    assert len(offline.sent) == 1


def test_a_refusal_after_a_lost_try_is_shown_beside_the_doubt() -> None:
    error = error_of(Offline(lost(), refused(409, "insufficient_funds"), max_retries=1).pay)
    assert isinstance(error, OutcomeUnknownError)
    assert isinstance(error.refusal, ConflictError)
    under_way = error_of(Offline(refused(409, "idempotency_request_in_progress")).pay)
    assert isinstance(under_way, OutcomeUnknownError)
    assert under_way.refusal is None


def test_what_waits_for_people_is_not_asked_for_again() -> None:
    offline = Offline(refused(429, "too_many_in_review", {"Retry-After": "60"}), max_retries=2)
    assert isinstance(error_of(offline.pay), RateLimitError)
    assert len(offline.sent) == 1


def test_a_wait_may_be_asked_for_by_a_date_and_is_never_shorter_than_the_back_off() -> None:
    in_an_hour = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    error = error_of(Offline(refused(429, "rate_limited", {"Retry-After": in_an_hour}), max_retries=2).pay)
    assert isinstance(error, RateLimitError)
    assert (error.retry_after_s or 0) > 3500
    empty = error_of(Offline(refused(429, "rate_limited", {"Retry-After": ""})).pay)
    assert isinstance(empty, RateLimitError)
    assert empty.retry_after_s is None
    for_ever = Offline(refused(429, "rate_limited", {"Retry-After": "9" * 400}), max_retries=2)
    assert isinstance(error_of(for_ever.pay), RateLimitError)
    assert len(for_ever.sent) == 1
    assert backoff_s(0, 0) >= 0.375
    assert backoff_s(0, float("inf")) < 4000  # a stream waits as long as it is asked to, within reason
    assert backoff_s(5000) <= 8
    assert len({backoff_s(0, 60) for _ in range(20)}) > 1


def test_a_write_counts_as_never_sent_only_where_no_connection_was_made() -> None:
    for never in (httpx2.ConnectError("refused"), httpx2.ConnectTimeout("late"), httpx2.PoolTimeout("busy")):
        assert isinstance(error_of(Offline(never).pay), library.ConnectionError)
    for perhaps in (lost(), httpx2.WriteError("x"), httpx2.ReadTimeout("x"), httpx2.RemoteProtocolError("x")):
        assert isinstance(error_of(Offline(perhaps).pay), OutcomeUnknownError)
    assert isinstance(error_of(Offline(httpx2.ReadTimeout("x")).purser.party.get), library.TimeoutError)


def test_options_are_checked_before_anything_is_sent() -> None:
    offline = Offline(paid())
    create = offline.purser.api_keys.create
    wrong: list[Callable[[], object]] = [
        lambda: offline.pay(idempotency_key="заказ-1"),
        lambda: offline.pay(idempotency_key=""),
        lambda: offline.pay(idempotency_key=None),
        lambda: create(name="A", scopes=["payments.read"], idempotency_key="k"),  # type: ignore[call-arg]
        lambda: Offline(paid(), api_key="ключ").pay(),
        lambda: Offline(paid(), timeout_s=0),
        lambda: Offline(paid(), timeout_s=float("nan")),
        lambda: offline.pay(timeout_s="1"),
        *(partial(offline.pay, max_retries=wrong) for wrong in (None, "2", -1, 1.5, float("nan"), True)),
        lambda: Purser(max_retries=-1),
        lambda: Purser(headers={"X-Name": 1}),  # type: ignore[dict-item]
        lambda: Purser(base_url=1),  # type: ignore[arg-type]
        lambda: Purser(base_url="https://purser.example?"),
        lambda: Purser(base_url="https://purser.example#"),
        lambda: Purser(headers={"idempotency-key": "x"}),
        lambda: Purser(headers={"AUTHORIZATION": "x"}),
        lambda: Purser(headers={"X-Name": "имя"}),
        lambda: Purser(headers={"X-Name": "a\nb"}),
        lambda: Purser(base_url="https://user:password@purser.example"),
        lambda: Purser(base_url="https://purser.example/?x"),
        lambda: Purser(base_url="purser.example"),
        lambda: offline.purser.as_agent("agt_1", instance_id="a\nb"),
        lambda: offline.purser.as_agent("agt_1", instance_id=" "),
        lambda: offline.purser.as_agent("", instance_id="chat"),
        lambda: next(offline.purser.events.stream(after="")),
        lambda: next(offline.purser.events.stream(after="evt_1\n")),
    ]
    errors = [error_of(each) for each in wrong]
    assert [type(each) for each in errors] == [UsageError] * len(wrong)
    assert offline.sent == []
    assert "password" not in str(errors).replace("without password", "")


def test_arguments_are_refused_where_they_would_do_something_else_than_they_say() -> None:
    offline = Offline(paid(), paid())
    circle: dict[str, Any] = {}
    circle["circle"] = circle
    party, purser = offline.purser.party, offline.purser
    wrong: list[Callable[[], object]] = [
        lambda: purser.agents.remove_customer(agent_id="..", party_id="pty_1"),
        lambda: purser.payments.get(payment_id="."),
        lambda: purser.payments.get(payment_id=""),
        lambda: purser.payments.get(),  # type: ignore[call-arg]
        lambda: purser.payments.list(agent_id=None),  # type: ignore[arg-type]
        lambda: purser.payments.create(counterparty=email, amount=12.5),  # type: ignore[arg-type]
        lambda: purser.payments.create(counterparty=email, amount=12.0),  # type: ignore[arg-type]
        lambda: purser.payments.create(counterparty=email, amount=Decimal("12.5")),  # type: ignore[arg-type]
        lambda: purser.payments.create(counterparty=email, amount=2**53),
        lambda: purser.payments.create(counterparty=email, amount=1, memo="x"),  # type: ignore[call-arg]
        lambda: purser.payments.create(counterparty=email, amount=1, tags=circle),
        lambda: purser.payments.create(counterparty=email, amount=1, description=b"x"),  # type: ignore[arg-type]
        lambda: purser.agents.create(name="A", limits={"per_day": 0.1}),  # type: ignore[arg-type]
        lambda: purser.agents.create(name="A", limits={"per_day": 1, "perDay": 2}),  # type: ignore[arg-type]
        lambda: purser.payments.list(created_after=datetime(2026, 1, 1)),
        lambda: party.get(limit=1),  # type: ignore[call-arg]
    ]
    errors = [error_of(each) for each in wrong]
    assert [type(each) for each in errors] == [UsageError] * len(wrong)
    assert offline.sent == []
    assert str(errors[5]) == "`amount` must be a whole number: amounts are in minor units, so 12.50 USD is 1250."
    assert str(errors[9]) == "POST /payments has no argument `memo`."
    assert str(errors[1]) == "GET /payments/{paymentId} needs `payment_id`."
    error_of(lambda: purser.payments.list(created_after=datetime(1970, 1, 1, tzinfo=UTC), tag={"a_b": "c d"}))
    assert offline.sent[0].url.query.decode() == "createdAfter=1970-01-01T00%3A00%3A00.000Z&tag%5Ba_b%5D=c+d"


def test_a_list_goes_on_behind_an_empty_page_and_ends_only_without_a_cursor() -> None:
    def page(ids: list[str], cursor: str | None) -> httpx2.Response:
        data = [{"type": "payment", "id": each, "attributes": {}} for each in ids]
        return httpx2.Response(200, json={"data": data, "meta": {"pagination": {"nextCursor": cursor}}})

    offline = Offline(page(["a"], "c1"), page([], "c2"), page(["b"], None))
    assert [each.id for each in offline.purser.payments.list(limit=1)] == ["a", "b"]
    assert [each.url.query.decode() for each in offline.sent] == ["limit=1", "limit=1&cursor=c1", "limit=1&cursor=c2"]
    circle = Offline(page(["a"], "c1"), page(["b"], "c1"))
    assert "goes in circles" in str(error_of(lambda: list(circle.purser.payments.list())))


def test_a_path_stays_one_segment() -> None:
    offline = Offline(paid())
    offline.purser.payments.get(payment_id="a/../b?c#d%2e")
    assert offline.sent[0].url.raw_path == b"/payments/a%2F..%2Fb%3Fc%23d%252e"


def test_an_attribute_of_a_newer_server_is_there_and_an_absent_one_is_none() -> None:
    attributes = {"amount": 1, "newThing": {"subName": 1}, "status": "NEW"}
    reply = httpx2.Response(200, json={"data": {"type": "payment", "id": pay_id, "attributes": attributes}})
    shown = Offline(reply).purser.payments.get(payment_id=pay_id)
    assert (shown.fee, vars(shown)["new_thing"], shown.status) == (None, {"subName": 1}, "NEW")


def test_a_program_may_have_its_own_classes_of_errors_and_clients() -> None:
    class Own(ConflictError):
        pass

    error = Own(status=409, errors=(), request_id=None, idempotency_key=None, retry_after_s=None)
    assert isinstance(error, APIError)

    class OwnPurser(Purser):
        pass

    assert type(OwnPurser(api_key="x").as_agent("agt_1", instance_id="a")) is OwnPurser


def test_a_delivery_is_judged_by_its_signature_and_a_program_by_what_it_gives() -> None:
    unwrap: Any = Offline().purser.webhooks.unwrap
    for secrets in (None, "", [], [None], "no base64!"):
        assert isinstance(error_of(partial(unwrap, "{}", {}, secrets)), UsageError)
    assert isinstance(error_of(partial(unwrap, "{}", {}, 7)), UsageError)
    for given in (None, 7, [1], ["a"], {1: "a"}):
        assert isinstance(error_of(partial(unwrap, "{}", given, "whsec_b3RoZXI=")), UsageError)
    for headers in (
        {},
        [("webhook-id", "a")],
        {"webhook-id": "a", "webhook-timestamp": "x", "webhook-signature": "v1"},
    ):
        assert isinstance(error_of(partial(unwrap, b"\xff", headers, "whsec_b3RoZXI=")), SignatureError)


def test_a_delivery_may_come_from_any_framework() -> None:
    secret = "whsec_b3RoZXI="
    thing = {"type": "payment", "id": pay_id, "attributes": {}}
    body = json.dumps({"id": "evt_1", "type": "payment.completed", "data": {"object": thing}})
    now = datetime.now(UTC)
    headers = {
        "Webhook-Id": "evt_1",
        "Webhook-Timestamp": str(int(now.timestamp())),
        "Webhook-Signature": Signer(secret).sign("evt_1", now, body),
    }
    of_http_server = Message()
    for name, value in headers.items():
        of_http_server[name] = value
    of_asgi = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    lists = {name: [value] for name, value in headers.items()}
    for given in (headers, of_http_server, of_asgi, lists, list(headers.items()), httpx2.Headers(headers)):
        event = Offline().purser.webhooks.unwrap(body.encode(), given, secret)
        assert isinstance(event.resource, Record)
        assert event.resource.to_dict()["id"] == pay_id


def test_what_a_delivery_shows_is_of_the_plainest_class_that_knows_it() -> None:
    names = [name for name in get_type_hints(Webhook) if name not in ("object", "id") and not name.startswith("_")]
    attributes = {**{api_name(name): None for name in names}, "status": "ENABLED"}
    thing = {"object": "webhook", "id": "whk_1", **attributes}
    assert type(record_of(Record, thing)) is Webhook
    assert type(record_of(Record, {**thing, "signingSecret": "whsec_x"})) is CreatedWebhook


def test_an_answer_of_an_odd_shape_is_read_as_far_as_it_goes() -> None:
    odd = {"type": "payment", "id": pay_id, "attributes": {"amount": 1}}
    shapes: list[dict[str, Any] | None] = [None, {"wallet": {}}]
    for relationships in shapes:
        reply = httpx2.Response(200, json={"data": {**odd, "relationships": relationships}})
        assert Offline(reply).purser.payments.get(payment_id=pay_id).amount == 1


def test_what_ends_a_write_from_outside_is_not_swallowed_and_has_its_key() -> None:
    class TimeLimit(Exception):
        """As a worker raises it in a signal handler, in the middle of whatever runs."""

    offline = Offline(TimeLimit(), paid(), max_retries=2)
    error = error_of(partial(offline.pay, idempotency_key="invoice-114"))
    assert isinstance(error, TimeLimit)
    assert "idempotency key invoice-114" in error.__notes__[0]
    assert len(offline.sent) == 1


def test_headers_of_a_program_do_not_double_those_of_the_library() -> None:
    offline = Offline(paid(), headers={"content-type": "text/plain", "ACCEPT": "x", "user-agent": "mine"})
    offline.pay()
    headers = offline.sent[0].headers
    assert headers.get_list("Content-Type") == headers.get_list("Accept") == ["application/json"]
    assert headers.get_list("User-Agent") == ["mine"]


def test_a_closed_client_is_refused_before_anything_is_sent() -> None:
    with Purser(api_key="x", max_retries=5) as closed:
        agent = closed.as_agent("agt_1", instance_id="a")
        agent.close()  # its connections are those of the other
        assert closed._sender.http.get() is agent._sender.http.get()
    for each in (closed, agent):
        assert str(error_of(each.payments.list)) == "This client is closed."


def in_child(work: Callable[[], object]) -> str:
    """Returns the `repr` of what a forked process makes of this."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, repr(work()).encode())
        os._exit(0)
    os.waitpid(child, 0)
    os.close(writing)
    with os.fdopen(reading) as told:
        return told.read()


def test_a_forked_process_has_its_own_connections_or_none() -> None:
    with Purser(api_key="x") as parent:
        agent = parent.as_agent("agt_1", instance_id="a")
        of_parent = parent._sender.http.get()
        of_child = partial(agent._sender.http.get)
        assert in_child(lambda: (of_child() is of_parent, of_child() is of_child())) == "(False, True)"
        assert of_child() is of_parent
    given = Offline(paid())
    assert "one in each process" in in_child(lambda: error_of(given.pay))
    assert error_of(given.pay) is None


def test_a_server_that_is_not_there_is_named_with_the_reason() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"http://127.0.0.1:{server.getsockname()[1]}"
    with Purser(api_key="x", base_url=address, max_retries=0) as nobody:
        error = error_of(nobody.payments.list)
    assert str(error) == f"{address} could not be reached, or the connection broke (Connection refused)."


def test_amounts_are_read_as_people_write_them_and_never_from_a_float() -> None:
    assert money("12.50", "USD") == {"amount": 1250, "currency": "USD"}
    assert [money(*each)["amount"] for each in (("12", "USD"), ("12", "JPY"), ("1.234", "KWD"))] == [1200, 12, 1234]
    assert [format_money(1250, "USD"), format_money(-5, "USD"), format_money(7, "JPY")] == [
        "12.50 USD",
        "-0.05 USD",
        "7 JPY",
    ]
    wrong: list[Callable[[], object]] = [
        *(
            partial(money, text, "USD")
            for text in ("12.5", "12,50", "", "-1", "1e3", "12.505", " 1", "1\n", "١٢", "99999999999999999")
        ),
        *(partial(format_money, 700, code) for code in ("jpy", "ZZZ", "US", "USD EUR")),
        lambda: money(12.5, "USD"),  # type: ignore[arg-type]
        lambda: format_money(0.5, "USD"),  # type: ignore[arg-type]
        lambda: format_money(True, "USD"),
    ]
    assert [type(error_of(each)) for each in wrong] == [UsageError] * len(wrong)
    offline = Offline(paid())
    offline.purser.payments.create(counterparty=email, **money("12.50", "USD"))
    assert json.loads(offline.sent[0].content)["data"]["attributes"]["amount"] == 1250
