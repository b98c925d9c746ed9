import { recordedAgentKey } from '../../authority/agent-keys/get.ts';
import { recordedAgent } from '../../authority/agents/get.ts';
import { recordedApiKey } from '../../identity/api-keys/get.ts';
import { recordedApproval } from '../../authority/approvals/get.ts';
import { recordedContact } from '../../identity/contacts/list.ts';
import { recordedCustomerInvitation } from '../../authority/customer-invitations/recorded.ts';
import type { EventReader, ShowRecorded } from '../../db/recorded.ts';
import { recordedDelegation } from '../../authority/delegations/get.ts';
import type { EventResource } from '../../engine/model/journal.ts';
import { recordedExternalAccount } from '../../money/external-accounts/get.ts';
import type { Resource } from '../../http/envelope.ts';
import { recordedMember } from '../../identity/members/list.ts';
import { recordedParty } from '../../identity/parties/get.ts';
import { recordedInvitation } from '../../identity/party-invitations/list.ts';
import { recordedPaymentRequest } from '../../money/payment-requests/get.ts';
import { completedPayments, recordedPayment, recordedRefund } from '../../money/payments/recorded.ts';
import { recordedTransfer } from '../../money/transfers/get.ts';
import { recordedDebt } from '../../money/wallets/debt.ts';
import { recordedWallet } from '../../money/wallets/get.ts';
import type { EventRow } from './queries.ts';

const shows: Readonly<Record<EventResource, ShowRecorded<Resource>>> = {
  agent: recordedAgent,
  agentKey: recordedAgentKey,
  apiKey: recordedApiKey,
  approval: recordedApproval,
  contact: recordedContact,
  customerInvitation: recordedCustomerInvitation,
  debt: recordedDebt,
  delegation: recordedDelegation,
  externalAccount: recordedExternalAccount,
  invitation: recordedInvitation,
  member: recordedMember,
  party: recordedParty,
  payment: recordedPayment,
  paymentRequest: recordedPaymentRequest,
  refund: recordedRefund,
  transfer: recordedTransfer,
  wallet: recordedWallet,
};

export type ShownEvent = EventRow & { payload: Resource };

/**
 * Returns the events with their payloads: each the resource as a read showed it when the event happened. Leaves out an
 * event whose resource the party may not read.
 */
export async function withPayloads(reader: EventReader, events: readonly EventRow[]): Promise<ShownEvent[]> {
  const atOnce = events.flatMap(({ snapshot, resourceId }) => (snapshot === null ? [resourceId] : []));
  const payments = await completedPayments(reader, atOnce);
  const shown: ShownEvent[] = [];
  for (const event of events) {
    const { snapshot, resourceId } = event;
    const payload =
      snapshot === null
        ? payments.get(resourceId)?.(stateOf(event))
        : await show(reader, { ...event, snapshot });
    if (payload) shown.push({ ...event, payload });
  }
  return shown;
}

/** Returns the state that the resource of an event reached. */
const stateOf = ({ kind }: EventRow): string => kind.split('/')[2] ?? '';

function show(reader: EventReader, event: EventRow & { snapshot: string }): Promise<Resource | null> {
  const { kind, resourceId, snapshot, createdAt } = event;
  const [resource] = kind.split('/');
  const asOf = { ...reader, now: createdAt };
  return shows[resource as EventResource](asOf, { id: resourceId, snapshot }, stateOf(event));
}
