import { within } from '../db/tx.ts';
import { policyText, setApprovalPolicyByOperator } from '../identity/parties/approval-policy.ts';
import type { ApprovalPolicy } from '../engine/model/state.ts';
import type { PartyRow } from '../identity/parties/queries.ts';
import { exponentOf } from '../lib/currencies.ts';
import { parseId, publicId } from '../lib/id.ts';
import { parseDecimal } from '../lib/money.ts';
import {
  idRule,
  operatorRule,
  operatorUsage,
  readOptions,
  requireRules,
  systemUser,
} from './read-options.ts';
import { asUsage, type Command, UsageError } from './run.ts';

export const approvalPolicyUsage = `Usage: npm run admin -- approval-policy PARTY --by session|any --two-above AMOUNT|none

Sets who approves for a party what exceeds its limits, or those of its agents, and records in the audit log who did.
An owner of the party can do the same on the page of the account.

  PARTY               the party, pty_…
  --by WHO            session: only people who have signed in on the pages; any: keys, too
  --two-above AMOUNT  such as 500.00, in the party's default currency: above it, and in every other currency, two users
                      approve, and none of them asked for it; none: one approves
  ${operatorUsage}`;

/** Returns the command `approval-policy` with these arguments. Throws UsageError. */
export function prepareApprovalPolicy(args: readonly string[]): Command {
  const values = readOptions(args, ['by', 'two-above', 'operator'] as const, approvalPolicyUsage, {
    positions: ['party'],
  });
  const { party = '', by = '', 'two-above': above = '', operator = systemUser() } = values;
  const partyId = parseId('pty', party);
  const approveBy = by === 'session' || by === 'any' ? by : null;
  requireRules(
    [
      idRule('PARTY', 'pty', partyId),
      [approveBy !== null, '--by must be session or any'],
      [above !== '', '--two-above must be an amount, or none'],
      operatorRule(operator),
    ],
    approvalPolicyUsage,
  );
  return async ({ client, now }) => {
    if (!partyId || !approveBy) throw new UsageError(approvalPolicyUsage);
    const policyOf = ({ currency }: PartyRow): ApprovalPolicy => ({
      approveBy,
      twoAbove: read(above, currency),
    });
    const party = await asUsage(() =>
      within(client, (tx) => setApprovalPolicyByOperator(tx, { partyId, policyOf, operator, now })),
    );
    process.stdout.write(`party ${publicId('pty', party.id)}  approves by ${policyText(party)}\n`);
    return 0;
  };
}

function read(above: string, currency: string): bigint | null {
  if (above === 'none') return null;
  const amount = parseDecimal(above, currency, 0n);
  if (amount !== null) return amount;
  const decimals = exponentOf(currency);
  throw new UsageError(
    `--two-above must be none or an amount in ${currency}, with ${decimals} decimals or none`,
  );
}
