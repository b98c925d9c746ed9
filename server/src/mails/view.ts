import { related } from '../http/envelope.ts';
import { type Id, publicId } from '../lib/id.ts';
import { isoMillis } from '../lib/time.ts';
import type { MailRow } from './queries.ts';
import type { MailResource } from './resource.ts';

export function mailResource(mail: MailRow): MailResource {
  return {
    type: 'mail',
    id: publicId('mai', mail.id),
    attributes: {
      kind: mail.kind,
      to: mail.recipient,
      status: mail.status,
      subject: mail.subject,
      text: mail.text,
      createdAt: isoMillis(mail.createdAt),
      sentAt: mail.sentAt && isoMillis(mail.sentAt),
    },
    relationships: { resource: relatedResource[mail.kind](mail.resourceId) },
  };
}

const relatedResource = {
  customerInvitation: (id: string) => related('customerInvitation', 'adi', id as Id<'adi'>),
  partyInvitation: (id: string) => related('invitation', 'inv', id as Id<'inv'>),
  paymentRequest: (id: string) => related('paymentRequest', 'prq', id as Id<'prq'>),
  claim: (id: string) => related('payment', 'pay', id as Id<'pay'>),
  contactVerification: (id: string) => related('contact', 'con', id as Id<'con'>),
  webhookDisabled: (id: string) => related('webhook', 'whk', id as Id<'whk'>),
  approval: (id: string) => related('approval', 'apr', id as Id<'apr'>),
  apiKey: (id: string) => related('apiKey', 'apy', id as Id<'apy'>),
};
