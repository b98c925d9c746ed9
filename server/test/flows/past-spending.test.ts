import { describe, expect, it } from 'vitest';
import { countLimits, type LimitOwner, sumPastSpending } from '../../src/engine/plain-writes/count-limits.ts';
import { noLimits } from '../../src/engine/model/state.ts';
import { resource } from '../support/http.ts';
import { waitingPayment } from '../support/moves.ts';
import { main, stranger, byId, newEmail, testServer } from '../support/server.ts';
import { uuidOf, rewrite, withSession } from './support.ts';

const server = testServer();
const [allAreEarlier, allAreRecent] = ['f'.repeat(32), '0'.repeat(32)];
const unknown = () => newEmail();
const payee = byId(stranger);

const payFromMain = async (amount: number, counterparty: object): Promise<string> =>
  resource(await server.pay({ amount, counterparty })).id;

/** Counts the main party’s spending as a new limit does, with `meanwhile` after the sum and before the locks. */
function countAround(
  before: string,
  meanwhile: () => Promise<unknown>,
): Promise<{ spentInDay: bigint } | undefined> {
  const id = uuidOf(main.partyId) as LimitOwner['ownerPartyId'];
  const owner = { spenderId: id, ownerPartyId: id };
  const limits = { ...noLimits, perDay: 1_000_000n, perMonth: 1_000_000n };
  return withSession(server.connection, async (session) => {
    const past = await sumPastSpending(session, owner, limits, new Date(), before);
    await meanwhile();
    await countLimits(session, owner, ['USD'], past);
    const deleted = 'DELETE FROM limit_counters WHERE spender_id = $1 RETURNING spent_in_day, spent_in_month';
    return (await session.query<{ spentInDay: bigint }>(deleted, [id])).rows[0];
  });
}

const nothing = async (): Promise<void> => undefined;

describe('what is summed up before the locks of a new limit', () => {
  it.each([allAreEarlier, allAreRecent])('counts each payment once, as it is then (%s)', async (before) => {
    const had = (await countAround(allAreRecent, nothing))?.spentInDay ?? 0n;
    await payFromMain(100, payee);
    const canceled = await payFromMain(20, unknown());
    await payFromMain(3, unknown());
    const { id } = await waitingPayment(server, { currency: 'USD', amount: 10_001 });
    const counter = await countAround(before, async () => {
      await server.post(`/payments/${canceled}/cancel`);
      await server.as(main.approverApiKey).post(`/approvals/${id}/approve`);
    });
    const sum = had + 10_104n;
    expect(counter).toEqual({ spentInDay: sum, spentInMonth: sum });
  });

  it('is not read again while payments wait', async () => {
    const payment = await payFromMain(500, payee);
    const before = await countAround(allAreRecent, nothing);
    const changed = 'UPDATE payments SET amount = 1 WHERE id = $1';
    const after = await countAround(allAreEarlier, () =>
      rewrite(server.connection, changed, [uuidOf(payment)]),
    );
    expect(after).toEqual(before);
  });
});
