import type { Changes } from './changes.ts';
import { decideDeposit, depositNeeds } from './commands/deposit.ts';
import type { Deposit } from './commands/deposit.ts';
import { decidePay, payNeeds } from './commands/pay.ts';
import type { Pay } from './commands/pay.ts';
import { needAnswer, noNeeds } from './needs.ts';
import type { Needs } from './needs.ts';
import { refuse } from './outcomes.ts';
import type { Outcome } from './outcomes.ts';
import { answerKey } from './state.ts';
import type { Actor, IdempotencyKey, State } from './state.ts';

/** Everything that moves money. One file per kind, in `commands/`. */
export type Command = Pay | Deposit;

/** What a batch of commands wants loaded and locked. */
export function needsOf(commands: readonly Command[]): Needs {
  const needs = noNeeds();
  for (const command of commands) {
    if (command.kind === 'deposit') {
      depositNeeds(command, needs);
    } else {
      payNeeds(command, needs);
      if (command.idempotency) needAnswer(needs, command.idempotency);
    }
  }
  return needs;
}

/**
 * Decides commands in arrival order over the loaded state, each seeing what the ones before it did. Pure: no clock,
 * no I/O, nothing random. A refused command leaves state and changes as they were.
 */
export function decide(commands: readonly Command[], state: State, changes: Changes): Outcome[] {
  return commands.map((command) =>
    command.kind === 'deposit'
      ? decideDeposit(command, state, changes)
      : (checkCaller(command.actor, state) ??
        once(command.idempotency, command.now, state, changes, () => decidePay(command, state, changes))),
  );
}

/** Is the caller still who it was at the edge? Nothing is answered to a revoked key, not even a replay. */
function checkCaller(actor: Actor, state: State): Outcome | null {
  if (!state.activeCredentials.has(actor.credentialId)) return refuse('credential_revoked');
  if (!actor.agentId) return null;
  const agent = state.agents.get(actor.agentId);
  const acts = agent?.status === 'ACTIVE' && agent.partyId === actor.partyId;
  return acts ? null : refuse('agent_inactive');
}

/** The first request with a key has the effect; later ones get its answer. Refusals are not remembered. */
function once(
  key: IdempotencyKey | null,
  now: Date,
  state: State,
  changes: Changes,
  effect: () => Outcome,
): Outcome {
  if (!key) return effect();
  const stored = state.answers.get(answerKey(key));
  if (stored) {
    if (!stored.fingerprint.equals(key.fingerprint)) return refuse('key_reused');
    return { done: true, replayed: true, answer: { status: stored.status, body: stored.body } };
  }
  const outcome = effect();
  if (outcome.done) {
    state.answers.set(answerKey(key), { ...outcome.answer, fingerprint: key.fingerprint });
    changes.answers.push({ ...key, ...outcome.answer, createdAt: now });
  }
  return outcome;
}
