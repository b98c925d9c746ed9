import { setTimeout as pause } from 'node:timers/promises';
import type * as AgentKeys from '../../../server/src/agent-keys/mint.ts';
import type * as AgentVerbs from '../../../server/src/agents/revoke.ts';
import type * as ApiKeys from '../../../server/src/api-keys/mint.ts';
import type * as ApiKeyVerbs from '../../../server/src/api-keys/revoke.ts';
import type * as Ids from '../../../server/src/lib/id.ts';
import type * as Scopes from '../../../server/src/scopes.ts';
import type * as Make from '../../../server/src/seed/make.ts';
import { codesOf } from '../../support/http.ts';
import { begin, judge } from '../paying.ts';
import { pickParty } from '../picking.ts';
import type { Turn } from '../turn.ts';
import type { Agent, Actor, Party } from '../model/types.ts';
import { noLimits } from '../world/cast.ts';

/** What is about to be revoked: how it pays, how it is revoked, and what it is answered afterwards. */
type Doomed = { as: Actor; agent?: Agent; revoke: () => Promise<void>; refusals: readonly string[] };

/** Nothing that is sent after an API key's revocation was acknowledged is accepted (G7). */
export async function revokeApiKey(turn: Turn): Promise<void> {
  const party = pickParty(turn);
  await payUntilRevoked(turn, party, await doomedApiKey(turn, party));
}

/** The same of an agent, whether by its own key or named in a header. */
export async function revokeAgent(turn: Turn): Promise<void> {
  const party = pickParty(turn);
  await payUntilRevoked(turn, party, await doomedAgent(turn, party));
}

async function doomedApiKey({ run }: Turn, party: Party): Promise<Doomed> {
  const { load, administer } = run.world.administration;
  const { mintApiKey } = await load<typeof ApiKeys>('api-keys/mint.ts');
  const { revokeApiKey: revoke } = await load<typeof ApiKeyVerbs>('api-keys/revoke.ts');
  const { scopes } = await load<typeof Scopes>('scopes.ts');
  const ids = await idsOf(run.world.administration, party);
  const key = await administer((tx, now) =>
    mintApiKey(tx, { ...ids, name: 'Doomed', scopes, environment: 'sandbox', now }),
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

async function doomedAgent({ run, random }: Turn, party: Party): Promise<Doomed> {
  const { load, administer } = run.world.administration;
  const { makeAgent } = await load<typeof Make>('seed/make.ts');
  const { mintAgentKey } = await load<typeof AgentKeys>('agent-keys/mint.ts');
  const { revokeAgent: revoke } = await load<typeof AgentVerbs>('agents/revoke.ts');
  const { publicId } = await load<typeof Ids>('lib/id.ts');
  const ids = await idsOf(run.world.administration, party);
  const { partyId, userId } = ids;
  const made = await administer(async (tx, now) => {
    const id = await makeAgent(tx, now, ids, 'Doomed', null);
    const terms = { agentId: id, userId, environment: 'sandbox', now } as const;
    return { id, key: await mintAgentKey(tx, partyId, terms) };
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
    // Who is under way meets the engine, which looks at the agent itself.
    refusals: byKey ? ['unauthenticated', 'agent_not_found'] : ['agent_not_found'],
  };
}

async function idsOf({ load }: Turn['run']['world']['administration'], party: Party) {
  const { parseId } = await load<typeof Ids>('lib/id.ts');
  const [partyId, userId] = [parseId('pty', party.id), parseId('usr', party.userId)];
  if (!partyId || !userId) throw new Error('a party without an id');
  return { partyId, userId };
}

/** Streams of payments through it, while it is revoked at some moment. */
async function payUntilRevoked(turn: Turn, party: Party, doomed: Doomed): Promise<void> {
  const { random, run } = turn;
  let isRevoked = false;
  let accepted = 0;
  const { as, agent, refusals } = doomed;
  const payOnce = async (): Promise<boolean> => {
    const sentAfter = isRevoked;
    const payee = pickParty(turn, party);
    const counterparty = { type: 'party_id', value: payee.id };
    const intent = {
      as,
      payee,
      counterparty,
      amount: 1,
      isForgotten: true,
      isPrivate: true,
      ...(agent && { agent }),
    };
    const asked = begin(turn, intent);
    const { thing, refusal } = judge(turn, asked, await turn.send(asked.ask), refusals);
    if (thing && sentAfter) turn.fail('G7', `${thing.id} was accepted, and sent after the revocation`);
    if (thing) accepted += 1;
    if (refusal !== null && refusals.includes(refusal) && sentAfter) await expectNoRead(turn, doomed);
    return !(refusal !== null && refusals.includes(refusal));
  };
  const streaming = { isPaused: false };
  const stream = async (): Promise<void> => {
    while (!streaming.isPaused && (await payOnce()));
  };
  const streams = Promise.all([stream(), stream(), stream()]);
  streams.catch(() => undefined); // seen below; it may fail before that
  await pause(random.below(15));
  // Sometimes a read is the first to come: no refused payment has told the server by then.
  streaming.isPaused = random.chance(0.4);
  if (streaming.isPaused) await streams;
  await doomed.revoke();
  isRevoked = true;
  if (streaming.isPaused)
    await Promise.all(run.world.https.map((_, server) => expectNoRead(turn, doomed, server)));
  await streams;
  const last = await Promise.all([payOnce(), payOnce()]);
  if (last.some(Boolean)) turn.fail('G7', 'a revoked caller is not refused as such');
  turn.note(`revoked after ${accepted > 9 ? '10+' : accepted > 0 ? '1–9' : '0'} payments`);
}

/** Nor may it read. */
async function expectNoRead(turn: Turn, { as, agent, refusals }: Doomed, server?: number): Promise<void> {
  const ask = { as, path: '/transactions?limit=1', agentId: agent?.id ?? null };
  const response = await turn.send(server === undefined ? ask : { ...ask, server });
  const [code = ''] = codesOf(response);
  if (!refusals.includes(code)) turn.fail('G7', 'a revoked caller reads');
}
