import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What a proxy does with a request: passes it, answers itself, or lets the answer get lost. */
export type Trick =
  | 'pass'
  /** The server does its work, and its answer is cut off. */
  | 'cut'
  /** The connection ends before the server sees anything. */
  | 'drop'
  /** The server does its work, and the client hears of it too late. */
  | 'delay'
  /** With a code, the proxy answers as the server would; otherwise as a gateway that knows nothing of Purser. */
  | { status: number; code?: string; retryAfter_s?: number | string; body?: string; location?: string };

export type Proxy = {
  url: string;
  seen: Array<{ trick: Trick; key: string | undefined }>;
  close: () => Promise<void>;
};

/** Starts a proxy before a server, on loopback; `next` says what it does with each request. */
export async function startProxy(target: string, next: () => Trick): Promise<Proxy> {
  const seen: Proxy['seen'] = [];
  const answer = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(message);
    const trick = next();
    seen.push({ trick, key: message.headers['idempotency-key'] as string | undefined });
    if (trick === 'drop') return void message.socket.destroy();
    if (typeof trick === 'object') return refuse(response, trick);
    const { status, headers, text } = await pass(target, message, body);
    if (trick === 'cut') return void message.socket.destroy();
    if (trick === 'delay') await new Promise((resolve) => response.once('close', resolve)); // until the client gives up
    response.writeHead(status, headers).end(text);
  };
  const server = createServer(
    (message, response) => void answer(message, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function refuse(
  response: ServerResponse,
  { status, code, retryAfter_s, body, location }: Exclude<Trick, string>,
): void {
  const errors =
    code === undefined ? undefined : [{ status: String(status), code, title: code, detail: code }];
  response
    .writeHead(status, {
      'Content-Type': 'application/json',
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
