import { transactionIdOf } from '../../lib/id.ts';
import type { Id } from '../../lib/id.ts';
import { move, record } from '../changes.ts';
import type { Changes, Payment } from '../changes.ts';
import { exceededLimits } from '../limits.ts';
import type { Exceeded } from '../limits.ts';
import {
  needActor,
  needContact,
  needDelegation,
  needParty,
  needRecipientAgent,
  needWallet,
} from '../needs.ts';
import type { Needs } from '../needs.ts';
import { refuse } from '../outcomes.ts';
import type { Outcome, Refusal } from '../outcomes.ts';
import { payerAuthority } from '../authority.ts';
import { findRecipient } from '../recipient.ts';
import type { Counterparty, Recipient } from '../recipient.ts';
import type { Actor, IdempotencyKey, State, Wallet } from '../state.ts';
import { available, hasRoom, payingWallet, receivingWallet } from '../wallets.ts';

/** Pay somebody from the actor's own wallet, or from the wallet of a customer who delegated to it. */
export type Pay = {
  kind: 'pay';
  actor: Actor;
  idempotency: IdempotencyKey | null;
  now: Date;
  /** Null, or the actor's own party, means its own wallet. */
  customerPartyId: Id<'pty'> | null;
  /** Minor units, 1 … 2^53 − 1. */
  amount: bigint;
  currency: string;
  counterparty: Counterparty;
  description: string | null;
  /** Every id the decision may need, made beforehand: decisions draw nothing at random. */
  newIds: { payment: Id<'pay'>; party: Id<'pty'>; wallet: Id<'wal'>; approvals: [Id<'apr'>, Id<'apr'>] };
  /** The body of the answer to the payment as it was accepted. */
  render(payment: Payment): string;
};

export function payNeeds(command: Pay, needs: Needs): void {
  const { actor, counterparty, currency } = command;
  needActor(needs, actor);
  const payer = payerOf(command);
  needWallet(needs, payer, currency);
  if (payer !== actor.partyId) needDelegation(needs, payer, actor.partyId);
  if (counterparty.type === 'party_id') {
    needParty(needs, counterparty.partyId);
    needWallet(needs, counterparty.partyId, currency);
  } else if (counterparty.type === 'agent_id') {
    needRecipientAgent(needs, counterparty.agentId, currency);
  } else {
    needContact(needs, counterparty.contact, currency);
  }
}

/** Decides one payment: refuse in the documented order, send to review, or accept and move the money. */
export function decidePay(command: Pay, state: State, changes: Changes): Outcome {
  const payer = payerOf(command);
  const authority = payerAuthority(command.actor, payer, state);
  if (typeof authority === 'string') return refuse(authority);
  const recipient = findRecipient(command.counterparty, command.newIds.party, state);
  if (typeof recipient === 'string') return refuse(recipient);
  if (recipient.partyId === payer) return refuse('pays_itself');

  const payment = newPayment(command, payer, recipient);
  const exceeded = exceededLimits(authority, command.amount, command.currency);
  const refusal = exceeded.length > 0 ? null : pay(command, payment, recipient, state, changes);
  if (refusal) return refuse(refusal);
  if (exceeded.length > 0) askApproval(command, payment, exceeded, changes);

  register(recipient, command.now, state, changes);
  changes.payments.push(payment);
  record(changes, 'payment', payment.id, null, payment.status, command.now);
  return { done: true, replayed: false, answer: { status: 201, body: command.render(payment) } };
}

/** Over a limit nothing is reserved: the payment waits until every owner of an exceeded limit has decided. */
function askApproval(command: Pay, payment: Payment, exceeded: readonly Exceeded[], changes: Changes): void {
  payment.status = 'IN_REVIEW';
  exceeded.forEach(({ owner, reasons }, index) => {
    const id = command.newIds.approvals[index === 0 ? 0 : 1];
    changes.approvals.push({ id, payment, deciderPartyId: owner, reasons });
    record(changes, 'approval', id, null, 'pending', command.now);
  });
}

function payerOf(command: Pay): Id<'pty'> {
  return command.customerPartyId ?? command.actor.partyId;
}

/** Moves the money to a known recipient, or holds it for one who has yet to claim it. */
function pay(
  command: Pay,
  payment: Payment,
  recipient: Recipient,
  state: State,
  changes: Changes,
): Refusal | null {
  const { amount, currency, now } = command;
  const from = payingWallet(state, payment.payerPartyId, currency);
  if (!from) return 'insufficient_funds';
  if (from.status === 'frozen') return 'wallet_frozen';
  if (available(from) < amount) return 'insufficient_funds';
  payment.payerWalletId = from.id;
  if (!recipient.active) {
    payment.status = 'PENDING_CLAIM';
    transfer(payment, 'hold', from, { wallet: from, place: 'held' }, changes);
    return null;
  }
  const to = receivingWallet(state, changes, {
    partyId: recipient.partyId,
    currency,
    newId: command.newIds.wallet,
    now,
  });
  if (!hasRoom(to, amount)) return 'recipient_full';
  payment.payeeWalletId = to.id;
  payment.status = 'COMPLETED';
  transfer(payment, 'payment', from, { wallet: to, place: 'available' }, changes);
  return null;
}

function transfer(
  payment: Payment,
  kind: 'payment' | 'hold',
  from: Wallet,
  destination: { wallet: Wallet; place: 'available' | 'held' },
  changes: Changes,
): void {
  const { amount, currency, createdAt, payerPartyId, payeePartyId } = payment;
  const transactionId = transactionIdOf(payment.id);
  const source = { wallet: from, place: 'available' as const };
  move(changes, { transactionId, step: 1, kind, source, destination, amount, currency, createdAt });
  changes.counterparties.push({ payerPartyId, payeePartyId });
}

/** An address nobody has claimed becomes a PROVISIONAL party, for this payment and all later ones to it. */
function register(recipient: Recipient, now: Date, state: State, changes: Changes): void {
  if (!recipient.newContact) return;
  changes.parties.push({ id: recipient.partyId, contact: recipient.newContact, createdAt: now });
  state.contacts.set(recipient.newContactKey, { partyId: recipient.partyId, active: false });
  record(changes, 'party', recipient.partyId, null, 'PROVISIONAL', now);
}

function newPayment(command: Pay, payer: Id<'pty'>, recipient: Recipient): Payment {
  const { actor, newIds } = command;
  return {
    id: newIds.payment,
    status: 'PROCESSING',
    amount: command.amount,
    currency: command.currency,
    description: command.description,
    payerPartyId: payer,
    payeePartyId: recipient.partyId,
    initiatorPartyId: actor.partyId,
    payerWalletId: null,
    payeeWalletId: null,
    agentId: actor.agentId,
    recipientAgentId: recipient.agentId,
    credentialId: actor.credentialId,
    userId: actor.userId,
    instanceId: actor.instanceId,
    createdAt: command.now,
  };
}
