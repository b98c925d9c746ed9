import { describe, expect, it } from 'vitest';
import { rawRequest, sendRaw } from '../support/raw.ts';
import { main, testServer } from '../support/server.ts';

const server = testServer();
const large = 200 * 1024;

/** Sends what it does not complete, and returns the response after which the server has closed the connection. */
const refusalOf = (first: string, lines: string[], body = 'x'.repeat(large / 2)): Promise<string> =>
  sendRaw(server.baseUrl, rawRequest(first, lines, body).replace('Connection: close\r\n', ''));
const json = 'Content-Type: application/json';
const length = `Content-Length: ${large}`;
const chunks = 'Transfer-Encoding: chunked';
const key = `Authorization: Bearer ${main.apiKey}`;
const readOnly = `Authorization: Bearer ${main.readOnlyApiKey}`;

describe('a large body that is not read', () => {
  it.each([
    ['without a key', 'POST /payments', [json, length], 401],
    ['of chunks without a key', 'POST /payments', [json, chunks], 401],
    ['without the scope', 'POST /payments', [json, length, readOnly], 403],
    ['of another type', 'POST /payments', ['Content-Type: text/plain', length, key], 415],
    ['to an unknown address', 'POST /nothing', [json, length, key], 404],
    ['of a GET', 'GET /parties/me', [length, key], 400],
    ['of chunks of a GET', 'GET /parties/me', [chunks, key], 400],
  ])('%s is refused, and its connection closed', async (_name, first, lines, status) => {
    const body = lines.includes(chunks) ? `8000\r\n${'x'.repeat(0x8000)}\r\n` : undefined;
    const response = await refusalOf(first, lines, body);
    expect(response).toContain(`HTTP/1.1 ${status} `);
    expect(response.toLowerCase()).toContain('connection: close');
  });
});
