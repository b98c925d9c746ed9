import { attributes, openHttp } from '../http.ts';
import type { Database } from '../program.ts';
import { withSession } from '../books.ts';
import type { Target } from './client.ts';

const disagreements = {
  'withdrawals without an end': `SELECT count(*) FROM transfers WHERE status = 'PROCESSING'`,
  'accepted withdrawals that the bank was not asked for exactly once': `
    SELECT count(*) FROM transfers t
    LEFT JOIN rail_orders o ON o.transfer_id = t.id
    LEFT JOIN sandbox_bank_orders b ON b.outbound_key = o.outbound_key AND b.amount = t.amount
    WHERE t.type = 'withdrawal' AND t.accepted_at IS NOT NULL AND o.state <> 'withdrawn'
      AND b.outbound_key IS NULL`,
  'orders of the bank that nobody gave': `
    SELECT count(*) FROM sandbox_bank_orders b
    WHERE NOT EXISTS (SELECT FROM rail_orders o WHERE o.outbound_key = b.outbound_key)`,
};

const day_s = 86_400;
const mostTries = 5;
const patience_ms = 180_000; // thousands of withdrawals may wait for this

/** What the bank and Purser disagree about, once two days have passed: what is asked on the first ends on the second. */
export async function faultsWithBank(target: Target, database: Database): Promise<string[]> {
  for (const seconds of [day_s, day_s]) await advance(target, seconds);
  return withSession(database, async (session) => {
    const found: string[] = [];
    for (const [what, sql] of Object.entries(disagreements)) {
      const { rows } = await session.query<{ count: string }>(sql);
      if (rows[0]?.count !== '0') found.push(`${what}: ${rows[0]?.count}`);
    }
    return found;
  });
}

async function advance(target: Target, seconds: number): Promise<void> {
  const http = openHttp(target);
  const { apiKey: key } = target.parties.main;
  const request = { method: 'POST', path: '/simulations/clock/advance', key, body: attributes({ seconds }) };
  let status = 0;
  for (let tries = 0; status !== 200 && tries < mostTries; tries += 1)
    status = (await http.send(request, patience_ms)).status;
  http.close();
  if (status !== 200) throw new Error(`the clock cannot be moved: ${status}`);
}
