import { count, many, type Queryable, run } from '../../db/sql.ts';
import type { ListPage } from '../../db/filters.ts';
import type { Id } from '../../lib/id.ts';

export type CounterpartyRow = { id: Id<'pty'>; name: string; email: string | null };

const pairedTo = `coalesce((SELECT paired_to FROM paired_parties WHERE party_id = $partyId),
  (SELECT paired_to FROM payment_watermarks))`;

/** Selects the other parties of stored pairs, and of accepted payments that are not paired yet. */
const others = (own: string, other: string): string => `
  (SELECT ${other} AS id FROM counterparties WHERE ${own} = $partyId AND ${other} < $before ORDER BY ${other} DESC LIMIT $count)
  UNION
  (SELECT ${other} FROM payments
   WHERE ${own} = $partyId AND id > (SELECT ${pairedTo}) AND accepted_at IS NOT NULL AND ${other} < $before)`;
// The payer knows whom its payments in review will pay. The payee does not know of them.
const sent = `${others('payer_party_id', 'payee_party_id')}
  UNION
  (SELECT payee_party_id FROM approvals WHERE payer_party_id = $partyId AND status = 'pending' AND payee_party_id < $before)`;
const received = others('payee_party_id', 'payer_party_id');

const lists = {
  sent: listOf('sent', sent),
  received: listOf('received', received),
  any: listOf('any', `${sent} UNION ${received}`),
};

function listOf(name: string, from: string) {
  return many<CounterpartyRow, ListPage>(
    `counterparties_list_${name}`,
    `SELECT p.id, p.name, p.email FROM (${from}) c JOIN parties p ON p.id = c.id ORDER BY p.id DESC LIMIT $count`,
  );
}

/** Returns a page of the counterparties of the party, newest party first. */
export function listCounterpartiesBefore(
  db: Queryable,
  direction: keyof typeof lists,
  page: ListPage,
): Promise<CounterpartyRow[]> {
  return lists[direction](db, page);
}

const partOf = (own: string): string => `
  SELECT p.id, p.payer_party_id, p.payee_party_id, p.accepted_at FROM payments p
  WHERE ${own} = $partyId AND p.id > (SELECT low FROM span) AND p.id <= (SELECT high FROM span) ORDER BY p.id LIMIT $most`;
const sentPart = partOf('p.payer_party_id');
const receivedPart = partOf('p.accepted_at IS NOT NULL AND p.payee_party_id'); // payments_payee has no others

/**
 * Stores the pairs of up to `most` of the party's next payments up to the watermark, if there are at least `least`.
 * Returns how many payments it found.
 */
export const pairSome = count<{ partyId: Id<'pty'>; least: number; most: number }>(
  'counterparties_pair_some',
  `WITH span AS MATERIALIZED (SELECT ${pairedTo} AS low, complete_to AS high FROM payment_watermarks),
     part AS MATERIALIZED (
       SELECT * FROM ((${sentPart}) UNION ALL (${receivedPart})) p ORDER BY id LIMIT $most),
     seen AS MATERIALIZED (SELECT count(*) AS count FROM part),
     pairs AS (
       INSERT INTO counterparties (payer_party_id, payee_party_id)
       SELECT DISTINCT payer_party_id, payee_party_id FROM part
       WHERE accepted_at IS NOT NULL AND (SELECT count >= $least FROM seen) ORDER BY 1, 2
       ON CONFLICT DO NOTHING),
     step AS (
       INSERT INTO paired_parties (party_id, paired_to)
       SELECT $partyId, id FROM part WHERE (SELECT count >= $least FROM seen) ORDER BY id DESC LIMIT 1
       ON CONFLICT (party_id) DO UPDATE SET paired_to = greatest(paired_parties.paired_to, excluded.paired_to))
   SELECT count::int AS seen FROM seen`,
);

/**
 * Completes the watermarks if they were announced at least `rest_ms` ago and no transaction that wrote by then is still
 * open, and announces the newest payment and audit line as the next ones. (The numbers of transactions begin again when
 * a database is restored elsewhere.)
 */
export const updateWatermarks = run<[rest_ms: number]>(
  'counterparties_advance_watermarks',
  `UPDATE payment_watermarks SET complete_to = announced_to, lines_complete_to = lines_announced_to, since = now(),
     announced_xid = pg_snapshot_xmax(pg_current_snapshot()),
     announced_to = greatest(announced_to, (SELECT id FROM payments ORDER BY id DESC LIMIT 1)),
     lines_announced_to = greatest(lines_announced_to, (SELECT max(position) FROM audit_lines))
   WHERE since < now() - $1 * interval '1 ms' AND (
     pg_snapshot_xmin(pg_current_snapshot()) >= announced_xid
     OR pg_snapshot_xmax(pg_current_snapshot()) < announced_xid)`,
);
