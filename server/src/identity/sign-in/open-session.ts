import type { AuthenticatedActor, TokenContext } from '../../context.ts';
import { hashLinkToken } from '../../db/link-token.ts';
import type { Queryable } from '../../db/sql.ts';
import { fault } from '../../errors.ts';
import { writeByToken } from '../../idempotency/write.ts';
import { type Id, newId, publicId } from '../../lib/id.ts';
import { newKey } from '../../lib/secret.ts';
import { scopes } from '../../scopes.ts';
import { returnPathOf } from './request-link.ts';
import {
  findOpenLink,
  insertSession,
  listSeats,
  lockMembership,
  markLinkUsed,
  type Seat,
} from './queries.ts';

/** How long a browser session lasts at most. It ends earlier after 30 minutes without a request. */
const longest_ms = 12 * 3_600_000;

/** An address that is proved, the party and user that it leads to, and what to open afterwards. */
export type Entrance = {
  /** The link that proves the address; null in the sandbox's mailbox, which can read every link. */
  linkId: Id<'sil'> | null;
  email: string;
  seat: Seat;
  returnTo: string;
};

/** Who is let in: a member, whose address is still `email` if one is given. */
type Entering = Pick<Entrance, 'linkId'> & { email: string | null; seat: Pick<Seat, 'partyId' | 'userId'> };

// When the user of a session signed in that another link has opened: never. So it is not fresh for any rule.
const neverSignedIn = new Date(0);

/** Whether a session was opened by another link than one to sign in: then it acts for its party only. */
export function isBound({ signedInAt }: Pick<AuthenticatedActor, 'signedInAt'>): boolean {
  return signedInAt?.getTime() === neverSignedIn.getTime();
}

/** Whether the actor is the browser session of a person who has signed in, and not one that another link has opened. */
export function isSignedIn(actor: Pick<AuthenticatedActor, 'signedInAt'>): boolean {
  return actor.signedInAt !== null && !isBound(actor);
}

/** Returns where the token of a link leads; null if it can no longer be used or leads nowhere. */
export async function findEntrance(
  { db, askedAt, keyring }: TokenContext,
  token: string,
): Promise<Entrance | null> {
  const link = await findOpenLink(db, hashLinkToken(token), askedAt);
  if (!link) return null;
  const { id: linkId, email } = link;
  const [seat] = await listSeats(db, email);
  return seat ? { linkId, email, seat, returnTo: returnPathOf(keyring, link) } : null;
}

/** A new browser session. `secret` is the value of its cookie and exists nowhere else. */
export type OpenedSession = { id: Id<'apy'>; secret: string; prefix: string };

/**
 * Uses a link up and opens a browser session: a key of the user for the party, with what the user's role allows, that
 * only the cookie has. Throws `not_found` if the link was used meanwhile, or the user is no longer a member.
 */
export function openSession(ctx: TokenContext, entering: Entering): Promise<OpenedSession> {
  return open(ctx, entering, (now) => now);
}

/**
 * Opens a browser session for a user who has just become one, by another link than one to sign in: for this party only,
 * and never a fresh sign-in. Throws `not_found` if the user is no longer a member.
 */
export function openBoundSession(ctx: TokenContext, seat: Entering['seat']): Promise<OpenedSession> {
  return open(ctx, { linkId: null, email: null, seat }, () => neverSignedIn);
}

async function open(
  ctx: TokenContext,
  { linkId, email, seat }: Entering,
  signedInAt: (now: Date) => Date,
): Promise<OpenedSession> {
  const id = linkId ?? newId('sil');
  const target = { id, publicId: publicId('sil', id), partyId: seat.partyId };
  const keyed = { route: 'POST /sign-in', attributes: {}, idempotency: null };
  let opened: OpenedSession | null = null;
  await writeByToken({ ...ctx, keyed }, target, { targetId: null }, async (tx, now) => {
    const isMember = await lockMembership(tx, { partyId: seat.partyId, userId: seat.userId, email });
    if (!isMember || (linkId && !(await markLinkUsed(tx, linkId, now)))) throw linkUsed();
    const times = { now, signedInAt: signedInAt(now), expiresAt: new Date(now.getTime() + longest_ms) };
    opened = await mintSession(tx, ctx.config.environment, seat, times);
    const { partyId, userId } = seat;
    const actor = { partyId, userId, keyPrefix: opened.prefix, agentId: null, instanceId: null };
    return { response: { status: 200, body: {} }, targetId: opened.id, actor };
  });
  if (!opened) throw linkUsed();
  return opened;
}

export async function mintSession(
  tx: Queryable,
  environment: 'sandbox' | 'prod',
  { partyId, userId }: Pick<Seat, 'partyId' | 'userId'>,
  times: { now: Date; signedInAt: Date; expiresAt: Date },
): Promise<OpenedSession> {
  const { secret, prefix, hash } = newKey('ss', environment);
  const id = newId('apy');
  await insertSession(tx, { ...times, id, partyId, userId, prefix, hash, scopes, environment });
  return { id, secret, prefix };
}

function linkUsed() {
  return fault('not_found', 'This link was used already, or is too old.');
}
