import type { Queryable } from '../../db/sql.ts';
import { openWallet } from '../../engine/plain-writes/open-wallet.ts';
import type { Contact } from '../../engine/model/counterparty.ts';
import { claimWaiting, nothingReceived, type Received } from '../../engine/plain-writes/claim-waiting.ts';
import { recordEvent } from '../../engine/plain-writes/record-event.ts';
import { type Id, newId } from '../../lib/id.ts';
import { normalEmail } from '../../lib/text.ts';
import { addMember } from '../members/add.ts';
import type { KeptDefaults } from '../../terms/agent-defaults.ts';
import { insertParty, updateAgentDefaults } from './queries.ts';

/** The address of a new party, which it has proved to be its own. */
type Address = { email: string } | { phone: string };

export type NewParty = {
  partyId: Id<'pty'>;
  userId: Id<'usr'>;
  walletId: Id<'wal'>;
  /** What had waited for the address and is its own now. */
  received: Received;
};

/**
 * Creates an ACTIVE party with its verified e-mail address or phone number, its owner and its default wallet. A
 * PROVISIONAL party of the address becomes that party: it keeps its id, and the money that waits for it is its
 * own now, whenever it moves after the commit. Returns null if the address leads to an ACTIVE party.
 */
export async function createParty(
  tx: Queryable,
  party: {
    type: 'PERSON' | 'ORG';
    name: string;
    currency: string;
    agentDefaults?: KeptDefaults | undefined;
    now: Date;
  } & Address,
  owner: { name: string; email: string | null },
): Promise<NewParty | null> {
  const id = newId('pty');
  const partyId = await insertParty(tx, { ...party, contact: contactOf(party), id });
  if (!partyId) return null;
  await recordEvent(tx, {
    resource: 'party',
    resourceId: partyId,
    from: partyId === id ? null : 'PROVISIONAL',
    to: 'ACTIVE',
    now: party.now,
  });
  const userId = await addMember(tx, partyId, { ...owner, role: 'OWNER', now: party.now });
  const { currency, agentDefaults, now } = party;
  if (agentDefaults) await updateAgentDefaults(tx, { partyId, defaults: agentDefaults, now });
  const walletId = await openWallet(tx, partyId, { currency, isDefault: true, now });
  const received = partyId === id ? nothingReceived : await claimWaiting(tx, partyId);
  return { partyId, userId, walletId, received };
}

function contactOf(address: Address): Contact {
  return 'email' in address
    ? { kind: 'email', value: normalEmail(address.email) }
    : { kind: 'phone', value: address.phone };
}
