import { deposit, checkSums, advanceClock, removeAccount } from './operations/administration.ts';
import { revokeAgent, suspendAgent } from './operations/authority/agents.ts';
import { limitGrant, lowerGrant, takeDelegation } from './operations/authority/delegations.ts';
import { acceptByToken, raceAnswers } from './operations/authority/invitations.ts';
import { expireApiKey, revokeApiKey, rotateAgentKey, rotateApiKey } from './operations/authority/keys.ts';
import { removeMember } from './operations/authority/members.ts';
import { cancelRefused, cancelPayment, cancelTransfer } from './operations/cancel.ts';
import { sendDuplicateChanges, sendDuplicatePayments } from './operations/duplicates.ts';
import { decide } from './operations/decide.ts';
import { drawDeposit } from './operations/draw-deposit.ts';
import { readEvents } from './operations/events.ts';
import { exhaustWalletWith200, exhaustWallet } from './operations/exhaust-wallet.ts';
import { payOutFees, payWithFee } from './operations/fees.ts';
import { freezeParty } from './operations/authority/freeze.ts';
import { linkAccount } from './operations/link-account.ts';
import { decideAsMinter, limitPeriod, limitTransaction, lowerLimit } from './operations/limits.ts';
import { readList } from './operations/lists.ts';
import { joinOnPage, payOnPage, signInOnPage } from './operations/pages.ts';
import { pay, payForCustomer, payFromTreasury, payInvalidRecipient } from './operations/pay.ts';
import { raceCancels, raceDecisions } from './operations/races.ts';
import { readForCustomer, readTogether, readTransaction } from './operations/reads.ts';
import { reuseKeyOnOtherPath, replay, reuseKey, reuseKeyOfOtherParty } from './operations/replay.ts';
import { approveByPolicy } from './operations/policy.ts';
import { showPayees } from './operations/payees.ts';
import { ruleOperations } from './operations/rules.ts';
import { fillReview } from './operations/reviews.ts';
import { endGrant, payByProgram } from './operations/programs.ts';
import { payRequest } from './operations/payment-requests.ts';
import { payAgainByTool, payByTool } from './operations/tools.ts';
import { payOpposite, payRing } from './operations/rings.ts';
import { change, createApiKey, inviteToParty, sendUnauthorized } from './operations/settings.ts';
import { refund } from './operations/refund.ts';
import { readStatement } from './operations/statements.ts';
import { raceClaim, signUp } from './operations/sign-up.ts';
import { raceTakeOver } from './operations/take-over.ts';
import { filterByTag } from './operations/tags.ts';
import { tryPayment } from './operations/try.ts';
import { useForeignAgent, filterForeign, probeForeign } from './operations/tenants.ts';
import { splitWallet } from './operations/wallets.ts';
import { withdraw, withdrawByAgentKey, withdrawToForeignAccount } from './operations/withdraw.ts';
import type { Turn } from './turn.ts';

/** An operation: what a client does in one turn, with all its checks. */
export type Operation = (turn: Turn) => Promise<void>;

export const operations = {
  pay,
  payForCustomer,
  payFromTreasury,
  payInvalidRecipient,
  tryPayment,
  payRequest,
  payByTool,
  payAgainByTool,
  payByProgram,
  payOnPage,
  signInOnPage,
  joinOnPage,
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
  payWithFee,
  payOutFees,
  payOpposite,
  payRing,
  limitTransaction,
  limitPeriod,
  lowerLimit,
  decideAsMinter,
  fillReview,
  approveByPolicy,
  showPayees,
  ...ruleOperations,
  revokeApiKey,
  expireApiKey,
  rotateAgentKey,
  rotateApiKey,
  suspendAgent,
  revokeAgent,
  takeDelegation,
  limitGrant,
  lowerGrant,
  raceAnswers,
  acceptByToken,
  removeMember,
  endGrant,
  freezeParty,
  probeForeign,
  filterForeign,
  useForeignAgent,
  signUp,
  raceClaim,
  raceTakeOver,
  splitWallet,
  refund,
  readTransaction,
  readTogether,
  readForCustomer,
  readList,
  readEvents,
  readStatement,
  filterByTag,
  change,
  inviteToParty,
  createApiKey,
  sendUnauthorized,
  deposit,
  drawDeposit,
  removeAccount,
  linkAccount,
  advanceClock,
  checkSums,
} satisfies Record<string, Operation>;

export type Kind = keyof typeof operations;
