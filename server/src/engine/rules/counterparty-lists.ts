import { comparableDomain, comparableEmail } from '../../lib/text.ts';
import type { AgentRules, ListedCounterparty } from '../model/agent-rules.ts';
import type { State } from '../model/state.ts';
import { addressOf, type Destination } from '../model/counterparty.ts';

type Lists = NonNullable<AgentRules['counterparties']>;

/**
 * Returns the list because of which a payee, or an account at a bank, is not allowed; or null. An entry matches a payee
 * however the payment names it: by its id, that of a party that it has taken over, the address that was named, or any
 * address that leads to it; and however the address or its domain is written. A blocked domain covers its subdomains.
 */
export function forbiddingList(
  { allow, block }: Lists,
  to: Destination,
  state: Pick<State, 'addresses'>,
): 'allow' | 'block' | null {
  const names = namesOf(to, state);
  if (block?.some((entry) => isNamed(entry, names) || isAbove(entry, names))) return 'block';
  const isAllowed = (entry: ListedCounterparty): boolean =>
    isNamed(entry, names) ||
    (entry.type === 'domain' && entry.includeSubdomains === true && isAbove(entry, names));
  return allow && !allow.some(isAllowed) ? 'allow' : null;
}

function isNamed(entry: ListedCounterparty, names: ReadonlySet<string>): boolean {
  return names.has(nameOf(entry));
}

/** Returns whether the entry is a domain, and one of the names a subdomain of it. */
function isAbove({ type, value }: ListedCounterparty, names: ReadonlySet<string>): boolean {
  const end = `.${comparableDomain(value)}`;
  return type === 'domain' && [...names].some((name) => name.startsWith('domain ') && name.endsWith(end));
}

function namesOf(
  { counterparty, partyId }: Destination,
  { addresses }: Pick<State, 'addresses'>,
): Set<string> {
  const address = addressOf(counterparty);
  const names = new Set<string>(partyId ? [nameOf({ type: 'party_id', value: partyId })] : []);
  if (counterparty.type === 'external_account_id') {
    names.add(nameOf({ type: counterparty.type, value: counterparty.accountId }));
  }
  const known = (partyId && addresses.get(partyId)) ?? [];
  for (const { kind, value } of address ? [address, ...known] : known) {
    names.add(nameOf({ type: kind, value }));
    if (kind === 'email')
      names.add(nameOf({ type: 'domain', value: value.slice(value.lastIndexOf('@') + 1) }));
  }
  return names;
}

function nameOf({ type, value }: { type: ListedCounterparty['type']; value: string }): string {
  if (type === 'email') return `email ${comparableEmail(value)}`;
  return `${type} ${type === 'domain' ? comparableDomain(value) : value}`;
}
