import { z } from 'zod';
import type { MailKind } from '../engine/model/journal.ts';
import { millisShape, relatedShape, resourceShape, textShape } from '../http/shapes.ts';

const kinds = [
  'customerInvitation',
  'partyInvitation',
  'paymentRequest',
  'claim',
] as const satisfies readonly MailKind[];

/** A mail that the sandbox sent, or is about to. */
export const mailShape = resourceShape(
  'mail',
  'mai',
  {
    kind: z.enum(kinds).meta({ description: 'What it tells of.' }),
    to: textShape('casey@example.com'),
    status: z.enum(['PENDING', 'SENT', 'FAILED']).meta({
      description: '`PENDING`: its turn comes, or comes again. `FAILED`: it was given up.',
    }),
    subject: textShape('Main Street Books asks you to pay USD 12.50')
      .nullable()
      .meta({ description: 'Null until it is sent: a mail is written when its turn comes.' }),
    text: textShape('Main Street Books asks you to pay USD 12.50. To pay it, open …').nullable(),
    createdAt: millisShape,
    sentAt: millisShape.nullable(),
  },
  {
    resource: z
      .union([
        relatedShape('customerInvitation', 'adi'),
        relatedShape('invitation', 'inv'),
        relatedShape('paymentRequest', 'prq'),
        relatedShape('payment', 'pay'),
      ])
      .meta({ description: 'What it tells of.' }),
  },
);
export type MailResource = z.output<typeof mailShape>;
