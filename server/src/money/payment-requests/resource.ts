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
} from '../../http/shapes.ts';
import { tagsShape } from '../../http/tags.ts';
import { paymentRequestStatuses } from '../../engine/model/payment-request.ts';
import type { PaymentRequestTerms } from './queries.ts';

const attributes = {
  amount: amountShape,
  currency: currencyShape,
  status: z.enum(paymentRequestStatuses).meta({
    description:
      '`OPEN` until it is paid or otherwise closed, and for 30 days at most; then `EXPIRED`. `PROCESSING` while its payment waits for an approval; `OPEN` again if that is not given.',
  }),
  description: textShape('Invoice 1042').nullable(),
  tags: tagsShape.meta({ description: 'The tags of the requester. The payer sees none.' }),
  payerCanPay: z.boolean().meta({
    description:
      'Whether it can be paid now: it is open and not expired. If you read it as the payer: whether you can pay it, which only the named agent can if it names one of yours.',
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
    .meta({
      description:
        'The party that has paid. The payer sees it from the payment on, the requester once it is paid.',
      examples: [null],
    }),
  payerIdentifierType: z.enum(['email', 'phone', 'party_id', 'agent_id']).meta({ examples: ['email'] }),
  payerIdentifier: textShape('casey@example.com').meta({ description: 'The payer as the request named it.' }),
  paymentLinkUrl: textShape('https://pay.example.com/pay/V2hvZXZlciBoYXMgaXQgbWF5IHJl').meta({
    description: 'The URL of a page that shows the request to anyone who has the link.',
  }),
  transactionId: idShape('txn')
    .nullable()
    .meta({
      description: 'Null until the request is paid; the payer sees it from the payment on.',
      examples: [null],
    }),
  createdAt: millisShape,
  updatedAt: millisShape,
} satisfies Record<Exclude<keyof PaymentRequestTerms, 'walletId'>, z.ZodType> & Record<string, z.ZodType>;

const parties = {
  initiatorAgent: relatedOrNoneShape('agent', 'agt').meta({
    description: 'The agent that created the request, if one acted. The payer does not see it.',
    examples: [{ data: null }],
  }),
  requesterParty: relatedShape('party', 'pty'),
  payerParty: relatedOrNoneShape('party', 'pty').meta({ examples: [{ data: null }] }),
  payerAgent: relatedOrNoneShape('agent', 'agt').meta({
    description: 'The agent that the request names as its payer, if it names one.',
    examples: [{ data: null }],
  }),
};

const paymentRequestShape = resourceShape('paymentRequest', 'prq', attributes, parties);
export type PaymentRequestResource = z.output<typeof paymentRequestShape>;

export const createdPaymentRequestShape = z
  .strictObject({
    data: paymentRequestShape,
    meta: z
      .strictObject({
        emailFailures: z.array(textShape('casey@example.com')).meta({
          description: 'The address that gets no message: your party has sent it enough within the hour.',
        }),
      })
      .optional()
      .meta({ description: 'Only if no message is sent. Pass the link on yourself.' }),
  })
  .meta({ title: 'createdPaymentRequest' });

/** A payment request as reads show it: also with its wallet and payment. */
export const listedPaymentRequestShape = resourceShape('paymentRequest', 'prq', attributes, {
  ...parties,
  wallet: relatedOrNoneShape('wallet', 'wal').meta({
    description:
      "The requester's wallet that would receive the money; null if the payment would open one. The payer does not see it.",
  }),
  payment: relatedOrNoneShape('payment', 'pay').meta({
    description: 'Null until the request is paid; the payer sees it from the payment on.',
    examples: [{ data: null }],
  }),
}).meta({ title: 'listedPaymentRequest' });
export type ListedPaymentRequestResource = z.output<typeof listedPaymentRequestShape>;
