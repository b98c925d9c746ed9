import type { Changes } from '../model/changes.ts';
import { needResponse, needPaymentOf, noNeeds } from '../load/needs.ts';
import type { Needs } from '../load/needs.ts';
import { refuse } from '../model/outcomes.ts';
import type { Actor, RequestInfo } from '../model/actor.ts';
import type { Outcome } from '../model/outcomes.ts';
import type { AuthorityView, State } from '../model/state.ts';
import { kindOf } from './commands.ts';
import type { Command } from './commands.ts';
import { isKeptByPayment, once } from './idempotency.ts';

/** What a batch of commands wants loaded and locked, except what is cached. */
export function needsOf(commands: readonly Command[], cached?: AuthorityView): Needs {
  const needs = noNeeds(cached);
  for (const command of commands) {
    kindOf(command).needs(command, needs);
    if (!('actor' in command) || !command.idempotency) continue;
    if (isKeptByPayment(command, command.idempotency)) needPaymentOf(needs, command.idempotency);
    else needResponse(needs, command.idempotency);
  }
  return needs;
}

/**
 * Decides commands in arrival order over the loaded state, each seeing what the ones before it did. Pure: no clock,
 * no I/O, nothing random. A refused command leaves state and changes as they were, but for its line in the audit log.
 */
export function decide(commands: readonly Command[], state: State, changes: Changes): Outcome[] {
  return commands.map((command) => {
    const effect = (): Outcome => kindOf(command).decide(command, state, changes);
    const outcome = 'actor' in command ? asActor(command, state, changes, effect) : effect();
    addAudit(command, outcome, changes);
    return outcome;
  });
}

function asActor(
  command: Command & RequestInfo,
  state: State,
  changes: Changes,
  effect: () => Outcome,
): Outcome {
  return checkActor(command.actor, state) ?? once(command, state, changes, effect);
}

/** Is the caller still who it was at the edge? Nothing is answered to a revoked key, not even a replay. */
function checkActor(actor: Actor, state: State): Outcome | null {
  if (!state.activeCredentials.has(actor.credentialId)) return refuse('credential_revoked');
  if (!actor.agentId) return null;
  const agent = state.agents.get(actor.agentId);
  if (agent?.status === 'ACTIVE' && agent.partyId === actor.partyId) return null;
  return refuse(actor.kind === 'agentKey' ? 'credential_revoked' : 'agent_inactive');
}

/** A line of the audit log for what was done and for what somebody was refused; a replay did nothing. */
function addAudit(command: Command, outcome: Outcome, changes: Changes): void {
  const asked = 'actor' in command ? command : null;
  if (outcome.done ? outcome.replayed : !asked) return;
  const said = 'reason' in command ? command.reason : null;
  changes.audits.push({
    actor: asked && asked.actor,
    requestId: asked && asked.requestId,
    action: asked ? asked.route : command.kind,
    targetId: outcome.done ? outcome.targetId : existingTarget(command),
    decision: outcome.done ? 'accepted' : 'refused',
    reason: outcome.done ? (outcome.remark ?? said) : outcome.refusal,
    at: command.now,
  });
}

/** What a refused command was about, where that exists. */
function existingTarget(command: Command): string | null {
  if (command.kind === 'decideApproval') return command.approvalId;
  return 'target' in command ? command.target.id : null;
}
