import { approvalsOf, type AskedApproval } from './asked-approvals.ts';
import type { Payment } from './records.ts';
import { columnName } from './tables.ts';

/**
 * Whom the columns of a payment are shown to. `all`: its payer, its initiator and, from its acceptance on, its payee.
 * An approval is read by the payer and the initiator, of whom one decides.
 */
export type Viewers = 'all' | 'payer and initiator' | 'initiator, and payer in an approval' | 'nobody';

/** Who sees each column of a payment. What some of them do not see is null for them, so it has to be nullable. */
export const viewers = {
  id: 'all',
  status: 'all',
  amount: 'all',
  currency: 'all',
  description: 'all',
  tags: 'payer and initiator',
  payerPartyId: 'all',
  payeePartyId: 'all',
  firstPayeePartyId: 'nobody',
  recipientAddress: 'payer and initiator',
  initiatorPartyId: 'nobody',
  payerWalletId: 'all',
  payeeWalletId: 'all',
  recipientAgentId: 'all',
  paymentRequestId: 'all',
  requestId: 'nobody',
  keyDigest: 'nobody',
  fingerprint: 'nobody',
  reviewed: 'nobody',
  fee: 'payer and initiator',
  refundedAmount: 'all',
  acceptedAt: 'nobody',
  dueAt: 'all',
  agentId: 'payer and initiator',
  credentialId: 'nobody',
  userId: 'nobody',
  instanceId: 'initiator, and payer in an approval',
  createdAt: 'all',
  updatedAt: 'all',
} as const satisfies {
  [K in keyof Payment]: null extends Payment[K] ? Viewers : Extract<Viewers, 'all' | 'nobody'>;
};

/** A column that somebody sees. */
export type SeenColumn = {
  [K in keyof Payment]: (typeof viewers)[K] extends 'nobody' ? never : K;
}[keyof Payment];

/** A payment as a party sees it, with the approvals for which it waits. */
export type SeenPayment = Pick<Payment, SeenColumn> & { approvals: readonly AskedApproval[] | null };

/**
 * Returns the SQL condition under which a party sees a payment: it pays or initiated the payment, or it is paid and the
 * payment was accepted. A payee learns nothing of what is in review, or ended there.
 */
export function seenBy(party: string, payment: string): string {
  return `(${paysOrInitiated(party, payment)}
    OR ${party} = ${payment}.payee_party_id AND ${payment}.accepted_at IS NOT NULL)`;
}

/** Returns the SQL of a column of a payment as a party sees it, also to filter by it: null if the party does not see it. */
export function visible(column: SeenColumn, party: string, payment: string): string {
  return viewers[column] === 'initiator, and payer in an approval'
    ? `CASE WHEN ${party} = ${payment}.initiator_party_id THEN ${payment}.${columnName(column)} END`
    : visibleInApproval(column, party, payment);
}

/** Returns the SQL of a column of a payment as a party sees it that reads an approval of the payment. */
export function visibleInApproval(column: SeenColumn, party: string, payment: string): string {
  const value = `${payment}.${columnName(column)}`;
  return viewers[column] === 'all' ? value : `CASE WHEN ${paysOrInitiated(party, payment)} THEN ${value} END`;
}

/**
 * Returns the SQL of a column of what is joined to a row: of a payment as `seen`, or of another table that has the column
 * too.
 */
export function orOfOthers(
  column: SeenColumn,
  seen: string,
  others: ReadonlyArray<readonly [table: { columns: object }, alias: string]>,
): string {
  const values = others
    .filter(([{ columns }]) => column in columns)
    .map(([, alias]) => `${alias}.${columnName(column)}`);
  return `coalesce(${[seen, ...values].join(', ')})`;
}

/** Returns the SQL condition under which a party pays or initiated a payment. */
export function paysOrInitiated(party: string, payment: string): string {
  return `${party} IN (${payment}.payer_party_id, ${payment}.initiator_party_id)`;
}

const shown = (Object.keys(viewers) as Array<keyof Payment>).filter(
  (column): column is SeenColumn => viewers[column] !== 'nobody',
);

/**
 * Returns a SELECT list of a payment as a party sees it, a `SeenPayment`. The view shows approvals only to who pays or asked
 * for it; `approvals` is their SQL, by default of those that are pending.
 */
export function visiblePayment(party: string, payment: string, approvals = approvalsOf(payment)): string {
  const columns = shown.map((column) => `${visible(column, party, payment)} AS ${columnName(column)}`);
  return [...columns, `${approvals} AS approvals`].join(', ');
}
