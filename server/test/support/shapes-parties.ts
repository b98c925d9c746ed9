import { expect } from 'vitest';
import { idOf, orNull, related, seconds, text } from './shapes.ts';

/** The resource of a party's limits, with the given limits set. */
export function partyLimitPolicyShape(limits: unknown) {
  return {
    type: 'partyLimitPolicy',
    id: idOf('pty'),
    attributes: { limits, currency: text, updatedAt: orNull(seconds) },
    relationships: { party: related('party', 'pty') },
  };
}

/** Any limits: null, or some of the three. */
export const someLimits: unknown = expect.toSatisfy(
  (limits: object | null) =>
    Object.entries(limits ?? {}).every(
      ([name, value]) =>
        ['perTransaction', 'perDay', 'perMonth'].includes(name) && Number.isSafeInteger(value),
    ),
  'are limits',
);

/** An external account that was removed: only its status is left. */
export const removedExternalAccountShape = {
  type: 'externalAccount',
  id: idOf('eac'),
  attributes: {
    bankName: null,
    accountName: null,
    accountType: null,
    lastFour: '',
    status: 'disabled',
    connectionStatus: 'disconnected',
    availableMethods: [],
    tags: {},
    createdAt: seconds,
  },
  relationships: { party: related('party', 'pty') },
};

/** An external account at a bank in the United States, with this status. */
export function externalAccountShape(status: unknown) {
  const isUsable = status === 'active';
  return {
    type: 'externalAccount',
    id: idOf('eac'),
    attributes: {
      bankName: text,
      accountName: text,
      accountType: text,
      lastFour: text,
      status,
      connectionStatus: isUsable ? 'active' : 'disconnected',
      availableMethods: isUsable ? ['standard'] : [],
      tags: {},
      createdAt: seconds,
    },
    relationships: { party: related('party', 'pty') },
  };
}

/** A member of a party, with this status. */
export function memberShape(status: string) {
  return {
    type: 'user',
    id: idOf('usr'),
    attributes: { name: text, email: text, role: text, status, createdAt: seconds },
    relationships: { party: related('party', 'pty') },
  };
}

export const partyShape = {
  type: 'party',
  id: idOf('pty'),
  attributes: {
    partyType: text,
    status: 'ACTIVE',
    name: text,
    email: text,
    defaultCurrency: text,
    createdAt: seconds,
    updatedAt: seconds,
  },
};

/** An address of a party, with this status. */
export function contactShape(status: unknown, ends: { verifiedAt: unknown; expiresAt: unknown }) {
  return {
    type: 'contact',
    id: idOf('con'),
    attributes: { address: { type: text, value: text }, status, createdAt: seconds, ...ends },
    relationships: { party: related('party', 'pty') },
  };
}

const kind = (type: unknown, status: string): unknown => ({
  count: expect.any(Number),
  newest: expect.toSatisfy(
    (items: object[]) =>
      items.every((item) => {
        expect(item).toStrictEqual({ type, id: text, status, amount: expect.any(Number), currency: text });
        return true;
      }),
    'are under way',
  ),
});

/** What is under way, in the response to a stop. */
export const underWayShape = {
  withdrawals: kind('transfer', 'PROCESSING'),
  reviews: kind(expect.toBeOneOf(['payment', 'transfer']), 'IN_REVIEW'),
  claims: kind('payment', 'PENDING_CLAIM'),
};

/** The response to freezing or unfreezing a party. */
export function partyFreezeShape(status: string) {
  return {
    type: 'partyFreeze',
    id: idOf('pty'),
    attributes: {
      status,
      underWay: underWayShape,
    },
    relationships: { party: related('party', 'pty') },
  };
}
