"""Connects the official client of the protocol to the connector and buys with it.

Usage: official_client.py WORLD TRANSPORT MODE. WORLD is a file: where the server is, whom to pay, and the keys of an agent
that may pay 20.00 at most, and of a person who approves. TRANSPORT is http or stdio, and MODE what the client takes.
"""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

REVISIONS = {"legacy": "2025-11-25", "2026-07-28": "2026-07-28", "auto": "2026-07-28"}


def expect(found: object, wanted: object) -> None:
    if found != wanted:
        raise AssertionError(f"{found!r}, not {wanted!r}")


@asynccontextmanager
async def connected(world: dict[str, Any], transport: str, mode: str):
    """By HTTP with the key in a header, or by the program that a host starts, as docs/agents.md shows it."""
    if transport == "http":
        headers = {"Authorization": f"Bearer {world['agentKey']}"}
        async with (
            httpx2.AsyncClient(headers=headers, timeout=90) as http,
            Client(streamable_http_client(f"{world['baseUrl']}/mcp", http_client=http), mode=mode) as client,
        ):
            yield client
        return
    env = {"PATH": world["path"], "PURSER_API_KEY": world["agentKey"], "PURSER_URL": world["baseUrl"]}
    program = StdioServerParameters(command="npx", args=["purser", "mcp"], env=env, cwd=world["root"])
    async with Client(program, mode=mode) as client:
        yield client


def approve(world: dict[str, Any], approval_id: str) -> None:
    """A person decides, in the command line."""
    env = {"PATH": world["path"], "PURSER_API_KEY": world["approverKey"], "PURSER_URL": world["baseUrl"]}
    words = ["npx", "purser", "approvals", "approve", approval_id, "--yes"]
    subprocess.run(words, cwd=world["root"], env=env, check=True, capture_output=True)


async def buy(world: dict[str, Any], client: Client) -> None:
    async def call(name: str, **values: Any) -> tuple[dict[str, Any], bool]:
        """Returns what a tool says, and whether it is an error. Its twin as text has to say the same."""
        result = await client.call_tool(name, values, progress_callback=note)
        expect(json.loads(result.content[0].text), result.structured_content)
        return result.structured_content, bool(result.is_error)

    progress: list[float] = []

    async def note(value: float, total: float | None, message: str | None) -> None:
        progress.append(value)

    tools = (await client.list_tools()).tools
    expect(len(tools), 13)
    expect(all(tool.input_schema and tool.output_schema and tool.annotations for tool in tools), True)

    paper = {"to": world["payee"], "amount": "12.50", "purpose_id": "paper"}
    first, _ = await call("create_payment", **paper)
    expect(first["status"], "paid")
    again, _ = await call("create_payment", **paper, description="Paper, as agreed")
    expect((again["status"], again["payment"]["id"]), ("already_paid", first["payment"]["id"]))
    other, is_error = await call("create_payment", **{**paper, "amount": "13.50"})
    expect((other["status"], is_error, other["payment"]["id"]), ("refused", True, first["payment"]["id"]))
    faulty, is_error = await call("create_payment", **{**paper, "amount": "12.5", "purpose_id": "faulty"})
    expect((faulty["status"], is_error), ("refused", True))

    printer = {"to": world["payee"], "amount": "25.00", "purpose_id": "printer"}
    waits, is_error = await call("create_payment", **printer)
    expect((waits["status"], is_error, len(waits["reasons"])), ("needs_approval", False, 1))
    decided: list[dict[str, Any]] = []

    async def wait() -> None:
        said, _ = await call(waits["next"]["tool"], **waits["next"]["arguments"])
        decided.append(said)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(wait)
        await anyio.to_thread.run_sync(approve, world, waits["approval"]["id"])
    expect(decided[0]["status"], "paid")
    again, _ = await call("create_payment", **printer)
    expect((again["status"], again["payment"]["id"]), ("already_paid", waits["payment"]["id"]))
    found, _ = await call("get_payment", purpose_id="printer")
    expect((found["status"], found["payment"]["id"]), ("paid", waits["payment"]["id"]))


async def main(file: str, transport: str, mode: str) -> None:
    world = json.loads(Path(file).read_text())
    async with connected(world, transport, mode) as client:
        expect(client.protocol_version, REVISIONS[mode])
        await buy(world, client)


anyio.run(main, *sys.argv[1:])
