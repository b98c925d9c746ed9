"""A proxy that loses, cuts off, delays and refuses what it is told to."""

from __future__ import annotations

import http.client
import json
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Literal, Self
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Refuse:
    """With a code, it answers as the server would; otherwise as a gateway that knows nothing of Purser."""

    status: int
    code: str | None = None
    retry_after: str | None = None


Trick = Literal["pass", "cut", "drop", "delay", "chop"] | Refuse
"""`cut`: the server does its work, and its answer is cut off. `drop`: the connection ends before the server sees
anything. `delay`: the client hears of it too late. `chop`: a stream ends behind its first event.
"""


class Proxy:
    def __init__(self, target: str) -> None:
        self.target = urlsplit(target)
        self.tricks: list[Trick] = []
        self.seen: list[tuple[Trick, str | None]] = []
        """What was done with each request, and its idempotency key."""
        self._lock = Lock()
        proxy = self

        class Handler(_Handler):
            of = proxy

        self._server = _Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})

    def play(self, tricks: Iterable[Trick]) -> None:
        """Plays these tricks one after the other, and passes what comes after them."""
        self.tricks.extend(tricks)

    def next_trick(self, key: str | None) -> Trick:
        with self._lock:
            trick: Trick = self.tricks.pop(0) if self.tricks else "pass"
            self.seen.append((trick, key))
            return trick

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 512

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that is gone is what these tests are about."""


class _Handler(BaseHTTPRequestHandler):
    of: Proxy
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass

    def _answer(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        trick = self.of.next_trick(self.headers.get("Idempotency-Key"))
        if trick == "drop":
            return self._end()
        if isinstance(trick, Refuse):
            return self._refuse(trick)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in ("host", "connection")}
        connection = http.client.HTTPConnection(self.of.target.hostname or "", self.of.target.port or 80, timeout=60)
        try:
            connection.request(self.command, self.path, body or None, headers)
            answer = connection.getresponse()
            if answer.headers.get_content_type() == "text/event-stream":
                return self._stream(answer, trick)
            text = answer.read()
        finally:
            connection.close()
        if trick == "cut":
            return self._end()
        if trick == "delay":
            self.connection.recv(1)  # until the client gives up
            return self._end()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "transfer-encoding", "content-length", "keep-alive"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
        return None

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answer  # noqa: N815

    def _refuse(self, trick: Refuse) -> None:
        fault = {"status": str(trick.status), "code": trick.code, "title": trick.code, "detail": trick.code}
        text = b"<html>Bad gateway</html>" if trick.code is None else json.dumps({"errors": [fault]}).encode()
        self.send_response(trick.status)
        if trick.code is not None:
            self.send_header("Request-Id", "req_proxy")
        if trick.retry_after is not None:
            self.send_header("Retry-After", trick.retry_after)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def _stream(self, answer: http.client.HTTPResponse, trick: Trick) -> None:
        self.close_connection = True
        self.send_response(answer.status)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        seen = b""
        while chunk := answer.read1(65_536):
            seen += chunk
            if trick == "chop" and (found := re.search(rb"data:.*?\n\n", seen, re.DOTALL)):
                self.wfile.write(seen[len(seen) - len(chunk) : found.end()])
                break
            self.wfile.write(chunk)
        self._end()

    def _end(self) -> None:
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)
