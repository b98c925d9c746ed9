import type { Random } from './random.ts';
import { noLimits } from './world/cast.ts';
import type { Agent, Limits, Party } from './model/types.ts';
import type { World } from './world/world.ts';

/** Gives some of the folk and of their agents limits that stay as they are. */
export async function setLastingLimits(world: World, random: Random): Promise<void> {
  for (const party of world.cast.folk) {
    const { agent } = party;
    if (random.chance(0.5)) {
      const perTransaction = random.between(200, 3_000);
      await setLimits(world, party, agent, { ...noLimits, perTransaction });
    } else if (random.chance(0.4)) {
      await setLimits(world, party, agent, { ...noLimits, perDay: random.between(5_000, 30_000) });
    }
    const ofParty = random.below(10);
    if (ofParty < 2) await setLimits(world, party, party, { ...noLimits, perTransaction: 2_500 });
    else if (ofParty < 4) await setLimits(world, party, party, { ...noLimits, perDay: 60_000 });
  }
}

async function setLimits(world: World, party: Party, of: Party | Agent, limits: Limits): Promise<void> {
  const [http] = world.https;
  const isAgent = of !== party;
  const response = await http?.send({
    method: isAgent ? 'PATCH' : 'PUT',
    path: isAgent ? `/agents/${of.id}` : '/parties/me/limits',
    key: party.owner.key,
    headers: { 'Idempotency-Key': `limits of ${of.id}` },
    body: { data: { attributes: { limits } } },
  });
  if (response?.status !== 200) throw new Error(`limits were not set: ${response?.text ?? 'no server'}`);
  of.limits = limits;
}
