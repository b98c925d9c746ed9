import { many, type Queryable, run, value } from '../../db/sql.ts';
import { type Id, newId } from '../../lib/id.ts';
import { type FeeKind, feeKinds, feeRail, type Fees, type FeeTerms } from '../model/fees.ts';
import { recordAudit } from './record-audit.ts';

const read = value<Fees>('engine_read_fees', 'SELECT fees FROM installation');
const lock = value<Fees>('engine_lock_fees', 'SELECT fees FROM installation FOR NO KEY UPDATE');
const store = run<[fees: string]>('engine_store_fees', 'UPDATE installation SET fees = $1');
const openAccount = run<{ id: Id<'wal'>; rail: string; currency: string; now: Date }>(
  'engine_open_fee_account',
  'INSERT INTO wallets (id, rail, currency, created_at) VALUES ($id, $rail, $currency, $now)',
);

export type Fee = FeeTerms & { kind: FeeKind; currency: string };

export async function listFees(db: Queryable): Promise<Fee[]> {
  const fees = await read(db);
  return feeKinds.flatMap((kind) =>
    Object.entries(fees?.[kind] ?? {}).map(([currency, { fixed, basisPoints }]) => {
      return { kind, currency, fixed, basisPoints };
    }),
  );
}

/** What was collected in fees in a currency, and how much of it was paid out, in minor units. */
export type CollectedFees = { currency: string; collected: bigint; paidOut: bigint };

export const listCollectedFees = many<CollectedFees>(
  'engine_collected_fees',
  `SELECT w.currency, p.amount AS paid_out, w.posted + p.amount AS collected FROM wallets w
   CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0)::bigint AS amount FROM fee_payouts WHERE currency = w.currency) p
   WHERE w.rail = '${feeRail}' AND w.posted + p.amount > 0 ORDER BY w.currency`,
);

/**
 * Sets what the operator charges for payments or withdrawals in a currency, or removes it (zero and zero), and records
 * who did. It counts for every payment and withdrawal that is decided after the commit, on all servers; what is in review
 * keeps the fee that it was asked for with. The first fee in a currency opens the account that fees go to.
 */
export async function setFee(
  tx: Queryable,
  { kind, currency, fixed, basisPoints, operator, now }: Fee & { operator: string; now: Date },
): Promise<void> {
  const { accounts, ...charged }: Fees = (await lock(tx)) ?? { accounts: {} };
  const { [currency]: before, ...others } = charged[kind] ?? {};
  const after = fixed === 0 && basisPoints === 0 ? null : { fixed, basisPoints };
  if (after) accounts[currency] ??= await open(tx, currency, now);
  const terms = after ? { ...others, [currency]: after } : others;
  await store(tx, JSON.stringify({ ...charged, [kind]: terms, accounts }));
  await recordAudit(tx, {
    actor: null,
    requestId: null,
    action: 'fees',
    targetId: accounts[currency] ?? null,
    decision: 'accepted',
    reason: `operator ${operator}: ${kind} in ${currency} from ${text(before)} to ${text(after)}`,
    at: now,
  });
}

function text(terms: FeeTerms | null | undefined): string {
  return terms ? `${terms.fixed} minor units and ${terms.basisPoints} basis points` : 'nothing';
}

async function open(tx: Queryable, currency: string, now: Date): Promise<Id<'wal'>> {
  const id = newId('wal');
  await openAccount(tx, { id, rail: feeRail, currency, now });
  return id;
}
