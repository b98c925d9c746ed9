import { hits, many, one } from '../../db/sql.ts';
import type { ListedGrant } from '../delegations/grants/list.ts';
import type { Id } from '../../lib/id.ts';
import type { Permission } from '../../scopes.ts';
import { limitColumns } from '../../engine/model/tables.ts';

// The delegation must permit the party to read, and so must a grant: that of the agent that acts, or without one any.
/** Returns whether the customer gives this party, and this agent if one acts, a permission to read. */
export const mayReadFor = hits<{
  partyId: Id<'pty'>;
  customerId: Id<'pty'>;
  agentId: Id<'agt'> | null;
  permission: Permission;
}>(
  'customers_read_delegation',
  `SELECT d.id FROM delegations d
   WHERE d.party_id = $partyId AND d.customer_party_id = $customerId AND d.status = 'ACTIVE'
   AND $permission = ANY (d.permissions)
     AND EXISTS (SELECT FROM delegation_grants g
       WHERE g.delegation_id = d.id AND ($agentId::uuid IS NULL OR g.agent_id = $agentId) AND g.status = 'ACTIVE'
       AND $permission = ANY (g.permissions))`,
);

export type CustomerRow = {
  /** The id of the delegation, by which the list is ordered. */
  id: Id<'dlg'>;
  customerId: Id<'pty'>;
  name: string;
  email: string | null;
  status: 'ACTIVE' | 'SUSPENDED' | 'REVOKED';
  permissions: Permission[];
  createdAt: Date;
};

// One index range per status, each in list order and limited to a page, then merged; and one look-up per row shown.
// The LIMITs keep the planner from scanning whole tables.
// What the customer changes of itself after it has ended the delegation is not for the delegate.
const party = `CROSS JOIN LATERAL (
  SELECT CASE d.status WHEN 'ACTIVE' THEN name ELSE d.last_name END AS name,
    CASE d.status WHEN 'ACTIVE' THEN email ELSE d.last_email END AS email
  FROM parties WHERE id = d.customer_party_id LIMIT 1) p`;

const columns = `d.id, d.customer_party_id AS customer_id, p.name, p.email, d.status, d.permissions, d.created_at`;

/** Returns up to `count` customers of the party whose delegations have these states, below an id, newest first. */
export const listCustomersBefore = many<
  CustomerRow,
  { partyId: Id<'pty'>; statuses: ReadonlyArray<CustomerRow['status']>; before: string; count: number }
>(
  'customers_list',
  `SELECT ${columns}
   FROM (SELECT x.* FROM unnest($statuses::text[]) AS s (status)
         CROSS JOIN LATERAL (SELECT * FROM delegations k
           WHERE k.party_id = $partyId AND k.status = s.status AND k.id < $before ORDER BY k.id DESC LIMIT $count) x
         ORDER BY x.id DESC LIMIT $count) d ${party}
   ORDER BY d.id DESC`,
);

export const findCustomer = one<CustomerRow, [partyId: Id<'pty'>, customerId: Id<'pty'>]>(
  'customers_by_id',
  `SELECT ${columns}
   FROM delegations d ${party} WHERE d.party_id = $1 AND d.customer_party_id = $2`,
);

export type AgentCustomerRow = Omit<ListedGrant, 'delegationId' | 'agentId' | 'agentName'> & {
  /** The id of the delegation, by which the list is ordered. */
  id: Id<'dlg'>;
  customerId: Id<'pty'>;
  name: string;
  email: string | null;
  createdAt: Date;
  updatedAt: Date;
};

const columnsOfAgent = `g.delegation_id AS id, d.customer_party_id AS customer_id, p.name, p.email, g.status,
  g.permissions, ${limitColumns('g')}, g.created_at, g.updated_at`;

/**
 * Returns up to `count` customers of an agent whose grants have these states, below a delegation's id, newest first.
 */
export const listAgentCustomersBefore = many<
  AgentCustomerRow,
  {
    partyId: Id<'pty'>;
    agentId: Id<'agt'>;
    statuses: ReadonlyArray<ListedGrant['status']>;
    before: string;
    count: number;
  }
>(
  'customers_list_of_agent',
  `SELECT ${columnsOfAgent}
   FROM (SELECT x.* FROM unnest($statuses::text[]) AS s (status)
         CROSS JOIN LATERAL (SELECT * FROM delegation_grants k
           WHERE k.agent_id = $agentId AND k.status = s.status AND k.delegation_id < $before
           ORDER BY k.delegation_id DESC LIMIT $count) x
         ORDER BY x.delegation_id DESC LIMIT $count) g
   CROSS JOIN LATERAL (SELECT customer_party_id, status, last_name, last_email FROM delegations k
     WHERE k.id = g.delegation_id AND k.party_id = $partyId LIMIT 1) d ${party}
   ORDER BY g.delegation_id DESC`,
);

/** Returns a customer of an agent of the party, or null. */
export const findAgentCustomer = one<
  AgentCustomerRow,
  { partyId: Id<'pty'>; agentId: Id<'agt'>; customerId: Id<'pty'> }
>(
  'customers_of_agent_by_id',
  `SELECT ${columnsOfAgent}
   FROM delegations d JOIN delegation_grants g ON g.delegation_id = d.id AND g.agent_id = $agentId ${party}
   WHERE d.party_id = $partyId AND d.customer_party_id = $customerId`,
);
