import type { ClientBase } from 'pg';

/** Returns the number and the hash of the last block of the audit log, such as `42:5f0e…`; null if nothing is sealed. */
export async function findHead(client: ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ head: string }>(
    `SELECT number || ':' || encode(hash, 'hex') AS head FROM audit_blocks ORDER BY number DESC LIMIT 1`,
  );
  return rows[0]?.head ?? null;
}

/** Returns whether the block of a head that `findHead` once returned still has that hash. */
export async function isInChain(client: ClientBase, head: string): Promise<boolean> {
  const [number, hash] = head.split(':');
  const { rows } = await client.query(
    `SELECT FROM audit_blocks WHERE number = $1 AND encode(hash, 'hex') = $2`,
    [number, hash],
  );
  return rows.length === 1;
}
