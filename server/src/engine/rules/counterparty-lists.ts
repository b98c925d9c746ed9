import type { AgentRules, ListedCounterparty } from '../model/agent-rules.ts';
import { contactKey } from '../model/state.ts';
import type { State } from '../model/state.ts';
import type { RuledPayee } from './payee.ts';

type Lists = NonNullable<AgentRules['counterparties']>;

/**
 * Returns the list because of which a payee is not allowed, or null. An entry matches the payee however the payment
 * names it: by its id, the address that was named, or any address that leads to it.
 */
export function forbiddingList(
  { allow, block }: Lists,
  payee: RuledPayee,
  state: Pick<State, 'addresses'>,
): 'allow' | 'block' | null {
  const names = namesOf(payee, state);
  if (block?.some((entry) => names.has(nameOf(entry)))) return 'block';
  return allow && !allow.some((entry) => names.has(nameOf(entry))) ? 'allow' : null;
}

function namesOf({ partyId, address }: RuledPayee, { addresses }: Pick<State, 'addresses'>): Set<string> {
  const names = new Set<string>(partyId ? [`party_id ${partyId}`] : []);
  for (const contact of [...(address ? [address] : []), ...(addresses.get(partyId ?? '') ?? [])]) {
    names.add(contactKey(contact));
    if (contact.kind === 'email') {
      names.add(`domain ${contact.value.slice(contact.value.lastIndexOf('@') + 1)}`);
    }
  }
  return names;
}

function nameOf({ type, value }: ListedCounterparty): string {
  return `${type} ${value}`;
}
