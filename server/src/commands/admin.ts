import { approvalPolicyUsage, prepareApprovalPolicy } from './approval-policy.ts';
import { type Command, HelpAsked, requireBooks, runCommand, runPrepared, UsageError } from './run.ts';
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
import { nearest } from '../lib/nearest.ts';
import { prepareWriteOff, writeOffUsage } from './write-off.ts';

// Each function checks its arguments, and returns what to do with the database.
const commands = {
  parties: prepareParties,
  freeze: prepareFreeze,
  unfreeze: prepareUnfreeze,
  'suspend-agent': prepareSuspendAgent,
  'revoke-key': prepareRevokeKey,
  'new-key': prepareNewKey,
  'create-party': preparePartyCreation,
  'approval-policy': prepareApprovalPolicy,
  deposit: prepareDeposit,
  'deposit-returned': prepareDepositReturn,
  fees: prepareFees,
  orders: prepareOrders,
  'verify-external-account': prepareVerification,
  reencrypt: prepareReencryption,
  'write-off': prepareWriteOff,
};
type Name = keyof typeof commands;

const usages: Readonly<Record<Name, string>> = {
  parties: partiesUsage,
  freeze: freezeUsage,
  unfreeze: unfreezeUsage,
  'suspend-agent': suspendAgentUsage,
  'revoke-key': revokeKeyUsage,
  'new-key': newKeyUsage,
  'create-party': createPartyUsage,
  'approval-policy': approvalPolicyUsage,
  deposit: depositUsage,
  'deposit-returned': depositReturnedUsage,
  fees: feesUsage,
  orders: ordersUsage,
  'verify-external-account': verifyUsage,
  reencrypt: reencryptUsage,
  'write-off': writeOffUsage,
};
const names = Object.keys(commands) as Name[];

/** All commands, each with the first sentence of its usage. */
function overview(): string {
  const lines = names.map((name) => {
    const [, told = ''] = usages[name].split('\n\n');
    const [sentence = ''] = told.replaceAll('\n', ' ').split('. ');
    return `${name}\n    ${sentence.replace(/\.$/, '')}`;
  });
  return ['Usage: npm run admin -- COMMAND [--help]', ...lines].join('\n\n');
}

/** Returns the command that is asked for. Throws UsageError with its usage alone, or that of the nearest name. */
function prepare([name = '', ...args]: readonly string[]): { command: Command; isFirst: boolean } {
  if (name === '--help') throw new HelpAsked(overview());
  if (name === '' || name.startsWith('-')) throw new UsageError(overview());
  if (Object.hasOwn(commands, name)) {
    return { command: commands[name as Name](args), isFirst: name === 'create-party' };
  }
  const meant = nearest(name, names) as Name;
  throw new UsageError(`There is no such command. Did you mean ${meant}?\n\n${usages[meant]}`);
}

await runCommand(
  () => prepare(process.argv.slice(2)),
  async ({ command, isFirst }, context) => {
    if (!isFirst) await requireBooks(context.client);
    return runPrepared(command, context);
  },
);
