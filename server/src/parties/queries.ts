import { firstRow, rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import type { Id } from '../lib/id.ts';

const party = statement(
  'parties_insert',
  `INSERT INTO parties (id, type, status, name, email, default_currency, created_at, updated_at)
   VALUES ($1, $2, 'ACTIVE', $3, $4, $5, $6, $6)`,
);

export async function insertParty(
  tx: Queryable,
  row: { id: Id<'pty'>; type: 'PERSON' | 'ORG'; name: string; email: string; currency: string; now: Date },
): Promise<void> {
  await rows(tx, party, [row.id, row.type, row.name, row.email, row.currency, row.now.toISOString()]);
}

const contact = statement<{ party_id: string }>(
  'parties_insert_contact',
  `INSERT INTO contacts (party_id, kind, value, verified_at, created_at) VALUES ($1, $2, $3, $4, $4)
   ON CONFLICT DO NOTHING RETURNING party_id`,
);

/** Makes a verified address lead to the party; false where it leads to one already. */
export async function insertVerifiedContact(
  tx: Queryable,
  partyId: Id<'pty'>,
  row: { kind: 'email' | 'phone'; value: string; now: Date },
): Promise<boolean> {
  return (await firstRow(tx, contact, [partyId, row.kind, row.value, row.now.toISOString()])) !== null;
}

const user = statement(
  'parties_insert_user',
  'INSERT INTO users (id, name, email, created_at) VALUES ($1, $2, $3, $4)',
);

export async function insertUser(
  tx: Queryable,
  row: { id: Id<'usr'>; name: string; email: string; now: Date },
): Promise<void> {
  await rows(tx, user, [row.id, row.name, row.email, row.now.toISOString()]);
}

const member = statement(
  'parties_insert_member',
  'INSERT INTO members (party_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)',
);

export async function insertMember(
  tx: Queryable,
  partyId: Id<'pty'>,
  row: { userId: Id<'usr'>; role: string; now: Date },
): Promise<void> {
  await rows(tx, member, [partyId, row.userId, row.role, row.now.toISOString()]);
}
