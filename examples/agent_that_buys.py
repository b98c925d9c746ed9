"""A small agent loop on the client library. Its model is a script: it stands for one that calls a tool, and does what a
model does wrong, too. It needs purser, PURSER_URL, and PURSER_API_KEY, the key of an agent with limits.
"""

import sys
import time
from collections.abc import Generator
from typing import NamedTuple

import httpx2

from purser import OutcomeUnknownError, Purser
from purser.types import Payment

(payee,) = sys.argv[1:]


def say(line: str) -> None:
    print(line, flush=True)


class Unreliable(httpx2.HTTPTransport):
    """Loses the first answer after the server has given it, as a network does."""

    is_lost = False

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        response = super().handle_request(request)
        if self.is_lost:
            return response
        self.is_lost = True
        response.read()
        raise httpx2.ReadError("the connection was lost", request=request)


# The library would ask again by itself. Here it must not, to show what the model is told then.
purser = Purser(max_retries=0, http_client=httpx2.Client(transport=Unreliable()))


class Purchase(NamedTuple):
    """What the model may ask for. It names the purchase, and the same name is the same purchase."""

    purpose: str
    amount: int


class Told(NamedTuple):
    """What the tool tells it."""

    status: str
    payment: Payment | None


def buy(asked: Purchase) -> Told:
    try:
        made = purser.payments.create(
            counterparty={"type": "party_id", "value": payee},
            amount=asked.amount,
            currency="USD",
            description=asked.purpose,
            idempotency_key=f"purchase: {asked.purpose}",  # of what is bought, not of the try
        )
    except OutcomeUnknownError:
        return Told("NOBODY_KNOWS", None)
    payment = purser.payments.get(payment_id=made.id)
    return Told(payment.status, payment)


def decided(waiting: Payment) -> Payment:
    """Waits until a person has decided. The program pays in no other way meanwhile."""
    for approval in waiting.approvals or ():
        say(f"A person decides about {approval.id}: {', '.join(reason.type for reason in approval.reasons)}")
    payment = waiting
    while payment.status == "IN_REVIEW":
        time.sleep(0.5)
        payment = purser.payments.get(payment_id=waiting.id)
    return payment


def model() -> Generator[Purchase, Told, str]:
    """What the model does next, by what the tool has said: another purchase, or its last words."""
    paper = Purchase("invoice 7", 1_250)
    first = yield paper
    while first.status == "NOBODY_KNOWS":
        first = yield paper  # the same purpose again: nothing is paid twice
    again = yield paper  # it has lost its memory, and buys what it has bought
    printer = yield Purchase("the printer", 2_500)  # more than its limit
    is_once = first.payment and again.payment and first.payment.id == again.payment.id
    return f"The paper: {first.status}, {'once' if is_once else 'twice'}. The printer: {printer.status}."


turns = model()
try:
    asked = next(turns)
    while True:
        told = buy(asked)
        say(f"{asked.purpose}: {told.status}")
        if told.status == "IN_REVIEW" and told.payment:
            payment = decided(told.payment)
            told = Told(payment.status, payment)
        asked = turns.send(told)
except StopIteration as ended:
    say(ended.value)
