import type { Queryable } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import { nameKey } from '../../lib/text.ts';
import type { Acquaintance } from '../../terms/payee.ts';
import { pairPayments } from './list.ts';
import { listAcquaintances } from './queries.ts';

/** A payee under the name that is shown of it, and when and under which id it was named: what came later is left out. */
export type NamedPayee = {
  payeePartyId: Id<'pty'> | null;
  payeeName: string | null;
  createdAt: Date;
  id: string;
};

/** A row with what the party knows of its payee; null if it names none. */
export type Acquainted<Row> = Row & { acquaintance: Acquaintance | null };

/** Returns the rows with what the party knows of the payee of each; null where there is none. */
export async function acquaint<Row extends NamedPayee>(
  db: Queryable,
  partyId: Id<'pty'>,
  named: readonly Row[],
): Promise<Array<Acquainted<Row>>> {
  const payees = named.filter(({ payeeName }) => payeeName !== null);
  if (payees.length === 0) return named.map((row) => ({ ...row, acquaintance: null }));
  await pairPayments(db, partyId);
  const found = await listAcquaintances(db, {
    partyId,
    payees: payees.map(({ payeePartyId }) => payeePartyId),
    keys: payees.map(({ payeeName }) => nameKey(payeeName ?? '')),
    times: payees.map(({ createdAt }) => createdAt),
    ids: payees.map(({ id }) => id),
  });
  const known = new Map(
    found.map(({ id, knownSince, lastPaidAt, namesakeId, namesakeName }) => [
      id,
      { knownSince, lastPaidAt, namesake: namesakeId && { id: namesakeId, name: namesakeName ?? '' } },
    ]),
  );
  return named.map((row) => ({ ...row, acquaintance: known.get(row.id) ?? null }));
}

/** Returns the row with nothing of that, for an agent that reads its own only: whom its party has paid is not. */
export function unacquainted<Row extends NamedPayee>(row: Row): Acquainted<Row> {
  return { ...row, acquaintance: null };
}

/** Returns the row with what the party knows of its payee. */
export async function acquaintOne<Row extends NamedPayee>(
  db: Queryable,
  partyId: Id<'pty'>,
  row: Row,
): Promise<Acquainted<Row>> {
  const [acquainted] = await acquaint(db, partyId, [row]);
  return acquainted ?? { ...row, acquaintance: null };
}
