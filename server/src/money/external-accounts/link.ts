import type { Queryable } from '../../db/sql.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import { type Id, newId } from '../../lib/id.ts';
import {
  type ExternalAccountRow,
  findSourceAccount,
  insertExternalAccount,
  type NewSecrets,
} from './queries.ts';

/** Stores a new account, with its event. */
export async function insertAccount(
  tx: Queryable,
  account: ExternalAccountRow,
  secrets: NewSecrets,
  userId: Id<'usr'>,
): Promise<void> {
  await insertExternalAccount(tx, { ...account, ...secrets, userId });
  const { id: resourceId, status: to, createdAt: now } = account;
  await recordEvent(tx, { resource: 'externalAccount', resourceId, from: null, to, now });
}

const noSecrets = { secretId: null, sealedNumber: null, sealedAmounts: null, digest: null, wrongGuesses: 0 };

/** Links a bank account of the sandbox that is known to belong to the party. It has no number, only its last digits. */
export async function linkExternalAccount(
  tx: Queryable,
  partyId: Id<'pty'>,
  account: { bankName: string; accountName: string; lastFour: string; userId: Id<'usr'>; now: Date },
): Promise<Id<'eac'>> {
  return insertWithoutNumber(tx, partyId, account, 'active');
}

/** From where money comes that no party draws: the operator says so, or the sandbox simulates it. */
const sources = {
  operator: { bankName: 'Operator', accountName: 'Deposits of the operator', lastFour: '' },
  sandbox: { bankName: 'Sandbox Bank', accountName: 'Simulated deposits', lastFour: '0000' },
};

/**
 * Returns the account from which such deposits to a party come; creates it for the first one. It is disabled from the
 * start, since it is no account at a bank: no withdrawal can go to it.
 */
export async function linkSourceAccount(
  tx: Queryable,
  partyId: Id<'pty'>,
  source: keyof typeof sources,
  { userId, now }: { userId: Id<'usr'>; now: Date },
): Promise<Id<'eac'>> {
  const names = sources[source];
  const found = await findSourceAccount(tx, partyId, names.bankName);
  if (found) return found.id;
  return insertWithoutNumber(tx, partyId, { ...names, userId, now }, 'disabled');
}

async function insertWithoutNumber(
  tx: Queryable,
  partyId: Id<'pty'>,
  { userId, now, ...names }: Parameters<typeof linkExternalAccount>[2],
  status: 'active' | 'disabled',
): Promise<Id<'eac'>> {
  const id = newId('eac');
  const account = {
    ...names,
    id,
    partyId,
    accountType: 'checking',
    status,
    tags: null,
    createdAt: now,
  } as const;
  await insertAccount(tx, account, noSecrets, userId);
  return id;
}
