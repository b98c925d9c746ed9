import { asRecorded } from '../../db/recorded.ts';
import { column, count, hits, one, type Queryable, run, value } from '../../db/sql.ts';
import type { Contact } from '../../engine/model/counterparty.ts';
import type { ApprovalPolicy, Freezer, Limits, PartyStatus } from '../../engine/model/state.ts';
import type { Id } from '../../lib/id.ts';
import { nameKey } from '../../lib/text.ts';
import { together } from '../../lib/together.ts';
import type { KeptDefaults } from '../../terms/agent-defaults.ts';
import { limitColumns } from '../../engine/model/tables.ts';

type NewParty = {
  id: Id<'pty'>;
  type: 'PERSON' | 'ORG';
  name: string;
  contact: Contact;
  currency: string;
  now: Date;
};

// One statement, so that nothing else can claim the address in between: a claim that waits for another one finds the
// address verified, and one that waits for a payment to the unknown address finds the party that the payment registered.
const party = value<
  Id<'pty'>,
  Omit<NewParty, 'contact'> & Contact & { email: string | null; nameKey: string }
>(
  'parties_insert',
  `WITH claimed AS (
     INSERT INTO contacts (kind, value, party_id, verified_at, created_at) VALUES ($kind, $value, $id, $now, $now)
     ON CONFLICT (kind, value) DO UPDATE SET verified_at = excluded.verified_at WHERE contacts.verified_at IS NULL
     RETURNING party_id)
   INSERT INTO parties (id, type, status, name, name_key, email, default_currency, created_at, updated_at)
   SELECT party_id, $type, 'ACTIVE', $name, $nameKey, $email, $currency, $now, $now FROM claimed
   ON CONFLICT (id) DO UPDATE SET type = excluded.type, status = excluded.status, name = excluded.name,
     name_key = excluded.name_key, email = excluded.email,
       default_currency = excluded.default_currency, updated_at = excluded.updated_at
     WHERE parties.status = 'PROVISIONAL'
   RETURNING id`,
);

/**
 * Stores an ACTIVE party with its verified address. If the address leads to a PROVISIONAL party, that party
 * becomes ACTIVE and keeps its id. Returns the party's id, or null if the address leads to an ACTIVE party.
 */
export function insertParty(tx: Queryable, { contact, ...row }: NewParty): Promise<Id<'pty'> | null> {
  const email = contact.kind === 'email' ? contact.value : null;
  return party(tx, { ...row, ...contact, email, nameKey: nameKey(row.name) });
}

/** Marks a PROVISIONAL party as one that another has taken over. Returns false if it is not PROVISIONAL. */
export const markMerged = hits<[partyId: Id<'pty'>, now: Date]>(
  'parties_mark_merged',
  "UPDATE parties SET status = 'MERGED', updated_at = $2 WHERE id = $1 AND status = 'PROVISIONAL'",
);

/** Returns how many parties a party has taken over. */
export const countTaken = count<[partyId: Id<'pty'>]>(
  'parties_count_taken',
  'SELECT count(*)::integer AS count FROM claims WHERE taken_by = $1',
);

export type PartyRow = Limits &
  ApprovalPolicy & {
    id: Id<'pty'>;
    type: 'PERSON' | 'ORG';
    status: PartyStatus;
    /** Who has frozen it; empty unless it is FROZEN. */
    frozenBy: readonly Freezer[];
    name: string;
    email: string | null;
    /** The default currency, and that of the limits. */
    currency: string;
    agentDefaults: KeptDefaults | null;
    /** When the limits were last set; null if they never were. */
    limitsUpdatedAt: Date | null;
    createdAt: Date;
    updatedAt: Date;
  };

const columns = `id, type, status, frozen_by, name, email, default_currency AS currency, ${limitColumns('parties')},
  limits_updated_at, approve_by, two_above, agent_defaults, created_at, updated_at`;
const byId = `SELECT ${columns} FROM parties WHERE id = $1`;

export const findParty = one<PartyRow, [partyId: Id<'pty'>]>('parties_find', byId);

/** Locks and returns a party, without what it spends through. */
export const lockParty = one<PartyRow, [partyId: Id<'pty'>]>('parties_lock', `${byId} FOR NO KEY UPDATE`);

const rename = run<{ partyId: Id<'pty'>; name: string; key: string; now: Date }>(
  'parties_rename',
  'UPDATE parties SET name = $name, name_key = $key, updated_at = $now WHERE id = $partyId',
);

export function renameParty(
  tx: Queryable,
  party: { partyId: Id<'pty'>; name: string; now: Date },
): Promise<number> {
  return rename(tx, { ...party, key: nameKey(party.name) });
}

/** Stores what bounds the agents that the party creates from now on. */
export const updateAgentDefaults = run<{ partyId: Id<'pty'>; defaults: KeptDefaults | null; now: Date }>(
  'parties_set_agent_defaults',
  'UPDATE parties SET agent_defaults = $defaults, updated_at = $now WHERE id = $partyId',
);

// Every payment or withdrawal that the party pays or initiates locks one of these rows. They come before limit counters
// in the order of locks, so nothing is counted without such a lock.
const lockSpenders = [
  lockOf('parties_lock_agents', 'agents', 'id'),
  lockOf('parties_lock_delegations', 'delegations', 'customer_party_id'),
  lockOf('parties_lock_wallets', 'wallets', 'currency, id', "AND status <> 'closed'"),
];

function lockOf(name: string, table: 'agents' | 'delegations' | 'wallets', order: string, and = '') {
  return run<[partyId: Id<'pty'>]>(
    name,
    `SELECT id FROM ${table} WHERE party_id = $1 ${and} ORDER BY ${order} FOR NO KEY UPDATE`,
  );
}

/**
 * Locks a party and everything through which it spends, in the one order of locks, and returns the party. Afterwards
 * none of its payments or withdrawals is in progress. Asks for all at once.
 */
export async function lockSpending(tx: Queryable, partyId: Id<'pty'>): Promise<PartyRow | null> {
  const party = lockParty(tx, partyId);
  const spenders = lockSpenders.map((lock) => lock(tx, partyId));
  return (await together([party, ...spenders]))[0];
}

export const updatePartyLimits = run<Limits & { partyId: Id<'pty'>; now: Date }>(
  'parties_set_limits',
  `UPDATE parties SET per_transaction = $perTransaction, per_day = $perDay, per_month = $perMonth,
     currency_limits = $currencyLimits, limits_updated_at = $now, updated_at = $now
   WHERE id = $partyId`,
);

export const updateApprovalPolicy = one<PartyRow, ApprovalPolicy & { partyId: Id<'pty'>; now: Date }>(
  'parties_set_approval_policy',
  `UPDATE parties SET approve_by = $approveBy, two_above = $twoAbove, updated_at = $now
   WHERE id = $partyId RETURNING ${columns}`,
);

/** Stores the oldest verified e-mail address of a party as the one that it shows. */
export const setOldestEmail = run<[partyId: Id<'pty'>, now: Date]>(
  'parties_set_oldest_email',
  `UPDATE parties p SET updated_at = $2, email = o.email
   FROM (SELECT (SELECT value FROM contacts WHERE party_id = $1 AND kind = 'email' AND verified_at IS NOT NULL
                 ORDER BY verified_at, value LIMIT 1) AS email) o
   WHERE p.id = $1 AND p.email IS DISTINCT FROM o.email`,
);

export const partyAsRecorded = asRecorded<PartyRow>(
  'parties_as_recorded',
  'parties',
  (row) => `SELECT ${columns} FROM ${row} parties WHERE id = $partyId`,
);

/** The parties among these ids that exist. */
export const findParties = column<Id<'pty'>, [ids: ReadonlyArray<Id<'pty'>>]>(
  'parties_find_all',
  'SELECT id FROM parties WHERE id = ANY ($1::uuid[])',
);

/** The accounts at a bank among these ids that a party has. */
export const findAccountsOf = column<Id<'eac'>, [partyId: Id<'pty'>, ids: ReadonlyArray<Id<'eac'>>]>(
  'parties_find_accounts',
  "SELECT id FROM external_accounts WHERE party_id = $1 AND id = ANY ($2::uuid[]) AND status <> 'disabled'",
);
