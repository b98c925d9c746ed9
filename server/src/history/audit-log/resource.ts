import { z } from 'zod';
import { counterpartyShape, reasonShape } from '../../terms/reasons.ts';
import { activityOutcomes } from './schema.ts';
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

const anything = z.unknown().meta({ description: 'As responses show it; null if it was or is not set.' });
const changeShape = z
  .strictObject({ path: textShape('limits.perDay'), from: anything, to: anything })
  .meta({ title: 'change' });

const line = {
  action: textShape('POST /payments').meta({
    description:
      'The method and the path, or what the operator did, in words. In a sum of refusals, the pattern of the path.',
  }),
  decision: z.enum(['accepted', 'refused']),
  reason: textShape('insufficient_funds')
    .nullable()
    .meta({
      description:
        'Why it was refused; the words of whoever decided on an approval; that the maker approved, as only user; or the operator, by name, and why.',
      examples: [null],
    }),
  count: z
    .int()
    .min(1)
    .meta({
      description: 'How many refused requests the line stands for; 1 for every other line.',
      examples: [1],
    }),
  changes: z.array(changeShape).meta({
    description:
      'What it changed of limits, rules, permissions, roles, scopes, status, freezes and who approves. Empty if nothing.',
    examples: [[]],
  }),
  targetId: textShape('pay_0198f3c2a4b17d6e8f90a1b2c3d4e5f6')
    .nullable()
    .meta({ description: 'What was created, or what the request was about. Null if it was refused.' }),
  requestId: idShape('req')
    .nullable()
    .meta({ description: 'The `Request-Id` of its response. Null in a sum.' }),
  keyPrefix: textShape('sk_pur_sandbox_4fT9').meta({
    description:
      'The public start of the key. `operator`: who runs the service did it, named in the reason. `token`: somebody did who had a link.',
  }),
  instanceId: textShape('chat 1').nullable(),
  createdAt: millisShape,
};

const relationships = {
  party: relatedShape('party', 'pty'),
  user: relatedOrNoneShape('user', 'usr'),
  agent: relatedOrNoneShape('agent', 'agt'),
};

/** One write of a party, done or refused. */
export const auditLineShape = resourceShape('auditLine', 'aud', line, relationships);
export type AuditLineResource = z.output<typeof auditLineShape>;

const needsScope = 'Null if the key of the request lacks the scope `payments.read`.';

const about = {
  amount: amountShape.nullable().meta({
    description: `In minor units: of the payment, transfer or payment request that the line is about, or for whose approval it asks; of a refused payment or withdrawal, what was asked for. Null if there is none, or the line does not keep it. ${needsScope}`,
  }),
  currency: currencyShape.nullable(),
  counterparty: counterpartyShape
    .extend({
      name: textShape('Casey Customer').nullable().meta({
        description: 'Its name, or the number of the account as it is shown. Null if it was refused.',
      }),
    })
    .nullable()
    .meta({
      description:
        'Who is paid; of a payment request, who is asked to pay, or who asks if your party answered it.',
    }),
  description: textShape('A second-hand atlas').nullable(),
  customerPartyId: idShape('pty')
    .nullable()
    .meta({ description: 'The customer whose wallet pays; null if your own does.', examples: [null] }),
  idempotencyKey: textShape('order-4711')
    .nullable()
    .meta({
      description: 'Of a refused payment or withdrawal: the `Idempotency-Key` of the request, if it had one.',
      examples: [null],
    }),
  reasons: z
    .array(reasonShape)
    .nullable()
    .meta({
      description: `The limits and rules for which it waited, or was refused. ${needsScope}`,
      examples: [[]],
    }),
};

/** One write of an agent in a conversation, and what became of it. */
export const activityShape = resourceShape(
  'agentActivity',
  'aud',
  {
    ...line,
    ...about,
    outcome: z
      .strictObject({
        status: z.enum(activityOutcomes).meta({ examples: ['COMPLETED'] }),
        updatedAt: millisShape,
      })
      .nullable()
      .meta({
        description:
          '`REFUSED`, or the present status of the payment, transfer or payment request. Null if there is none, or the key of the request lacks the scope `payments.read`.',
      }),
    reviews: z
      .array(
        z.strictObject({
          approvalId: idShape('apr'),
          status: z.enum(['pending', 'approved', 'denied', 'canceled']),
          reasons: z.array(reasonShape),
          deciderPartyId: idShape('pty'),
          decidedBy: idShape('usr')
            .nullable()
            .meta({ description: 'Who decided, if a user of your party did.' }),
          reason: textShape('Not in the budget').nullable().meta({ description: 'The words of that user.' }),
          requestedAt: millisShape,
          resolvedAt: millisShape.nullable(),
        }),
      )
      .nullable()
      .meta({
        description:
          'The approvals that the payment or withdrawal needed. Null if the key of the request lacks the scope `payments.read`.',
        examples: [[]],
      }),
  },
  relationships,
);
export type ActivityResource = z.output<typeof activityShape>;
