import type { AgentRules, OnBreach, Rules } from '../../src/engine/model/agent-rules.ts';
import type { Actor } from '../../src/engine/model/actor.ts';
import type { Outcome } from '../../src/engine/model/outcomes.ts';
import type { ApprovalReason } from '../../src/engine/model/records.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import { changedRules, rulesField } from '../../src/terms/rules.ts';
import { ruleExamples } from '../support/rules.ts';
import { payment } from './commands.ts';
import type { Run } from './run.ts';
import { buyer, setAgent, world } from './world.ts';

/** The shop's agent. */
export const byBuyer: Partial<Actor> = { agentId: buyer };

/** Returns a state in which the shop's agent has these rules. */
export function ruled(rules: AgentRules): LoadedState {
  const state = world();
  setAgent(state, { rules });
  return state;
}

/** Returns a rule that two equal payments in USD in an hour keep. */
export const keptRule = (name: keyof Rules, onBreach: OnBreach = 'refuse'): AgentRules | null =>
  changedRules(null, rulesField.parse({ [name]: { ...ruleExamples[name].kept, onBreach } }));

/** A payment by the shop's agent. */
export const pay = (values: Parameters<typeof payment>[0] = {}) => payment({ actor: byBuyer, ...values });

/** Returns the reasons of all approvals that a run requested. */
export const reasonsOf = ({ changes }: Run): ApprovalReason[] =>
  changes.approvals.flatMap(({ reasons }) => reasons);

/** Returns the statuses of the payments that a run made. */
export const statuses = ({ changes }: Run): string[] => changes.payments.map(({ status }) => status);

/** Returns the refusal of an outcome; null if it was done. */
export const refusalOf = (outcome: Outcome | undefined): unknown => (outcome?.done ? null : outcome?.refusal);
