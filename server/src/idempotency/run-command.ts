import type { Keyed, WriteContext } from '../context.ts';
import { bodyOf } from '../engine/decide/idempotency.ts';
import type { Pay } from '../engine/commands/pay.ts';
import type { Command } from '../engine/decide/commands.ts';
import { type IdempotencyKey, keyDigest, type RequestInfo } from '../engine/model/actor.ts';
import { type Destination, namedCounterparty, toAccount } from '../engine/model/counterparty.ts';
import type { Attempt } from '../engine/model/journal.ts';
import type { Refused } from '../engine/model/outcomes.ts';
import type { PaymentTerms } from '../engine/model/records.ts';
import type { HttpResponse } from '../http/endpoint.ts';
import { type Id, publicId } from '../lib/id.ts';
import { amountToJson } from '../lib/money.ts';
import { refusalOf } from './refusal.ts';

/** The headers of a replayed response, in the standard spelling and the widely used one. */
export const replayedHeaders = { 'Idempotency-Replayed': 'true', 'X-Idempotency-Replayed': 'true' };

/** Runs a command of the engine under its idempotency key. Returns the response, or throws the refusal. */
export async function runCommand(
  ctx: WriteContext,
  build: (request: RequestInfo) => Command,
): Promise<HttpResponse> {
  const { actor, requestId, keyed } = ctx;
  const { route, attributes } = keyed;
  const idempotency = idempotencyKey(actor.partyId, keyed);
  const command = build({ actor, requestId, route, idempotency });
  const outcome = await ctx.engine.run(command);
  if (!outcome.done) throw refusalOf(outcome, attributes, actor, attemptOf(command, keyed, outcome));
  const response = { status: outcome.response.status, body: bodyOf(outcome.response, command) };
  return outcome.replayed ? { ...response, headers: replayedHeaders } : response;
}

/** Returns what a refused payment or withdrawal of an agent was to do; null for every other command. */
function attemptOf(command: Command, { idempotency }: Keyed, { exceeded }: Refused): Attempt | null {
  if (!('actor' in command) || command.actor.agentId === null) return null;
  const asked = askedOf(command);
  if (!asked) return null;
  const { amount, currency, description } = asked.terms;
  const { partyId } = command.actor;
  const customerPartyId = asked.customerPartyId === partyId ? null : asked.customerPartyId;
  return {
    amount: amountToJson(amount),
    currency,
    counterparty: namedCounterparty(asked.counterparty),
    description,
    customerPartyId: customerPartyId && publicId('pty', customerPartyId),
    idempotencyKey: idempotency?.key ?? null,
    reasons: exceeded?.reasons ?? [],
  };
}

type Asked = Pick<Pay, 'customerPartyId'> & {
  terms: Pick<PaymentTerms, 'amount' | 'currency' | 'description'>;
  counterparty: Destination['counterparty'];
};

function askedOf(command: Command): Asked | null {
  if (command.kind === 'pay') return command;
  if (command.kind !== 'withdraw') return null;
  return { terms: command, customerPartyId: null, ...toAccount(command.externalAccountId) };
}

function idempotencyKey(partyId: Id<'pty'>, { route, idempotency }: Keyed): IdempotencyKey | null {
  if (!idempotency) return null;
  const { key, fingerprint } = idempotency;
  const name = { partyId, route, key };
  return { ...name, digest: keyDigest(name), fingerprint };
}
