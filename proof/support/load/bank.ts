import { attributes, openHttpClient } from '../http.ts';
import type { Database } from '../program.ts';
import { withSession } from '../books.ts';
import type { Target } from './client.ts';

const discrepancyQueries = {
  'transfers still processing': `SELECT count(*) FROM transfers WHERE status = 'PROCESSING'`,
  'accepted withdrawals without exactly one order at the bank': `
    SELECT count(*) FROM transfers t
    LEFT JOIN rail_orders o ON o.transfer_id = t.id
    LEFT JOIN sandbox_bank_orders b ON b.outbound_key = o.outbound_key AND b.amount = t.amount
    WHERE t.type = 'withdrawal' AND t.accepted_at IS NOT NULL AND o.state <> 'withdrawn'
      AND b.outbound_key IS NULL`,
  'deposits that ended otherwise than their cents say': `
    SELECT count(*) FROM transfers WHERE type = 'deposit' AND user_id IS NOT NULL
      AND status <> CASE amount::bigint % 100 WHEN 3 THEN 'FAILED' WHEN 10 THEN 'RETURNED' ELSE 'COMPLETED' END`,
  'payments and requests that ended otherwise than the deposit that should pay them': `
    SELECT count(*) FROM transfers t JOIN payments p ON p.id = t.payment_id
    JOIN payment_requests r ON r.id = p.payment_request_id
    WHERE p.status || ' ' || r.status <> CASE t.status WHEN 'FAILED' THEN 'FAILED OPEN' ELSE 'COMPLETED COMPLETED' END`,
  'orders at the bank that Purser did not place': `
    SELECT count(*) FROM sandbox_bank_orders b
    WHERE NOT EXISTS (SELECT FROM rail_orders o WHERE o.outbound_key = b.outbound_key)`,
};

const day_s = 86_400;
const maxAttempts = 5;
const timeout_ms = 180_000; // advancing the clock may process thousands of withdrawals

/**
 * Advances the clock by two days and returns the discrepancies between Purser and the bank. Withdrawals that Purser
 * queries at the bank on the first day are final on the second.
 */
export async function findBankDiscrepancies(target: Target, database: Database): Promise<string[]> {
  for (const seconds of [day_s, day_s]) await advance(target, seconds);
  return withSession(database, async (session) => {
    const discrepancies: string[] = [];
    for (const [description, sql] of Object.entries(discrepancyQueries)) {
      const { rows } = await session.query<{ count: string }>(sql);
      if (rows[0]?.count !== '0') discrepancies.push(`${description}: ${rows[0]?.count}`);
    }
    return discrepancies;
  });
}

async function advance(target: Target, seconds: number): Promise<void> {
  const http = openHttpClient(target);
  const { apiKey: key } = target.parties.main;
  const request = { method: 'POST', path: '/simulations/clock/advance', key, body: attributes({ seconds }) };
  let status = 0;
  for (let attempts = 0; status !== 200 && attempts < maxAttempts; attempts += 1)
    status = (await http.send(request, timeout_ms)).status;
  http.close();
  if (status !== 200) throw new Error(`could not advance the clock: ${status}`);
}
