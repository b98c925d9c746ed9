import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RailOutcome } from '../../src/engine/commands/settle.ts';
import { resource } from '../support/http.ts';
import type { Resource } from '../support/http.ts';
import { balanceOf, idOf } from '../support/ledger.ts';
import type { Balance } from '../support/ledger.ts';
import { advance, post, transferNow, withdraw } from '../support/moves.ts';
import { serveOn, startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { createTestBank } from './bank.ts';
import { expectBalancedBooks } from './books.ts';
import { until } from './support.ts';

// Amounts say what the bank does when it is asked: throw twice, take it and throw, be silent the first time.
const deaf = 1_001;
const takesInSilence = 1_002;
const silent = 1_003;
const bank = createTestBank(({ amount }, times) => {
  if (Number(amount) === deaf && times <= 2) return 'throws';
  if (Number(amount) === takesInSilence && times === 1) return 'takes and throws';
  if (Number(amount) === silent && times === 1) return 'hangs';
  return 'takes';
});

let server: TestServer;
let second: Awaited<ReturnType<typeof serveOn>>;
let before: Balance;
beforeAll(async () => {
  server = await startServer({}, bank.rail);
  second = await serveOn(server.connection, {}, bank.rail);
});
beforeEach(async () => {
  before = await mainNow();
});
afterAll(async () => {
  await expectBalancedBooks(server.sql);
  await second.close();
  await server.close();
});

const mainNow = (): Promise<Balance> => balanceOf(server, server.parties.main.partyId);
const statusOf = async (transfer: Resource): Promise<unknown> =>
  (await transferNow(server, transfer)).attributes['status'];
const timesAsked = (key: string): number => bank.asked.filter((each) => each.key === key).length;

async function orderOf({ id }: Resource) {
  const rows = await server.sql<{ key: string; state: string }>(
    'SELECT outbound_key AS key, state FROM rail_orders WHERE transfer_id = $1',
    [idOf(id)],
  );
  return rows[0] ?? { key: '', state: '' };
}
async function withdrawn(amount = 1_000): Promise<{ transfer: Resource; key: string }> {
  const transfer = resource(await withdraw(server, { amount }));
  return { transfer, key: (await orderOf(transfer)).key };
}

/** One that the bank has. */
async function taken(amount?: number): Promise<{ transfer: Resource; key: string }> {
  const made = await withdrawn(amount);
  await until('the bank has it', async () => (await orderOf(made.transfer)).state === 'taken');
  return made;
}

/** The bank reports, and both servers store it at the same time. */
async function reports(key: string, outcome: RailOutcome): Promise<void> {
  const id = bank.report(key, outcome);
  await Promise.all([advance(server, 1), advance({ ...server, baseUrl: second.baseUrl }, 1)]);
  await until('the bank was told', () => bank.acknowledged.includes(id));
}
const failed = { kind: 'failed', code: 'R01', reason: 'Insufficient funds' } as const;
const returned = { kind: 'returned', code: 'R10', reason: 'Not authorized' } as const;

describe('a bank that', () => {
  it('is not reached is asked again, under the same key and for the same, until it has it', async () => {
    const { transfer, key } = await withdrawn(deaf);
    await until('it was asked', () => timesAsked(key) === 1);
    expect(await statusOf(transfer)).toBe('PROCESSING');
    expect((await mainNow()).held).toBe(before.held + BigInt(deaf));
    await advance(server, 16);
    expect(timesAsked(key)).toBe(2);
    await advance(server, 16);
    expect(timesAsked(key)).toBe(2); // each time it waits for longer
    await advance(server, 15);
    expect([timesAsked(key), (await orderOf(transfer)).state]).toEqual([3, 'taken']);
    await advance(server, 86_400);
    expect(bank.asked.filter((each) => each.key === key)).toEqual(
      [1, 2, 3].map(() => ({ key, amount: BigInt(deaf), currency: 'USD' })),
    );
  });

  it('has it although its answer was lost may report before it is asked again', async () => {
    const { transfer, key } = await withdrawn(takesInSilence);
    await until('it was asked', () => timesAsked(key) === 1);
    expect((await orderOf(transfer)).state).toBe('unknown');
    await reports(key, { kind: 'completed' });
    expect(await statusOf(transfer)).toBe('COMPLETED');
    await advance(server, 86_400);
    expect(timesAsked(key)).toBe(1);
  });

  it('says nothing at all holds nobody up for long, and is asked again', async () => {
    const { transfer, key } = await withdrawn(silent);
    await until('it was asked', () => timesAsked(key) === 1);
    const other = await withdrawn();
    await until(
      'the other one is with the bank',
      async () => (await orderOf(other.transfer)).state === 'taken',
    );
    await advance(server, 16);
    await until('it has it', async () => (await orderOf(transfer)).state === 'taken');
    expect(timesAsked(key)).toBe(2);
  });
});

describe('a report', () => {
  it('that comes again and again, on two servers, has one effect', async () => {
    const { transfer, key } = await taken();
    for (let time = 0; time < 3; time += 1) await reports(key, { kind: 'completed' });
    expect(await statusOf(transfer)).toBe('COMPLETED');
    expect(await mainNow()).toEqual({ ...before, available: before.available - 1_000n });
    for (let time = 0; time < 3; time += 1) await reports(key, returned);
    expect(await statusOf(transfer)).toBe('RETURNED');
    expect(await mainNow()).toEqual(before);
  });

  it('that contradicts the end that was reported before changes nothing', async () => {
    const [paid, refused] = [await taken(), await taken()];
    await reports(paid.key, { kind: 'completed' });
    await reports(refused.key, failed);
    const after = await mainNow();
    for (const outcome of [failed, { kind: 'canceled' } as const]) await reports(paid.key, outcome);
    for (const outcome of [{ kind: 'completed' }, { kind: 'canceled' }, returned] as const) {
      await reports(refused.key, outcome);
    }
    expect([await statusOf(paid.transfer), await statusOf(refused.transfer)]).toEqual([
      'COMPLETED',
      'FAILED',
    ]);
    expect((await transferNow(server, refused.transfer)).attributes['failure']).toEqual({
      code: 'R01',
      reason: 'Insufficient funds',
    });
    expect(await mainNow()).toEqual(after);
  });

  it('of a return tells that it had completed, where that report was lost', async () => {
    const { transfer, key } = await taken();
    await reports(key, returned);
    const { attributes } = await transferNow(server, transfer);
    expect(attributes).toMatchObject({
      status: 'RETURNED',
      return: { code: 'R10', reason: 'Not authorized' },
    });
    expect(attributes['settledAt']).not.toBeNull();
    expect(await mainNow()).toEqual(before);
    await reports(key, { kind: 'completed' });
    expect(await statusOf(transfer)).toBe('RETURNED');
  });

  it('of a payment that was never asked for is put aside, and holds up no other', async () => {
    const { transfer, key } = await taken();
    await reports('purser-of-somebody-else', { kind: 'completed' });
    await reports(key, failed);
    expect(await statusOf(transfer)).toBe('FAILED');
  });

  it('that cannot be stored holds up no other either', async () => {
    const [full, fine] = [await taken(), await taken()];
    await reports(full.key, { kind: 'completed' });
    const { walletId } = server.parties.main;
    const fill = (amount: bigint) =>
      server.sql('UPDATE wallets SET posted = posted + $2 WHERE id = $1', [idOf(walletId), amount]);
    const { available, held } = await mainNow();
    const room = BigInt(Number.MAX_SAFE_INTEGER) - available - held;
    await fill(room);
    const id = bank.report(full.key, returned);
    await reports(fine.key, failed);
    await fill(-room);
    expect([await statusOf(full.transfer), await statusOf(fine.transfer)]).toEqual(['COMPLETED', 'FAILED']);
    await until('the return is stored', () => bank.acknowledged.includes(id));
    expect(await statusOf(full.transfer)).toBe('RETURNED');
    expect(await mainNow()).toEqual(before);
  });

  it('that breaks the program holds up no other, and is stored when that is mended', async () => {
    const [broken, fine] = [await taken(), await taken()];
    await server.sql(
      `CREATE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''broken''; END'`,
    );
    await server.sql(`CREATE TRIGGER break BEFORE UPDATE ON transfers FOR EACH ROW
      WHEN (OLD.id = '${idOf(broken.transfer.id)}') EXECUTE FUNCTION break()`);
    const id = bank.report(broken.key, failed);
    await reports(fine.key, failed);
    expect([await statusOf(broken.transfer), await statusOf(fine.transfer)]).toEqual([
      'PROCESSING',
      'FAILED',
    ]);
    await server.sql('DROP TRIGGER break ON transfers');
    await until('it is stored', () => bank.acknowledged.includes(id));
    expect(await statusOf(broken.transfer)).toBe('FAILED');
  });
});

describe('a withdrawal that somebody wants back', () => {
  it('stays as it is until the bank says what became of it', async () => {
    const cases = [
      [{ kind: 'canceled' }, 'CANCELED', 0n],
      [failed, 'FAILED', 0n],
      [{ kind: 'completed' }, 'COMPLETED', 1_000n],
    ] as const;
    for (const [outcome, status, gone] of cases) {
      const { transfer, key } = await taken();
      const was = await mainNow();
      const reply = await post(server, `/transfers/${transfer.id}/cancel`);
      expect(resource(reply).attributes['status']).toBe('PROCESSING');
      await until('the bank was asked', () => bank.askedBack.includes(key));
      expect([await statusOf(transfer), await mainNow()]).toEqual(['PROCESSING', was]);
      await reports(key, outcome);
      expect(await statusOf(transfer)).toBe(status);
      expect(await mainNow()).toEqual({ available: was.available + 1_000n - gone, held: was.held - 1_000n });
    }
  });

  it('is asked for again and again where the bank does not answer', async () => {
    const { transfer, key } = await taken();
    bank.beDeafToCancels(2);
    const timesAskedBack = (): number => bank.askedBack.filter((each) => each === key).length;
    await post(server, `/transfers/${transfer.id}/cancel`);
    await until('it was asked', () => timesAskedBack() === 1);
    for (let wait = 0; wait < 2; wait += 1) await advance(server, 120);
    expect(timesAskedBack()).toBe(3);
    await advance(server, 86_400);
    expect([timesAskedBack(), timesAsked(key)]).toEqual([3, 1]);
    await reports(key, { kind: 'canceled' });
    expect(await statusOf(transfer)).toBe('CANCELED');
  });

  it('before the bank was reached is handed over first, and then asked back', async () => {
    const { transfer, key } = await withdrawn(deaf);
    await until('it was asked', () => timesAsked(key) === 1);
    const reply = await post(server, `/transfers/${transfer.id}/cancel`);
    expect(resource(reply).attributes['status']).toBe('PROCESSING');
    await advance(server, 600);
    await until('it was asked for back', () => bank.askedBack.includes(key));
    expect(bank.taken.has(key)).toBe(true);
    await reports(key, { kind: 'canceled' });
    expect(await statusOf(transfer)).toBe('CANCELED');
  });
});
