import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import { previewWithin } from '../../engine/queue/within.ts';
import type { Command } from '../../engine/decide/commands.ts';
import type { RequestInfo } from '../../engine/model/actor.ts';
import type { Refusal } from '../../engine/model/outcomes.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { describe } from '../../http/fail.ts';
import { previewOf } from './resource.ts';
import { publicId } from '../../lib/id.ts';
import { refusalOf } from '../../idempotency/run-command.ts';

// A caller that may not ask gets an error, not a preview.
const refusalsOfCaller = new Set<Refusal>(['credential_revoked', 'role_changed', 'agent_inactive']);

/**
 * Decides a command as the engine would now, and returns what would happen. Nothing is locked or stored, and no key is
 * used up. Throws `unauthenticated`, `insufficient_scope` and `agent_not_found`; every other refusal is the content of
 * the response.
 */
export async function preview(
  ctx: Context,
  type: 'paymentPreview' | 'transferPreview',
  attributes: { amount: bigint; currency: string },
  build: (request: RequestInfo) => Command,
): Promise<HttpResponse> {
  const { actor, requestId } = ctx;
  const command = build({ actor, requestId, route: '', idempotency: null });
  const { outcome, approvals, fee } = await ctx.sessions.write(actor.partyId, (db) =>
    inTransaction(db, (tx) => previewWithin(tx, command)),
  );
  if (outcome.done) return previewOf(type, attributes, actor.partyId, { approvals, fee });
  const refusal = refusalOf(outcome, attributes, actor);
  if (refusalsOfCaller.has(outcome.refusal)) throw refusal;
  const error = describe(refusal.faults[0], refusal.status, publicId('req', requestId), ctx.baseUrl());
  return previewOf(type, attributes, actor.partyId, { errors: [error] });
}
