import type { Queryable } from '../../db/sql.ts';
import { type Fault, PurserError } from '../../errors.ts';
import type { Id } from '../../lib/id.ts';
import type { SentRules } from '../../terms/rules.ts';
import { findAccountsOf, findParties } from './queries.ts';

/**
 * Throws `invalid_value` for each party that rules list and that does not exist, and for each account at a bank that is not
 * of the party that sets them: such an entry never matches, and whoever wrote it believes that it does. `place` points at
 * the rules.
 */
export async function requireListed(
  tx: Queryable,
  partyId: Id<'pty'>,
  rules: SentRules | undefined,
  place = '/data/attributes/rules',
): Promise<void> {
  const { allow = [], block = [] } = rules?.counterparties ?? {};
  const listed = Object.entries({ allow, block }).flatMap(([list, entries]) =>
    entries.map((entry, index) => ({ entry, pointer: `${place}/counterparties/${list}/${index}/value` })),
  );
  const parties = listed.flatMap(({ entry }) => (entry.type === 'party_id' ? [entry.value] : []));
  const accounts = listed.flatMap(({ entry }) => (entry.type === 'external_account_id' ? [entry.value] : []));
  const known = new Set<string>();
  if (parties.length > 0) for (const id of await findParties(tx, parties)) known.add(id);
  if (accounts.length > 0) for (const id of await findAccountsOf(tx, partyId, accounts)) known.add(id);
  const faults = listed.flatMap(({ entry: { type, value }, pointer }): Fault[] => {
    if ((type !== 'party_id' && type !== 'external_account_id') || known.has(value)) return [];
    const detail =
      type === 'party_id'
        ? '`value` must be the id of a party that exists.'
        : "`value` must be the id of an external account of the agent's own party: an agent withdraws to no other.";
    return [{ code: 'invalid_value', detail, source: { pointer } }];
  });
  const [first, ...others] = faults;
  if (first) throw new PurserError([first, ...others]);
}
