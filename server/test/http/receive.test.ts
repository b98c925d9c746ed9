import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { receiveBody } from '../../src/http/receive.ts';

const head = 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\n';
let asked = Promise.withResolvers<void>();

/** Reads a body, and responds with it and how it was read. */
function read(message: IncomingMessage, response: ServerResponse): void {
  let how = 'at once';
  receiveBody(
    { message, announced: 5, timeout_ms: 10_000 },
    ({ error, body }) => void response.end(error?.message ?? `${body.toString()} ${how}`),
  );
  how = 'later';
  asked.resolve();
}

const server = createServer((message, response) => queueMicrotask(() => read(message, response)));
afterAll(() => void server.close());

describe('a body', () => {
  it('is read at once if it came with its head, and waited for if it did not', async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
    const nextResponse = async (): Promise<string> => String((await once(socket, 'data'))[0]);
    socket.write(`${head}hello`);
    expect(await nextResponse()).toMatch(/\r\n\r\nhello at once$/);
    asked = Promise.withResolvers();
    socket.write(head);
    await asked.promise;
    socket.write('there');
    expect(await nextResponse()).toMatch(/\r\n\r\nthere later$/);
    socket.destroy();
  });
});
