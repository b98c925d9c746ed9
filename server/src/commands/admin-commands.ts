import { approvalPolicyUsage, prepareApprovalPolicy } from './approval-policy.ts';
import { createPartyUsage, preparePartyCreation } from './create-party.ts';
import { depositUsage, prepareDeposit } from './deposit.ts';
import { depositReturnedUsage, prepareDepositReturn } from './deposit-returned.ts';
import { feesUsage, prepareFees } from './fees.ts';
import {
  prepareReencryption,
  prepareVerification,
  reencryptUsage,
  verifyUsage,
} from './external-accounts.ts';
import {
  freezeUsage,
  prepareFreeze,
  prepareSuspendAgent,
  prepareUnfreeze,
  suspendAgentUsage,
  unfreezeUsage,
} from './freeze.ts';
import { newKeyUsage, prepareNewKey, prepareRevokeKey, revokeKeyUsage } from './keys.ts';
import { ordersUsage, prepareOrders } from './orders.ts';
import { partiesUsage, prepareParties } from './parties.ts';
import { prepareWriteOff, writeOffUsage } from './write-off.ts';
import type { Command } from './run.ts';

/**
 * The operator's commands, by name: `prepare` checks the arguments and returns what to do with the database, or throws
 * UsageError, and HelpAsked for `--help`.
 */
export const adminCommands = {
  parties: { prepare: prepareParties, usage: partiesUsage },
  freeze: { prepare: prepareFreeze, usage: freezeUsage },
  unfreeze: { prepare: prepareUnfreeze, usage: unfreezeUsage },
  'suspend-agent': { prepare: prepareSuspendAgent, usage: suspendAgentUsage },
  'revoke-key': { prepare: prepareRevokeKey, usage: revokeKeyUsage },
  'new-key': { prepare: prepareNewKey, usage: newKeyUsage },
  'create-party': { prepare: preparePartyCreation, usage: createPartyUsage },
  'approval-policy': { prepare: prepareApprovalPolicy, usage: approvalPolicyUsage },
  deposit: { prepare: prepareDeposit, usage: depositUsage },
  'deposit-returned': { prepare: prepareDepositReturn, usage: depositReturnedUsage },
  fees: { prepare: prepareFees, usage: feesUsage },
  orders: { prepare: prepareOrders, usage: ordersUsage },
  'verify-external-account': { prepare: prepareVerification, usage: verifyUsage },
  reencrypt: { prepare: prepareReencryption, usage: reencryptUsage },
  'write-off': { prepare: prepareWriteOff, usage: writeOffUsage },
} satisfies Record<string, { prepare: (args: readonly string[]) => Command; usage: string }>;
export type AdminCommand = keyof typeof adminCommands;
export const adminCommandNames = Object.keys(adminCommands) as AdminCommand[];
