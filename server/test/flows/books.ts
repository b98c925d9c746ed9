import { expect } from 'vitest';

/** A look into a database. */
export type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Each finds what must never be; all money is recomputed from the entries. */
const offences: Record<string, string> = {
  'a wallet that has not what its entries say': `
    SELECT w.id FROM wallets w LEFT JOIN entries e ON e.wallet_id = w.id
    GROUP BY w.id HAVING w.posted <> coalesce(sum(e.amount), 0)
      OR w.held <> coalesce(sum(e.amount) FILTER (WHERE e.place = 'held'), 0)`,
  'a movement whose entries do not sum to zero': `
    SELECT transaction_id AS id FROM entries GROUP BY transaction_id, step, currency HAVING sum(amount) <> 0`,
  'a currency whose wallets do not sum to zero': `
    SELECT currency AS id FROM wallets GROUP BY currency HAVING sum(posted) <> 0`,
  'a party with less than nothing': `
    SELECT id FROM wallets WHERE party_id IS NOT NULL AND posted - held < 0`,
  'an accepted payment that has not moved its amount exactly once': `
    SELECT p.id FROM payments p LEFT JOIN movements m ON m.transaction_id = p.id
    GROUP BY p.id HAVING count(m.amount) <> CASE p.status WHEN 'IN_REVIEW' THEN 0 ELSE 1 END
      OR sum(m.amount) <> p.amount`,
  'a movement of nothing': `
    SELECT m.transaction_id AS id FROM movements m
    WHERE NOT EXISTS (SELECT FROM payments p WHERE p.id = m.transaction_id)
      AND NOT EXISTS (SELECT FROM transfers t WHERE t.id = m.transaction_id)`,
  'a payment that does not say how it came to its status': `
    SELECT p.id FROM payments p
    WHERE NOT EXISTS (SELECT FROM events e WHERE e.resource_id = p.id AND e.to_status = p.status)`,
  'a stored answer without its payment': `
    SELECT k.key AS id FROM idempotency_keys k WHERE k.route = 'POST /payments' AND NOT EXISTS (
      SELECT FROM payments p WHERE replace(p.id::text, '-', '') = substr(k.body::json #>> '{data,id}', 5))`,
};

/** Checks that the books are right. */
export async function expectBalancedBooks(sql: Sql): Promise<void> {
  const found: string[] = [];
  for (const [offence, text] of Object.entries(offences)) {
    for (const { id } of await sql<{ id: string }>(text)) found.push(`${offence}: ${id}`);
  }
  expect(found).toEqual([]);
}

/** How many rows there are of everything that a payment writes. */
export async function countRows(sql: Sql): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of [
    'payments',
    'movements',
    'approvals',
    'events',
    'idempotency_keys',
    'parties',
    'wallets',
  ]) {
    const [row] = await sql<{ count: bigint }>(`SELECT count(*) FROM ${table}`);
    counts[table] = Number(row?.count);
  }
  return counts;
}
