import type { StrangeAnswer } from '../../../gateways/strangers.ts';

const [second_ms, minute_ms, hour_ms] = [1_000, 60_000, 3_600_000];
/** How long after each failed attempt the next one follows; there is none after the last. */
const delays_ms: readonly number[] = [
  5 * second_ms,
  5 * minute_ms,
  30 * minute_ms,
  2 * hour_ms,
  5 * hour_ms,
  10 * hour_ms,
  14 * hour_ms,
  20 * hour_ms,
  24 * hour_ms,
];
export const maxAttempts = delays_ms.length + 1;
const jitter = 0.2;
const longestWait_ms = 24 * hour_ms;
const patience_ms = 5 * 24 * hour_ms;

/** Returns whether a receiver took a delivery: only a 2xx says so. */
export function isDelivered({ status }: StrangeAnswer): boolean {
  return status !== null && status >= 200 && status < 300;
}

/**
 * Returns when the next attempt follows after this many; null if none does. A receiver may ask for more time by
 * `Retry-After`, up to a day.
 */
export function nextAttemptAt(attempts: number, { retryAfter }: StrangeAnswer, now: Date): Date | null {
  const delay_ms = delays_ms[attempts - 1];
  if (delay_ms === undefined) return null;
  const jittered_ms = delay_ms * (1 + jitter * (2 * Math.random() - 1));
  return new Date(now.getTime() + Math.max(jittered_ms, askedFor_ms(retryAfter)));
}

/** Returns the wait that `Retry-After` asks for, as seconds or as a date (RFC 9110, 10.2.3). */
function askedFor_ms(retryAfter: string | null): number {
  if (retryAfter === null) return 0;
  const asked_ms = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * second_ms
    : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(asked_ms) ? 0 : Math.min(longestWait_ms, asked_ms);
}

/** Returns why a webhook is disabled after a failed attempt; null if it is not. */
export function reasonToDisable(
  answers: readonly StrangeAnswer[],
  failingSince: Date | null,
  now: Date,
): 'FAILING' | 'GONE' | null {
  if (answers.some(({ status }) => status === 410)) return 'GONE';
  return failingSince && now.getTime() - failingSince.getTime() >= patience_ms ? 'FAILING' : null;
}
