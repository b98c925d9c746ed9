import { count, many, one, type Queryable, run } from '../../db/sql.ts';
import type { ListPage } from '../../db/filters.ts';
import { widenPair } from '../../engine/model/tables.ts';
import type { Id } from '../../lib/id.ts';

export type CounterpartyRow = { id: Id<'pty'>; name: string; email: string | null; verified: boolean };

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
  paid: listOf('paid', others('payer_party_id', 'payee_party_id')),
  sent: listOf('sent', sent),
  received: listOf('received', received),
  any: listOf('any', `${sent} UNION ${received}`),
};

function listOf(name: string, from: string) {
  return many<CounterpartyRow, ListPage>(
    `counterparties_list_${name}`,
    `SELECT p.id, p.name, p.email, p.status <> 'PROVISIONAL' AS verified FROM (${from}) c JOIN parties p ON p.id = c.id ORDER BY p.id DESC LIMIT $count`,
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
       INSERT INTO counterparties (payer_party_id, payee_party_id, first_paid_at, last_paid_at)
       SELECT payer_party_id, payee_party_id, min(accepted_at), max(accepted_at) FROM part
       WHERE accepted_at IS NOT NULL AND (SELECT count >= $least FROM seen) GROUP BY 1, 2 ORDER BY 1, 2
       ${widenPair}),
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

export type AcquaintanceRow = {
  /** Of what asks. */
  id: string;
  knownSince: Date | null;
  lastPaidAt: Date | null;
  namesakeId: Id<'pty'> | null;
  namesakeName: string | null;
};

const recent = 500; // payments that are looked through for the last one before an older request

/**
 * Returns what a party knows of each payee at the time of `times`: from its payments alone, and from the parties that it
 * has paid by now for who has the same name. If the payee was paid later again, the last payment before is looked for
 * among the party's `recent` payments before; otherwise it is the first one.
 */
export const listAcquaintances = many<
  AcquaintanceRow,
  {
    partyId: Id<'pty'>;
    payees: ReadonlyArray<Id<'pty'> | null>;
    keys: readonly string[];
    times: readonly Date[];
    ids: readonly string[];
  }
>(
  'counterparties_acquaintances',
  `WITH unpaired AS MATERIALIZED (
     SELECT payee_party_id, accepted_at FROM payments
     WHERE payer_party_id = $partyId AND accepted_at IS NOT NULL
       AND id > coalesce((SELECT paired_to FROM paired_parties WHERE party_id = $partyId),
         (SELECT paired_to FROM payment_watermarks)))
   SELECT a.id, least(CASE WHEN c.first_paid_at <= a.at THEN c.first_paid_at END, u.first) AS known_since,
     greatest(CASE WHEN c.last_paid_at <= a.at THEN c.last_paid_at
       WHEN c.first_paid_at <= a.at THEN coalesce(l.last, c.first_paid_at) END, u.last) AS last_paid_at,
     n.id AS namesake_id, n.name AS namesake_name
   FROM unnest($payees::uuid[], $keys::text[], $times::timestamptz[], $ids::uuid[]) a (payee, key, at, id)
   LEFT JOIN LATERAL (SELECT first_paid_at, last_paid_at FROM counterparties x
     WHERE x.payer_party_id = $partyId AND x.payee_party_id = a.payee LIMIT 1) c ON true
   LEFT JOIN LATERAL (SELECT min(accepted_at) AS first, max(accepted_at) AS last FROM unpaired x
     WHERE x.payee_party_id = a.payee AND x.accepted_at <= a.at) u ON true
   LEFT JOIN LATERAL (SELECT max(accepted_at) AS last FROM (
       SELECT payee_party_id, accepted_at FROM payments x
       WHERE (x.payer_party_id, x.id) < ($partyId::uuid, a.id) AND x.payer_party_id >= $partyId::uuid
         AND c.first_paid_at <= a.at AND c.last_paid_at > a.at
       ORDER BY x.payer_party_id DESC, x.id DESC LIMIT ${recent}) x
     WHERE x.payee_party_id = a.payee AND x.accepted_at <= a.at) l ON true
   LEFT JOIN LATERAL (SELECT p.id, p.name FROM (SELECT id, name FROM parties x WHERE x.name_key = a.key OFFSET 0) p
     WHERE p.id IS DISTINCT FROM a.payee
       AND (EXISTS (SELECT FROM counterparties x WHERE x.payer_party_id = $partyId AND x.payee_party_id = p.id)
         OR p.id IN (SELECT payee_party_id FROM unpaired))
     ORDER BY p.id LIMIT 1) n ON true`,
);

/**
 * A party that a preview names: under its id or that of one that it has taken over, as an agent's party, or by an address,
 * if that leads to one.
 */
export type FoundPayee = { payeePartyId: Id<'pty'>; payeeName: string; payeeVerified: boolean };

const paid = `SELECT p.id AS payee_party_id, p.name AS payee_name, p.status <> 'PROVISIONAL' AS payee_verified FROM parties p`;

export const findPayee = one<FoundPayee, [partyId: Id<'pty'>]>(
  'counterparties_payee',
  `${paid} WHERE p.id = coalesce((SELECT taken_by FROM claims WHERE party_id = $1), $1)`,
);

export const findPayeeOfAgent = one<FoundPayee, [agentId: Id<'agt'>]>(
  'counterparties_payee_of_agent',
  `${paid} JOIN agents a ON a.party_id = p.id WHERE a.id = $1`,
);

export const findPayeeAt = one<FoundPayee, [kind: string, value: string]>(
  'counterparties_payee_at',
  `${paid} JOIN contacts c ON c.party_id = p.id WHERE c.kind = $1 AND c.value = $2`,
);
