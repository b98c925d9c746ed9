import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { attributes, call, refusal, resource, type Reply } from '../support/http.ts';
import { main, testServer } from '../support/server.ts';

const server = testServer();
const payee = { type: 'email', value: 'somebody@example.com' };
const good = { amount: 1, currency: 'USD', counterparty: payee, description: 'Tea' };
const at = (pointer: string) => [422, ['invalid_value'], [`/data/attributes${pointer}`]];

const payBy = (change: object) => server.pay({ ...good, ...change });

/** Sends the amount exactly as written, because JSON.stringify would normalize it. */
function payText(amount: string): Promise<Reply> {
  const body = JSON.stringify(attributes({ ...good, amount: 0 })).replace('"amount":0', `"amount":${amount}`);
  return call(server.baseUrl, 'POST', '/payments', {
    key: main.apiKey,
    body,
    headers: { 'Idempotency-Key': randomUUID() },
  });
}

describe('the amount of a payment', () => {
  it.each([
    '0',
    '-0',
    '-1',
    '1.0',
    '1.5',
    '0.1',
    '1e0',
    '1E2',
    '10e-1',
    '9007199254740992',
    '9007199254740993',
    '99999999999999999999999999',
    '1e400',
    '"1"',
    'true',
    'null',
    '[1]',
    '{"value":1}',
  ])('refuses %s because of its notation', async (amount) => {
    expect(refusal(await payText(amount))).toEqual(at('/amount'));
  });

  it.each(['01', '+1', '0x1', '1_000', '1n', 'NaN', 'Infinity', '.5', '1.', '\u0661'])(
    'refuses %s, which is not JSON',
    async (amount) => expect(refusal(await payText(amount))).toEqual([400, ['invalid_json'], ['']]),
  );

  it('may be 1', async () => expect(resource(await payText('1')).attributes['amount']).toBe(1));

  it('may be 9007199254740991, which is more than the wallet has', async () => {
    const reply = await payText('9007199254740991');
    expect(refusal(reply)).toEqual([409, ['insufficient_funds'], ['/data/attributes/amount']]);
  });
});

describe('the currency of a payment', () => {
  it.each([
    'usd',
    'US',
    'USDD',
    '',
    ' USD',
    'ZZZ',
    'U$D',
    'ÜSD',
    840,
    null,
    ['USD'],
    'XSU',
    'XAU',
    'XXX',
    'BGN',
  ])('refuses %j', async (currency) => expect(refusal(await payBy({ currency }))).toEqual(at('/currency')));

  it.each(['VED', 'CLF', 'UYW', 'XCG', 'JPY', 'KWD'])('may be %s', async (currency) => {
    const funds = [409, ['insufficient_funds'], ['/data/attributes/amount']];
    expect(refusal(await payBy({ currency }))).toEqual(funds);
  });

  it('is USD by default', async () => {
    const reply = await payBy({ currency: undefined });
    expect(resource(reply).attributes['currency']).toBe('USD');
  });
});

describe('the description of a payment', () => {
  const family = '👩‍👩‍👧‍👦';
  it.each([
    ['no characters', ''],
    ['500 letters', 'x'.repeat(500)],
    ['500 characters beyond the basic plane', '🫖'.repeat(500)],
    ['joined, combining and right-to-left characters', `${family} e\u0301 é \u200f שלום \ufb01 ﷺ \ufeff`],
    [
      'text that looks like code',
      `<script>alert('x')</script> "quoted" \\ {{x}} $1 %s ; DROP TABLE payments --`,
    ],
    ['the last character of Unicode', '\u{10ffff}\ufffd'],
  ])('stores %s unchanged', async (_name, description) => {
    const created = resource(await payBy({ description }));
    expect(created.attributes['description']).toBe(description);
    const read = await server.as(main.apiKey).get(`/payments/${created.id}`);
    expect(resource(read).attributes['description']).toBe(description);
  });

  it.each([
    ['501 letters', 'x'.repeat(501)],
    ['501 characters beyond the basic plane', '🫖'.repeat(501)],
    ['U+0000', 'a\u0000b'],
    ['a line break', 'a\nb'],
    ['an escape', '\u001b[31m'],
    ['a C1 control', '\u0085'],
    ['a delete', '\u007f'],
    ['a lone high surrogate', 'a\ud83e'],
    ['a lone low surrogate', '\udad6b'],
    ['a number', 7],
    ['a list', ['Tea']],
  ])('refuses %s', async (_name, description) => {
    expect(refusal(await payBy({ description }))).toEqual(at('/description'));
  });

  it('is null by default', async () => {
    for (const description of [undefined, null]) {
      expect(resource(await payBy({ description })).attributes['description']).toBeNull();
    }
  });
});

const withType = (type: string, value: unknown): object => ({ counterparty: { type, value } });

describe('the counterparty and the customer of a payment', () => {
  const id = '0'.repeat(32);

  it.each([
    ['a string', { counterparty: 'somebody@example.com' }, '/counterparty'],
    ['null', { counterparty: null }, '/counterparty'],
    ['a list', { counterparty: [payee] }, '/counterparty'],
    ['no counterparty', { counterparty: undefined }, '/counterparty'],
    [
      'a counterparty without a type',
      { counterparty: { value: 'somebody@example.com' } },
      '/counterparty/type',
    ],
    ['a counterparty of an unknown type', withType('iban', 'x'), '/counterparty/type'],
    ['a type that names an inherited property', withType('constructor', 'x'), '/counterparty/type'],
    ['a counterparty without a value', { counterparty: { type: 'email' } }, '/counterparty/value'],
    [
      'a counterparty with an unknown attribute',
      { counterparty: { ...payee, name: 'S' } },
      '/counterparty/name',
    ],
    ['a malformed address', withType('email', 'somebody'), '/counterparty/value'],
    ['an address without a dot', withType('email', 'somebody@example'), '/counterparty/value'],
    ['an address with a space', withType('email', 'some body@example.com'), '/counterparty/value'],
    [
      'an address that is too long in lower case',
      withType('email', `${'İ'.repeat(200)}@example.com`),
      '/counterparty/value',
    ],
    ['two addresses', withType('email', 'a@example.com,b@example.com'), '/counterparty/value'],
    ['an address that changes direction', withType('email', 'a\u202e@example.com'), '/counterparty/value'],
    ['an address with an invisible space', withType('email', 'a@exam\u200bple.com'), '/counterparty/value'],
    ['an address with an invisible tag', withType('email', 'a\u{e0041}@example.com'), '/counterparty/value'],
    ['an address with a NUL', withType('email', 'a\u0000@example.com'), '/counterparty/value'],
    [
      'an address of 255 characters',
      withType('email', `${'a'.repeat(243)}@example.com`),
      '/counterparty/value',
    ],
    ['a number as a phone', withType('phone', 14155550123), '/counterparty/value'],
    ['a phone without a plus', withType('phone', '14155550123'), '/counterparty/value'],
    ['a phone with spaces', withType('phone', '+1 415 555 0123'), '/counterparty/value'],
    ['a phone of 16 digits', withType('phone', '+1234567890123456'), '/counterparty/value'],
    ['a malformed party id', withType('party_id', 'pty_1'), '/counterparty/value'],
    ["an agent's id as a party's", withType('party_id', `agt_${id}`), '/counterparty/value'],
    ["a party's id as an agent's", withType('agent_id', `pty_${id}`), '/counterparty/value'],
    ['a malformed customer', { customerPartyId: 'pty_1' }, '/customerPartyId'],
    ['null as customer', { customerPartyId: null }, '/customerPartyId'],
    ['no amount', { amount: undefined }, '/amount'],
  ])('refuse %s', async (_name, change, pointer) => {
    expect(refusal(await payBy(change))).toEqual(at(pointer));
  });

  it('accept an address of 254 characters and a phone number of 15 digits', async () => {
    expect((await payBy(withType('email', `${'a'.repeat(242)}@example.com`))).status).toBe(201);
    expect((await payBy(withType('phone', '+123456789012345'))).status).toBe(201);
  });

  it('report all faults of a body together, and echo no value', async () => {
    const change = {
      amount: 'secret-1',
      currency: 'secret-2',
      counterparty: 'secret-3',
      description: 7,
      'x-y': 1,
    };
    const reply = await payBy(change);
    const places = ['/amount', '/currency', '/counterparty', '/description', '/x-y'];
    expect(refusal(reply)).toEqual([
      422,
      places.map(() => 'invalid_value'),
      places.map((place) => `/data/attributes${place}`),
    ]);
    expect(reply.text).not.toContain('secret');
  });
});
