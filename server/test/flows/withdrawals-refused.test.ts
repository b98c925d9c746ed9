import { afterAll, describe, expect, it } from 'vitest';
import { refusal, resource } from '../support/http.ts';
import { advance, asAgent, withdraw } from '../support/moves.ts';
import { main, serveOn, testServer } from '../support/server.ts';
import { expectBalancedBooks } from './books.ts';
import { balanceOf, uuidOf, until } from './support.ts';

const server = testServer({ PURSER_SANDBOX_SETTLE_MS: '200' });
afterAll(() => expectBalancedBooks(server.sql));

const set = (status: 'active' | 'frozen'): Promise<object[]> =>
  server.sql`UPDATE wallets SET status = ${status} WHERE id = ${uuidOf(main.walletId)}`;
const counts = () =>
  server.sql('SELECT (SELECT count(*) FROM transfers), (SELECT count(*) FROM rail_orders)');

describe('a withdrawal without an advance of the clock', () => {
  it('settles in real time', async () => {
    for (const [amount, status] of [
      [1_000, 'COMPLETED'],
      [1_016, 'FAILED'],
      [1_017, 'RETURNED'],
    ] as const) {
      const transfer = resource(await withdraw(server, { amount }));
      await until('it is settled', async () => (await server.statusOf(transfer)) === status);
      expect((await balanceOf(server, main.partyId)).held).toBe(0n);
    }
  });

  it('settles on a server whose bank needs no time', async () => {
    const instant = await serveOn(server.connection, { PURSER_SANDBOX_SETTLE_MS: '0' });
    const transfer = resource(await withdraw(instant, { amount: 1_023 }));
    await until('it is returned', async () => (await server.statusOf(transfer)) === 'RETURNED');
    expect((await balanceOf(server, main.partyId)).held).toBe(0n);
    await instant.close();
  });

  it('records its maker: party, user, key, agent and conversation', async () => {
    const { id } = resource(await withdraw(server.as(main.approverApiKey).with(asAgent(main.agentId))));
    const [row] = await server.sql`SELECT t.party_id, t.user_id = m.user_id AS "byMember", m.role, t.agent_id,
      t.instance_id, k.prefix FROM transfers t JOIN api_keys k ON k.id = t.credential_id
      JOIN members m ON m.user_id = t.user_id WHERE t.id = ${uuidOf(id)}`;
    expect(row).toEqual({
      party_id: uuidOf(main.partyId),
      byMember: true,
      role: 'ADMIN',
      agent_id: uuidOf(main.agentId),
      instance_id: 'chat 1',
      prefix: main.approverApiKey.slice(0, 23),
    });
  });
});

describe('a frozen wallet', () => {
  it('refuses withdrawals, and lets those in progress settle', async () => {
    const inProgress = [
      resource(await withdraw(server, { amount: 1_100 })),
      resource(await withdraw(server, { amount: 1_103 })),
    ];
    await set('frozen');
    const before = await counts();
    expect(refusal(await withdraw(server))).toEqual([409, ['wallet_frozen'], [undefined]]);
    expect(await counts()).toEqual(before);
    const inReview = resource(await withdraw(server.with(asAgent(main.limitedAgentId)), { amount: 10_001 }));
    expect(inReview.attributes['status']).toBe('IN_REVIEW');
    await advance(server, 5);
    expect(await Promise.all(inProgress.map((each) => server.statusOf(each)))).toEqual([
      'COMPLETED',
      'FAILED',
    ]);
    expect((await balanceOf(server, main.partyId)).held).toBe(0n);
    expect((await server.post(`/transfers/${inReview.id}/cancel`)).status).toBe(200);
    await set('active');
  });
});

describe('an external account that is not verified yet', () => {
  it('accepts no withdrawal', async () => {
    const id = uuidOf(main.externalAccountId);
    const status = (to: string) => server.sql`UPDATE external_accounts SET status = ${to} WHERE id = ${id}`;
    await status('pending');
    const before = await counts();
    const place = '/data/attributes/externalAccountId';
    expect(refusal(await withdraw(server))).toEqual([409, ['external_account_not_usable'], [place]]);
    expect(await counts()).toEqual(before);
    await status('active');
  });
});

describe('a server without a bank', () => {
  it('does not affect withdrawals in progress at the bank of another server', async () => {
    const there = await serveOn(server.connection, {}, null);
    const byHand = resource(await withdraw(there, { amount: 1_300 }));
    const inProgress = resource(await withdraw(server, { amount: 1_200 }));
    await Promise.all([advance(there, 5), advance(server, 5)]);
    await until('it is completed', async () => (await server.statusOf(inProgress)) === 'COMPLETED');
    expect(await server.statusOf(byHand)).toBe('PROCESSING');
    await there.close();
  });
});
