import type { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isMaker, isMakerSql, needsTwo, needsTwoSql } from '../../src/engine/model/approvers.ts';
import type { Id } from '../../src/lib/id.ts';
import { openMigrated } from './probe.ts';

let client: Client;
beforeAll(async () => {
  client = await openMigrated();
});
afterAll(() => client.end());

const id = <P extends 'usr' | 'apy' | 'agk'>(digit: string) => digit.repeat(32) as Id<P>;
const [alice, bob] = [id<'usr'>('a'), id<'usr'>('b')];
const keys = { [alice]: id<'apy'>('1'), [bob]: id<'apy'>('2') };
const agentKey = id<'agk'>('3');
const booleans = [false, true];

// Of a key that two users shared SQL could know nothing: each belongs to one.
const makers = [alice, bob].flatMap((maker) =>
  booleans.flatMap((madeByAgentKey) =>
    booleans.map((ofParty) => ({
      ofParty,
      made: {
        userId: maker,
        madeByAgentKey,
        credentialId: madeByAgentKey ? agentKey : (keys[maker] ?? agentKey),
      },
    })),
  ),
);

it.each(makers)('finds the same makers in decisions and in SQL: %j', async ({ made, ofParty }) => {
  const approver = { userId: alice, credentialId: keys[alice] ?? agentKey };
  const sql = isMakerSql({ userId: '$1::uuid', credentialId: '$2::uuid' }, '$3::uuid', '$4::boolean');
  const { rows } = await client.query<{ is: boolean }>(
    `WITH agent_keys (id) AS (VALUES ('${agentKey}'::uuid)) SELECT ${sql} AS is`,
    [made.userId, made.credentialId, approver.userId, ofParty],
  );
  expect(rows).toEqual([{ is: isMaker(made, approver, ofParty) }]);
});

const policies = [null, 100n].flatMap((twoAbove) =>
  ['USD', 'EUR'].flatMap((currency) => [99n, 100n, 101n].map((amount) => ({ twoAbove, currency, amount }))),
);

it.each(policies)(
  'asks two users in decisions and in SQL of the same: $amount $currency, $twoAbove',
  async ({ twoAbove, ...money }) => {
    const sql = needsTwoSql('p', { amount: '$1::bigint', currency: '$2::text' });
    const { rows } = await client.query<{ asks: boolean }>(
      `SELECT ${sql} AS asks FROM (SELECT $3::bigint AS two_above, 'USD' AS default_currency) p`,
      [money.amount, money.currency, twoAbove],
    );
    expect(rows).toEqual([{ asks: needsTwo({ twoAbove, defaultCurrency: 'USD' }, money) }]);
  },
);
