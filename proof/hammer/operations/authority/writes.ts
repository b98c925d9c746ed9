import { dataOf, outcomeOf, type RequestSpec, type Turn } from '../../turn.ts';
import type { Agent, Party } from '../../model/types.ts';
import { noLimits } from '../../world/party-groups.ts';

/** A resource in a response. */
export type Shown = {
  id: string;
  attributes: Record<string, unknown>;
  relationships: Record<string, { data: { id: string } | null } | undefined>;
};

/** Sends a write that must succeed, by default as a POST, and returns the resource in its response. */
export async function succeed<T = Shown>(turn: Turn, spec: RequestSpec): Promise<T> {
  const { method = 'POST', path } = spec;
  const response = await turn.send({ key: turn.token(), ...spec, method });
  if (response.status >= 300) turn.fail('responses', `${method} ${path} had ${outcomeOf(response)}`);
  return dataOf(response) as T;
}

/** Returns the time that the service's clock shows. */
export async function readClock(turn: Turn): Promise<Date> {
  const as = turn.run.world.parties.treasury.owner;
  const response = await turn.send({ as, path: '/simulations/clock' });
  return new Date(String((dataOf(response) as Shown).attributes['now']));
}

/** Advances the clock of all servers. */
export async function passTime(turn: Turn, seconds: number): Promise<void> {
  const as = turn.run.world.parties.treasury.owner;
  await succeed(turn, { as, path: '/simulations/clock/advance', body: { seconds } });
}

/** Creates an agent with a key. Returns null if a kill of the server has cost the key, which is shown once. */
export async function newAgent(turn: Turn, party: Party): Promise<(Agent & { keyId: string }) | null> {
  const as = party.owner;
  const { id } = await succeed(turn, { as, path: '/agents', body: { name: turn.token() } });
  const made = await succeed(turn, { as, path: '/agent-keys', body: { agentId: id }, skipReplay: true });
  const key = secretOf(turn, made, 'agentKey');
  if (key === null) turn.record('(lost)');
  return key === null ? null : { id, key, keyId: made.id, party, limits: noLimits };
}

/** Returns the secret of a new key, and has the run search for it at its end. A replay does not show it: null. */
export function secretOf({ run }: Turn, { attributes }: Shown, name: 'apiKey' | 'agentKey'): string | null {
  const secret = attributes[name];
  if (typeof secret !== 'string') return null;
  run.model.secrets.add(secret);
  return secret;
}
