import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, resource, type Resource } from '../support/http.ts';
import { advance, approvalsOf, asAgent, transferNow, withdraw } from '../support/moves.ts';
import { main, stranger, to, testServer } from '../support/server.ts';
import { expectBalancedBooks } from './books.ts';
import { balanceOf, uuidOf, until, type Balance } from './support.ts';

// The bank needs a minute of the service's clock: no withdrawal settles unless a test advances it.
const server = testServer({ PURSER_SANDBOX_SETTLE_MS: '60000' });
let before: Balance;
beforeEach(async () => {
  before = await mainNow();
});
afterAll(() => expectBalancedBooks(server.sql));

const mainNow = (): Promise<Balance> => balanceOf(server, main.partyId);
const withdrawn = async (amount: number) => resource(await withdraw(server, { amount }));
const cancel = ({ id }: Resource) => server.post(`/transfers/${id}/cancel`);

/**
 * Returns the movements of a transfer in order: kind, source and destination. `outside` is the clearing
 * account.
 */
async function movementsOf({ id }: Resource): Promise<string[]> {
  const rows = await server.sql<{ movement: string }>`SELECT kind || ': ' || CASE WHEN s.party_id IS NULL THEN
    'outside' ELSE source_place END || ' to ' || CASE WHEN d.party_id IS NULL THEN 'outside' ELSE
    destination_place END AS movement FROM movements m JOIN wallets s ON s.id = source_wallet_id
    JOIN wallets d ON d.id = destination_wallet_id WHERE transaction_id = ${uuidOf(id)} ORDER BY step`;
  return rows.map(({ movement }) => movement);
}
const eventsOf = async ({ id }: Resource): Promise<string[]> =>
  (
    await server.sql<{ to: string }>`SELECT to_status AS to FROM events WHERE resource_id = ${uuidOf(id)}
      ORDER BY created_at, id`
  ).map(({ to }) => to);

async function orderOf({ id }: Resource) {
  const [row] = await server.sql<{ state: string; attempts: number; key: string }>`SELECT state, attempts,
    outbound_key AS key FROM rail_orders WHERE transfer_id = ${uuidOf(id)}`;
  return row;
}
const untilBankHas = (transfer: Resource): Promise<void> =>
  until('the bank has accepted it', async () => (await orderOf(transfer))?.state === 'taken');

const hold = 'hold: available to held';
const leave = 'withdrawal: held to outside';

describe('the money of a withdrawal', () => {
  it.each([
    [1_000, 'COMPLETED', ['PROCESSING', 'COMPLETED'], [hold, leave], 0],
    [1_003, 'FAILED', ['PROCESSING', 'FAILED'], [hold, 'release: held to available'], 1_003],
    [
      1_023,
      'RETURNED',
      ['PROCESSING', 'COMPLETED', 'RETURNED'],
      [hold, leave, 'return: outside to available'],
      1_023,
    ],
  ])(
    'of %i is held first, then moves as the bank reports: %s',
    async (amount, status, events, moves, left) => {
      const transfer = await withdrawn(amount);
      const held = { available: before.available - BigInt(amount), held: before.held + BigInt(amount) };
      expect(await mainNow()).toEqual(held);
      expect(await movementsOf(transfer)).toEqual([hold]);
      await untilBankHas(transfer);
      await advance(server, 59);
      expect([await server.statusOf(transfer), await mainNow()]).toEqual(['PROCESSING', held]);
      await advance(server, 120);
      expect([await server.statusOf(transfer), await eventsOf(transfer)]).toEqual([status, events]);
      expect(await movementsOf(transfer)).toEqual(moves);
      expect(await mainNow()).toEqual({
        ...before,
        available: before.available - BigInt(amount) + BigInt(left),
      });
      expect(await orderOf(transfer)).toMatchObject({ state: 'ended' });
    },
  );

  it('cannot be spent or withdrawn again while it is held, to the cent', async () => {
    const most = await withdrawn(Number(before.available) - 100);
    const replies = [
      await withdraw(server, { amount: 101 }),
      await server.pay({ amount: 101, ...to(stranger) }),
    ];
    for (const reply of replies) {
      expect(refusal(reply)).toEqual([409, ['insufficient_funds'], ['/data/attributes/amount']]);
    }
    const last = await withdrawn(100);
    expect(await mainNow()).toEqual({ available: 0n, held: before.held + before.available });
    await Promise.all([most, last].map(untilBankHas));
    // Restores the funds for the tests after this one.
    await server.sql(`UPDATE sandbox_bank_outcomes SET kind = 'failed', code = 'R01', reason = 'Nothing left'
                      WHERE acknowledged_at IS NULL`);
    await advance(server, 120);
    expect(await mainNow()).toEqual(before);
  });

  it('in review is neither held nor submitted before it is approved', async () => {
    const transfer = resource(await withdraw(server.with(asAgent(main.limitedAgentId)), { amount: 10_001 }));
    expect([await mainNow(), await movementsOf(transfer), await orderOf(transfer)]).toEqual([
      before,
      [],
      undefined,
    ]);
    const [approval] = await approvalsOf(server, transfer);
    expect((await server.as(main.approverApiKey).post(`/approvals/${approval?.id}/approve`)).status).toBe(
      200,
    );
    expect((await mainNow()).held).toBe(before.held + 10_001n);
    await untilBankHas(transfer);
    await advance(server, 61);
    expect(await eventsOf(transfer)).toEqual(['IN_REVIEW', 'PROCESSING', 'COMPLETED']);
  });
});

describe('a lost response of the bank', () => {
  it('leads to another attempt under the same key, and the withdrawal is paid once', async () => {
    const transfer = await withdrawn(1_098);
    await until('the bank was called', async () => (await orderOf(transfer))?.state === 'unknown');
    await advance(server, 14);
    expect(await orderOf(transfer)).toMatchObject({ state: 'unknown', attempts: 1 });
    await advance(server, 2);
    const order = await orderOf(transfer);
    expect(order).toMatchObject({ state: 'taken', attempts: 2 });
    const atBank = await server.sql`SELECT amount FROM sandbox_bank_orders
      WHERE outbound_key = ${order?.key}`;
    expect(atBank).toEqual([{ amount: 1_098n }]);
    await advance(server, 60);
    expect(await movementsOf(transfer)).toEqual([hold, leave]);
  });
});

/** Keeps every server from calling the bank during `work`. */
async function withoutBank(work: () => Promise<void>): Promise<void> {
  await server.sql(`CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`);
  await server.sql(`CREATE TRIGGER stay BEFORE UPDATE ON rail_orders FOR EACH ROW
    WHEN (OLD.state = 'waiting' AND NEW.state = 'unknown') EXECUTE FUNCTION nothing()`);
  try {
    await work();
  } finally {
    await server.sql('DROP TRIGGER stay ON rail_orders');
    await server.sql('DROP FUNCTION nothing');
  }
}

describe('canceling a withdrawal', () => {
  it('before it is submitted takes effect immediately, and the bank is never called', async () => {
    await withoutBank(async () => {
      const transfer = await withdrawn(1_500);
      const reply = resource(await cancel(transfer));
      expect(reply).toEqual(await transferNow(server, transfer));
      expect(reply.attributes['status']).toBe('CANCELED');
      expect(await mainNow()).toEqual(before);
      expect(await movementsOf(transfer)).toEqual([hold, 'release: held to available']);
      expect(refusal(await cancel(transfer))).toEqual([409, ['conflict'], [undefined]]);
      expect(await orderOf(transfer)).toMatchObject({ state: 'withdrawn', attempts: 0 });
    });
    await advance(server, 300);
    const submitted = await server.sql('SELECT * FROM sandbox_bank_orders WHERE amount = 1500');
    expect(submitted).toEqual([]);
  });

  it("that the bank has accepted sends a cancellation request, and the bank's report settles it, not the minute", async () => {
    for (let round = 0; round < 20; round += 1) {
      const transfer = await withdrawn(1_600);
      await untilBankHas(transfer);
      const reply = await cancel(transfer);
      expect([reply.status, resource(reply).attributes['status']]).toEqual([200, 'PROCESSING']);
      // The bank's report may come before the second request: only then is there nothing left to cancel.
      const again = await cancel(transfer);
      const known =
        again.status === 200 ? resource(again).attributes['status'] : await server.statusOf(transfer);
      expect(['200 PROCESSING', '409 CANCELED']).toContain(`${again.status} ${String(known)}`);
      await until('the bank has canceled it', async () => (await server.statusOf(transfer)) === 'CANCELED');
      expect(await eventsOf(transfer)).toEqual(['PROCESSING', 'CANCELED']);
    }
    expect(await mainNow()).toEqual(before);
    const last = await withdrawn(1_600);
    await advance(server, 600);
    expect(await server.statusOf(last)).toBe('COMPLETED');
  });

  it('whose response was lost first submits it again, under the same key', async () => {
    const transfer = await withdrawn(1_698);
    await until('the bank was called', async () => (await orderOf(transfer))?.state === 'unknown');
    expect(resource(await cancel(transfer)).attributes['status']).toBe('PROCESSING');
    await until('the bank has canceled it', async () => (await server.statusOf(transfer)) === 'CANCELED');
    expect(await mainNow()).toEqual(before);
  });
});

describe('a removed account', () => {
  it('lets withdrawals in progress finish, and accepts no others, even by approval', async () => {
    const { externalAccountIdToRemove: externalAccountId, limitedAgentId } = main;
    const inProgress = resource(await withdraw(server, { externalAccountId }));
    const inReview = resource(
      await withdraw(server.with(asAgent(limitedAgentId)), { amount: 10_001, externalAccountId }),
    );
    expect((await server.delete(`/external-accounts/${externalAccountId}`)).status).toBe(200);
    const [approval] = await approvalsOf(server, inReview);
    const approve = await server.as(main.approverApiKey).post(`/approvals/${approval?.id}/approve`);
    expect(refusal(approve)).toEqual([409, ['external_account_not_usable'], [undefined]]);
    expect(await approvalsOf(server, inReview)).toEqual([approval]);
    await advance(server, 120);
    const done = await transferNow(server, inProgress);
    expect(done.attributes).toMatchObject({ status: 'COMPLETED', externalAccountDisplayMask: '****5678' });
    expect(await server.statusOf(inReview)).toBe('IN_REVIEW');
  });
});
