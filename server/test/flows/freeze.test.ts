import { describe, expect, it } from 'vitest';
import { refusal, type Reply, resource, resources } from '../support/http.ts';
import { approvalsOf, waitingPayment } from '../support/moves.ts';
import type { Id } from '../../src/lib/id.ts';
import { main, customer, stranger, to, testServer, secondServer } from '../support/server.ts';
import { uuidOf, until, waitingSessions, withSession } from './support.ts';
import { within } from '../../src/db/tx.ts';
import { setFrozenByOperator } from '../../src/identity/parties/freeze/operator.ts';
import { clientAt } from '../support/client.ts';

const server = testServer();
const second = secondServer(server);
const frozen = [409, ['party_frozen'], [undefined]];
const freeze = (key: string, baseUrl: string) => clientAt(baseUrl).as(key).post('/parties/me/freeze');
const unfreeze = (key: string) => server.as(key).post('/parties/me/unfreeze');

/** Pays from the main party's wallet by its own key. */
const payBy = (baseUrl: string) => clientAt(baseUrl).pay({ amount: 1, ...to(stranger) });

const by = (key: string, values: object) => (baseUrl: string) =>
  clientAt(baseUrl, key).pay({ amount: 1, ...to(stranger), ...values });

/** The ways in which the main party spends: by its key, by its agent, and by its key from a customer's wallet. */
const ways = (): Array<(baseUrl: string) => Promise<Reply>> => [
  by(main.apiKey, {}),
  by(main.limitedAgentKey, {}),
  by(main.apiKey, { customerPartyId: customer.partyId }),
];

const balance = async (): Promise<string> => {
  const [row] = await server.sql<{ posted: string }>`SELECT sum(posted)::text AS posted FROM wallets
    WHERE party_id = ${uuidOf(main.partyId)}`;
  return row?.posted ?? '';
};

describe('a frozen party', () => {
  it('pays nothing on any server from the response on', async () => {
    const servers = [server.baseUrl, second.baseUrl];
    for (let round = 0; round < 5; round += 1) {
      for (const way of ways()) for (const url of servers) expect((await way(url)).status).toBe(201);
      const busy = Array.from({ length: 4 }, () => ways().flatMap((way) => servers.map(way))).flat();
      expect((await freeze(main.apiKey, second.baseUrl)).status).toBe(200);
      const late = await Promise.all(ways().flatMap((way) => servers.map(way)));
      expect(late.map(refusal)).toEqual(late.map(() => frozen));
      for (const reply of await Promise.all(busy)) expect([201, 409]).toContain(reply.status);
      expect((await unfreeze(main.apiKey)).status).toBe(200);
    }
  });

  it('makes no payment that waited for the freeze', async () => {
    for (const way of ways()) for (const url of [server.baseUrl, second.baseUrl]) await way(url);
    const replies = await withSession(server.connection, async (session) => {
      await session.query('BEGIN');
      await session.query('SELECT FROM wallets WHERE party_id = $1 FOR NO KEY UPDATE', [
        uuidOf(main.partyId),
      ]);
      await session.query("UPDATE parties SET status = 'FROZEN', frozen_by = '{party}' WHERE id = $1", [
        uuidOf(main.partyId),
      ]);
      const waiting = [server, second].map(({ baseUrl }) => payBy(baseUrl));
      await until('both payments wait', async () => (await waitingSessions(server.sql)).length === 2);
      await session.query('COMMIT');
      return Promise.all(waiting);
    });
    expect(replies.map(refusal)).toEqual([frozen, frozen]);
    await unfreeze(main.apiKey);
  });

  it('waits for payments in progress: none commits after its response', async () => {
    for (let round = 0; round < 5; round += 1) {
      const busy = Array.from({ length: 20 }, (_, turn) =>
        payBy(turn % 2 === 0 ? server.baseUrl : second.baseUrl),
      );
      await freeze(main.apiKey, server.baseUrl);
      const atTheResponse = await balance();
      await Promise.all(busy);
      expect(await balance()).toBe(atTheResponse);
      await unfreeze(main.apiKey);
    }
  });

  it('keeps its approvals pending, also those that another party would give', async () => {
    const { payment, id } = await waitingPayment(server);
    const { partyId: customerPartyId } = customer;
    const overGrant = { amount: 5_001, currency: 'USD', customerPartyId };
    const { payment: forCustomer } = await waitingPayment(server, overGrant, { key: main.apiKey });
    const [asked] = await approvalsOf(server.as(customer), forCustomer);
    await freeze(main.apiKey, second.baseUrl);
    const refused = await server.as(main.approverApiKey).post(`/approvals/${id}/approve`);
    expect(refusal(refused)).toEqual(frozen);
    expect((await approvalsOf(server, payment)).length).toBe(1);
    const byCustomer = await server.as(customer).post(`/approvals/${asked?.id}/approve`);
    expect(refusal(byCustomer)).toEqual(frozen);
    expect((await approvalsOf(server.as(customer), forCustomer)).length).toBe(1);
    await unfreeze(main.apiKey);
  });

  it('is recorded: its events once each, and its audit lines', async () => {
    for (const { baseUrl } of [server, second]) await freeze(main.apiKey, baseUrl);
    await unfreeze(main.apiKey);
    const id = uuidOf(main.partyId);
    const events = await server.sql<{ from: string; to: string }>`SELECT from_status AS "from", to_status AS
      "to" FROM events WHERE resource = 'party' AND resource_id = ${id} ORDER BY id DESC LIMIT 2`;
    expect(events).toEqual([
      { from: 'FROZEN', to: 'ACTIVE' },
      { from: 'ACTIVE', to: 'FROZEN' },
    ]);
    const lines = await server.sql<{ action: string }>`SELECT action FROM audit_log WHERE target_id = ${id}
      ORDER BY id DESC LIMIT 3`;
    expect(lines.map(({ action }) => action)).toEqual([
      'POST /parties/me/unfreeze',
      'POST /parties/me/freeze',
      'POST /parties/me/freeze',
    ]);
  });
});

const byOperator = (isFrozen: boolean) =>
  withSession(server.connection, (session) =>
    within(session, () =>
      setFrozenByOperator(session, {
        partyId: uuidOf(main.partyId) as Id<'pty'>,
        isFrozen,
        operator: 'Olive',
        because: 'Stolen key',
      }),
    ),
  );
const stateOf = (reply: Reply): unknown => {
  const { status, frozenBy } = resource(reply).attributes;
  return [reply.status, status, frozenBy];
};
const detailOf = ({ text }: Reply): string =>
  (JSON.parse(text) as { errors: Array<{ detail: string }> }).errors[0]?.detail ?? '';

describe('the freezes of the operator and of the party', () => {
  it('are lifted only by whoever set them, and the answers say whose holds', async () => {
    await byOperator(true);
    expect(stateOf(await unfreeze(main.apiKey))).toEqual([200, 'FROZEN', ['operator']]);
    expect(detailOf(await payBy(second.baseUrl))).toContain('frozen by the operator of this service:');
    expect(stateOf(await freeze(main.apiKey, second.baseUrl))).toEqual([
      200,
      'FROZEN',
      ['operator', 'party'],
    ]);
    expect(detailOf(await payBy(server.baseUrl))).toContain('until both unfreeze it');
    await byOperator(false);
    expect(detailOf(await payBy(second.baseUrl))).toContain('frozen by its own people:');
    expect(stateOf(await server.get('/parties/me'))).toEqual([200, 'FROZEN', ['party']]);
    await byOperator(true);
    await unfreeze(main.apiKey);
    for (const { baseUrl } of [server, second]) expect(refusal(await payBy(baseUrl))).toEqual(frozen);
    await byOperator(false);
    for (const { baseUrl } of [server, second]) expect((await payBy(baseUrl)).status).toBe(201);
    expect(stateOf(await server.get('/parties/me'))).toEqual([200, 'ACTIVE', []]);
  });

  it('are told to the frozen party only', async () => {
    const asked = { amount: 1, customerPartyId: customer.partyId, ...to(stranger) };
    await freeze(customer.apiKey, server.baseUrl);
    const refused = await server.pay(asked);
    expect([refusal(refused), detailOf(refused).includes('people')]).toEqual([frozen, false]);
    await unfreeze(customer.apiKey);
  });

  it('are in the audit log of the party, with who said so, why, and what changed', async () => {
    await byOperator(true);
    await byOperator(false);
    const lines = resources(await server.get(`/audit-log?targetId=${main.partyId}&limit=2`));
    const [from, to] = [[], ['operator']];
    expect(lines.map(({ attributes }) => attributes)).toMatchObject([
      { action: 'unfreeze', keyPrefix: 'operator', changes: [{ path: 'frozenBy', from: to, to: from }] },
      { action: 'freeze', reason: 'operator Olive, Stolen key', changes: [{ path: 'frozenBy', from, to }] },
    ]);
  });

  it('change the party with an event each, also while the other one holds', async () => {
    await byOperator(true);
    await freeze(main.apiKey, server.baseUrl);
    await byOperator(false);
    await unfreeze(main.apiKey);
    const events = await server.sql<{ from: string; to: string }>`SELECT from_status AS "from", to_status AS
      "to" FROM events WHERE resource = 'party' AND resource_id = ${uuidOf(main.partyId)} ORDER BY id DESC LIMIT 4`;
    expect(events.toReversed().map(({ from, to }) => `${from} ${to}`)).toEqual([
      'ACTIVE FROZEN',
      'FROZEN FROZEN',
      'FROZEN FROZEN',
      'FROZEN ACTIVE',
    ]);
  });
});
