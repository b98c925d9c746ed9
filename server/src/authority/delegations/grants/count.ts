import type { Queryable } from '../../../db/sql.ts';
import {
  countLimits,
  type LimitOwner,
  type PastSpending,
} from '../../../engine/plain-writes/count-limits.ts';
import { countedCurrencies, type Limits } from '../../../engine/model/state.ts';
import type { Id } from '../../../lib/id.ts';
import { findDefaultCurrency } from './queries.ts';

/** Whose grant is counted: the agent that spends, and the customer whose money it spends. */
type Counted = { agentId: Id<'agt'>; customerId: Id<'pty'> };

export function grantOwner({ agentId, customerId }: Counted): LimitOwner {
  return { spenderId: agentId, ownerPartyId: customerId };
}

/**
 * Begins to count what an agent spends of a customer's money, with what it has spent; without a limit per day or month
 * (`past` is null) ends it. The transaction has locked the agent.
 */
export async function countGrant(
  tx: Queryable,
  counted: Counted,
  limits: Limits,
  past: PastSpending | null,
): Promise<void> {
  const currency = await findDefaultCurrency(tx, counted.customerId);
  const currencies = currency === null ? [] : countedCurrencies(limits, currency);
  await countLimits(tx, grantOwner(counted), currencies, past);
}
