import type { ClientBase } from 'pg';
import { cursorParts } from '../../../db/cursor.ts';
import { count, hits, value } from '../../../db/sql.ts';
import { blockHash, findHead, firstHash, lineHash } from '../../../engine/audit/blocks.ts';
import type { Attempt } from '../../../engine/model/journal.ts';
import type { Id } from '../../../lib/id.ts';
import { type LineRow, targetPrefix } from '../queries.ts';

/**
 * Returns whether this transaction may seal: only one at a time may. Then the transaction reads in the order of an index:
 * a bitmap would read all lines that wait, however many, for each block of them.
 */
export const lockSealing = hits(
  'audit_log_lock_sealing',
  `SELECT set_config('enable_bitmapscan', 'off', true) FROM payment_watermarks FOR NO KEY UPDATE SKIP LOCKED`,
);

const size = 1_000; // lines of each kind
const none = "'00000000-0000-0000-0000-000000000000'::uuid";

// Lines that are stored are sealed in the order of their positions, those of payments in the order of their ids, both
// up to the watermarks. What is beyond the size is left for the next block.
/** Seals the next lines into a block. Returns how many; zero if all that are complete are sealed. */
export const sealBlock = count<[now: Date]>(
  'audit_log_seal_block',
  `WITH last AS (SELECT number, lines_to, payments_to, hash FROM audit_blocks ORDER BY number DESC LIMIT 1),
     lines AS MATERIALIZED (
       SELECT id, ${lineHash('l')} AS hash, position FROM audit_lines l
       WHERE position > coalesce((SELECT lines_to FROM last), 0)
         AND position <= (SELECT lines_complete_to FROM payment_watermarks) ORDER BY position LIMIT ${size}),
     paid AS MATERIALIZED (
       SELECT id, ${lineHash('l')} AS hash FROM payment_audit_lines l
       WHERE id > coalesce((SELECT payments_to FROM last), ${none})
         AND id <= (SELECT complete_to FROM payment_watermarks) ORDER BY id LIMIT ${size}),
     content AS (
       SELECT array_agg(id ORDER BY id) AS line_ids, array_agg(hash ORDER BY id) AS line_hashes
       FROM (SELECT id, hash FROM lines UNION ALL SELECT id, hash FROM paid) l),
     block AS (
       SELECT coalesce((SELECT number FROM last), 0) + 1 AS number, $1::timestamptz AS sealed_at,
         coalesce((SELECT position FROM lines ORDER BY position OFFSET ${size - 1}), m.lines_complete_to) AS lines_to,
         coalesce((SELECT id FROM paid ORDER BY id OFFSET ${size - 1}), m.complete_to) AS payments_to,
         c.line_ids, c.line_hashes, coalesce((SELECT hash FROM last), ${firstHash}) AS previous_hash
       FROM content c CROSS JOIN payment_watermarks m WHERE c.line_ids IS NOT NULL)
   INSERT INTO audit_blocks (number, sealed_at, lines_to, payments_to, line_ids, line_hashes, previous_hash, hash)
   SELECT b.*, ${blockHash('b')} FROM block b RETURNING cardinality(line_ids) AS sealed`,
);

/** A line as it is exported, with the names of its user and agent and its place in the seal. */
export type ExportedLine = LineRow & {
  attempt: Attempt | null;
  userName: string | null;
  agentName: string | null;
  /** The block that seals it; null if none does yet. */
  block: bigint | null;
  /** Whether it is no longer as it was when it was sealed. */
  isAltered: boolean;
};

const exported = `SELECT m.*, ${targetPrefix} AS target_prefix, u.name AS user_name, a.name AS agent_name,
    s.number AS block, s.hash IS NOT NULL AND ${lineHash('m')} IS DISTINCT FROM s.hash AS is_altered
  FROM audit_log m
  LEFT JOIN (SELECT number, unnest(line_ids) AS id, unnest(line_hashes) AS hash FROM audit_blocks) s ON s.id = m.id
  LEFT JOIN users u ON u.id = m.user_id LEFT JOIN agents a ON a.id = m.agent_id
  WHERE m.party_id = $1 AND m.at >= $2 AND m.at < $3 ORDER BY m.id DESC`;

/** The end of an export: the last block of the whole log in the same snapshot, such as `42:5f0e…`; null if there is none. */
export type Seal = { head: string | null };

/**
 * Yields the lines of a party from one time on and before another, newest first, and then the seal, in one snapshot. Takes
 * as long as it needs; it holds no lock that a write waits for.
 */
export async function* readLines(
  session: ClientBase,
  { partyId, from, to }: { partyId: Id<'pty'>; from: Date; to: Date },
): AsyncGenerator<ExportedLine[] | Seal> {
  await session.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0');
  try {
    const values = [partyId, from.toISOString(), to.toISOString()];
    yield* cursorParts<ExportedLine>(session, { text: exported }, values, size);
    yield { head: await findHead(session) };
  } finally {
    await session.query('ROLLBACK');
  }
}

/** Returns when the oldest line was written that is not sealed; null if all are. */
export const findOldestUnsealed = value<Date>(
  'audit_log_oldest_unsealed',
  `WITH last AS (SELECT lines_to, payments_to FROM audit_blocks ORDER BY number DESC LIMIT 1)
   SELECT least(
     (SELECT at FROM audit_lines WHERE position > coalesce((SELECT lines_to FROM last), 0)
      ORDER BY position LIMIT 1),
     (SELECT created_at FROM payments WHERE id > coalesce((SELECT payments_to FROM last), ${none})
        AND request_id IS NOT NULL ORDER BY id LIMIT 1)) AS at`,
);
