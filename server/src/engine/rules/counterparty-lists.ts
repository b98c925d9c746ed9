import { comparableDomain, comparableEmail } from '../../lib/text.ts';
import type { AgentRules, ListedCounterparty } from '../model/agent-rules.ts';
import type { State } from '../model/state.ts';
import { addressOf, type Payee } from '../model/counterparty.ts';

type Lists = NonNullable<AgentRules['counterparties']>;

/**
 * Returns the list because of which a payee is not allowed, or null. An entry matches the payee however the payment
 * names it: by its id, the address that was named, or any address that leads to it; and however the address or its
 * domain is written.
 */
export function forbiddingList(
  { allow, block }: Lists,
  payee: Payee,
  state: Pick<State, 'addresses'>,
): 'allow' | 'block' | null {
  const names = namesOf(payee, state);
  if (block?.some((entry) => names.has(nameOf(entry)))) return 'block';
  return allow && !allow.some((entry) => names.has(nameOf(entry))) ? 'allow' : null;
}

function namesOf({ counterparty, partyId }: Payee, { addresses }: Pick<State, 'addresses'>): Set<string> {
  const address = addressOf(counterparty);
  const names = new Set<string>(partyId ? [nameOf({ type: 'party_id', value: partyId })] : []);
  const known = (partyId && addresses.get(partyId)) ?? [];
  for (const { kind, value } of address ? [address, ...known] : known) {
    names.add(nameOf({ type: kind, value }));
    if (kind === 'email')
      names.add(nameOf({ type: 'domain', value: value.slice(value.lastIndexOf('@') + 1) }));
  }
  return names;
}

function nameOf({ type, value }: ListedCounterparty): string {
  if (type === 'email') return `email ${comparableEmail(value)}`;
  return `${type} ${type === 'domain' ? comparableDomain(value) : value}`;
}
