import { z } from 'zod';
import { limitWindows } from '../../engine/rules/usage.ts';
import { currencyShape, idShape, relatedShape, resourceShape, secondsShape } from '../../http/shapes.ts';

const figure = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

const used = {
  window: z.enum(limitWindows).meta({ examples: ['perDay'] }),
  currency: currencyShape.nullable().meta({
    description:
      'The currency of the figures, which are in its minor units. Null: they are numbers of payments.',
  }),
  limit: figure.meta({ examples: [50_000] }),
  used: figure
    .nullable()
    .meta({ description: 'Null for `perTransaction`, of which nothing adds up.', examples: [12_500] }),
  left: figure.meta({ examples: [37_500] }),
  resetsAt: secondsShape.nullable().meta({
    description:
      'When `used` begins again: days and months are those of UTC. Payments are counted in any 60 minutes or 24 hours: when the oldest of them no longer counts, rounded up to a second. Null for `perTransaction`, and if no payment counts.',
  }),
};

const limitsShape = z.array(z.strictObject(used).meta({ title: 'limitUse' }));

export const agentUsageShape = resourceShape(
  'agentUsage',
  'agt',
  {
    limits: limitsShape.meta({ description: "The agent's limits, and its rules that count payments." }),
    spendable: z.record(z.string(), figure.nullable()).meta({
      description:
        'By currency, the largest amount that one payment of the agent may have now without an approval, whoever is paid: the smallest of what its limits and those of your party leave and of what is available, after the fee, in the wallet that pays if none is named. 0 if the agent, your party or the wallet is stopped, if your party owes money, and where limits or rules let nothing pass. What is available counts for the agent with its own key and for keys with `wallets.read`; for others null if nothing else bounds it.',
      examples: [{ USD: 37_500 }],
    }),
  },
  { agent: relatedShape('agent', 'agt') },
);
export type AgentUsageResource = z.output<typeof agentUsageShape>;

export const partyUsageShape = resourceShape(
  'partyUsage',
  'pty',
  { limits: limitsShape.meta({ description: 'The limits of your party.' }) },
  { party: relatedShape('party', 'pty') },
);
export type PartyUsageResource = z.output<typeof partyUsageShape>;

export const delegationUsageShape = resourceShape(
  'delegationUsage',
  'dlg',
  {
    limits: z.array(z.strictObject({ agentId: idShape('agt'), ...used }).meta({ title: 'grantUse' })).meta({
      description:
        'What the customer lets each agent do, and what of it the agent has used for the customer.',
    }),
  },
  { delegation: relatedShape('delegation', 'dlg') },
);
export type DelegationUsageResource = z.output<typeof delegationUsageShape>;
