import { describe, expect, it } from 'vitest';
import { customer, main, testServer } from '../../server/test/support/server.ts';
import {
  ConnectionError,
  OutcomeUnknownError,
  Purser,
  RateLimitError,
  ServerError,
  AbortedError,
  TimeoutError,
} from '../src/index.ts';
import { type Proxy, startProxy, type Trick } from './proxy.ts';

const server = testServer({ PURSER_RATE_PER_SECOND: '10000', PURSER_RATE_BURST: '100000' });
const toCustomer = { counterparty: { type: 'party_id' as const, value: customer.partyId }, currency: 'USD' };

/** Runs work through a proxy that plays these tricks one after the other, and passes what comes after them. */
async function through<T>(
  tricks: readonly Trick[],
  work: (purser: Purser, proxy: Proxy) => Promise<T>,
  options: { timeout_ms?: number; maxRetries?: number } = {},
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
  ['whose answer comes too late', ['delay']],
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

describe('a payment takes effect once', () => {
  it.each(cases)('%s', async (description, tricks) => {
    const paid = await through(
      tricks,
      async (purser, { seen }) => {
        const answer = await purser.payments.create({ ...toCustomer, amount: 1, description });
        const keys = new Set(seen.map(({ key }) => key));
        expect([keys.size, [...keys][0]?.length, seen.length]).toEqual([1, 36, tricks.length + 1]);
        return answer;
      },
      { timeout_ms: tricks.includes('delay') ? 1_500 : 30_000 },
    );
    expect([paid.amount, await countOf(description)]).toEqual([1, 1]);
  });

  it('a thousand times, through a proxy that loses, cuts off and refuses one request in four', async () => {
    const draws: Trick[] = [
      'cut',
      'drop',
      { status: 429, code: 'rate_limited', retryAfter_s: 0 },
      { status: 503 },
    ];
    let drawn = 0;
    const tricks: Trick[] = Array.from({ length: 1_000 }, () => {
      drawn = (drawn * 1_103_515_245 + 12_345) % 2 ** 31;
      return draws[(drawn >> 8) % 16] ?? 'pass';
    });
    const description = 'A thousand times';
    const ids = await through(
      tricks,
      async (purser) => {
        const made: string[] = [];
        let left = 1_000;
        const pay = async (): Promise<void> => {
          while (left > 0) {
            left -= 1;
            made.push((await purser.payments.create({ ...toCustomer, amount: 1, description })).id);
          }
        };
        await Promise.all(Array.from({ length: 250 }, pay));
        return made;
      },
      { maxRetries: 10 },
    );
    expect([ids.length, new Set(ids).size, await countOf(description)]).toEqual([1_000, 1_000, 1_000]);
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
      36,
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
