import { attributes, openHttpClient } from '../http.ts';
import type { Database } from '../program.ts';
import { withSession } from '../books.ts';
import type { Target } from './client.ts';

// A transfer, and what the bank has reported of it.
const transferLine = `concat_ws(' ', t.type, t.id, t.amount, t.status, t.settled_at, t.updated_at,
  (SELECT string_agg(concat_ws(' ', 'bank:', d.kind, 'due', d.due_at, 'reported', d.reported_at, 'acknowledged',
     d.acknowledged_at), ' ' ORDER BY d.due_at, d.id)
   FROM rail_orders ro JOIN sandbox_bank_outcomes d ON d.outbound_key = ro.outbound_key
   WHERE ro.transfer_id = t.id))`;

// Each query returns one line of text for each thing that is wrong, with what explains it.
const discrepancyQueries = {
  'transfers still processing': `SELECT ${transferLine} AS found FROM transfers t WHERE t.status = 'PROCESSING'`,
  'accepted withdrawals without exactly one order at the bank': `
    SELECT ${transferLine} AS found FROM transfers t
    LEFT JOIN rail_orders o ON o.transfer_id = t.id
    LEFT JOIN sandbox_bank_orders b ON b.outbound_key = o.outbound_key AND b.amount = t.amount
    WHERE t.type = 'withdrawal' AND t.accepted_at IS NOT NULL AND o.state <> 'withdrawn'
      AND b.outbound_key IS NULL`,
  'deposits that ended otherwise than their cents say': `
    SELECT ${transferLine} AS found FROM transfers t WHERE t.type = 'deposit' AND t.user_id IS NOT NULL
      AND t.status <> CASE t.amount::bigint % 100 WHEN 3 THEN 'FAILED' WHEN 10 THEN 'RETURNED' ELSE 'COMPLETED' END`,
  'payments and requests that ended otherwise than the deposit that should pay them': `
    SELECT concat_ws(' ', ${transferLine}, 'payment', p.id, p.status, p.accepted_at, p.updated_at,
      'request', r.id, r.status, r.updated_at) AS found
    FROM transfers t JOIN payments p ON p.id = t.payment_id
    JOIN payment_requests r ON r.id = p.payment_request_id
    WHERE p.status || ' ' || r.status <> CASE t.status WHEN 'FAILED' THEN 'FAILED OPEN' ELSE 'COMPLETED COMPLETED' END`,
  'orders at the bank that Purser did not place': `
    SELECT concat_ws(' ', b.outbound_key, b.direction, b.amount, b.taken_at) AS found FROM sandbox_bank_orders b
    WHERE NOT EXISTS (SELECT FROM rail_orders o WHERE o.outbound_key = b.outbound_key)`,
};

const day_s = 86_400;
const maxAttempts = 5;
const shownRows = 3;
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
      const { rows } = await session.query<{ found: string }>(sql);
      if (rows.length === 0) continue;
      const shown = rows.slice(0, shownRows).map(({ found }) => found);
      discrepancies.push([`${description}: ${rows.length}`, ...shown].join('\n  '));
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
