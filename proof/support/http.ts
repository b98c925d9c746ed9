import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A request as it is sent. An object is sent as JSON; `key` as a bearer token. */
export type Request = {
  method: string;
  path: string;
  key?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | object;
};

/** An answer: its status, the raw head, and the body. */
export type Reply = { status: number; head: string; text: string };

/** No answer: what the socket said (`ECONNREFUSED`, `ECONNRESET`, `TIMEOUT`, …), and whether anything had left. */
export class Broken extends Error {
  readonly code: string;
  readonly sent: boolean;
  constructor(code: string, sent: boolean) {
    super(sent ? `${code} after sending` : code);
    this.code = code;
    this.sent = sent;
  }
}

/** One connection: a request at a time. */
export type Connection = {
  send: (request: Request, timeout_ms?: number) => Promise<Reply>;
  isOpen: () => boolean;
  close: () => void;
};

/** As many connections as there are requests at once, each kept for the next. */
export type Http = {
  send: (request: Request, timeout_ms?: number) => Promise<Reply>;
  close: () => void;
};

type Target = { port: number; host?: string };
type Waiting = { resolve: (reply: Reply) => void; reject: (error: Broken) => void; timer: NodeJS.Timeout };

const patience_ms = 30_000;

/**
 * Written by hand because the client shares its processors with what it proves: a general one costs more per request
 * than the server does.
 */
export function openHttp(target: Target): Http {
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  const take = async (): Promise<Connection> => {
    for (let found = idle.pop(); found; found = idle.pop()) {
      if (found.isOpen()) return found;
      all.delete(found);
    }
    const opened = await openConnection(target);
    all.add(opened);
    return opened;
  };
  return {
    send: async (request, timeout_ms) => {
      const connection = await take();
      try {
        return await connection.send(request, timeout_ms);
      } finally {
        if (connection.isOpen()) idle.push(connection);
        else all.delete(connection);
      }
    },
    close: () => all.forEach((connection) => connection.close()),
  };
}

/** Opens a connection. Throws Broken where nobody listens. */
export function openConnection({ port, host = '127.0.0.1' }: Target): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host, noDelay: true });
    socket.once('error', (error: NodeJS.ErrnoException) => reject(new Broken(error.code ?? 'ERROR', false)));
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(serveRequests(socket, host));
    });
  });
}

function serveRequests(socket: Socket, host: string): Connection {
  let waiting: Waiting | null = null;
  let received = Buffer.alloc(0);
  let open = true;
  const fail = (code: string): void => {
    open = false;
    const failed = waiting;
    waiting = null;
    if (failed) clearTimeout(failed.timer);
    failed?.reject(new Broken(code, true));
    socket.destroy();
  };
  socket.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'ERROR'));
  socket.on('close', () => fail('CLOSED'));
  socket.on('data', (chunk) => {
    received = received.length === 0 ? Buffer.from(chunk) : Buffer.concat([received, chunk]);
    const reply = readReply(received);
    if (!reply || !waiting) return;
    received = Buffer.alloc(0);
    const { resolve, timer } = waiting;
    waiting = null;
    clearTimeout(timer);
    if (headerOf(reply, 'connection') === 'close') {
      open = false;
      socket.end();
    }
    resolve(reply);
  });
  return {
    send: (request, timeout_ms = patience_ms) =>
      new Promise((resolve, reject) => {
        if (!open || waiting) return reject(new Broken(open ? 'BUSY' : 'CLOSED', false));
        const timer = setTimeout(() => fail('TIMEOUT'), timeout_ms);
        waiting = { resolve, reject, timer };
        return socket.write(spell(request, host));
      }),
    isOpen: () => open,
    close: () => socket.destroy(),
  };
}

/** The request as bytes on the wire. */
function spell({ method, path, key, headers = {}, body }: Request, host: string): string {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  let head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n`;
  if (key !== undefined) head += `Authorization: Bearer ${key}\r\n`;
  for (const name of Object.keys(headers)) head += `${name}: ${headers[name]}\r\n`;
  if (text === undefined) return `${head}\r\n`;
  const length = Buffer.byteLength(text);
  return `${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${text}`;
}

/** The answer, once all of it is there. Purser always says how long its answers are. */
function readReply(received: Buffer): Reply | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const head = received.toString('latin1', 0, headEnd);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  if (received.length < headEnd + 4 + length) return null;
  return {
    status: Number(head.slice(9, 12)),
    head,
    text: received.toString('utf8', headEnd + 4, headEnd + 4 + length),
  };
}

/** A header of an answer, null where there is none. `name` in lower case. */
export function headerOf({ head }: Reply, name: string): string | null {
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    if (line.slice(0, colon).toLowerCase() === name) return line.slice(colon + 1).trim();
  }
  return null;
}

/** The codes of an error answer; none of any other. */
export function codesOf({ text }: Reply): string[] {
  if (!text.startsWith('{"errors"')) return [];
  return (JSON.parse(text) as { errors: Array<{ code: string }> }).errors.map(({ code }) => code);
}

/** A body with these attributes. */
export function attributes(values: object): { data: { attributes: object } } {
  return { data: { attributes: values } };
}
