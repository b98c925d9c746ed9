"""Names: those of the API are in camelCase, those of Python in snake_case."""

from __future__ import annotations

import keyword
import re
from functools import lru_cache


@lru_cache(maxsize=4096)
def python_name(name: str) -> str:
    """Returns the name that Python has for one of the API: `walletId` becomes `wallet_id`, `from` becomes `from_`."""
    text = re.sub(r"(?<=[a-z0-9])[A-Z]", lambda found: f"_{found[0].lower()}", name)
    return f"{text}_" if keyword.iskeyword(text) else text


@lru_cache(maxsize=4096)
def api_name(name: str) -> str:
    """Returns the name that the API has for one of Python. A name of the API stays as it is."""
    return re.sub(r"(?<=[a-z0-9])_([a-z0-9])", lambda found: found[1].upper(), name).rstrip("_")
