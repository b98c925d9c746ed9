import { createAgent } from '../../authority/agents/create.ts';
import { lockKnownAgent } from '../../authority/agents/get.ts';
import { requireKeyMaker } from '../../authority/agent-keys/require-maker.ts';
import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { fault } from '../../errors.ts';
import { requireHeld } from '../../http/permission.ts';
import { requireFreshSignIn } from '../../http/require-fresh.ts';
import { write } from '../../idempotency/write.ts';
import { findGrantByRequest } from '../../identity/oauth-grants/queries.ts';
import { giveGrant } from '../../identity/oauth-grants/give.ts';
import { partyNow } from '../../identity/parties/get.ts';
import { isSignedIn } from '../../identity/sign-in/open-session.ts';
import { type Id, newId } from '../../lib/id.ts';
import { isName } from '../../lib/text.ts';
import { defaultsOf } from '../../terms/agent-defaults.ts';
import { changedLimits } from '../../terms/limits.ts';
import { movesMoney, type OauthResource, type OauthScope, scopesOfAgentGrant } from '../../scopes.ts';
import type { ShownClient } from './clients.ts';
import { keepClient } from './queries.ts';

const route = 'POST /oauth/consent';
const longestName = 128;

/** What a program asks a person for, once. */
export type ConsentRequest = {
  client: ShownClient;
  scopes: readonly OauthScope[];
  resource: OauthResource;
  /** Of the secret of the request. */
  requestHash: Buffer;
};

/** As whom the program is to act. Amounts are in minor units of the party's default currency; null is no limit. */
export type ActsAs =
  | { kind: 'new'; name: string; amounts: Record<string, number | null>; reviewsNewPayees: boolean }
  | { kind: 'agent'; agentId: Id<'agt'> }
  | { kind: 'user' };

/** Returns the scopes that mean something to a program that acts as an agent. */
export function agentScopesOf(scopes: readonly OauthScope[]): OauthScope[] {
  return scopes.filter((scope) => scopesOfAgentGrant([scope]).length > 0);
}

/**
 * Lets a program act, because the person of a browser session says so, and returns the id of the grant; a new agent is
 * created with it, or neither is. `answered` runs in the same transaction. A request that was answered before by the same
 * person returns the same grant. Throws `sign_in_required` if money may move and the sign-in is older than ten minutes,
 * `insufficient_scope` if the role makes no agents, `agent_not_found`, `invalid_value` for a name, and `conflict` if somebody
 * else has answered.
 */
export async function giveConsent(
  ctx: Context,
  request: ConsentRequest,
  as: ActsAs,
  answered: (tx: Queryable, grantId: Id<'ogr'>, now: Date) => Promise<void> = async () => undefined,
): Promise<Id<'ogr'>> {
  const { actor, config } = ctx;
  const { partyId, userId } = actor;
  if (!isSignedIn(actor))
    throw fault('sign_in_required', 'A link let you in. Sign in by mail to decide on this.');
  const scopes = as.kind === 'user' ? request.scopes : agentScopesOf(request.scopes);
  if (scopes.length === 0) throw fault('invalid_value', 'It can do nothing of what is asked for.');
  if (movesMoney(scopes)) requireFreshSignIn(ctx, null);
  if (as.kind !== 'user') {
    requireHeld(actor, ['agents.create']);
    requireKeyMaker(actor);
  }
  const id = newId('ogr');
  let given: Id<'ogr'> = id;
  const keyed = { route, attributes: {}, idempotency: null };
  await write({ ...ctx, keyed }, { targetId: null }, async (tx, now) => {
    const agentId = await agentFor(tx, { partyId, userId, now }, as);
    const { client, resource, requestHash } = request;
    const { id: clientId, name: clientName, host: clientHost } = client;
    const by = { partyId, userId, agentId };
    const of = { clientId, clientName, clientHost, scopes, resource, requestHash };
    if (!(await giveGrant(tx, { id, ...by, ...of }, { environment: config.environment, now }))) {
      throw new AlreadyAnswered();
    }
    await keepClient(tx, clientId);
    await answered(tx, id, now);
    return { response: { status: 200, body: {} }, targetId: id };
  }).catch(async (error: unknown) => {
    const before =
      error instanceof AlreadyAnswered &&
      (await findGrantByRequest(ctx.db, { requestHash: request.requestHash, now: ctx.askedAt }));
    if (!before) throw error;
    if (before.userId !== userId || before.revokedAt)
      throw fault('conflict', 'This request was answered already.');
    given = before.id;
  });
  return given;
}

/** Rolls back what a second answer to a request has begun. */
class AlreadyAnswered extends Error {}

async function agentFor(
  tx: Queryable,
  { partyId, userId, now }: { partyId: Id<'pty'>; userId: Id<'usr'>; now: Date },
  as: ActsAs,
): Promise<Id<'agt'> | null> {
  if (as.kind === 'user') return null;
  if (as.kind === 'agent') {
    await lockKnownAgent(tx, partyId, as.agentId, { parameter: 'agentId' });
    return as.agentId;
  }
  const name = as.name.trim();
  if (!isName(name) || name.length > longestName)
    throw fault('invalid_value', `The agent needs a name of at most ${longestName} characters.`);
  const { limits, rules } = defaultsOf((await partyNow(tx, partyId)).agentDefaults);
  const firstPaymentToNewPayee = as.reviewsNewPayees ? ({ onBreach: 'review' } as const) : undefined;
  return createAgent(tx, partyId, {
    name,
    description: null,
    tags: null,
    ...changedLimits(limits, as.amounts),
    rules: firstPaymentToNewPayee ? { ...rules, firstPaymentToNewPayee } : rules,
    reads: 'own',
    userId,
    now,
  });
}
