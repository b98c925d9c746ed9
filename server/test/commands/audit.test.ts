import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from 'pg';
import { auditBooks } from '../../src/engine/audit.ts';
import { pay } from '../support/http.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { runOn } from './command.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const { main, customer } = server.parties;
  const toCustomer = { type: 'party_id', value: customer.partyId };
  await pay(server.baseUrl, main.apiKey, { amount: 700, counterparty: toCustomer });
  await pay(server.baseUrl, main.apiKey, {
    amount: 300,
    counterparty: { type: 'email', value: 'later@example.com' },
  });
  await pay(server.baseUrl, main.limitedAgentKey, { amount: 20_000, counterparty: toCustomer });
});
afterAll(() => server.close());

/** The checks that fail after a change that no rule of the database refuses. Changes add up over the file. */
async function failuresAfter(change: string): Promise<string[]> {
  const client = new Client(server.connection);
  await client.connect();
  try {
    await client.query(`SET session_replication_role = replica; ${change}`);
    const { findings } = await auditBooks(client);
    return findings.filter((finding) => finding.differences > 0).map((finding) => finding.check);
  } finally {
    await client.end();
  }
}

// Each is found by the check that promises it, beside whatever else it breaks.
const tampered: ReadonlyArray<[what: string, change: string, check: string]> = [
  ['a counterparty that is missing', 'DELETE FROM counterparties', 'whoever was paid is a counterparty'],
  [
    'a review without its approval',
    "UPDATE approvals SET status = 'denied', resolved_at = now()",
    'a payment is in review exactly while an approval is pending',
  ],
  [
    'a payment whose agent does not exist',
    'UPDATE payments SET agent_id = gen_random_uuid() WHERE agent_id IS NOT NULL',
    'every agent_id of payments is in agents',
  ],
  [
    'held money that no entry holds',
    'UPDATE wallets SET held = held + 1 WHERE held > 0',
    'posted and held of every wallet are the sums of its entries',
  ],
  [
    'a cent that came from nowhere',
    'UPDATE wallets SET posted = posted + 1 WHERE id = (SELECT id FROM wallets WHERE posted > 0 LIMIT 1)',
    'all wallets of a currency, the clearing accounts included, sum to zero',
  ],
  [
    'a completed payment that moved nothing',
    "UPDATE payments SET status = 'COMPLETED' WHERE status = 'IN_REVIEW'",
    'a payment has moved, holds or leaves alone the money that its status says',
  ],
  [
    'a movement of another amount than its payment',
    'UPDATE movements SET amount = amount + 1',
    'every movement belongs to a payment or a transfer of its amount and currency',
  ],
];

describe('npm run audit', () => {
  it('finds nothing in books that add up, held money and reviews included, and exits 0', async () => {
    const { code, out } = await runOn(server, 'audit');
    expect([code, out.includes('WRONG')]).toEqual([0, false]);
    expect(out).toContain('the books add up');
  });

  it('takes no arguments: exit 2', async () => {
    expect((await runOn(server, 'audit', ['now'])).code).toBe(2);
  });

  it.each(tampered)('finds %s', async (_what, change, check) => {
    expect(await failuresAfter(change)).toContain(check);
  });

  it('shows what it found and exits 1', async () => {
    const { code, out } = await runOn(server, 'audit');
    expect([code, out.includes('WRONG  whoever was paid is a counterparty')]).toEqual([1, true]);
  });
});
