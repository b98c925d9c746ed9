import { rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import type { Id } from '../lib/id.ts';

/** A payment or withdrawal that was accepted or requested and has not reached its end. */
export type UnderWayRow = {
  kind: 'withdrawals' | 'reviews' | 'claims';
  type: 'payment' | 'transfer';
  id: Id<'pay'> | Id<'trf'>;
  status: string;
  amount: bigint;
  currency: string;
  /** How many there are of this kind, counted up to `most`. */
  count: number;
};

type Scope = { filter: string; looked: string; payers: string };

const columns = 'id, status::text, amount::bigint, currency::text, agent_id';
const payments = `SELECT ${columns}, initiator_party_id FROM payments`;
const transfers = `SELECT ${columns}, party_id AS initiator_party_id FROM transfers`;
const itself = 'SELECT $1::uuid';
const customers = `(SELECT d.customer_party_id FROM delegation_grants g JOIN delegations d ON d.id = g.delegation_id
  WHERE g.agent_id = $4 LIMIT 1000)`;
// No index has what one agent or delegate requested, so it is looked for in so many of the party, of each kind.
const looked = '10000';

const ofParty = underWay('party', { filter: 'true', looked: '$3', payers: itself });
const ofAgent = underWay('agent', {
  filter: 'agent_id = $4',
  looked,
  payers: `${itself} UNION ALL ${customers}`,
});
const ofDelegate = underWay('delegate', { filter: 'initiator_party_id = $4', looked, payers: itself });

function underWay(name: string, scope: Scope) {
  const kinds = { withdrawals: withdrawals(scope), reviews: reviews(scope), claims: claims(scope) };
  const newest = Object.entries(kinds).map(
    ([kind, from]) => `
      (SELECT '${kind}' AS kind, type, id, status, amount, currency, (count(*) OVER ())::int AS count
       FROM (SELECT * FROM (${from}) f WHERE ${scope.filter} ORDER BY id DESC LIMIT $3) x ORDER BY id DESC LIMIT $2)`,
  );
  return statement<UnderWayRow>(`under_way_of_${name}`, newest.join(' UNION ALL '));
}

function withdrawals(scope: Scope): string {
  return `SELECT 'transfer' AS type, t.* FROM (
    ${transfers} WHERE party_id = $1 AND status = 'PROCESSING' AND type = 'withdrawal'
    ORDER BY id DESC LIMIT ${scope.looked}) t`;
}

function reviews(scope: Scope): string {
  const pending = (side: string): string => `(SELECT target_type, target_id FROM approvals
    WHERE ${side} AND status = 'pending' ORDER BY id DESC LIMIT ${scope.looked})`;
  return `SELECT DISTINCT CASE target_type WHEN 'payment' THEN 'payment' ELSE 'transfer' END AS type, r.* FROM (
      ${pending('payer_party_id = $1')}
      UNION ALL
      ${pending('initiator_party_id = $1 AND initiator_party_id <> payer_party_id')}) a
    CROSS JOIN LATERAL (${payments} WHERE id = target_id UNION ALL ${transfers} WHERE id = target_id) r`;
}

function claims(scope: Scope): string {
  return `SELECT 'payment' AS type, p.* FROM (${scope.payers}) w (party) CROSS JOIN LATERAL (
    ${payments} WHERE payer_party_id = w.party AND status = 'PENDING_CLAIM'
    ORDER BY id DESC LIMIT ${scope.looked}) p LIMIT ${scope.looked}`;
}

type Bounds = { shown: number; most: number };

/** Returns the newest `shown` of each kind of what the party has under way, each with their number up to `most`. */
export function listUnderWayOfParty(
  db: Queryable,
  partyId: Id<'pty'>,
  { shown, most }: Bounds,
): Promise<UnderWayRow[]> {
  return rows(db, ofParty, [partyId, shown, most]);
}

/** Returns the same of what an agent of the party requested, also from customers. */
export function listUnderWayOfAgent(
  db: Queryable,
  partyId: Id<'pty'>,
  agentId: Id<'agt'>,
  { shown, most }: Bounds,
): Promise<UnderWayRow[]> {
  return rows(db, ofAgent, [partyId, shown, most, agentId]);
}

/** Returns the same of what a delegate requested from the wallets of a customer. */
export function listUnderWayOfDelegate(
  db: Queryable,
  customerId: Id<'pty'>,
  delegateId: Id<'pty'>,
  { shown, most }: Bounds,
): Promise<UnderWayRow[]> {
  return rows(db, ofDelegate, [customerId, shown, most, delegateId]);
}
