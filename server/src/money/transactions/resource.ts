import { z } from 'zod';
import { paymentStatuses } from '../../engine/model/records.ts';
import { feeShape } from '../../terms/fee.ts';
import {
  amountShape,
  currencyShape,
  idShape,
  relatedOrNoneShape,
  relatedShape,
  resourceShape,
  secondsShape,
  textShape,
} from '../../http/shapes.ts';
import { sharedShapes } from '../../terms/payment-terms.ts';

const statusShape = z.enum(paymentStatuses).meta({
  description: 'The status of the payment or transfer of this transaction.',
  examples: ['COMPLETED'],
});
const typeShape = z.enum(['payment', 'transfer']);
const directionShape = z
  .enum(['INBOUND', 'OUTBOUND'])
  .meta({ description: 'The direction as your party sees it.', examples: ['OUTBOUND'] });

const relationships = {
  initiatorAgent: relatedOrNoneShape('agent', 'agt').meta({
    description: 'The agent that made the payment or withdrawal, if one did. The recipient does not see it.',
    examples: [{ data: null }],
  }),
  sourceParty: relatedOrNoneShape('party', 'pty').meta({ description: 'Null for a deposit.' }),
  destinationParty: relatedShape('party', 'pty'),
  payment: relatedShape('payment', 'pay')
    .optional()
    .meta({
      description: 'Present if `transactionType` is `payment`: the payment, or the one that was refunded.',
      examples: [{ data: { type: 'payment', id: 'pay_0198f3c2a4b17d6e8f90a1b2c3d4e5f6' } }],
    }),
  transfer: relatedShape('transfer', 'trf')
    .optional()
    .meta({ description: 'Present if `transactionType` is `transfer`.' }),
};
const expectedAvailableAtShape = secondsShape
  .nullable()
  .meta({ description: 'For a transfer, when the money is expected to be available.', examples: [null] });

/** A transaction as the list shows it. */
export const transactionShape = resourceShape(
  'transaction',
  'txn',
  {
    amount: amountShape,
    currency: currencyShape,
    status: statusShape,
    ...sharedShapes,
    fee: feeShape,
    createdAt: secondsShape,
    updatedAt: secondsShape,
    transactionType: typeShape,
    direction: directionShape,
    expectedAvailableAt: expectedAvailableAtShape,
  },
  relationships,
);
export type TransactionResource = z.output<typeof transactionShape>;

/**
 * A transaction as a read by id shows it: the amount as a string, the names of the parties, and every name that the
 * specification gives in snake_case in camelCase too, where the list has it.
 */
export const transactionDetailShape = resourceShape(
  'transaction',
  'txn',
  {
    amount: z
      .string()
      .regex(/^[1-9][0-9]*$/)
      .meta({ description: 'Minor units of the currency, as decimal digits.', examples: ['1250'] }),
    currency: currencyShape,
    status: statusShape,
    ...sharedShapes,
    fee: feeShape,
    memo: textShape('Always null')
      .nullable()
      .meta({ description: 'Null: a payment has no memo.', examples: [null] }),
    created_at: secondsShape,
    updated_at: secondsShape,
    is_delegated: z.boolean().meta({
      description:
        'Whether a party paid from the wallet of a customer who delegated to it. Only these two are told.',
      examples: [false],
    }),
    customer_name: textShape('Casey Customer')
      .nullable()
      .meta({ examples: [null] }),
    customer_agent_id: idShape('agt')
      .nullable()
      .meta({ examples: [null] }),
    sender_name: textShape('Main Street Books'),
    recipient_name: textShape('Casey Customer').meta({
      description: 'The name of the recipient. If it is not known yet, its e-mail address or phone number.',
    }),
    createdAt: secondsShape,
    updatedAt: secondsShape,
    transactionType: typeShape,
    expectedAvailableAt: expectedAvailableAtShape,
    transaction_type: typeShape,
    category: z.enum(['sent', 'received', 'deposit', 'withdrawal', 'internal', 'refund']),
    direction: directionShape,
  },
  {
    ...relationships,
    source_party: relatedOrNoneShape('party', 'pty'),
    destination_party: relatedShape('party', 'pty'),
    source_wallet: relatedOrNoneShape('wallet', 'wal'),
    destination_wallet: relatedOrNoneShape('wallet', 'wal'),
  },
).meta({ title: 'transactionDetail' });
export type TransactionDetail = z.output<typeof transactionDetailShape>;
