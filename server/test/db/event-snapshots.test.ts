import type { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openMigrated } from './probe.ts';

let client: Client;
beforeAll(async () => {
  client = await openMigrated();
});
afterAll(() => client.end());

/** Columns whose names sound like a secret and are none. */
const harmless = new Set(['name_key']); // a name as it is compared with others

it('leaves every secret out of the snapshots of resources that events keep for ever', async () => {
  const { rows } = await client.query<{ text: string }>(
    `SELECT pg_get_functiondef('event_snapshot'::regproc) AS text`,
  );
  const text = rows[0]?.text ?? '';
  const tables = [...text.matchAll(/INTO found FROM (\w+) r\b/g)].map(([, table]) => table);
  expect(tables.length).toBeGreaterThan(15);
  const leftOut = [...(/RETURN found - ARRAY\[([^\]]+)\]/.exec(text)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
    ([, column = '']) => column,
  );
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `SELECT DISTINCT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = ANY ($1)`,
    [tables],
  );
  const secret = columns.filter(
    ({ name, type }) =>
      type === 'bytea' || /hash|salt|sealed|secret|token|digest|fingerprint|(^|_)key/.test(name),
  );
  const names = secret.map(({ name }) => name).filter((name) => !harmless.has(name));
  expect(names.toSorted()).toEqual(leftOut.toSorted());
});
