import { boundedSearch, type Found, foundIn, searchRange } from '../../../db/bounded-search.ts';
import { equalTo, type FilterOf, rowFilters } from '../../../db/filters.ts';
import { type Queryable, rows, statement } from '../../../db/sql.ts';
import { payments, seenBy, type SeenPayment, visible, visiblePayment } from '../../../engine/model/tables.ts';
import type { Id } from '../../../lib/id.ts';
import { filterNames, type SharedTerms } from '../../../terms/payment-terms.ts';
import type { PaymentsQuery } from '../schema.ts';

/** Which payments are wanted. */
export type PaymentFilters = Pick<PaymentsQuery, FilterOf<PaymentsQuery>>;

/** The position of a page: ids from `lowest` on and below `before`, and how many payments it shows at most. */
export type PaymentPosition = { before: string; lowest: string; count: number };

// What a party pays itself as a delegate is in two ranges: from its acceptance on it is received, until then initiated.
const isReceived = 'x.payee_party_id = $1 AND x.accepted_at IS NOT NULL';

const firstFilter = 5;

// What each filter asks of a payment `x` in the ranges; what the party does not see matches nothing. A tag is looked up.
const filters = rowFilters<Exclude<keyof PaymentFilters, 'tag'>>(firstFilter, {
  createdAfter: ['timestamptz', (time) => `x.created_at >= ${time}`],
  createdBefore: ['timestamptz', (time) => `x.created_at < ${time}`],
  status: ['text', (status) => `x.status = ${status}`],
  direction: ['text', (to) => `${to} = CASE WHEN ${isReceived} THEN 'INBOUND' ELSE 'OUTBOUND' END`],
  agentId: ['uuid', (agent) => `${visible('agentId', '$1::uuid', 'x')} = ${agent}`],
  counterpartyPartyId: [
    'uuid',
    (party) =>
      `${party} = CASE WHEN ${isReceived} THEN x.payer_party_id ELSE coalesce(x.payee_party_id, x.id) END`,
  ],
  instanceId: ['text', (instance) => `${visible('instanceId', '$1::uuid', 'x')} = ${instance}`],
  ...equalTo(filterNames, (term: keyof SharedTerms) => [
    payments.columns[term].type,
    visible(term, '$1::uuid', 'x'),
  ]),
});
const wanted = `${seenBy('$1::uuid', 'x')} AND NOT (x.role = 'initiator' AND ${isReceived} IS TRUE) AND ${filters.wanted}`;

const from = (role: string): string => `*, '${role}' AS role FROM payments`;
const agent = filters.parameter('agentId');
const isOwnAgent = `EXISTS (SELECT FROM agents a WHERE a.id = ${agent} AND a.party_id = $1)`; // decided before the first row is read
const hash = 'hashtextextended(instance_id, 0)';
const wantedHash = `hashtextextended(${filters.parameter('instanceId')}, 0)`;

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
  searchRange(
    from('agent'),
    { agent_id: `${agent}::uuid` },
    scan,
    `AND agent_id IS NOT NULL AND ${isOwnAgent}`,
  );
const byForeignAgent: Range = (scan) =>
  searchRange(from('payer'), { payer_party_id: '$1::uuid' }, scan, `AND NOT ${isOwnAgent}`);
const conversation: Range = (scan) =>
  searchRange(
    from('conversation'),
    { initiator_party_id: '$1::uuid', [hash]: wantedHash },
    scan,
    'AND instance_id IS NOT NULL',
  );
const afterFilters = firstFilter + filters.names.length;
const tagged: Range = (scan) => `SELECT k.*, 'tagged' AS role FROM (SELECT resource_id FROM tagged_resources
     WHERE party_id = $1 AND resource = 'payment' AND name = $${afterFilters} AND value = $${afterFilters + 1} AND resource_id < $2
       AND resource_id >= $3 ORDER BY resource_id DESC LIMIT ${scan}) t
   CROSS JOIN LATERAL (SELECT * FROM payments WHERE id = t.resource_id LIMIT 1) k`;

// How many payments of a range one page reads: those it shows, or up to 2000 if few of them may be what the filters
// want. A literal, so that even a plan made once for all parties knows how far it has to read.
const scans = { exact: '$4::bigint', searched: '2000' };

/** Each row of the ranges passes the filters `satisfied`; null if some rows pass none of them. */
function listOf(
  name: string,
  ranges: readonly Range[],
  satisfied: ReadonlyArray<keyof PaymentFilters> | null,
) {
  const make = (way: keyof typeof scans) => {
    const scan = scans[way];
    const parts = ranges.map((range) => range(scan));
    return statement<SeenPayment & { scannedTo: string | null }>(
      `payments_list_by_${name}_${way}`,
      boundedSearch(parts, scan, { wanted, columns: visiblePayment('$1::uuid', 'm') }),
    );
  };
  return { exact: make('exact'), searched: make('searched'), satisfied };
}

const lists = {
  party: listOf('party', [payer, payee, initiator], []),
  payee: listOf('payee', [payee], ['direction']),
  payer: listOf('payer', [payer, initiator], null),
  agent: listOf('agent', [ofAgent, byForeignAgent], null),
  conversation: listOf('conversation', [conversation], ['instanceId']),
  tag: listOf('tag', [tagged], ['tag']),
};

/** Returns the list with the ranges of the most selective filter. */
function choose({ tag, instanceId, agentId, direction }: PaymentFilters) {
  if (tag) return lists.tag;
  if (instanceId) return lists.conversation;
  if (agentId) return lists.agent;
  if (direction === 'OUTBOUND') return lists.payer;
  return direction ? lists.payee : lists.party;
}

const otherThanTimes = [...filters.names, 'tag' as const].filter(
  (name) => name !== 'createdAfter' && name !== 'createdBefore',
);

/** Returns payments that the party sees and the query's filters let pass, newest first: up to `count` of those it reads. */
export async function listPaymentsBefore(
  db: Queryable,
  partyId: Id<'pty'>,
  query: PaymentFilters,
  { before, lowest, count }: PaymentPosition,
): Promise<Found<SeenPayment>> {
  const { exact, searched, satisfied } = choose(query);
  const isExact = otherThanTimes.every((name) => query[name] === undefined || satisfied?.includes(name));
  const tags = query.tag ? [query.tag.name, query.tag.value] : [];
  const values = [partyId, before, lowest, count, ...filters.values(query), ...tags];
  return foundIn(await rows(db, satisfied && isExact ? exact : searched, values));
}
