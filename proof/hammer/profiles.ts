import { deposit, checkSums, advanceClock, removeAccount } from './operations/administration.ts';
import { revokeAgent, suspendAgent } from './operations/authority/agents.ts';
import { lowerGrant, takeDelegation } from './operations/authority/delegations.ts';
import { acceptByToken, raceAnswers } from './operations/authority/invitations.ts';
import { expireApiKey, revokeApiKey, rotateAgentKey } from './operations/authority/keys.ts';
import { removeMember } from './operations/authority/members.ts';
import { cancelRefused, cancelPayment, cancelTransfer } from './operations/cancel.ts';
import { sendDuplicateChanges, sendDuplicatePayments } from './operations/duplicates.ts';
import { decide } from './operations/decide.ts';
import { exhaustWalletWith200, exhaustWallet } from './operations/exhaust-wallet.ts';
import { freezeParty } from './operations/authority/freeze.ts';
import { limitPeriod, limitTransaction, lowerLimit } from './operations/limits.ts';
import { readList } from './operations/lists.ts';
import { pay, payForCustomer, payFromTreasury, payInvalidRecipient } from './operations/pay.ts';
import { raceCancels, raceDecisions } from './operations/races.ts';
import { readForCustomer, readTogether, readTransaction } from './operations/reads.ts';
import { reuseKeyOnOtherPath, replay, reuseKey, reuseKeyOfOtherParty } from './operations/replay.ts';
import { countPayments, refuseRepeats, reviewNewPayee } from './operations/rules.ts';
import { payOpposite, payRing } from './operations/rings.ts';
import { change, createApiKey, inviteToParty, sendUnauthorized } from './operations/settings.ts';
import { signUp } from './operations/sign-up.ts';
import { filterByTag } from './operations/tags.ts';
import { tryPayment } from './operations/try.ts';
import { useForeignAgent, filterForeign, probeForeign } from './operations/tenants.ts';
import { withdraw, withdrawByAgentKey, withdrawToForeignAccount } from './operations/withdraw.ts';
import { randomOf } from './random.ts';
import type { Turn } from './turn.ts';

/** An operation: what a client does in one turn, with all its checks. */
export type Operation = (turn: Turn) => Promise<void>;

export const operations = {
  pay,
  payForCustomer,
  payFromTreasury,
  payInvalidRecipient,
  tryPayment,
  withdraw,
  withdrawToForeignAccount,
  withdrawByAgentKey,
  cancelPayment,
  cancelTransfer,
  cancelRefused,
  decide,
  raceDecisions,
  raceCancels,
  sendDuplicatePayments,
  sendDuplicateChanges,
  replay,
  reuseKey,
  reuseKeyOfOtherParty,
  reuseKeyOnOtherPath,
  exhaustWallet,
  exhaustWalletWith200,
  payOpposite,
  payRing,
  limitTransaction,
  limitPeriod,
  lowerLimit,
  countPayments,
  refuseRepeats,
  reviewNewPayee,
  revokeApiKey,
  expireApiKey,
  rotateAgentKey,
  suspendAgent,
  revokeAgent,
  takeDelegation,
  lowerGrant,
  raceAnswers,
  acceptByToken,
  removeMember,
  freezeParty,
  probeForeign,
  filterForeign,
  useForeignAgent,
  signUp,
  readTransaction,
  readTogether,
  readForCustomer,
  readList,
  filterByTag,
  change,
  inviteToParty,
  createApiKey,
  sendUnauthorized,
  deposit,
  removeAccount,
  advanceClock,
  checkSums,
} satisfies Record<string, Operation>;

export type Kind = keyof typeof operations;
type Weights = Readonly<Partial<Record<Kind, number>>>;

const mixed: Weights = {
  pay: 260,
  payForCustomer: 60,
  payFromTreasury: 40,
  payInvalidRecipient: 10,
  tryPayment: 15,
  withdraw: 50,
  withdrawToForeignAccount: 5,
  withdrawByAgentKey: 4,
  cancelPayment: 25,
  cancelTransfer: 15,
  cancelRefused: 10,
  decide: 40,
  raceDecisions: 10,
  raceCancels: 8,
  sendDuplicatePayments: 45,
  sendDuplicateChanges: 15,
  replay: 30,
  reuseKey: 12,
  reuseKeyOfOtherParty: 12,
  reuseKeyOnOtherPath: 8,
  exhaustWallet: 14,
  payOpposite: 40,
  payRing: 30,
  limitTransaction: 12,
  limitPeriod: 14,
  lowerLimit: 5,
  countPayments: 6,
  refuseRepeats: 6,
  reviewNewPayee: 4,
  revokeApiKey: 5,
  expireApiKey: 3,
  rotateAgentKey: 4,
  suspendAgent: 4,
  revokeAgent: 4,
  takeDelegation: 8,
  lowerGrant: 4,
  raceAnswers: 5,
  acceptByToken: 3,
  removeMember: 4,
  freezeParty: 5,
  probeForeign: 60,
  filterForeign: 6,
  useForeignAgent: 6,
  signUp: 5,
  readTransaction: 50,
  readTogether: 14,
  readForCustomer: 10,
  readList: 25,
  filterByTag: 15,
  change: 30,
  inviteToParty: 5,
  createApiKey: 5,
  sendUnauthorized: 8,
  deposit: 8,
  removeAccount: 3,
  advanceClock: 2,
  checkSums: 2,
};

/** The weight of each kind of operation. `mixed` has all kinds, the others concentrate on one guarantee. */
export const profiles = {
  mixed,
  duels: {
    pay: 20,
    exhaustWallet: 60,
    exhaustWalletWith200: 3,
    payFromTreasury: 5,
    deposit: 2,
    withdraw: 5,
    raceCancels: 2,
    cancelPayment: 3,
  },
  keys: {
    pay: 20,
    sendDuplicatePayments: 40,
    sendDuplicateChanges: 15,
    replay: 15,
    reuseKey: 5,
    reuseKeyOfOtherParty: 5,
  },
  rings: { payOpposite: 60, payRing: 30, change: 5, pay: 5 },
  limits: { limitTransaction: 30, limitPeriod: 40, lowerLimit: 20, decide: 5, pay: 5 },
  rules: { countPayments: 30, refuseRepeats: 30, reviewNewPayee: 20, decide: 5, pay: 15 },
  revoke: {
    revokeApiKey: 15,
    expireApiKey: 5,
    rotateAgentKey: 10,
    suspendAgent: 10,
    revokeAgent: 15,
    takeDelegation: 20,
    lowerGrant: 5,
    raceAnswers: 10,
    removeMember: 10,
    freezeParty: 10,
    acceptByToken: 5,
    pay: 20,
  },
  seldomFreeze: { freezeParty: 3, payOpposite: 97 },
  // Each client has one request under way, so that no party of theirs uses up its share.
  hostile: {
    pay: 40,
    payForCustomer: 10,
    withdraw: 10,
    cancelPayment: 4,
    cancelTransfer: 2,
    replay: 4,
    readTransaction: 20,
    readForCustomer: 4,
    readList: 8,
    filterByTag: 4,
    change: 10,
  },
  seldomRevoke: { revokeApiKey: 3, payOpposite: 97 },
} as const satisfies Record<string, Weights>;

export type ProfileName = keyof typeof profiles;

// They need their own database session, or send a request that must not be retried.
const excludedWithKills = new Set<Kind>([
  'expireApiKey',
  'acceptByToken',
  'freezeParty',
  'deposit',
  'removeAccount',
  'advanceClock',
  'checkSums',
  'inviteToParty',
  'signUp',
  'createApiKey',
]);

/** Draws the kind of an operation. The same seed, client and turn always give the same kind. */
export function drawKind(profile: ProfileName, kills: boolean, ...seeds: number[]): Kind {
  const weights = Object.entries<number>(profiles[profile]).filter(
    ([kind]) => !kills || !excludedWithKills.has(kind as Kind),
  );
  let left = randomOf('kind', ...seeds).below(weights.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [kind, weight] of weights) {
    left -= weight;
    if (left < 0) return kind as Kind;
  }
  return 'pay';
}
