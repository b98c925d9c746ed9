import type { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { columnName } from '../../src/engine/model/tables.ts';
import { endpoints } from '../../src/start/app.ts';
import { openMigrated } from './probe.ts';

/** The table that keeps what is sent to an address, each attribute in the column of its name. */
const tables: Readonly<Record<string, string>> = {
  '/agents': 'agents',
  '/agents/:agentId': 'agents',
  '/api-keys': 'api_keys',
  '/external-accounts': 'external_accounts',
  '/payment-requests': 'payment_requests',
  '/payments': 'payments',
  '/payments/:paymentId/refund': 'refunds',
  '/simulations/deposits': 'transfers',
  '/transfers/deposit': 'transfers',
  '/transfers/internal': 'transfers',
  '/transfers/withdraw': 'transfers',
  '/wallets': 'wallets',
  '/wallets/:walletId': 'wallets',
  '/webhooks': 'webhooks',
  '/webhooks/:webhookId': 'webhooks',
};
// Of a party or person that nobody has named yet, the name is its address, which may be longer.
const isAlsoAnAddress = null;
/** The columns of other names; null for what no column keeps, or one that keeps other texts too. */
const others: Readonly<Record<string, string | null>> = {
  '/approvals/:approvalId/deny reason': 'approvals.decision_reason',
  '/claims/:token/accept apiKeyName': 'api_keys.name',
  '/claims/:token/accept name': isAlsoAnAddress,
  '/invitations/:token/accept apiKeyName': 'api_keys.name',
  '/invitations/:token/accept name': isAlsoAnAddress,
  '/parties/me displayName': isAlsoAnAddress,
  '/parties/me name': isAlsoAnAddress,
  '/parties/me/contacts/:contactId/verify token': null,
  '/party-invitations/:token/accept apiKeyName': 'api_keys.name',
  '/party-invitations/:token/accept name': isAlsoAnAddress,
};

type Bounds = { minLength?: number; maxLength?: number };
type Body = { properties?: Record<string, Bounds & { anyOf?: Bounds[] }> };

/** Each text that a client gives, with its bounds. */
const texts = endpoints.flatMap(({ path, body }) => {
  if (!body?.attributes || path.endsWith('/preview')) return []; // which keeps nothing
  const { properties = {} } = z.toJSONSchema(body.attributes, {
    io: 'input',
    unrepresentable: 'any',
  }) as Body;
  return Object.entries(properties).flatMap(([name, { anyOf = [], ...own }]) => {
    const { minLength = 0, maxLength } = [own, ...anyOf].find((each) => each.maxLength !== undefined) ?? {};
    if (maxLength === undefined) return [];
    const known = others[`${path} ${name}`];
    const column = known === undefined ? `${tables[path]}.${columnName(name)}` : known;
    return column === null ? [] : [{ path, name, column, bounds: [minLength, maxLength] }];
  });
});

let session: Client;
beforeAll(async () => {
  session = await openMigrated();
});
afterAll(() => session.end());

/**
 * Returns the least and the greatest length that the CHECKs of a column, or of its domain, let pass. Of payments, only
 * those of domains count: PostgreSQL plans the CHECKs of a table anew for each.
 */
async function lengthsOf(column: string): Promise<number[]> {
  const { rows } = await session.query<{ text: string }>(
    `SELECT pg_get_constraintdef(k.oid) AS text FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     JOIN pg_constraint k ON k.contypid = a.atttypid
       OR (k.conrelid = c.oid AND k.conkey = ARRAY[a.attnum] AND c.relname <> 'payments')
     WHERE k.contype = 'c' AND a.attnum > 0 AND c.relname || '.' || a.attname = $1`,
    [column],
  );
  const checks = rows.map(({ text }) => text).join(' ');
  const found = [...checks.matchAll(/length\(\(?\w+\)?(?:::text\))? (>=|<=) (\d+)/g)];
  const bound = (comparison: string) => Number(found.find(([, each]) => each === comparison)?.[2] ?? 0);
  return [bound('>='), bound('<=')];
}

it.each(texts)('$path: $name has the same bounds in $column', async ({ column, bounds }) => {
  expect(await lengthsOf(column)).toEqual(bounds);
});

it('each address and attribute above is one of the API', () => {
  const paths = new Set(endpoints.map(({ path }) => path));
  const named = [...Object.keys(tables), ...Object.keys(others).map((each) => each.replace(/ .*/, ''))];
  expect(named.filter((path) => !paths.has(path))).toEqual([]);
});
