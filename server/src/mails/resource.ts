import { z } from 'zod';
import type { MailKind } from '../engine/model/journal.ts';
import { millisShape, relatedShape, resourceShape, textShape } from '../http/shapes.ts';

/** The kinds of mail that are shown: all but links to sign in. */
export const mailKinds = [
  'customerInvitation',
  'partyInvitation',
  'paymentRequest',
  'claim',
  'contactVerification',
  'webhookDisabled',
  'approval',
  'apiKey',
] as const satisfies readonly MailKind[];

export const mailShape = resourceShape(
  'mail',
  'mai',
  {
    kind: z.enum(mailKinds).meta({ description: 'What the mail is about.' }),
    to: textShape('casey@example.com'),
    status: z.enum(['PENDING', 'SENT', 'FAILED', 'WITHHELD']).meta({
      description: `\`PENDING\`: to be sent, or to be retried. \`FAILED\`: no further attempt is made. \`WITHHELD\`: never
sent, since the party has sent this recipient enough within the hour.`,
    }),
    subject: textShape('Main Street Books asks you for USD 12.50')
      .nullable()
      .meta({ description: 'Null until the mail is sent, because it is composed then.' }),
    text: textShape('Main Street Books asks you for USD 12.50. …').nullable(),
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
        relatedShape('contact', 'con'),
        relatedShape('webhook', 'whk'),
        relatedShape('approval', 'apr'),
        relatedShape('apiKey', 'apy'),
      ])
      .meta({ description: 'The resource that the mail is about.' }),
  },
);
export type MailResource = z.output<typeof mailShape>;
