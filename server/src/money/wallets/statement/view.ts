import { related } from '../../../http/envelope.ts';
import { publicId } from '../../../lib/id.ts';
import { amountToJson } from '../../../lib/money.ts';
import { isoMillis } from '../../../lib/time.ts';
import { sharedToJson } from '../../../terms/payment-terms.ts';
import type { LineRow, Period } from './queries.ts';
import type { StatementLine, StatementResource } from './resource.ts';

/** Returns a statement without lines; its sums are in minor units. */
export function statementResource(
  { walletId, from, to }: Period,
  currency: string,
  { opening, closing }: { opening: bigint; closing: bigint },
): StatementResource {
  return {
    type: 'statement',
    id: publicId('wal', walletId),
    attributes: {
      currency,
      from: isoMillis(from.time),
      to: isoMillis(to.time),
      openingBalance: amountToJson(opening),
      closingBalance: amountToJson(closing),
      lines: [],
    },
    relationships: { wallet: related('wallet', 'wal', walletId) },
  };
}

export function statementLine(line: LineRow, balance: bigint): StatementLine {
  const { transactionId, type, refundedId, counterpartyId, counterpartyName } = line;
  return {
    time: isoMillis(line.time),
    kind: line.kind,
    amount: amountToJson(line.amount),
    balance: amountToJson(balance),
    counterparty:
      counterpartyId === null ? null : { id: publicId('pty', counterpartyId), name: counterpartyName ?? '' },
    ...sharedToJson(line),
    transactionId: publicId('txn', transactionId),
    paymentId: type === 'payment' ? `pay_${transactionId}` : refundedId && publicId('pay', refundedId),
    refundId: type === 'refund' ? `rfd_${transactionId}` : null,
    transferId: type === 'transfer' ? `trf_${transactionId}` : null,
  };
}
