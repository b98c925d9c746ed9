import { randomOf } from './random.ts';
import type { Kind } from './kinds.ts';
import { ruleOperations } from './operations/rules.ts';

type Weights = Readonly<Partial<Record<Kind, number>>>;

/** Each operation that tries the rules, with this weight. */
function triesOfRules(weight: number): Weights {
  return Object.fromEntries(Object.keys(ruleOperations).map((kind) => [kind, weight]));
}

const mixed: Weights = {
  pay: 260,
  payForCustomer: 60,
  payFromTreasury: 40,
  payInvalidRecipient: 10,
  tryPayment: 15,
  payRequest: 30,
  payByTool: 25,
  payAgainByTool: 10,
  payByProgram: 25,
  payOnPage: 5,
  signInOnPage: 2,
  joinOnPage: 3,
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
  payWithFee: 12,
  payOutFees: 2,
  payOpposite: 40,
  payRing: 30,
  limitTransaction: 12,
  limitPeriod: 14,
  lowerLimit: 5,
  decideAsMinter: 5,
  approveByPolicy: 5,
  showPayees: 4,
  ...triesOfRules(5),
  revokeApiKey: 5,
  expireApiKey: 3,
  rotateAgentKey: 4,
  rotateApiKey: 3,
  suspendAgent: 4,
  revokeAgent: 4,
  takeDelegation: 8,
  lowerGrant: 4,
  limitGrant: 4,
  raceAnswers: 5,
  acceptByToken: 3,
  removeMember: 6,
  endGrant: 5,
  freezeParty: 5,
  probeForeign: 60,
  filterForeign: 6,
  useForeignAgent: 6,
  signUp: 8,
  raceClaim: 5,
  raceTakeOver: 8,
  splitWallet: 5,
  refund: 12,
  readTransaction: 50,
  readTogether: 14,
  readForCustomer: 10,
  readList: 25,
  readEvents: 15,
  readStatement: 10,
  filterByTag: 15,
  change: 30,
  inviteToParty: 5,
  createApiKey: 5,
  sendUnauthorized: 8,
  deposit: 8,
  drawDeposit: 6,
  removeAccount: 3,
  linkAccount: 3,
  advanceClock: 2,
  checkSums: 2,
};

/** The weight of each kind of operation. `mixed` has all kinds except two, the others concentrate on one guarantee. */
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
    payWithFee: 6,
    payOutFees: 2,
    refund: 5,
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
  limits: {
    limitTransaction: 30,
    limitPeriod: 40,
    lowerLimit: 20,
    limitGrant: 30,
    decideAsMinter: 10,
    decide: 5,
    pay: 5,
  },
  reviews: { fillReview: 40, payOpposite: 10, decideAsMinter: 10, approveByPolicy: 20 },
  payees: { showPayees: 40, tryPayment: 20, pay: 20, payForCustomer: 10, decide: 10 },
  rules: { ...triesOfRules(30), decide: 5, pay: 15 },
  revoke: {
    revokeApiKey: 15,
    expireApiKey: 5,
    rotateAgentKey: 10,
    rotateApiKey: 10,
    suspendAgent: 10,
    revokeAgent: 15,
    takeDelegation: 20,
    lowerGrant: 5,
    limitGrant: 8,
    raceAnswers: 10,
    removeMember: 10,
    endGrant: 15,
    payByProgram: 20,
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
  pages: { payOnPage: 30, signInOnPage: 10, joinOnPage: 5, pay: 30, decide: 30 },
  accounts: {
    drawDeposit: 20,
    linkAccount: 20,
    pay: 20,
    withdraw: 20,
    withdrawToForeignAccount: 5,
    refund: 10,
  },
  tenants: {
    probeForeign: 60,
    filterForeign: 6,
    useForeignAgent: 6,
    readTransaction: 30,
    readList: 10,
    filterByTag: 15,
    pay: 30,
    payForCustomer: 10,
    withdraw: 15,
    withdrawToForeignAccount: 6,
    decide: 10,
    cancelPayment: 5,
    cancelRefused: 10,
    change: 10,
  },
  requests: { payRequest: 60, pay: 10, decide: 15, raceDecisions: 5 },
  tools: {
    payByTool: 60,
    payAgainByTool: 40,
    pay: 10,
    decide: 15,
    cancelPayment: 5,
    refund: 5,
    advanceClock: 1,
  },
  programs: { payByProgram: 70, endGrant: 20, pay: 15, decide: 10, suspendAgent: 5 },
  statements: { readStatement: 30, pay: 60, deposit: 10 },
  events: {
    readEvents: 15,
    pay: 50,
    payForCustomer: 10,
    decide: 20,
    cancelPayment: 5,
    change: 5,
    createApiKey: 3,
  },
  seldomRevoke: { revokeApiKey: 3, payOpposite: 97 },
} as const satisfies Record<string, Weights>;

export type ProfileName = keyof typeof profiles;

// They send a request that must not be retried, or advance the clock, or run the books.
const excludedWithKills = new Set<Kind>([
  'payOnPage',
  'signInOnPage',
  'joinOnPage',
  'expireApiKey',
  'acceptByToken',
  'freezeParty',
  'deposit',
  'removeAccount',
  'advanceClock',
  'checkSums',
  'inviteToParty',
  'raceTakeOver',
  'splitWallet',
  'createApiKey',
]);

// They need a session of their own with the database, which goes down with the only server.
const excludedWithDatabase = new Set<Kind>(['signUp', 'showPayees', 'raceClaim', 'approveByPolicy']);

// In these turns 32 clients go through all kinds, so that a short run exercises the rare ones too.
const round = { from: 4, turns: 3, clients: 32 };

/** What is killed now and then: no server, one beside that of the database, or that one too. */
export type Killed = 'none' | 'server' | 'database';

function isDrawn(kind: Kind, killed: Killed): boolean {
  if (killed === 'none') return true;
  return !excludedWithKills.has(kind) && !(killed === 'database' && excludedWithDatabase.has(kind));
}

/** Draws the kind of an operation. The same seed, client and turn always give the same kind. */
export function drawKind(
  profile: ProfileName,
  killed: Killed,
  seed: number,
  client: number,
  turn: number,
): Kind {
  const weights = Object.entries<number>(profiles[profile]).filter(([kind]) => isDrawn(kind as Kind, killed));
  const place = (turn - round.from) * round.clients + client;
  if (profile === 'mixed' && turn >= round.from && turn < round.from + round.turns)
    return weights[place % weights.length]?.[0] as Kind;
  let left = randomOf('kind', seed, client, turn).below(weights.reduce((sum, [, weight]) => sum + weight, 0));
  for (const [kind, weight] of weights) {
    left -= weight;
    if (left < 0) return kind as Kind;
  }
  return 'pay';
}
