import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';

/** The parties that every test server has, with their keys: what the sandbox begins with. */
export const { main, customer, stranger, delegate, restrictedDelegate } = inject('parties');

/** How a client names whom it pays, asks or invites. */
type Named = { type: string; value: string };

/** Names a party by its id. */
export const byId = ({ partyId }: { partyId: string }): Named => ({ type: 'party_id', value: partyId });

/** Returns an email address that no other call returns. */
export const newAddress = (): string => `${randomUUID()}@example.com`;

/** Names somebody who is no party yet. */
export const newEmail = (): Named => ({ type: 'email', value: newAddress() });

/** The payee of a payment: a party. */
export const to = (party: { partyId: string }): { counterparty: Named } => ({ counterparty: byId(party) });

/** The payee of a payment: somebody who is no party yet. */
export const toNobody = (): { counterparty: Named } => ({ counterparty: newEmail() });
