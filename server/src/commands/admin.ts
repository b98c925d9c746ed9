import { approvalPolicyUsage, prepareApprovalPolicy } from './approval-policy.ts';
import { requireBooks, runCommand, runPrepared, UsageError } from './run.ts';
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
import { ordersUsage, prepareOrders } from './orders.ts';
import { prepareWriteOff, writeOffUsage } from './write-off.ts';

const usage = [
  createPartyUsage,
  approvalPolicyUsage,
  depositUsage,
  depositReturnedUsage,
  feesUsage,
  ordersUsage,
  verifyUsage,
  reencryptUsage,
  writeOffUsage,
].join('\n\n');

// Each function checks its arguments, and returns what to do with the database.
const commands = {
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

await runCommand(
  () => {
    const [name = '', ...args] = process.argv.slice(2);
    if (!Object.hasOwn(commands, name)) throw new UsageError(usage);
    const command = commands[name as keyof typeof commands](args);
    return { command, isFirst: name === 'create-party' };
  },
  async ({ command, isFirst }, context) => {
    if (!isFirst) await requireBooks(context.client);
    return runPrepared(command, context);
  },
);
