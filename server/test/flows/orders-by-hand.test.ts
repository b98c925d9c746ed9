import { afterAll, describe, expect, it } from 'vitest';
import { within } from '../../src/db/tx.ts';
import type { OrderMark } from '../../src/engine/commands/mark-order.ts';
import { markOrder } from '../../src/money/transfers/operator/mark.ts';
import {
  listOrdersAfter,
  type ManualOrder,
  type OrderState,
} from '../../src/money/transfers/operator/queries.ts';
import { type ShownOrder, showOrder } from '../../src/money/transfers/operator/show.ts';
import { parseKeyring } from '../../src/lib/keyring.ts';
import type { Id } from '../../src/lib/id.ts';
import { link, verifyAll } from '../support/external-accounts.ts';
import { resource, type Resource } from '../support/http.ts';
import { advance, approvalsOf, asAgent, withdraw } from '../support/moves.ts';
import { main, testSecret, testServer } from '../support/server.ts';
import { expectBalancedBooks } from './books.ts';
import { balanceOf, uuidOf, withSession } from './support.ts';

// A server without a bank; the operator's commands run in this process. server/test/commands/orders.test.ts runs them.
const server = testServer({}, null);
afterAll(() => expectBalancedBooks(server.sql));

const sent: OrderMark = { kind: 'sent', reference: 'WIRE 77' };
const settled: OrderMark = { kind: 'completed' };
const failed: OrderMark = { kind: 'failed', code: 'R03', reason: 'No account' };
const firstId = '0'.repeat(32);

const withdrawn = async (values: object = {}) => resource(await withdraw(server, values));

const drawn = async () =>
  resource(
    await server.post('/transfers/deposit', { amount: 70_000, externalAccountId: main.externalAccountId }),
  );

const trf = ({ id }: Resource): Id<'trf'> => uuidOf(id) as Id<'trf'>;

/** Marks an order, and returns `done`, `before` or `refused`. */
function mark(order: Resource, made: OrderMark): Promise<'done' | 'before' | 'refused'> {
  const marking = {
    transferId: trf(order),
    mark: made,
    says: `${made.kind}, operator Olive`,
    now: new Date(),
  };
  return withSession(server.connection, (session) =>
    within(session, async () => {
      const result = await markOrder(session, marking);
      if (!result || 'possible' in result) return 'refused';
      return result.isNew ? 'done' : 'before';
    }),
  );
}

function show(order: Resource): Promise<ShownOrder['number'] | undefined> {
  const keyring = parseKeyring(testSecret);
  if (!keyring) throw new Error('the secret of the tests is malformed');
  const asked = { transferId: trf(order), says: 'shown, operator Olive', now: new Date() };
  return withSession(server.connection, (session) =>
    within(session, async () => (await showOrder(session, keyring, asked))?.number),
  );
}

const list = (states: readonly OrderState[] | null = null): Promise<ManualOrder[]> =>
  withSession(server.connection, (session) =>
    listOrdersAfter(session, states, { after: firstId, count: 100 }),
  );

const cancel = async ({ id }: Resource): Promise<unknown> =>
  resource(await server.post(`/transfers/${id}/cancel`)).attributes['status'];
const balance = () => balanceOf(server, main.partyId);

describe('a withdrawal that waits for the operator', () => {
  it('is canceled at once before the number was shown, and only asked to be afterwards', async () => {
    const before = await balance();
    const [early, shown, late] = [await withdrawn(), await withdrawn(), await withdrawn()];
    expect([await cancel(early), await mark(early, sent)]).toEqual(['CANCELED', 'refused']);
    await show(shown);
    await mark(late, sent);
    expect([await cancel(shown), await cancel(late)]).toEqual(['PROCESSING', 'PROCESSING']);
    const asked = (await list()).filter(({ cancelRequestedAt }) => cancelRequestedAt !== null);
    expect(asked.map(({ transferId, orderState }) => [transferId, orderState])).toEqual([
      [trf(shown), 'shown'],
      [trf(late), 'sent'],
    ]);
    expect(await mark(shown, { kind: 'canceled' })).toBe('done');
    expect(await mark(late, settled)).toBe('done');
    expect([await server.statusOf(shown), await server.statusOf(late)]).toEqual(['CANCELED', 'COMPLETED']);
    expect(await balance()).toEqual({ available: before.available - 500n, held: before.held });
  });

  it('is not canceled by the operator unless its party asked for it', async () => {
    const order = await withdrawn();
    expect(await mark(order, { kind: 'canceled' })).toBe('refused');
    await mark(order, sent);
    expect(await mark(order, { kind: 'canceled' })).toBe('refused');
    expect([await mark(order, failed), await mark(order, failed)]).toEqual(['done', 'before']);
  });

  it('can be sent after its account was removed, and its number is gone once it has ended', async () => {
    const iban = { type: 'iban', iban: 'DE89370400440532013000' };
    const externalAccountId = resource(await link(server, { accountName: 'Acme GmbH', account: iban })).id;
    await verifyAll(server);
    const order = await withdrawn({ externalAccountId });
    await server.delete(`/external-accounts/${externalAccountId}`);
    expect(await show(order)).toEqual(iban);
    await mark(order, sent);
    await mark(order, settled);
    expect(await show(order)).toBe('ended');
    const kept = 'SELECT sealed_number, secret_id, account_name FROM rail_orders WHERE transfer_id = $1';
    expect(await server.sql(kept, trf(order))).toEqual([
      { sealed_number: null, secret_id: null, account_name: null },
    ]);
  });

  it('says so if its account has no number', async () => {
    const order = await withdrawn();
    expect(await show(order)).toBe('none');
    expect(await mark(order, failed)).toBe('done');
  });

  it('is an order only once it was approved', async () => {
    const waits = resource(await withdraw(server.with(asAgent(main.limitedAgentId)), { amount: 10_001 }));
    expect([waits.attributes['status'], await mark(waits, sent)]).toEqual(['IN_REVIEW', 'refused']);
    const [approval] = await approvalsOf(server, waits);
    await server.as(main.approverApiKey).post(`/approvals/${approval?.id}/approve`);
    expect([await mark(waits, sent), await mark(waits, settled)]).toEqual(['done', 'done']);
    expect(await server.statusOf(waits)).toBe('COMPLETED');
  });

  it('has one outcome when operators say different things at once', async () => {
    const order = await withdrawn();
    await mark(order, sent);
    const before = await balance();
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, turn) => mark(order, turn % 2 === 0 ? settled : failed)),
    );
    const status = await server.statusOf(order);
    expect(results.toSorted().join(' ')).toBe(`before before before done ${'refused '.repeat(4)}`.trim());
    const back = status === 'FAILED' ? 500n : 0n;
    expect(await balance()).toEqual({ available: before.available + back, held: before.held - 500n });
  });

  it('is either canceled or marked sent when both come at once, never both', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => withdrawn()));
    await Promise.all(
      orders.map(async (order) => {
        const [marked, canceled] = await Promise.all([mark(order, sent), cancel(order)]);
        expect([marked, canceled]).toEqual(
          canceled === 'CANCELED' ? ['refused', 'CANCELED'] : ['done', 'PROCESSING'],
        );
        if (marked === 'done') await mark(order, failed);
      }),
    );
  });
});

describe('a deposit that waits for the operator', () => {
  it('arrives once it is settled, and is taken back if it is returned', async () => {
    const before = await balance();
    const order = await drawn();
    expect((await list()).map(({ transferId, type }) => [transferId, type])).toEqual([
      [trf(order), 'deposit'],
    ]);
    await show(order);
    await mark(order, sent);
    expect(await balance()).toEqual(before);
    await mark(order, settled);
    expect([await server.statusOf(order), await balance()]).toEqual([
      'COMPLETED',
      { ...before, available: before.available + 70_000n },
    ]);
    expect(await mark(order, { ...failed, kind: 'returned' })).toBe('done');
    expect([await server.statusOf(order), await balance()]).toEqual(['RETURNED', before]);
  });

  it('fails without effect, and is canceled at once before the operator has seen it', async () => {
    const before = await balance();
    const [refused, early] = [await drawn(), await drawn()];
    await mark(refused, failed);
    expect(await cancel(early)).toBe('CANCELED');
    expect([await server.statusOf(refused), await server.statusOf(early)]).toEqual(['FAILED', 'CANCELED']);
    expect([await balance(), await list()]).toEqual([before, []]);
  });
});

describe('what the operator says of an order', () => {
  it('is in the audit log with the name of the operator, each time that the number was shown', async () => {
    const order = await withdrawn();
    for (let turn = 0; turn < 2; turn += 1) await show(order);
    for (let turn = 0; turn < 2; turn += 1) await mark(order, sent);
    await mark(order, settled);
    const lines = await server.sql<{ reason: string }>`SELECT reason FROM audit_log
      WHERE target_id = ${trf(order)} AND action = 'markOrder' ORDER BY id`;
    expect(lines.map(({ reason }) => reason)).toEqual([
      'shown, operator Olive',
      'shown, operator Olive',
      'sent, operator Olive',
      'completed, operator Olive',
    ]);
  });
});

describe('the metrics of orders', () => {
  it('say how many wait for the operator, and how long the oldest has', async () => {
    await withdrawn();
    const marked = await withdrawn();
    await mark(marked, sent);
    await advance(server, 3_600);
    const waiting = await list(['waiting', 'shown']);
    const scrape = await (await fetch(`${server.baseUrl}/metrics`)).text();
    const read = (name: string) =>
      Number(new RegExp(`^purser_rail_orders_waiting${name} (.*)$`, 'm').exec(scrape)?.[1]);
    expect(read('')).toBe(waiting.length);
    expect(read('_oldest_seconds')).toBeGreaterThanOrEqual(3_600);
    await mark(marked, settled);
  });
});
