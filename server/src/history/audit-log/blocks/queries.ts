import { count, hits } from '../../../db/sql.ts';
import { blockHash, firstHash, lineHash } from '../../../engine/audit/blocks.ts';

/** Returns whether this transaction may seal: only one at a time may. */
export const lockSealing = hits(
  'audit_log_lock_sealing',
  'SELECT singleton FROM payment_watermarks FOR NO KEY UPDATE SKIP LOCKED',
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
       SELECT id, position FROM audit_lines
       WHERE position > coalesce((SELECT lines_to FROM last), 0)
         AND position <= (SELECT lines_complete_to FROM payment_watermarks) ORDER BY position LIMIT ${size}),
     paid AS MATERIALIZED (
       SELECT id FROM payments
       WHERE id > coalesce((SELECT payments_to FROM last), ${none})
         AND id <= (SELECT complete_to FROM payment_watermarks) AND request_id IS NOT NULL ORDER BY id LIMIT ${size}),
     content AS (
       SELECT array_agg(l.id ORDER BY l.id) AS line_ids, array_agg(${lineHash('l')} ORDER BY l.id) AS line_hashes
       FROM (SELECT id FROM lines UNION ALL SELECT id FROM paid) wanted
       CROSS JOIN LATERAL (SELECT * FROM audit_log a WHERE a.id = wanted.id OFFSET 0) l),
     block AS (
       SELECT coalesce((SELECT number FROM last), 0) + 1 AS number, $1::timestamptz AS sealed_at,
         coalesce((SELECT position FROM lines ORDER BY position OFFSET ${size - 1}), m.lines_complete_to) AS lines_to,
         coalesce((SELECT id FROM paid ORDER BY id OFFSET ${size - 1}), m.complete_to) AS payments_to,
         c.line_ids, c.line_hashes, coalesce((SELECT hash FROM last), ${firstHash}) AS previous_hash
       FROM content c CROSS JOIN payment_watermarks m WHERE c.line_ids IS NOT NULL)
   INSERT INTO audit_blocks (number, sealed_at, lines_to, payments_to, line_ids, line_hashes, previous_hash, hash)
   SELECT b.*, ${blockHash('b')} FROM block b RETURNING cardinality(line_ids) AS sealed`,
);
