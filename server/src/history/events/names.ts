import type { EventResource } from '../../engine/model/journal.ts';
import type { Scope } from '../../scopes.ts';

/**
 * The name of every move of docs/states.md. A key is a resource, the state before (empty for a new one) and the state
 * after, as `event_parties.kind` has them. A fourth part says what the resource is to the party: the type of a transfer,
 * or that a payment request is one that the party may pay.
 */
export const eventTypes = {
  'agent//ACTIVE/': 'agent.created',
  'agent/ACTIVE/SUSPENDED/': 'agent.suspended',
  'agent/SUSPENDED/ACTIVE/': 'agent.resumed',
  'agent/ACTIVE/REVOKED/': 'agent.revoked',
  'agent/SUSPENDED/REVOKED/': 'agent.revoked',
  'agentKey//ACTIVE/': 'agent_key.created',
  'agentKey/ACTIVE/REVOKED/': 'agent_key.revoked',
  'agentKey/EXPIRED/REVOKED/': 'agent_key.revoked',
  'apiKey//ACTIVE/': 'api_key.created',
  'apiKey/ACTIVE/REVOKED/': 'api_key.revoked',
  'apiKey/EXPIRED/REVOKED/': 'api_key.revoked',
  'approval//pending/': 'approval.required',
  'approval/pending/pending/': 'approval.second_required',
  'approval/pending/approved/': 'approval.approved',
  'approval/pending/denied/': 'approval.denied',
  'approval/pending/canceled/': 'approval.canceled',
  'contact//VERIFIED/': 'contact.verified',
  'contact/VERIFIED/REMOVED/': 'contact.removed',
  'customerInvitation//PENDING/': 'agent_delegation_invitation.created',
  'customerInvitation/PENDING/ACCEPTED/': 'agent_delegation_invitation.accepted',
  'customerInvitation/PENDING/DECLINED/': 'agent_delegation_invitation.declined',
  'customerInvitation/PENDING/CANCELED/': 'agent_delegation_invitation.canceled',
  'customerInvitation/PENDING/EXPIRED/': 'agent_delegation_invitation.expired',
  'debt//OPEN/': 'party.debt_opened',
  'debt/OPEN/CLOSED/': 'party.debt_closed',
  'delegation//ACTIVE/': 'delegation.activated',
  'delegation/REVOKED/ACTIVE/': 'delegation.activated',
  'delegation/ACTIVE/SUSPENDED/': 'delegation.suspended',
  'delegation/SUSPENDED/ACTIVE/': 'delegation.resumed',
  'delegation/ACTIVE/REVOKED/': 'delegation.revoked',
  'delegation/SUSPENDED/REVOKED/': 'delegation.revoked',
  'delegation/ACTIVE/ACTIVE/': 'delegation.updated',
  'delegation/SUSPENDED/SUSPENDED/': 'delegation.updated',
  'delegation/REVOKED/REVOKED/': 'delegation.updated',
  'externalAccount//pending/': 'external_account.created',
  'externalAccount//active/': 'external_account.connected',
  'externalAccount/pending/active/': 'external_account.connected',
  'externalAccount/pending/disabled/': 'external_account.disabled',
  'externalAccount/active/disabled/': 'external_account.disabled',
  'invitation//PENDING/': 'party_invitation.created',
  'invitation/PENDING/ACCEPTED/': 'party_invitation.accepted',
  'invitation/PENDING/DECLINED/': 'party_invitation.declined',
  'invitation/PENDING/REVOKED/': 'party_invitation.revoked',
  'invitation/PENDING/EXPIRED/': 'party_invitation.expired',
  'member//ACTIVE/': 'member.added',
  'member/ACTIVE/REVOKED/': 'member.removed',
  'party//ACTIVE/': 'party.created',
  'party//PROVISIONAL/': 'party.created',
  'party/PROVISIONAL/ACTIVE/': 'party.activated',
  'party/PROVISIONAL/MERGED/': 'party.merged',
  'party/ACTIVE/FROZEN/': 'party.frozen',
  'party/FROZEN/ACTIVE/': 'party.unfrozen',
  'party/FROZEN/FROZEN/': 'party.updated',
  'payment//IN_REVIEW/': 'payment.created',
  'payment//PENDING_CLAIM/': 'payment.created',
  'payment//PROCESSING/': 'payment.created',
  'payment/PROCESSING/COMPLETED/': 'payment.completed',
  'payment/PROCESSING/FAILED/': 'payment.failed',
  'payment/PROCESSING/CANCELED/': 'payment.canceled',
  'payment/IN_REVIEW/PENDING_CLAIM/': 'payment.accepted',
  'payment/IN_REVIEW/COMPLETED/': 'payment.completed',
  'payment/PENDING_CLAIM/COMPLETED/': 'payment.completed',
  'payment/IN_REVIEW/APPROVAL_DENIED/': 'payment.approval_denied',
  'payment/IN_REVIEW/CANCELED/': 'payment.canceled',
  'payment/PENDING_CLAIM/CANCELED/': 'payment.canceled',
  'payment/PENDING_CLAIM/RETURNED/': 'payment.returned',
  'payment/COMPLETED/RETURNED/': 'payment.returned',
  'paymentRequest//OPEN/': 'payment_request.created',
  'paymentRequest//OPEN/incoming': 'payment_request.incoming',
  ...ofBothSides({
    'OPEN/PROCESSING': 'payment_request.accepted',
    'PROCESSING/OPEN': 'payment_request.reopened',
    'OPEN/COMPLETED': 'payment_request.completed',
    'PROCESSING/COMPLETED': 'payment_request.completed',
    'OPEN/CANCELED': 'payment_request.canceled',
    'OPEN/DECLINED': 'payment_request.declined',
    'OPEN/EXPIRED': 'payment_request.expired',
  }),
  'refund//COMPLETED/': 'refund.completed',
  'transfer//COMPLETED/internal': 'internal_transfer.completed',
  ...ofTransfers('deposit'),
  ...ofTransfers('withdrawal'),
  'wallet//active/': 'wallet.created',
  'wallet/active/frozen/': 'wallet.frozen',
  'wallet/frozen/active/': 'wallet.unfrozen',
  'wallet/active/closed/': 'wallet.closed',
  'wallet/frozen/closed/': 'wallet.closed',
} as const satisfies Readonly<Record<string, string>>;

export type EventType = (typeof eventTypes)[keyof typeof eventTypes];

type Moves = Readonly<Record<string, string>>;

/** Returns the moves of a payment request as its requester, and as whoever may pay, sees them. */
function ofBothSides<M extends Moves>(moves: M) {
  const named = Object.entries(moves).flatMap(([move, type]) =>
    ['', 'incoming'].map((side) => [`paymentRequest/${move}/${side}`, type]),
  );
  return Object.fromEntries(named) as Record<
    `paymentRequest/${keyof M & string}/${'' | 'incoming'}`,
    M[keyof M]
  >;
}

/** Returns the moves of deposits or of withdrawals. */
function ofTransfers<T extends 'deposit' | 'withdrawal'>(type: T) {
  return {
    [`transfer//IN_REVIEW/${type}`]: `${type}.created`,
    [`transfer//PROCESSING/${type}`]: `${type}.created`,
    [`transfer//COMPLETED/${type}`]: `${type}.completed`,
    [`transfer/IN_REVIEW/PROCESSING/${type}`]: `${type}.accepted`,
    [`transfer/IN_REVIEW/APPROVAL_DENIED/${type}`]: `${type}.approval_denied`,
    [`transfer/IN_REVIEW/CANCELED/${type}`]: `${type}.canceled`,
    [`transfer/PROCESSING/CANCELED/${type}`]: `${type}.canceled`,
    [`transfer/PROCESSING/COMPLETED/${type}`]: `${type}.completed`,
    [`transfer/PROCESSING/FAILED/${type}`]: `${type}.failed`,
    [`transfer/COMPLETED/RETURNED/${type}`]: `${type}.returned`,
  } as Record<`transfer/${string}/${T}`, `${T}.${TransferVerb}`>;
}
type TransferVerb =
  | 'created'
  | 'accepted'
  | 'completed'
  | 'approval_denied'
  | 'canceled'
  | 'failed'
  | 'returned';

const nameOfKind: Moves = eventTypes;

/** Every name of an event, in the order of the alphabet. */
export const eventTypeNames: readonly EventType[] = [...new Set(Object.values(eventTypes))].toSorted();

/** Returns the name of an event of this kind. A kind without a name would be a move that docs/states.md lacks. */
export function eventTypeOf(kind: string): string {
  return nameOfKind[kind] ?? `${kind.split('/')[0] ?? 'resource'}.updated`;
}

export const allKinds: readonly string[] = Object.keys(nameOfKind);

export function kindsOf(types: readonly string[]): string[] {
  return Object.entries(nameOfKind).flatMap(([kind, type]) => (types.includes(type) ? [kind] : []));
}

/** The scope that a read of each resource needs. Whoever lacks it gets no events of the resource. */
export const readScopes: Readonly<Record<EventResource, Scope>> = {
  agent: 'agents.read',
  agentKey: 'agents.read',
  apiKey: 'api_keys.read',
  approval: 'payments.read',
  contact: 'party.read',
  customerInvitation: 'delegations.read',
  debt: 'wallets.read',
  delegation: 'delegations.read',
  externalAccount: 'external_accounts.read',
  invitation: 'invite.read',
  member: 'party.read',
  party: 'party.read',
  payment: 'payments.read',
  paymentRequest: 'payments.read',
  refund: 'payments.read',
  transfer: 'payments.read',
  wallet: 'wallets.read',
};

/** The events that a delegate who may read a customer's payments gets: those that its reads show it. */
export const ofCustomers: readonly EventResource[] = ['payment', 'refund', 'transfer'];

/** The events of what agents make: all that one gets that reads its own only. */
export const ofAgents: readonly EventResource[] = [
  'approval',
  'payment',
  'paymentRequest',
  'refund',
  'transfer',
];

export function kindsOfResources(resources: readonly string[]): string[] {
  return Object.keys(nameOfKind).filter((kind) => resources.includes(kind.split('/')[0] ?? ''));
}

/** Returns the scopes that a reader of events of these names needs; `*` stands for all names. */
export function scopesFor(types: readonly string[]): Set<Scope> {
  const kinds = types.includes('*') ? allKinds : kindsOf(types);
  return new Set(kinds.map((kind) => readScopes[(kind.split('/')[0] ?? '') as EventResource]));
}
