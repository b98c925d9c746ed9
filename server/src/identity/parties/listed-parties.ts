import type { Queryable } from '../../db/sql.ts';
import { type Fault, PurserError } from '../../errors.ts';
import type { SentRules } from '../../terms/rules.ts';
import { findParties } from './queries.ts';

/**
 * Throws `invalid_value` for each party that rules list and that does not exist: such an entry never matches, and whoever
 * wrote it believes that it does. `place` points at the rules.
 */
export async function requireListedParties(
  tx: Queryable,
  rules: SentRules | undefined,
  place = '/data/attributes/rules',
): Promise<void> {
  const { allow = [], block = [] } = rules?.counterparties ?? {};
  const listed = Object.entries({ allow, block }).flatMap(([list, entries]) =>
    entries.flatMap((entry, index) =>
      entry.type === 'party_id'
        ? [{ id: entry.value, pointer: `${place}/counterparties/${list}/${index}/value` }]
        : [],
    ),
  );
  if (listed.length === 0) return;
  const known = new Set(
    (
      await findParties(
        tx,
        listed.map(({ id }) => id),
      )
    ).map(({ id }) => id),
  );
  const faults = listed.flatMap(({ id, pointer }): Fault[] =>
    known.has(id)
      ? []
      : [
          {
            code: 'invalid_value',
            detail: '`value` must be the id of a party that exists.',
            source: { pointer },
          },
        ],
  );
  const [first, ...others] = faults;
  if (first) throw new PurserError([first, ...others]);
}
