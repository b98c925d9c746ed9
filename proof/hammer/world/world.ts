import { openHttpClient } from '../../support/http.ts';
import type { HttpClient } from '../../support/http.ts';
import { here, startProgram, stopProgram } from '../../support/program.ts';
import type { Program } from '../../support/program.ts';
import { removeFolder } from '../../support/scratch.ts';
import { openAdministration } from './administration.ts';
import type { Administration } from './administration.ts';
import type { Cast } from './cast.ts';
import type { Delegation, Party } from '../model/types.ts';
import { leasesOf } from './leases.ts';
import type { Leases } from './leases.ts';
import { makeDelegations, makePeople } from './people.ts';
import type { Sketch } from './people.ts';
import type { Random } from '../random.ts';

/** What a run plays in: servers on one database, and who plays. */
export type World = {
  programs: Program[];
  https: HttpClient[];
  administration: Administration;
  cast: Cast;
  lendDuelist: Leases<Party>;
  lendLimited: Leases<Party>;
};

/**
 * No rate limits in the way, time limits that a busy machine keeps, and a bank that ends withdrawals while the load
 * goes on.
 */
export const settings = {
  PURSER_RATE_PER_SECOND: '1000000',
  PURSER_RATE_BURST: '10000000',
  PURSER_ANONYMOUS_RATE_PER_SECOND: '1000000',
  PURSER_ANONYMOUS_RATE_BURST: '10000000',
  PURSER_ACQUIRE_TIMEOUT_MS: '10000',
  PURSER_LOCK_TIMEOUT_MS: '10000',
  PURSER_STATEMENT_TIMEOUT_MS: '20000',
  PURSER_SANDBOX_SETTLE_MS: '300',
};

/** Starts the servers and makes the people. */
export async function openWorld(options: {
  code?: string;
  servers: number;
  clients: number;
  random: Random;
}): Promise<World> {
  const { code = here, servers, clients, random } = options;
  const first = await startProgram({ code, settings });
  const programs = [first];
  while (programs.length < servers) programs.push(await startProgram({ code, settings, beside: first }));
  const administration = await openAdministration(code, first.connection);
  const cast = await makeCast(administration, clients, random);
  return {
    programs,
    https: programs.map(openHttpClient),
    administration,
    cast,
    lendDuelist: leasesOf(cast.duelists),
    lendLimited: leasesOf(cast.limited),
  };
}

/** Ends the servers in the orderly way, and removes their folders. */
export async function closeWorld({ programs, https, administration }: World): Promise<void> {
  for (const http of https) http.close();
  await administration.end();
  for (const program of programs.toReversed()) {
    if (program.isRunning()) await stopProgram(program);
    await removeFolder(program.folder);
  }
}

const rich = 1_000_000_000;
const endless = 1_000_000_000_000;

async function makeCast(administration: Administration, clients: number, random: Random): Promise<Cast> {
  const lent = Math.max(4, Math.min(24, Math.ceil(clients / 4)));
  const sketches = {
    folk: crowd('folk', 20, () => ({ funds: somePocketMoney(random), hasApprover: random.chance(0.6) })),
    duelists: crowd('duelist', lent, () => ({ funds: {}, hasApprover: false })),
    limited: crowd('limited', lent, () => ({ funds: { USD: rich }, hasApprover: true })),
    ringers: crowd('ringer', 10, () => ({ funds: { USD: rich }, hasApprover: false })),
    treasury: crowd('treasury', 1, () => ({ funds: { USD: endless, EUR: endless }, hasApprover: true })),
  };
  const folk = await makePeople(administration, sketches.folk);
  const [treasury] = await makePeople(administration, sketches.treasury);
  const cast = {
    folk,
    duelists: await makePeople(administration, sketches.duelists),
    limited: await makePeople(administration, sketches.limited),
    ringers: await makePeople(administration, sketches.ringers),
    treasury: treasury as Party,
  };
  await makeDelegations(administration, [...someDelegations(folk, random), ...unlimitedDelegations(cast)]);
  return cast;
}

function crowd(role: string, count: number, sketch: () => Omit<Sketch, 'name'>): Sketch[] {
  return Array.from({ length: count }, (_, index) => ({ ...sketch(), name: `${role} ${index + 1}` }));
}

/** Little enough that the folk run out of money now and then. */
function somePocketMoney(random: Random): Record<string, number> {
  const dollars = { USD: random.between(5_000, 60_000) };
  return random.chance(0.5) ? { ...dollars, EUR: random.between(5_000, 60_000) } : dollars;
}

function someDelegations(folk: readonly Party[], random: Random): Delegation[] {
  return folk.map((customer, index) => {
    const { agent } = folk[(index + 1) % folk.length] as Party;
    const mayPay = random.chance(0.8);
    const permissions = mayPay ? ['payments.create', 'payments.read'] : ['payments.read'];
    return { customer, agent, permissions, perTransaction: random.chance(0.5) ? 2_000 : null };
  });
}

/** The limited act for two of those who never run out of money: what they share with each other is their own limit. */
function unlimitedDelegations({ limited, ringers }: Cast): Delegation[] {
  return limited.flatMap(({ agent }, index) =>
    [0, 1].map((step) => ({
      customer: ringers[(index + step) % ringers.length] as Party,
      agent,
      permissions: ['payments.create', 'payments.read'],
      perTransaction: null,
    })),
  );
}
