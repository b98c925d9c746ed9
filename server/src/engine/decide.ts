import type { Changes } from './changes.ts';
import { cancelNeeds, decideCancel } from './commands/cancel.ts';
import type { Cancel } from './commands/cancel.ts';
import { decideApproval, decideApprovalNeeds } from './commands/decide-approval.ts';
import type { DecideApproval } from './commands/decide-approval.ts';
import { decideDeposit, depositNeeds } from './commands/deposit.ts';
import type { Deposit } from './commands/deposit.ts';
import { decideExpire, expireNeeds } from './commands/expire.ts';
import type { Expire } from './commands/expire.ts';
import { decidePay, payNeeds, payRoute } from './commands/pay.ts';
import type { Pay } from './commands/pay.ts';
import { decideSettle, settleNeeds } from './commands/settle.ts';
import type { Settle } from './commands/settle.ts';
import { decideWithdraw, withdrawNeeds } from './commands/withdraw.ts';
import type { Withdraw } from './commands/withdraw.ts';
import { needAnswer, needPaymentOf, noNeeds } from './needs.ts';
import type { Needs } from './needs.ts';
import { doneBefore, refuse } from './outcomes.ts';
import type { Outcome } from './outcomes.ts';
import type { Actor, Answer, Asked, IdempotencyKey, People, State } from './state.ts';

type Commands = {
  pay: Pay;
  withdraw: Withdraw;
  decideApproval: DecideApproval;
  cancel: Cancel;
  deposit: Deposit;
  settle: Settle;
  expire: Expire;
};

/** Everything that moves money. One file per kind, in `commands/`. */
export type Command = Commands[keyof Commands];

type Kind<C> = {
  needs(command: C, needs: Needs): void;
  decide(command: C, state: State, changes: Changes): Outcome;
};

const kinds: { [K in keyof Commands]: Kind<Commands[K]> } = {
  pay: { needs: payNeeds, decide: decidePay },
  withdraw: { needs: withdrawNeeds, decide: decideWithdraw },
  decideApproval: { needs: decideApprovalNeeds, decide: decideApproval },
  cancel: { needs: cancelNeeds, decide: decideCancel },
  deposit: { needs: depositNeeds, decide: decideDeposit },
  settle: { needs: settleNeeds, decide: decideSettle },
  expire: { needs: expireNeeds, decide: decideExpire },
};

function kindOf<C extends Command>(command: C): Kind<C> {
  return kinds[command.kind] as unknown as Kind<C>;
}

/** What a batch of commands wants loaded and locked, but for those people who are known. */
export function needsOf(commands: readonly Command[], known?: People): Needs {
  const needs = noNeeds(known);
  for (const command of commands) {
    kindOf(command).needs(command, needs);
    if (!('actor' in command) || !command.idempotency) continue;
    if (isKeptByPayment(command, command.idempotency)) needPaymentOf(needs, command.idempotency);
    else needAnswer(needs, command.idempotency);
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
    const outcome = 'actor' in command ? asCaller(command, state, changes, effect) : effect();
    note(command, outcome, changes);
    return outcome;
  });
}

function asCaller(command: Command & Asked, state: State, changes: Changes, effect: () => Outcome): Outcome {
  return checkCaller(command.actor, state) ?? once(command, state, changes, effect);
}

/** Is the caller still who it was at the edge? Nothing is answered to a revoked key, not even a replay. */
function checkCaller(actor: Actor, state: State): Outcome | null {
  if (!state.activeCredentials.has(actor.credentialId)) return refuse('credential_revoked');
  if (!actor.agentId) return null;
  const agent = state.agents.get(actor.agentId);
  if (agent?.status === 'ACTIVE' && agent.partyId === actor.partyId) return null;
  return refuse(actor.kind === 'agentKey' ? 'credential_revoked' : 'agent_inactive');
}

/** The first request with a key has the effect; later ones get its answer. Refusals are not remembered. */
function once(command: Command & Asked, state: State, changes: Changes, effect: () => Outcome): Outcome {
  const { idempotency: key, now } = command;
  if (!key) return effect();
  const stored = state.answers.get(key.digest);
  if (stored) {
    if (!stored.fingerprint.equals(key.fingerprint)) return refuse('key_reused');
    return doneBefore(stored);
  }
  const outcome = effect();
  if (outcome.done) {
    const { answer } = outcome;
    state.answers.set(key.digest, { ...answer, fingerprint: key.fingerprint });
    if (!isKeptByPayment(command, key)) {
      changes.answers.push({ ...key, status: answer.status, body: bodyOf(answer, command), createdAt: now });
    }
  }
  return outcome;
}

/** A payment keeps its key itself, and what was answered can be rendered from it. */
function isKeptByPayment({ kind }: Command, { route }: IdempotencyKey): boolean {
  return kind === 'pay' && route === payRoute;
}

/** What a command answers. A payment is rendered by whoever asked for it, when nobody waits for the engine any more. */
export function bodyOf(answer: Answer, command: Command): string {
  if ('body' in answer) return answer.body;
  if (command.kind !== 'pay') throw new TypeError('only a payment answers what its row keeps');
  return command.render(answer.payment);
}

/** A line of the audit log for what was done and for what somebody was refused; a replay did nothing. */
function note(command: Command, outcome: Outcome, changes: Changes): void {
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
