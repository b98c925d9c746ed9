import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createPool, type Db } from '../../src/db/pool.ts';
import type { Step } from '../../src/db/sql.ts';
import { inTransaction, type Tx } from '../../src/db/tx.ts';
import { PurserError } from '../../src/errors.ts';
import { together, whenAsked } from '../../src/lib/together.ts';

const limits = {
  poolSize: 1, // so that all of them share the statements of one session, and its temporary table
  acquireTimeout_ms: 5_000,
  lockTimeout_ms: 5_000,
  statementTimeout_ms: 5_000,
  idleTransactionTimeout_ms: 5_000,
  requireSyncStandby: false,
};

let db: Db;
beforeAll(async () => {
  db = createPool({ ...inject('connection'), ssl: false }, limits, pino({ level: 'silent' }));
  await db.query('CREATE TEMPORARY TABLE noted (n bigint PRIMARY KEY, at timestamptz, said jsonb)');
});
afterAll(() => db.end());
beforeEach(() => db.query('DELETE FROM noted'));

const note = (n: unknown): Step => ({ name: 'note', text: 'INSERT INTO noted (n) VALUES ($1)', values: [n] });
const list: Step = { name: 'list', text: 'SELECT n FROM noted ORDER BY n' };
const wrong: Step = { name: 'wrong', text: 'SELECT 1 / $1::int AS n', values: [0] };

const other = (n: number): Step => ({ ...note(n), name: 'behind a failure' });
const refuse = (): never => {
  throw new Error('refused');
};

const noted = async (): Promise<unknown[]> => (await db.query(list)).rows.map(({ n }) => n as unknown);
const isRefused = (work: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
  inTransaction(db, work).then(
    () => 'accepted',
    ({ code, message }: { code?: string; message: string }) => code ?? message,
  );

describe('a transaction', () => {
  it('returns what each statement returned, asked for together or one after the other', async () => {
    const found = await inTransaction(db, async (tx) => {
      const [first, , second] = await together([tx.query(note(7)), tx.query(note(8n)), tx.query(list)]);
      const third = await tx.query({ text: 'DELETE FROM noted RETURNING n' });
      return [first.rowCount, second.rows, third.rowCount, third.rows];
    });
    expect(found).toEqual([1, [{ n: 7n }, { n: 8n }], 2, [{ n: 7n }, { n: 8n }]]);
  });

  it('shares the prepared statements of its session with queries outside of transactions', async () => {
    await db.query(note(1));
    await inTransaction(db, async (tx) => void (await tx.query(note(2))));
    await inTransaction(db, async (tx) => void (await tx.query({ ...note(3), name: 'only here' })));
    await db.query({ ...note(4), name: 'only here' });
    expect(await noted()).toEqual([1n, 2n, 3n, 4n]);
  });

  it('sends values of every kind as queries outside of transactions do', async () => {
    const types = ['text', 'int', 'bool', 'jsonb', 'uuid', 'bytea', 'int[]', 'text[]', 'boolean[]', 'int[]'];
    const texts = ['a "b"', 'c\\d,{e}', '', null, 'NULL'];
    const values = [
      'ü',
      5,
      true,
      { a: [1] },
      null,
      Buffer.from([0, 255]),
      [1, null],
      texts,
      [true, false],
      [],
    ];
    const text = `SELECT ${types.map((type, index) => `$${index + 1}::${type} AS c${index}`).join(', ')}`;
    const outside = (await db.query(text, values)).rows;
    expect(await inTransaction(db, async (tx) => (await tx.query({ text, values })).rows)).toEqual(outside);
    expect(outside).toEqual([expect.objectContaining({ c7: texts })]);
  });

  it('keeps what it left to the COMMIT, behind all else', async () => {
    const seen = await inTransaction(db, async (tx) => {
      tx.withCommit(note(2), note(3));
      await tx.query(note(1));
      return (await tx.query(list)).rows;
    });
    expect([seen, await noted()]).toEqual([[{ n: 1n }], [1n, 2n, 3n]]);
  });
});

describe('a transaction of which a statement fails', () => {
  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['that it waits for', async (tx) => (await tx.query(note(1)), tx.query(wrong))],
    [
      'among others in one round trip',
      (tx) => together([tx.query(note(1)), tx.query(wrong), tx.query(note(2))]),
    ],
    [
      'whose failure nobody looks at',
      async (tx) => (await tx.query(note(1)), await whenAsked(tx.query(wrong))),
    ],
    ['left to the COMMIT', async (tx) => (await tx.query(note(1)), tx.withCommit(wrong))],
    ['left to the COMMIT before another', async (tx) => tx.withCommit(note(1), wrong, note(2))],
  ])('%s: stores nothing, and throws its error', async (_which, work) => {
    expect([await isRefused(work), await noted()]).toEqual(['22012', []]);
  });

  it('fails with the first error, and what was skipped with the same', async () => {
    const errors: unknown[] = [];
    await isRefused(async (tx) => {
      const asked = [tx.query(note(1)), tx.query(wrong), tx.query(list)];
      for (const result of await Promise.allSettled(asked)) errors.push(result.status);
      errors.push(await tx.query(list).catch(({ code }: { code: string }) => code));
    });
    expect(errors).toEqual(['fulfilled', 'rejected', 'rejected', '22012']);
  });

  it('leaves a session that is fit for the next, whose statements are prepared or not as before', async () => {
    await isRefused((tx) => together([tx.query(wrong), tx.query(other(1))]));
    await inTransaction(db, async (tx) => void (await tx.query(other(2))));
    await isRefused((tx) => together([tx.query({ ...wrong, name: 'fails at once' })]));
    expect(await isRefused((tx) => tx.query({ ...wrong, name: 'fails at once' }))).toBe('22012');
    expect(await noted()).toEqual([2n]);
  });

  it('sends nothing of a round trip in which a value cannot be sent', async () => {
    const unsendable = note([Buffer.from('1')]);
    expect(await isRefused((tx) => together([tx.query(note(1)), tx.query(unsendable)]))).toMatch(
      /array of bytes/,
    );
    expect(await isRefused(async (tx) => tx.withCommit(note(1), unsendable))).toMatch(/array of bytes/);
    await inTransaction(db, async (tx) => void (await tx.query(note(5))));
    expect(await noted()).toEqual([5n]);
  });
});

describe('a transaction that is refused', () => {
  it('undoes what it did, with what it asked for and did not wait for', async () => {
    const works: Array<(tx: Tx) => Promise<unknown>> = [
      async (tx) => (await tx.query(note(1)), refuse()),
      async (tx) => (void whenAsked(tx.query(note(1))), refuse()),
      async (tx) => (await tx.query(list), void whenAsked(tx.query(note(1))), refuse()),
      async (tx) => (tx.withCommit(note(1)), refuse()),
    ];
    for (const work of works) expect(await isRefused(work)).toBe('refused');
    await inTransaction(db, async (tx) => void (await tx.query(note(5))));
    expect(await noted()).toEqual([5n]);
  });
});

const ended: Step = { name: 'end', text: 'SELECT pg_terminate_backend(pg_backend_pid())' };
const codeOf = async (work: (tx: Tx) => Promise<unknown>): Promise<unknown> => {
  const pool = createPool({ ...inject('connection'), ssl: false }, limits, pino({ level: 'silent' }));
  const failed = await inTransaction(pool, work).catch((error: unknown) => error);
  await pool.end();
  return failed instanceof PurserError ? failed.faults[0].code : failed;
};

describe('a transaction whose session is lost', () => {
  it('together with the COMMIT has an unknown outcome', async () => {
    expect(await codeOf(async (tx) => tx.withCommit(ended))).toBe('outcome_unknown');
  });

  it('before the COMMIT was sent has done nothing', async () => {
    expect(await codeOf((tx) => tx.query(ended))).toBe('service_unavailable');
    expect(await codeOf((tx) => tx.query(ended).catch(() => undefined))).toBe('service_unavailable');
  });
});
