import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { customer, main, testServer } from '../../server/test/support/server.ts';
import {
  ConnectionError,
  OutcomeUnknownError,
  Purser,
  type PurserOptions,
  RateLimitError,
  ServerError,
  AbortedError,
  TimeoutError,
  ConflictError,
  UsageError,
} from '../src/index.ts';
import { type Proxy, startProxy, type Trick } from './proxy.ts';

const server = testServer({ PURSER_RATE_PER_SECOND: '10000', PURSER_RATE_BURST: '100000' });
const toCustomer = { counterparty: { type: 'party_id' as const, value: customer.partyId }, currency: 'USD' };

/** Runs work through a proxy that plays these tricks one after the other, and passes what comes after them. */
async function through<T>(
  tricks: readonly Trick[],
  work: (purser: Purser, proxy: Proxy) => Promise<T>,
  options: PurserOptions = {},
): Promise<T> {
  const left = [...tricks];
  const proxy = await startProxy(server.baseUrl, () => left.shift() ?? 'pass');
  try {
    return await work(new Purser({ apiKey: main.apiKey, baseUrl: proxy.url, ...options }), proxy);
  } finally {
    await proxy.close();
  }
}

const countOf = async (description: string): Promise<number> => {
  const [row] = await server.sql<{
    count: bigint;
  }>`SELECT count(*) FROM payments WHERE description = ${description}`;
  return Number(row?.count);
};
const errorOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

const readThrough = (tricks: Trick[], options: { timeout_ms?: number; maxRetries?: number }) =>
  through(tricks, (purser) => errorOf(purser.party.get({})), { maxRetries: 1, ...options });
const makeKey = (purser: Purser) =>
  errorOf(purser.apiKeys.create({ name: 'Once', scopes: ['payments.read'] }));

const cases: ReadonlyArray<[name: string, tricks: Trick[]]> = [
  ['whose answer is cut off after the commit', ['cut']],
  ['whose connection ends before the server sees it', ['drop']],
  ['whose answer breaks off in its middle', ['half']],
  ['whose answer comes too late', ['delay']],
  ['that reaches the server after it was sent again', ['late']],
  ['whose answer is replaced by a success of a gateway', ['foreign']],
  ['that meets 429, which asks to wait', [{ status: 429, code: 'rate_limited', retryAfter_s: 0 }]],
  [
    'that meets 500 and 503',
    [
      { status: 500, code: 'server_error' },
      { status: 503, code: 'service_unavailable' },
    ],
  ],
  ['that meets a proxy that is broken', [{ status: 502 }, { status: 504 }]],
  ['whose outcome is unknown to the server', [{ status: 503, code: 'outcome_unknown' }, 'cut', 'cut']],
  ['whose first try is still under way', [{ status: 409, code: 'idempotency_request_in_progress' }]],
];

const tricks: readonly Trick[] = [
  'cut',
  'half',
  'drop',
  'delay',
  'late',
  'foreign',
  { status: 429, code: 'rate_limited', retryAfter_s: 0 },
  { status: 500, code: 'server_error' },
  { status: 503 },
];
/** What a single payment meets at most: one that meets more ends in doubt, as it should, and would fail the test. */
const mostTricks = 4;

/** Returns what draws a trick for almost half of all requests, the same ones in each run. */
function misfortunes(): (key: string | undefined) => Trick {
  const met = new Map<string, number>();
  let drawn = 0;
  return (key = '') => {
    drawn = (drawn * 1_103_515_245 + 12_345) % 2 ** 31;
    const trick = tricks[(drawn >> 8) % 20];
    const count = met.get(key) ?? 0;
    if (trick === undefined || count === mostTricks) return 'pass';
    met.set(key, count + 1);
    return trick;
  };
}

describe('a payment takes effect once', () => {
  it.each(cases)('%s', async (description, tricks) => {
    const paid = await through(
      tricks,
      async (purser, { seen }) => {
        const answer = await purser.payments.create({ ...toCustomer, amount: 1, description });
        const keys = new Set(seen.map(({ key }) => key));
        expect([keys.size, [...keys][0]?.length, seen.length]).toEqual([1, 32, tricks.length + 1]);
        return answer;
      },
      { timeout_ms: tricks.includes('delay') || tricks.includes('late') ? 4_000 : 30_000 },
    );
    expect([paid.amount, await countOf(description)]).toEqual([1, 1]);
  });

  it('a thousand times, through a proxy that loses, breaks off, delays and refuses almost half of all requests', async () => {
    const next = misfortunes();
    const description = 'A thousand times';
    const proxy = await startProxy(server.baseUrl, next);
    const purser = new Purser({
      apiKey: main.apiKey,
      baseUrl: proxy.url,
      maxRetries: 3 * mostTricks, // on a busy machine, an answer can be late by itself
      timeout_ms: 3_000,
    });
    const made: string[] = [];
    let left = 1_000;
    const pay = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        made.push((await purser.payments.create({ ...toCustomer, amount: 1, description })).id);
      }
    };
    await Promise.all(Array.from({ length: 150 }, pay));
    await proxy.close();
    const played = new Set(proxy.seen.map(({ trick }) => JSON.stringify(trick)));
    expect([made.length, new Set(made).size, await countOf(description)]).toEqual([1_000, 1_000, 1_000]);
    expect(played).toEqual(new Set(['pass', ...tricks].map((trick) => JSON.stringify(trick))));
    expect(proxy.seen.length).toBeGreaterThan(1_500);
  });
});

describe('where no answer comes at all', () => {
  it('a payment throws its key, with which it is paid once later', async () => {
    const description = 'Asked again later';
    const lost = await through(
      Array.from({ length: 10 }, (): Trick => 'cut'),
      (purser) => errorOf(purser.payments.create({ ...toCustomer, amount: 1, description })),
    );
    if (!(lost instanceof OutcomeUnknownError)) throw new Error('another error', { cause: lost });
    const { idempotencyKey } = lost;
    expect([lost.message.includes(idempotencyKey ?? 'none'), lost.cause instanceof ConnectionError]).toEqual([
      true,
      true,
    ]);
    await through([], (purser) =>
      purser.payments.create(
        { ...toCustomer, amount: 1, description },
        { idempotencyKey: idempotencyKey ?? '' },
      ),
    );
    expect(await countOf(description)).toBe(1);
  });

  it('a payment that is refused in the end shows why, and its key tells later that nothing was paid', async () => {
    const terms = { ...toCustomer, amount: 900_000_000_000, description: 'Beyond means' };
    for (const trick of ['drop', 'cut'] as const) {
      const doubt = await through([trick], (purser) => errorOf(purser.payments.create(terms)));
      if (!(doubt instanceof OutcomeUnknownError)) throw new Error('another error', { cause: doubt });
      expect([doubt.refusal instanceof ConflictError, doubt.refusal?.code]).toEqual([
        true,
        'insufficient_funds',
      ]);
      const idempotencyKey = doubt.idempotencyKey ?? '';
      const refused = await through([], (purser) =>
        errorOf(purser.payments.create(terms, { idempotencyKey })),
      );
      expect(refused).toBeInstanceOf(ConflictError);
    }
    expect(await countOf('Beyond means')).toBe(0);
  });

  it('a payment whose token fails after a lost try keeps its key, with which it is paid once', async () => {
    const description = 'Paid without a second token';
    const tokens = [main.apiKey];
    const token = async (): Promise<string> => {
      const next = tokens.shift();
      if (next === undefined) throw new Error('no token');
      return next;
    };
    const terms = { ...toCustomer, amount: 1, description };
    const doubt = await through(['cut'], (purser) => errorOf(purser.payments.create(terms)), { token });
    if (!(doubt instanceof OutcomeUnknownError)) throw new Error('another error', { cause: doubt });
    expect(doubt.cause).toEqual(new Error('no token'));
    const idempotencyKey = doubt.idempotencyKey ?? '';
    const again = await through([], (purser) =>
      purser.payments.create(terms, { idempotencyKey }).withResponse(),
    );
    expect([again.isReplayed, await countOf(description)]).toEqual([true, 1]);
  });
});

describe('without an answer', () => {
  it('a read says so, after its retries', async () => {
    expect(await readThrough(['cut', 'drop'], {})).toBeInstanceOf(ConnectionError);
    expect(await readThrough(['delay', 'delay'], { timeout_ms: 200 })).toBeInstanceOf(TimeoutError);
    expect(await readThrough([{ status: 500, code: 'server_error' }, { status: 502 }], {})).toBeInstanceOf(
      ServerError,
    );
    expect(await readThrough(['cut', 'pass'], {})).toBe(null);
  });

  it('a write without a key is not repeated, unless it surely did nothing', async () => {
    expect(await through(['cut'], makeKey)).toBeInstanceOf(OutcomeUnknownError);
    expect(await through([{ status: 500, code: 'server_error' }], makeKey)).toBeInstanceOf(
      OutcomeUnknownError,
    );
    expect(await through([{ status: 429, code: 'rate_limited', retryAfter_s: 0 }], makeKey)).toBe(null);
    const rows = await server.sql`SELECT FROM api_keys WHERE name = 'Once'`;
    expect(rows).toHaveLength(2);
  });
});

const payAt = (baseUrl: string): Promise<unknown> => {
  const purser = new Purser({ apiKey: main.apiKey, baseUrl, maxRetries: 0 });
  return errorOf(purser.payments.create({ ...toCustomer, amount: 1 }));
};

describe('a wrong address', () => {
  it('that redirects gets nothing more, and the other one nothing at all', async () => {
    const other = await startProxy(server.baseUrl, () => 'pass');
    const location = `${other.url}/payments`;
    for (const status of [301, 302, 303, 307, 308]) {
      await through([{ status, location }], async (purser, { seen }) => {
        const error = await errorOf(purser.payments.create({ ...toCustomer, amount: 1 }));
        expect([error instanceof UsageError, seen.length]).toEqual([true, 1]);
        expect(String(error)).toContain(`redirects to ${other.url}: give`);
      });
    }
    expect(other.seen).toEqual([]);
    await other.close();
  });

  it('whose certificate is not to be trusted is one that was never paid at', async () => {
    const secure = new SMTPServer({ secure: true }); // speaks TLS with a certificate of its own
    secure.on('error', () => undefined);
    secure.listen(0, '127.0.0.1');
    await once(secure.server, 'listening');
    const { port } = secure.server.address() as AddressInfo;
    const error = await payAt(`https://127.0.0.1:${port}`);
    expect([error instanceof ConnectionError, error instanceof OutcomeUnknownError]).toEqual([true, false]);
    expect(String(error)).toMatch(/could not be reached.*SELF_SIGNED_CERT|CERT_HAS_EXPIRED/);
    await new Promise<void>((resolve) => secure.close(() => resolve()));
  });

  it('that speaks no TLS is named, with what went wrong', async () => {
    await through([], async (_purser, { url, seen }) => {
      const error = await payAt(url.replace('http:', 'https:'));
      expect(String(error)).toMatch(/https:\S+ could not be reached.*ERR_SSL_\w+/);
      expect(seen).toEqual([]);
    });
  });
});

describe('a call', () => {
  it('waits no longer than a minute for what asks for more', async () => {
    const tricks: Trick[] = [{ status: 429, code: 'rate_limited', retryAfter_s: 3_600 }];
    const error = await through(tricks, (purser) => errorOf(purser.party.get({})));
    expect([error instanceof RateLimitError, (error as RateLimitError).retryAfter_ms]).toEqual([
      true,
      3_600_000,
    ]);
  });

  it('ends when its caller aborts it, with the key of the write', async () => {
    const stop = new AbortController();
    const error = await through(['delay'], async (purser, { seen }) => {
      const call = errorOf(purser.payments.create({ ...toCustomer, amount: 1 }, { signal: stop.signal }));
      while (seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
      stop.abort();
      return call;
    });
    expect([error instanceof AbortedError, (error as AbortedError).idempotencyKey?.length]).toEqual([
      true,
      32,
    ]);
  });

  it('asks once for another token if the server does not take the first', async () => {
    const tokens = ['sk_old', main.apiKey];
    const token = async (): Promise<string> => tokens.shift() ?? 'none';
    const purser = new Purser({ token, baseUrl: server.baseUrl });
    const paid = await purser.payments.create({ ...toCustomer, amount: 1, description: 'Another token' });
    expect([paid.amount, tokens.length]).toEqual([1, 0]);
    const refused = new Purser({ token: async () => 'sk_old', baseUrl: server.baseUrl });
    expect((await errorOf(refused.party.get({}))) as { status?: number }).toMatchObject({ status: 401 });
  });
});
