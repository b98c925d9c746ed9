import { payRoute } from '../commands/pay.ts';
import type { RequestInfo, IdempotencyKey } from '../model/actor.ts';
import type { Changes } from '../model/changes.ts';
import { doneBefore, refuse } from '../model/outcomes.ts';
import type { Outcome } from '../model/outcomes.ts';
import type { CommandResponse, State } from '../model/state.ts';
import type { Command } from './commands.ts';

/** The first request with a key has the effect; later ones get its answer. Refusals are not remembered. */
export function once(
  command: Command & RequestInfo,
  state: State,
  changes: Changes,
  effect: () => Outcome,
): Outcome {
  const { idempotency: key, now } = command;
  if (!key) return effect();
  const stored = state.responses.get(key.digest);
  if (stored) {
    if (!stored.fingerprint.equals(key.fingerprint)) return refuse('key_reused');
    return doneBefore(stored);
  }
  const outcome = effect();
  if (outcome.done) {
    const { response } = outcome;
    state.responses.set(key.digest, { ...response, fingerprint: key.fingerprint });
    if (!isKeptByPayment(command, key)) {
      const { status } = response;
      changes.responses.push({ ...key, status, body: bodyOf(response, command), createdAt: now });
    }
  }
  return outcome;
}

/** A payment keeps its key itself, and what was answered can be rendered from it. */
export function isKeptByPayment({ kind }: Command, { route }: IdempotencyKey): boolean {
  return kind === 'pay' && route === payRoute;
}

/** What a command answers. A payment is rendered by whoever asked for it, when nobody waits for the engine any more. */
export function bodyOf(response: CommandResponse, command: Command): string {
  if ('body' in response) return response.body;
  if (command.kind !== 'pay') throw new TypeError('only a payment answers what its row keeps');
  return command.render(response.payment);
}
