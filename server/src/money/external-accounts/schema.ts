import { z } from 'zod';
import { idField, nameField, pageQuery, objectField, oneOfTypes } from '../../http/fields.ts';
import { tagsField } from '../../http/tags.ts';
import {
  compactIban,
  ibanPattern,
  isIban,
  isRoutingNumber,
  routingNumberPattern,
} from '../../lib/bank-numbers.ts';

export const accountStatuses = ['pending', 'active', 'disabled'] as const;
export const accountTypes = ['checking', 'savings'] as const;

export const externalAccountPath = z.object({ externalAccountId: idField('eac') });

export const externalAccountsQuery = z.object({
  status: z
    .enum(accountStatuses, 'must be pending, active or disabled')
    .optional()
    .meta({ description: 'Only accounts with this status.' }),
  ...pageQuery(50),
});

const routingRule = 'must be a routing number of nine digits with a correct check digit';
const numberRule = 'must be 4 to 17 digits';
const ibanRule = 'must be an IBAN in upper case with correct check digits and the length of its country';

const usAccount = z
  .strictObject({
    type: z.literal('us'),
    routingNumber: z
      .string(routingRule)
      .refine(isRoutingNumber, routingRule)
      .meta({ pattern: routingNumberPattern, description: 'Of the bank, with its check digit (ABA).' }),
    accountNumber: z
      .string(numberRule)
      .regex(/^[0-9]{4,17}$/, numberRule)
      .meta({ description: 'Stored encrypted, and never shown except for its last four digits.' }),
    accountType: z.enum(accountTypes, 'must be checking or savings'),
  })
  .meta({ title: 'usAccount' });

const ibanAccount = z
  .strictObject({
    type: z.literal('iban'),
    iban: z
      .string(ibanRule)
      .refine(isIban, ibanRule)
      .meta({
        pattern: ibanPattern,
        description:
          'With check digits (ISO 13616); single spaces are ignored. Stored encrypted, and never shown except for its last four characters.',
      })
      .transform(compactIban),
  })
  .meta({ title: 'ibanAccount' });

export const createExternalAccountAttributes = objectField({
  accountName: nameField,
  bankName: nameField.nullable().default(null),
  account: z
    .discriminatedUnion('type', [usAccount, ibanAccount], oneOfTypes('us or iban'))
    .meta({ description: 'The account at the bank: one of the United States, or one with an IBAN.' }),
  tags: tagsField,
});
export type CreateExternalAccountAttributes = z.output<typeof createExternalAccountAttributes>;

const amountRule = 'must be a whole number from 1 to 99';
const amountsRule = 'must be a list of both amounts';

export const verifyExternalAccountAttributes = objectField({
  amounts: z
    .array(
      z
        .number(amountRule)
        .refine((value) => Number.isSafeInteger(value) && value >= 1 && value <= 99, amountRule)
        .meta({ type: 'integer', minimum: 1, maximum: 99 }),
      amountsRule,
    )
    .min(2, amountsRule)
    .max(2, amountsRule)
    .meta({ description: 'Both amounts in minor units, in any order.' }),
});
