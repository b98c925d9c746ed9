import type { Columns } from '../../../db/arrays.ts';
import { currentTime } from '../../../db/clock.ts';
import { count, many, type Queryable, run } from '../../../db/sql.ts';
import type { Id } from '../../../lib/id.ts';

// A server claims webhooks for some seconds of real time, again and again, and delivers them alone meanwhile. Servers
// that were seen within that time share all enabled webhooks by number.

const enabled = `webhook_progress p JOIN webhooks w ON w.id = p.webhook_id AND w.status = 'ENABLED'`;

type Claim = { server: string; claim_ms: number };

const see = run<Claim>(
  'webhook_dispatch_see',
  `WITH gone AS (DELETE FROM webhook_servers WHERE id IN (
     SELECT id FROM webhook_servers WHERE id <> $server AND seen_at < clock_timestamp() - $claim_ms * interval '1 ms'
     FOR UPDATE SKIP LOCKED))
   INSERT INTO webhook_servers (id, seen_at) VALUES ($server, clock_timestamp())
   ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`,
);
const renew = run<Claim>(
  'webhook_dispatch_renew',
  `UPDATE webhook_progress SET claimed_until = clock_timestamp() + $claim_ms * interval '1 ms'
   WHERE webhook_id = ANY (ARRAY(
     SELECT webhook_id FROM webhook_progress
     WHERE claimed_by = $server AND claimed_until < clock_timestamp() + $claim_ms / 2 * interval '1 ms'
     FOR NO KEY UPDATE SKIP LOCKED))`,
);
const claim = run<Claim & { most: number }>(
  'webhook_dispatch_claim',
  `UPDATE webhook_progress SET claimed_by = $server, claimed_until = clock_timestamp() + $claim_ms * interval '1 ms'
   WHERE webhook_id = ANY (ARRAY(
     SELECT p.webhook_id FROM ${enabled}
     WHERE p.claimed_until IS NULL OR p.claimed_until < clock_timestamp()
     LIMIT $most FOR NO KEY UPDATE OF p SKIP LOCKED))`,
);
const share = count<[claim_ms: number]>(
  'webhook_dispatch_share',
  `SELECT ceil((SELECT count(*) FROM ${enabled})::numeric / greatest(1, count(*)))::int AS share FROM webhook_servers
   WHERE seen_at > clock_timestamp() - $1 * interval '1 ms'`,
);
const held = many<HeldWebhook, [server: string, now: Date]>(
  'webhook_dispatch_held',
  `SELECT p.webhook_id AS id, w.party_id, p.failing_since IS NOT NULL AS is_failing,
     EXISTS (SELECT FROM webhook_retries r WHERE r.webhook_id = p.webhook_id AND r.due_at <= $2) AS has_due
   FROM ${enabled} WHERE p.claimed_by = $1 AND p.claimed_until > clock_timestamp() ORDER BY p.webhook_id`,
);

/** A webhook that a server delivers; `hasDue` says that something is to be sent again. */
export type HeldWebhook = { id: Id<'whk'>; partyId: Id<'pty'>; isFailing: boolean; hasDue: boolean };

/**
 * Renews what a server has claimed and claims, for this long, webhooks that no other one delivers, up to its share.
 * Returns all that it has, and its share: what it has beyond is for other servers.
 */
export async function claimWebhooks(
  db: Queryable,
  server: string,
  claim_ms: number,
): Promise<{ held: HeldWebhook[]; share: number }> {
  await see(db, { server, claim_ms });
  await renew(db, { server, claim_ms });
  const now = await currentTime(db);
  const most = await share(db, claim_ms);
  const before = await held(db, server, now);
  if (before.length >= most) return { held: before, share: most };
  await claim(db, { server, claim_ms, most: most - before.length });
  return { held: await held(db, server, now), share: most };
}

/** Gives up one of the webhooks that a server has claimed. */
export const releaseWebhook = run<[server: string, id: Id<'whk'>]>(
  'webhook_dispatch_release',
  'UPDATE webhook_progress SET claimed_until = NULL WHERE claimed_by = $1 AND webhook_id = $2',
);

/** Gives up all that a server has claimed, and its share. */
export const leaveWebhooks = run<[server: string]>(
  'webhook_dispatch_leave',
  `WITH gone AS (DELETE FROM webhook_servers WHERE id = $1)
   UPDATE webhook_progress SET claimed_until = NULL WHERE claimed_by = $1`,
);

/** Stores up to where a server has found nothing that a webhook wants behind what was sent. */
export const storeLookedTo = run<{ server: string } & Columns<{ id: Id<'whk'>; lookedTo: string }>>(
  'webhook_dispatch_store_looks',
  `UPDATE webhook_progress p SET sent_to = l.looked_to FROM unnest($id::uuid[], $lookedTo::uuid[]) AS l (webhook_id, looked_to)
   WHERE p.webhook_id = l.webhook_id AND p.claimed_by = $server AND p.sent_to < l.looked_to`,
);
