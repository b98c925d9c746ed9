import { expect } from 'vitest';

// The resources of the specification, compared with toStrictEqual, so that no attribute is missing or extra.

const second = /^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]Z$/;
const millisecond = /^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$/;

export const seconds: unknown = expect.stringMatching(second);
export const millis: unknown = expect.stringMatching(millisecond);
export const text: unknown = expect.any(String);
export const integer: unknown = expect.toSatisfy((value) => Number.isSafeInteger(value), 'is an integer');

export function orNull(matcher: unknown): unknown {
  return expect.toBeOneOf([matcher, null]);
}

/** Tags: texts by name. */
export const tags: unknown = expect.toSatisfy(
  (value: object) => Object.values(value).every((each) => typeof each === 'string'),
  'are tags',
);

/** A list that is not empty, in which every element has one of the shapes. */
function everyOne(...shapes: object[]): unknown {
  const shape: unknown = expect.toBeOneOf(shapes);
  return expect.toSatisfy((elements: unknown[]) => {
    expect(elements).toEqual(elements.map(() => shape)); // throws with the difference
    return elements.length > 0;
  });
}

/** The response of a list in which every resource has one of the shapes. */
export function listOf(...shapes: object[]): object {
  const pagination = { hasMore: expect.any(Boolean) as unknown, nextCursor: orNull(expect.any(String)) };
  return { data: everyOne(...shapes), meta: { pagination } };
}

/** The same response where the specification spells it with underscores. */
export function underscoredListOf(...shapes: object[]): object {
  const [more, next] = [expect.any(Boolean) as unknown, orNull(expect.any(String))];
  const pagination = { hasMore: more, nextCursor: next, has_more: more, next_cursor: next };
  return { data: everyOne(...shapes), meta: { pagination } };
}

export function idOf(prefix: string): unknown {
  return expect.stringMatching(new RegExp(`^${prefix}_[0-9a-f]{32}$`));
}

export function related(type: string, prefix: string): object {
  return { data: { type, id: idOf(prefix) } };
}

export function relatedOrNone(type: string, prefix: string): object {
  return { data: orNull({ type, id: idOf(prefix) }) };
}

export const paymentShape = {
  type: 'payment',
  id: idOf('pay'),
  attributes: {
    amount: integer,
    currency: expect.stringMatching(/^[A-Z]{3}$/) as unknown,
    status: expect.stringMatching(/^[A-Z_]+$/) as unknown,
    description: orNull(text),
    refundedAmount: expect.toSatisfy((value) => Number.isSafeInteger(value) && Number(value) >= 0) as unknown,
    tags,
    createdAt: seconds,
    updatedAt: seconds,
  },
  relationships: {
    sender: related('party', 'pty'),
    initiatorAgent: relatedOrNone('agent', 'agt'),
    senderAgent: relatedOrNone('agent', 'agt'),
    recipient: related('party', 'pty'),
    recipientAgent: relatedOrNone('agent', 'agt'),
    transaction: related('transaction', 'txn'),
    paymentRequest: { data: null },
  },
};

export const refundShape = {
  type: 'refund',
  id: idOf('rfd'),
  attributes: {
    amount: integer,
    currency: expect.stringMatching(/^[A-Z]{3}$/) as unknown,
    status: 'COMPLETED',
    description: orNull(text),
    createdAt: seconds,
  },
  relationships: { payment: related('payment', 'pay'), transaction: related('transaction', 'txn') },
};

/** A payment that fulfils a payment request. */
export const fulfillingPaymentShape = {
  ...paymentShape,
  relationships: { ...paymentShape.relationships, paymentRequest: related('paymentRequest', 'prq') },
};

type PayerType = 'email' | 'phone' | 'party_id' | 'agent_id';
const payerIds: Readonly<Partial<Record<PayerType, unknown>>> = {
  party_id: idOf('pty'),
  agent_id: idOf('agt'),
};

/** A payment request as POST /payment-requests returns it, for a payer of this type. */
export function paymentRequestShape(payer: PayerType) {
  return {
    type: 'paymentRequest',
    id: idOf('prq'),
    attributes: {
      amount: integer,
      currency: expect.stringMatching(/^[A-Z]{3}$/) as unknown,
      status: expect.stringMatching(/^[A-Z]+$/) as unknown,
      description: orNull(text),
      tags,
      payerCanPay: expect.any(Boolean) as unknown,
      payerCanDecline: expect.any(Boolean) as unknown,
      requesterName: text,
      requesterEmail: orNull(text),
      payerName: orNull(text),
      payerEmail: payer === 'email' ? text : null,
      payerPhone: payer === 'phone' ? text : null,
      payerPartyId: null,
      payerIdentifierType: payer,
      payerIdentifier: payerIds[payer] ?? text,
      paymentLinkUrl: expect.stringMatching(/^https?:\/\/.+\/pay\/[A-Za-z0-9_-]{32}$/) as unknown,
      transactionId: null,
      createdAt: millis,
      updatedAt: millis,
    },
    relationships: {
      initiatorAgent: relatedOrNone('agent', 'agt'),
      requesterParty: related('party', 'pty'),
      payerParty: { data: null },
      payerAgent: payer === 'agent_id' ? related('agent', 'agt') : { data: null },
    },
  };
}

export function listedPaymentRequestShape(payer: PayerType): object {
  const shape = paymentRequestShape(payer);
  const listed = { wallet: relatedOrNone('wallet', 'wal'), payment: { data: null } };
  return { ...shape, relationships: { ...shape.relationships, ...listed } };
}

const limitExceeded = {
  type: 'limitExceeded',
  limitType: expect.toBeOneOf(['perTransactionAmount', 'dailyAmount', 'monthlyAmount']) as unknown,
  limitAmount: integer,
  actualAmount: integer,
  currency: text,
};
const currencyNotCovered = { type: 'currencyNotCovered', currency: text, limitCurrency: text };

export const approvalShape = {
  type: 'approval',
  id: idOf('apr'),
  attributes: {
    status: expect.toBeOneOf(['pending', 'approved', 'denied', 'canceled']) as unknown,
    target: expect.toBeOneOf([
      { type: 'payment', id: idOf('pay') },
      { type: 'withdrawal', id: idOf('trf') },
    ]) as unknown,
    reasons: everyOne(limitExceeded, currencyNotCovered),
    createdAt: millis,
    updatedAt: millis,
    resolvedAt: orNull(seconds),
  },
  relationships: { initiatorAgent: relatedOrNone('agent', 'agt') },
};

export const counterpartyShape = {
  type: 'party',
  id: idOf('pty'),
  attributes: { name: text, email: orNull(text), status: 'ACTIVE' },
};

const apiKeyAttributes = {
  apiKeyPrefix: expect.stringMatching(/^sk_pur_(sandbox|prod)_[0-9A-Za-z]{8}$/) as unknown,
  name: text,
  scopes: expect.any(Array) as unknown,
  environment: expect.toBeOneOf(['sandbox', 'prod']) as unknown,
  status: expect.toBeOneOf(['ACTIVE', 'REVOKED', 'EXPIRED']) as unknown,
  tags,
  createdAt: seconds,
  expiresAt: orNull(seconds),
  lastUsedAt: orNull(seconds),
  revokedAt: orNull(seconds),
  createdBy: idOf('usr'),
  revokedBy: orNull(idOf('usr')),
};

export const apiKeyShape = {
  type: 'apiKey',
  id: idOf('apy'),
  attributes: apiKeyAttributes,
  relationships: { party: related('party', 'pty') },
};

export const createdApiKeyShape = {
  ...apiKeyShape,
  attributes: {
    ...apiKeyAttributes,
    status: 'ACTIVE',
    lastUsedAt: null,
    revokedAt: null,
    revokedBy: null,
    apiKey: expect.stringMatching(/^sk_pur_(sandbox|prod)_[0-9A-Za-z]{39}$/) as unknown,
  },
};
