import type { LongRead } from '../../../db/long-reads.ts';
import { nowSql } from '../../../db/clock.ts';
import { one, run, statement, value } from '../../../db/sql.ts';
import type { Movement } from '../../../engine/model/changes.ts';
import { columnName, refunds, transfers } from '../../../engine/model/tables.ts';
import { orOfOthers, visible } from '../../../engine/model/viewers.ts';
import type { Id } from '../../../lib/id.ts';
import { sharedTerms, type SharedTerms } from '../../../terms/payment-terms.ts';

/** A time; the lowest id of a payment that can have moved money since; and one above all that can have done so before. */
export type Moment = { time: Date; lowest: string; above: string };

/** A period of a wallet of the party, from its beginning on and before its end. */
export type Period = { partyId: Id<'pty'>; walletId: Id<'wal'>; from: Moment; to: Moment };

/** A movement that changed what the wallet has. */
export type LineRow = SharedTerms & {
  time: Date;
  kind: Exclude<Movement['kind'], 'hold' | 'release' | 'fee_hold' | 'fee_release' | 'payout' | 'write_off'>;
  /** Minor units; negative if the money left the wallet. */
  amount: bigint;
  transactionId: Id<'txn'>;
  /** What the transaction is; null for a kind of its own. */
  type: 'payment' | 'refund' | 'transfer' | null;
  /** The payment that a refund is of. */
  refundedId: Id<'pay'> | null;
  counterpartyId: Id<'pty'> | null;
  counterpartyName: string | null;
  /** The sum of all lines, on each of them. */
  total: bigint;
};

// Both ends of a wallet, each from two index ranges: plain payments by the party (there is no index of all movements by
// wallet, because each payment would pay for it), everything else by the wallet.
const ends = [
  { role: 'payer', own: 'source', other: 'destination', sign: '-', seen: '' },
  { role: 'payee', own: 'destination', other: 'source', sign: '', seen: 'AND p.accepted_at IS NOT NULL' },
];

/**
 * What to select of each kind of movement; `joins` are of the movements `m` that are not of kind `payment`. `bound` is a
 * condition on a payment `p`, by which those after a period are not read.
 */
type Wanted = { ofPayments: string; ofOthers: string; joins: string; bound: string };

type Start = Pick<Period, 'partyId' | 'walletId'> & { since: Date; lowest: string };

/** Returns the query of all movements since then that changed what the wallet has. */
function movesWith({ ofPayments, ofOthers, joins, bound }: Wanted): string {
  const parts = ends.flatMap(({ role, own, other, sign, seen }) => {
    const columns = `m.transaction_id, m.step, m.kind, m.created_at, ${sign}m.amount AS amount,
      m.${other}_wallet_id AS other_wallet_id`;
    return [
      `SELECT ${columns}, ${ofPayments} FROM payments p
       JOIN movements m ON m.transaction_id = p.id AND m.kind = 'payment'
       WHERE p.${role}_party_id = $partyId ${seen} AND p.id >= $lowest ${bound} AND m.${own}_wallet_id = $walletId AND m.created_at >= $since`,
      `SELECT ${columns}, ${ofOthers} FROM movements m ${joins}
       WHERE m.${own}_wallet_id = $walletId AND m.created_at >= $since
         AND m.kind <> 'payment' AND m.source_wallet_id <> m.destination_wallet_id`,
    ];
  });
  return parts.join(' UNION ALL ');
}

/** Returns the service's time, and before what time, in microseconds since 1970, no movement of a wallet is dated any more. */
export const findDates = one<{ now_ms: bigint; datedTo_us: bigint }, [walletId: Id<'wal'>]>(
  'wallets_statement_dates',
  `SELECT ${nowSql}, w.dated_to_us FROM wallets w CROSS JOIN installation WHERE w.id = $1`,
);

/** Lets no movement of a wallet be dated before a time any more. Waits for those that are under way. */
export const dateFrom = run<[walletId: Id<'wal'>, time_us: bigint]>(
  'wallets_statement_date_from',
  `UPDATE wallets SET dated_to_us = $2 WHERE id = $1 AND dated_to_us < $2`,
);

// From what the wallet has now, so that a recent period is found as fast in an old wallet as in a new one.
const balance = value<bigint, Start>(
  'wallets_statement_balance',
  `SELECT (posted - coalesce(
     (SELECT sum(m.amount) FROM (${movesWith({ ofPayments: 'NULL', ofOthers: 'NULL', joins: '', bound: '' })}) m), 0))::bigint AS balance
   FROM wallets WHERE id = $walletId AND party_id = $partyId`,
);

const ofPayment = (term: keyof SharedTerms): string => visible(term, '$partyId::uuid', 'p');
const others = [
  [refunds, 'r'],
  [transfers, 't'],
] as const;
const termsOfOthers = sharedTerms.map(
  (term) => `${orOfOthers(term, ofPayment(term), others)} AS ${columnName(term)}`,
);

const ofPayments = `${sharedTerms.map((term) => `${ofPayment(term)} AS ${columnName(term)}`).join(', ')}, 'payment' AS type, NULL::uuid AS refunded_id`;
const ofOthers = `${termsOfOthers.join(', ')},
  CASE WHEN p.id IS NOT NULL THEN 'payment' WHEN r.id IS NOT NULL THEN 'refund' WHEN t.id IS NOT NULL THEN 'transfer' END AS type,
  r.payment_id AS refunded_id`;
const joins = `LEFT JOIN payments p ON p.id = m.transaction_id LEFT JOIN refunds r ON r.id = m.transaction_id
  LEFT JOIN transfers t ON t.id = m.transaction_id`;

const lines = statement<LineRow, Start & { until: Date; above: string }>(
  'wallets_statement_lines',
  `SELECT m.created_at AS time, m.kind, m.amount, m.transaction_id, m.type, m.refunded_id,
          o.party_id AS counterparty_id, n.name AS counterparty_name,
          ${sharedTerms.map((term) => `m.${columnName(term)}`).join(', ')}, (sum(m.amount) OVER ())::bigint AS total
   FROM (${movesWith({ ofPayments, ofOthers, joins, bound: 'AND p.id < $above' })}) m
   JOIN wallets o ON o.id = m.other_wallet_id
   LEFT JOIN parties n ON n.id = o.party_id
   WHERE m.created_at < $until
   ORDER BY m.created_at`,
);

/** Returns what the wallet had at a time, in minor units. Reads every movement since. */
export async function balanceAt(
  read: LongRead,
  { partyId, walletId }: Period,
  { time, lowest }: Moment,
): Promise<bigint> {
  const found = await balance(read, { partyId, walletId, since: time, lowest });
  if (found === null) throw new Error('a wallet that was found is gone');
  return found;
}

/** Yields the lines of a statement in parts, the oldest first. */
export function readLines(
  read: Pick<LongRead, 'parts'>,
  period: Period,
  size: number,
): AsyncGenerator<LineRow[]> {
  const { partyId, walletId, from, to } = period;
  const start = { partyId, walletId, since: from.time, lowest: from.lowest };
  return read.parts(lines, lines.valuesOf([{ ...start, until: to.time, above: to.above }]), size);
}
