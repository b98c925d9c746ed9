import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { addressOf, type Counterparty } from '../../engine/model/counterparty.ts';
import { ownReader } from '../../http/permission.ts';
import type { Id } from '../../lib/id.ts';
import type { ShownPayee } from '../../terms/payee.ts';
import { acquaintOne, unacquainted } from './acquaintance.ts';
import { findPayee, findPayeeAt, findPayeeOfAgent, type FoundPayee } from './queries.ts';

/**
 * Returns whom a payment of the actor's party would pay, as it may know before it pays: who has an address, or has taken
 * over the party that is named, only if it has paid them before, or else anybody could ask for the names behind addresses.
 * An agent that reads its own only is not told whom its party has paid.
 */
export async function readPayee(
  { db, actor, askedAt }: Context,
  counterparty: Counterparty,
  paymentId: Id<'pay'>,
): Promise<ShownPayee> {
  const payeeAddress = addressOf(counterparty)?.value ?? null;
  const found = await find(db, counterparty);
  if (found) {
    const asked = { ...found, payeeAddress, id: paymentId, createdAt: askedAt };
    const payee = ownReader(actor) ? unacquainted(asked) : await acquaintOne(db, actor.partyId, asked);
    const isNamed = payeeAddress === null && !isTakenOver(counterparty, found);
    if (isNamed || payee.acquaintance?.knownSince) return payee;
  }
  const unknown = { payeeName: null, payeeVerified: null, acquaintance: null };
  return { ...unknown, payeeAddress, payeePartyId: null };
}

function isTakenOver(counterparty: Counterparty, { payeePartyId }: FoundPayee): boolean {
  return counterparty.type === 'party_id' && counterparty.partyId !== payeePartyId;
}

function find(db: Queryable, counterparty: Counterparty): Promise<FoundPayee | null> {
  if (counterparty.type === 'party_id') return findPayee(db, counterparty.partyId);
  if (counterparty.type === 'agent_id') return findPayeeOfAgent(db, counterparty.agentId);
  return findPayeeAt(db, counterparty.contact.kind, counterparty.contact.value);
}
