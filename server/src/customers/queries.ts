import { plainArray } from '../db/arrays.ts';
import { firstRow, rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import type { Id } from '../lib/id.ts';

// As the party: the delegation's permissions. As an agent: that agent's grant has to say so as well.
const readDelegation = statement<{ id: string }>(
  'customers_read_delegation',
  `SELECT d.id FROM delegations d
   WHERE d.party_id = $1 AND d.customer_party_id = $2 AND d.status = 'ACTIVE' AND 'payments.read' = ANY (d.permissions)
     AND ($3::uuid IS NULL OR EXISTS (SELECT FROM delegation_grants g
       WHERE g.delegation_id = d.id AND g.agent_id = $3 AND g.status = 'ACTIVE' AND 'payments.read' = ANY (g.permissions)))`,
);

/** Did the customer let this party (acting as this agent, if any) read its payments? */
export async function mayReadFor(
  db: Queryable,
  partyId: Id<'pty'>,
  customerId: Id<'pty'>,
  agentId: Id<'agt'> | null,
): Promise<boolean> {
  return (await firstRow(db, readDelegation, [partyId, customerId, agentId])) !== null;
}

const delegation = statement(
  'customers_insert_delegation',
  `INSERT INTO delegations (id, customer_party_id, party_id, status, permissions, created_at, updated_at)
   VALUES ($1, $2, $3, 'ACTIVE', $4, $5, $5)`,
);

export async function insertDelegation(
  tx: Queryable,
  customerId: Id<'pty'>,
  row: { id: Id<'dlg'>; partyId: Id<'pty'>; permissions: readonly string[]; now: Date },
): Promise<void> {
  await rows(tx, delegation, [
    row.id,
    customerId,
    row.partyId,
    plainArray(row.permissions),
    row.now.toISOString(),
  ]);
}

const grant = statement(
  'customers_insert_grant',
  `INSERT INTO delegation_grants (delegation_id, agent_id, status, permissions, per_transaction, created_at, updated_at)
   VALUES ($1, $2, 'ACTIVE', $3, $4, $5, $5)`,
);

export async function insertGrant(
  tx: Queryable,
  delegationId: Id<'dlg'>,
  row: { agentId: Id<'agt'>; permissions: readonly string[]; perTransaction: bigint | null; now: Date },
): Promise<void> {
  const permissions = plainArray(row.permissions);
  await rows(tx, grant, [delegationId, row.agentId, permissions, row.perTransaction, row.now.toISOString()]);
}
