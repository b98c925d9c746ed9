import { lastUseOf } from '../../../db/key-status.ts';
import { many, one } from '../../../db/sql.ts';
import type { Freezer, PartyStatus } from '../../../engine/model/state.ts';
import type { Id } from '../../../lib/id.ts';

// The operator sees all parties.

/** A party as the operator sees it. */
export type KnownParty = {
  id: Id<'pty'>;
  status: PartyStatus;
  frozenBy: readonly Freezer[];
  name: string;
  email: string | null;
  currency: string;
  createdAt: Date;
};

const columns = 'p.id, p.status, p.frozen_by, p.name, p.email, p.default_currency AS currency, p.created_at';

/** Returns up to `count` parties above an id, oldest first; with `find`, those that it may mean. */
export const listPartiesAfter = many<KnownParty, { find: string | null; after: string; count: number }>(
  'parties_list_all',
  `SELECT ${columns} FROM parties p WHERE p.id > $after AND ($find::text IS NULL
     OR strpos(lower(p.name), lower($find)) > 0 OR strpos(p.email, lower($find)) > 0
     OR EXISTS (SELECT FROM contacts WHERE party_id = p.id AND value = lower($find))
     OR EXISTS (SELECT FROM api_keys WHERE party_id = p.id AND starts_with($find, prefix))
     OR EXISTS (SELECT FROM agent_keys WHERE party_id = p.id AND starts_with($find, prefix)))
   ORDER BY p.id LIMIT $count`,
);

export const findKnownParty = one<KnownParty, [partyId: Id<'pty'>]>(
  'parties_find_known',
  `SELECT ${columns} FROM parties p WHERE p.id = $1`,
);

/** Somebody or something that can act for a party. `id` has no prefix. */
export type ActingPart = {
  kind: 'member' | 'agent' | 'API key' | 'session' | 'agent key';
  id: string;
  /** A role, or the state of an agent or a key. */
  state: string;
  /** What it is known by: a name, or the public beginning of a key. */
  label: string;
  /** An address, the name of a key, or the name of the agent of a key. */
  note: string | null;
  lastUsedAt: Date | null;
};

const works = 'k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $now)';

/** Returns what acts for a party now, up to `count` of each kind, the newest first. */
export const listActing = many<ActingPart, { partyId: Id<'pty'>; now: Date; count: number }>(
  'parties_list_acting',
  `SELECT * FROM (
     (SELECT 1 AS place, 'member' AS kind, m.user_id AS id, m.role AS state, u.name AS label, u.email AS note,
        NULL::timestamptz AS last_used_at
      FROM members m JOIN users u ON u.id = m.user_id WHERE m.party_id = $partyId ORDER BY m.user_id DESC LIMIT $count)
     UNION ALL
     (SELECT 2, 'agent', a.id, a.status, a.name, NULL, NULL
      FROM agents a WHERE a.party_id = $partyId AND a.status <> 'REVOKED' ORDER BY a.id DESC LIMIT $count)
     UNION ALL
     (SELECT 3, CASE WHEN k.signed_in_at IS NULL THEN 'API key' ELSE 'session' END, k.id, 'ACTIVE', k.prefix,
        concat(k.name, ', of ', u.name), ${lastUseOf('k.id')}
      FROM api_keys k JOIN users u ON u.id = k.created_by
      WHERE k.party_id = $partyId AND ${works} ORDER BY k.id DESC LIMIT $count)
     UNION ALL
     (SELECT 4, 'agent key', k.id, 'ACTIVE', k.prefix, concat('of the agent ', a.name), ${lastUseOf('k.id')}
      FROM agent_keys k JOIN agents a ON a.id = k.agent_id
      WHERE k.party_id = $partyId AND ${works} ORDER BY k.id DESC LIMIT $count)) x
   ORDER BY place, id DESC`,
);
