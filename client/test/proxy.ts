import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createPipe, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What a proxy does with a request: passes it, answers itself, or lets the answer get lost. */
export type Trick =
  | 'pass'
  /** The server does its work, and its answer is lost. */
  | 'cut'
  /** The server does its work, and its answer breaks off within its body. */
  | 'half'
  /** The connection ends before the server sees anything. */
  | 'drop'
  /** The server does its work, and the client hears of it too late. */
  | 'delay'
  /** The client has given up and may have sent the request again when the server gets it. */
  | 'late'
  /** The server does its work, and a gateway answers in its place, with a success of its own. */
  | 'foreign'
  /** With a code, the proxy answers as the server would; otherwise as a gateway that knows nothing of Purser. */
  | { status: number; code?: string; retryAfter_s?: number | string; body?: string; location?: string };

export type Proxy = {
  url: string;
  seen: Array<{ trick: Trick; key: string | undefined }>;
  /** Also waits for what is still on its way to the server. */
  close: () => Promise<void>;
};

/** Starts a proxy before a server, on loopback; `next` says what it does with each request, which has this idempotency key. */
export async function startProxy(target: string, next: (key: string | undefined) => Trick): Promise<Proxy> {
  const seen: Proxy['seen'] = [];
  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(message);
    const key = message.headers['idempotency-key'] as string | undefined;
    const trick = next(key);
    seen.push({ trick, key });
    const givenUp = new Promise((resolve) => response.once('close', resolve));
    if (trick === 'drop') return void message.socket.destroy();
    if (typeof trick === 'object') return refuse(response, trick);
    if (trick === 'late') await givenUp;
    const { status, headers, text } = await pass(target, message, body);
    if (trick === 'cut') return void message.socket.destroy();
    if (trick === 'half') return breakOff(response, status, headers, text);
    if (trick === 'foreign') return void response.writeHead(200, json).end('{"ok":true}');
    if (trick === 'delay') await givenUp;
    response.writeHead(status, headers).end(text);
  };
  const pending: Array<Promise<void>> = [];
  const server = createServer((message, response) => {
    pending.push(answer(message, response).catch(() => void response.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await Promise.all(pending);
    },
  };
}

export type Pipe = {
  url: string;
  /** Resolves once a client has asked for something with this in its head, since the last cut. */
  asked: (words: string) => Promise<void>;
  /** Ends all connections at once, on both sides. */
  cut: () => void;
  close: () => Promise<void>;
};

/** Passes bytes to a server and back, on loopback, until it cuts the connections. */
export async function startPipe(target: string): Promise<Pipe> {
  const sockets = new Set<Socket>();
  let heads = '';
  let onHead: (() => void) | null = null;
  const { port, hostname } = new URL(target);
  const server = createPipe((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.pipe(to);
    }
    near.on('data', (part: Buffer) => {
      heads += part.toString();
      onHead?.();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    heads = '';
    for (const each of sockets) each.destroy();
    sockets.clear();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: (words) =>
      new Promise((resolve) => {
        onHead = () => void (heads.includes(words) && resolve());
        onHead();
      }),
    cut,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
}

const json = { 'Content-Type': 'application/json' };

function breakOff(response: ServerResponse, status: number, headers: Passed['headers'], text: Buffer): void {
  response.writeHead(status, headers);
  response.write(text.subarray(0, text.length / 2), () => response.destroy());
}

function refuse(
  response: ServerResponse,
  { status, code, retryAfter_s, body, location }: Exclude<Trick, string>,
): void {
  const errors =
    code === undefined ? undefined : [{ status: String(status), code, title: code, detail: code }];
  response
    .writeHead(status, {
      ...json,
      ...(code !== undefined && { 'Request-Id': 'req_proxy' }),
      ...(location !== undefined && { Location: location }),
      ...(retryAfter_s !== undefined && { 'Retry-After': String(retryAfter_s) }),
    })
    .end(body ?? (errors ? JSON.stringify({ errors }) : '<html>Bad gateway</html>'));
}

type Passed = { status: number; headers: Record<string, string | string[] | undefined>; text: Buffer };

function pass(target: string, message: IncomingMessage, body: Buffer): Promise<Passed> {
  const { method, url = '/', headers } = message;
  return new Promise((resolve, reject) => {
    const forward = request(new URL(url, target), {
      method,
      headers: { ...headers, host: new URL(target).host },
    });
    forward.on('error', reject);
    forward.on('response', (answer) => {
      buffer(answer).then(
        (text) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }),
        reject,
      );
    });
    forward.end(body);
  });
}
