import { paymentRequest } from '../proof/support/load/requests.ts';
import type { Delegated } from './world/agents.ts';
import type { Payer } from './world/payers.ts';

/** Returns an index below `count`. */
export type Pick = (count: number) => number;
export const pickRandom: Pick = (count) => Math.floor(Math.random() * count);
export const pickFirst: Pick = () => 0;

/** Returns a generator of payments of one cent. By default each has a random payer and payee, and a new key. */
export function paymentsBetween(
  payers: readonly Payer[],
  pickPayer: Pick = pickRandom,
  pickPayee: Pick = pickRandom,
) {
  return (): string => {
    const from = pickPayer(payers.length);
    const to = pickPayee(payers.length);
    const other = to === from ? (to + 1) % payers.length : to;
    return paymentRequest(payers[from]?.key ?? '', { email: payers[other]?.email ?? '' });
  };
}

/** Returns a generator of payments by agents, each for a random customer to a random party. */
export function paymentsByAgents(delegated: readonly Delegated[], payers: readonly Payer[]) {
  return (): string => {
    const from = pickRandom(delegated.length);
    const to = pickRandom(payers.length);
    const email = payers[to === from ? (to + 1) % payers.length : to]?.email ?? '';
    const { key = '', customer = '' } = delegated[from] ?? {};
    return paymentRequest(key, { email, customer });
  };
}
