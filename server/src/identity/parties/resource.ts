import { z } from 'zod';
import { agentDefaultsShape } from '../../terms/agent-defaults.ts';
import { freezers } from '../../engine/model/state.ts';
import { limitsShape } from '../../terms/limits.ts';
import {
  bareResourceShape,
  currencyShape,
  relatedShape,
  removedShape,
  resourceShape,
  secondsShape,
  textShape,
} from '../../http/shapes.ts';

/** Who has frozen a party. */
export const frozenByShape = z.array(z.enum(freezers)).meta({
  description:
    'Who has frozen the party: `party`, its own people and keys, and `operator`, who runs the service. Each lifts only its own freeze, and the party is `FROZEN` until both have. Empty if nobody has.',
  examples: [[]],
});

export const partyShape = bareResourceShape('party', 'pty', {
  partyType: z.enum(['PERSON', 'ORG']).meta({ examples: ['ORG'] }),
  status: z.enum(['PROVISIONAL', 'ACTIVE', 'FROZEN', 'MERGED']).meta({ examples: ['ACTIVE'] }),
  frozenBy: frozenByShape,
  name: textShape('Main Street Books'),
  displayName: textShape('Main Street Books').meta({ description: 'The same as `name`.' }),
  email: textShape('main@example.com')
    .nullable()
    .meta({ description: 'The verified address that is shown to others.' }),
  defaultCurrency: currencyShape.meta({
    description: 'The currency of the limits of the party and of its agents.',
  }),
  approvalPolicy: z
    .strictObject({
      by: z.enum(['any', 'session']).meta({
        description:
          '`any`: users who may decide approve with a key or a session. `session`: only people who have signed in on the pages, and no key; raising a limit of the party then needs an owner who has just signed in.',
      }),
      twoAbove: z
        .strictObject({ amount: z.int().min(0).max(Number.MAX_SAFE_INTEGER), currency: currencyShape })
        .nullable()
        .meta({
          description:
            'Above this amount, and for every amount in another currency, two different users have to approve, and neither made the payment or withdrawal; null: one approves.',
          examples: [null],
        }),
    })
    .meta({
      description: "Who approves for the party. An owner changes it on the account's page, and no key can.",
    }),
  agentDefaults: agentDefaultsShape,
  createdAt: secondsShape,
  updatedAt: secondsShape,
});
export type PartyResource = z.output<typeof partyShape>;

export const partyLimitPolicyShape = resourceShape(
  'partyLimitPolicy',
  'pty',
  {
    limits: limitsShape,
    currency: currencyShape.meta({
      description: "The currency of the limits, which is the party's default currency.",
    }),
    updatedAt: secondsShape.nullable().meta({ description: 'Null if no limit was ever set.' }),
  },
  { party: relatedShape('party', 'pty') },
);
export type PartyLimitPolicyResource = z.output<typeof partyLimitPolicyShape>;

export const removedPartyLimitPolicyShape = removedShape(partyLimitPolicyShape);
