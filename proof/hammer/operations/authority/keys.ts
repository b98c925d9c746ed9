import { codesOf } from '../../../support/http.ts';
import type { Actor, Party } from '../../model/types.ts';
import { pickParty } from '../../picking.ts';
import { dataOf, outcomeOf, type Turn } from '../../turn.ts';
import { payOneCent, payUntilTaken, type Power } from './until-taken.ts';
import { newAgent, passTime, readClock, secretOf, type Shown, succeed } from './writes.ts';

const gone = { refusals: ['unauthenticated'], readRefusals: ['unauthenticated'] };

/** An API key works until it is revoked, by its party or by itself. */
export async function revokeApiKey(turn: Turn): Promise<void> {
  const party = pickParty(turn);
  const made = await newApiKey(turn, party, {});
  if (!made) return;
  const { id, as } = made;
  const by = turn.run.kills || turn.random.chance(0.5) ? party.owner : as; // its own retry would be refused
  const take = async (): Promise<void> => {
    await succeed(turn, { as: by, method: 'DELETE', path: `/api-keys/${id}`, skipReplay: by === as });
  };
  await payUntilTaken(turn, { ...gone, as, take });
}

/** An API key works until it expires, by the service's clock. */
export async function expireApiKey(turn: Turn): Promise<void> {
  const seconds = turn.random.between(20, 40);
  const expiresAt = new Date((await readClock(turn)).getTime() + seconds * 1000);
  const terms = { expiresAt: expiresAt.toISOString() };
  const made = await newApiKey(turn, pickParty(turn), terms, ['invalid_value']);
  if (made) await payUntilTaken(turn, { ...gone, as: made.as, ...endingAt(turn, expiresAt, seconds) });
  else if ((await readClock(turn)) < expiresAt) turn.fail('responses', 'a time in the future was refused');
}

/** A rotated agent key works until its overlap is over, or no longer; the key that replaces it works all the time. */
export async function rotateAgentKey(turn: Turn): Promise<void> {
  const party = pickParty(turn);
  const agent = await newAgent(turn, party);
  if (!agent) return;
  const as = { ...party.owner, key: agent.key, agent };
  await rotate(turn, as, { path: `/agent-keys/${agent.keyId}/rotate`, name: 'agentKey', by: party.owner });
}

/** The same of an API key, which may rotate itself. */
export async function rotateApiKey(turn: Turn): Promise<void> {
  const party = pickParty(turn);
  const made = await newApiKey(turn, party, {});
  if (!made) return;
  const { id, as } = made;
  const by = turn.run.kills || turn.random.chance(0.5) ? party.owner : as; // its own retry would be refused
  await rotate(turn, as, { path: `/api-keys/${id}/rotate`, name: 'apiKey', by });
}

async function rotate(
  turn: Turn,
  as: Actor,
  { path, name, by }: { path: string; name: 'apiKey' | 'agentKey'; by: Actor },
): Promise<void> {
  const overlap_s = turn.run.kills || turn.random.chance(0.3) ? 0 : turn.random.between(5, 15);
  const send = (): Promise<Shown> =>
    succeed(turn, { as: by, path, body: { expiresInSeconds: overlap_s }, skipReplay: true });
  let rotated: Shown | null = null;
  if (overlap_s === 0) {
    const take = async (): Promise<void> => {
      rotated = await send();
    };
    await payUntilTaken(turn, { ...gone, as, take });
  } else {
    rotated = await send();
    const expiresAt = new Date(String(rotated.attributes['previousKeyExpiresAt'])); // in whole seconds
    await payUntilTaken(turn, { ...gone, as, ...endingAt(turn, expiresAt, overlap_s) });
  }
  const key = rotated && secretOf(turn, rotated, name);
  if (key !== null) await payOneCent(turn, { as: { ...as, key }, refusals: [] });
}

/** The end of a key that expires: the clock passes its time, on all servers at once. */
function endingAt(turn: Turn, expiresAt: Date, seconds: number): Required<Pick<Power, 'take' | 'hasEnded'>> {
  return { take: () => passTime(turn, seconds), hasEnded: async () => (await readClock(turn)) >= expiresAt };
}

/** Creates an API key that can pay. Returns null if that was refused with one of the codes. */
async function newApiKey(
  turn: Turn,
  party: Party,
  terms: object,
  refusals: readonly string[] = [],
): Promise<{ id: string; as: Actor } | null> {
  const scopes = ['payments.create', 'payments.read', 'api_keys.create', 'api_keys.delete'];
  const body = { name: 'To be taken', scopes, ...terms };
  const response = await turn.send({ as: party.owner, method: 'POST', path: '/api-keys', body });
  if (refusals.includes(codesOf(response)[0] ?? '')) return null;
  if (response.status !== 201) turn.fail('responses', `a new key had ${outcomeOf(response)}`);
  const made = dataOf(response) as Shown;
  const key = secretOf(turn, made, 'apiKey');
  if (key === null) turn.fail('responses', 'a new API key was not shown');
  return { id: made.id, as: { ...party.owner, key } };
}
