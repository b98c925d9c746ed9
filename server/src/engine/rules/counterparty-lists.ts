import { memoizeObject } from '../../lib/memoize-object.ts';
import { comparableDomain, comparableEmail } from '../../lib/text.ts';
import type { AgentRules, ListedCounterparty } from '../model/agent-rules.ts';
import type { State } from '../model/state.ts';
import { addressOf, type Destination, type LeadsTo } from '../model/counterparty.ts';

type Lists = NonNullable<AgentRules['counterparties']>;
type List = NonNullable<Lists['allow' | 'block']>;

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
  if (block && isListed(names, blocked(block))) return 'block';
  return allow && !isListed(names, allowed(allow)) ? 'allow' : null;
}

/** The names of a list, and the domains of which it names the subdomains too. */
type Listed = { names: ReadonlySet<string>; parents: ReadonlySet<string> };

// A list is read once, not for each payment.
const blocked = memoizeObject((list: List) => listed(list, () => true));
const allowed = memoizeObject((list: List) => listed(list, (entry) => entry.includeSubdomains === true));

function listed(
  list: List,
  coversSubdomains: (entry: Extract<ListedCounterparty, { type: 'domain' }>) => boolean,
): Listed {
  const covering = list.filter((entry) => entry.type === 'domain' && coversSubdomains(entry));
  return { names: new Set(list.map(nameOf)), parents: new Set(covering.map(nameOf)) };
}

function isListed(names: readonly string[], list: Listed): boolean {
  return names.some((name) => list.names.has(name) || isSubdomain(name, list.parents));
}

/** Returns whether it is the name of a subdomain of one of these domains. */
function isSubdomain(name: string, parents: ReadonlySet<string>): boolean {
  if (parents.size === 0 || !name.startsWith(domainPrefix)) return false;
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    if (parents.has(domainPrefix + name.slice(dot + 1))) return true;
  }
  return false;
}

function namesOf({ counterparty, partyId }: Destination, { addresses }: Pick<State, 'addresses'>): string[] {
  const address = addressOf(counterparty);
  const known = partyId && addresses.get(partyId);
  return [
    ...(partyId ? [nameOf({ type: 'party_id', value: partyId })] : []),
    ...('accountId' in counterparty
      ? [nameOf({ type: counterparty.type, value: counterparty.accountId })]
      : []),
    ...(address ? namesOfAddress(address) : []),
    ...(known ? namesOfAll(known) : []),
  ];
}

// The addresses of a payee are cached with it.
const namesOfAll = memoizeObject((known: ReadonlyArray<Readonly<LeadsTo>>) => known.flatMap(namesOfAddress));

function namesOfAddress({ kind, value }: Readonly<LeadsTo>): string[] {
  const name = nameOf({ type: kind, value });
  if (kind !== 'email') return [name];
  return [name, nameOf({ type: 'domain', value: value.slice(value.lastIndexOf('@') + 1) })];
}

const domainPrefix = 'domain ';

/** An entry of a list, or what a payee is compared by: of the same type. */
type Named = { type: ListedCounterparty['type']; value: string; compared?: string | undefined };

function nameOf(named: Named): string {
  return `${named.type} ${named.compared ?? comparedForm(named)}`;
}

function comparedForm({ type, value }: Named): string {
  if (type === 'email') return comparableEmail(value);
  return type === 'domain' ? comparableDomain(value) : value;
}

/**
 * Returns an entry as it is stored: with the form in which it is compared, if that is another one. To find it takes some
 * µs in Unicode, and a page of approvals compares the lists of a hundred.
 */
export function withCompared(entry: ListedCounterparty): ListedCounterparty {
  if (entry.type !== 'email' && entry.type !== 'domain') return entry;
  const compared = comparedForm(entry);
  return compared === entry.value ? entry : { ...entry, compared };
}

/**
 * Returns whether an entry is stored with the form in which it is compared now: a later version of Unicode may convert a
 * domain in another way than the one by which it was stored.
 */
export function isComparedAsStored(entry: ListedCounterparty): boolean {
  return !('compared' in entry) || entry.compared === comparedForm(entry);
}
