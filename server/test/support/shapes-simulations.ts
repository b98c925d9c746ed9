import { expect } from 'vitest';
import { idOf, millis, orNull, text } from './shapes.ts';

export const clockShape = {
  type: 'clock',
  id: 'clock',
  attributes: {
    now: millis,
    offsetSeconds: expect.toSatisfy((value) => Number.isSafeInteger(value), 'is an integer') as unknown,
  },
};

/** A mail in the mailbox. It is about a resource of one of these types. */
export const mailShape = {
  type: 'mail',
  id: idOf('mai'),
  attributes: {
    kind: expect.toBeOneOf(['customerInvitation', 'partyInvitation', 'paymentRequest', 'claim']) as unknown,
    to: expect.stringMatching(/^[^@\s]+@[^@\s]+$/) as unknown,
    status: expect.toBeOneOf(['PENDING', 'SENT', 'FAILED']) as unknown,
    subject: orNull(text),
    text: orNull(text),
    createdAt: millis,
    sentAt: orNull(millis),
  },
  relationships: {
    resource: {
      data: expect.toBeOneOf([
        { type: 'customerInvitation', id: idOf('adi') },
        { type: 'invitation', id: idOf('inv') },
        { type: 'paymentRequest', id: idOf('prq') },
        { type: 'payment', id: idOf('pay') },
      ]) as unknown,
    },
  },
};
