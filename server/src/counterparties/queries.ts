import { rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import type { Id } from '../lib/id.ts';

export type CounterpartyRow = { id: Id<'pty'>; name: string; email: string | null };

// The pairs are written when a payment is accepted; one that waits for an approval is not refused yet and counts too.
const sent = `
  (SELECT payee_party_id AS id FROM counterparties
   WHERE payer_party_id = $1 AND payee_party_id < $2 ORDER BY payee_party_id DESC LIMIT $3)
  UNION
  (SELECT payee_party_id FROM approvals WHERE payer_party_id = $1 AND status = 'pending' AND payee_party_id < $2)`;
const received = `
  (SELECT payer_party_id AS id FROM counterparties
   WHERE payee_party_id = $1 AND payer_party_id < $2 ORDER BY payer_party_id DESC LIMIT $3)
  UNION
  (SELECT payer_party_id FROM approvals WHERE payee_party_id = $1 AND status = 'pending' AND payer_party_id < $2)`;

const lists = {
  sent: listOf('sent', sent),
  received: listOf('received', received),
  any: listOf('any', `${sent} UNION ${received}`),
};

function listOf(name: string, from: string) {
  return statement<CounterpartyRow>(
    `counterparties_list_${name}`,
    `SELECT p.id, p.name, p.email FROM (${from}) c JOIN parties p ON p.id = c.id ORDER BY p.id DESC LIMIT $3`,
  );
}

/** Up to `count` counterparties of the party below an id, newest party first. */
export function listCounterpartiesBefore(
  db: Queryable,
  partyId: Id<'pty'>,
  direction: keyof typeof lists,
  before: string,
  count: number,
): Promise<CounterpartyRow[]> {
  return rows(db, lists[direction], [partyId, before, count]);
}
