import type { AuditCheck } from './check.ts';
import type { ClientBase } from 'pg';

// The audit log is sealed into blocks (`server/src/history/audit-log/blocks`). A block lists the ids and the hashes of
// its lines, and its own hash covers them and the hash of the block before.

// The type of each column that a line's hash covers. `record_send` writes the id of the type with each value. The types
// of PostgreSQL itself have the same ids in every database, domains do not.
const hashed = {
  id: 'uuid',
  at: 'timestamptz',
  request_id: 'uuid',
  party_id: 'uuid',
  user_id: 'uuid',
  key_prefix: 'text',
  agent_id: 'uuid',
  instance_id: 'text',
  action: 'text',
  target_id: 'uuid',
  decision: 'text',
  reason: 'text',
  count: 'bigint',
  attempt: 'jsonb',
  changes: 'jsonb',
};

/** Returns an SQL expression for the hash of a line of the view `audit_log`. */
export function lineHash(line: string): string {
  const columns = Object.entries(hashed).map(([name, type]) => `${line}.${name}::${type}`);
  return `sha256(record_send(ROW(${columns.join(', ')})))`;
}

/** Returns an SQL expression for the hash of a block, from its other columns. */
export function blockHash(block: string): string {
  return `sha256(${block}.previous_hash || int8send(${block}.number) || timestamptz_send(${block}.sealed_at)
    || int8send(${block}.lines_to) || uuid_send(${block}.payments_to)
    || array_send(${block}.line_ids) || array_send(${block}.line_hashes))`;
}

/** The hash before the first block. */
export const firstHash = "decode(repeat('00', 32), 'hex')";

const last = (column: string): string => `(SELECT ${column} FROM audit_blocks ORDER BY number DESC LIMIT 1)`;

/** The sealed part of the audit log. */
export const blockChecks: readonly AuditCheck[] = [
  {
    check: 'every sealed line of the audit log is as it was when it was sealed',
    sql: `SELECT CASE WHEN l.id IS NULL THEN 'removed' ELSE 'altered' END AS what, s.number AS block, s.id, l.action
          FROM (SELECT number, unnest(line_ids) AS id, unnest(line_hashes) AS hash FROM audit_blocks) s
          LEFT JOIN audit_log l ON l.id = s.id
          WHERE l.id IS NULL OR ${lineHash('l')} IS DISTINCT FROM s.hash`,
  },
  {
    check: 'no line was inserted into the sealed part of the audit log',
    sql: `SELECT 'inserted' AS what, l.id FROM (
            SELECT id FROM audit_lines WHERE position <= ${last('lines_to')}
            UNION ALL SELECT id FROM payments WHERE request_id IS NOT NULL AND id <= ${last('payments_to')}) l
          LEFT JOIN (SELECT unnest(line_ids) AS id FROM audit_blocks) s ON s.id = l.id WHERE s.id IS NULL`,
  },
  {
    check: 'the blocks of the audit log form one chain',
    sql: `SELECT b.number AS block FROM (
            SELECT *, lag(number, 1, 0::bigint) OVER w AS number_before, lag(hash, 1, ${firstHash}) OVER w AS hash_before
            FROM audit_blocks WINDOW w AS (ORDER BY number)) b
          WHERE b.number <> b.number_before + 1 OR b.previous_hash <> b.hash_before
             OR b.hash IS DISTINCT FROM ${blockHash('b')}`,
  },
];

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
