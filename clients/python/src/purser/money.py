"""Amounts: whole numbers of minor units, never floats."""

from __future__ import annotations

import re
from typing import TypedDict

from ._generated.tables import codes
from .errors import UsageError

_largest = 2**53 - 1


class Money(TypedDict):
    """An amount in minor units of its currency: 1250 is 12.50 USD."""

    amount: int
    currency: str


def _decimals_of(currency: str) -> int:
    """Returns the decimals of a currency. Raises `UsageError` for one that is unknown: two would be a guess."""
    for digits, each in codes.items():
        if currency in each.split():
            return digits
    raise UsageError(f"This version of the library does not know the currency {currency}: take one such as USD.")


def money(text: str, currency: str) -> Money:
    """Returns an amount as people write it, such as `"12.50"`, in minor units.

    The text has a point and either all decimals of the currency or none. Raises `UsageError` for every other spelling,
    and for numbers: a float is no amount. `purser.payments.create(counterparty=…, **money("12.50", "USD"))` pays it.
    """
    digits = _decimals_of(currency)
    found = re.fullmatch(r"([0-9]{1,16})(?:\.([0-9]+))?", text) if isinstance(text, str) else None
    if found is not None and (found[2] is None or len(found[2]) == digits):
        amount = int(found[1] + (found[2] or "0" * digits))
        if amount <= _largest:
            return {"amount": amount, "currency": currency}
    example = format_money(12 * 10**digits, currency).split()[0]
    raise UsageError(f'An amount in {currency} is a text such as "{example}".')


def format_money(amount: int, currency: str) -> str:
    """Returns an amount of minor units for people, as in `1234.50 USD`. Raises `UsageError` for a float."""
    if not isinstance(amount, int) or isinstance(amount, bool) or abs(amount) > _largest:
        raise UsageError("An amount is a whole number of minor units.")
    digits = _decimals_of(currency)
    text = str(abs(amount)).rjust(digits + 1, "0")
    whole = f"{text[:-digits]}.{text[-digits:]}" if digits else text
    return f"{'-' if amount < 0 else ''}{whole} {currency}"
