import type { Id } from '../../lib/id.ts';
import type { Maker, Transfer, TransferTerms } from '../model/records.ts';

type Given = keyof TransferTerms | 'id' | 'type' | 'partyId' | 'walletId';

/** Returns a new transfer: PROCESSING and without effect yet, except for what is given. Null is the maker if nobody asked. */
export function newTransfer(
  given: Pick<Transfer, Given> & Partial<Transfer>,
  maker: Maker | null,
  now: Date,
): Transfer {
  return {
    status: 'PROCESSING',
    fee: null,
    destinationWalletId: null,
    externalAccountId: null,
    externalAccountMask: '',
    paymentId: null,
    expectedAvailableAt: null,
    failure: null,
    returned: null,
    submittedAt: now,
    settledAt: null,
    agentId: maker?.agentId ?? null,
    credentialId: maker?.credentialId ?? null,
    userId: maker?.userId ?? null,
    instanceId: maker?.instanceId ?? null,
    createdAt: now,
    updatedAt: now,
    acceptedAt: null,
    ...given,
  };
}

/** Returns what a transfer says of its account at a bank. */
export function atBank({
  id,
  lastFour,
}: {
  id: Id<'eac'>;
  lastFour: string;
}): Pick<Transfer, 'externalAccountId' | 'externalAccountMask'> {
  return { externalAccountId: id, externalAccountMask: `****${lastFour}` };
}

/** Returns what a transfer says whose money has moved at once. */
export function completedAt(now: Date): Pick<Transfer, 'status' | 'settledAt' | 'acceptedAt'> {
  return { status: 'COMPLETED', settledAt: now, acceptedAt: now };
}
