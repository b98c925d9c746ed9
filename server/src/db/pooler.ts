import type { Client } from 'pg';
import { StartRefused } from './embedded/refused.ts';

const rounds = 3;
const refusal =
  'The pooler in front of the database changes the session between transactions: set pool_mode = session ' +
  '(PgBouncer) for Purser, or connect to PostgreSQL directly.';

/**
 * Throws StartRefused behind a pooler in transaction or statement mode, where a session's settings, locks and prepared
 * statements are lost. `open` opens another session. PostgreSQL tells a client its pid when it connects; a pooler tells
 * it a number of its own.
 */
export async function refuseTransactionPooling(client: Client, open: () => Promise<Client>): Promise<void> {
  const { processID } = client as Client & { processID: number | null };
  if ((await backendPid(client)) === processID) return;
  for (let round = 0; round < rounds; round += 1) {
    const other = await open();
    try {
      if (await sharesSession(client, other)) throw new StartRefused(refusal);
    } finally {
      await other.end();
    }
  }
}

/** Whether the other session takes the first one's backend, or makes it move to another one. */
async function sharesSession(client: Client, other: Client): Promise<boolean> {
  const before = await backendPid(client);
  const began = await other.query('BEGIN').catch(() => null);
  if (!began) return true; // a pooler in statement mode has no transactions
  const isShared = (await backendPid(other)) === before || (await backendPid(client)) !== before;
  await other.query('ROLLBACK');
  return isShared;
}

async function backendPid(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}
