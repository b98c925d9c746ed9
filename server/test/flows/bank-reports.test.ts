import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { RailOutcome } from '../../src/engine/commands/settle.ts';
import { resource, type Resource } from '../support/http.ts';
import { advance, transferNow, withdraw } from '../support/moves.ts';
import { main, testServer, secondServer } from '../support/server.ts';
import { createTestBank } from './bank.ts';
import { expectBalancedBooks } from './books.ts';
import { balanceOf, uuidOf, until, type Balance } from './support.ts';

// The amount selects the bank's behavior: throw twice, accept and throw, or hang the first time.
const unreachable = 1_001;
const acceptsAndThrows = 1_002;
const silent = 1_003;
const bank = createTestBank(({ amount }, times) => {
  if (Number(amount) === unreachable && times <= 2) return 'throws';
  if (Number(amount) === acceptsAndThrows && times === 1) return 'accepts and throws';
  if (Number(amount) === silent && times === 1) return 'hangs';
  return 'accepts';
});

const server = testServer({}, bank.rail);
const second = secondServer(server, {}, bank.rail);
let before: Balance;
beforeEach(async () => {
  before = await mainNow();
});
afterAll(() => expectBalancedBooks(server.sql));

const mainNow = (): Promise<Balance> => balanceOf(server, main.partyId);
const timesSubmitted = (key: string): number => bank.submitted.filter((each) => each.key === key).length;

async function orderOf({ id }: Resource) {
  const rows = await server.sql<{ key: string; state: string }>`SELECT outbound_key AS key, state
    FROM rail_orders WHERE transfer_id = ${uuidOf(id)}`;
  return rows[0] ?? { key: '', state: '' };
}

async function withdrawn(amount = 1_000): Promise<{ transfer: Resource; key: string }> {
  const transfer = resource(await withdraw(server, { amount }));
  return { transfer, key: (await orderOf(transfer)).key };
}

/** A withdrawal that the bank has accepted. */
async function accepted(amount?: number): Promise<{ transfer: Resource; key: string }> {
  const made = await withdrawn(amount);
  await until('the bank has accepted it', async () => (await orderOf(made.transfer)).state === 'taken');
  return made;
}

/** Lets the bank report an outcome, which both servers store concurrently. */
async function reports(key: string, outcome: RailOutcome): Promise<void> {
  const id = bank.report(key, outcome);
  await Promise.all([advance(server, 1), advance(second, 1)]);
  await until('the report is acknowledged', () => bank.acknowledged.includes(id));
}
const failed = { kind: 'failed', code: 'R01', reason: 'Insufficient funds' } as const;
const returned = { kind: 'returned', code: 'R10', reason: 'Not authorized' } as const;

describe('a bank that', () => {
  it('cannot be reached gets the same request with the same key until it accepts', async () => {
    const { transfer, key } = await withdrawn(unreachable);
    await until('the bank was called', () => timesSubmitted(key) === 1);
    expect(await server.statusOf(transfer)).toBe('PROCESSING');
    expect((await mainNow()).held).toBe(before.held + BigInt(unreachable));
    await advance(server, 16);
    expect(timesSubmitted(key)).toBe(2);
    await advance(server, 16);
    expect(timesSubmitted(key)).toBe(2); // the delay doubles each time
    await advance(server, 15);
    expect([timesSubmitted(key), (await orderOf(transfer)).state]).toEqual([3, 'taken']);
    await advance(server, 86_400);
    const account = { externalAccountId: uuidOf(main.externalAccountId), direction: 'credit' };
    const order = { key, ...account, amount: BigInt(unreachable), currency: 'USD' };
    expect(bank.submitted.filter((each) => each.key === key)).toEqual([order, order, order]);
  });

  it('accepted although its response was lost may report before the next attempt', async () => {
    const { transfer, key } = await withdrawn(acceptsAndThrows);
    await until('the bank was called', () => timesSubmitted(key) === 1);
    expect((await orderOf(transfer)).state).toBe('unknown');
    await reports(key, { kind: 'completed' });
    expect(await server.statusOf(transfer)).toBe('COMPLETED');
    await advance(server, 86_400);
    expect(timesSubmitted(key)).toBe(1);
  });

  it('does not respond blocks no other withdrawal, and is called again', async () => {
    const { transfer, key } = await withdrawn(silent);
    await until('the bank was called', () => timesSubmitted(key) === 1);
    const other = await withdrawn();
    await until(
      'the bank has accepted the other one',
      async () => (await orderOf(other.transfer)).state === 'taken',
    );
    await advance(server, 16);
    await until('the bank has accepted it', async () => (await orderOf(transfer)).state === 'taken');
    expect(timesSubmitted(key)).toBe(2);
  });
});

const fill = (amount: bigint) =>
  server.sql`UPDATE wallets SET posted = posted + ${amount} WHERE id = ${uuidOf(main.walletId)}`;

describe('a report', () => {
  it('that is repeated, on two servers, has one effect', async () => {
    const { transfer, key } = await accepted();
    for (let time = 0; time < 3; time += 1) await reports(key, { kind: 'completed' });
    expect(await server.statusOf(transfer)).toBe('COMPLETED');
    expect(await mainNow()).toEqual({ ...before, available: before.available - 1_000n });
    for (let time = 0; time < 3; time += 1) await reports(key, returned);
    expect(await server.statusOf(transfer)).toBe('RETURNED');
    expect(await mainNow()).toEqual(before);
  });

  it('that contradicts an earlier outcome changes nothing', async () => {
    const [paid, refused] = [await accepted(), await accepted()];
    await reports(paid.key, { kind: 'completed' });
    await reports(refused.key, failed);
    const after = await mainNow();
    for (const outcome of [failed, { kind: 'canceled' } as const]) await reports(paid.key, outcome);
    for (const outcome of [{ kind: 'completed' }, { kind: 'canceled' }, returned] as const) {
      await reports(refused.key, outcome);
    }
    expect([await server.statusOf(paid.transfer), await server.statusOf(refused.transfer)]).toEqual([
      'COMPLETED',
      'FAILED',
    ]);
    expect((await transferNow(server, refused.transfer)).attributes['failure']).toEqual({
      code: 'R01',
      reason: 'Insufficient funds',
    });
    expect(await mainNow()).toEqual(after);
  });

  it('of a return also records the completion when that report was lost', async () => {
    const { transfer, key } = await accepted();
    await reports(key, returned);
    const { attributes } = await transferNow(server, transfer);
    expect(attributes).toMatchObject({
      status: 'RETURNED',
      return: { code: 'R10', reason: 'Not authorized' },
    });
    expect(attributes['settledAt']).not.toBeNull();
    expect(await mainNow()).toEqual(before);
    await reports(key, { kind: 'completed' });
    expect(await server.statusOf(transfer)).toBe('RETURNED');
  });

  it('about an unknown withdrawal is set aside, and blocks no other report', async () => {
    const { transfer, key } = await accepted();
    await reports('purser-of-somebody-else', { kind: 'completed' });
    await reports(key, failed);
    expect(await server.statusOf(transfer)).toBe('FAILED');
  });

  it('that is refused blocks no other report, and is stored within a day once there is room', async () => {
    const [full, fine] = [await accepted(), await accepted()];
    await reports(full.key, { kind: 'completed' });
    const { available, held } = await mainNow();
    const room = BigInt(Number.MAX_SAFE_INTEGER) - available - held;
    await fill(room);
    const id = bank.report(full.key, returned);
    await reports(fine.key, failed);
    await until('the return is refused', () => bank.acknowledged.includes(id));
    await fill(-room);
    expect([await server.statusOf(full.transfer), await server.statusOf(fine.transfer)]).toEqual([
      'COMPLETED',
      'FAILED',
    ]);
    await until('the return is stored', async () => {
      await advance(server, 86_400);
      return (await server.statusOf(full.transfer)) === 'RETURNED';
    });
    expect(await mainNow()).toEqual(before);
  });

  it('that causes a program error blocks no other report, and is stored once the cause is fixed', async () => {
    const [broken, fine] = [await accepted(), await accepted()];
    await server.sql(`CREATE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''x''; END'`);
    await server.sql(`CREATE TRIGGER break BEFORE UPDATE ON transfers FOR EACH ROW
      WHEN (OLD.id = '${uuidOf(broken.transfer.id)}') EXECUTE FUNCTION break()`);
    const id = bank.report(broken.key, failed);
    await reports(fine.key, failed);
    const both = [await server.statusOf(broken.transfer), await server.statusOf(fine.transfer)];
    expect(both).toEqual(['PROCESSING', 'FAILED']);
    await server.sql('DROP TRIGGER break ON transfers');
    await until('it is acknowledged', () => bank.acknowledged.includes(id));
    expect(await server.statusOf(broken.transfer)).toBe('FAILED');
  });
});

describe('a cancellation request for a submitted withdrawal', () => {
  it('leaves it unchanged until the bank reports the outcome', async () => {
    const cases = [
      [{ kind: 'canceled' }, 'CANCELED', 0n],
      [failed, 'FAILED', 0n],
      [{ kind: 'completed' }, 'COMPLETED', 1_000n],
    ] as const;
    for (const [outcome, status, gone] of cases) {
      const { transfer, key } = await accepted();
      const was = await mainNow();
      const reply = await server.post(`/transfers/${transfer.id}/cancel`);
      expect(resource(reply).attributes['status']).toBe('PROCESSING');
      await until('the bank received the request', () => bank.cancelRequests.includes(key));
      expect([await server.statusOf(transfer), await mainNow()]).toEqual(['PROCESSING', was]);
      await reports(key, outcome);
      expect(await server.statusOf(transfer)).toBe(status);
      expect(await mainNow()).toEqual({ available: was.available + 1_000n - gone, held: was.held - 1_000n });
    }
  });

  it('is repeated while the bank does not respond', async () => {
    const { transfer, key } = await accepted();
    bank.failCancels(2);
    const timesCanceled = (): number => bank.cancelRequests.filter((each) => each === key).length;
    await server.post(`/transfers/${transfer.id}/cancel`);
    await until('the bank received the request', () => timesCanceled() === 1);
    for (let wait = 0; wait < 2; wait += 1) await advance(server, 120);
    expect(timesCanceled()).toBe(3);
    await advance(server, 86_400);
    expect([timesCanceled(), timesSubmitted(key)]).toEqual([3, 1]);
    await reports(key, { kind: 'canceled' });
    expect(await server.statusOf(transfer)).toBe('CANCELED');
  });

  it('before the bank was reached is sent after the withdrawal itself', async () => {
    const { transfer, key } = await withdrawn(unreachable);
    await until('the bank was called', () => timesSubmitted(key) === 1);
    const reply = await server.post(`/transfers/${transfer.id}/cancel`);
    expect(resource(reply).attributes['status']).toBe('PROCESSING');
    await advance(server, 600);
    await until('the bank received the request', () => bank.cancelRequests.includes(key));
    expect(bank.accepted.has(key)).toBe(true);
    await reports(key, { kind: 'canceled' });
    expect(await server.statusOf(transfer)).toBe('CANCELED');
  });
});
