import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { attributes, call, places, refusal } from '../support/http.ts';
import { main, testServer } from '../support/server.ts';

const server = testServer();
const good = { amount: 1, counterparty: { type: 'email', value: 'somebody@example.com' } };
const goodText = JSON.stringify(attributes(good));
const invalidJson = [400, ['invalid_json'], ['']];

const post = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  call(server.baseUrl, 'POST', '/payments', {
    key: main.apiKey,
    body,
    headers: { 'Idempotency-Key': randomUUID(), ...headers },
  });

/** The valid body with `"amount":1` replaced by other text. */
const withAttributes = (text: string): string => goodText.replace('"amount":1', text);

describe('a body', () => {
  it('is accepted with white space, escapes and its names in any order', async () => {
    const text =
      '\r\n\t {"data" : { "attributes":{"counterparty":{"value":"a@example.com","type":"email"},"\\u0061mount":1}}} ';
    expect((await post(text)).status).toBe(201);
  });

  it.each([
    ['a duplicate name', withAttributes('"amount":1,"amount":2')],
    ['a duplicate name, once escaped', withAttributes('"amount":1,"\\u0061mount":2')],
    ['a duplicate wrapper', `{"data":${goodText.slice(8, -1)},"data":{}}`],
    ['a duplicate name deep inside', withAttributes('"amount":1,"x":[{"y":{"z":1,"z":1}}]')],
    ['the name __proto__', withAttributes('"amount":1,"__proto__":{"currency":"EUR"}')],
    ['the name __proto__ escaped', withAttributes('"amount":1,"\\u005f_proto__":{}')],
    ['33 levels of nesting', withAttributes(`"amount":1,"x":${'['.repeat(30)}${']'.repeat(30)}`)],
    ['very deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['its end missing', goodText.slice(0, -1)],
    ['text after its end', `${goodText}{}`],
    ['a comment', goodText.replace('{', '{/* */')],
    ['a trailing comma', goodText.replace('"amount":1', '"amount":1,')],
    ['a NUL byte', goodText.replace('somebody', 'some\u0000body')],
    ['a NUL byte outside of a string', `${goodText}\u0000`],
    ['a byte order mark', `\ufeff${goodText}`],
    ['an open string that ends in a backslash', '{"data":"\\'],
  ])('is refused with %s', async (_name, text) => expect(refusal(await post(text))).toEqual(invalidJson));

  it.each([
    ['a lone continuation byte', [0x80]],
    ['a truncated sequence', [0xe2, 0x82]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['a surrogate in UTF-8', [0xed, 0xa0, 0x80]],
    ['Latin-1', [0xe9]],
  ])('is refused with %s, which is not UTF-8', async (_name, bytes) => {
    const [before = '', after = ''] = goodText.split('somebody');
    expect(
      refusal(await post(Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]))),
    ).toEqual(invalidJson);
  });

  it('is refused in UTF-16', async () => {
    expect(refusal(await post(Buffer.from(goodText, 'utf16le')))).toEqual(invalidJson);
  });

  it('is refused when it is compressed or declared as compressed', async () => {
    const place = [415, ['unsupported_media_type'], ['Content-Encoding']];
    expect(refusal(await post(gzipSync(goodText), { 'Content-Encoding': 'gzip' }))).toEqual(place);
    expect(refusal(await post(goodText, { 'Content-Encoding': 'gzip' }))).toEqual(place);
    expect(refusal(await post(gzipSync(goodText)))).toEqual(invalidJson);
    expect((await post(goodText, { 'Content-Encoding': 'identity' })).status).toBe(201);
  });

  it('may nest 32 levels, so that only its unknown name is refused', async () => {
    const reply = await post(withAttributes(`"amount":1,"x":${'['.repeat(29)}${']'.repeat(29)}`));
    expect(refusal(reply)).toEqual([422, ['invalid_value'], ['/data/attributes/x']]);
  });

  it.each(['constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', ''])(
    'attaches no meaning to the name "%s"',
    async (name) => {
      const inside = await post(withAttributes(`"amount":1,"${name}":{"prototype":{"polluted":true}}`));
      expect(refusal(inside)).toEqual([422, ['invalid_value'], [`/data/attributes/${name}`]]);
      expect((await post(`{"${name}":1,${goodText.slice(1)}`)).status).toBe(422);
    },
  );

  it('is refused with a lone surrogate in a value or in a name', async () => {
    const inValue = await post(withAttributes('"amount":1,"description":"\\ud800"'));
    expect(refusal(inValue)).toEqual([422, ['invalid_value'], ['/data/attributes/description']]);
    expect((await post(withAttributes('"amount":1,"\\udfff":1'))).status).toBe(422);
  });

  it.each([
    ['tags', `{${Array.from({ length: 2_001 }, (_, index) => `"t${index}":""`).join(',')}}`],
    ['numbers', `[${Array.from({ length: 2_001 }, () => '1').join(',')}]`],
    ['texts', `[${Array.from({ length: 2_001 }, () => '""').join(',')}]`],
  ])('is refused with more than 2,000 values before any schema sees them: %s', async (_what, values) => {
    expect(refusal(await post(withAttributes(`"amount":1,"tags":${values}`)))).toEqual(invalidJson);
  });

  it('with many invalid names lists the first hundred, each with its pointer', async () => {
    const names = Array.from({ length: 1_900 }, (_, index) => `n${index}`);
    const reply = await post(withAttributes(`"amount":1,${names.map((name) => `"${name}":1`).join(',')}`));
    expect(reply.status).toBe(422);
    expect(places(reply)).toEqual(names.slice(0, 100).map((name) => `/data/attributes/${name}`));
  });

  // A parser that searches for the end of a string from every quote needs seconds here: hence the short
  // timeout.
  it.each([
    ['quotes and backslashes', '"\\'.repeat(125_000)],
    ['quotes', '"'.repeat(250_001)],
    ['backslashes', `"${'\\'.repeat(250_000)}`],
    ['open strings', '"a'.repeat(125_000)],
    ['open brackets', '['.repeat(250_000)],
    ['blanks', `${' '.repeat(250_000)}x`],
  ])(
    'that consists of %s is refused without delay',
    async (_name, text) => {
      expect(refusal(await post(text))).toEqual(invalidJson);
    },
    5_000,
  );

  it('with a string of escapes only is read like any other', async () => {
    const reply = await post(withAttributes(`"amount":1,"description":"${'\\u00e9'.repeat(40_000)}"`));
    expect(refusal(reply)).toEqual([422, ['invalid_value'], ['/data/attributes/description']]);
    expect((await post(withAttributes(`"amount":1,"description":"${'\\u00e9'.repeat(500)}"`))).status).toBe(
      201,
    );
  });

  it('with a number of a hundred thousand digits is refused', async () => {
    const reply = await post(withAttributes(`"amount":${'9'.repeat(100_000)}`));
    expect(refusal(reply)).toEqual([422, ['invalid_value'], ['/data/attributes/amount']]);
  });

  it('far above the size limit is refused', async () => {
    const reply = await post('x'.repeat(2_000_000));
    expect(refusal(reply)).toEqual([413, ['payload_too_large'], [undefined]]);
  });
});

const send = (key: string, body: string, headers: Record<string, string>) =>
  call(server.baseUrl, 'POST', '/payments', { key, body, headers });

describe('the order of checks', () => {
  const broken = { 'Idempotency-Key': '', 'Content-Type': 'text/plain' };

  it('is key, headers, permission, length, type, JSON, values', async () => {
    const tooLong = 'x'.repeat(300_000);
    const plain = { 'Idempotency-Key': 'k', 'Content-Type': 'text/plain' };
    const json = { 'Idempotency-Key': 'k' };
    expect((await send(main.revokedApiKey, tooLong, broken)).status).toBe(401);
    expect((await send(main.readOnlyApiKey, tooLong, broken)).status).toBe(400);
    expect((await send(main.readOnlyApiKey, tooLong, plain)).status).toBe(403);
    expect((await send(main.apiKey, tooLong, plain)).status).toBe(413);
    expect((await send(main.apiKey, '{', plain)).status).toBe(415);
    expect((await send(main.apiKey, '{', json)).status).toBe(400);
    expect((await send(main.apiKey, '{}', json)).status).toBe(422);
  });

  it('validates the body before it looks up the agent', async () => {
    const headers = { 'X-Agent-ID': `agt_${'0'.repeat(32)}`, 'X-Instance-ID': 'chat 1' };
    expect((await post('{}', headers)).status).toBe(422);
    expect((await post(goodText, headers)).status).toBe(404);
  });
});
