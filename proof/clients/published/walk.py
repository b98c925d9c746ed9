"""Calls all 19 endpoints of the specification, and those of webhooks and events, with the published Python client:
walk.py VERSION BASE_URL SANDBOX_FILE.

Prints a line for each call that raised, and exits with 1 if there is one.
"""

import json
import sys
import uuid
from datetime import datetime, timedelta, timezone

from naturalpay import Natural
from naturalpay.agents import CreateCustomerAgentsRequestRecipientsItem_Email as InvitedEmail
from naturalpay.payment_requests import CreatePaymentRequestsRequestPayer_Email as PayerEmail
from naturalpay.payments import CreatePaymentsRequestCounterparty_PartyId as ToParty
from naturalpay.core.parse_error import ParsingError

version, base_url, sandbox_file = sys.argv[1:]
with open(sandbox_file, encoding="utf-8") as file:
    parties = json.load(file)["parties"]
main, customer, delegate = parties["main"], parties["customer"], parties["delegate"]
failures = []


def client_of(key: str) -> Natural:
    return Natural(token=key, base_url=base_url, instance_id="walk", max_retries=0)


def new_key() -> str:
    return str(uuid.uuid4())


def step(name, call):
    """Returns the result of a call. Records its name if it raises, or returns false."""
    try:
        result = call()
        assert result is not False, "not what was expected"
        return result
    except Exception as error:  # every exception of a client is a finding
        failures.append(name)
        print(f"FAILED  {name}: {type(error).__name__}: {' '.join(str(error).split())[:400]}")
        return None


def pages_of(name, first_page, least=2):
    """Reads a list page by page, one row each, up to five pages; every row must be there once."""

    def read():
        pager, ids = first_page(), []
        for page in pager.iter_pages():
            ids += [item.id for item in page.items]
            if len(ids) == 5:
                break
        return len(ids) >= least and len(set(ids)) == len(ids)

    step(name, read)


def pages_by_hand(name, read_page, least=2):
    """The same for lists whose client does not turn the pages itself."""

    def read():
        ids, cursor = [], None
        while len(ids) < 5:
            page = read_page(cursor)
            ids += [item.id for item in page.data]
            cursor = page.meta.pagination.next_cursor
            if not page.meta.pagination.has_more:
                break
        return len(ids) >= least and len(set(ids)) == len(ids)

    step(name, read)


api = client_of(main["apiKey"])
of_delegate = client_of(delegate["apiKey"])
tags = {"order": new_key().replace("-", "_")}


def post_payment(amount=1250, key=None):
    payee = ToParty(value=customer["partyId"])
    client = api if key is None else client_of(key)
    return client.payments.create(
        idempotency_key=new_key(), amount=amount, currency="USD", counterparty=payee, description="Walk", tags=tags
    )


paid = step("19 POST /payments", post_payment)
step("19 shows the tags", lambda: paid.data.attributes.tags == tags)
step("19 POST /payments, of an agent", lambda: post_payment(25_000, main["limitedAgentKey"]))
read = step("13 GET /payments/{id}", lambda: api.payments.get(paid.data.id))
step("13 shows the tags", lambda: read.data.attributes.tags == tags)
by_delegate = {"party_id" if version == "1.6.10" else "customer_party_id": main["partyId"]}
step("13 with a customer", lambda: of_delegate.payments.get(paid.data.id, **by_delegate))

step("1 POST /api-keys", lambda: api.api_keys.create(name="Walk", scopes=["payments.read"], tags=tags))
step(
    "2 POST /agents/{id}/customers",
    lambda: api.agents.create_customer(
        main["agentId"],
        idempotency_key=new_key(),
        recipients=[InvitedEmail(value=f"{new_key()}@example.com")],
        permissions=["payments.read", "payments.create"],
        limits={"per_transaction": 10_000},
        tags=tags,
    ),
)
changed = step("3 PATCH /agents/{id}", lambda: api.agents.update(main["agentId"], idempotency_key=new_key(), tags=tags))
step("3 shows the tags", lambda: changed.data.attributes.tags == tags)
for _ in range(2):
    step(
        "4 POST /transfers/withdraw",
        lambda: api.transfers.initiate_withdrawal(
            idempotency_key=new_key(), amount=100, external_account_id=main["externalAccountId"], tags=tags
        ),
    )
    step(
        "5 POST /payment-requests",
        lambda: api.payment_requests.create(
            idempotency_key=new_key(), amount=900, payer=PayerEmail(value="walk@example.com"), payer_name="W", tags=tags
        ),
    )
step(
    "12 POST /party-invitations",
    lambda: api.invitations.create(
        invitations=[{"email": f"{new_key()}@example.com", "role": "MEMBER"} for _ in range(3)], tags=tags
    ),
)

pages_by_hand("6 GET /agent-keys", lambda cursor: api.agent_keys.list(cursor=cursor, limit=1))
pages_of("7 GET /transfers", lambda: api.transfers.list(limit=1))
pages_of("7 with a customer", lambda: of_delegate.transfers.list(limit=1, **by_delegate))
pages_of("8 GET /payment-requests", lambda: api.payment_requests.list(limit=1))
pages_of("9 GET /customers", lambda: of_delegate.customers.list(limit=1), least=1)
pages_of("10 GET /transactions", lambda: api.transactions.list(limit=1))
pages_by_hand(
    "11 GET /agents/{id}/customers",
    lambda cursor: of_delegate.agents.list_customers(delegate["agentId"], cursor=cursor, limit=1),
    least=1,
)
step("14 GET /approvals", lambda: len(api.approvals.list(limit=1).data) == 1)
step("16 GET /transactions/{id}", lambda: api.transactions.get(paid.data.id.replace("pay_", "txn_")).data.attributes.amount == 1250)
step("18 GET /party-invitations", lambda: api.invitations.list().data[0].attributes.tags == tags)


def counterparties():
    # No version of the client has this endpoint: it goes through the client's own HTTP layer.
    sent = api._client_wrapper.httpx_client.request("counterparties", method="GET", params={"limit": 1})
    return sent.status_code == 200 and len(sent.json()["data"]) == 1


step("15 GET /counterparties", counterparties)


def removes(call):
    # The client's models want a text in `meta.deleted`, where the specification has a boolean: the one exception.
    try:
        call()
    except ParsingError as error:
        (only,) = error.cause.errors()
        return only["loc"] == ("meta", "deleted") and only["type"] == "string_type" and only["input"] is True
    return True


step("17 DELETE /external-accounts/{id}", lambda: removes(lambda: api.external_accounts.remove(main["externalAccountIdToRemove"])))

hook = step(
    "POST /webhooks",
    lambda: api.webhooks.create(
        idempotency_key=new_key(), url="https://receiver.example.net/hook", enabled_events=["payment.completed"], tags=tags
    ),
).data
step("POST /webhooks shows tags and secret", lambda: hook.attributes.tags == tags and hook.attributes.signing_secret.startswith("whsec_"))
step("GET /webhooks/{id}", lambda: api.webhooks.get(hook.id).data.attributes.tags == tags)
step("GET /webhooks", lambda: next(iter(api.webhooks.list(status="ENABLED"))).id == hook.id)
step(
    "PATCH /webhooks/{id}",
    lambda: api.webhooks.update(
        hook.id, idempotency_key=new_key(), description="Walk", enabled_events=["*"], sources=["own"]
    ).data.attributes.description
    == "Walk",
)
step(
    "POST /webhooks/{id}/rotate-secret",
    lambda: api.webhooks.rotate_secret(
        hook.id, idempotency_key=new_key(), expires_in_seconds=60
    ).data.attributes.previous_secret_expires_at
    is not None,
)
pages_by_hand("GET /events", lambda cursor: api.events.list(cursor=cursor, limit=1))
step(
    "GET /events with a customer",
    lambda: of_delegate.events.list(limit=1, event_type="payment.completed", **by_delegate),
)
since = datetime.now(timezone.utc) - timedelta(days=1)


def event_of_payment():
    found = api.events.list(event_type="payment.completed", created_after=since, limit=100)
    return next(event for event in found.data if event.attributes.resource_id == paid.data.id)


event = step("GET /events by name and time", event_of_payment)
step("GET /events/{id}", lambda: api.events.get(event.id).data.attributes.payload.object["id"] == paid.data.id)
step(
    "POST /webhooks/{id}/events/{id}/redeliver",
    lambda: api.events.redeliver(hook.id, event.id, idempotency_key=new_key()).data.relationships.event.data.id
    == event.id,
)
step("DELETE /webhooks/{id}", lambda: removes(lambda: api.webhooks.remove(hook.id, idempotency_key=new_key())))


def invitations_of_one_party():
    # 1.6.10 has no `limit` of its own.
    options = {"additional_query_parameters": {"limit": 1}}
    one = {"request_options": options} if version == "1.6.10" else {"limit": 1}
    own = api.invitations.list(party_id=main["partyId"], **one)
    foreign = api.invitations.list(party_id=customer["partyId"], **one)
    return len(own.data) == 1 and len(foreign.data) == 0


step("GET /party-invitations of one party", invitations_of_one_party)
name = step("GET /parties/me", lambda: api.parties.get().data.attributes.display_name)


def rename():
    shown = api.parties.update(display_name="Walk & Sons").data.attributes.display_name
    read = api.parties.get().data.attributes.display_name
    api.parties.update(display_name=name)
    return (shown, read) == ("Walk & Sons", "Walk & Sons") and api.parties.get().data.attributes.display_name == name


def limit():
    shown = api.parties.set_limits(per_transaction=250_000, per_day=1_000_000, currency="USD").data.attributes.limits
    read = api.parties.get_limits().data.attributes.limits
    api.parties.disable_limits()
    return all((each.per_transaction, each.per_day) == (250_000, 1_000_000) for each in (shown, read))


step("PATCH /parties/me", rename)
step("PUT /parties/me/limits", limit)

print(f"naturalpay {version}: {'every endpoint' if not failures else f'{len(failures)} failures'}")
sys.exit(1 if failures else 0)
