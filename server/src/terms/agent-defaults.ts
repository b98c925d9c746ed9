import { z } from 'zod';
import type { AgentRules } from '../engine/model/agent-rules.ts';
import type { Limits } from '../engine/model/state.ts';
import { agentReads, type AgentReads, agentReadsField, agentReadsShape } from './agent-reads.ts';
import { changedLimits, changedLimitsField, limitsFromJson, limitsShape, limitsToJson } from './limits.ts';
import { exponentOf } from '../lib/currencies.ts';
import { changedRules, rulesField, rulesShape, rulesToJson, usualGuard } from './rules.ts';

/** What agents begin with that are created without limits, rules or `reads` of their own. */
export type AgentDefaults = { limits: Limits; rules: AgentRules | null; reads: AgentReads };

/** How the database keeps them: limits as in a response, rules as those of an agent; null if there are none. */
export type KeptDefaults = {
  limits: z.output<typeof limitsShape>;
  rules: AgentRules | null;
  reads?: AgentReads;
};

/** Returns what bounds the agents of a party that is to begin safely, in its default currency. */
export function safeDefaults(currency: string): KeptDefaults {
  const unit = 10 ** exponentOf(currency);
  return {
    limits: { perTransaction: 100 * unit, perDay: 500 * unit },
    rules: {
      firstPaymentToNewPayee: { onBreach: 'review' },
      duplicates: usualGuard,
    },
  };
}

/** In a change: null removes one, or all, and what is absent stays. */
export const agentDefaultsField = z
  .strictObject(
    {
      limits: changedLimitsField.optional(),
      rules: rulesField.optional(),
      reads: agentReadsField.nullable().optional(),
    },
    'must be null or an object with any of `limits`, `rules` and `reads`',
  )
  .nullable();
type Sent = z.output<typeof agentDefaultsField>;

export const agentDefaultsShape = z
  .strictObject({ limits: limitsShape, rules: rulesShape, reads: agentReadsShape })
  .nullable()
  .meta({
    description:
      'What agents begin with that are created without `limits`, `rules` or `reads`. Agents that exist keep what they have. Null: nothing bounds them.',
    examples: [null],
  });

export function defaultsOf(kept: KeptDefaults | null): AgentDefaults {
  return {
    limits: limitsFromJson(kept?.limits ?? null),
    rules: kept?.rules ?? null,
    reads: kept?.reads ?? agentReads[0],
  };
}

/** Returns the defaults after a change, as the database keeps them. Throws `invalid_value` like `changedLimits`. */
export function changedDefaults(before: KeptDefaults | null, sent: Sent): KeptDefaults | null {
  const { limits, rules, reads } = defaultsOf(sent === null ? null : before);
  const changed = {
    limits: limitsToJson(changedLimits(limits, sent?.limits, '/data/attributes/agentDefaults/limits')),
    rules: changedRules(rules, sent?.rules),
    reads: sent?.reads === null ? 'party' : (sent?.reads ?? reads),
  } as const;
  const { limits: amounts, rules: kept, reads: read } = changed;
  return amounts === null && kept === null && read === 'party' ? null : changed;
}

export function defaultsToJson(kept: KeptDefaults | null): z.output<typeof agentDefaultsShape> {
  if (kept === null) return null;
  const { limits, rules, reads } = defaultsOf(kept);
  return { limits: limitsToJson(limits), rules: rulesToJson(rules), reads };
}
