import type { AskedApproval } from '../../engine/model/asked-approvals.ts';
import { type Transfer, transferRow, type Viewer } from '../../engine/model/records.ts';
import { related } from '../../http/envelope.ts';
import { tagsToJson } from '../../http/tags.ts';
import { publicId, transactionIdOf } from '../../lib/id.ts';
import { askedToJson } from '../../terms/asked-approvals.ts';
import { feeToJson } from '../../terms/fee.ts';
import { amountToJson } from '../../lib/money.ts';
import { isoSeconds } from '../../lib/time.ts';
import type { SeenTransfer } from './queries.ts';
import type { TransferResource } from './resource.ts';

/** Returns a transfer; `viewer` may read it on behalf of another party. */
export function transferResource(row: SeenTransfer, viewer: Viewer): TransferResource {
  const { failureCode, returnCode, returnedAt } = row;
  return {
    type: 'transfer',
    id: publicId('trf', row.id),
    attributes: {
      type: row.type,
      amount: amountToJson(row.amount),
      currency: row.currency,
      status: row.status,
      description: row.description,
      ...feeToJson(row),
      tags: tagsToJson(row.tags),
      approvals: askedToJson(row.approvals, viewer),
      externalAccountDisplayMask: row.externalAccountId && row.externalAccountMask,
      expectedAvailableAt: row.expectedAvailableAt && isoSeconds(row.expectedAvailableAt),
      failure: failureCode === null ? null : { code: failureCode, reason: row.failureReason ?? '' },
      return:
        returnCode === null || !returnedAt
          ? null
          : { code: returnCode, reason: row.returnReason ?? '', returnedAt: isoSeconds(returnedAt) },
      submittedAt: isoSeconds(row.submittedAt),
      settledAt: row.settledAt && isoSeconds(row.settledAt),
      createdAt: isoSeconds(row.createdAt),
      updatedAt: isoSeconds(row.updatedAt),
    },
    relationships: {
      party: related('party', 'pty', row.partyId),
      initiatorAgent: related('agent', 'agt', row.agentId),
      wallet: related('wallet', 'wal', row.walletId),
      destWallet: related('wallet', 'wal', row.destinationWalletId),
      externalAccount: related('externalAccount', 'eac', row.externalAccountId),
      transaction: related('transaction', 'txn', transactionIdOf(row.id)),
    },
  };
}

/**
 * Returns a transfer that a party has just made or changed, with the approvals that it waits for. The engine has left out of
 * them what the acting agent may not be told.
 */
export function changedTransfer(
  transfer: Transfer,
  approvals: readonly AskedApproval[] = [],
): TransferResource {
  return transferResource(
    { ...transferRow(transfer), approvals },
    { partyId: transfer.partyId, readsOwn: false },
  );
}
