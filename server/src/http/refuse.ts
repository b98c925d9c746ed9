import type { FastifyReply, FastifyRequest } from 'fastify';
import { PurserError } from '../errors.ts';
import { type Admission, isBehindTooMany, type RequestSlot } from './admission.ts';
import { leavesLargeBody } from './head.ts';

const unreadDelay_ms = 1_000; // Node reads such a body to its end, to throw it away: 64 MB/s of one client
const tooManyDelay_ms = 500;

/** A request that is refused, why, and its response. */
export type Refusal = { error: unknown; request: FastifyRequest; reply: FastifyReply };

/**
 * Refuses a request by `send`, maybe later; until then it holds no place. If a large body is left unread, its response is
 * the last one of its connection.
 */
export function refuse(
  admission: Admission,
  slot: RequestSlot,
  { error, request, reply }: Refusal,
  send: () => void,
): void {
  admission.leave(slot);
  const isUnread = leavesLargeBody(request.raw);
  if (isUnread) reply.header('Connection', 'close');
  const delay_ms = isUnread ? unreadDelay_ms : delayOf(error, slot);
  if (delay_ms === 0) send();
  else setTimeout(send, delay_ms);
}

/**
 * Returns how long a refusal waits that leaves no body unread, in ms. Who has sent too much and is refused at once asks
 * again at once. Behind too many requests on its connection a response waits for those before it anyway; and Node reads on
 * until the responses that are ready are long, so they have to be ready.
 */
function delayOf(error: unknown, slot: RequestSlot): number {
  const isTooMany = error instanceof PurserError && error.status === 429;
  return isTooMany && !isBehindTooMany(slot) ? tooManyDelay_ms : 0;
}
