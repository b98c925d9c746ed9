import type * as SetFee from '../../../server/src/engine/plain-writes/set-fee.ts';
import { type HttpClient, openHttpClient } from '../../support/http.ts';
import { here, type Program, startProgram, stopProgram } from '../../support/program.ts';
import { removeFolder } from '../../support/scratch.ts';
import { type Administration, openAdministration } from './administration.ts';
import { noLimits, type PartyGroups } from './party-groups.ts';
import type { Delegation, Party } from '../model/types.ts';
import { type Leases, leasesOf } from './leases.ts';
import { type HookReceiver, startHookReceiver } from './receiver.ts';
import { makeDelegations, makeParties, type PartySpec } from './parties.ts';
import type { Random } from '../random.ts';

/** The environment of a run: servers on one database, and the parties. */
export type World = {
  programs: Program[];
  httpClients: HttpClient[];
  administration: Administration;
  parties: PartyGroups;
  lendExclusive: Leases<Party>;
  lendLimited: Leases<Party>;
  receiver: HookReceiver;
  /** The settings of its servers. */
  settings: Readonly<Record<string, string>>;
};

/**
 * Limits of requests and reviews that are never reached, timeouts that a busy machine can meet, and a bank that is done
 * within a round. A write that waits for longer gets the 503 that is documented, which no operation expects: at a load
 * of 17 on two processors 10 s were not enough for a turn.
 */
const usualSettings = {
  PURSER_RATE_PER_SECOND: '1000000',
  PURSER_RATE_BURST: '10000000',
  PURSER_ANONYMOUS_RATE_PER_SECOND: '1000000',
  PURSER_ANONYMOUS_RATE_BURST: '10000000',
  PURSER_ACQUIRE_TIMEOUT_MS: '50000',
  PURSER_LOCK_TIMEOUT_MS: '50000',
  PURSER_STATEMENT_TIMEOUT_MS: '60000',
  PURSER_MAX_IN_REVIEW_PER_AGENT: '10000',
  PURSER_SANDBOX_SETTLE_MS: '300',
  PURSER_WEBHOOKS_TO_LOOPBACK: 'true',
};

/** Starts the servers and creates the parties. */
export async function openWorld(options: {
  code?: string;
  servers: number;
  clients: number;
  random: Random;
  /** Counts what the receiver of webhooks does. */
  record: (outcome: string) => void;
  settings?: Readonly<Record<string, string>>;
}): Promise<World> {
  const { code = here, servers, clients, random, record } = options;
  const settings = { ...usualSettings, ...options.settings };
  const first = await startProgram({ code, settings });
  const programs = [first];
  while (programs.length < servers) programs.push(await startProgram({ code, settings, beside: first }));
  const administration = await openAdministration(code, first.connection);
  const parties = await makePartyGroups(administration, clients, random);
  return {
    programs,
    httpClients: programs.map(openHttpClient),
    administration,
    parties,
    lendExclusive: leasesOf(parties.exclusive),
    lendLimited: leasesOf(parties.limited),
    receiver: await startHookReceiver(record),
    settings,
  };
}

/** Stops the servers gracefully and removes their folders. */
export async function closeWorld({ programs, httpClients, administration, receiver }: World): Promise<void> {
  for (const http of httpClients) http.close();
  await administration.end();
  for (const program of programs.toReversed()) {
    if (program.isRunning()) await stopProgram(program);
    await removeFolder(program.folder);
  }
  await receiver.close();
}

/** Only payments of `payWithFee` are in this currency. */
export const feeCurrency = 'CHF';
export const feeTerms = { fixed: 7, basisPoints: 25 };

async function chargeFees({ administer, load }: Administration): Promise<void> {
  const { setFee } = await load<typeof SetFee>('engine/plain-writes/set-fee.ts');
  const fee = { kind: 'payment', currency: feeCurrency, ...feeTerms } as const;
  await administer((tx, now) => setFee(tx, { ...fee, operator: 'hammer', now }));
}

const rich = 1_000_000_000;
const endless = 1_000_000_000_000;

async function makePartyGroups(
  administration: Administration,
  clients: number,
  random: Random,
): Promise<PartyGroups> {
  const lent = Math.max(4, Math.min(24, Math.ceil(clients / 4)));
  const specs = {
    regular: specsOf('regular', 20, () => ({ funds: randomFunds(random), hasApprover: random.chance(0.6) })),
    exclusive: specsOf('exclusive', lent, () => ({ funds: {}, hasApprover: false })),
    limited: specsOf('limited', lent, () => ({ funds: { USD: rich, EUR: rich }, hasApprover: true })),
    wealthy: specsOf('wealthy', 10, () => ({ funds: { USD: rich, EUR: rich }, hasApprover: false })),
    treasury: specsOf('treasury', 1, () => ({
      funds: { USD: endless, EUR: endless, [feeCurrency]: endless },
      hasApprover: true,
    })),
  };
  await chargeFees(administration);
  const regular = await makeParties(administration, specs.regular);
  const [treasury] = await makeParties(administration, specs.treasury);
  const groups = {
    regular,
    exclusive: await makeParties(administration, specs.exclusive),
    limited: await makeParties(administration, specs.limited),
    wealthy: await makeParties(administration, specs.wealthy),
    treasury: treasury as Party,
  };
  await makeDelegations(administration, [
    ...regularDelegations(regular, random),
    ...delegationsToLimited(groups),
  ]);
  return groups;
}

function specsOf(role: string, count: number, spec: () => Omit<PartySpec, 'name'>): PartySpec[] {
  return Array.from({ length: count }, (_, index) => ({ ...spec(), name: `${role} ${index + 1}` }));
}

/** Returns initial funds low enough that regular parties run out of money at times. */
function randomFunds(random: Random): Record<string, number> {
  const dollars = { USD: random.between(5_000, 60_000) };
  return random.chance(0.5) ? { ...dollars, EUR: random.between(5_000, 60_000) } : dollars;
}

function regularDelegations(regular: readonly Party[], random: Random): Delegation[] {
  return regular.map((customer, index) => {
    const { agent } = regular[(index + 1) % regular.length] as Party;
    const mayPay = random.chance(0.8);
    const permissions = mayPay ? ['payments.create', 'payments.read'] : ['payments.read'];
    const limits = { ...noLimits, perTransaction: random.chance(0.5) ? 2_000 : null };
    return { customer, agent, permissions, limits };
  });
}

/** Each limited party acts for two wealthy customers, so that payments for them share nothing but the party's limit. */
function delegationsToLimited({ limited, wealthy }: PartyGroups): Delegation[] {
  return limited.flatMap(({ agent }, index) =>
    [0, 1].map((step) => ({
      customer: wealthy[(index + step) % wealthy.length] as Party,
      agent,
      permissions: ['payments.create', 'payments.read'],
      limits: noLimits,
    })),
  );
}
