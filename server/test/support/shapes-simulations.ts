import { expect } from 'vitest';
import { idOf, integer, millis, oneOf, orNull, resource, text, words } from './shapes.ts';

export const clockShape = { type: 'clock', id: 'clock', attributes: { now: millis, offsetSeconds: integer } };

/** A mail in the mailbox. It is about a resource of one of these types. */
export const mailShape = resource(
  'mail',
  'mai',
  {
    kind: words('customerInvitation', 'partyInvitation', 'paymentRequest', 'claim'),
    to: expect.stringMatching(/^[^@\s]+@[^@\s]+$/) as unknown,
    status: words('PENDING', 'SENT', 'FAILED'),
    subject: orNull(text),
    text: orNull(text),
    createdAt: millis,
    sentAt: orNull(millis),
  },
  {
    resource: {
      data: oneOf(
        { type: 'customerInvitation', id: idOf('adi') },
        { type: 'invitation', id: idOf('inv') },
        { type: 'paymentRequest', id: idOf('prq') },
        { type: 'payment', id: idOf('pay') },
      ),
    },
  },
);
