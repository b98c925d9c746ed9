import { z } from 'zod';
import type { AgentRules } from '../engine/model/agent-rules.ts';
import { type Limits, noLimits } from '../engine/model/state.ts';
import { changedLimits, changedLimitsField, limitsField, limitsShape, limitsToJson } from './limits.ts';
import { changedRules, rulesField, rulesShape, rulesToJson } from './rules.ts';

/** What bounds agents that are created without limits or rules of their own. */
export type AgentDefaults = { limits: Limits; rules: AgentRules | null };

/** How the database keeps them: limits as in a response, rules as those of an agent; null if there are none. */
export type KeptDefaults = { limits: unknown; rules: AgentRules | null };

/** In a change: null removes one, or all, and what is absent stays. */
export const agentDefaultsField = z
  .strictObject(
    { limits: changedLimitsField.optional(), rules: rulesField.optional() },
    'must be null or an object with `limits`, `rules` or both',
  )
  .nullable();
type Sent = z.output<typeof agentDefaultsField>;

export const agentDefaultsShape = z
  .strictObject({ limits: limitsShape, rules: rulesShape })
  .nullable()
  .meta({
    description:
      'What bounds agents that are created without `limits` or without `rules`. Agents that exist keep what they have. Null: nothing does.',
    examples: [null],
  });

export function defaultsOf(kept: KeptDefaults | null): AgentDefaults {
  const limits = changedLimits(noLimits, limitsField.parse(kept?.limits ?? null));
  return { limits, rules: kept?.rules ?? null };
}

/** Returns the defaults after a change, as the database keeps them. */
export function changedDefaults(before: KeptDefaults | null, sent: Sent): KeptDefaults | null {
  const { limits, rules } = defaultsOf(sent === null ? null : before);
  const changed = {
    limits: limitsToJson(changedLimits(limits, sent?.limits)),
    rules: changedRules(rules, sent?.rules),
  };
  return changed.limits === null && changed.rules === null ? null : changed;
}

export function defaultsToJson(kept: KeptDefaults | null): z.output<typeof agentDefaultsShape> {
  if (kept === null) return null;
  const { limits, rules } = defaultsOf(kept);
  return { limits: limitsToJson(limits), rules: rulesToJson(rules) };
}
