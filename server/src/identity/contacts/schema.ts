import { z } from 'zod';
import {
  byEmail,
  byPhone,
  idField,
  pageQuery,
  textField,
  objectField,
  oneOfTypes,
} from '../../http/fields.ts';

const kinds = ['email', 'phone'] as const;

export const contactPath = z.object({ contactId: idField('con') });

export const contactsQuery = z.object({
  type: z.enum(kinds, 'must be email or phone').optional().meta({ description: 'The kind of address.' }),
  ...pageQuery(50),
});
export type ContactsQuery = z.output<typeof contactsQuery>;

export const addContactAttributes = objectField({
  address: z.discriminatedUnion('type', [byEmail, byPhone], oneOfTypes('email or phone', ', and a `value`')),
});
export type AddContactAttributes = z.output<typeof addContactAttributes>;

export const verifyContactAttributes = objectField({ token: textField(1, 128) });
