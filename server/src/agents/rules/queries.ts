import { uuidArray } from '../../db/arrays.ts';
import { rows, statement } from '../../db/sql.ts';
import type { Queryable } from '../../db/sql.ts';
import type { PaymentStatus } from '../../engine/model/records.ts';
import type { Contact } from '../../engine/model/state.ts';
import type { Id } from '../../lib/id.ts';

/** A payment that an agent has made. */
export type PastPayment = {
  id: Id<'pay'>;
  status: PaymentStatus;
  amount: bigint;
  currency: string;
  description: string | null;
  payerPartyId: Id<'pty'>;
  payeePartyId: Id<'pty'> | null;
  recipientAddress: string | null;
  recipientAgentId: Id<'agt'> | null;
  createdAt: Date;
  acceptedAt: Date | null;
};

const columns = `id, status, amount, currency, description, payer_party_id AS "payerPartyId",
  payee_party_id AS "payeePartyId", recipient_address AS "recipientAddress", recipient_agent_id AS "recipientAgentId",
  created_at AS "createdAt", accepted_at AS "acceptedAt", agent_id`;

// No index is by agent: each payment would pay for it. Looking through so many payments takes some 50 ms.
const maxLookedThrough = 20_000;

const past = statement<PastPayment>(
  'agents_past_payments',
  `SELECT * FROM (
     (SELECT ${columns} FROM payments WHERE payer_party_id = $1 ORDER BY id DESC LIMIT ${maxLookedThrough})
     UNION ALL
     (SELECT ${columns} FROM payments WHERE initiator_party_id = $1 AND initiator_party_id <> payer_party_id
      ORDER BY id DESC LIMIT ${maxLookedThrough})) p
   WHERE agent_id = $2 ORDER BY id DESC LIMIT $3`,
);

/** Returns the latest payments of an agent, newest first, as far as they are among the latest of its party. */
export function listPastPayments(
  db: Queryable,
  partyId: Id<'pty'>,
  agentId: Id<'agt'>,
  count: number,
): Promise<PastPayment[]> {
  return rows(db, past, [partyId, agentId, count]);
}

const addressesOf = statement<Contact & { partyId: Id<'pty'> }>(
  'agents_addresses_of',
  `SELECT c.party_id AS "partyId", c.kind, c.value FROM unnest($1::uuid[]) AS n (party_id)
   CROSS JOIN LATERAL (SELECT * FROM contacts x WHERE x.party_id = n.party_id OFFSET 0) c`,
);

/** Returns every address that leads to one of the parties, which the agent has paid. */
export function listAddressesOf(
  db: Queryable,
  partyIds: ReadonlyArray<Id<'pty'>>,
): Promise<Array<Contact & { partyId: Id<'pty'> }>> {
  return rows(db, addressesOf, [uuidArray(partyIds)]);
}

const deletePurchases = statement<{ content: string }>(
  'agents_delete_purchases',
  `DELETE FROM recent_purchases WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM recent_purchases WHERE at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING content`,
);

/** Deletes up to `count` recorded payments, of all agents, that are older than `time`, and returns how many. */
export async function deletePurchasesBefore(db: Queryable, time: Date, count: number): Promise<number> {
  return (await rows(db, deletePurchases, [time.toISOString(), count])).length;
}
