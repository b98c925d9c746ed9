import { newId } from '../../lib/id.ts';
import { type AuditRow, type Event, maxMailsPerHour, type NewMail } from '../model/journal.ts';
import { bigints, type Columns, insert, texts, times, uuids } from './rows.ts';

/** Stores events, behind the changes that they are about. The database gives them their ids. */
export const insertEvents = insert<Event>('event_lines', {
  resource: texts((event) => event.resource),
  resource_id: uuids((event) => event.resourceId),
  from_status: texts((event) => event.from),
  to_status: texts((event) => event.to),
  created_at: times((event) => event.createdAt),
});

// Mails to the party's own people are not bounded: they have bounds of their own.
const isBounded = "NOT IN ('approval', 'webhookDisabled', 'apiKey')";

/** Returns the SQL of how many mails a party has caused to a recipient within the hour, counted up to the bound. */
function countOf(party: string, recipient: string, now: string): string {
  // Sorted, so that the planner takes the index that ends with the time.
  const mails = boundedMails(party, recipient, `${now} - interval '1 hour'`);
  return `(SELECT count(*) FROM (SELECT FROM ${mails} ORDER BY m.created_at LIMIT ${maxMailsPerHour}) x)`;
}

function boundedMails(party: string, recipient: string, from: string): string {
  return `mails m WHERE m.party_id = ${party} AND m.recipient = ${recipient} AND m.created_at > ${from}
    AND m.kind ${isBounded} AND m.status NOT IN ('DROPPED', 'WITHHELD')`;
}

/**
 * Returns the SQL of a time: from then on, a party has caused all the mails to a recipient that it may cause in an hour.
 * So it causes no more until an hour after that time. Null if it has caused fewer since the time `from`.
 */
export function fullSince(party: string, recipient: string, from: string): string {
  return `(SELECT m.created_at FROM ${boundedMails(party, recipient, from)}
    ORDER BY m.created_at DESC OFFSET ${maxMailsPerHour - 1} LIMIT 1)`;
}

// Null for a mail that is not bounded. OFFSET 0 keeps the planner from counting for each column that asks.
const countedOnce = `CROSS JOIN LATERAL (SELECT CASE WHEN n.party_id IS NOT NULL AND n.kind ${isBounded}
  THEN ${countOf('n.party_id', 'n.recipient', 'n.created_at')} END AS count OFFSET 0) earlier`;
const before = 'row_number() OVER (PARTITION BY n.party_id, n.recipient ORDER BY n.id) - 1';
const isWithheld = `earlier.count + ${before} >= ${maxMailsPerHour}`;
const lastTurn = `(SELECT m.turn FROM mails m WHERE m.party_id = n.party_id AND m.due_at IS NOT NULL
  ORDER BY m.turn DESC LIMIT 1)`;
const turn = `greatest(n.created_at, ${lastTurn} + interval '1 second')
  + (row_number() OVER (PARTITION BY n.party_id ORDER BY n.id) - 1) * interval '1 second'`;

/** Stores mails. What exceeds the bound of its recipient is withheld: it is never sent. */
export const insertMails = insert<NewMail>(
  'mails',
  {
    id: uuids(() => newId('mai')),
    party_id: uuids((mail) => mail.partyId),
    kind: texts((mail) => mail.kind),
    resource_id: uuids((mail) => mail.resourceId),
    recipient: texts((mail) => mail.recipient),
    created_at: times((mail) => mail.now),
    status: texts(() => null),
    due_at: times(() => null),
    turn: times(() => null),
  },
  '',
  'engine_insert_mails',
  {
    status: `CASE WHEN ${isWithheld} THEN 'WITHHELD' ELSE 'PENDING' END`,
    due_at: `CASE WHEN ${isWithheld} THEN NULL ELSE n.created_at END`,
    turn,
  },
  countedOnce,
);

const auditLines: Columns<AuditRow> = {
  id: uuids(() => newId('aud')),
  at: times((audit) => audit.at),
  request_id: uuids((audit) => audit.requestId),
  party_id: uuids((audit) => audit.actor?.partyId ?? null),
  user_id: uuids((audit) => audit.actor?.userId ?? null),
  key_prefix: texts((audit) => audit.actor?.keyPrefix ?? null),
  agent_id: uuids((audit) => audit.actor?.agentId ?? null),
  instance_id: texts((audit) => audit.actor?.instanceId ?? null),
  action: texts((audit) => audit.action),
  target_id: uuids((audit) => audit.targetId),
  decision: texts((audit) => audit.decision),
  reason: texts((audit) => audit.reason),
  count: bigints((audit) => BigInt(audit.count ?? 1)),
  attempt: texts((audit) => (audit.attempt ? JSON.stringify(audit.attempt) : null)),
  changes: texts(({ changes = [] }) => (changes.length > 0 ? JSON.stringify(changes) : null)),
};
export const insertAuditLines = insert('audit_lines', auditLines, '', undefined, {
  attempt: 'n.attempt::jsonb',
  changes: 'n.changes::jsonb',
});
