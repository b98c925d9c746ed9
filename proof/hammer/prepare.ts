import { limitsOf, limitsToJson } from './limits.ts';
import type { Random } from './random.ts';
import { noLimits } from './world/party-groups.ts';
import type { Agent, Limits, Party } from './model/types.ts';
import type { World } from './world/world.ts';

/** Sets limits for some regular parties and their agents, which do not change during the run. */
export async function setFixedLimits(world: World, random: Random): Promise<void> {
  for (const party of world.parties.regular) {
    const { agent } = party;
    if (random.chance(0.5)) {
      const perTransaction = random.between(200, 3_000);
      const inEuros = random.chance(0.5) ? limitsOf('EUR', { perTransaction, perDay: 20_000 }) : {};
      await setLimits(world, party, agent, { ...noLimits, ...inEuros, perTransaction });
    } else if (random.chance(0.4)) {
      await setLimits(world, party, agent, { ...noLimits, perDay: random.between(5_000, 30_000) });
    }
    const ofParty = random.below(10);
    if (ofParty < 2) await setLimits(world, party, party, { ...noLimits, perTransaction: 2_500 });
    else if (ofParty < 4) await setLimits(world, party, party, { ...noLimits, perDay: 60_000 });
  }
}

async function setLimits(world: World, party: Party, of: Party | Agent, limits: Limits): Promise<void> {
  const [http] = world.httpClients;
  const isAgent = of !== party;
  const response = await http?.send({
    method: isAgent ? 'PATCH' : 'PUT',
    path: isAgent ? `/agents/${of.id}` : '/parties/me/limits',
    key: party.owner.key,
    headers: { 'Idempotency-Key': `limits of ${of.id}` },
    body: { data: { attributes: { limits: limitsToJson(limits) } } },
  });
  if (response?.status !== 200) throw new Error(`limits were not set: ${response?.text ?? 'no server'}`);
  of.limits = limits;
}
