import { expect } from 'vitest';
import {
  currency,
  having,
  idOf,
  integer,
  list,
  objectWhere,
  orNull,
  related,
  resource,
  seconds,
  tags,
  text,
  words,
} from './shapes.ts';

const party = related('party', 'pty');

/** The resource of a party's limits, with the given limits set. */
export function partyLimitPolicyShape(limits: unknown) {
  const attributes = { limits, currency: text, updatedAt: orNull(seconds) };
  return resource('partyLimitPolicy', 'pty', attributes, { party });
}

const isLimit = (name: string, value: unknown): boolean =>
  ['perTransaction', 'perDay', 'perMonth'].includes(name) && Number.isSafeInteger(value);
const isLimits = (value: unknown): boolean =>
  Object.entries(value ?? {}).every(([name, each]) => isLimit(name, each));

/** Any limits: null, or some of the three, also in other currencies. */
export const someLimits = orNull(
  objectWhere(
    (name, value) =>
      isLimit(name, value) || (name === 'currencies' && Object.values(value ?? {}).every(isLimits)),
  ),
);

/** An external account at a bank in the United States, with this status. */
export function externalAccountShape(status: unknown) {
  const isUsable = status === 'active';
  return resource(
    'externalAccount',
    'eac',
    {
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
    { party },
  );
}

/** An external account that was removed: only its status is left. */
export const removedExternalAccountShape = having(externalAccountShape('disabled'), {
  bankName: null,
  accountName: null,
  accountType: null,
  lastFour: '',
});

/** A member of a party, with this status. */
export const memberShape = (status: string) =>
  resource('user', 'usr', { name: text, email: text, role: text, status, createdAt: seconds }, { party });

export const partyShape = resource('party', 'pty', {
  partyType: text,
  status: 'ACTIVE',
  frozenBy: [],
  name: text,
  displayName: text,
  email: text,
  defaultCurrency: text,
  agentDefaults: orNull(objectWhere(() => true)),
  approvalPolicy: { by: text, twoAbove: orNull({ amount: integer, currency }) },
  createdAt: seconds,
  updatedAt: seconds,
});

/** A party that has paid or was paid, as the other one sees it. */
export const counterpartyShape = resource('party', 'pty', {
  name: text,
  email: orNull(text),
  status: 'ACTIVE',
});

/** An address of a party, with this status. */
export function contactShape(status: unknown, ends: { verifiedAt: unknown; expiresAt: unknown }) {
  const address = { type: text, value: text };
  return resource('contact', 'con', { address, status, createdAt: seconds, ...ends }, { party });
}

const apiKeyAttributes = {
  apiKeyPrefix: expect.stringMatching(/^s[ks]_pur_(sandbox|prod)_[0-9A-Za-z]{8}$/) as unknown,
  name: text,
  scopes: list(text),
  environment: words('sandbox', 'prod'),
  status: words('ACTIVE', 'REVOKED', 'EXPIRED'),
  tags,
  createdAt: seconds,
  expiresAt: orNull(seconds),
  signedInAt: orNull(seconds),
  lastUsedAt: orNull(seconds),
  rotatedAt: orNull(seconds),
  revokedAt: orNull(seconds),
  createdBy: idOf('usr'),
  revokedBy: orNull(idOf('usr')),
};

export const apiKeyShape = resource('apiKey', 'apy', apiKeyAttributes, { party });

/** A key as the response to its creation shows it, with its secret. */
export const createdApiKeyShape = resource(
  'apiKey',
  'apy',
  {
    ...apiKeyAttributes,
    status: 'ACTIVE',
    signedInAt: null,
    lastUsedAt: null,
    rotatedAt: null,
    revokedAt: null,
    revokedBy: null,
    apiKey: expect.stringMatching(/^sk_pur_(sandbox|prod)_[0-9A-Za-z]{39}$/) as unknown,
  },
  { party },
);

/** A key as the response to a rotation shows it. */
export const rotatedApiKeyShape = resource(
  'apiKey',
  'apy',
  {
    ...apiKeyAttributes,
    status: 'ACTIVE',
    apiKey: expect.stringMatching(/^sk_pur_(sandbox|prod)_[0-9A-Za-z]{39}$/) as unknown,
    previousKeyExpiresAt: orNull(seconds),
  },
  { party },
);

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
export const partyFreezeShape = (frozenBy: readonly string[]) => ({
  data: resource(
    'partyFreeze',
    'pty',
    { status: frozenBy.length === 0 ? 'ACTIVE' : 'FROZEN', frozenBy },
    { party },
  ),
  meta: { underWay: underWayShape },
});
