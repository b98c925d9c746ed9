import { connect, type Socket } from 'node:net';

export type Reply = {
  status: number;
  /** Headers by lower-case name. */
  headers: ReadonlyMap<string, string>;
  text: string;
  took_ms: number;
};

/**
 * `silent`: no response within the time limit. `closed`: the server closed the connection without a response.
 */
export type Outcome = Reply | 'silent' | 'closed';

export type Exchange = {
  bytes: Buffer;
  /** A response to HEAD has no body, whatever its Content-Length. */
  isHead?: boolean;
  timeout_ms: number;
  /** For a request that may be truncated: the time after which to close the sending side. */
  end_ms?: number;
};

/** Sends one request unchanged over a new connection. */
export function exchange(baseUrl: string, request: Exchange): Promise<Outcome> {
  const { hostname, port } = new URL(baseUrl);
  const { bytes, isHead = false, timeout_ms, end_ms } = request;
  const began_ms = performance.now();
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let received = Buffer.alloc(0);
    const settle = (outcome: Outcome): void => {
      clearTimeout(limit);
      clearTimeout(ending);
      socket.destroy();
      resolve(outcome);
    };
    const limit = setTimeout(() => settle('silent'), timeout_ms);
    const ending = end_ms === undefined ? undefined : setTimeout(() => socket.end(), end_ms);
    socket.on('data', (part: Buffer) => {
      received = Buffer.concat([received, part]);
      const reply = readReply(received, isHead, performance.now() - began_ms);
      if (reply) settle(reply);
    });
    // A server that has refused a request may reset the connection while the rest is still being sent.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => settle('closed'));
    write(socket, bytes);
  });
}

function write(socket: Socket, bytes: Buffer): void {
  socket.write(bytes);
}

/**
 * Returns the first complete response in these bytes, or null. Interim responses (100 Continue) are skipped.
 */
function readReply(bytes: Buffer, isHead: boolean, took_ms: number): Reply | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] ([0-9]{3})/.exec(first)?.[1]);
  const rest = bytes.subarray(end + 4);
  if (status >= 100 && status < 200) return readReply(rest, isHead, took_ms);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  if (!isHead && headers.get('transfer-encoding') === 'chunked') {
    const text = unchunked(rest);
    return text && { status, headers, text: text.toString('utf8'), took_ms };
  }
  const length = isHead ? 0 : Number(headers.get('content-length') ?? 0);
  if (rest.length < length) return null;
  return { status, headers, text: rest.toString('utf8', 0, length), took_ms };
}

/** Returns a body from its chunks, or null if it is not complete. */
function unchunked(bytes: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  for (let at = 0; ;) {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return null;
    const length = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (length === 0) return Buffer.concat(parts);
    at = end + 2 + length + 2;
    if (at > bytes.length) return null;
    parts.push(bytes.subarray(end + 2, end + 2 + length));
  }
}
