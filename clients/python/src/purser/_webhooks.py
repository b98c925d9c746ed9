"""Verifies what webhooks deliver."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeAlias

from standardwebhooks import Webhook as Verifier

from ._records import Record, flat, record_of
from .errors import SignatureError, UsageError


class HasItems(Protocol):
    """Headers as frameworks have them, which need not be a `Mapping`: `http.server`, Django, Flask, Starlette."""

    def items(self) -> Iterable[tuple[str, Any]]: ...


Headers: TypeAlias = HasItems | Sequence[tuple[str, str]] | Sequence[tuple[bytes, bytes]]


class WebhookEvent(Record):
    """What a webhook delivers: an event, and the resource as it was then."""

    id: str
    type: str
    """What happened, such as `payment.completed`. The list grows: ignore what you do not know."""
    timestamp: str
    created_at: str
    resource_id: str
    resource_type: str
    resource: Record
    """The resource, of its own class: ask `isinstance(event.resource, Payment)`."""


def unwrap(raw_body: str | bytes, headers: Headers, secrets: str | Sequence[str]) -> WebhookEvent:
    """Verifies a delivery and returns its event.

    `raw_body` is the text or bytes that came, not what a framework has parsed. `secrets` is the webhook's secret; two
    while it is rotated. Raises `SignatureError` unless Purser sent it within the last five minutes, and `UsageError`
    for a parsed body and for a secret that is none.
    """
    if not isinstance(raw_body, (str, bytes, bytearray, memoryview)):
        raise UsageError("Give the raw body, as it came over the network: a parsed one cannot be verified.")
    tried = [secrets] if isinstance(secrets, str) else secrets
    if (
        not isinstance(tried, Sequence)
        or not tried
        or not all(isinstance(each, str) and _secret.fullmatch(each) for each in tried)
    ):
        raise UsageError("Give the secret of the webhook, which begins with whsec_.")
    body = raw_body if isinstance(raw_body, str) else bytes(raw_body)
    found = _verified(body, _plain(headers), tried)
    resource = flat(found.pop("data")["object"])
    return record_of(WebhookEvent, {**found, "resource": resource})


_secret = re.compile(r"(?:whsec_)?[A-Za-z0-9+/]+={0,2}")


def _plain(headers: Headers) -> dict[str, str]:
    """Returns headers by their names in lower case. Raises `UsageError` for what are none."""
    try:
        pairs = headers if isinstance(headers, Sequence) else headers.items()
        return {_text(name).lower(): _text(value) for name, value in pairs}
    except (AttributeError, TypeError, ValueError):
        raise UsageError("Give the headers of the delivery: a mapping, or pairs of name and value.") from None


def _text(part: str | bytes | Iterable[str]) -> str:
    """Returns the name or a value of a header: ASGI has bytes, others a list for each name."""
    if isinstance(part, bytes):
        return part.decode("latin-1")
    return part if isinstance(part, str) else ",".join(part)


def _verified(body: str | bytes, headers: dict[str, str], secrets: Sequence[str]) -> dict[str, Any]:
    reason: Exception | None = None
    for secret in secrets:
        try:
            event = Verifier(secret).verify(body, headers)
            if isinstance(event, dict):
                return event
        except Exception as error:  # what it raises for headers and bodies that are malformed differs
            reason = error
    raise SignatureError("The delivery is not from Purser, or it is too old.") from reason
