import { type Transfer, transferRow, type TransferRow } from '../../engine/model/records.ts';
import { related } from '../../http/envelope.ts';
import { tagsToJson } from '../../http/tags.ts';
import { publicId, transactionIdOf } from '../../lib/id.ts';
import { feeToJson } from '../../terms/fee.ts';
import { amountToJson } from '../../lib/money.ts';
import { isoSeconds } from '../../lib/time.ts';
import type { TransferResource } from './resource.ts';

export function transferResource(row: TransferRow): TransferResource {
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

export function changedTransfer(transfer: Transfer): TransferResource {
  return transferResource(transferRow(transfer));
}
