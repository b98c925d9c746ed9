import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/tx.ts';
import type { Pay } from '../../engine/commands/pay.ts';
import type { Withdraw } from '../../engine/commands/withdraw.ts';
import { previewWithin } from '../../engine/queue/within.ts';
import type { RequestInfo } from '../../engine/model/actor.ts';
import { refusals, type Refusal } from '../../engine/model/outcomes.ts';
import { payerOf } from '../../engine/rules/new-payment.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { describe } from '../../http/fail.ts';
import { seesFunds } from '../../http/permission.ts';
import { type Id, publicId } from '../../lib/id.ts';
import { refusalOf } from '../../idempotency/refusal.ts';
import { readableParty } from '../customers/readable.ts';
import { readPayee } from '../counterparties/read-payee.ts';
import { type Previewed, previewOf } from './resource.ts';

// A caller that may not ask gets an error, not a preview.
const refusalsOfCaller = new Set<Refusal>([
  'credential_revoked',
  'role_changed',
  'agent_inactive',
  'agent_suspended',
]);

/**
 * Decides a payment or withdrawal as the engine would now, and returns what would happen. Nothing is locked or stored.
 * `sent` has the attributes of the request. Throws `unauthenticated`, `insufficient_scope`, `agent_not_found` and
 * `agent_suspended`; every other refusal is the content of the response.
 */
export async function preview(
  ctx: Context,
  sent: object,
  build: (request: RequestInfo) => Pay | Withdraw,
): Promise<HttpResponse> {
  const { actor, requestId } = ctx;
  const command = build({ actor, requestId, route: '', idempotency: null });
  const { payer, paysFromWallet, ...previewed } = await previewedOf(ctx, command);
  const mayKnow = await mayKnowFunds(ctx, payer);
  const unseen = mayKnow ? null : { partyId: payer, currency: previewed.currency, paysFromWallet };
  const { outcome, approvals, fee } = await ctx.sessions.write(actor.partyId, (db) =>
    inTransaction(db, (tx) => previewWithin(tx, command, unseen)),
  );
  const decidesOnFunds = mayKnow && paysFromWallet;
  if (outcome.done) {
    const funds = decidesOnFunds && approvals.length === 0 ? 'checked' : 'notChecked';
    return previewOf(previewed, actor, { funds, approvals, fee });
  }
  const refusal = refusalOf(outcome, sent, actor);
  if (refusalsOfCaller.has(outcome.refusal)) throw refusal;
  const error = describe(refusal.faults[0], refusal.status, publicId('req', requestId), ctx.baseUrl());
  const isForFunds = ['insufficient_funds', 'amount_owed'].includes(refusals[outcome.refusal].code);
  return previewOf(previewed, actor, {
    funds: decidesOnFunds && isForFunds ? 'checked' : 'notChecked',
    errors: [error],
  });
}

async function previewedOf(
  ctx: Context,
  command: Pay | Withdraw,
): Promise<Previewed & { payer: Id<'pty'>; paysFromWallet: boolean }> {
  const { askedAt } = ctx;
  const { partyId: payer } = ctx.actor;
  if (command.kind === 'withdraw') {
    const { amount, currency } = command;
    return { type: 'transferPreview', amount, currency, askedAt, payer, paysFromWallet: true };
  }
  const { terms, counterparty, newIds, drawFrom } = command;
  const { amount, currency } = terms;
  const payee = await readPayee(ctx, counterparty, newIds.payment);
  const previewed = { type: 'paymentPreview', amount, currency, askedAt, payee } as const;
  return { ...previewed, payer: payerOf(command), paysFromWallet: drawFrom === null };
}

/** Returns whether the actor may know what the payer has. Some forty previews would find a balance. */
async function mayKnowFunds(ctx: Context, payer: Id<'pty'>): Promise<boolean> {
  if (payer === ctx.actor.partyId) return seesFunds(ctx.actor);
  return ctx.actor.scopes.has('wallets.read') && (await readableParty(ctx, payer, 'wallets.read')) !== null;
}
