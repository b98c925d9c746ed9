import { z } from 'zod';
import { lastingReasons } from '../../engine/model/agent-rules.ts';
import { feeShape } from '../../terms/fee.ts';
import { payeeShape } from '../../terms/payee.ts';
import { reasonShape } from '../../terms/reasons.ts';
import {
  idShape,
  millisShape,
  relatedOrNoneShape,
  resourceShape,
  secondsShape,
  targetShape,
} from '../../http/shapes.ts';

export const approvalShape = resourceShape(
  'approval',
  'apr',
  {
    status: z.enum(['pending', 'approved', 'denied', 'canceled']),
    target: targetShape,
    deciderPartyId: idShape('pty').meta({ description: 'Whose limits and rules were exceeded: it decides.' }),
    reasons: z.array(reasonShape).meta({
      description:
        'Why it waits. Limits and rules that a party set for itself or its agents only that party reads: for the other one this can be empty.',
    }),
    payee: payeeShape.nullable().meta({
      description: 'Who is paid, as of the request; null for a withdrawal. A name alone proves nothing.',
    }),
    fee: feeShape,
    createdAt: millisShape,
    updatedAt: millisShape,
    resolvedAt: secondsShape.nullable().meta({ examples: [null] }),
    blockedBy: z
      .array(
        z.strictObject({
          type: z.enum(lastingReasons),
          partyId: idShape('pty').meta({ description: 'The party whose rule refuses.' }),
        }),
      )
      .nullable()
      .meta({
        description:
          'The rules that now refuse the payment or withdrawal; null if none does. While they do, it can be denied but not approved. Events show null.',
        examples: [null],
      }),
    decidedBy: z
      .array(
        z.strictObject({
          userId: idShape('usr'),
          credentialId: idShape('apy').meta({
            description: 'The key or session with which the user decided.',
          }),
          at: secondsShape,
          invitedByMaker: z.boolean().meta({
            description:
              'Whether the user joined the party by an invitation of who made the payment or withdrawal.',
            examples: [false],
          }),
        }),
      )
      .nullable()
      .meta({
        description:
          'Who approved or denied it, in order. While it is pending, one user has approved it and another one has to. Null while nobody has, and for the other party, which does not decide.',
        examples: [null],
      }),
  },
  {
    initiatorAgent: relatedOrNoneShape('agent', 'agt').meta({
      description: 'The agent that made the payment or withdrawal, if one did.',
      examples: [{ data: null }],
    }),
  },
);
export type ApprovalResource = z.output<typeof approvalShape>;
