import { parseDecimal } from '../../lib/money.ts';
import type { TransferResource } from '../../money/transfers/resource.ts';
import { amount, currency, id, purpose } from './arguments.ts';
import type { Caller } from './caller.ts';
import { insist } from './insist.ts';
import { decimal, minorUnits } from './money.ts';
import { faultyArguments, isReused } from './refusals.ts';
import { refused, shownApproval, unknownOutcome } from './outcome.ts';
import { keyOfPurpose } from './purpose.ts';
import { shownReason } from './reasons.ts';
import type { Result } from './result.ts';
import { type Tool, tool } from './tool.ts';

const given = { status: { type: 'string' }, message: { type: 'string' }, transfer: { type: 'object' } };

type Movement = {
  tool: string;
  endpoint: 'POST /transfers/deposit' | 'POST /transfers/withdraw' | 'POST /transfers/internal';
};
const deposit: Movement = { tool: 'deposit_funds', endpoint: 'POST /transfers/deposit' };
const withdrawal: Movement = { tool: 'withdraw_funds', endpoint: 'POST /transfers/withdraw' };
const internal: Movement = { tool: 'transfer_between_wallets', endpoint: 'POST /transfers/internal' };

type Asked = { purpose_id: string; amount: string };

/** Moves money between a party's own wallets and accounts, once per purpose. */
async function move(
  caller: Caller,
  { endpoint: name, tool: toolName }: Movement,
  asked: Asked,
  attributes: object,
): Promise<Result> {
  const key = keyOfPurpose(caller.ctx, asked.purpose_id);
  try {
    const ended = await insist(caller, () => caller.call(name, { attributes, key }));
    if (!ended) return unknownOutcome({ tool: toolName, arguments: asked, after_seconds: 5 });
    const { data: made, isReplayed } = ended.done;
    // What was answered is committed. How it goes on is read, where the caller may read it.
    const present = await caller.call('GET /transfers/:transferId', { params: { transferId: made.id } }).then(
      ({ data }) => data,
      () => made,
    );
    return transferred(caller, present, isReplayed && !ended.isRepeated);
  } catch (error) {
    if (!isReused(error)) throw error;
    return refused(
      'This purpose_id names an earlier movement of another amount, or between other accounts. This call moved nothing. If this is another one, name it by another purpose_id.',
    );
  }
}

const statuses: { [S in TransferResource['attributes']['status']]: string } = {
  PROCESSING: 'processing',
  IN_REVIEW: 'needs_approval',
  COMPLETED: 'completed',
  FAILED: 'failed',
  RETURNED: 'returned',
  APPROVAL_DENIED: 'denied',
  CANCELED: 'canceled',
};

function transferred(
  caller: Caller,
  { id: transferId, attributes }: TransferResource,
  isEarlier: boolean,
): Result {
  const { type, amount: moved, currency: code, status, approvals } = attributes;
  const [first] = approvals ?? [];
  const of = `${decimal(moved, code)} ${code} (${transferId})`;
  const says = {
    status: statuses[status],
    message: isEarlier
      ? `This was asked for before, and is ${statuses[status]}: ${of}. Nothing moved now.`
      : `${of} is ${statuses[status]}.`,
    transfer: { id: transferId, type, status, amount: decimal(moved, code), currency: code },
    ...(first && {
      approval: shownApproval(caller, first),
      reasons: first.reasons.map(shownReason),
    }),
  };
  return { says, isError: status === 'FAILED' };
}

const ofAccount = {
  purpose_id: purpose,
  external_account_id: id('eac'),
  amount,
  currency,
  wallet_id: id('wal').optional(),
};
const money = { amount: 'amount', currency: 'currency' };

export const bankTools: readonly Tool[] = [
  tool({
    name: 'deposit_funds',
    title: 'Deposit',
    description: 'Draws money from your bank account into your wallet, once per purpose_id.',
    toolsets: ['bank'],
    effect: 'pay',
    needs: ['POST /transfers/deposit'],
    takes: ofAccount,
    money,
    gives: given,
    run: (caller, asked) => move(caller, deposit, asked, withAccount(asked)),
  }),
  tool({
    name: 'withdraw_funds',
    title: 'Withdraw',
    description: 'Sends money from your wallet to your bank account, once per purpose_id.',
    toolsets: ['bank'],
    effect: 'pay',
    needs: ['POST /transfers/withdraw'],
    takes: ofAccount,
    money,
    gives: given,
    run: (caller, asked) => move(caller, withdrawal, asked, withAccount(asked)),
  }),
  tool({
    name: 'transfer_between_wallets',
    title: 'Move between wallets',
    description: 'Moves money between two wallets of your party in one currency, once per purpose_id.',
    toolsets: ['bank'],
    effect: 'change',
    needs: ['POST /transfers/internal', 'GET /wallets/:walletId'],
    takes: { purpose_id: purpose, from_wallet_id: id('wal'), to_wallet_id: id('wal'), amount },
    gives: given,
    run: async (caller, asked) => {
      const path = 'GET /wallets/:walletId';
      const { data } = await caller.call(path, {
        params: { walletId: asked.from_wallet_id },
      });
      const { currency: code } = data.attributes;
      const read = parseDecimal(asked.amount, code);
      if (read === null) {
        const detail = `\`amount\` must have the decimals of ${code}, and be more than zero.`;
        return faultyArguments([{ code: 'invalid_value', detail, source: { parameter: 'amount' } }]);
      }
      return move(caller, internal, asked, {
        sourceWalletId: asked.from_wallet_id,
        destWalletId: asked.to_wallet_id,
        amount: Number(read),
      });
    },
  }),
];

function withAccount(asked: {
  external_account_id: string;
  amount: string;
  currency: string;
  wallet_id?: string | undefined;
}) {
  return {
    externalAccountId: asked.external_account_id,
    amount: minorUnits(asked.amount, asked.currency),
    currency: asked.currency,
    ...(asked.wallet_id && { walletId: asked.wallet_id }),
  };
}
