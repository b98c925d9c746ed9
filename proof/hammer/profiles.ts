import { deposit, lookIntoBooks, moveClock, removeAccount } from './operations/administration.ts';
import { cancelInVain, cancelPayment, cancelTransfer } from './operations/cancel.ts';
import { copyChange, copyMoney } from './operations/copies.ts';
import { decide } from './operations/decide.ts';
import { bigDuel, duel } from './operations/duel.ts';
import { limitPeriod, limitTransaction, lowerLimit } from './operations/limits.ts';
import { readList } from './operations/lists.ts';
import { pay, payForCustomer, payFromTreasury, payNobody } from './operations/pay.ts';
import { raceCancels, raceDecisions } from './operations/races.ts';
import { readForCustomer, readThing } from './operations/reads.ts';
import { moveKey, replay, reuseKey, shareKey } from './operations/replay.ts';
import { revokeAgent, revokeApiKey } from './operations/revoke.ts';
import { payOpposite, payRing } from './operations/rings.ts';
import { change, createApiKey, inviteToParty, knockInVain } from './operations/settings.ts';
import { borrowAgent, filterForeign, probeForeign } from './operations/tenants.ts';
import { withdraw, withdrawByAgentKey, withdrawElsewhere } from './operations/withdraw.ts';
import { randomOf } from './random.ts';
import type { Turn } from './turn.ts';

/** A kind of operation: what one client does in one turn, with every comparison that belongs to it. */
export type Operation = (turn: Turn) => Promise<void>;

export const operations = {
  pay,
  payForCustomer,
  payFromTreasury,
  payNobody,
  withdraw,
  withdrawElsewhere,
  withdrawByAgentKey,
  cancelPayment,
  cancelTransfer,
  cancelInVain,
  decide,
  raceDecisions,
  raceCancels,
  copyMoney,
  copyChange,
  replay,
  reuseKey,
  shareKey,
  moveKey,
  duel,
  bigDuel,
  payOpposite,
  payRing,
  limitTransaction,
  limitPeriod,
  lowerLimit,
  revokeApiKey,
  revokeAgent,
  probeForeign,
  filterForeign,
  borrowAgent,
  readThing,
  readForCustomer,
  readList,
  change,
  inviteToParty,
  createApiKey,
  knockInVain,
  deposit,
  removeAccount,
  moveClock,
  lookIntoBooks,
} satisfies Record<string, Operation>;

export type Kind = keyof typeof operations;
type Weights = Readonly<Partial<Record<Kind, number>>>;

const mixed: Weights = {
  pay: 260,
  payForCustomer: 60,
  payFromTreasury: 40,
  payNobody: 10,
  withdraw: 50,
  withdrawElsewhere: 5,
  withdrawByAgentKey: 4,
  cancelPayment: 25,
  cancelTransfer: 15,
  cancelInVain: 10,
  decide: 40,
  raceDecisions: 10,
  raceCancels: 8,
  copyMoney: 45,
  copyChange: 15,
  replay: 30,
  reuseKey: 12,
  shareKey: 12,
  moveKey: 8,
  duel: 14,
  payOpposite: 40,
  payRing: 30,
  limitTransaction: 12,
  limitPeriod: 14,
  lowerLimit: 5,
  revokeApiKey: 5,
  revokeAgent: 5,
  probeForeign: 60,
  filterForeign: 6,
  borrowAgent: 6,
  readThing: 70,
  readForCustomer: 10,
  readList: 25,
  change: 30,
  inviteToParty: 5,
  createApiKey: 5,
  knockInVain: 8,
  deposit: 8,
  removeAccount: 3,
  moveClock: 2,
  lookIntoBooks: 2,
};

/** How often which kind comes up. `mixed` has everything, the others one promise above all. */
export const profiles = {
  mixed,
  duels: {
    pay: 20,
    duel: 60,
    bigDuel: 3,
    payFromTreasury: 5,
    deposit: 2,
    withdraw: 5,
    raceCancels: 2,
    cancelPayment: 3,
  },
  keys: { pay: 20, copyMoney: 40, copyChange: 15, replay: 15, reuseKey: 5, shareKey: 5 },
  rings: { payOpposite: 60, payRing: 30, change: 5, pay: 5 },
  limits: { limitTransaction: 30, limitPeriod: 40, lowerLimit: 20, decide: 5, pay: 5 },
  revoke: { revokeApiKey: 40, revokeAgent: 40, pay: 20 },
} as const satisfies Record<string, Weights>;

export type ProfileName = keyof typeof profiles;

// They need a session beside the server, or a request that may not be sent twice.
const notUnderKills = new Set<Kind>([
  'revokeApiKey',
  'revokeAgent',
  'deposit',
  'removeAccount',
  'moveClock',
  'lookIntoBooks',
  'inviteToParty',
  'createApiKey',
]);

/** Draws the kind of a client's operation: the same for the same seed, client and number. */
export function drawKind(profile: ProfileName, kills: boolean, ...seeds: number[]): Kind {
  const weights = Object.entries<number>(profiles[profile]).filter(
    ([kind]) => !kills || !notUnderKills.has(kind as Kind),
  );
  let left = randomOf('kind', ...seeds).below(weights.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [kind, weight] of weights) {
    left -= weight;
    if (left < 0) return kind as Kind;
  }
  return 'pay';
}
