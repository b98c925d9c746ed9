import { connect, type Socket } from 'node:net';

/** A request. An object body is sent as JSON, `key` as a bearer token. */
export type HttpRequest = {
  method: string;
  path: string;
  key?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | object;
};

/** A response: its status, the raw head (status line and headers), and the body. */
export type HttpResponse = { status: number; head: string; text: string };

/**
 * No response arrived: the socket's error code (`ECONNREFUSED`, `ECONNRESET`, `TIMEOUT`, …), and whether anything was
 * sent.
 */
export class ConnectionError extends Error {
  readonly code: string;
  readonly sent: boolean;
  constructor(code: string, sent: boolean) {
    super(sent ? `${code} after sending` : code);
    this.code = code;
    this.sent = sent;
  }
}

/** One connection, which carries one request at a time. */
export type Connection = {
  send: (request: HttpRequest, timeout_ms?: number) => Promise<HttpResponse>;
  isOpen: () => boolean;
  close: () => void;
};

/** A client that opens one connection per concurrent request and keeps it for later requests. */
export type HttpClient = {
  send: (request: HttpRequest, timeout_ms?: number) => Promise<HttpResponse>;
  close: () => void;
};

type Target = { port: number; host?: string };
type Pending = {
  resolve: (response: HttpResponse) => void;
  reject: (error: ConnectionError) => void;
  timer: NodeJS.Timeout;
};

const defaultTimeout_ms = 30_000;

/**
 * Opens a client. It is hand-written because it shares the processors with the server under test: a general-purpose
 * client costs more per request than the server does.
 */
export function openHttpClient(target: Target): HttpClient {
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

/** Opens a connection. Throws ConnectionError where no server listens. */
export function openConnection({ port, host = '127.0.0.1' }: Target): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host, noDelay: true });
    socket.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ConnectionError(error.code ?? 'ERROR', false)),
    );
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(serveRequests(socket, host));
    });
  });
}

function serveRequests(socket: Socket, host: string): Connection {
  let pending: Pending | null = null;
  let received = Buffer.alloc(0);
  let open = true;
  const fail = (code: string): void => {
    open = false;
    const failed = pending;
    pending = null;
    if (failed) clearTimeout(failed.timer);
    failed?.reject(new ConnectionError(code, true));
    socket.destroy();
  };
  socket.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? 'ERROR'));
  socket.on('close', () => fail('CLOSED'));
  socket.on('data', (chunk) => {
    received = received.length === 0 ? Buffer.from(chunk) : Buffer.concat([received, chunk]);
    const response = parseResponse(received);
    if (!response || !pending) return;
    received = Buffer.alloc(0);
    const { resolve, timer } = pending;
    pending = null;
    clearTimeout(timer);
    if (headerOf(response, 'connection') === 'close') {
      open = false;
      socket.end();
    }
    resolve(response);
  });
  return {
    send: (request, timeout_ms = defaultTimeout_ms) =>
      new Promise((resolve, reject) => {
        if (!open || pending) return reject(new ConnectionError(open ? 'BUSY' : 'CLOSED', false));
        const timer = setTimeout(() => fail('TIMEOUT'), timeout_ms);
        pending = { resolve, reject, timer };
        return socket.write(serialize(request, host));
      }),
    isOpen: () => open,
    close: () => socket.destroy(),
  };
}

/** Returns the request as text on the wire. */
function serialize({ method, path, key, headers = {}, body }: HttpRequest, host: string): string {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  let head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n`;
  if (key !== undefined) head += `Authorization: Bearer ${key}\r\n`;
  for (const name of Object.keys(headers)) head += `${name}: ${headers[name]}\r\n`;
  if (text === undefined) return `${head}\r\n`;
  const length = Buffer.byteLength(text);
  const type = headers['Content-Type'] === undefined ? 'Content-Type: application/json\r\n' : '';
  return `${head}${type}Content-Length: ${length}\r\n\r\n${text}`;
}

/** Parses the response; null until it is complete. Only what is streamed has chunks instead of a Content-Length. */
function parseResponse(received: Buffer): HttpResponse | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const head = received.toString('latin1', 0, headEnd);
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    const text = joinChunks(received.subarray(headEnd + 4));
    return text === null ? null : { status: Number(head.slice(9, 12)), head, text };
  }
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  if (received.length < headEnd + 4 + length) return null;
  return {
    status: Number(head.slice(9, 12)),
    head,
    text: received.toString('utf8', headEnd + 4, headEnd + 4 + length),
  };
}

/** Returns the text of a body in chunks; null until the last one, of length 0, has arrived. */
function joinChunks(body: Buffer): string | null {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = body.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const length = Number.parseInt(body.toString('latin1', at, lineEnd), 16);
    const end = lineEnd + 2 + length;
    if (body.length < end + 2) return null;
    if (length === 0) return Buffer.concat(chunks).toString();
    chunks.push(body.subarray(lineEnd + 2, end));
    at = end + 2;
  }
}

/** Returns a header of a response, null where it is absent. `name` is in lower case. */
export function headerOf({ head }: HttpResponse, name: string): string | null {
  for (const line of head.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    if (line.slice(0, colon).toLowerCase() === name) return line.slice(colon + 1).trim();
  }
  return null;
}

/** Returns the error codes of a response; none where it is no error. */
export function codesOf({ text }: HttpResponse): string[] {
  if (!text.startsWith('{"errors"')) return [];
  return (JSON.parse(text) as { errors: Array<{ code: string }> }).errors.map(({ code }) => code);
}

/** Returns a request body with these attributes. */
export function attributes(values: object): { data: { attributes: object } } {
  return { data: { attributes: values } };
}
