import type { Changes } from '../model/changes.ts';
import { needPaymentOf, needResponse, type Needs, noNeeds } from '../load/needs.ts';
import { type Outcome, refuse } from '../model/outcomes.ts';
import { type Dated, isOver, type RequestInfo } from '../model/actor.ts';
import { timeOf } from './time.ts';
import type { AuthorityView, State } from '../model/state.ts';
import { type Command, handlerOf } from './commands.ts';
import { type AuditActor, operatorFor } from '../model/journal.ts';
import { isKeptByPayment } from '../model/implied-rows.ts';
import { applyOnce } from './idempotency.ts';

/** Returns what a batch of commands needs loaded and locked, except what is cached. */
export function needsOf(commands: readonly Command[], cached?: AuthorityView): Needs {
  const needs = noNeeds(cached);
  for (const command of commands) {
    handlerOf(command).needs(command, needs);
    if (!('actor' in command) || !command.idempotency) continue;
    if (isKeptByPayment(command, command.idempotency)) needPaymentOf(needs, command.idempotency);
    else needResponse(needs, command.idempotency);
  }
  return needs;
}

/**
 * Decides commands in arrival order, each at the time of the batch. Each sees what the commands before it did to the
 * state. Has no clock, no I/O and no randomness. A refused command changes nothing.
 */
export function decide(commands: readonly Command[], state: State, changes: Changes): Outcome[] {
  return commands.map((asked) => {
    const command: Dated<Command> = { ...asked, now: timeOf(changes) };
    const effect = (): Outcome => handlerOf(command).decide(command, state, changes);
    const outcome = 'actor' in command ? decideForActor(command, state, changes, effect) : effect();
    addAudit(command, outcome, changes);
    return outcome;
  });
}

function decideForActor(
  command: Dated<Command & RequestInfo>,
  state: State,
  changes: Changes,
  effect: () => Outcome,
): Outcome {
  return checkActor(command, state) ?? applyOnce(command, state, changes, effect);
}

/**
 * Refuses a command, even a replay, if its key was revoked or has expired, its user got another role, with which it may
 * have fewer scopes, or its agent was suspended or revoked, after the request was authenticated.
 */
function checkActor({ actor, now }: Dated<RequestInfo>, state: State): Outcome | null {
  const key = state.activeCredentials.get(actor.credentialId);
  if (!key || isOver(key, actor, now)) return refuse('credential_revoked');
  if (key.role !== actor.role) return refuse('role_changed');
  if (!actor.agentId) return null;
  const agent = state.agents.get(actor.agentId);
  if (agent?.status === 'ACTIVE' && agent.partyId === actor.partyId) return null;
  if (agent?.status === 'SUSPENDED' && agent.partyId === actor.partyId) return refuse('agent_suspended');
  return refuse(actor.kind === 'agentKey' ? 'credential_revoked' : 'agent_inactive');
}

/** Adds an audit line for every command that was carried out now. `http/refusal-log.ts` records what was refused. */
function addAudit(command: Dated<Command>, outcome: Outcome, changes: Changes): void {
  if (!outcome.done || outcome.replayed) return;
  const request = 'actor' in command ? command : null;
  const reason = 'reason' in command ? (command.reason ?? null) : null;
  changes.audits.push({
    actor: request ? request.actor : operatorOf(command),
    requestId: request && request.requestId,
    action: request ? request.route : command.kind,
    targetId: outcome.targetId,
    decision: 'accepted',
    reason: outcome.remark ?? reason,
    at: command.now,
  });
}

/** Returns the operator, if the command is what an operator says of something of a party, so that the party reads it. */
function operatorOf(command: Command): AuditActor | null {
  const isSaid = 'reason' in command && command.reason !== undefined;
  return isSaid && 'partyId' in command ? operatorFor(command.partyId) : null;
}
