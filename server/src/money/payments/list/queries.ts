import type { Tag } from '../../../db/tagged.ts';
import {
  type BoundedPage,
  boundedSearch,
  type Found,
  foundIn,
  searchRange,
} from '../../../db/bounded-search.ts';
import { equalTo, type Filter, type FilterOf, type OwnPage, rowFilters } from '../../../db/filters.ts';
import { many, type Queryable } from '../../../db/sql.ts';
import { payments } from '../../../engine/model/tables.ts';
import { seenBy, type SeenPayment, visible, visiblePayment } from '../../../engine/model/viewers.ts';
import { filterNames, type SharedTerms } from '../../../terms/payment-terms.ts';
import type { PaymentsQuery } from '../schema.ts';

type OwnBoundedPage = BoundedPage & Pick<OwnPage, 'own'>;
export type PaymentFilters = Pick<PaymentsQuery, FilterOf<PaymentsQuery>>;

// What a party pays itself as a delegate is in two ranges: from its acceptance on it is received, until then initiated.
const isReceived = 'x.payee_party_id = $partyId AND x.accepted_at IS NOT NULL';

// What each filter asks of a payment `x` in the ranges; what the party does not see matches nothing. A tag is looked up.
const filters: Readonly<Record<Exclude<keyof PaymentFilters, 'tag'>, Filter>> = {
  createdAfter: ['timestamptz', (time) => `x.created_at >= ${time}`],
  createdBefore: ['timestamptz', (time) => `x.created_at < ${time}`],
  status: ['text', (status) => `x.status = ${status}`],
  direction: ['text', (to) => `${to} = CASE WHEN ${isReceived} THEN 'INBOUND' ELSE 'OUTBOUND' END`],
  agentId: ['uuid', (agent) => `${visible('agentId', '$partyId::uuid', 'x')} = ${agent}`],
  counterpartyPartyId: [
    'uuid',
    (party) =>
      `${party} = CASE WHEN ${isReceived} THEN x.payer_party_id ELSE coalesce(x.payee_party_id, x.id) END`,
  ],
  instanceId: ['text', (instance) => `${visible('instanceId', '$partyId::uuid', 'x')} = ${instance}`],
  ...equalTo(filterNames, (term: keyof SharedTerms) => [
    payments.columns[term].type,
    visible(term, '$partyId::uuid', 'x'),
  ]),
};
const wanted = `${seenBy('$partyId::uuid', 'x')} AND NOT (x.role = 'initiator' AND ${isReceived} IS TRUE) AND ${rowFilters(filters)}`;

const from = (role: string): string => `*, '${role}' AS role FROM payments`;
const isOwnAgent = `EXISTS (SELECT FROM agents a WHERE a.id = $agentId AND a.party_id = $partyId)`; // decided before the first row is read
const hash = 'hashtextextended(instance_id, 0)';
const wantedHash = `hashtextextended($instanceId, 0)`;

type Range = (scan: string) => string;
const payer: Range = (scan) => searchRange(from('payer'), { payer_party_id: '$partyId::uuid' }, scan);
const payee: Range = (scan) =>
  searchRange(from('payee'), { payee_party_id: '$partyId::uuid' }, scan, 'AND accepted_at IS NOT NULL');
const initiator: Range = (scan) =>
  searchRange(
    from('initiator'),
    { initiator_party_id: '$partyId::uuid' },
    scan,
    'AND initiator_party_id <> payer_party_id',
  );
// A party's own agent has an index range of all its payments. Another agent made the payments of a customer.
const ofAgent: Range = (scan) =>
  searchRange(
    from('agent'),
    { agent_id: `$agentId::uuid` },
    scan,
    `AND agent_id IS NOT NULL AND ${isOwnAgent}`,
  );
const byForeignAgent: Range = (scan) =>
  searchRange(from('payer'), { payer_party_id: '$partyId::uuid' }, scan, `AND NOT ${isOwnAgent}`);
// Of one agent, whoever pays: what its party does not see is left out afterwards.
const ofReader: Range = (scan) =>
  searchRange(from('own'), { agent_id: '$own::uuid' }, scan, 'AND agent_id IS NOT NULL');
const conversation: Range = (scan) =>
  searchRange(
    from('conversation'),
    { initiator_party_id: '$partyId::uuid', [hash]: wantedHash },
    scan,
    'AND instance_id IS NOT NULL',
  );
const tagged: Range = (scan) => `SELECT k.*, 'tagged' AS role FROM (SELECT resource_id FROM tagged_resources
     WHERE party_id = $partyId AND resource = 'payment' AND name = $name AND value = $value AND resource_id < $before
       AND resource_id >= $lowest ORDER BY resource_id DESC LIMIT ${scan}) t
   CROSS JOIN LATERAL (SELECT * FROM payments WHERE id = t.resource_id LIMIT 1) k`;

// How many payments of a range one page reads: those it shows, or up to 2000 if few of them may be what the filters
// want. A literal, so that even a plan made once for all parties knows how far it has to read.
const scans = { exact: '$count::bigint', searched: '2000' };

/** Each row of the ranges passes the filters `satisfied`; null if some rows pass none of them. */
function listOf(
  name: string,
  ranges: readonly Range[],
  satisfied: ReadonlyArray<keyof PaymentFilters> | null,
  also = '',
) {
  const make = (way: keyof typeof scans) => {
    const scan = scans[way];
    const parts = ranges.map((range) => range(scan));
    return many<SeenPayment & { scannedTo: string | null }, OwnBoundedPage & PaymentFilters & Partial<Tag>>(
      `payments_list_by_${name}_${way}`,
      boundedSearch(parts, scan, { wanted: wanted + also, columns: visiblePayment('$partyId::uuid', 'm') }),
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
  own: listOf('own', [ofReader], null),
  ownTag: listOf('own_tag', [tagged], null, ' AND x.agent_id = $own'),
};

/** Returns the list with the ranges of the most selective filter. */
function choose({ tag, instanceId, agentId, direction }: PaymentFilters, { own }: OwnBoundedPage) {
  if (own) return tag ? lists.ownTag : lists.own;
  if (tag) return lists.tag;
  if (instanceId) return lists.conversation;
  if (agentId) return lists.agent;
  if (direction === 'OUTBOUND') return lists.payer;
  return direction ? lists.payee : lists.party;
}

const otherThanTimes = (['tag', ...Object.keys(filters)] as Array<keyof PaymentFilters>).filter(
  (name) => name !== 'createdAfter' && name !== 'createdBefore',
);

/** Returns payments that the party sees and the query's filters let pass, newest first: up to `count` of those it reads. */
export async function listPaymentsBefore(
  db: Queryable,
  page: OwnBoundedPage,
  query: PaymentFilters,
): Promise<Found<SeenPayment>> {
  const { exact, searched, satisfied } = choose(query, page);
  const isExact = otherThanTimes.every((name) => query[name] === undefined || satisfied?.includes(name));
  const read = satisfied && isExact ? exact : searched;
  return foundIn(await read(db, { ...query, ...query.tag, ...page }));
}
