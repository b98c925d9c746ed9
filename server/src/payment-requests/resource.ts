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
  status: z.enum(statuses).meta({ description: '`OPEN` for 30 days, unless it is paid or ended before.' }),
  description: textShape('Invoice 1042').nullable(),
  requesterName: textShape('Main Street Books').nullable(),
  requesterEmail: textShape('books@example.com').nullable(),
  payerName: textShape('Casey Customer').nullable(),
  payerEmail: textShape('casey@example.com')
    .nullable()
    .meta({ description: 'Set where the payer was named by it.' }),
  payerPhone: z
    .string()
    .nullable()
    .meta({ description: 'Set where the payer was named by it.', examples: [null] }),
  payerPartyId: idShape('pty')
    .nullable()
    .meta({ description: 'The party that pays, once it is known.', examples: [null] }),
  payerIdentifierType: z.enum(['email', 'phone', 'party_id']).meta({ examples: ['email'] }),
  payerIdentifier: textShape('casey@example.com').meta({ description: 'The payer as the request named it.' }),
  paymentLinkUrl: textShape('https://pay.example.com/pay/V2hvZXZlciBoYXMgaXQgbWF5IHJl').meta({
    description: 'A page that shows the request to whoever has the link.',
  }),
  transactionId: idShape('txn')
    .nullable()
    .meta({ description: 'Null until it is paid.', examples: [null] }),
  createdAt: millisShape,
  updatedAt: millisShape,
};

const parties = {
  requesterParty: relatedShape('party', 'pty'),
  payerParty: relatedOrNoneShape('party', 'pty').meta({ examples: [{ data: null }] }),
};

/** What one party asks somebody to pay. */
export const paymentRequestShape = resourceShape('paymentRequest', 'prq', attributes, parties);
export type PaymentRequestResource = z.output<typeof paymentRequestShape>;

/** The same in the list, which says also where the money would go. */
export const listedPaymentRequestShape = resourceShape('paymentRequest', 'prq', attributes, {
  ...parties,
  wallet: relatedOrNoneShape('wallet', 'wal').meta({
    description: 'The wallet of the requester that would receive; null where one would be opened for it.',
  }),
  payment: relatedOrNoneShape('payment', 'pay').meta({
    description: 'Null until it is paid.',
    examples: [{ data: null }],
  }),
}).meta({ title: 'listedPaymentRequest' });
export type ListedPaymentRequestResource = z.output<typeof listedPaymentRequestShape>;
