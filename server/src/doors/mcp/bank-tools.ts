import { PurserError } from '../../errors.ts';
import type { TransferResource } from '../../money/transfers/resource.ts';
import { amount, currency, id, purpose } from './arguments.ts';
import type { Caller } from './caller.ts';
import { insist } from './insist.ts';
import { decimal, minorUnits } from './money.ts';
import { refused, shownApproval, unknownOutcome } from './outcome.ts';
import { keyOfPurpose } from './purpose.ts';
import { shownReason } from './reasons.ts';
import { type Result, said } from './result.ts';
import { type Tool, tool } from './tool.ts';

const given = { status: { type: 'string' }, message: { type: 'string' }, transfer: { type: 'object' } };

type Asked = { purpose_id: string; amount: string };

/** Moves money between a party's own wallets and accounts, once per purpose. */
async function move(
  caller: Caller,
  name: 'POST /transfers/deposit' | 'POST /transfers/withdraw' | 'POST /transfers/internal',
  { purpose_id }: Asked,
  attributes: object,
): Promise<Result> {
  const key = keyOfPurpose(caller.ctx, purpose_id);
  try {
    const done = await insist(() => caller.call(name, { attributes, key }), caller.signal);
    if (!done) return unknownOutcome({ tool: 'list_transactions', arguments: {}, after_seconds: 5 });
    const { data } = await caller.call('GET /transfers/:transferId', {
      params: { transferId: done.data.id },
    });
    return transferred(caller, data, done.isReplayed);
  } catch (error) {
    if (!(error instanceof PurserError) || error.faults[0].code !== 'idempotency_key_reused') throw error;
    return refused(
      'This purpose_id names an earlier movement of another amount, or between other accounts. Nothing moved. If this is another one, name it by another purpose_id.',
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
  return said({
    status: statuses[status],
    message: isEarlier
      ? `This was asked for before, and is ${statuses[status]}: ${of}. Nothing moved now.`
      : `${of} is ${statuses[status]}.`,
    transfer: { id: transferId, type, status, amount: decimal(moved, code), currency: code },
    ...(first && {
      approval: shownApproval(caller, first),
      reasons: first.reasons.map(shownReason),
    }),
  });
}

const money = { amount: 'amount', currency: 'currency' };

export const bankTools: readonly Tool[] = [
  tool({
    name: 'deposit_funds',
    title: 'Deposit',
    description: 'Draws money from your bank account into your wallet, once per purpose_id.',
    toolset: 'bank',
    effect: 'pay',
    needs: 'POST /transfers/deposit',
    takes: {
      purpose_id: purpose,
      external_account_id: id('eac'),
      amount,
      currency,
      wallet_id: id('wal').optional(),
    },
    money,
    gives: given,
    run: (caller, asked) => move(caller, 'POST /transfers/deposit', asked, withAccount(asked)),
  }),
  tool({
    name: 'withdraw_funds',
    title: 'Withdraw',
    description: 'Sends money from your wallet to your bank account, once per purpose_id.',
    toolset: 'bank',
    effect: 'pay',
    needs: 'POST /transfers/withdraw',
    takes: {
      purpose_id: purpose,
      external_account_id: id('eac'),
      amount,
      currency,
      wallet_id: id('wal').optional(),
    },
    money,
    gives: given,
    run: (caller, asked) => move(caller, 'POST /transfers/withdraw', asked, withAccount(asked)),
  }),
  tool({
    name: 'transfer_between_wallets',
    title: 'Move between wallets',
    description: 'Moves money between two wallets of your party in one currency, once per purpose_id.',
    toolset: 'bank',
    effect: 'change',
    needs: 'POST /transfers/internal',
    takes: { purpose_id: purpose, from_wallet_id: id('wal'), to_wallet_id: id('wal'), amount },
    gives: given,
    run: async (caller, asked) => {
      const path = 'GET /wallets/:walletId';
      const { data } = await caller.call(path, {
        params: { walletId: asked.from_wallet_id },
      });
      const read = minorUnitsOrNull(asked.amount, data.attributes.currency);
      if (read === null)
        return refused(
          `\`amount\` must have the decimals of ${data.attributes.currency}, and be more than zero.`,
        );
      return move(caller, 'POST /transfers/internal', asked, {
        sourceWalletId: asked.from_wallet_id,
        destWalletId: asked.to_wallet_id,
        amount: read,
      });
    },
  }),
];

function minorUnitsOrNull(text: string, code: string): number | null {
  try {
    return minorUnits(text, code);
  } catch {
    return null;
  }
}

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
