import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { send, withoutSecret, type Endpoint } from './endpoint.ts';
import { attributes, refusal } from './http.ts';
import type { TestServer } from './server.ts';

/** Checks what every action promises about its optional body. */
export function checkAction(server: TestServer, endpoint: Endpoint): void {
  it('treats a missing body, an empty one and one without attributes alike', async () => {
    const json = { 'Content-Type': 'application/json' };
    const changes = [
      {},
      { headers: json },
      { headers: json, body: '' },
      { headers: { 'Content-Type': 'text/plain' } },
      { body: attributes({}) },
    ];
    for (const change of changes) {
      const reply = await send(server, endpoint, change);
      expect([change, reply.status]).toEqual([change, endpoint.status]);
      expect(JSON.parse(reply.text)).toStrictEqual(endpoint.response);
    }
  });

  it('is the same request with and without a body', async () => {
    const [path, headers] = [await endpoint.path(), { 'Idempotency-Key': randomUUID() }];
    const first = await send(server, endpoint, { path, headers });
    const again = await send(server, endpoint, { path, headers, body: attributes({}) });
    expect([again.status, again.text]).toEqual([endpoint.status, withoutSecret(endpoint, first)]);
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
  });

  it('refuses an invalid body, and does nothing', async () => {
    const path = await endpoint.path();
    const cases: Array<[body: unknown, status: number, place: string]> = [
      [[], 422, ''],
      ['null', 422, ''],
      [{}, 422, '/data'],
      [{ data: null }, 422, '/data'],
      [{ data: {} }, 422, '/data/attributes'],
      [{ data: { attributes: [] } }, 422, '/data/attributes'],
      [{ data: { attributes: {}, id: 'x' } }, 422, '/data/id'],
      [{ data: { attributes: {}, type: 'something' } }, 422, '/data/type'],
      [{ data: { attributes: {}, relationships: {} } }, 422, '/data/relationships'],
      [attributes({ status: 'COMPLETED' }), 422, '/data/attributes/status'],
      [attributes({ unknown: 1 }), 422, '/data/attributes/unknown'],
      ['{', 400, ''],
      [' ', 400, ''],
      ['{"data":{"attributes":{},"attributes":{}}}', 400, ''],
    ];
    for (const [body, status, place] of cases) {
      const reply = await send(server, endpoint, { path, body });
      const code = status === 400 ? 'invalid_json' : 'invalid_value';
      expect([body, ...refusal(reply)]).toEqual([body, status, [code], [place]]);
    }
    expect((await send(server, endpoint, { path })).status).toBe(endpoint.status);
  });

  it('refuses a body of another content type or of more than 256 KiB', async () => {
    const path = await endpoint.path();
    const text = JSON.stringify(attributes({}));
    const other = await send(server, endpoint, {
      path,
      body: text,
      headers: { 'Content-Type': 'text/plain' },
    });
    expect(refusal(other)).toEqual([415, ['unsupported_media_type'], ['Content-Type']]);
    const tooLong = await send(server, endpoint, { path, body: text.padEnd(256 * 1024 + 1) });
    expect(refusal(tooLong)).toEqual([413, ['payload_too_large'], [undefined]]);
    const fits = await send(server, endpoint, { path, body: text.padEnd(256 * 1024) });
    expect(fits.status).toBe(endpoint.status);
  });
}
