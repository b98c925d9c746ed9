import type { Queryable } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';
import {
  deleteTokensOf,
  endAgentCredential,
  endAgentGrantsOf,
  endUserCredential,
  type OauthGrantRow,
} from './queries.ts';

/**
 * Ends a grant from the commit on, with its codes and tokens. Returns false if it had ended before. Without a user, its
 * program ends it, or a token that was used twice.
 */
export async function endGrant(
  tx: Queryable,
  { id, agentId }: Pick<OauthGrantRow, 'id' | 'agentId'>,
  by: { userId: Id<'usr'> | null; now: Date },
): Promise<boolean> {
  const hasEnded = await (agentId ? endAgentCredential : endUserCredential)(tx, { id, ...by });
  await deleteTokensOf(tx, [id]);
  return hasEnded;
}

/** Ends all grants by which programs act as agents and that a user of the party gave: the user may give none any more. */
export async function endAgentGrants(
  tx: Queryable,
  of: { partyId: Id<'pty'>; userId: Id<'usr'> },
  by: { userId: Id<'usr'>; now: Date },
): Promise<void> {
  await deleteTokensOf(tx, await endAgentGrantsOf(tx, { ...of, revokerId: by.userId, now: by.now }));
}
