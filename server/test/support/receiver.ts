import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What a receiver got. */
export type Received = { headers: IncomingHttpHeaders; body: string; path: string };

/** A receiver of webhooks on loopback. */
export type Receiver = {
  url: string;
  received: Received[];
  /** How many connections were ever opened to it. */
  connections: () => number;
  /** Decides the answer; by default 200. */
  answer: (request: Received, response: ServerResponse) => void;
  close: () => Promise<void>;
};

/** Starts a receiver. */
export async function startReceiver(): Promise<Receiver> {
  let connections = 0;
  const receiver: Receiver = {
    url: '',
    received: [],
    connections: () => connections,
    answer: (_request, response) => void response.writeHead(200).end('ok'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  async function take(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = { headers: message.headers, body: await text(message), path: message.url ?? '' };
    receiver.received.push(request);
    receiver.answer(request, response);
  }
  const server = createServer((message, response) => void take(message, response).catch(() => undefined));
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}
