import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditChecks } from '../../src/engine/audit/checks.ts';
import { columnsOf, openMigrated } from './probe.ts';

/** Tables of the engine that also keep what nothing else says, such as descriptions: no check can recompute all of it. */
const records = new Set([
  'approvals',
  'audit_lines',
  'event_lines',
  'event_parties',
  'fee_payouts',
  'mails',
  'payments',
  'rail_orders',
  'refunds',
  'tagged_resources',
  'transfers',
  'write_offs',
]);

let session: Client;
beforeAll(async () => {
  session = await openMigrated();
});
afterAll(() => session.end());

/** Returns the tables that the engine alone writes, as docs/data-model.md has them. */
function tablesOfEngine(): string[] {
  const row = /^\| the engine \| (.*) \|$/m.exec(readFileSync('docs/data-model.md', 'utf8'))?.[1] ?? '';
  const views = new Set([...row.matchAll(/the view `(\w+)`/g)].map(([, name]) => name));
  return [...row.matchAll(/`(\w+)`/g)].flatMap(([, name]) => (name && !views.has(name) ? [name] : []));
}

it('every column of what the engine counts and derives is named by a check of the audit', async () => {
  const derived = tablesOfEngine().filter((table) => !records.has(table));
  expect(derived).toContain('counted_payments');
  const unaudited: string[] = [];
  for (const table of derived) {
    const about = auditChecks.filter(({ sql }) => new RegExp(`\\b${table}\\b`).test(sql));
    const columns = await columnsOf(session, table);
    const isNamed = (name: string) => about.some(({ sql }) => new RegExp(`\\b${name}\\b`).test(sql));
    unaudited.push(...columns.flatMap(({ name }) => (isNamed(name) ? [] : [`${table}.${name}`])));
  }
  expect(unaudited).toEqual([]);
});
