import { many, type Queryable } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';

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

type Search = { filter: string; looked: string; payers: string };

const columns = 'id, status::text, amount::bigint, currency::text, agent_id';
const payments = `SELECT ${columns}, initiator_party_id FROM payments`;
const transfers = `SELECT ${columns}, party_id AS initiator_party_id FROM transfers`;
const itself = 'SELECT $partyId::uuid';
const customers = `(SELECT d.customer_party_id FROM delegation_grants g JOIN delegations d ON d.id = g.delegation_id
  WHERE g.agent_id = $agentId LIMIT 1000)`;
// No index has what one agent or delegate requested, so it is looked for in so many of the party, of each kind.
const looked = '10000';

const ofParty = underWay('party', { filter: 'true', looked: '$most', payers: itself });
const ofAgent = underWay('agent', {
  filter: 'agent_id = $agentId',
  looked,
  payers: `${itself} UNION ALL ${customers}`,
});
const ofDelegate = underWay('delegate', {
  filter: 'initiator_party_id = $delegateId',
  looked,
  payers: itself,
});

function underWay(name: string, search: Search) {
  const kinds = { withdrawals: withdrawals(search), reviews: reviews(search), claims: claims(search) };
  const newest = Object.entries(kinds).map(
    ([kind, from]) => `
      (SELECT '${kind}' AS kind, type, id, status, amount, currency, (count(*) OVER ())::int AS count
       FROM (SELECT * FROM (${from}) f WHERE ${search.filter} ORDER BY id DESC LIMIT $most) x ORDER BY id DESC LIMIT $shown)`,
  );
  return many<UnderWayRow, UnderWayScope & UnderWayBounds>(
    `under_way_of_${name}`,
    newest.join(' UNION ALL '),
  );
}

function withdrawals(search: Search): string {
  return `SELECT 'transfer' AS type, t.* FROM (
    ${transfers} WHERE party_id = $partyId AND status = 'PROCESSING' AND type = 'withdrawal'
    ORDER BY id DESC LIMIT ${search.looked}) t`;
}

function reviews(search: Search): string {
  const pending = (side: string): string => `(SELECT target_type, target_id FROM approvals
    WHERE ${side} AND status = 'pending' ORDER BY id DESC LIMIT ${search.looked})`;
  return `SELECT DISTINCT CASE target_type WHEN 'payment' THEN 'payment' ELSE 'transfer' END AS type, r.* FROM (
      ${pending('payer_party_id = $partyId')}
      UNION ALL
      ${pending('initiator_party_id = $partyId AND initiator_party_id <> payer_party_id')}) a
    CROSS JOIN LATERAL (${payments} WHERE id = target_id UNION ALL ${transfers} WHERE id = target_id) r`;
}

function claims(search: Search): string {
  return `SELECT 'payment' AS type, p.* FROM (${search.payers}) w (party) CROSS JOIN LATERAL (
    ${payments} WHERE payer_party_id = w.party AND status = 'PENDING_CLAIM'
    ORDER BY id DESC LIMIT ${search.looked}) p LIMIT ${search.looked}`;
}

/**
 * Whose: of a party; of what an agent of the party requested, also from customers; or of what a delegate requested from
 * the wallets of the party.
 */
export type UnderWayScope = { partyId: Id<'pty'>; agentId?: Id<'agt'>; delegateId?: Id<'pty'> };

/** The newest `shown` of each kind; all are counted up to `most`. */
type UnderWayBounds = { shown: number; most: number };

/** Returns the newest of each kind of what is under way, each with their number. */
export function listUnderWay(
  db: Queryable,
  scope: UnderWayScope,
  bounds: UnderWayBounds,
): Promise<UnderWayRow[]> {
  const list = scope.agentId ? ofAgent : scope.delegateId ? ofDelegate : ofParty;
  return list(db, { ...scope, ...bounds });
}
