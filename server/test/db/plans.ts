import type { Queryable } from '../../src/db/sql.ts';
import type { TestServer } from '../support/server.ts';

/** Runs a statement, on a server or in a session. */
type Explains = { sql: (text: string, ...values: unknown[]) => Promise<Array<{ 'QUERY PLAN': string }>> };

/** Returns the plan of the one statement that `send` sends. Nothing is run, unless `explain` analyzes. */
export async function planOf(
  { sql }: Explains,
  send: (db: Queryable) => Promise<unknown>,
  explain = 'EXPLAIN',
): Promise<string> {
  const plans: string[] = [];
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const lines = await sql(`${explain} ${text}`, ...values);
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
    return { rows: [] };
  };
  await send({ query } as unknown as Queryable);
  const [plan] = plans;
  if (plan === undefined || plans.length > 1) throw new Error(`${plans.length} statements were sent`);
  return plan;
}

/** The party with the id `md5('0')`: a fifth of the payments of `insertPayments` are its own. */
export const somePartyId = 'cfcd208495d565ef66e7dff9f98764da';

/** Stores 50 000 completed payments, of 5 parties and of 50 agents in 500 conversations. */
export async function insertPayments({ sql }: TestServer): Promise<void> {
  await sql(`INSERT INTO payments (id, status, amount, currency, payer_party_id, payee_party_id,
      initiator_party_id, agent_id, instance_id, credential_id, user_id, request_id, created_at, updated_at)
    SELECT lpad(to_hex(2 * n), 32, '0')::uuid, 'COMPLETED', 1, 'USD', md5((n % 5)::text)::uuid, md5('payee')::uuid,
      md5((n % 5)::text)::uuid, md5((n % 50)::text)::uuid, 'chat ' || n % 500, md5('key')::uuid, md5('user')::uuid,
      md5(n::text)::uuid, now(), now() FROM generate_series(1, 50000) n`);
  await sql('ANALYZE payments');
}

/** Stores 5 000 payments that wait to be claimed, of 500 payers to 500 addresses. */
export async function insertUnclaimed({ sql }: TestServer): Promise<void> {
  await sql(`INSERT INTO payments (id, status, amount, currency, payer_party_id, payee_party_id, recipient_address,
      initiator_party_id, credential_id, user_id, request_id, due_at, created_at, updated_at)
    SELECT lpad(to_hex(200000 + 2 * n), 32, '0')::uuid, 'PENDING_CLAIM', 1, 'USD', md5((n % 500)::text)::uuid,
      md5('payee ' || n / 10)::uuid, 'payee' || n / 10 || '@example.com', md5((n % 500)::text)::uuid, md5('key')::uuid,
      md5('user')::uuid, md5((100000 + n)::text)::uuid, now(), now(), now() FROM generate_series(1, 5000) n`);
  await sql('ANALYZE payments');
}
