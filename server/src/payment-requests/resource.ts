import { z } from 'zod';
import {
  amountShape,
  currencyShape,
  idShape,
  millisShape,
  relatedOrNoneShape,
  relatedShape,
  resourceShape,
  textShape,
} from '../http/shapes.ts';
import { tagsShape } from '../http/tags.ts';
import type { PaymentRequestStatus } from './queries.ts';

const statuses = [
  'OPEN',
  'PROCESSING',
  'COMPLETED',
  'CANCELED',
  'DECLINED',
  'EXPIRED',
] as const satisfies readonly PaymentRequestStatus[];

const attributes = {
  amount: amountShape,
  currency: currencyShape,
  status: z.enum(statuses).meta({
    description: '`OPEN` until it is paid or otherwise closed, and for 30 days at most; then `EXPIRED`.',
  }),
  description: textShape('Invoice 1042').nullable(),
  tags: tagsShape,
  payerCanPay: z.boolean().meta({
    description: 'Whether it can still be paid: it is open, not expired, and has no payment yet.',
    examples: [true],
  }),
  payerCanDecline: z.boolean().meta({
    description: 'Whether it can still be declined: under the same conditions.',
    examples: [true],
  }),
  requesterName: textShape('Main Street Books').nullable(),
  requesterEmail: textShape('books@example.com').nullable(),
  payerName: textShape('Casey Customer').nullable(),
  payerEmail: textShape('casey@example.com')
    .nullable()
    .meta({ description: 'The e-mail address of the payer, if the request named the payer by it.' }),
  payerPhone: z
    .string()
    .nullable()
    .meta({
      description: 'The phone number of the payer, if the request named the payer by it.',
      examples: [null],
    }),
  payerPartyId: idShape('pty')
    .nullable()
    .meta({ description: 'The paying party. Null until it is known.', examples: [null] }),
  payerIdentifierType: z.enum(['email', 'phone', 'party_id']).meta({ examples: ['email'] }),
  payerIdentifier: textShape('casey@example.com').meta({ description: 'The payer as the request named it.' }),
  paymentLinkUrl: textShape('https://pay.example.com/pay/V2hvZXZlciBoYXMgaXQgbWF5IHJl').meta({
    description: 'The URL of a page that shows the request to anyone who has the link.',
  }),
  transactionId: idShape('txn')
    .nullable()
    .meta({ description: 'Null until the request is paid.', examples: [null] }),
  createdAt: millisShape,
  updatedAt: millisShape,
};

const parties = {
  initiatorAgent: relatedOrNoneShape('agent', 'agt').meta({
    description: 'The agent that created the request, if one acted.',
    examples: [{ data: null }],
  }),
  requesterParty: relatedShape('party', 'pty'),
  payerParty: relatedOrNoneShape('party', 'pty').meta({ examples: [{ data: null }] }),
  payerAgent: relatedOrNoneShape('agent', 'agt').meta({
    description: 'Null: a request names a person or a party as its payer, never an agent.',
    examples: [{ data: null }],
  }),
};

/** A request by a party to be paid. */
export const paymentRequestShape = resourceShape('paymentRequest', 'prq', attributes, parties);
export type PaymentRequestResource = z.output<typeof paymentRequestShape>;

/** A payment request as the list shows it: also with its wallet and payment. */
export const listedPaymentRequestShape = resourceShape('paymentRequest', 'prq', attributes, {
  ...parties,
  wallet: relatedOrNoneShape('wallet', 'wal').meta({
    description: "The requester's wallet that would receive the money; null if the payment would open one.",
  }),
  payment: relatedOrNoneShape('payment', 'pay').meta({
    description: 'Null until the request is paid.',
    examples: [{ data: null }],
  }),
}).meta({ title: 'listedPaymentRequest' });
export type ListedPaymentRequestResource = z.output<typeof listedPaymentRequestShape>;
