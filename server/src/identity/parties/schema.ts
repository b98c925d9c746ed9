import type { z } from 'zod';
import { amountField, currencyField, nameField, objectField } from '../../http/fields.ts';
import { agentDefaultsField } from '../../terms/agent-defaults.ts';
import { limitsField } from '../../terms/limits.ts';

// What attributes say together is judged once each of them is valid, so that a fault points at what is wrong.
const isValidSoFar = ({ issues }: { issues: readonly unknown[] }): boolean => issues.length === 0;

const flatField = amountField.nullable().optional();
const oneWay = 'must be sent, or else `perTransaction`, `perDay` or `perMonth`, and not both';

/** Limits as an object or, as published clients of the specified API send them, flat. */
export const partyLimitsAttributes = objectField({
  limits: limitsField.optional(),
  perTransaction: flatField,
  perDay: flatField,
  perMonth: flatField,
  currency: currencyField
    .unwrap()
    .optional()
    .meta({ description: 'The default currency of your party: its limits are in no other one.' }),
})
  .refine(
    ({ limits, perTransaction, perDay, perMonth }) =>
      (limits === undefined) !== [perTransaction, perDay, perMonth].every((each) => each === undefined),
    { path: ['limits'], error: oneWay, when: isValidSoFar },
  )
  .meta({ description: 'Either `limits`, or at least one of `perTransaction`, `perDay` and `perMonth`.' });
export type PartyLimitsAttributes = z.output<typeof partyLimitsAttributes>;

export const updatePartyAttributes = objectField({
  name: nameField.optional(),
  displayName: nameField
    .optional()
    .meta({ description: 'The same as `name`; if both are sent, they are equal.' }),
  agentDefaults: agentDefaultsField.optional(),
}).refine(
  ({ name, displayName }) => name === undefined || displayName === undefined || name === displayName,
  { path: ['displayName'], error: 'must be the same as `name`', when: isValidSoFar },
);
export type UpdatePartyAttributes = z.output<typeof updatePartyAttributes>;
