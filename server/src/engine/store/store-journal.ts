import { newId } from '../../lib/id.ts';
import type { AuditRow, Event, NewMail } from '../model/journal.ts';
import { bigints, type Columns, insert, texts, times, uuids } from './rows.ts';

/** Stores events, behind the changes that they are about. The database gives them their ids. */
export const insertEvents = insert<Event>('event_lines', {
  resource: texts((event) => event.resource),
  resource_id: uuids((event) => event.resourceId),
  from_status: texts((event) => event.from),
  to_status: texts((event) => event.to),
  created_at: times((event) => event.createdAt),
});

export const insertMails = insert<NewMail>('mails', {
  id: uuids(() => newId('mai')),
  party_id: uuids((mail) => mail.partyId),
  kind: texts((mail) => mail.kind),
  resource_id: uuids((mail) => mail.resourceId),
  recipient: texts((mail) => mail.recipient),
  status: texts(() => 'PENDING'),
  due_at: times((mail) => mail.now),
  created_at: times((mail) => mail.now),
});

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
};
export const insertAuditLines = insert('audit_lines', auditLines, '', undefined, {
  attempt: 'n.attempt::jsonb',
});
