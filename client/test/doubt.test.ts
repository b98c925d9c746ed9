import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { sandboxDocument } from '../scripts/generate.ts';
import { namedOperations } from '../scripts/model.ts';
import {
  AbortedError,
  APIError,
  ConflictError,
  ConnectionError,
  format,
  money,
  OutcomeUnknownError,
  Purser,
  RateLimitError,
  TimeoutError,
  UsageError,
} from '../src/index.ts';
import { backoff_ms, isWithoutKey } from '../src/send.ts';
import {
  errorOf,
  failed,
  id,
  lost,
  offline,
  ours,
  paid,
  payError,
  refused,
  type Reply,
  terms,
  thrownBy,
} from './offline.ts';

const noToken = (): Promise<string> => Promise.reject(new Error('no token'));

describe('a credential', () => {
  it('that is given empty is refused, whatever the environment has', async () => {
    vi.stubEnv('PURSER_API_KEY', 'sk_of_another');
    try {
      const { purser, sent } = offline([paid()], { apiKey: '' });
      expect([await errorOf(purser.payments.create(terms)), sent]).toEqual([expect.any(UsageError), []]);
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it('by a function that fails or hangs after a lost try leaves the key of the write', async () => {
    for (const second of [() => Promise.reject(new Error('no token')), () => new Promise<string>(() => {})]) {
      const tokens = [async () => 'one', second, second, second, second, second];
      const token = async (): Promise<string> => (await tokens.shift()?.()) ?? '';
      const error = await payError([lost()], { token, maxRetries: 1, timeout_ms: 20 });
      expect(error).toBeInstanceOf(OutcomeUnknownError);
      expect((error as OutcomeUnknownError).idempotencyKey).toHaveLength(32);
    }
    expect(await payError([], { token: noToken })).toEqual(new Error('no token'));
    expect(await payError([], { token: async () => undefined as unknown as string })).toBeInstanceOf(
      UsageError,
    );
    const hangs = { token: () => new Promise<string>(() => {}), timeout_ms: 20 };
    expect(await payError([], hangs)).toBeInstanceOf(TimeoutError);
  }, 60_000);

  it('is in no message, no log and no cause', async () => {
    const { purser } = offline([]);
    const shown = `${inspect(purser.payments, { depth: 5 })}${JSON.stringify(purser)}`;
    const broken = await payError([], { apiKey: 'sk_secret\nx' });
    expect(broken).toBeInstanceOf(UsageError);
    expect(`${shown}${inspect(broken)}`).not.toContain('secret');
    const claim = await errorOf(offline([lost()]).purser.claims.accept({ token: 'tok_secret', name: 'A' }));
    expect(String(claim)).toContain('POST /claims/{token}/accept');
    expect(inspect(claim, { depth: 5 })).not.toContain('tok_secret');
  });

  it('is left out exactly where the document asks for none', () => {
    const named = namedOperations(sandboxDocument());
    const withoutKey = named.filter(
      ({ operation }) => 'security' in operation && isEmpty(operation.security),
    );
    const found = named.filter(({ path }) => isWithoutKey(path.replaceAll(/\{\w+\}/g, 'x')));
    expect(found.map(({ path }) => path)).toEqual(
      withoutKey.filter(({ path }) => path.includes('{token}')).map(({ path }) => path),
    );
    expect(found.length).toBeGreaterThan(3);
  });
});

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

describe('an answer', () => {
  it('that is not one of Purser is no success and no refusal', async () => {
    const gateway = Response.json({ errors: [{ message: 'busy' }] }, { status: 503, headers: ours });
    const anonymous = Response.json({ errors: [{ code: 'x' }] }, { status: 422 });
    const empty = Response.json({ errors: [null] }, { status: 503, headers: ours });
    for (const answer of [
      Response.json({}),
      Response.json(7),
      Response.json({ data: {} }),
      gateway,
      anonymous,
      empty,
    ]) {
      const error = await payError([answer]);
      expect(error).toBeInstanceOf(OutcomeUnknownError);
      expect((error as OutcomeUnknownError).cause).toBeInstanceOf(APIError);
    }
    expect(await errorOf(offline([Response.json({})]).purser.payments.list())).toBeInstanceOf(APIError);
  });

  it('that redirects is one clear error, at once, and names the host only', async () => {
    const answer = new Response(null, {
      status: 307,
      headers: { Location: 'https://login.example/?token=x' },
    });
    const { purser, sent } = offline([answer], { maxRetries: 5 });
    const error = await errorOf(purser.payments.create(terms));
    expect([error instanceof UsageError, sent.length]).toEqual([true, 1]);
    expect(String(error)).toContain('redirects to https://login.example: give');
  });

  it('that refuses after a lost try is shown beside the doubt', async () => {
    const error = await payError([lost(), refused(409, 'insufficient_funds')], { maxRetries: 1 });
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect((error as OutcomeUnknownError).refusal).toBeInstanceOf(ConflictError);
  });

  it('that the first try is still under way is a doubt', async () => {
    expect(await payError([refused(409, 'idempotency_request_in_progress')])).toBeInstanceOf(
      OutcomeUnknownError,
    );
  });

  it('that waits for people is not asked for again', async () => {
    const { purser, sent } = offline([refused(429, 'too_many_in_review', { 'Retry-After': '60' })], {
      maxRetries: 2,
    });
    const error = await errorOf(purser.payments.create(terms));
    expect([error instanceof RateLimitError, sent.length]).toEqual([true, 1]);
  });

  it('may ask to wait by a date, and is never waited for less than the back-off', async () => {
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    const error = await payError([refused(429, 'rate_limited', { 'Retry-After': inAnHour })], {
      maxRetries: 2,
    });
    expect((error as RateLimitError).retryAfter_ms).toBeGreaterThan(3_500_000);
    const empty = await payError([refused(429, 'rate_limited', { 'Retry-After': '' })]);
    expect((empty as RateLimitError).retryAfter_ms).toBe(null);
    expect(backoff_ms(0, 0)).toBeGreaterThanOrEqual(375);
    expect(backoff_ms(0, 9e25)).toBeLessThan(4_000_000); // no timer takes more: a stream would ask without a pause
    expect(new Set(Array.from({ length: 20 }, () => backoff_ms(0, 60_000))).size).toBeGreaterThan(1);
  });
});

/** A fetch like that of browsers, which may not be called as a method. */
async function native(this: unknown): Promise<Response> {
  if (this !== undefined) throw new TypeError('Illegal invocation');
  return paid();
}

describe('a failure of the network', () => {
  it('counts as never sent only where no connection was made', async () => {
    const never = [
      failed({ code: 'ECONNREFUSED', syscall: 'connect' }, { code: 'ENETUNREACH', syscall: 'connect' }),
      failed({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
      failed({ code: 'UND_ERR_CONNECT_TIMEOUT' }),
      failed({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
      failed({ code: 'CERT_HAS_EXPIRED' }),
    ];
    for (const reply of never) {
      const error = await payError([reply]);
      expect([error instanceof ConnectionError, error instanceof OutcomeUnknownError]).toEqual([true, false]);
    }
    const perhaps = [
      failed({ code: 'EHOSTUNREACH', syscall: 'read' }),
      failed({ code: 'ECONNREFUSED', syscall: 'connect' }, { code: 'ENETUNREACH', syscall: 'write' }),
      new TypeError('Failed to fetch'),
    ];
    for (const reply of perhaps) expect(await payError([reply])).toBeInstanceOf(OutcomeUnknownError);
  });

  it('cannot come from headers: they are checked first', async () => {
    const { purser, sent } = offline([paid()]);
    const wrong = [
      await errorOf(purser.payments.create(terms, { idempotencyKey: 'заказ-1' })),
      await errorOf(purser.payments.create(terms, { idempotencyKey: '' })),
      await errorOf(purser.apiKeys.create({ name: 'A', scopes: [] }, { idempotencyKey: 'key-1' })),
      await payError([paid()], { apiKey: 'ключ' }),
      await payError([paid()], { timeout_ms: 1.5 }),
      await payError([paid()], { timeout_ms: 2 ** 31 }),
      await payError([paid()], { maxRetries: Number.NaN }),
      await errorOf(purser.payments.create(terms, { maxRetries: -1 })),
      thrownBy(() => new Purser({ headers: { 'idempotency-key': 'x' } })),
      thrownBy(() => new Purser({ headers: { AUTHORIZATION: 'x' } })),
      thrownBy(() => new Purser({ headers: { 'X-Name': 'имя' } })),
      thrownBy(() => new Purser({ baseUrl: 'https://user:password@purser.example' })),
    ];
    expect(wrong.map((error) => error instanceof UsageError)).toEqual(wrong.map(() => true));
    expect([sent, wrong.join(' ').includes('user:password')]).toEqual([[], false]);
  });

  it('does not come from the name of a conversation, nor from a fetch that is a method', async () => {
    const { purser, sent } = offline([paid()], { headers: { 'x-instance-id': 'old' } });
    await purser.asAgent('agt_1', { instanceId: 'разговор' }).payments.create(terms);
    const [bytes] = sent.map(({ headers }) => headers.get('X-Instance-ID') ?? '');
    expect(Buffer.from(bytes ?? '', 'latin1').toString('utf8')).toBe('разговор');
    expect(await payError([], { fetch: native })).toBe(null);
  });
});

const stopped = async (abort_ms: number): Promise<AbortedError> => {
  const { purser } = offline(['hang']);
  const signal = abort_ms === 0 ? AbortSignal.abort() : AbortSignal.timeout(abort_ms);
  return (await errorOf(purser.payments.create(terms, { signal }))) as AbortedError;
};

describe('an aborted call', () => {
  it('says whether the write may have taken effect, and its key', async () => {
    const [before, later] = [await stopped(0), await stopped(20)];
    expect([before instanceof AbortedError, before.isOutcomeUnknown]).toEqual([true, false]);
    expect([later instanceof AbortedError, later.isOutcomeUnknown]).toEqual([true, true]);
    expect(later.message).toContain(`with the idempotency key ${later.idempotencyKey}.`);
  });
});

describe('an argument', () => {
  it('is refused where it would do something else than it says', async () => {
    const { purser, sent } = offline([paid()]);
    const circle: Record<string, unknown> = {};
    circle['circle'] = circle;
    const wrong = [
      purser.agents.removeCustomer({ agentId: '..', partyId: 'pty_1' }),
      purser.payments.get({ paymentId: '.' }),
      purser.payments.get({ paymentId: 'pay_\ud800' }),
      purser.payments.list({ agentId: null as unknown as string }),
      purser.payments.refund({ paymentId: id, amount: undefined }),
      purser.payments.create({ ...terms, walletId: undefined }),
      purser.payments.create({ ...terms, amount: 1n as unknown as number }),
      purser.payments.create({ ...terms, tags: circle as Record<string, string> }),
      purser.payments.create({ ...terms, description: new Date(Number.NaN) as unknown as string }),
    ];
    for (const each of wrong) expect(await errorOf(each)).toBeInstanceOf(UsageError);
    expect(sent).toEqual([]);
    const tag = { day: new Date(0) as unknown as string };
    await errorOf(purser.payments.list({ tag, cursor: undefined }));
    expect(sent[0]?.url).toContain(encodeURIComponent('1970-01-01T00:00:00.000Z'));
  });

  it('of money has a currency that the library knows', () => {
    for (const currency of ['jpy', 'ZZZ', 'US', 'USD EUR'])
      expect(thrownBy(() => format({ amount: 700, currency }))).toBeInstanceOf(UsageError);
    expect([format({ amount: 700, currency: 'JPY' }), money('7.00', 'USD').amount]).toEqual(['700 JPY', 700]);
  });
});

describe('a class that extends an error', () => {
  it('is an error of this library, too', () => {
    class Own extends ConflictError {}
    const error = new Own({
      status: 409,
      errors: [],
      requestId: null,
      idempotencyKey: null,
      retryAfter_ms: null,
    });
    expect([error instanceof ConflictError, error instanceof APIError, error.name]).toEqual([
      true,
      true,
      'ConflictError',
    ]);
  });
});

const page = (ids: string[], nextCursor: string | null): Response =>
  Response.json({
    data: ids.map((each) => ({ type: 'payment', id: each, attributes: {} })),
    meta: { pagination: { nextCursor } },
  });

describe('a page', () => {
  it('that is empty is followed by another one, as long as there is a cursor', async () => {
    const replies = (): Reply[] => [
      page([], 'one'),
      page(['pay_1'], 'two'),
      page([], 'three'),
      page(['pay_2'], null),
    ];
    const { purser, sent } = offline(replies());
    const seen: string[] = [];
    for await (const { id: each } of purser.payments.list({ status: 'COMPLETED' })) seen.push(each);
    expect(seen).toEqual(['pay_1', 'pay_2']);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual([
      '?status=COMPLETED',
      ...['one', 'two', 'three'].map((cursor) => `?status=COMPLETED&cursor=${cursor}`),
    ]);
    const first = await offline(replies()).purser.payments.list();
    expect([first.data, first.nextCursor, (await first.nextPage())?.data.length]).toEqual([[], 'one', 1]);
    expect(await (await offline([page(['pay_1'], null)]).purser.payments.list()).nextPage()).toBe(null);
  });

  it('that leads to itself is an error, not a list without end', async () => {
    const { purser } = offline([page(['pay_1'], 'one'), page(['pay_2'], 'one')]);
    const seen: string[] = [];
    const all = async (): Promise<void> => {
      for await (const { id: each } of purser.payments.list()) seen.push(each);
    };
    expect(await errorOf(all())).toEqual(new ConnectionError('The list goes in circles.'));
    expect(seen).toEqual(['pay_1']);
  });

  it('of a resource without relationships is read as far as it goes', async () => {
    const odd = { type: 'payment', id, attributes: { amount: 1 }, relationships: null };
    const { purser } = offline([Response.json({ data: odd })]);
    expect((await purser.payments.get({ paymentId: id })).amount).toBe(1);
  });
});

describe('a slip of the program', () => {
  it('is refused where it would pay from another wallet, or twice', async () => {
    const { purser, sent } = offline([paid()]);
    const untyped = purser as unknown as {
      payments: Record<'create' | 'get', (...args: unknown[]) => Promise<unknown>>;
      asAgent: (...args: unknown[]) => unknown;
    };
    const wrong = [
      thrownBy(() => new Purser({ apiKey: undefined as unknown as string })),
      thrownBy(() => new Purser({ token: undefined as unknown as () => Promise<string> })),
      thrownBy(() => new Purser({ api_key: 'sk_1' } as object)),
      thrownBy(() => untyped.asAgent('', { instanceId: 'chat 1' })),
      thrownBy(() => untyped.asAgent('agt_1', { instanceId: ' ' })),
      thrownBy(() => untyped.asAgent('agt_1')),
      await errorOf(untyped.payments.create(terms, { idempotency_key: 'invoice-1' })),
      await errorOf(untyped.payments.create(terms, { idempotencyKey: undefined })),
      await errorOf(untyped.payments.create(terms, { idempotencyKey: null })),
      await errorOf(untyped.payments.create(terms, { idempotencyKey: 114 })),
      await errorOf(untyped.payments.create({ ...terms, idempotencyKey: 'invoice-1' })),
      await errorOf(untyped.payments.create({ ...terms, tags: new Map([['a', 'b']]) })),
      await errorOf(untyped.payments.create({ ...terms, amount: Object(1) })),
      await errorOf(untyped.payments.create(null)),
      await errorOf(untyped.payments.get('pay_1')),
      await errorOf(purser.events.stream({ after: '' }).next()),
    ];
    expect(wrong.map((error) => error instanceof UsageError)).toEqual(wrong.map(() => true));
    expect([String(wrong[10]), sent]).toEqual([expect.stringContaining('stands behind the arguments'), []]);
  });

  it('in the address is mended where it is clear', async () => {
    const { purser, sent } = offline([paid()], { baseUrl: ' https://purser.example/api//? ' });
    await purser.payments.create(terms);
    expect(sent.map(({ url }) => url)).toEqual(['https://purser.example/api/payments']);
  });
});
