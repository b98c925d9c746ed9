import { z } from 'zod';
import { isCurrency } from '../../lib/currencies.ts';
import type { Wallet } from '../../engine/model/state.ts';
import {
  currencyField,
  customerQueryFor,
  idField,
  nameField,
  pageQuery,
  objectField,
} from '../../http/fields.ts';
import { tagChangesField, tagsField } from '../../http/tags.ts';

export const walletStatuses = ['active', 'frozen', 'closed'] as const satisfies ReadonlyArray<
  Wallet['status']
>;

export const walletPath = z.object({ walletId: idField('wal') });

const customerQuery = customerQueryFor('wallets.read');

export const onBehalfOf = z.object(customerQuery);

const currencyRule = 'must be an ISO 4217 code in upper case, like USD';

export const walletsQuery = z.object({
  ...customerQuery,
  status: z
    .enum(walletStatuses, 'must be active, frozen or closed')
    .optional()
    .meta({ description: 'Only wallets with this status.' }),
  currency: z
    .string(currencyRule)
    .refine(isCurrency, currencyRule)
    .meta({ pattern: '^[A-Z]{3}$', description: 'Only wallets in this currency.' })
    .optional(),
  ...pageQuery(50),
});
export type WalletsQuery = z.output<typeof walletsQuery>;

export const createWalletAttributes = objectField({
  displayName: nameField,
  currency: currencyField,
  tags: tagsField,
});
export type CreateWalletAttributes = z.output<typeof createWalletAttributes>;

export const updateWalletAttributes = objectField({
  displayName: nameField.optional(),
  tags: tagChangesField.optional(),
});
export type UpdateWalletAttributes = z.output<typeof updateWalletAttributes>;
