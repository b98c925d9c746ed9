import type { AuthenticatedActor, Keyed, WriteContext } from '../context.ts';
import { bodyOf } from '../engine/decide/idempotency.ts';
import type { Command } from '../engine/decide/commands.ts';
import { refusals, type Refused } from '../engine/model/outcomes.ts';
import type { ApprovalReason } from '../engine/model/records.ts';
import { type Fault, PurserError } from '../errors.ts';
import { type IdempotencyKey, keyDigest, type RequestInfo } from '../engine/model/actor.ts';
import type { HttpResponse } from '../http/endpoint.ts';
import type { Id } from '../lib/id.ts';
import { formatMoney } from '../lib/money.ts';

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
  if (!outcome.done) throw refusalOf(outcome, attributes, actor);
  const response = { status: outcome.response.status, body: bodyOf(outcome.response, command) };
  return outcome.replayed ? { ...response, headers: replayedHeaders } : response;
}

function idempotencyKey(partyId: Id<'pty'>, { route, idempotency }: Keyed): IdempotencyKey | null {
  if (!idempotency) return null;
  const { key, fingerprint } = idempotency;
  const name = { partyId, route, key };
  return { ...name, digest: keyDigest(name), fingerprint };
}

/**
 * Returns a refusal as an error. Its source is left out if it points to an attribute that this request does not have:
 * the approval of a payment, for example, can fail because of an attribute of the payment.
 */
export function refusalOf(
  { refusal, reasons = [], funds, owed }: Refused,
  attributes: object,
  actor?: AuthenticatedActor,
): PurserError {
  const { source, ...described }: Fault = refusals[refusal];
  const detail = funds
    ? shortOfFee(funds, actor)
    : owed
      ? owedDetail(owed, described.detail, actor)
      : described.detail;
  const fault = { ...described, detail };
  if (refusal === 'rule_broken') return new PurserError([brokenRules(reasons)], { engineRefusal: refusal });
  const name = source && 'pointer' in source ? attributeOf(source.pointer) : null;
  const isSent = name === null || name in attributes;
  return new PurserError([isSent ? { ...fault, source } : fault], { engineRefusal: refusal });
}

/** Returns the attribute that a pointer leads into, such as `counterparty` of `/data/attributes/counterparty/value`. */
function attributeOf(pointer: string): string | null {
  return /^\/data\/attributes\/([^/]+)/.exec(pointer)?.[1] ?? null;
}

function brokenRules(reasons: readonly ApprovalReason[]): Fault {
  const names = [...new Set(reasons.map(({ type }) => type))].join(', ');
  const detail = names === '' ? refusals.rule_broken.detail : `This exceeds what the agent may do: ${names}.`;
  return { code: 'rule_broken', detail, reasons };
}

/** Says how much is owed to whoever may read the wallet. */
function owedDetail(
  { partyId, amount, currency }: NonNullable<Refused['owed']>,
  detail: string,
  actor?: AuthenticatedActor,
): string {
  return mayReadFunds(partyId, actor) ? `${detail} It owes ${formatMoney({ amount, currency })}.` : detail;
}

function mayReadFunds(partyId: Id<'pty'>, actor?: AuthenticatedActor): boolean {
  return actor?.partyId === partyId && actor.agentId === null && actor.scopes.has('wallets.read');
}

/** Says what is missing; what is there only to whom may read the wallet. */
function shortOfFee(
  { partyId, amount, fee, available, currency }: NonNullable<Refused['funds']>,
  actor?: AuthenticatedActor,
): string {
  const [asked, charged, there] = [amount, fee, available].map((each) =>
    formatMoney({ amount: each, currency }),
  );
  const missing = `The wallet has the ${asked}, but not the fee of ${charged} beside it`;
  return mayReadFunds(partyId, actor) ? `${missing}: ${there} are available.` : `${missing}.`;
}
