import { setTimeout as pause } from 'node:timers/promises';
import type * as AgentKeys from '../../../server/src/agent-keys/mint.ts';
import type * as AgentVerbs from '../../../server/src/agents/revoke.ts';
import type * as ApiKeys from '../../../server/src/api-keys/mint.ts';
import type * as ApiKeyVerbs from '../../../server/src/api-keys/revoke.ts';
import type * as Ids from '../../../server/src/lib/id.ts';
import type * as Scopes from '../../../server/src/scopes.ts';
import type * as Make from '../../../server/src/seed/make.ts';
import { codesOf } from '../../support/http.ts';
import { beginAttempt, checkResponse } from '../paying.ts';
import { pickParty } from '../picking.ts';
import type { Turn } from '../turn.ts';
import type { Agent, Actor, Party } from '../model/types.ts';
import { noLimits } from '../world/party-groups.ts';

/** A credential to revoke: how it pays, how it is revoked, and the codes that refuse it afterwards. */
type Credential = { as: Actor; agent?: Agent; revoke: () => Promise<void>; refusals: readonly string[] };

/** No request sent after the acknowledged revocation of its API key is accepted (G7). */
export async function revokeApiKey(turn: Turn): Promise<void> {
  const party = pickParty(turn);
  await payUntilRevoked(turn, party, await newApiKey(turn, party));
}

/** The same for an agent, by its own key or named in the header. */
export async function revokeAgent(turn: Turn): Promise<void> {
  const party = pickParty(turn);
  await payUntilRevoked(turn, party, await newAgent(turn, party));
}

async function newApiKey({ run }: Turn, party: Party): Promise<Credential> {
  const { load, administer } = run.world.administration;
  const { mintApiKey } = await load<typeof ApiKeys>('api-keys/mint.ts');
  const { revokeApiKey: revoke } = await load<typeof ApiKeyVerbs>('api-keys/revoke.ts');
  const { scopes } = await load<typeof Scopes>('scopes.ts');
  const ids = await idsOf(run.world.administration, party);
  const key = await administer((tx, now) =>
    mintApiKey(tx, { ...ids, name: 'To be revoked', scopes, environment: 'sandbox', now }),
  );
  run.model.secrets.add(key.secret);
  return {
    as: { ...party.owner, key: key.secret },
    revoke: async () => {
      const { partyId, userId } = ids;
      await administer((tx, now) => revoke(tx, partyId, key.id, { userId, now }));
    },
    refusals: ['unauthenticated'],
  };
}

async function newAgent({ run, random }: Turn, party: Party): Promise<Credential> {
  const { load, administer } = run.world.administration;
  const { makeAgent } = await load<typeof Make>('seed/make.ts');
  const { mintAgentKey } = await load<typeof AgentKeys>('agent-keys/mint.ts');
  const { revokeAgent: revoke } = await load<typeof AgentVerbs>('agents/revoke.ts');
  const { publicId } = await load<typeof Ids>('lib/id.ts');
  const ids = await idsOf(run.world.administration, party);
  const { partyId, userId } = ids;
  const made = await administer(async (tx, now) => {
    const id = await makeAgent(tx, now, ids, 'To be revoked', null);
    const terms = { agentId: id, userId, environment: 'sandbox', now } as const;
    return { id, key: (await mintAgentKey(tx, partyId, terms)).secret };
  });
  run.model.secrets.add(made.key);
  const agent: Agent = { id: publicId('agt', made.id), key: made.key, party, limits: noLimits };
  const byKey = random.chance(0.5);
  const as: Actor = byKey ? { ...party.owner, key: made.key, agent } : party.owner;
  return {
    as,
    ...(!byKey && { agent }),
    revoke: async () => {
      await administer((tx, now) => revoke(tx, partyId, made.id, { userId, now }));
    },
    // A request in flight passes authentication and is refused by the engine, which checks the agent again.
    refusals: byKey ? ['unauthenticated', 'agent_not_found'] : ['agent_not_found'],
  };
}

async function idsOf({ load }: Turn['run']['world']['administration'], party: Party) {
  const { parseId } = await load<typeof Ids>('lib/id.ts');
  const [partyId, userId] = [parseId('pty', party.id), parseId('usr', party.userId)];
  if (!partyId || !userId) throw new Error('a party without an id');
  return { partyId, userId };
}

/** Sends streams of payments with the credential and revokes it meanwhile. */
async function payUntilRevoked(turn: Turn, party: Party, credential: Credential): Promise<void> {
  const { random, run } = turn;
  let isRevoked = false;
  let accepted = 0;
  const { as, agent, refusals } = credential;
  const payOnce = async (): Promise<boolean> => {
    const sentAfter = isRevoked;
    const payee = pickParty(turn, party);
    const counterparty = { type: 'party_id', value: payee.id };
    const intent = {
      as,
      payee,
      counterparty,
      amount: 1,
      skipReplay: true,
      isExclusive: true,
      ...(agent && { agent }),
    };
    const attempt = beginAttempt(turn, intent);
    const { transaction, refusal } = checkResponse(turn, attempt, await turn.send(attempt.request), refusals);
    if (transaction && sentAfter)
      turn.fail('G7', `${transaction.id} was accepted, but sent after the revocation`);
    if (transaction) accepted += 1;
    if (refusal !== null && refusals.includes(refusal) && sentAfter) await expectNoRead(turn, credential);
    return !(refusal !== null && refusals.includes(refusal));
  };
  const streaming = { isPaused: false };
  const stream = async (): Promise<void> => {
    while (!streaming.isPaused && (await payOnce()));
  };
  const streams = Promise.all([stream(), stream(), stream()]);
  streams.catch(() => undefined); // awaited below, but it may reject earlier
  await pause(random.below(15));
  // Sometimes the first request after the revocation is a read, so no refused payment has informed the server before.
  streaming.isPaused = random.chance(0.4);
  if (streaming.isPaused) await streams;
  await credential.revoke();
  isRevoked = true;
  if (streaming.isPaused)
    await Promise.all(run.world.httpClients.map((_, server) => expectNoRead(turn, credential, server)));
  await streams;
  const last = await Promise.all([payOnce(), payOnce()]);
  if (last.some(Boolean)) turn.fail('G7', 'a revoked credential was not refused as such');
  turn.record(`revoked after ${accepted > 9 ? '10+' : accepted > 0 ? '1–9' : '0'} payments`);
}

/** Checks that the credential cannot read either. */
async function expectNoRead(turn: Turn, { as, agent, refusals }: Credential, server?: number): Promise<void> {
  const request = { as, path: '/transactions?limit=1', agentId: agent?.id ?? null };
  const response = await turn.send(server === undefined ? request : { ...request, server });
  const [code = ''] = codesOf(response);
  if (!refusals.includes(code)) turn.fail('G7', 'a revoked credential can read');
}
