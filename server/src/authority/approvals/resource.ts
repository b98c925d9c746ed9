import { z } from 'zod';
import { feeShape } from '../../terms/fee.ts';
import { reasonShape } from '../../terms/reasons.ts';
import {
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
    reasons: z.array(reasonShape),
    fee: feeShape,
    createdAt: millisShape,
    updatedAt: millisShape,
    resolvedAt: secondsShape.nullable(),
  },
  {
    initiatorAgent: relatedOrNoneShape('agent', 'agt').meta({
      description: 'The agent that made the payment or withdrawal, if one did.',
      examples: [{ data: null }],
    }),
  },
);
export type ApprovalResource = z.output<typeof approvalShape>;
