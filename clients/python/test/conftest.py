"""The world of the tests: a real server, with the parties of its sandbox. `npm run clients:python` starts it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from proxy import Proxy, Trick
from purser import Purser


class World:
    """Where the server is, its parties with their keys, and the operations of its document."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.base_url: str = told["baseUrl"]
        self.main: dict[str, str] = told["parties"]["main"]
        self.customer: dict[str, str] = told["parties"]["customer"]
        self.probes: list[list[dict[str, Any]]] = told["probes"]
        self.operations: list[dict[str, Any]] = told["operations"]


@pytest.fixture(scope="session")
def world() -> World:
    file = os.environ.get("PURSER_TEST_WORLD")
    if file is None:
        raise pytest.UsageError("These tests need a server: run `npm run clients:python`.")
    return World(json.loads(Path(file).read_text(encoding="utf-8")))


@pytest.fixture
def purser(world: World) -> Iterator[Purser]:
    with Purser(api_key=world.main["apiKey"], base_url=world.base_url, max_retries=0) as made:
        yield made


@pytest.fixture
def proxy(world: World) -> Iterator[Proxy]:
    """A proxy that passes everything on, until it is given tricks."""
    with Proxy(world.base_url) as started:
        yield started


__all__ = ["Proxy", "Trick", "World"]
