import type { Received } from '../../engine/plain-writes/claim-waiting.ts';
import { publicId } from '../../lib/id.ts';
import type { AcceptedClaim } from './resource.ts';

/** Returns what a party receives, as the response to a claim or a takeover shows it. */
export function receivedToJson({ payments, totals }: Received): AcceptedClaim['meta']['received'] {
  const shown = payments.map(({ id, amount, currency }) => ({
    paymentId: publicId('pay', id),
    amount,
    currency,
  }));
  return { payments: shown, totals };
}
