import type { Settle } from '../../engine/commands/settle.ts';
import { newId } from '../../lib/id.ts';

/** Draws the ids of the accounts that the settlement of a transfer may open. */
export function idsOfSettlement(): Settle['newIds'] {
  return {
    clearing: newId('wal'),
    wallet: newId('wal'),
    receivable: newId('wal'),
    payeeWallet: newId('wal'),
  };
}
