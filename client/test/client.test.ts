import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { newestEvent } from '../../server/test/support/events.ts';
import { startReceiver } from '../../server/test/support/receiver.ts';
import { until } from '../../server/test/flows/support.ts';
import { customer, main, stranger, testServer } from '../../server/test/support/server.ts';
import { generated, sandboxDocument, typescriptFile } from '../scripts/generate.ts';
import { namedOperations } from '../scripts/model.ts';
import type * as Errors from '../src/errors.ts';
import { startPipe, startProxy } from './proxy.ts';
import {
  APIError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  format,
  money,
  NotFoundError,
  Purser,
  PurserError,
  SignatureError,
  UsageError,
  ValidationError,
} from '../src/index.ts';

const server = testServer({ PURSER_WEBHOOKS_TO_LOOPBACK: 'true' });
const as = (apiKey: string): Purser => new Purser({ apiKey, baseUrl: server.baseUrl, maxRetries: 0 });
const toCustomer = { counterparty: { type: 'party_id' as const, value: customer.partyId }, currency: 'USD' };
const errorOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

function formatted(text: string): Promise<string> {
  const oxfmt = new URL('../../node_modules/oxfmt/bin/oxfmt', import.meta.url).pathname;
  const words = [oxfmt, '--stdin-filepath', 'client/src/generated/api.ts'];
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 10_000_000 };
    const format = execFile(process.execPath, words, options, (error, out) =>
      error ? reject(error) : resolve(out),
    );
    format.stdin?.end(text);
  });
}

describe('the generated code', () => {
  it('of each library is that of the document as it is now', async () => {
    for (const [file, text] of generated()) {
      const fresh = file === typescriptFile ? await formatted(text) : text;
      expect((await readFile(file, 'utf8')) === fresh, `${file}: run \`npm run client:generate\``).toBe(true);
    }
  });

  it('has a method for every operation', () => {
    const purser = as(main.apiKey) as unknown as Record<string, Record<string, unknown>>;
    const named = namedOperations(sandboxDocument());
    const absent = named.filter(({ noun, method }) => typeof purser[noun]?.[method] !== 'function');
    expect(absent.map(({ operation }) => operation.operationId)).toEqual([]);
    expect(named.length).toBeGreaterThan(120);
  });
});

describe('a program', () => {
  it('pays, reads, and finds relationships beside attributes', async () => {
    const purser = as(main.apiKey);
    const paid = await purser.payments.create({ ...toCustomer, amount: 1_250, description: 'Coffee' });
    expect(paid).toMatchObject({
      object: 'payment',
      amount: 1_250,
      description: 'Coffee',
      sender: { object: 'party', id: main.partyId },
      recipient: { object: 'party', id: customer.partyId },
      initiatorAgent: null,
    });
    expect(await purser.payments.get({ paymentId: paid.id })).toMatchObject({
      id: paid.id,
      status: 'COMPLETED',
    });
    const transfer = await purser.transfers.withdraw({
      amount: 100,
      currency: 'USD',
      externalAccountId: main.externalAccountId,
    });
    expect([transfer.object, transfer.type]).toEqual(['transfer', 'withdrawal']);
  });

  it('waits for an approval as a result, which another person gives', async () => {
    const agent = as(main.limitedAgentKey);
    const waiting = await agent.payments.create({ ...toCustomer, amount: 25_000 });
    expect(waiting.status).toBe('IN_REVIEW');
    const approver = as(main.approverApiKey);
    const { data } = await approver.approvals.list({ targetId: waiting.id });
    expect(data[0]?.reasons[0]?.type).toBe('limitExceeded');
    const approved = await approver.approvals.approve({ approvalId: data[0]?.id ?? '' });
    expect(approved.status).toBe('approved');
    expect((await agent.payments.get({ paymentId: waiting.id })).status).toBe('COMPLETED');
  });

  it('hears the status, the request and whether it was a replay', async () => {
    const purser = as(main.apiKey);
    const options = { idempotencyKey: 'client-replay' };
    const ask = () => purser.payments.create({ ...toCustomer, amount: 1 }, options).withResponse();
    const [first, second] = [await ask(), await ask()];
    expect([first.status, first.isReplayed, second.isReplayed]).toEqual([201, false, true]);
    expect([second.data, second.requestId === first.requestId]).toEqual([first.data, false]);
    expect(first.requestId).toMatch(/^req_/);
  });

  it('acts as an agent of its party, in a conversation', async () => {
    const agent = as(main.apiKey).asAgent(main.agentId, { instanceId: 'chat 7' });
    const paid = await agent.payments.create({ ...toCustomer, amount: 2 });
    expect(paid.initiatorAgent?.id).toBe(main.agentId);
    const { data } = await as(main.apiKey).payments.list({ instanceId: 'chat 7' });
    expect(data.map(({ id }) => id)).toEqual([paid.id]);
  });
});

describe('a list', () => {
  it('is gone through to its end, page by page or at once', async () => {
    const purser = as(main.apiKey);
    const tags = { client: 'list' };
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1)
      made.unshift((await purser.payments.create({ ...toCustomer, amount: 1, tags })).id);
    const all: string[] = [];
    for await (const { id } of purser.payments.list({ limit: 3, tag: tags })) all.push(id);
    const pages: string[][] = [];
    for (let page = await purser.payments.list({ limit: 3, tag: tags }); ;) {
      pages.push(page.data.map(({ id }) => id));
      const next = await page.nextPage();
      if (next === null) break;
      page = next;
    }
    expect([all, pages.flat(), pages.map(({ length }) => length)]).toEqual([made, made, [3, 3, 1]]);
    const invitations: unknown[] = [];
    for (const n of [1, 2, 3])
      await purser.partyInvitations.create({
        invitations: [{ email: `list-${n}@example.com`, role: 'MEMBER' }],
      });
    for await (const each of purser.partyInvitations.list({ limit: 2 })) invitations.push(each);
    expect(invitations).toHaveLength(3);
  });
});

describe('an error', () => {
  it('has its class, its code, the place of each fault, and the request', async () => {
    const purser = as(main.apiKey);
    const bad = await errorOf(purser.payments.create({ ...toCustomer, amount: 0, currency: 'usd' }));
    expect(bad).toBeInstanceOf(ValidationError);
    if (!(bad instanceof APIError)) throw new Error('another error');
    expect([bad.status, bad.code, new Set(bad.errors.map(({ source }) => source?.pointer))]).toEqual([
      422,
      'invalid_value',
      new Set(['/data/attributes/amount', '/data/attributes/currency']),
    ]);
    expect(bad.requestId).toMatch(/^req_/);
    const poor = await errorOf(
      as(stranger.apiKey).payments.create({ ...toCustomer, amount: 900_000_000_000 }),
    );
    expect([poor instanceof ConflictError, poor instanceof NotFoundError]).toEqual([true, false]);
    const paymentId = `pay_${'0'.repeat(32)}`;
    expect(await errorOf(purser.payments.get({ paymentId }))).toBeInstanceOf(NotFoundError);
    expect(await errorOf(as('sk_wrong').party.get())).toBeInstanceOf(AuthenticationError);
  });

  it('comes before anything is sent, for a fraction, an unknown argument and a missing id', async () => {
    const nowhere = new Purser({ apiKey: 'x', baseUrl: 'http://127.0.0.1:1' });
    const wrong = { ...toCustomer, amount: 1, memo: 'x' };
    const errors = [
      await errorOf(nowhere.payments.create({ ...toCustomer, amount: 12.5 })),
      await errorOf(nowhere.payments.create(wrong)),
      await errorOf(nowhere.payments.get({ paymentId: '' })),
      await errorOf(nowhere.agents.create({ name: 'A', limits: { perDay: 0.1 } })),
      await errorOf(new Purser({ baseUrl: server.baseUrl, apiKey: '' }).party.get()),
    ];
    expect(errors.map((error) => (error instanceof UsageError ? error.message : error))).toEqual([
      '`amount` must be a whole number: amounts are in minor units, so 12.50 USD is 1250.',
      'POST /payments has no argument `memo`.',
      'GET /payments/{paymentId} needs `paymentId`.',
      '`limits/perDay` must be a whole number: amounts are in minor units, so 12.50 USD is 1250.',
      'There is no API key: give `apiKey` to `new Purser()`, or set PURSER_API_KEY.',
    ]);
  });

  it('says that nothing listens there', async () => {
    const { url: baseUrl, close } = await startProxy(server.baseUrl, () => 'pass');
    await close();
    const nowhere = new Purser({ apiKey: 'x', baseUrl, maxRetries: 0 });
    const error = await errorOf(nowhere.payments.create({ ...toCustomer, amount: 1 }));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(String(error)).toContain(`${baseUrl} could not be reached`);
  });

  it('is the same class in two copies of the library, and not in a class that extends it', async () => {
    class Own extends APIError {}
    const other = new URL('../src/errors.ts?copy', import.meta.url).href;
    const copy = (await import(/* @vite-ignore */ other)) as typeof Errors;
    expect(copy.NotFoundError).not.toBe(NotFoundError);
    const answer = { status: 404, errors: [], requestId: null, idempotencyKey: null, retryAfter_ms: null };
    const error = copy.errorOf(answer);
    const kinds = [PurserError, APIError, NotFoundError, ConflictError, Own];
    expect(kinds.map((kind) => error instanceof kind)).toEqual([true, true, true, false, false]);
    expect(new Own(answer) instanceof Own).toBe(true);
  });
});

const payFive = async (): Promise<string> =>
  (await as(main.apiKey).payments.create({ ...toCustomer, amount: 5 })).id;

describe('events', () => {
  it('come as they happen, and go on where they were', async () => {
    const purser = as(main.apiKey);
    const stop = new AbortController();
    const { id: after } = await newestEvent(server);
    const paid = await purser.payments.create({ ...toCustomer, amount: 3 });
    const seen: string[] = [];
    for await (const event of purser.events.stream(
      { after, eventType: 'payment.completed' },
      { signal: stop.signal },
    )) {
      seen.push(event.resourceId);
      if (event.resourceId === paid.id) break;
    }
    expect(seen.at(-1)).toBe(paid.id);
    const broken = as('sk_wrong').events.stream();
    expect(await errorOf(broken.next())).toBeInstanceOf(AuthenticationError);
  });

  it('come once and in order, however often their connection breaks, also before the first one', async () => {
    await newestEvent(server); // what was paid before has been listed, so the stream begins behind it
    const pipe = await startPipe(server.baseUrl);
    const stop = new AbortController();
    const broken: unknown[] = [];
    const events = new Purser({ apiKey: main.apiKey, baseUrl: pipe.url }).events.stream(
      { eventType: 'payment.completed' },
      { onReconnect: (error) => broken.push(error), signal: stop.signal },
    );
    const seen: string[] = [];
    const take = async (first: ReturnType<typeof events.next>): Promise<void> => {
      const { value } = await first;
      seen.push((value as { resourceId: string }).resourceId);
    };
    const made: string[] = [];
    let next = events.next();
    await pipe.asked('GET /events/stream');
    for (const count of [1, 3, 2]) {
      pipe.cut();
      for (let n = 0; n < count; n += 1) made.push(await payFive());
      await pipe.asked('GET /events/stream');
      for (let n = 0; n < count; n += 1) {
        await take(next);
        next = events.next();
      }
    }
    expect([seen, broken.length]).toEqual([made, 3]);
    stop.abort();
    await next;
    await pipe.close();
  });
});

describe('webhooks', () => {
  it('are verified, with the secret or one of two, from the raw body only', async () => {
    const purser = as(main.apiKey);
    const receiver = await startReceiver();
    const hook = await purser.webhooks.create({ url: receiver.url, enabledEvents: ['payment.completed'] });
    const paid = await purser.payments.create({ ...toCustomer, amount: 4 });
    await until('the event arrives', () => receiver.received.some(({ body }) => body.includes(paid.id)));
    const found = receiver.received.find(({ body }) => body.includes(paid.id));
    const { body = '', headers = {} } = found ?? {};
    const secrets = ['whsec_b3RoZXI=', hook.signingSecret ?? ''];
    const event = purser.webhooks.unwrap(body, headers, secrets);
    expect([event.type, event.resource.object, event.resource.id]).toEqual([
      'payment.completed',
      'payment',
      paid.id,
    ]);
    expect(() => purser.webhooks.unwrap(`${body} `, headers, secrets)).toThrow(SignatureError);
    const parsed = JSON.parse(body) as string;
    expect(() => purser.webhooks.unwrap(parsed, headers, secrets)).toThrow(/raw body/);
    await purser.webhooks.remove({ webhookId: hook.id });
    await receiver.close();
  });
});

describe('amounts', () => {
  it('are read as people write them, and never from a float', () => {
    expect(money('12.50', 'USD')).toEqual({ amount: 1_250, currency: 'USD' });
    expect([money('12', 'USD').amount, money('12', 'JPY').amount, money('1.234', 'KWD').amount]).toEqual([
      1_200, 12, 1_234,
    ]);
    expect(format({ amount: 1_250, currency: 'USD' })).toBe('12.50 USD');
    expect([format({ amount: -5, currency: 'USD' }), format({ amount: 7, currency: 'JPY' })]).toEqual([
      '-0.05 USD',
      '7 JPY',
    ]);
    for (const text of ['12.5', '12,50', '', '-1', '1e3', '12.505', ' 1', '99999999999999999'])
      expect(() => money(text, 'USD')).toThrow(UsageError);
    expect(() => money(12.5 as unknown as string, 'USD')).toThrow(UsageError);
    expect(() => format({ amount: 0.5, currency: 'USD' })).toThrow(UsageError);
  });
});
