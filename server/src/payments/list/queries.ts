import { boundedSearch, foundIn, searchRange } from '../../db/bounded-search.ts';
import type { Found } from '../../db/bounded-search.ts';
import { rows, statement } from '../../db/sql.ts';
import type { Queryable } from '../../db/sql.ts';
import type { Tag } from '../../db/tagged.ts';
import type { PaymentStatus } from '../../engine/model/records.ts';
import { seenBy, visible, visiblePayment } from '../../engine/model/tables.ts';
import type { SeenPayment } from '../../engine/model/tables.ts';
import type { Id } from '../../lib/id.ts';

/** Which payments are wanted; null for any. */
export type PaymentFilters = {
  status: PaymentStatus | null;
  direction: 'INBOUND' | 'OUTBOUND' | null;
  agentId: Id<'agt'> | null;
  counterpartyPartyId: Id<'pty'> | null;
  instanceId: string | null;
  tag: Tag | null;
  after: Date | null;
  before: Date | null;
};

/** The position of a page: ids from `lowest` on and below `before`, and how many payments it shows at most. */
export type PaymentPosition = { before: string; lowest: string; count: number };

const from = (role: string): string => `*, '${role}' AS role FROM payments`;
const isOwnAgent = 'EXISTS (SELECT FROM agents a WHERE a.id = $9 AND a.party_id = $1)'; // decided before the first row is read
const [hash, wantedHash] = ['hashtextextended(instance_id, 0)', 'hashtextextended($11, 0)'];

type Range = (scan: string) => string;
const payer: Range = (scan) => searchRange(from('payer'), { payer_party_id: '$1::uuid' }, scan);
const payee: Range = (scan) =>
  searchRange(from('payee'), { payee_party_id: '$1::uuid' }, scan, 'AND accepted_at IS NOT NULL');
const initiator: Range = (scan) =>
  searchRange(
    from('initiator'),
    { initiator_party_id: '$1::uuid' },
    scan,
    'AND initiator_party_id <> payer_party_id',
  );
// A party's own agent has an index range of all its payments. Another agent made the payments of a customer.
const ofAgent: Range = (scan) =>
  searchRange(from('agent'), { agent_id: '$9::uuid' }, scan, `AND agent_id IS NOT NULL AND ${isOwnAgent}`);
const byForeignAgent: Range = (scan) =>
  searchRange(from('payer'), { payer_party_id: '$1::uuid' }, scan, `AND NOT ${isOwnAgent}`);
const conversation: Range = (scan) =>
  searchRange(
    from('conversation'),
    { initiator_party_id: '$1::uuid', [hash]: wantedHash },
    scan,
    'AND instance_id IS NOT NULL',
  );
const tagged: Range = (scan) => `SELECT k.*, 'tagged' AS role FROM (SELECT resource_id FROM tagged_resources
     WHERE party_id = $1 AND resource = 'payment' AND name = $12 AND value = $13 AND resource_id < $2
       AND resource_id >= $3 ORDER BY resource_id DESC LIMIT ${scan}) t
   CROSS JOIN LATERAL (SELECT * FROM payments WHERE id = t.resource_id LIMIT 1) k`;

// What a party pays itself as a delegate is in two ranges: from its acceptance on it is received, until then initiated.
const isReceived = 'x.payee_party_id = $1 AND x.accepted_at IS NOT NULL';
const wanted = `${seenBy('$1::uuid', 'x')} AND NOT (x.role = 'initiator' AND ${isReceived} IS TRUE)
  AND ($5::timestamptz IS NULL OR x.created_at >= $5) AND ($6::timestamptz IS NULL OR x.created_at < $6)
  AND ($7::text IS NULL OR x.status = $7)
  AND ($8::text IS NULL OR $8 = CASE WHEN ${isReceived} THEN 'INBOUND' ELSE 'OUTBOUND' END)
  AND ($9::uuid IS NULL OR ${visible('agentId', '$1::uuid', 'x')} = $9)
  AND ($10::uuid IS NULL
    OR $10 = CASE WHEN ${isReceived} THEN x.payer_party_id ELSE coalesce(x.payee_party_id, x.id) END)
  AND ($11::text IS NULL OR ${visible('instanceId', '$1::uuid', 'x')} = $11)`;

// How many payments of a range one page reads: those it shows, or up to 2000 if few of them may be what the filters
// want. A literal, so that even a plan made once for all parties knows how far it has to read.
const scans = { exact: '$4::bigint', searched: '2000' };

function listOf(name: string, ranges: readonly Range[]) {
  const make = (way: keyof typeof scans) => {
    const scan = scans[way];
    const parts = ranges.map((range) => range(scan));
    return statement<SeenPayment & { scannedTo: string | null }>(
      `payments_list_by_${name}_${way}`,
      boundedSearch(parts, scan, { wanted, columns: visiblePayment('$1::uuid', 'm') }),
    );
  };
  return { exact: make('exact'), searched: make('searched') };
}

const lists = {
  party: listOf('party', [payer, payee, initiator]),
  payee: listOf('payee', [payee]),
  payer: listOf('payer', [payer, initiator]),
  agent: listOf('agent', [ofAgent, byForeignAgent]),
  conversation: listOf('conversation', [conversation]),
  tag: listOf('tag', [tagged]),
};

/** Returns the ranges of the most selective filter, and whether each row in them is wanted, apart from their times. */
function choose({ tag, instanceId, agentId, direction, status, counterpartyPartyId }: PaymentFilters) {
  const others = status !== null || counterpartyPartyId !== null;
  if (tag) return { by: 'tag', isExact: !others && !instanceId && !agentId && !direction } as const;
  if (instanceId) return { by: 'conversation', isExact: !others && !agentId && !direction } as const;
  if (agentId) return { by: 'agent', isExact: false } as const;
  if (direction === 'OUTBOUND') return { by: 'payer', isExact: false } as const;
  return { by: direction ? 'payee' : 'party', isExact: !others } as const;
}

/** Returns payments that the party sees and the filters let pass, newest first: up to `count` among those it reads. */
export async function listPaymentsBefore(
  db: Queryable,
  partyId: Id<'pty'>,
  filters: PaymentFilters,
  { before, lowest, count }: PaymentPosition,
): Promise<Found<SeenPayment>> {
  const { tag, after, before: end, status, direction, agentId, counterpartyPartyId, instanceId } = filters;
  const times = [after?.toISOString() ?? null, end?.toISOString() ?? null];
  const tags = tag ? [tag.name, tag.value] : [];
  const values = [partyId, before, lowest, count, ...times, status, direction, agentId, counterpartyPartyId];
  const { by, isExact } = choose(filters);
  const list = lists[by][isExact ? 'exact' : 'searched'];
  return foundIn(await rows(db, list, [...values, instanceId, ...tags]));
}
