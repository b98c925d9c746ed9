import type { ListPage } from '../../db/filters.ts';
import { asRecorded } from '../../db/recorded.ts';
import { many, one, type Queryable, run } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import type { Permission } from '../../scopes.ts';

export const statuses = ['ACTIVE', 'SUSPENDED', 'REVOKED'] as const;
export type DelegationStatus = (typeof statuses)[number];

export type DelegationRow = {
  id: Id<'dlg'>;
  customerId: Id<'pty'>;
  customerName: string;
  delegateId: Id<'pty'>;
  delegateName: string;
  status: DelegationStatus;
  permissions: Permission[];
  createdAt: Date;
  updatedAt: Date;
};

/** Returns the columns for a party: a delegate sees the customer as it was when the delegation was last ACTIVE. */
const columnsFor = (viewer: string, present = 'd'): string =>
  `d.id, d.customer_party_id AS customer_id, d.party_id AS delegate_id, p.name AS delegate_name, d.status, d.permissions,
  CASE WHEN ${present}.status = 'ACTIVE' OR d.customer_party_id = ${viewer} THEN c.name ELSE ${present}.last_name END
    AS customer_name, d.created_at, d.updated_at`;
const columns = columnsFor('$1::uuid');
const parties = 'JOIN parties c ON c.id = d.customer_party_id JOIN parties p ON p.id = d.party_id';

type DelegationsPage = ListPage & { statuses: readonly DelegationStatus[] };

// One index range per side and status, each in list order and limited to a page, then merged.
const lists = {
  given: listOf('given', range('customer_party_id')),
  received: listOf('received', range('party_id')),
  both: listOf('both', `${range('customer_party_id')} UNION ALL ${range('party_id')}`),
};

function range(side: 'customer_party_id' | 'party_id'): string {
  return `(SELECT * FROM delegations k
    WHERE k.${side} = $partyId AND k.status = s.status AND k.id < $before ORDER BY k.id DESC LIMIT $count)`;
}

function listOf(name: string, ranges: string) {
  return many<DelegationRow, DelegationsPage>(
    `delegations_list_${name}`,
    `SELECT ${columnsFor('$partyId::uuid')} FROM (
       SELECT x.* FROM unnest($statuses::text[]) AS s (status) CROSS JOIN LATERAL (${ranges}) x ORDER BY x.id DESC LIMIT $count) d
     ${parties} ORDER BY d.id DESC`,
  );
}

/** Returns a page of the delegations that the party gave, received or both, newest first. */
export function listDelegationsBefore(
  db: Queryable,
  direction: keyof typeof lists,
  page: DelegationsPage,
): Promise<DelegationRow[]> {
  return lists[direction](db, page);
}

const byId = `SELECT ${columns} FROM delegations d ${parties}
  WHERE d.id = $2 AND $1::uuid IN (d.customer_party_id, d.party_id)`;
/** Returns a delegation that the party gave or received, or null. */
export const findDelegation = one<DelegationRow, [partyId: Id<'pty'>, id: Id<'dlg'>]>(
  'delegations_find',
  byId,
);

const lock = one<DelegationRow, [partyId: Id<'pty'>, id: Id<'dlg'>]>(
  'delegations_lock',
  `${byId} FOR NO KEY UPDATE OF d`,
);
const lockBetween = one<DelegationRow, [partyId: Id<'pty'>, customerId: Id<'pty'>]>(
  'delegations_lock_between',
  `SELECT ${columns} FROM delegations d ${parties}
   WHERE d.party_id = $1 AND d.customer_party_id = $2 FOR NO KEY UPDATE OF d`,
);
const lockWallets = run<[partyId: Id<'pty'>]>(
  'delegations_lock_wallets',
  `SELECT id FROM wallets WHERE party_id = $1 AND status <> 'closed' ORDER BY currency, id FOR NO KEY UPDATE`,
);

/**
 * Locks a delegation that the party gave or received, then the customer's wallets: payments under it that are in
 * progress commit first, and later ones see the change. Returns it, or null.
 */
export async function lockDelegation(
  tx: Queryable,
  partyId: Id<'pty'>,
  id: Id<'dlg'>,
): Promise<DelegationRow | null> {
  return withWallets(tx, await lock(tx, partyId, id));
}

/** Locks the delegation of a customer to the party in the same way. Returns it, or null. */
export async function lockDelegationBetween(
  tx: Queryable,
  partyId: Id<'pty'>,
  customerId: Id<'pty'>,
): Promise<DelegationRow | null> {
  return withWallets(tx, await lockBetween(tx, partyId, customerId));
}

async function withWallets(tx: Queryable, found: DelegationRow | null): Promise<DelegationRow | null> {
  if (found) await lockWallets(tx, found.customerId);
  return found;
}

/**
 * Locks the delegate, so that its limits do not change meanwhile: setting them locks every delegation to the delegate,
 * and would miss a new one.
 */
export const lockDelegate = run<[partyId: Id<'pty'>]>(
  'delegations_lock_delegate',
  'SELECT id FROM parties WHERE id = $1 FOR NO KEY UPDATE',
);

export const insertDelegation = run<{
  id: Id<'dlg'>;
  customerId: Id<'pty'>;
  partyId: Id<'pty'>;
  permissions: readonly string[];
  now: Date;
}>(
  'delegations_insert',
  `INSERT INTO delegations (id, customer_party_id, party_id, status, permissions, created_at, updated_at)
   VALUES ($id, $customerId, $partyId, 'ACTIVE', $permissions::text[], $now, $now)`,
);

/** Changes state and permissions of a delegation. The transaction must have locked it and read the status `from`. */
export const changeDelegation = run<{
  id: Id<'dlg'>;
  from: DelegationStatus;
  status: DelegationStatus;
  permissions: readonly string[];
  now: Date;
}>(
  'delegations_change',
  `UPDATE delegations d SET status = $status, permissions = $permissions::text[], updated_at = $now,
     ${keepCustomer('$status')}
   WHERE id = $id AND status = $from`,
);

/** Returns the assignments that keep what the delegate last saw of the customer, when the delegation gets a status. */
function keepCustomer(status: string): string {
  const kept = (
    column: 'name' | 'email',
  ): string => `last_${column} = CASE WHEN ${status} = 'ACTIVE' THEN NULL
    WHEN d.status = 'ACTIVE' THEN (SELECT ${column} FROM parties WHERE id = d.customer_party_id) ELSE d.last_${column} END`;
  return `${kept('name')}, ${kept('email')}`;
}

/** Locks the delegations to a party under which its agent has a grant that is not revoked, and returns them. */
export const lockDelegationsOfAgent = many<
  Pick<DelegationRow, 'id' | 'status'>,
  [partyId: Id<'pty'>, agentId: Id<'agt'>]
>(
  'delegations_lock_of_agent',
  `SELECT d.id, d.status FROM delegations d WHERE d.party_id = $1 AND d.id = ANY (ARRAY(
     SELECT delegation_id FROM delegation_grants WHERE agent_id = $2 AND status <> 'REVOKED'))
   ORDER BY d.customer_party_id, d.party_id FOR NO KEY UPDATE`,
);

const left = `CASE k.grants WHEN 0 THEN 'REVOKED' ELSE d.status END`;

/**
 * Takes from delegations, which the transaction has locked, what no grant under them permits that is not revoked: all of it, and the
 * delegation is REVOKED, if none is left. Returns their new states, without delegations that were REVOKED before.
 */
export const shrinkDelegations = many<
  Pick<DelegationRow, 'id' | 'status'>,
  { ids: ReadonlyArray<Id<'dlg'>>; now: Date }
>(
  'delegations_shrink',
  `UPDATE delegations d SET status = ${left}, updated_at = $now, ${keepCustomer(left)},
     permissions = ARRAY(SELECT p FROM unnest(d.permissions) WITH ORDINALITY u (p, place)
       WHERE k.grants = 0 OR p = ANY (k.permissions) ORDER BY place)
   FROM unnest($ids::uuid[]) n (id) CROSS JOIN LATERAL (
     SELECT count(*) AS grants, array_agg(p) AS permissions FROM delegation_grants g
     LEFT JOIN LATERAL unnest(g.permissions) p ON true WHERE g.delegation_id = n.id AND g.status <> 'REVOKED') k
   WHERE d.id = n.id AND d.status <> 'REVOKED' RETURNING d.id, d.status`,
);

export const delegationAsRecorded = asRecorded<DelegationRow>(
  'delegations_as_recorded',
  'delegations',
  (row) => `SELECT ${columnsFor('$partyId::uuid', 'present')} FROM ${row} d ${parties}
    JOIN delegations present ON present.id = d.id WHERE $partyId::uuid IN (d.customer_party_id, d.party_id)`,
);
