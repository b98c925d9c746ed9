"""What a new user does with the wheel, in an empty virtual environment: story.py BASE_URL SANDBOX_FILE.

Prints a line for each step, and exits with 1 at the first that goes another way.
"""

import http.client
import json
import platform
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import SimpleQueue
from urllib.parse import urlsplit

from purser import OutcomeUnknownError, Purser, SignatureError, ValidationError, response_of
from purser.types import Payment, ReasonLimitExceeded

base_url, sandbox_file = sys.argv[1:]
parties = json.loads(Path(sandbox_file).read_text(encoding="utf-8"))["parties"]
main, customer = parties["main"], parties["customer"]
to_customer = {"counterparty": {"type": "party_id", "value": customer["partyId"]}, "currency": "USD"}


def as_(key, url=base_url):
    return Purser(api_key=main[key], base_url=url)


def check(holds, what):
    if not holds:
        raise SystemExit(f"another outcome: {what}")


class Server:
    """Answers POST requests on loopback by a function of the handler and the body."""

    def __init__(self, answer):
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                answer(self, self.rfile.read(int(self.headers["Content-Length"])))

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05})

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


def pays_and_is_stopped(purser):
    with as_("limitedAgentKey") as agent, as_("approverApiKey") as approver:
        small = agent.payments.create(amount=100, description="Coffee", **to_customer)
        check(agent.payments.get(payment_id=small.id).status == "COMPLETED", small)
        large = agent.payments.create(amount=25_000, description="Espresso machine", **to_customer)
        check(large.status == "IN_REVIEW" and large.approvals, large)
        approval = approver.approvals.get(approval_id=large.approvals[0].id)
        reason = approval.reasons[0]
        check(isinstance(reason, ReasonLimitExceeded), reason)
        approver.approvals.approve(approval_id=approval.id)
        check(agent.payments.get(payment_id=large.id).status == "COMPLETED", large)
    return f"{reason.type}: {reason.actual_amount} of {reason.limit_amount}, and was approved"


def reads_the_statement(purser):
    lines = list(purser.transactions.list(limit=2))
    statement = purser.wallets.statement(wallet_id=main["walletId"])
    check(any(line.description == "Espresso machine" for line in statement.lines), statement.lines)
    return f"{len(lines)} transactions, {len(statement.lines)} lines, {statement.closing_balance} left"


def verifies_a_webhook(purser):
    came = SimpleQueue()

    def keep(handler, body):
        came.put((body, dict(handler.headers)))
        handler.send_response(204)
        handler.end_headers()

    with Server(keep) as receiver:
        hook = purser.webhooks.create(url=f"{receiver.url}/", enabled_events=["payment.completed"])
        paid = purser.payments.create(amount=1, **to_customer)
        while True:
            body, headers = came.get(timeout=60)
            event = purser.webhooks.unwrap(body, headers, hook.signing_secret)
            if event.resource_id == paid.id:
                break
        purser.webhooks.remove(webhook_id=hook.id)
    check(isinstance(event.resource, Payment) and event.resource.amount == 1, event)
    try:
        purser.webhooks.unwrap(body + b" ", headers, hook.signing_secret)
        check(False, "a forged delivery was taken")
    except SignatureError:
        return event.type


def loses_an_answer_and_pays_once(purser):
    def lose(handler, body):
        target = urlsplit(base_url)
        connection = http.client.HTTPConnection(target.hostname, target.port)
        connection.request("POST", handler.path, body, dict(handler.headers))
        connection.getresponse().read()  # the payment is made, and nobody hears of it
        connection.close()
        handler.close_connection = True

    terms = {**to_customer, "amount": 7, "tags": {"story": platform.python_version().replace(".", "_")}}
    with Server(lose) as proxy, as_("apiKey", proxy.url) as unlucky:
        try:
            unlucky.payments.create(**terms)
            check(False, "an answer came")
        except OutcomeUnknownError as lost:
            key = lost.idempotency_key
    again = purser.payments.create(**terms, idempotency_key=key)
    check(response_of(again).is_replayed, again)
    check([each.id for each in purser.payments.list(tag=terms["tags"])] == [again.id], "paid twice")
    return "six tries without an answer, one payment"


def is_refused(purser):
    try:
        purser.payments.create(amount=0, **to_customer)
        check(False, "nothing was paid")
    except ValidationError as error:
        return f"{error.code} at {error.errors[0].pointer}"


steps = [pays_and_is_stopped, reads_the_statement, verifies_a_webhook, loses_an_answer_and_pays_once, is_refused]
with as_("apiKey") as purser:
    for step in steps:
        print(f"Python {platform.python_version()} {step.__name__}: {step(purser)}")
