import type { Dated, RequestInfo } from '../model/actor.ts';
import { askedBy, type AskedApproval, ownApprovals } from '../model/asked-approvals.ts';
import type { Changes } from '../model/changes.ts';
import { isKeptByPayment } from '../model/implied-rows.ts';
import { doneBefore, type Outcome, refuse } from '../model/outcomes.ts';
import type { CommandResponse, State } from '../model/state.ts';
import { viewerOf } from '../rules/authority.ts';
import type { Command } from './commands.ts';

/** Applies the first command with a key; later ones get its stored response. Refusals are not stored. */
export function applyOnce(
  command: Dated<Command & RequestInfo>,
  state: State,
  changes: Changes,
  effect: () => Outcome,
): Outcome {
  const { actor, idempotency: key, now } = command;
  if (!key) return effect();
  const stored = state.responses.get(key.digest);
  if (stored) {
    if (!stored.fingerprint.equals(key.fingerprint)) return refuse('key_reused');
    const viewer = viewerOf(actor, state);
    if (!('body' in stored)) return doneBefore({ ...stored, approvals: askedBy(viewer, stored.approvals) });
    const { body, ownBody } = stored;
    return doneBefore({ ...stored, body: viewer.readsOwn ? (ownBody ?? body) : body });
  }
  const outcome = effect();
  if (outcome.done) {
    const { response } = outcome;
    state.responses.set(key.digest, { ...response, fingerprint: key.fingerprint });
    if (!isKeptByPayment(command, key)) {
      const { status } = response;
      const bodies = { body: bodyOf(response, command), ownBody: ownBodyOf(response, command) };
      changes.responses.push({ ...key, status, ...bodies, createdAt: now });
    }
  }
  return outcome;
}

/** Returns the body of a response. A payment's is rendered after its batch, so that rendering delays no batch. */
export function bodyOf(response: CommandResponse, command: Command): string {
  if ('body' in response) return response.body;
  return rendered(response, response.approvals, command);
}

/** Returns the body of a response as a replay shows it to an agent that reads its own only by then; null if it is the same. */
function ownBodyOf(response: CommandResponse, command: Command): string | null {
  if ('body' in response) return response.ownBody ?? null;
  const approvals = ownApprovals(response.approvals);
  return approvals && rendered(response, approvals, command);
}

function rendered(
  { payment }: Extract<CommandResponse, { payment: unknown }>,
  approvals: readonly AskedApproval[],
  command: Command,
): string {
  if (command.kind !== 'pay') throw new TypeError('only a payment is rendered from its row');
  return command.render(payment, approvals);
}
